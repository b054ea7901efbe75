/* steer/solve/unit_planes_lanes.h: the half-planes of eight agents at once, the wide twin of
 * planes.c and agent_plane.h: the same operations in the same order, so the results are the same
 * bit for bit. A file that includes this defines LANES_AVX2 or LANES_SSE2.
 *
 * A model calls unit_begin, takes unit after unit with near_unit_next, calls unit_planes, and goes
 * on with the lanes that are not in `done_alone`; those it does one by one with planes_program.
 * These are giants and who has one near, agents at the very place of another, those with too many
 * hard planes, and those whose neighbours could not be ranked (see near/nearest_lanes.h). Walls
 * that are not simple (see wall_lanes.h) are found agent by agent, and put into lanes. */
#ifndef STEER_SOLVE_UNIT_PLANES_LANES_H
#define STEER_SOLVE_UNIT_PLANES_LANES_H

#include <stddef.h>

#include "near/near.h"
#include "near/nearest_lanes.h"
#include "steer/solve/planes.h"
#include "steer/solve/program_lanes.h"
#include "steer/solve/wall_lanes.h"

/* Eight agents, column by column. */
typedef struct lane_bodies {
    lanes x, y, vx, vy, radius, tags;
} lane_bodies;

static inline lane_bodies load_bodies(const void *const rows[LANES]) {
    lanes columns[LANES];
    lanes_transpose(rows, columns);
    return (lane_bodies){columns[0], columns[1], columns[2], columns[3], columns[4], columns[5]};
}

/* Values of a column for the agents of a unit. */
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

/* Part of such agents. */
typedef struct part_bodies {
    lane_part x, y, vx, vy, radius, tags;
} part_bodies;

static inline part_bodies bodies_part(const lane_bodies *all, uint32_t part) {
    return (part_bodies){lanes_part(&all->x, part),      lanes_part(&all->y, part),
                         lanes_part(&all->vx, part),     lanes_part(&all->vy, part),
                         lanes_part(&all->radius, part), lanes_part(&all->tags, part)};
}

/* What the planes of a unit's pairs have in common. */
typedef struct pair_terms {
    lanes horizon, step; /* the rates of plane_rates */
    lanes distance_squared;
    lanes there; /* lanes that have a neighbour of this rank */
} pair_terms;

/* agent_plane for pairs, a part of them. */
static inline void pair_planes(const pair_terms *terms, uint32_t part, part_bodies self,
                               part_bodies other, lane_planes *planes, uint32_t at) {
    lane_part horizon = lanes_part(&terms->horizon, part), step = lanes_part(&terms->step, part);
    lane_part zero = part_zero();
    lane_part px = part_sub(other.x, self.x), py = part_sub(other.y, self.y);
    lane_part rx = part_sub(self.vx, other.vx), ry = part_sub(self.vy, other.vy);
    lane_part radius = part_add(self.radius, other.radius);
    lane_part distance_squared = part_dot(px, py, px, py),
              radius_squared = part_mul(radius, radius);
    lane_part near = part_less_equal(distance_squared, lanes_part(&terms->distance_squared, part));
    lane_part valid = part_and(lanes_part(&terms->there, part), near);
    lane_part overlap = part_less_equal(distance_squared, radius_squared);
    lane_part rate = part_select(overlap, horizon, step);
    lane_part wx = part_sub(rx, part_mul(px, rate)), wy = part_sub(ry, part_mul(py, rate));
    lane_part from_squared = part_dot(wx, wy, wx, wy), along = part_dot(wx, wy, px, py);
    lane_part ahead =
        part_and(part_less(along, zero),
                 part_less(part_mul(radius_squared, from_squared), part_mul(along, along)));
    lane_part disc = part_or(overlap, ahead);
    /* One root and one division serve both forms. */
    lane_part leg_squared = part_sub(distance_squared, radius_squared);
    lane_part length = part_sqrt(part_select(disc, leg_squared, from_squared)), leg = length;
    lane_part cross = part_sub(part_mul(px, wy), part_mul(py, wx));
    /* Times side, times -side: a change of sign, or none. */
    lane_part left = part_less(zero, cross), sign = part_set_bits(0x80000000U);
    lane_part times_y = part_without(left, sign), times_x = part_and(left, sign);
    lane_part leg_x = part_sub(part_xor(part_mul(py, leg), times_x), part_mul(px, radius));
    lane_part leg_y = part_sub(part_xor(part_mul(px, leg), times_y), part_mul(py, radius));
    lane_part under = part_select(disc, distance_squared, length);
    lane_part nx = part_div(part_select(disc, leg_x, wx), under);
    lane_part ny = part_div(part_select(disc, leg_y, wy), under);
    lane_part change = part_select(disc, part_negative(part_dot(nx, ny, rx, ry)),
                                   part_sub(part_mul(radius, rate), length));
    lane_part one_sided = part_set_bits((uint32_t)WEND_BODY_ONE_SIDED << 20);
    lane_part alone = part_same(part_and(other.tags, one_sided), one_sided);
    lane_part share = part_select(alone, part_set(0.5F), part_set(1.0F));
    lane_part offset = part_add(part_dot(nx, ny, self.vx, self.vy), part_mul(share, change));
    lanes_put_part(&planes->nx[at], part, part_and(valid, nx));
    lanes_put_part(&planes->ny[at], part, part_and(valid, ny));
    lanes_put_part(&planes->c[at], part, part_select(valid, part_set(no_plane), offset));
}

