/* Decodes the frames of a .wtraj file: takes the contents of chunks and updates the current crowd.
 */
#ifndef REPLAY_WTRAJ_DECODE_H
#define REPLAY_WTRAJ_DECODE_H

#include "base/memory.h"
#include "record/wtraj/format.h"

/* An agent's position and last move, mm from the origin. Unsigned, so that overflow wraps around.
 */
typedef struct wtraj_motion {
    uint32_t x, y, dx, dy;
} wtraj_motion;

/* The crowd after a frame: agents in the order of their slots, `motions` beside them. */
typedef struct wtraj_crowd {
    memory *heap;
    wend_point origin;
    uint32_t layer_count; /* of the space */
    wend_agent_state *agents;
    wtraj_motion *motions;
    uint32_t *index_of_slot; /* UINT32_MAX: free */
    wend_wall_hit *walls;
    uint32_t *wall_layers;
    uint32_t count, slot_count, wall_count;
    uint32_t agent_capacity, motion_capacity, slot_capacity, wall_capacity, layer_capacity;
    double time;
    uint64_t step, frame_count;
} wtraj_crowd;

/* Decodes the content of a frame's chunk, which may be any bytes. Returns false if they are
 * invalid: then `*wrong` says why, or is NULL if out of memory, and the crowd must not be used. */
bool wtraj_decode(wtraj_crowd *crowd, const uint8_t *content, size_t size, const char **wrong);
/* Stores the crowd in `out` as a frame; it refers to the crowd's memory. */
void wtraj_frame(const wtraj_crowd *crowd, wend_frame *out);
void wtraj_crowd_free(wtraj_crowd *crowd);

#endif
