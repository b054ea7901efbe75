/* step/internals.h: the internals of a view. Stages written by users reach them only through the
 * view's functions. */
#ifndef STEP_INTERNALS_H
#define STEP_INTERNALS_H

#include <wend/model.h>

#include "base/memory.h"
#include "step/claims.h"
#include "step/connections.h"
#include "step/ground/belts.h"
#include "step/ground/density.h"
#include "step/ground/fields.h"
#include "step/ground/rules.h"
#include "step/labels.h"
#include "step/overlay.h"
#include "step/routes.h"
#include "step/store.h"

/* The cells of one layer: strips along x, each divided into bins. */
typedef struct near_layer {
    float x, y;            /* m: corner with the smallest coordinates */
    float per_strip;       /* 1/m: reciprocal of the strip height */
    float per_bin;         /* 1/m: reciprocal of the bin width */
    uint32_t strips, bins; /* number of strips, and of bins per strip; at least 1 */
    uint32_t first_cell;
    float last_strip, last_bin; /* `strips - 1` and `bins - 1` */
} near_layer;

/* A bounding box of bodies. If there are no bodies, `low` is above `high`. */
typedef struct near_box {
    wend_vec2 low, high;
} near_box;

/* Bodies sorted by cell. Those in cell c have the indices starts[c] to starts[c + 1] - 1. */
typedef struct near_grid {
    near_layer layers[WEND_MAX_LAYERS];
    near_box boxes[WEND_MAX_LAYERS]; /* bounding box of the bodies on each layer */
    uint32_t layer_count;
    uint32_t *starts;
    uint32_t cell_count;
    float reach;             /* m: largest radius of a query */
    float smallest, largest; /* m: smallest and largest radius of all bodies */
    uint32_t flags;          /* flags that any of the bodies has */
    float oversized_radius; /* m: bodies with a larger radius are oversized; see near/oversized.c */
    uint32_t *oversized_list; /* indices of oversized bodies, sorted by x, then by key */
    uint32_t oversized_count;
} near_grid;

struct wend_internals {
    const cold_store *cold;
    const goal_table *goals;
    const index_list *goal_sets;
    const bool *takes_all_goals; /* wend_selector.takes_all_goals of each profile */
    const index_list *groups;
    const label_table *labels;
    const path_record *paths;
    const map_record *maps;
    uint32_t map_count;
    const route_pool *routes;
    const near_grid *grid;
    const overlay *overlay;
    const connection_table *connections;
    const terrain_table *terrains;
    const field_table *fields;
    const belt_table *belts;
    const density_grid *density;      /* NULL or without values if there is none */
    struct selection *selection;      /* step/choice/selection.h; NULL in a view without a world */
    const struct queue_table *queues; /* state/queues.h */
    claim_table *claims;
    memory_arena *scratch;                /* indexed by worker */
    struct worker_buffer *worker_buffers; /* BUFFER_COUNT per worker: see step/worker_buffers.h */
    memory *memory;                       /* from which worker buffers are allocated */
    uint32_t worker_count;
    uint64_t *search_nodes; /* by worker, SEARCH_NODES_STRIDE apart: number of search nodes in this
                               step; NULL if they are not counted */
    float fastest;          /* m/s: the largest max_speed that any agent may have */
    wend_kernel kernel;     /* never WEND_KERNEL_AUTO */
    uint32_t classes;       /* obstacle classes that are on in the world */
};

/* The counters of two workers are not in the same cache line. */
enum { SEARCH_NODES_STRIDE = 8 };

/* Returns the view for one agent, with only the obstacle classes that count for it. If agents have
 * class masks, the result is a copy of the view in `storage`. */
static inline const wend_view *internals_view_of(const wend_view *view, uint32_t slot,
                                                 wend_view *storage) {
    const uint32_t *masks = store_class_masks(view->internals->cold);
    if (__builtin_expect(masks == NULL, 1)) {
        return view;
    }
    *storage = *view;
    storage->classes = view->internals->classes & masks[slot];
    return storage;
}

/* Inline versions of wend_view_goal, wend_view_route and wend_view_goal_region, for the library's
 * own stages. */
static inline uint32_t internals_goal(const wend_view *view, uint32_t index) {
    return store_target_goal(view->internals->cold, view->bodies[index].slot);
}

static inline const wend_route *internals_route(const wend_view *view, uint32_t index) {
    uint32_t route = view->internals->cold->route[view->bodies[index].slot];
    return route == 0 ? NULL : route_pool_at(view->internals->routes, route);
}

static inline const wend_region *internals_goal_region(const wend_view *view, uint32_t goal) {
    return &view->internals->goals->records[goal].region;
}

/* True if a member of an agent's goal set may be reachable: see wend_view_is_goal_reachable. */
static inline bool internals_is_reachable(const wend_view *view, uint32_t index, uint32_t member) {
    uint64_t unreachable = store_unreachable(view->internals->cold, view->bodies[index].slot);
    return !(unreachable & store_member_bit(member));
}

/* True if agents of a profile head for all goals of their set at the same time. */
static inline bool internals_takes_all_goals(const wend_view *view, uint32_t profile) {
    return view->internals->takes_all_goals && view->internals->takes_all_goals[profile];
}

#endif
