/* state/ground.h: properties of the ground: terrain rules, belts, guiding fields. */
#ifndef STATE_GROUND_H
#define STATE_GROUND_H

#include "state/world.h"

/* ---- terrains.c ------------------------------------------------------------------------------ */

/* Copy the terrain rules of a profile def; free those of a profile; free all. */
wend_result terrains_add(wend_world *world, uint32_t profile, const wend_profile_def *def,
                         wend_error *error);
void terrains_drop(wend_world *world, uint32_t profile);
void terrains_free(wend_world *world);

/* ---- belts.c --------------------------------------------------------------------------------- */

uint32_t belt_index_of(const wend_world *world, wend_belt belt); /* WEND_NONE if unknown */
bool belt_can_move_at(wend_point velocity);
void belt_set_velocity(wend_world *world, uint32_t index, wend_vec2 velocity);
bool belt_add(wend_world *world, const belt_record *belt);
/* Finds the agents on belts, and copies the bodies into the frame of each belt in use; false when
 * memory ran out. */
bool belts_prepare(wend_world *world);
void belts_free(wend_world *world);

/* ---- fields.c -------------------------------------------------------------------------------- */

/* Returns the allocator that fields use. */
wend_allocator fields_allocator(wend_world *world);
/* Assigns fields to the routes that request them, and builds the new ones. A route whose field
 * cannot be built gets status NONE. Returns false when memory ran out. */
bool fields_make(wend_world *world, const added_route *added, uint32_t count);
/* Destroys fields that no route refers to. Called after routes are assigned in a step, and at its
 * end. */
void fields_sweep(wend_world *world);
/* Counts a route's reference to a field up or down; for route_pool.on_field. */
void fields_count_reference(void *context, uint32_t field, bool held);
/* Builds the fields of a loaded world; false when memory ran out. */
bool fields_rebuild(wend_world *world);
void fields_free(wend_world *world);

#endif
