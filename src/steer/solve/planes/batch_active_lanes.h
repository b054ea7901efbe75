/* steer/solve/planes/batch_active_lanes.h: finds the neighbours that eight agents consider, the
 * SIMD version of planes_heeded. A file that includes this defines LANES_AVX2 or LANES_SSE2.
 *
 * A model calls unit_heed_begin, takes batch after batch with near_unit_next, calls unit_heed_rank,
 * and continues with the lanes that are not in `done_alone`; it processes those one by one. They
 * are: oversized agents and agents with one nearby, agents at exactly the position of another, and
 * agents with neighbours that could not be ranked (see near/nearest_lanes.h). */
#ifndef STEER_SOLVE_PLANES_BATCH_ACTIVE_LANES_H
#define STEER_SOLVE_PLANES_BATCH_ACTIVE_LANES_H

#include "near/near.h"
#include "near/nearest_lanes.h"
#include "steer/solve/planes/planes.h"

/* Eight bodies, column by column. */
typedef struct lane_bodies {
    lanes x, y, vx, vy, radius, tags;
} lane_bodies;

static inline lane_bodies load_bodies(const void *const rows[LANES]) {
    lanes columns[LANES];
    lanes_transpose(rows, columns);
    return (lane_bodies){columns[0], columns[1], columns[2], columns[3], columns[4], columns[5]};
}

/* Loads the values of a column for the agents of a batch. */
static inline lanes load_column(wend_column column, const wend_view *view, const near_unit *unit) {
    if (column.stride == 0) {
        return lanes_set(wend_column_at(column, 0));
    }
    float out[LANES];
    for (uint32_t i = 0; i < LANES; i++) {
        out[i] = wend_column_at(column, view->bodies[unit->body[i]].slot);
    }
    return lanes_load(out);
}

/* The state of one batch of eight. */
typedef struct unit_heed {
    lane_bodies self;
    lanes farthest; /* search radius of each agent, m */
    const planes_call *call;
    uint32_t done_alone; /* lanes that the scalar code processes */
    uint32_t crowded;    /* lanes that could touch agents beyond those considered */
    near_cursor cursor;
    near_unit unit;
    lane_query query;
    lane_search search;
} unit_heed;

/* Starts the loop over the agents of a call. */
static inline void unit_heed_begin(unit_heed *heed, const planes_call *call) {
    heed->call = call;
    heed->cursor = near_cursor_at(call->agents->ranges, call->agents->range_count);
    heed->search.view = call->view;
    heed->search.cursor = &heed->cursor;
    heed->search.unit = &heed->unit;
    heed->search.query = &heed->query;
    heed->search.has_links = wend_space_link_count(call->view->space) > 0;
    heed->search.guess = 0.0F;
}

static inline void load_unit(unit_heed *heed) {
    const wend_view *view = heed->call->view;
    const void *rows[LANES];
    for (uint32_t i = 0; i < LANES; i++) {
        rows[i] = &view->bodies[heed->unit.body[i]];
    }
    heed->self = load_bodies(rows);
}

/* Returns the greatest distance at which planes_could_touch may be true. */
static float touching_distance(const unit_heed *heed) {
    const struct wend_internals *internals = heed->call->view->internals;
    return 2.0F * internals->grid->largest +
           2.0F * internals->fastest * heed->call->view->steer_interval;
}

/* Sets the search query of the batch. */
static inline void set_query(unit_heed *heed) {
    const planes_call *call = heed->call;
    lane_query *query = &heed->query;
    lanes distance = load_column(call->params->neighbour_distance, call->view, &heed->unit);
    const near_grid *grid = call->view->internals->grid;
    lanes larger = lanes_sub(heed->self.radius, lanes_set(NEAR_USUAL_RADIUS));
    distance = lanes_add(distance, lanes_set(near_extra_of_others(grid)));
    distance = lanes_add(distance, lanes_max(larger, lanes_zero()));
    heed->farthest = lanes_min(distance, lanes_set(grid->reach));
    lanes_store(query->distance, heed->farthest);
    query->farthest = query->distance[0];
    for (uint32_t i = 1; i < LANES; i++) {
        bool farther = query->distance[i] > query->farthest;
        query->farthest = farther ? query->distance[i] : query->farthest;
    }
    query->neighbours = (uint32_t)call->params->neighbours;
    query->certain = touching_distance(heed);
}

/* Returns the lanes that have an oversized agent within their search radius. */
static uint32_t lanes_near_giants(const unit_heed *heed) {
    const wend_view *view = heed->call->view;
    uint32_t found = 0;
    if (view->internals->grid->giant_count == 0) {
        return 0;
    }
    for (uint32_t i = 0; i < heed->unit.count; i++) {
        wend_vec2 place = view->bodies[heed->unit.body[i]].position;
        found |= (uint32_t)near_has_giants(view, place, place, heed->query.farthest) << i;
    }
    return found;
}

static void rank_unit(unit_heed *heed) {
    uint32_t used = near_unit_used(&heed->unit), near_giants = lanes_near_giants(heed);
    heed->done_alone = near_giants;
    if (near_giants == used) {
        return;
    }
    heed->search.x = heed->self.x;
    heed->search.y = heed->self.y;
    find_nearest(&heed->search, heed->self.tags);
    if (!heed->search.ranked) {
        heed->done_alone = near_unit_used(&heed->unit);
        return;
    }
    /* For an agent at exactly the position of another, the scalar code decides which one goes
     * where. */
    lanes next = lanes_load(heed->search.ranks.key[1]);
    uint32_t at_one_place = lanes_bits(lanes_same(next, lanes_zero()));
    used = near_unit_used(&heed->unit);
    heed->done_alone = (near_giants | heed->search.alone | at_one_place) & used;
}

/* Finds the lanes that could touch an agent that is not among their neighbours. */
static inline void find_crowded(unit_heed *heed) {
    const planes_call *call = heed->call;
    float keys[LANES], certain = heed->query.certain;
    lanes beyond = lanes_load(heed->search.ranks.key[heed->query.neighbours + 1]);
    lanes seen = lanes_less_equal(beyond, lanes_mul(heed->farthest, heed->farthest));
    lanes near = lanes_less_equal(beyond, lanes_set(certain * certain));
    uint32_t possible = lanes_bits(lanes_and(seen, near)) & near_unit_used(&heed->unit);
    heed->crowded = 0;
    lanes_store(keys, beyond);
    for (; possible; possible &= possible - 1) {
        uint32_t lane = (uint32_t)__builtin_ctz(possible);
        const wend_body *body = &call->view->bodies[heed->unit.body[lane]];
        heed->crowded |= (uint32_t)planes_could_touch(call, body, keys[lane]) << lane;
    }
}

/* True if batches can be used. With more neighbours, agents are processed one by one. */
static inline bool unit_heed_fits(const planes_call *call) {
    return (uint32_t)call->params->neighbours + 2 <= UNIT_RANKS;
}

/* Loads a batch and ranks the neighbours of its agents. Returns false if all of them must be
 * processed one by one. */
static inline bool unit_heed_rank(unit_heed *heed) {
    load_unit(heed);
    set_query(heed);
    rank_unit(heed);
    return heed->done_alone != near_unit_used(&heed->unit);
}

#endif
