/* step/rooms.h: memory that a worker keeps from one call to the next.
 *
 * Searches need more than a little, for one agent at a time: scratch memory would pile up over the
 * agents of a step. A room grows to the most that was ever asked for, and stays; whoever asks finds
 * what the last one left, on that worker, so no result may depend on it. */
#ifndef STEP_ROOMS_H
#define STEP_ROOMS_H

#include <wend/view.h>

#include "base/memory.h"

enum {
    ROOM_NODES, /* of a search */
    ROOM_HEAP,
    ROOM_MARKS, /* what a search knows of vertices or polygons; new room is zeroed */
    ROOM_BITS,  /* of a way on a corridor map, and what it is made into */
    ROOM_DISCS,
    ROOM_POINTS,
    ROOM_GATES,
    ROOM_PORTALS,
    ROOM_PLACES, /* of a way over a roadmap */
    ROOM_ARCS,   /* of a search over connections */
    ROOM_ARC_ITEMS,
    ROOM_ARC_HEAP,
    ROOM_PUBLIC, /* the first of those that models of users have: wend_view_buffer */
    ROOM_COUNT = ROOM_PUBLIC + WEND_WORKER_BUFFERS
};

typedef struct step_room {
    void *bytes;
    uint32_t capacity; /* elements of ROOM_UNIT bytes */
} step_room;

/* Room for at least `size` bytes in the worker's room `which`, the former content kept; NULL when
 * memory ran out. */
void *rooms_take(const wend_view *view, uint32_t worker, uint32_t which, size_t size);

/* The bytes that a room has. */
size_t rooms_size(const wend_view *view, uint32_t worker, uint32_t which);

void rooms_free(step_room *rooms, uint32_t worker_count, memory *from);

#endif
