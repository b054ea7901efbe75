/* steer/solve/planes/batch_lanes.h: computes the half-planes of eight agents at once; the SIMD
 * version of planes.c and agent.h. It performs the same operations in the same order, so the
 * results are the same bit for bit. A file that includes this header defines LANES_AVX2 or
 * LANES_QUADS.
 *
 * A model begins as described in batch_active_lanes.h, but calls batch_planes. Agents with too many
 * hard planes are also processed one by one. Walls that are not simple (see walls/lanes.h) are
 * found agent by agent and then put into lanes. */
#ifndef STEER_SOLVE_PLANES_BATCH_LANES_H
#define STEER_SOLVE_PLANES_BATCH_LANES_H

#include <stddef.h>

#include "steer/solve/planes/pair_lanes.h"
#include "steer/solve/walls/lanes.h"

static inline void put_in_lane(lanes *column, uint32_t lane, float value) {
    float values[LANES];
    lanes_store(values, *column);
    values[lane] = value;
    *column = lanes_load(values);
}

/* The SIMD version of planes_wall_horizon for a batch's agents. */
static inline lanes wall_horizons(const batch_work *work) {
    const planes_call *call = work->active_batch.call;
    if (!call->has_limit) {
        return load_column(call->params->wall_horizon, call->view, &work->active_batch.batch);
    }
    float horizons[LANES];
    for (uint32_t i = 0; i < LANES; i++) {
        horizons[i] =
            planes_wall_horizon(call, &call->view->bodies[work->active_batch.batch.body[i]]);
    }
    return lanes_load(horizons);
}

/* Adds the wall planes of those lanes in `used` that are simple cases. Returns the other lanes. */
static inline uint32_t add_walls(batch_work *work, uint32_t used) {
    const planes_call *call = work->active_batch.call;
    const struct wend_internals *internals = call->view->internals;
    lane_planes *to = &work->program.planes;
    lanes layers = lanes_and(work->active_batch.self.tags, lanes_set_bits(0xffU));
    lanes layer =
        lanes_set_bits(wend_body_layer(&call->view->bodies[work->active_batch.batch.body[0]]));
    bool on_belt = call->view->frame.x != 0.0F || call->view->frame.y != 0.0F;
    if (!used || on_belt || internals->overlay->box_count > 0 ||
        lanes_bits(lanes_same(layers, layer)) != LANES_ALL) {
        return used;
    }
    lanes horizon = wall_horizons(work);
    lanes speed = lanes_add(work->program.max_speed, lanes_set(internals->overlay->fastest));
    wall_lanes walls;
    walls.view = call->view;
    walls.layer = wend_body_layer(&call->view->bodies[work->active_batch.batch.body[0]]);
    walls.x = work->active_batch.self.x;
    walls.y = work->active_batch.self.y;
    walls.speed_squared = lanes_dot(work->active_batch.self.vx, work->active_batch.self.vy,
                                    work->active_batch.self.vx, work->active_batch.self.vy);
    walls.radius = lanes_add(work->active_batch.self.radius, skins_at(walls.x, walls.y));
    walls.reach = lanes_add(lanes_mul(speed, horizon), walls.radius);
    walls.rate = lanes_div(lanes_set(1.0F), horizon);
    find_wall_planes(&walls, used);
    lanes valid = lanes_without(walls.left, walls.given);
    if (lanes_any(valid)) {
        to->nx[0] = lanes_and(valid, walls.nx);
        to->ny[0] = lanes_and(valid, walls.ny);
        to->c[0] = lanes_select(valid, lanes_set(no_plane), walls.c);
        work->program.walls = 1;
    }
    return lanes_bits(walls.left) & used;
}

/* Puts the planes of one agent into its lane, starting with the plane at `first`. `*end` is the end
 * of the planes in all lanes, and grows as needed. Lanes with fewer planes are filled up with
 * planes that no velocity violates. */
static void put_planes(lane_planes *to, uint32_t lane, uint32_t first, const velocity_plane *planes,
                       uint32_t count, uint32_t *end) {
    for (; *end < first + count; ++*end) {
        to->nx[*end] = lanes_zero();
        to->ny[*end] = lanes_zero();
        to->c[*end] = lanes_set(no_plane);
    }
    for (uint32_t k = 0; k < count; k++) {
        put_in_lane(&to->nx[first + k], lane, planes[k].normal.x);
        put_in_lane(&to->ny[first + k], lane, planes[k].normal.y);
        put_in_lane(&to->c[first + k], lane, planes[k].offset);
    }
}

