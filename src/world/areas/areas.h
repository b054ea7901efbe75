/* world/areas/areas.h: internal functions for the areas of a world, by file of this folder. */
#ifndef WORLD_AREAS_H
#define WORLD_AREAS_H

#include "world/world.h"

/* ---- table.c --------------------------------------------------------------------------------- */

/* Adds an area from local coordinates that have been checked; false when memory ran out. */
bool area_add(wend_world *world, const area_record *area, const wend_vec2 *points);
/* Returns what is wrong with the points of an area, or NULL. *is_out_of_memory is set if memory ran
 * out. */
const char *area_find_fault(wend_world *world, const wend_vec2 *points, uint32_t count,
                            bool *is_out_of_memory);
/* Marks an area for removal; areas_purge then removes the marked areas from the agents' lists and
 * frees them. */
void area_note_removal(wend_world *world, uint64_t id);
void areas_purge(wend_world *world);

/* ---- index.c --------------------------------------------------------------------------------- */

/* Builds the grid index; false when memory ran out. */
bool area_index_build(area_table *table, uint32_t layer_count, memory *from);
/* Finds the areas whose boxes may contain a location: *count indices in ascending order. */
const uint32_t *area_index_find(const area_table *table, wend_location at, uint32_t *count);

/* ---- members.c ------------------------------------------------------------------------------- */

/* Finds which agents enter and leave areas with the bodies' next state, and reserves memory for the
 * changes and their events. Returns false and changes nothing when memory ran out. */
bool areas_find_changes(wend_world *world);
/* Returns how many area events world_finish may add. */
uint32_t areas_event_count(const wend_world *world);
/* Applies and reports the changes that areas_find_changes found, for agents still on the ground. */
bool areas_apply_changes(wend_world *world);
/* Removes an agent that leaves the world or the ground from all its areas. Returns false and
 * changes nothing when memory ran out. */
bool areas_leave(wend_world *world, uint32_t slot);
/* Adds an agent to an area whose index is higher than those it is in; for snapshots. Returns false
 * when memory ran out. */
bool areas_join(wend_world *world, uint32_t slot, uint32_t area);

#endif
