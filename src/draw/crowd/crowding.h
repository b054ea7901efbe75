/* The local density around each agent of a frame. */
#ifndef DRAW_CROWD_CROWDING_H
#define DRAW_CROWD_CROWDING_H

#include "base/memory.h"
#include <wend/kit.h>

/* Buffers that are kept from frame to frame. To start, zero the struct and set `heap`. */
typedef struct crowding {
    memory *heap;
    double *densities; /* persons per m2, one for each agent of the frame */
    uint32_t *heads;   /* for each bucket: index of its first agent plus 1, or 0 */
    uint32_t *next;    /* for each agent: index of the next agent in its bucket plus 1, or 0 */
    uint32_t density_capacity, head_capacity, next_capacity;
} crowding;

/* Computes the densities of a frame. Returns false if out of memory. */
bool crowding_measure(crowding *c, const wend_frame *frame);
void crowding_free(crowding *c);

#endif