/* Adds the hard planes: first those of the walls, agent by agent for the lanes that are not simple
 * cases, then those of the acceleration limits. */
static void add_hard(batch_work *work) {
    const planes_call *call = work->active_batch.call;
    const near_batch *batch = &work->active_batch.batch;
    lane_program *program = &work->program;
    velocity_plane planes[PLANES_MOST];
    uint32_t all = (1U << batch->count) - 1U, walls_most = LANE_HARD_PLANES;
    walls_most -= call->has_limit ? PLANES_ACCELERATION : 0;
    program->walls = 0;
    for (uint32_t left = add_walls(work, call->has_walls ? all : 0); left; left &= left - 1) {
        uint32_t i = (uint32_t)__builtin_ctz(left);
        uint32_t count = planes_walls(call, batch->body[i], planes);
        if (count > walls_most) {
            work->active_batch.left_to_scalar |= 1U << i;
        } else {
            put_planes(&program->planes, i, 0, planes, count, &program->walls);
        }
    }
    program->hard = program->walls;
    for (uint32_t left = call->has_limit ? all : 0; left; left &= left - 1) {
        uint32_t i = (uint32_t)__builtin_ctz(left);
        uint32_t count = planes_limits(call, &call->view->bodies[batch->body[i]], planes);
        put_planes(&program->planes, i, program->walls, planes, count, &program->hard);
    }
    program->count = program->hard;
}

/* Makes the planes of a batch's agents. Returns false if all of them must be processed one by
 * one. */
static bool batch_planes(batch_work *work) {
    batch_active *active_batch = &work->active_batch;
    if (!batch_active_rank(active_batch)) {
        return false;
    }
    work->program.max_speed = load_column(active_batch->call->agents->max_speed,
                                          active_batch->call->view, &active_batch->batch);
    add_hard(work);
    add_neighbours(work);
    find_crowded(active_batch);
    return true;
}

_Static_assert(offsetof(wend_outcome, velocity) == 0 && offsetof(wend_outcome, displacement) == 8 &&
                   offsetof(wend_outcome, region) == 16 &&
                   offsetof(wend_outcome, solve_status) == 18 && sizeof(wend_outcome) == 24,
               "four floats and eight bytes");

/* Loads the last eight bytes of each lane's outcome, which contain its solve status. */
static inline void load_solve_statuses(const batch_work *work, uint32_t infeasible,
                                       float out[LANES]) {
    lanes relaxed = lanes_mask(work->active_batch.crowded);
    lanes word = lanes_and(relaxed, lanes_set_bits((uint32_t)WEND_SOLVE_RELAXED << 16));
    word = lanes_select(lanes_mask(infeasible), word,
                        lanes_set_bits((uint32_t)WEND_SOLVE_INFEASIBLE << 16));
    lanes_store(out, word);
}

/* Writes the outcomes, with the program's velocities, for the lanes that are not in
 * `left_to_scalar`. */
static void write_outcomes(const batch_work *work, uint32_t infeasible, wend_outcome *outcomes) {
    const planes_call *call = work->active_batch.call;
    const lane_program *p = &work->program;
    lanes dt = lanes_set(call->view->dt);
    lanes columns[4] = {p->x, p->y, lanes_mul(p->x, dt), lanes_mul(p->y, dt)};
    wend_outcome unused[LANES];
    const void *rows[LANES];
    float solve_statuses[LANES];
    load_solve_statuses(work, infeasible, solve_statuses);
    near_batch_rows(&work->active_batch.batch, outcomes, sizeof *outcomes, call->agents->first,
                    rows);
    uint32_t others =
        ~near_batch_used(&work->active_batch.batch) | work->active_batch.left_to_scalar;
    for (others &= LANES_ALL; others; others &= others - 1) {
        rows[__builtin_ctz(others)] = unused;
    }
    lanes_store_quads((void *const *)rows, columns);
    for (uint32_t i = 0; i < LANES; i++) {
        uint32_t word[2] = {0, 0};
        memcpy(word, &solve_statuses[i], sizeof *word);
        memcpy((char *)rows[i] + offsetof(wend_outcome, region), word, sizeof word);
    }
}

#endif
