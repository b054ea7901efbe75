/* step/worker_buffers.h: memory that a worker keeps from one call to the next.
 *
 * A search needs much memory for one agent at a time; scratch memory would accumulate over the
 * agents of a step. A buffer grows to the largest size that was ever requested, and stays. It still
 * contains what the last user on that worker left, so no result may depend on its content. */
#ifndef STEP_WORKER_BUFFERS_H
#define STEP_WORKER_BUFFERS_H

#include <wend/view.h>

#include "base/memory.h"

enum {
    BUFFER_NODES, /* nodes of a search */
    BUFFER_HEAP,
    BUFFER_MARKS,         /* marks of a search on vertices or polygons; new memory is zeroed */
    BUFFER_AXIS_SEGMENTS, /* a route on a corridor map, and the data made from it */
    BUFFER_DISCS,
    BUFFER_POINTS,
    BUFFER_CHANNEL,
    BUFFER_PORTALS,
    BUFFER_LOCATIONS, /* a route on a roadmap */
    BUFFER_ARCS,      /* a search over connections */
    BUFFER_ARC_ITEMS,
    BUFFER_ARC_HEAP,
    BUFFER_PUBLIC, /* the first of the users' buffers: wend_view_buffer */
    BUFFER_COUNT = BUFFER_PUBLIC + WEND_WORKER_BUFFERS
};

typedef struct worker_buffer {
    void *bytes;
    uint32_t capacity; /* units of BUFFER_UNIT bytes */
} worker_buffer;

/* Grows the worker's buffer `which` to at least `size` bytes and returns it. The content is kept.
 * Returns NULL when memory ran out. */
void *worker_buffer_take(const wend_view *view, uint32_t worker, uint32_t which, size_t size);

/* Returns the size of a buffer in bytes. */
size_t worker_buffer_size(const wend_view *view, uint32_t worker, uint32_t which);

void worker_buffers_free(worker_buffer *worker_buffers, uint32_t worker_count, memory *from);

#endif
