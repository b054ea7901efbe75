/* A view that has only the buffers of one worker, for tests of searches. */
#ifndef SUPPORT_BUFFERS_H
#define SUPPORT_BUFFERS_H

#include <check.h>
#include <string.h>

#include "step/internals.h"
#include "step/worker_buffers.h"

typedef struct bench {
    memory memory;
    worker_buffer worker_buffers[BUFFER_COUNT];
    struct wend_internals internals;
    wend_view view;
} bench;

static inline void bench_start(bench *b, const wend_allocator *allocator) {
    memset(b, 0, sizeof *b);
    memory_init(&b->memory, allocator);
    b->internals.worker_buffers = b->worker_buffers;
    b->internals.memory = &b->memory;
    b->internals.worker_count = 1;
    b->view.internals = &b->internals;
}

/* Frees the buffers. Fails the test if any memory is left. */
static inline void bench_end(bench *b) {
    for (uint32_t i = 0; i < BUFFER_COUNT; i++) {
        memory_free(&b->memory, b->worker_buffers[i].bytes, worker_buffer_size(&b->view, 0, i));
    }
    ck_assert_uint_eq(b->memory.held, 0);
}

#endif
