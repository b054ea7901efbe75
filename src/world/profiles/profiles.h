/* world/profiles/profiles.h: functions shared by the files of this folder: state tables, freeing a
 * profile. */
#ifndef WORLD_PROFILES_H
#define WORLD_PROFILES_H

#include <math.h>

#include "world/world.h"

/* ---- states.c -------------------------------------------------------------------------------- */

/* Finds or makes the state table of an entry at a stage (at any stage, if it publishes its state);
 * WEND_NONE on failure. */
uint32_t state_find_or_add(wend_world *world, const wend_stage *stage, uint32_t stage_index);
/* Grows all tables to `capacity` slots; false when memory ran out. */
bool states_grow(wend_world *world, uint32_t capacity);
/* Free the tables that no profile uses; free all tables. */
void states_free_unused(wend_world *world);
void states_free(wend_world *world);

/* ---- make.c ---------------------------------------------------------------------------------- */

/* Frees what a profile owns, and empties it. */
void profile_free(wend_world *world, profile *old);

static inline bool number_is_infinite(const wend_distribution *number) {
    return number->kind == WEND_DISTRIBUTION_CONSTANT && number->a == INFINITY;
}

#endif
