/* Worker buffers: see rooms.h. */
#include "step/worker_buffers.h"

#include <string.h>

#include "step/internals.h"

enum { ROOM_UNIT = 64, ROOM_LARGEST = 1 << 28 /* units: 16 GiB */ };

static step_room *room_of(const wend_view *view, uint32_t worker, uint32_t which) {
    return &view->internals->rooms[worker * ROOM_COUNT + which];
}

void *rooms_take(const wend_view *view, uint32_t worker, uint32_t which, size_t size) {
    step_room *room = room_of(view, worker, which);
    size_t units = (size + ROOM_UNIT - 1) / ROOM_UNIT;
    uint32_t before = room->capacity;
    if (units > ROOM_LARGEST || !memory_grow(view->internals->memory, &room->bytes, ROOM_UNIT,
                                             &room->capacity, (uint32_t)units)) {
        return NULL;
    }
    if (room->capacity > before) {
        memset((char *)room->bytes + (size_t)before * ROOM_UNIT, 0,
               (size_t)(room->capacity - before) * ROOM_UNIT);
    }
    return room->bytes;
}

size_t rooms_size(const wend_view *view, uint32_t worker, uint32_t which) {
    return (size_t)room_of(view, worker, which)->capacity * ROOM_UNIT;
}

void rooms_free(step_room *rooms, uint32_t worker_count, memory *from) {
    for (uint32_t i = 0; rooms && i < worker_count * ROOM_COUNT; i++) {
        memory_free(from, rooms[i].bytes, (size_t)rooms[i].capacity * ROOM_UNIT);
    }
    memory_free(from, rooms, worker_count * ROOM_COUNT * sizeof *rooms);
}
