/* world/areas/areas.h: areas of a world, for the rest of it. */
#ifndef WORLD_AREAS_H
#define WORLD_AREAS_H

#include "world/world.h"

/* ---- table.c --------------------------------------------------------------------------------- */

/* Adds an area from local coordinates that have been checked; false when memory ran out. */
bool area_put(wend_world *world, const area_record *area, const wend_vec2 *points);
/* What is wrong with the points of an area, or NULL. POLYGON_NO_MEMORY is reported by *starved. */
const char *area_fault(wend_world *world, const wend_vec2 *points, uint32_t count, bool *starved);
/* Notes that an area is being removed; then areas_purge has agents forget these, and frees them. */
void area_note_removal(wend_world *world, uint64_t id);
void areas_purge(wend_world *world);

/* ---- index.c --------------------------------------------------------------------------------- */

/* Builds the index; false when memory ran out. */
bool area_index_build(area_table *table, uint32_t layer_count, memory *from);
/* The areas whose boxes may contain a location: indices in increasing order, *count of them. */
const uint32_t *area_index_find(const area_table *table, wend_location at, uint32_t *count);

/* ---- members.c ------------------------------------------------------------------------------- */

/* Finds which agents enter and leave areas with the bodies' next state, and makes room for that and
 * its events; false when memory ran out, and then nothing was changed. */
bool areas_find_changes(wend_world *world);
/* How many events of areas world_finish may add. */
uint32_t areas_event_count(const wend_world *world);
/* Reports and notes what areas_find_changes found, of agents that are still on the ground. */
bool areas_apply_changes(wend_world *world);
/* An agent leaves all its areas: it leaves the world or the ground. False when memory ran out, and
 * then nothing was changed. */
bool areas_leave(wend_world *world, uint32_t slot);
/* Puts an agent into an area whose index is higher than those that it is in; for snapshots. False
 * when memory ran out. */
bool areas_join(wend_world *world, uint32_t slot, uint32_t area);

#endif
