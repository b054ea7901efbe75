/* step/prefetch.h: requests the cold data of agents some time before a loop over bodies needs it.
 *
 * Bodies are in spatial order, but cold data is indexed by slot, in the order in which agents were
 * created. The data of successive bodies may lie anywhere, so in a large world each access would
 * wait for memory. Prefetching changes no result. The distances below are numbers of bodies: at
 * some 50 ns per body, data from memory arrives in time. */
#ifndef STEP_PREFETCH_H
#define STEP_PREFETCH_H

#include "space/space.h"
#include "step/internals.h"

enum {
    PREFETCH_NEAR = 4,
    PREFETCH_AHEAD = 8, /* a route takes three accesses, one after the other */
    PREFETCH_FAR = 16,
    PREFETCH_FARTHEST = 24,
    PREFETCH_LEAST_CELLS = 1 << 16, /* a smaller edge table (8 bytes per cell) stays in the cache */
    PREFETCH_LEAST_BODIES = 2000,   /* the cold data of fewer agents stays in the cache */
    PREFETCH_LEAST_GOALS = 1024     /* the records of fewer goals stay in the cache */
};

/* Requests an element of a column, to be read or written, for the body `far` places after `index`,
 * if the range goes that far. */
#define PREFETCH_COLUMN(column, bodies, index, end, far)                                           \
    do {                                                                                           \
        if ((index) + (far) < (end)) {                                                             \
            __builtin_prefetch(&(column)[(bodies)[(index) + (far)].slot], 1);                      \
        }                                                                                          \
    } while (0)

/* gcc takes a function that only prefetches for one without effect and drops calls to it, unless
 * they are inlined early. */
#define PREFETCH_INLINE static inline __attribute__((always_inline)) void

/* Requests the descriptor's state of a body after `index`, in a range that ends at `end`. */
PREFETCH_INLINE prefetch_state(const wend_view *view, const wend_agents *agents, uint32_t index,
                               uint32_t end) {
    if (index + PREFETCH_FAR < end) {
        char *state = wend_agents_state(agents, view->bodies[index + PREFETCH_FAR].slot);
        for (size_t i = 0; i < agents->state_size; i += STORE_LINE) {
            __builtin_prefetch(state + i, 1);
        }
        __builtin_prefetch(state + agents->state_size - 1, 1);
    }
}

/* True if there are many bodies, and a layer's edge table (space/space.h) is too large to stay in
 * the cache. */
static inline bool prefetch_needs_wall_cells(const wend_view *view) {
    bool needs = false;
    for (uint32_t i = 0; i < wend_space_layer_count(view->space); i++) {
        const space_edge_table *table = &view->space->layers[i].edge_table;
        needs = needs || table->columns * table->rows >= PREFETCH_LEAST_CELLS;
    }
    return needs && view->body_count >= PREFETCH_LEAST_BODIES;
}

/* Requests the cell of the edge table for a body after `index`. */
PREFETCH_INLINE prefetch_wall_cell(const wend_view *view, uint32_t index, uint32_t end) {
    if (index + PREFETCH_FAR < end) {
        const wend_body *body = &view->bodies[index + PREFETCH_FAR];
        __builtin_prefetch(
            space_cell_of(&view->space->layers[wend_body_layer(body)].edge_table, body->position));
    }
}

/* Requests the pool's entries for the routes of bodies after `index`: first the handle, then the
 * entry. */
PREFETCH_INLINE prefetch_route_entry(const wend_view *view, uint32_t index, uint32_t end) {
    const uint32_t *handles = view->internals->cold->route;
    const route_entry *entries = view->internals->routes->entries;
    PREFETCH_COLUMN(handles, view->bodies, index, end, PREFETCH_FARTHEST);
    if (index + PREFETCH_FAR < end) {
        uint32_t handle = handles[view->bodies[index + PREFETCH_FAR].slot];
        __builtin_prefetch(&entries[handle ? handle - 1 : 0]);
    }
}

/* Does the same, and then requests the routes themselves. */
PREFETCH_INLINE prefetch_route(const wend_view *view, uint32_t index, uint32_t end) {
    prefetch_route_entry(view, index, end);
    if (index + PREFETCH_AHEAD < end) {
        const wend_route *route = internals_route(view, index + PREFETCH_AHEAD);
        __builtin_prefetch(route);
        __builtin_prefetch(route ? &route->disc_count : NULL);
    }
}

/* True if the agents' goals are too many to stay in the cache. */
static inline bool prefetch_needs_goals(const wend_view *view) {
    return view->body_count >= PREFETCH_LEAST_BODIES &&
           view->internals->goals->count >= PREFETCH_LEAST_GOALS;
}

/* Requests the goals of bodies after `index`: first the index, then the first line of the record,
 * which contains all that followers and arrivals read. */
PREFETCH_INLINE prefetch_goal(const wend_view *view, uint32_t index, uint32_t end) {
    const uint32_t *goals = view->internals->cold->goal;
    PREFETCH_COLUMN(goals, view->bodies, index, end, PREFETCH_FARTHEST);
    if (index + PREFETCH_FAR < end) {
        uint32_t goal = goals[view->bodies[index + PREFETCH_FAR].slot];
        if (goal != WEND_NO_GOAL) {
            __builtin_prefetch(&view->internals->goals->records[goal]);
        }
    }
}

#endif
