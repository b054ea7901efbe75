/* The frames of a trajectory in memory, so that any of them can be shown at once. An agent takes 24
 * bytes in a frame. If the frames need more than a limit, only every second one is kept, then every
 * fourth, and so on. */
#ifndef SERVE_HOST_RECORDED_TAPE_H
#define SERVE_HOST_RECORDED_TAPE_H

#include "base/memory.h"
#include "record/file/keys.h"
#include <wend/kit.h>

/* An agent in a frame. */
typedef struct tape_agent {
    wend_vec2 at; /* in local coordinates */
    wend_vec2 velocity;
    uint16_t radius;       /* mm */
    uint8_t layer, status; /* activity in bits 0 to 3, solve status in bits 4 and 5 */
    uint32_t slot;         /* the number of its key */
} tape_agent;

/* A wall of a door or a moving obstacle. */
typedef struct tape_wall {
    wend_vec2 a, b;
    uint32_t layer;
} tape_wall;

typedef struct tape_frame {
    double time;
    uint64_t number; /* of the frame in the file, from 0 */
    tape_agent *agents;
    tape_wall *walls;
    uint32_t agent_count, wall_count;
    uint32_t seen; /* number of different keys up to this frame */
} tape_frame;

typedef struct tape {
    memory *heap;
    size_t limit, used; /* bytes of all frames */
    tape_frame *frames;
    uint32_t count, capacity;
    uint64_t total;   /* number of frames in the file */
    uint64_t spacing; /* every how many frames one is kept */
    key_table keys;
    uint64_t *key_of; /* indexed by slot */
    uint32_t key_capacity;
    wend_point low, high; /* box of all positions, in the coordinates of the file */
} tape;

enum { TAPE_LIMIT = 1 << 29 /* bytes */ };

/* Prepares a tape whose frames take at most `limit` bytes. */
void tape_init(tape *t, memory *heap, size_t limit);
void tape_free(tape *t);
/* Adds the next frame of a file. Returns false if out of memory. */
bool tape_add(tape *t, const wend_space *space, const wend_frame *frame);
/* Returns the index of the last frame that is kept and whose number is at most `number`; 0 if there
 * is none. */
uint32_t tape_find(const tape *t, uint64_t number);

#endif
