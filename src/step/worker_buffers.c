/* Worker buffers: see worker_buffers.h. */
#include "step/worker_buffers.h"

#include <string.h>

#include "base/error.h"
#include "step/internals.h"

enum {
    BUFFER_UNIT = 64,
    FIRST_UNITS = 16,
    BUFFER_LARGEST = 1 << 28 /* largest buffer size, in units of BUFFER_UNIT bytes: 16 GiB */
};

static worker_buffer *buffer_of(const wend_view *view, uint32_t worker, uint32_t which) {
    return &view->internals->worker_buffers[worker * BUFFER_COUNT + which];
}

/* Replaces the memory of a buffer by a larger block with the same content; the rest is zeroed. */
static bool enlarge(worker_buffer *buffer, uint32_t units, memory *from) {
    size_t before = (size_t)buffer->capacity * BUFFER_UNIT, after = (size_t)units * BUFFER_UNIT;
    char *grown = memory_get(from, after);
    if (grown == NULL) {
        return false;
    }
    if (buffer->bytes != NULL) {
        memcpy(grown, buffer->bytes, before);
        memory_free(from, buffer->bytes, before);
    }
    memset(grown + before, 0, after - before);
    *buffer = (worker_buffer){grown, units};
    return true;
}

void *worker_buffer_take(const wend_view *view, uint32_t worker, uint32_t which, size_t size) {
    worker_buffer *buffer = buffer_of(view, worker, which);
    size_t units = (size + BUFFER_UNIT - 1) / BUFFER_UNIT;
    if (units > BUFFER_LARGEST) {
        return NULL;
    }
    if (units <= buffer->capacity && buffer->bytes != NULL) {
        return buffer->bytes;
    }
    /* Buffers are kept and large, so they grow by a quarter; they do not double as arrays do. */
    uint32_t wanted = buffer->capacity + buffer->capacity / 4;
    wanted = wanted < (uint32_t)units ? (uint32_t)units : wanted;
    return enlarge(buffer, wanted < FIRST_UNITS ? FIRST_UNITS : wanted, view->internals->memory)
               ? buffer->bytes
               : NULL;
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
