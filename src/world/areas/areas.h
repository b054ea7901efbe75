/* world/areas/areas.h: internal functions for the areas of a world, listed by the file that defines
 * them. */
#ifndef WORLD_AREAS_H
#define WORLD_AREAS_H

#include "world/world.h"

/* ---- table.c --------------------------------------------------------------------------------- */

/* Adds an area. Its points are in local coordinates and have been checked. Returns false if out of
 * memory. */
bool area_add(wend_world *world, const area_record *area, const wend_vec2 *points);
/* Returns a message that says what is wrong with the points of an area, or NULL. Sets
 * `*is_out_of_memory` if out of memory. */
const char *area_find_fault(wend_world *world, const wend_vec2 *points, uint32_t count,
                            bool *is_out_of_memory);
/* area_note_removal marks an area for removal. areas_purge removes the marked areas from the
 * agents' lists and frees them. */
void area_note_removal(wend_world *world, uint64_t id);
void areas_purge(wend_world *world);

/* ---- index.c --------------------------------------------------------------------------------- */

/* Builds the grid index. Returns false if out of memory. */
bool area_index_build(area_table *table, uint32_t layer_count, memory *from);
/* Finds the areas that may contain a location. Returns their indices in ascending order, and sets
 * `*count` to the number of areas. */
const uint32_t *area_index_find(const area_table *table, wend_location at, uint32_t *count);

/* ---- members.c ------------------------------------------------------------------------------- */

/* Compares the next positions of the bodies with the areas, finds which agents enter or leave
 * areas, and reserves memory for these changes and their events. Returns false and changes nothing
 * if out of memory. */
bool areas_find_changes(wend_world *world);
/* Returns the largest number of area events that world_finish may add. */
uint32_t areas_event_count(const wend_world *world);
/* Applies the changes that areas_find_changes found, for agents that are still on the ground, and
 * adds their events. */
bool areas_apply_changes(wend_world *world);
/* Removes an agent from all areas that it is in, because it leaves the world or the ground. Returns
 * false and changes nothing if out of memory. */
bool areas_leave(wend_world *world, uint32_t slot);
/* Used while a snapshot is loaded: adds an agent to an area. The area's index must be higher than
 * those of all areas that the agent is already in. Returns false if out of memory. */
bool areas_join(wend_world *world, uint32_t slot, uint32_t area);

#endif
