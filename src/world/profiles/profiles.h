/* world/profiles/profiles.h: functions shared by the files of this folder; they manage state tables
 * and free profiles. */
#ifndef WORLD_PROFILES_H
#define WORLD_PROFILES_H

#include <math.h>

#include "world/world.h"

/* ---- states.c -------------------------------------------------------------------------------- */

/* Finds or makes the state table of an entry at a stage, and returns its index. An entry that
 * publishes its state has one table for all stages. Returns WEND_NONE if out of memory. */
uint32_t state_find_or_add(wend_world *world, const wend_stage *stage, uint32_t stage_index);
/* Grows all tables to `capacity` slots. Returns false if out of memory. */
bool states_grow(wend_world *world, uint32_t capacity);
/* states_free_unused frees the tables that no profile uses; states_free frees all tables. */
void states_free_unused(wend_world *world);
void states_free(wend_world *world);

/* ---- make.c ---------------------------------------------------------------------------------- */

/* Frees everything that a profile owns, and leaves it empty. */
void profile_free(wend_world *world, profile *old);

static inline bool number_is_infinite(const wend_distribution *number) {
    return number->kind == WEND_DISTRIBUTION_CONSTANT && number->a == INFINITY;
}

#endif
