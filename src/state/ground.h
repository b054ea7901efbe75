/* state/ground.h: what the ground is to agents: terrain rules, belts, guiding fields. */
#ifndef STATE_GROUND_H
#define STATE_GROUND_H

#include "state/world.h"

/* ---- terrains.c ------------------------------------------------------------------------------ */

/* Takes over the terrain rules of a profile's def; drops those of a profile; frees all. */
wend_result terrains_add(wend_world *world, uint32_t profile, const wend_profile_def *def,
                         wend_error *error);
void terrains_drop(wend_world *world, uint32_t profile);
void terrains_free(wend_world *world);

/* ---- belts.c --------------------------------------------------------------------------------- */

uint32_t belt_index_of(const wend_world *world, wend_belt belt); /* WEND_NONE if unknown */
bool belt_can_move_at(wend_point velocity);
void belt_set_velocity(wend_world *world, uint32_t index, wend_vec2 velocity);
bool belt_put(wend_world *world, const belt_record *belt);
/* Finds the agents on belts and what they see; false when memory ran out. */
bool belts_prepare(wend_world *world);
void belts_free(wend_world *world);

/* ---- fields.c -------------------------------------------------------------------------------- */

/* What fields get their memory from. */
wend_allocator fields_allocator(wend_world *world);
/* Gives routes the fields that they ask for, and builds those that are new; a route whose field
 * cannot be built becomes none. False when memory ran out. */
bool fields_make(wend_world *world, const route_put *puts, uint32_t count);
/* Destroys fields that no route refers to, when the routes of a step have been given and at its
 * end.
 */
void fields_sweep(wend_world *world);
/* A route begins or ceases to refer to a field: for route_pool.on_field. */
void fields_hold(void *context, uint32_t field, bool held);
/* Builds the fields of a loaded world; false when memory ran out. */
bool fields_rebuild(wend_world *world);
void fields_free(wend_world *world);

#endif
