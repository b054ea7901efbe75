/* Reads the state of a world as a frame, for metrics and outputs. */
#ifndef RUN_FRAMES_H
#define RUN_FRAMES_H

#include "base/memory.h"
#include "scenario/scenario.h"

/* Fraction of a step by which times may differ, because sums of dt are rounded. */
#define TIME_SLACK 1e-6

typedef struct frame_reader {
    memory *heap;
    wend_agent_state *agents;
    uint32_t *index_of_slot;
    wend_wall_hit *walls;
    uint32_t *wall_layers;
    uint32_t agent_capacity, slot_capacity, wall_capacity, layer_capacity;
    wend_frame frame;
} frame_reader;

void frames_init(frame_reader *frames, memory *heap);
void frames_free(frame_reader *frames);
/* Reads the current state. Returns false if out of memory. */
bool frames_read(frame_reader *frames, wend_world *world);
/* Reads the state before the first step. At that time, the agents with the given ids have not
 * entered yet. */
bool frames_read_start(frame_reader *frames, wend_world *world, const wend_scenario *s,
                       const wend_agent *ids);

#endif
