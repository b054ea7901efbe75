/* world/profiles/profiles.h: what the files of this folder share. */
#ifndef WORLD_PROFILES_H
#define WORLD_PROFILES_H

#include <math.h>

#include "world/world.h"

/* ---- states.c -------------------------------------------------------------------------------- */

/* The table of an entry at a place of the chain (or at any, if it publishes its state), made if
 * need be; WEND_NONE on failure. */
uint32_t state_find(wend_world *world, const wend_stage *stage, uint32_t place);
/* Makes room for `capacity` slots in all tables; false when memory ran out. */
bool states_grow(wend_world *world, uint32_t capacity);
/* Frees tables that no profile uses; and all. */
void states_free_unused(wend_world *world);
void states_free(wend_world *world);

/* ---- make.c ---------------------------------------------------------------------------------- */

/* Frees what a profile holds, and leaves an empty one. */
void profile_free(wend_world *world, profile *old);

static inline bool number_is_endless(const wend_distribution *number) {
    return number->kind == WEND_DISTRIBUTION_CONSTANT && number->a == INFINITY;
}

#endif
