/* steer/solve/planes/batch_active_lanes.h: finds the neighbours that eight agents consider, the
 * SIMD version of planes_find_neighbours. A file that includes this header defines LANES_AVX2 or
 * LANES_QUADS.
 *
 * A model calls batch_active_begin, then takes one batch after another with near_batch_next, calls
 * batch_active_rank, and continues with the lanes that are not in `left_to_scalar`. It processes
 * the lanes in `left_to_scalar` one by one. These are oversized agents, agents near an oversized
 * agent, agents at exactly the position of another, and agents with neighbours that could not be
 * ranked (see near/nearest_lanes.h). */
#ifndef STEER_SOLVE_PLANES_BATCH_ACTIVE_LANES_H
#define STEER_SOLVE_PLANES_BATCH_ACTIVE_LANES_H

#include "near/body_lanes.h"
#include "near/near.h"
#include "near/nearest_lanes.h"
#include "steer/solve/planes/planes.h"

/* The state of one batch of eight agents. */
typedef struct batch_active {
    lane_bodies self;
    lanes farthest; /* search radius of each agent, in m */
    const planes_call *call;
    uint32_t left_to_scalar; /* mask of the lanes that the scalar code processes */
    uint32_t crowded;        /* mask of the lanes that could touch an agent they do not consider */
    near_cursor cursor;
    near_batch batch;
    lane_query query;
    lane_search search;
} batch_active;

/* Starts the loop over the agents of a call. */
static inline void batch_active_begin(batch_active *active_batch, const planes_call *call) {
    active_batch->call = call;
    active_batch->cursor = near_cursor_at(call->agents->ranges, call->agents->range_count);
    active_batch->search.view = call->view;
    active_batch->search.cursor = &active_batch->cursor;
    active_batch->search.batch = &active_batch->batch;
    active_batch->search.query = &active_batch->query;
    active_batch->search.has_links = wend_space_link_count(call->view->space) > 0;
    active_batch->search.guess = 0.0F;
}

static inline void load_batch(batch_active *active_batch) {
    const wend_body *bodies = active_batch->call->view->bodies;
    const void *rows[LANES];
    near_batch_rows(&active_batch->batch, bodies, sizeof *bodies, 0, rows);
    active_batch->self = load_bodies(rows);
}

/* Returns the greatest distance at which planes_could_touch may be true. */
static float touching_distance(const batch_active *active_batch) {
    const struct wend_internals *internals = active_batch->call->view->internals;
    return 2.0F * internals->grid->largest +
           2.0F * internals->fastest * active_batch->call->view->steer_interval;
}

/* Sets the query for the batch's neighbour search. */
static inline void set_query(batch_active *active_batch) {
    const planes_call *call = active_batch->call;
    lane_query *query = &active_batch->query;
    lanes distance =
        load_column(call->params->neighbour_distance, call->view, &active_batch->batch);
    const near_grid *grid = call->view->internals->grid;
    lanes larger = lanes_sub(active_batch->self.radius, lanes_set(NEAR_USUAL_RADIUS));
    distance = lanes_add(distance, lanes_set(near_extra_of_usual(grid)));
    distance = lanes_add(distance, lanes_max(larger, lanes_zero()));
    active_batch->farthest = lanes_min(distance, lanes_set(grid->reach));
    lanes_store(query->distance, active_batch->farthest);
    query->farthest = query->distance[0];
    for (uint32_t i = 1; i < LANES; i++) {
        bool farther = query->distance[i] > query->farthest;
        query->farthest = farther ? query->distance[i] : query->farthest;
    }
    query->neighbours = (uint32_t)call->params->neighbours;
    query->certain = touching_distance(active_batch);
}

/* Returns the lanes that have an oversized agent within their search radius. */
static uint32_t lanes_near_oversized(const batch_active *active_batch) {
    const wend_view *view = active_batch->call->view;
    uint32_t found = 0;
    if (view->internals->grid->oversized_count == 0) {
        return 0;
    }
    for (uint32_t i = 0; i < active_batch->batch.count; i++) {
        wend_vec2 point = view->bodies[active_batch->batch.body[i]].position;
        found |= (uint32_t)near_has_oversized(view, point, point, active_batch->query.farthest)
                 << i;
    }
    return found;
}

static void rank_batch(batch_active *active_batch) {
    uint32_t used = near_batch_used(&active_batch->batch),
             near_oversized = lanes_near_oversized(active_batch);
    active_batch->left_to_scalar = near_oversized;
    if (near_oversized == used) {
        return;
    }
    active_batch->search.x = active_batch->self.x;
    active_batch->search.y = active_batch->self.y;
    find_nearest(&active_batch->search, active_batch->self.tags);
    if (!active_batch->search.ranked) {
        active_batch->left_to_scalar = near_batch_used(&active_batch->batch);
        return;
    }
    /* If two agents have exactly the same position, the scalar code decides which one goes where.
     */
    lanes next = lanes_load(active_batch->search.ranks.key[1]);
    uint32_t at_one_position = lanes_bits(lanes_same(next, lanes_zero()));
    used = near_batch_used(&active_batch->batch);
    active_batch->left_to_scalar =
        (near_oversized | active_batch->search.left_to_scalar | at_one_position) & used;
}

/* Finds the lanes that could touch an agent that is not among their neighbours. */
static inline void find_crowded(batch_active *active_batch) {
    const planes_call *call = active_batch->call;
    float keys[LANES], certain = active_batch->query.certain;
    lanes beyond = lanes_load(active_batch->search.ranks.key[active_batch->query.neighbours + 1]);
    lanes seen =
        lanes_less_equal(beyond, lanes_mul(active_batch->farthest, active_batch->farthest));
    lanes near = lanes_less_equal(beyond, lanes_set(certain * certain));
    uint32_t possible = lanes_bits(lanes_and(seen, near)) & near_batch_used(&active_batch->batch);
    active_batch->crowded = 0;
    lanes_store(keys, beyond);
    for (; possible; possible &= possible - 1) {
        uint32_t lane = (uint32_t)__builtin_ctz(possible);
        const wend_body *body = &call->view->bodies[active_batch->batch.body[lane]];
        active_batch->crowded |= (uint32_t)planes_could_touch(call, body, keys[lane]) << lane;
    }
}

/* True if batches can be used. If agents consider too many neighbours for a batch, they are
 * processed one by one. */
static inline bool batch_active_fits(const planes_call *call) {
    return (uint32_t)call->params->neighbours + 2 <= BATCH_RANKS;
}

/* Loads a batch and ranks the neighbours of its agents. Returns false if all of them must be
 * processed one by one. */
static inline bool batch_active_rank(batch_active *active_batch) {
    load_batch(active_batch);
    set_query(active_batch);
    rank_batch(active_batch);
    return active_batch->left_to_scalar != near_batch_used(&active_batch->batch);
}

#endif
