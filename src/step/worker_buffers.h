/* step/worker_buffers.h: memory that a worker keeps from one call to the next.
 *
 * A search needs much memory, but only for one agent at a time. Scratch memory would accumulate
 * over the agents of a step. A buffer grows to the largest size ever requested, and is not freed
 * between calls. The buffer still contains what its last user on that worker wrote, so no result
 * may depend on its content. */
#ifndef STEP_WORKER_BUFFERS_H
#define STEP_WORKER_BUFFERS_H

#include <wend/view.h>

#include "base/memory.h"

enum {
    BUFFER_NODES, /* nodes of a graph search */
    BUFFER_HEAP,
    BUFFER_MARKS, /* marks that a search leaves on vertices or polygons; new memory is zeroed */
    BUFFER_AXIS_SEGMENTS, /* a route on a corridor map; derived data follows */
    BUFFER_DISCS,
    BUFFER_POINTS,
    BUFFER_TREE_PATH, /* a path from a path tree */
    BUFFER_CHANNEL,
    BUFFER_PORTALS,
    BUFFER_LOCATIONS, /* a route on a roadmap */
    BUFFER_ARCS,      /* a search over connections */
    BUFFER_ARC_ITEMS,
    BUFFER_ARC_HEAP,
    BUFFER_NET_EDGES, /* a search for a weighted path: plan/weighted */
    BUFFER_NET_MARKS,
    BUFFER_CROSSINGS,
    BUFFER_PUBLIC, /* the first of the buffers for users: see wend_view_buffer */
    BUFFER_COUNT = BUFFER_PUBLIC + WEND_WORKER_BUFFERS
};

typedef struct worker_buffer {
    void *bytes;
    uint32_t capacity; /* in units of BUFFER_UNIT bytes */
} worker_buffer;

/* Grows the worker's buffer `which` to at least `size` bytes and returns it, with its content kept.
 * Returns NULL if out of memory. */
void *worker_buffer_take(const wend_view *view, uint32_t worker, uint32_t which, size_t size);

/* Returns the size of a buffer in bytes. */
size_t worker_buffer_size(const wend_view *view, uint32_t worker, uint32_t which);

void worker_buffers_free(worker_buffer *worker_buffers, uint32_t worker_count, memory *from);

#endif
