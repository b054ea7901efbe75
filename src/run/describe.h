/* Describes a scenario as a wend_recording, for metrics, outputs and figures. */
#ifndef RUN_DESCRIBE_H
#define RUN_DESCRIBE_H

#include "base/memory.h"
#include "scenario/scenario.h"

/* Fills in what the scenario determines: everything except dt, frame interval and allocator. Arrays
 * are allocated from the arena. Returns false if out of memory. */
bool describe_scenario(const wend_scenario *s, memory_arena *arena, wend_recording *out);
/* Fills in the places of queues, which the world of a run has found. Returns false if out of
 * memory. */
bool describe_places(const wend_scenario *s, const wend_world *world, memory_arena *arena,
                     wend_recording *out);

#endif