/* What is worked on: one unit of eight. */
typedef struct unit_work {
    lane_bodies self;
    lane_program program;
    lanes farthest; /* m: how far each looks */
    const planes_call *call;
    uint32_t done_alone; /* lanes that the scalar code does */
    uint32_t crowded;    /* lanes with somebody in touch beyond those heeded */
    near_cursor cursor;
    near_unit unit;
    lane_query query;
    lane_search search;
} unit_work;

/* Sets out for the agents of a call. */
static inline void unit_begin(unit_work *work, const planes_call *call) {
    work->call = call;
    work->cursor = near_cursor_at(call->agents->runs, call->agents->run_count);
    work->search.view = call->view;
    work->search.cursor = &work->cursor;
    work->search.unit = &work->unit;
    work->search.query = &work->query;
    work->search.has_links = wend_space_link_count(call->view->space) > 0;
    work->search.guess = 0.0F;
}

static inline void load_unit(unit_work *work) {
    const wend_view *view = work->call->view;
    const void *rows[LANES];
    for (uint32_t i = 0; i < LANES; i++) {
        rows[i] = &view->bodies[work->unit.body[i]];
    }
    work->self = load_bodies(rows);
    work->program.max_speed = load_column(work->call->agents->max_speed, view, &work->unit);
}

/* The greatest distance at which planes_could_touch may say yes. */
static float touching_distance(const unit_work *work) {
    const struct wend_inside *inside = work->call->view->inside;
    return 2.0F * inside->grid->largest + 2.0F * inside->fastest * work->call->view->hold;
}

/* What the unit asks for. */
static inline void set_query(unit_work *work) {
    const planes_call *call = work->call;
    lane_query *query = &work->query;
    lanes distance = load_column(call->params->neighbour_distance, call->view, &work->unit);
    lanes reach = lanes_set(call->view->inside->grid->reach);
    work->farthest = lanes_min(distance, reach);
    lanes_store(query->distance, work->farthest);
    query->farthest = query->distance[0];
    for (uint32_t i = 1; i < LANES; i++) {
        bool farther = query->distance[i] > query->farthest;
        query->farthest = farther ? query->distance[i] : query->farthest;
    }
    query->neighbours = (uint32_t)call->params->neighbours;
    query->certain = touching_distance(work);
}

/* Lanes that have a giant within the distance that they look. */
static uint32_t lanes_near_giants(const unit_work *work) {
    const wend_view *view = work->call->view;
    uint32_t found = 0;
    if (view->inside->grid->giant_count == 0) {
        return 0;
    }
    for (uint32_t i = 0; i < work->unit.count; i++) {
        wend_vec2 place = view->bodies[work->unit.body[i]].position;
        found |= (uint32_t)near_has_giants(view, place, place, work->query.farthest) << i;
    }
    return found;
}

static void rank_unit(unit_work *work) {
    uint32_t used = near_unit_used(&work->unit), near_giants = lanes_near_giants(work);
    work->done_alone = near_giants;
    if (near_giants == used) {
        return;
    }
    work->search.x = work->self.x;
    work->search.y = work->self.y;
    find_nearest(&work->search, work->self.tags);
    if (!work->search.ranked) {
        work->done_alone = near_unit_used(&work->unit);
        return;
    }
    /* Somebody at an agent's very place: the scalar code knows who goes which way. */
    lanes next = lanes_load(work->search.ranks.key[1]);
    uint32_t at_one_place = lanes_bits(lanes_same(next, lanes_zero()));
    used = near_unit_used(&work->unit);
    work->done_alone = (near_giants | work->search.alone | at_one_place) & used;
}

