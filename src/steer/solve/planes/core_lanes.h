/* steer/solve/planes/core_lanes.h: computes the core planes of eight agents at once; the SIMD
 * version of core.c. It performs the same operations in the same order, so the results are the same
 * bit for bit. A file that includes this header defines LANES_AVX2 or LANES_QUADS. */
#ifndef STEER_SOLVE_PLANES_CORE_LANES_H
#define STEER_SOLVE_PLANES_CORE_LANES_H

#include "steer/solve/planes/batch_lanes.h"
#include "steer/solve/planes/core.h"

/* Data shared by all pairs of a batch's agents. */
typedef struct core_lanes {
    lanes share, brake_interval, max_speed, fastest;
    lanes room;             /* m: the largest gap between cores that needs a plane */
    lanes farthest_squared; /* m^2: squared search radius of each agent */
} core_lanes;

/* The SIMD version of core_plane, for the neighbours of one rank and one part of the lanes. Stores
 * the plane at index `at`. */
static inline void core_part(const core_lanes *cores, uint32_t part, part_bodies self,
                             part_bodies other, lane_part there, lane_planes *planes, uint32_t at) {
    lane_part zero = part_zero(), half_of = part_set(0.5F);
    lane_part x = part_sub(self.x, other.x), y = part_sub(self.y, other.y);
    lane_part core = part_mul(lanes_part(&cores->share, part), part_add(self.radius, other.radius));
    lane_part reach = part_add(core, lanes_part(&cores->room, part));
    lane_part squared = part_dot(x, y, x, y);
    lane_part seen = part_less_equal(squared, lanes_part(&cores->farthest_squared, part));
    lane_part near = part_and(part_and(there, seen), part_less(squared, part_mul(reach, reach)));
    lane_part distance = part_sqrt(squared);
    lane_part nx = part_div(x, distance), ny = part_div(y, distance);
    lane_part one_sided_bits = part_set_bits((uint32_t)WEND_BODY_ONE_SIDED << 20);
    lane_part one_sided = part_same(part_and(other.tags, one_sided_bits), one_sided_bits);
    lane_part closing =
        part_div(part_sub(distance, core), lanes_part(&cores->brake_interval, part));
    lane_part half = part_mul(half_of, closing), less = part_negative(half);
    lane_part theirs = part_dot(nx, ny, other.vx, other.vy);
    lane_part drift = part_mul(half_of, part_add(part_dot(nx, ny, self.vx, self.vy), theirs));
    lane_part room = part_sub(lanes_part(&cores->fastest, part), half);
    lane_part most_drift = part_select(part_less(half, room), room, half);
    lane_part least_drift = part_negative(most_drift);
    drift = part_select(part_less(drift, most_drift), most_drift, drift);
    drift = part_select(part_less(least_drift, drift), least_drift, drift);
    lane_part most = part_mul(part_set(CORE_PARTING), lanes_part(&cores->max_speed, part));
    lane_part parting = part_select(one_sided, less, part_negative(closing));
    parting = part_select(part_less(parting, most), most, parting);
    lane_part apart_offset =
        part_select(one_sided, part_sub(drift, half), part_sub(theirs, closing));
    lane_part offset = part_select(part_less(closing, zero), apart_offset, parting);
    lanes_put_part(&planes->nx[at], part, part_and(near, nx));
    lanes_put_part(&planes->ny[at], part, part_and(near, ny));
    lanes_put_part(&planes->c[at], part, part_select(near, part_set(no_plane), offset));
}

/* True if a neighbour of rank `k` is near enough for a core plane. */
static inline bool has_near(const batch_work *work, uint32_t k, lanes reach_squared) {
    lanes key = lanes_load(work->active_batch.search.ranks.key[k]);
    return lanes_any(lanes_less(key, reach_squared));
}

/* The SIMD version of planes_braking for a batch's agents, with the same share as in core_agent_of.
 */
static inline lanes core_intervals(const batch_work *work) {
    const planes_call *call = work->active_batch.call;
    if (!call->has_limit) {
        return lanes_set(call->view->steer_interval);
    }
    float intervals[LANES];
    for (uint32_t i = 0; i < LANES; i++) {
        intervals[i] = planes_braking(call, &call->view->bodies[work->active_batch.batch.body[i]],
                                      CORE_BRAKING);
    }
    return lanes_load(intervals);
}

/* Adds the core planes of a batch after its hard planes, and removes all other planes. */
static void add_cores(batch_work *work) {
    const planes_call *call = work->active_batch.call;
    const near_grid *grid = call->view->internals->grid;
    lane_program *p = &work->program;
    lanes brake_interval = core_intervals(work);
    core_lanes cores = {
        .share = lanes_set(1.0F - (float)call->params->squeeze),
        .brake_interval = brake_interval,
        .max_speed = p->max_speed,
        .fastest = lanes_set(call->view->internals->fastest),
        .room = lanes_mul(lanes_set(2.0F * call->view->internals->fastest), brake_interval),
        .farthest_squared = lanes_mul(work->active_batch.farthest, work->active_batch.farthest)};
    lanes both = lanes_add(work->active_batch.self.radius, lanes_set(grid->largest));
    /* The keys are rounded down, so the reach is never too short. */
    lanes reach = lanes_add(both, cores.room);
    lanes reach_squared = lanes_mul(reach, reach);
    bool is_uniform = is_uniform_crowd(call->view);
    p->count = p->hard;
    for (uint32_t k = 1;
         k <= work->active_batch.query.neighbours && has_near(work, k, reach_squared);
         k++, p->count++) {
        lanes key = lanes_load(work->active_batch.search.ranks.key[k]);
        lanes there = lanes_less_equal(key, cores.farthest_squared);
        for (uint32_t part = 0; part < LANE_PARTS; part++) {
            part_bodies self = bodies_part(&work->active_batch.self, part);
            part_bodies other =
                is_uniform ? load_ranked_uniform(work, k, part, self) : load_ranked(work, k, part);
            core_part(&cores, part, self, other, lanes_part(&there, part), &p->planes, p->count);
        }
    }
}

/* The SIMD version of core_planes_keep for the velocities of a batch. Returns a mask of the lanes
 * in which not all cores can be kept apart. */
static inline lanes keep_cores(batch_work *work) {
    lane_program *p = &work->program;
    add_cores(work);
    lanes violated =
        p->count > p->hard ? violated_lanes(p, p->hard, (lane_vectors){p->x, p->y}) : lanes_zero();
    if (!lanes_any(violated)) {
        return violated;
    }
    /* Reported as relaxed, because planes that were removed may be violated. */
    work->active_batch.crowded |= lanes_bits(violated);
    for (uint32_t i = 0; i < p->walls && !core_walls_push(work->active_batch.call); i++) {
        p->planes.c[i] = lanes_min(p->planes.c[i], lanes_zero());
    }
    lanes failed = plan_lanes(p, (lane_vectors){p->x, p->y}, violated);
    if (lanes_any(failed)) {
        relax_lanes(p, failed);
    }
    return failed;
}

#endif
