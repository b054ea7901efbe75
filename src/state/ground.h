/* state/ground.h: properties of the ground: terrain rules, belts and guiding fields. */
#ifndef STATE_GROUND_H
#define STATE_GROUND_H

#include "state/world.h"

/* ---- terrains.c ------------------------------------------------------------------------------ */

/* The terrain rules of profiles: terrains_add copies the rules from a profile's def, terrains_drop
 * frees the rules of one profile, and terrains_free frees the rules of all profiles. */
wend_result terrains_add(wend_world *world, uint32_t profile, const wend_profile_def *def,
                         wend_error *error);
void terrains_drop(wend_world *world, uint32_t profile);
/* terrains_reserve makes room for the rules of `count` profiles, and returns false if out of
 * memory. terrains_swap exchanges the rules of two profiles for which there is room. */
bool terrains_reserve(wend_world *world, uint32_t count);
void terrains_swap(wend_world *world, uint32_t a, uint32_t b);
void terrains_free(wend_world *world);

/* ---- belts.c --------------------------------------------------------------------------------- */

uint32_t belt_index_of(const wend_world *world, wend_belt belt); /* WEND_NONE if unknown */
bool belt_can_move_at(wend_point velocity);
void belt_set_velocity(wend_world *world, uint32_t index, wend_vec2 velocity);
bool belt_add(wend_world *world, const belt_record *belt);
/* Finds the agents on belts, and copies all bodies into the frame of each belt that carries agents.
 * Returns false if out of memory. */
bool belts_prepare(wend_world *world);
void belts_free(wend_world *world);

/* ---- density.c ------------------------------------------------------------------------------- */

/* Makes the grid of the crowd's density, if the def asks for one. */
wend_result density_create(wend_world *world, const wend_world_def *def, wend_error *error);
/* Fills the grid from the bodies. The world must have a grid. */
void density_fill(wend_world *world);
/* Computes the delays from the values of the grid. */
void density_set_delays(density_grid *grid);
void density_free(wend_world *world);

/* ---- fields.c -------------------------------------------------------------------------------- */

/* Returns the allocator for the memory of fields. */
wend_allocator fields_allocator(wend_world *world);
/* Assigns fields to the routes that request them, and builds the new fields. If a field cannot be
 * built, its routes get status NONE. Returns false if out of memory. */
bool fields_make(wend_world *world, const added_route *added, uint32_t count);
/* True if a field still serves an agent at `at` whose goal is now at `goal`: the goal has not moved
 * far, compared with the agent's distance to it. */
bool fields_is_near_enough(const wend_view *view, uint32_t field, wend_location at, wend_vec2 goal);
/* Destroys fields to which no route refers. Called in each step after routes have been assigned,
 * and at the end of the step. */
void fields_sweep(wend_world *world);
/* Counts the reference of a route to a field: adds it if `held` is true, otherwise removes it. A
 * callback for route_pool.on_field. */
void fields_count_reference(void *context, uint32_t field, bool held);
/* Builds the fields of a world that has been loaded. Returns false if out of memory. */
bool fields_rebuild(wend_world *world);
void fields_free(wend_world *world);

#endif
