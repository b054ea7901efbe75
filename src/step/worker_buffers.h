/* step/worker_buffers.h: worker buffers: memory that a worker keeps from one call to the next.
 *
 * A search needs much memory for one agent at a time; scratch memory would accumulate over the
 * agents of a step. A buffer grows to the largest size that was ever requested, and stays. It still
 * contains what the last user on that worker left, so no result may depend on its content. */
#ifndef STEP_WORKER_BUFFERS_H
#define STEP_WORKER_BUFFERS_H

#include <wend/view.h>

#include "base/memory.h"

enum {
    ROOM_NODES, /* nodes of a search */
    ROOM_HEAP,
    ROOM_MARKS, /* marks of a search on vertices or polygons; new memory is zeroed */
    ROOM_BITS,  /* a route on a corridor map, and the data made from it */
    ROOM_DISCS,
    ROOM_POINTS,
    ROOM_GATES,
    ROOM_PORTALS,
    ROOM_PLACES, /* a route on a roadmap */
    ROOM_ARCS,   /* a search over connections */
    ROOM_ARC_ITEMS,
    ROOM_ARC_HEAP,
    ROOM_PUBLIC, /* the first of the users' buffers: wend_view_buffer */
    ROOM_COUNT = ROOM_PUBLIC + WEND_WORKER_BUFFERS
};

typedef struct step_room {
    void *bytes;
    uint32_t capacity; /* units of ROOM_UNIT bytes */
} step_room;

/* Grows the worker's buffer `which` to at least `size` bytes and returns it. The content is kept.
 * Returns NULL when memory ran out. */
void *rooms_take(const wend_view *view, uint32_t worker, uint32_t which, size_t size);

/* Returns the size of a buffer in bytes. */
size_t rooms_size(const wend_view *view, uint32_t worker, uint32_t which);

void rooms_free(step_room *rooms, uint32_t worker_count, memory *from);

#endif