/* Whether somebody who could touch an agent is not among its neighbours. */
static inline void find_crowded(unit_work *work) {
    const planes_call *call = work->call;
    float keys[LANES], certain = work->query.certain;
    lanes beyond = lanes_load(work->search.ranks.key[work->query.neighbours + 1]);
    lanes seen = lanes_less_equal(beyond, lanes_mul(work->farthest, work->farthest));
    lanes near = lanes_less_equal(beyond, lanes_set(certain * certain));
    uint32_t possible = lanes_bits(lanes_and(seen, near)) & near_unit_used(&work->unit);
    work->crowded = 0;
    lanes_store(keys, beyond);
    for (; possible; possible &= possible - 1) {
        uint32_t lane = (uint32_t)__builtin_ctz(possible);
        const wend_body *body = &call->view->bodies[work->unit.body[lane]];
        work->crowded |= (uint32_t)planes_could_touch(call, body, keys[lane]) << lane;
    }
}

/* The neighbours of rank `k`; lanes that have none get somebody else. */
static inline part_bodies load_ranked(const unit_work *work, uint32_t k, uint32_t part) {
    const wend_body *bodies = work->call->view->bodies;
    const uint32_t *numbers = &work->search.ranks.number[k][part * PART_LANES];
    const void *rows[PART_LANES];
    for (uint32_t i = 0; i < PART_LANES; i++) {
        rows[i] = window_record(&work->search.window, bodies, numbers[i]);
    }
    lane_part columns[8];
    part_transpose(rows, columns);
    return (part_bodies){columns[0], columns[1], columns[2], columns[3], columns[4], columns[5]};
}

static void add_neighbours(unit_work *work) {
    const planes_call *call = work->call;
    lanes horizon = load_column(call->params->horizon, call->view, &work->unit);
    pair_terms terms = {.horizon = lanes_div(lanes_set(1.0F), horizon),
                        .step = lanes_div(lanes_set(1.0F), lanes_set(call->view->hold)),
                        .distance_squared = lanes_mul(work->farthest, work->farthest)};
    uint32_t at = work->program.count;
    for (uint32_t k = 1; k <= work->query.neighbours; k++, at++) {
        lanes key = lanes_load(work->search.ranks.key[k]);
        terms.there = lanes_less_equal(key, terms.distance_squared);
        if (!lanes_any(terms.there)) {
            break; /* the next ones are no nearer */
        }
        for (uint32_t part = 0; part < LANE_PARTS; part++) {
            pair_planes(&terms, part, bodies_part(&work->self, part), load_ranked(work, k, part),
                        &work->program.planes, at);
        }
    }
    work->program.count = at;
}

static inline void put_in_lane(lanes *column, uint32_t lane, float value) {
    float values[LANES];
    lanes_store(values, *column);
    values[lane] = value;
    *column = lanes_load(values);
}

/* Wall planes of the lanes in `used` that are simple; returns those that are not. */
static inline uint32_t add_walls(unit_work *work, uint32_t used) {
    const planes_call *call = work->call;
    const struct wend_inside *inside = call->view->inside;
    lane_planes *to = &work->program.planes;
    lanes layers = lanes_and(work->self.tags, lanes_set_bits(0xffU));
    lanes layer = lanes_set_bits(wend_body_layer(&call->view->bodies[work->unit.body[0]]));
    if (!used || inside->overlay->box_count > 0 ||
        lanes_bits(lanes_same(layers, layer)) != LANES_ALL) {
        return used;
    }
    lanes horizon = load_column(call->params->wall_horizon, call->view, &work->unit);
    lanes speed = lanes_add(work->program.max_speed, lanes_set(inside->overlay->fastest));
    wall_lanes walls;
    walls.view = call->view;
    walls.layer = wend_body_layer(&call->view->bodies[work->unit.body[0]]);
    walls.x = work->self.x;
    walls.y = work->self.y;
    walls.speed_squared = lanes_dot(work->self.vx, work->self.vy, work->self.vx, work->self.vy);
    walls.radius = lanes_add(work->self.radius, skins_at(walls.x, walls.y));
    walls.reach = lanes_add(lanes_mul(speed, horizon), walls.radius);
    walls.rate = lanes_div(lanes_set(1.0F), horizon);
    find_wall_planes(&walls, used);
    lanes valid = lanes_without(walls.left, walls.given);
    if (lanes_any(valid)) {
        to->nx[0] = lanes_and(valid, walls.nx);
        to->ny[0] = lanes_and(valid, walls.ny);
        to->c[0] = lanes_select(valid, lanes_set(no_plane), walls.c);
        work->program.hard = 1;
    }
    return lanes_bits(walls.left) & used;
}

