/* Worker buffers: see worker_buffers.h. */
#include "step/worker_buffers.h"

#include <string.h>

#include "base/error.h"
#include "step/internals.h"

enum {
    BUFFER_UNIT = 64,
    BUFFER_LARGEST = 1 << 28 /* largest buffer size, in units of BUFFER_UNIT bytes: 16 GiB */
};

static worker_buffer *buffer_of(const wend_view *view, uint32_t worker, uint32_t which) {
    return &view->internals->worker_buffers[worker * BUFFER_COUNT + which];
}

void *worker_buffer_take(const wend_view *view, uint32_t worker, uint32_t which, size_t size) {
    worker_buffer *buffer = buffer_of(view, worker, which);
    size_t units = (size + BUFFER_UNIT - 1) / BUFFER_UNIT;
    uint32_t before = buffer->capacity;
    if (units > BUFFER_LARGEST || !memory_grow(view->internals->memory, &buffer->bytes, BUFFER_UNIT,
                                               &buffer->capacity, (uint32_t)units)) {
        return NULL;
    }
    if (buffer->capacity > before) {
        memset((char *)buffer->bytes + (size_t)before * BUFFER_UNIT, 0,
               (size_t)(buffer->capacity - before) * BUFFER_UNIT);
    }
    return buffer->bytes;
}

size_t worker_buffer_size(const wend_view *view, uint32_t worker, uint32_t which) {
    return (size_t)buffer_of(view, worker, which)->capacity * BUFFER_UNIT;
}

void worker_buffers_free(worker_buffer *worker_buffers, uint32_t worker_count, memory *from) {
    for (uint32_t i = 0; worker_buffers && i < worker_count * BUFFER_COUNT; i++) {
        memory_free(from, worker_buffers[i].bytes,
                    (size_t)worker_buffers[i].capacity * BUFFER_UNIT);
    }
    memory_free(from, worker_buffers, worker_count * BUFFER_COUNT * sizeof *worker_buffers);
}

void wend_view_count_nodes(const wend_view *view, uint32_t worker, uint64_t count) {
    WEND_ASSERT(view != NULL);
    uint64_t *nodes = view->internals->search_nodes;
    if (nodes) {
        nodes[worker * SEARCH_NODES_STRIDE] += count;
    }
}
