/* step/empty_view.h: a view of a space without agents, goals, doors or obstacles, for planner
 * searches outside a world. */
#ifndef STEP_EMPTY_VIEW_H
#define STEP_EMPTY_VIEW_H

#include "step/internals.h"
#include "step/worker_buffers.h"

/* A view and the data that it refers to. Must not be copied or moved once in use. It has one
 * worker, with index 0. */
typedef struct empty_view {
    wend_view view;
    struct wend_internals internals;
    overlay overlay; /* an overlay without walls */
    memory memory;
    memory_arena scratch;
} empty_view;

/* Initialises the view. If `allocator` is NULL, the C heap is used. Returns false if out of
 * memory. */
bool empty_view_init(empty_view *empty, const wend_allocator *allocator);
void empty_view_free(empty_view *empty);

/* Sets the space and the obstacle classes that are on. Invalidates scratch memory taken earlier. */
void empty_view_set_space(empty_view *empty, const wend_space *space, uint32_t classes);

#endif
