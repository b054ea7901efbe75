/* A scenario as metrics, outputs and figures see it. */
#ifndef RUN_DESCRIBE_H
#define RUN_DESCRIBE_H

#include "base/memory.h"
#include "scenario/scenario.h"

/* Fills in what the scenario alone tells: all but dt, frame interval and allocator. Arrays lie in
 * the arena. False when memory ran out. */
bool describe_scenario(const wend_scenario *s, memory_arena *arena, wend_recording *out);

#endif