/* Hard planes that are not simple, agent by agent, put into its lane. */
static void add_hard(unit_work *work) {
    const planes_call *call = work->call;
    lane_program *program = &work->program;
    lane_planes *to = &program->planes;
    velocity_plane planes[PLANES_MOST];
    program->hard = 0;
    uint32_t left = call->has_hard ? (1U << work->unit.count) - 1U : 0;
    left = call->has_limit ? left : add_walls(work, left);
    for (; left; left &= left - 1) {
        uint32_t i = (uint32_t)__builtin_ctz(left);
        uint32_t count = planes_hard(call, work->unit.body[i], planes);
        if (count > LANE_HARD_PLANES) {
            work->done_alone |= 1U << i;
            continue;
        }
        for (; program->hard < count; program->hard++) {
            to->nx[program->hard] = lanes_zero();
            to->ny[program->hard] = lanes_zero();
            to->c[program->hard] = lanes_set(no_plane);
        }
        for (uint32_t k = 0; k < count; k++) {
            put_in_lane(&to->nx[k], i, planes[k].normal.x);
            put_in_lane(&to->ny[k], i, planes[k].normal.y);
            put_in_lane(&to->c[k], i, planes[k].offset);
        }
    }
    program->count = program->hard;
}

/* Whether units can be used at all: with more neighbours, agents are done one by one. */
static inline bool unit_planes_fit(const planes_call *call) {
    return (uint32_t)call->params->neighbours + 2 <= UNIT_RANKS;
}

/* The planes of a unit's agents. False if all of them are to be done alone. */
static bool unit_planes(unit_work *work) {
    load_unit(work);
    set_query(work);
    rank_unit(work);
    if (work->done_alone == near_unit_used(&work->unit)) {
        return false;
    }
    add_hard(work);
    add_neighbours(work);
    find_crowded(work);
    return true;
}

_Static_assert(offsetof(wend_outcome, velocity) == 0 && offsetof(wend_outcome, displacement) == 8 &&
                   offsetof(wend_outcome, region) == 16 && offsetof(wend_outcome, freedom) == 18 &&
                   sizeof(wend_outcome) == 24,
               "four floats and eight bytes");

/* What is said of each lane besides its velocity: the last eight bytes of its outcome. */
static inline void load_freedoms(const unit_work *work, uint32_t infeasible, float out[LANES]) {
    lanes relaxed = lanes_mask(work->crowded);
    lanes word = lanes_and(relaxed, lanes_set_bits((uint32_t)WEND_RELAXED << 16));
    word =
        lanes_select(lanes_mask(infeasible), word, lanes_set_bits((uint32_t)WEND_INFEASIBLE << 16));
    lanes_store(out, word);
}

/* The outcomes of the lanes that are not done alone: the program's velocities. */
static void write_outcomes(const unit_work *work, uint32_t infeasible, wend_outcome *outcomes) {
    const planes_call *call = work->call;
    const lane_program *p = &work->program;
    lanes dt = lanes_set(call->view->dt);
    lanes columns[4] = {p->x, p->y, lanes_mul(p->x, dt), lanes_mul(p->y, dt)};
    wend_outcome unused[LANES];
    char *rows[LANES];
    float freedoms[LANES];
    load_freedoms(work, infeasible, freedoms);
    for (uint32_t i = 0; i < LANES; i++) {
        rows[i] = (char *)&outcomes[work->unit.body[i] - call->agents->first];
    }
    uint32_t others = ~near_unit_used(&work->unit) | work->done_alone;
    for (others &= LANES_ALL; others; others &= others - 1) {
        rows[__builtin_ctz(others)] = (char *)unused;
    }
    lanes_store_quads((void *const *)rows, columns);
    for (uint32_t i = 0; i < LANES; i++) {
        uint32_t word[2] = {0, 0};
        memcpy(word, &freedoms[i], sizeof *word);
        memcpy(rows[i] + offsetof(wend_outcome, region), word, sizeof word);
    }
}

#endif
