/* Decodes the frames of a .wtraj file: updates the current crowd from the contents of chunks. */
#ifndef REPLAY_WTRAJ_DECODE_H
#define REPLAY_WTRAJ_DECODE_H

#include "base/memory.h"
#include "record/wtraj/format.h"

/* An agent's position (mm from the origin) and its last move (mm). The numbers are unsigned, so
 * that overflow wraps around. */
typedef struct wtraj_motion {
    uint32_t x, y, dx, dy;
} wtraj_motion;

/* The crowd after a frame. `agents` and `motions` are parallel arrays, in the order of the slots.
 */
typedef struct wtraj_crowd {
    memory *heap;
    wend_point origin;
    uint32_t layer_count; /* number of layers in the space */
    wend_agent_state *agents;
    wtraj_motion *motions;
    uint32_t *index_of_slot; /* index of the agent in each slot; UINT32_MAX if the slot is free */
    wend_wall_hit *walls;
    uint32_t *wall_layers;
    uint32_t count, slot_count, wall_count;
    uint32_t agent_capacity, motion_capacity, slot_capacity, wall_capacity, layer_capacity;
    double time;
    uint64_t step, frame_count;
} wtraj_crowd;

/* Decodes the content of a frame's chunk. The content may be arbitrary bytes. On failure, returns
 * false, and the crowd must not be used again; `*wrong` then says what is wrong with the content,
 * or is NULL if memory ran out. */
bool wtraj_decode(wtraj_crowd *crowd, const uint8_t *content, size_t size, const char **wrong);
/* Stores the crowd in `*out` as a frame. The frame refers to the crowd's memory. */
void wtraj_frame(const wtraj_crowd *crowd, wend_frame *out);
void wtraj_crowd_free(wtraj_crowd *crowd);

#endif
