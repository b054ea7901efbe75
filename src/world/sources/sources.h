/* world/sources/sources.h: internal functions for the sources of a world, listed by the file that
 * defines them. */
#ifndef WORLD_SOURCES_H
#define WORLD_SOURCES_H

#include "geom/shape.h"
#include "world/world.h"

/* Returns the shape of a source's region. */
static inline shape source_region(const source_record *record) {
    return (shape){record->def.shape, record->points, record->def.point_count, record->def.radius,
                   record->def.angle};
}

/* ---- check.c --------------------------------------------------------------------------------- */

/* Checks the values in a def: region, times, counts and the template. */
wend_result source_check(const wend_world *world, const wend_source_def *def,
                         const wend_agent_def *agent, wend_error *error);

/* ---- table.c --------------------------------------------------------------------------------- */

/* Adds a source, whose def and template have been checked. Its keys may be in use if `is_loading`
 * is true. Returns its index in `*out`. */
wend_result source_add(wend_world *world, const wend_source_def *def, const wend_agent_def *agent,
                       bool is_loading, uint32_t *out, wend_error *error);

/* ---- keys.c ---------------------------------------------------------------------------------- */

/* True if none of `count` explicit keys from `first` on is reserved for a source. */
bool source_keys_are_free(const wend_world *world, uint64_t first, uint32_t count);
/* source_keys_reserve reserves memory for one more range of keys, and returns false if out of
 * memory; source_keys_add then adds the range. source_keys_remove removes the range of a source. */
bool source_keys_reserve(wend_world *world);
void source_keys_add(wend_world *world, key_range range);
void source_keys_remove(wend_world *world, uint32_t source);

/* ---- due.c ----------------------------------------------------------------------------------- */

/* Sets the time at which the first agent of a new source is due. */
void source_begin(source_record *record, uint64_t seed);
/* Counts the agents that have become due up to `now` (s). */
void source_advance(source_record *record, double now, uint64_t seed);
/* Changes the rate of a source at `now` (s). */
void source_set_rate(source_record *record, double rate, double now);
/* Returns the number of agents of a source that may still enter. */
uint32_t source_count_remaining(const source_record *record);

/* ---- room.c ---------------------------------------------------------------------------------- */

/* Prepares the search for room in a step: sorts the bodies, and indexes the agents that are queued.
 * Returns false if out of memory. */
bool room_begin(wend_world *world);
/* Looks for a position with room for an agent with key, radius and class mask. Returns false if the
 * positions tried in this step have no room. */
bool room_find(const wend_world *world, const source_record *record, wend_agent_def *agent);
/* Adds an agent that enters in this step. Returns false if out of memory. */
bool room_take(wend_world *world, wend_point position, double radius, uint32_t layer);

#endif
