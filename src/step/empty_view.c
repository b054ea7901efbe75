#include "step/empty_view.h"

bool empty_view_init(empty_view *empty, const wend_allocator *allocator) {
    *empty = (empty_view){0};
    memory_init(&empty->memory, allocator);
    arena_init(&empty->scratch, &empty->memory);
    empty->inside.overlay = &empty->overlay;
    empty->inside.scratch = &empty->scratch;
    empty->inside.memory = &empty->memory;
    empty->inside.worker_count = 1;
    empty->inside.rooms =
        memory_get_zeroed(&empty->memory, ROOM_COUNT * sizeof *empty->inside.rooms);
    return empty->inside.rooms != NULL;
}

void empty_view_free(empty_view *empty) {
    rooms_free(empty->inside.rooms, 1, &empty->memory);
    arena_free(&empty->scratch);
}

void empty_view_show(empty_view *empty, const wend_space *space, uint32_t classes) {
    arena_reset(&empty->scratch);
    empty->view = (wend_view){.space = space, .classes = classes | 1U, .inside = &empty->inside};
}
