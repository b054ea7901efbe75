/* A view of a space without a world: see empty_view.h. */
#include "step/empty_view.h"

bool empty_view_init(empty_view *empty, const wend_allocator *allocator) {
    *empty = (empty_view){0};
    memory_init(&empty->memory, allocator);
    arena_init(&empty->scratch, &empty->memory);
    empty->internals.overlay = &empty->overlay;
    empty->internals.scratch = &empty->scratch;
    empty->internals.memory = &empty->memory;
    empty->internals.worker_count = 1;
    empty->internals.worker_buffers =
        memory_get_zeroed(&empty->memory, BUFFER_COUNT * sizeof *empty->internals.worker_buffers);
    return empty->internals.worker_buffers != NULL;
}

void empty_view_free(empty_view *empty) {
    worker_buffers_free(empty->internals.worker_buffers, 1, &empty->memory);
    arena_free(&empty->scratch);
}

void empty_view_set_space(empty_view *empty, const wend_space *space, uint32_t classes) {
    arena_reset(&empty->scratch);
    empty->view =
        (wend_view){.space = space, .classes = classes | 1U, .internals = &empty->internals};
}
