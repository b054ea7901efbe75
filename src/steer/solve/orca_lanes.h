/* Optimal reciprocal collision avoidance for eight agents at once: the wide twin of orca.c,
 * agent_plane.h and program.c, the same operations in the same order, so the results are the same
 * bit for bit. A file that includes this defines LANES_AVX2 or LANES_SSE2, and ORCA_STEER, the name
 * of the function that is made.
 *
 * Planes are columns (nx, ny, c)[plane][agent]; a plane that an agent does not have is one that
 * nothing violates. Left to the scalar code, agent by agent: walls (few, and branchy), programs
 * that fail, giants and who has one near, agents at the very place of another, and those whose
 * neighbours could not be ranked (see near/nearest_lanes.h). */
#include <math.h>

#include "near/nearest_lanes.h"

#include "geom/vec.h"
#include "near/near.h"
#include "steer/solve/kernels.h"
#include "steer/solve/wish.h"

enum { LANE_HARD_PLANES = 24, LANE_PLANES = LANE_HARD_PLANES + UNIT_RANKS };

/* The offset of a plane that is not there: no velocity is so slow. */
static const float no_plane = -1e30F;

/* Eight programs. */
typedef struct lane_program {
    lanes nx[LANE_PLANES], ny[LANE_PLANES], c[LANE_PLANES];
    uint32_t count, hard;
    lanes wish_x, wish_y, max_speed;
    lanes x, y;                     /* velocities: the result */
    uint32_t satisfied[UNIT_LANES]; /* planes, of agents whose program failed */
} lane_program;

/* Eight agents, column by column. */
typedef struct lane_bodies {
    lanes x, y, vx, vy, radius, tags;
} lane_bodies;

static inline lane_bodies load_bodies(const void *const rows[LANES]) {
    lanes columns[LANES];
    lanes_transpose(rows, columns);
    return (lane_bodies){columns[0], columns[1], columns[2], columns[3], columns[4], columns[5]};
}

/* Values of a column for the agents of a unit; the first one's in lanes that are not in use. */
static inline void load_column(wend_column column, const wend_body *bodies, uint32_t count,
                               float out[UNIT_LANES]) {
    for (uint32_t i = 0; i < UNIT_LANES; i++) {
        out[i] = wend_column_at(column, bodies[i < count ? i : 0].slot);
    }
}

/* ---- Planes ---------------------------------------------------------------------------------- */

/* agent_plane for eight pairs. `step` and `horizon` are the rates of plane_rates. */
static inline void pair_planes(const lane_bodies *self, const lane_bodies *other, lanes horizon,
                               lanes step, lanes valid, lane_program *program, uint32_t at) {
    lanes zero = lanes_zero();
    lanes px = lanes_sub(other->x, self->x), py = lanes_sub(other->y, self->y);
    lanes rx = lanes_sub(self->vx, other->vx), ry = lanes_sub(self->vy, other->vy);
    lanes radius = lanes_add(self->radius, other->radius);
    lanes distance_squared = lanes_dot(px, py, px, py), radius_squared = lanes_mul(radius, radius);
    lanes overlap = lanes_less_equal(distance_squared, radius_squared);
    lanes rate = lanes_select(overlap, horizon, step);
    lanes wx = lanes_sub(rx, lanes_mul(px, rate)), wy = lanes_sub(ry, lanes_mul(py, rate));
    lanes from_squared = lanes_dot(wx, wy, wx, wy), along = lanes_dot(wx, wy, px, py);
    lanes ahead =
        lanes_and(lanes_less(along, zero),
                  lanes_less(lanes_mul(radius_squared, from_squared), lanes_mul(along, along)));
    lanes disc = lanes_or(overlap, ahead);
    /* One root and one division serve both forms. */
    lanes leg_squared = lanes_sub(distance_squared, radius_squared);
    lanes length = lanes_sqrt(lanes_select(disc, leg_squared, from_squared)), leg = length;
    lanes cross = lanes_sub(lanes_mul(px, wy), lanes_mul(py, wx));
    lanes side = lanes_select(lanes_less(zero, cross), lanes_set(-1.0F), lanes_set(1.0F));
    lanes leg_x =
        lanes_sub(lanes_mul(lanes_negative(side), lanes_mul(py, leg)), lanes_mul(px, radius));
    lanes leg_y = lanes_sub(lanes_mul(side, lanes_mul(px, leg)), lanes_mul(py, radius));
    lanes under = lanes_select(disc, distance_squared, length);
    lanes nx = lanes_div(lanes_select(disc, leg_x, wx), under);
    lanes ny = lanes_div(lanes_select(disc, leg_y, wy), under);
    lanes change = lanes_select(disc, lanes_negative(lanes_dot(nx, ny, rx, ry)),
                                lanes_sub(lanes_mul(radius, rate), length));
    lanes one_sided = lanes_set_bits((uint32_t)WEND_BODY_ONE_SIDED << 20);
    lanes alone = lanes_same(lanes_and(other->tags, one_sided), one_sided);
    lanes share = lanes_select(alone, lanes_set(0.5F), lanes_set(1.0F));
    lanes offset = lanes_add(lanes_dot(nx, ny, self->vx, self->vy), lanes_mul(share, change));
    program->nx[at] = lanes_and(valid, nx);
    program->ny[at] = lanes_and(valid, ny);
    program->c[at] = lanes_select(valid, lanes_set(no_plane), offset);
}

/* ---- The program ----------------------------------------------------------------------------- */

/* cut_line for the plane at `index`. */
static inline void cut_lines(const lane_program *p, uint32_t index, lanes *low, lanes *high,
                             lanes *fails) {
    lanes nx = p->nx[index], ny = p->ny[index], c = p->c[index], zero = lanes_zero();
    lanes room = lanes_sub(lanes_mul(p->max_speed, p->max_speed), lanes_mul(c, c));
    lanes dx = lanes_negative(ny), dy = nx;
    *fails = lanes_less(room, zero);
    *high = lanes_sqrt(room);
    *low = lanes_negative(*high);
    for (uint32_t j = 0; j < index; j++) {
        lanes rate = lanes_add(lanes_dot(p->nx[j], p->ny[j], dx, dy), zero);
        lanes both = lanes_dot(p->nx[j], p->ny[j], nx, ny);
        lanes t = lanes_div(lanes_sub(p->c[j], lanes_mul(c, both)), rate);
        lanes backward = lanes_less(rate, zero);
        *low = lanes_select(backward, lanes_max(t, *low), *low);
        *high = lanes_select(backward, *high, lanes_min(t, *high));
    }
    *fails = lanes_or(*fails, lanes_less(*high, *low));
}

/* Lanes in which the wish violates a plane or is too fast. */
static inline lanes constrained_lanes(const lane_program *p) {
    lanes speed_squared = lanes_dot(p->wish_x, p->wish_y, p->wish_x, p->wish_y);
    lanes bound = lanes_less(lanes_mul(p->max_speed, p->max_speed), speed_squared);
    for (uint32_t i = 0; i < p->count; i++) {
        lanes on = lanes_dot(p->nx[i], p->ny[i], p->wish_x, p->wish_y);
        bound = lanes_or(bound, lanes_less(on, p->c[i]));
    }
    return bound;
}

/* program_plan for the lanes of `active`; returns those that failed. */
static uint32_t plan_lanes(lane_program *p, lanes wish_x, lanes wish_y, lanes active) {
    lanes speed_squared = lanes_dot(wish_x, wish_y, wish_x, wish_y);
    lanes fast = lanes_less(lanes_mul(p->max_speed, p->max_speed), speed_squared);
    lanes factor = lanes_div(p->max_speed, lanes_sqrt(speed_squared));
    lanes x = lanes_select(fast, wish_x, lanes_mul(wish_x, factor));
    lanes y = lanes_select(fast, wish_y, lanes_mul(wish_y, factor));
    p->x = lanes_select(active, p->x, x);
    p->y = lanes_select(active, p->y, y);
    uint32_t failed = 0;
    for (uint32_t i = 0; i < p->count && lanes_any(active); i++) {
        lanes nx = p->nx[i], ny = p->ny[i];
        lanes violated = lanes_less(lanes_dot(nx, ny, p->x, p->y), p->c[i]);
        violated = lanes_and(violated, active);
        if (!lanes_any(violated)) {
            continue;
        }
        lanes low, high, fails;
        cut_lines(p, i, &low, &high, &fails);
        lanes dx = lanes_negative(ny), dy = nx;
        lanes t = lanes_dot(dx, dy, wish_x, wish_y);
        t = lanes_select(lanes_less(t, low), t, low);
        t = lanes_select(lanes_less(high, t), t, high);
        fails = lanes_and(fails, violated);
        lanes moves = lanes_without(fails, violated);
        x = lanes_add(lanes_mul(nx, p->c[i]), lanes_mul(dx, t));
        y = lanes_add(lanes_mul(ny, p->c[i]), lanes_mul(dy, t));
        p->x = lanes_select(moves, p->x, x);
        p->y = lanes_select(moves, p->y, y);
        uint32_t bits = lanes_bits(fails);
        active = lanes_without(fails, active);
        failed |= bits;
        for (uint32_t lane = 0; bits >> lane; lane++) {
            if (bits >> lane & 1U) {
                p->satisfied[lane] = i;
            }
        }
    }
    return failed;
}

/* The fallback of one lane, by the scalar code. */
static wend_vec2 give_way(const lane_program *p, uint32_t lane, wend_vec2 velocity) {
    velocity_plane planes[LANE_PLANES];
    velocity_program program = {.planes = planes};
    float column[LANES];
    uint32_t satisfied = 0;
    for (uint32_t i = 0; i < p->count; i++) {
        lanes_store(column, p->c[i]);
        if (column[lane] == no_plane) {
            continue;
        }
        velocity_plane *plane = &planes[program.count++];
        plane->offset = column[lane];
        lanes_store(column, p->nx[i]);
        plane->normal.x = column[lane];
        lanes_store(column, p->ny[i]);
        plane->normal.y = column[lane];
        program.hard += i < p->hard;
        satisfied += i < p->satisfied[lane];
    }
    lanes_store(column, p->max_speed);
    program.max_speed = column[lane];
    program_give_way(&program, satisfied, &velocity);
    return velocity;
}

/* ---- A unit ---------------------------------------------------------------------------------- */

/* What is worked on: one unit of eight. */
typedef struct lane_work {
    lane_bodies self;
    lane_program program;
    const orca_call *call;
    uint32_t done_alone;      /* lanes that the scalar code does */
    uint32_t crowded, failed; /* lanes */
    near_unit unit;
    lane_query query;
    lane_ranks ranks;
    unit_window window;
} lane_work;

static void load_unit(lane_work *work) {
    const orca_call *call = work->call;
    const wend_body *bodies = &call->view->bodies[work->unit.first];
    const void *rows[LANES];
    for (uint32_t i = 0; i < LANES; i++) {
        rows[i] = &bodies[i < work->unit.count ? i : 0];
    }
    work->self = load_bodies(rows);
    float column[UNIT_LANES];
    load_column(call->agents->max_speed, bodies, work->unit.count, column);
    work->program.max_speed = lanes_load(column);
}

/* The greatest distance at which orca_could_touch may say yes. */
static float touching_distance(const lane_work *work) {
    const struct wend_inside *inside = work->call->view->inside;
    return 2.0F * inside->grid->largest + 2.0F * inside->fastest * work->call->view->hold;
}

/* Whether a giant comes within the distance that an agent of the unit looks. */
static bool has_giants(const lane_work *work) {
    float farthest = 0.0F;
    for (uint32_t i = 0; i < work->unit.count; i++) {
        farthest = work->query.distance[i] > farthest ? work->query.distance[i] : farthest;
    }
    return near_has_giants(work->call->view, work->unit.low, work->unit.high, farthest);
}

static void rank_unit(lane_work *work) {
    const orca_call *call = work->call;
    const wend_body *bodies = &call->view->bodies[work->unit.first];
    float reach = call->view->inside->grid->reach;
    load_column(call->params->neighbour_distance, bodies, work->unit.count, work->query.distance);
    for (uint32_t i = 0; i < UNIT_LANES; i++) {
        float distance = work->query.distance[i];
        work->query.distance[i] = distance > reach ? reach : distance;
    }
    work->query.neighbours = (uint32_t)call->params->neighbours;
    work->query.certain = touching_distance(work);
    uint32_t used = (1U << work->unit.count) - 1U;
    if (has_giants(work)) {
        work->done_alone = used;
        return;
    }
    work->done_alone = find_nearest(call->view, &work->unit, &work->query, work->self.x,
                                    work->self.y, &work->window, &work->ranks);
    /* Somebody at an agent's very place: the scalar code knows who goes which way. */
    lanes distance_bits = lanes_set_bits(~(uint32_t)KEY_NUMBER);
    lanes next = lanes_and(lanes_load(work->ranks.key[1]), distance_bits);
    work->done_alone |= lanes_bits(lanes_same(next, lanes_zero())) & used;
}

/* Whether somebody who could touch an agent is not among its neighbours. */
static void find_crowded(lane_work *work) {
    const orca_call *call = work->call;
    float keys[LANES], certain = work->query.certain;
    lanes distance_bits = lanes_set_bits(~(uint32_t)KEY_NUMBER);
    lanes beyond = lanes_load(work->ranks.key[work->query.neighbours + 1]);
    beyond = lanes_and(beyond, distance_bits);
    work->crowded = 0;
    if (!lanes_any(lanes_less_equal(beyond, lanes_set(certain * certain)))) {
        return;
    }
    lanes_store(keys, beyond);
    for (uint32_t i = 0; i < work->unit.count; i++) {
        float farthest = work->query.distance[i];
        bool seen = keys[i] <= farthest * farthest;
        const wend_body *body = &call->view->bodies[work->unit.first + i];
        work->crowded |= (uint32_t)(seen && orca_could_touch(call, body, keys[i])) << i;
    }
}

static void add_neighbours(lane_work *work) {
    const orca_call *call = work->call;
    const wend_body *bodies = &call->view->bodies[work->unit.first];
    float column[UNIT_LANES];
    load_column(call->params->horizon, bodies, work->unit.count, column);
    lanes horizon = lanes_div(lanes_set(1.0F), lanes_load(column));
    lanes step = lanes_div(lanes_set(1.0F), lanes_set(call->view->hold));
    lanes farthest = lanes_load(work->query.distance);
    lanes farthest_squared = lanes_mul(farthest, farthest);
    lanes distance_bits = lanes_set_bits(~(uint32_t)KEY_NUMBER);
    lane_program *program = &work->program;
    for (uint32_t k = 1; k <= work->query.neighbours; k++) {
        float keys[LANES];
        const void *rows[LANES];
        lanes key = lanes_load(work->ranks.key[k]);
        lanes there = lanes_less_equal(lanes_and(key, distance_bits), farthest_squared);
        if (!lanes_any(there)) {
            break; /* the next ones are no nearer */
        }
        lanes_store(keys, lanes_and(there, key));
        for (uint32_t i = 0; i < LANES; i++) {
            rows[i] = &call->view->bodies[work->window.body[key_number(keys[i])]];
        }
        lane_bodies other = load_bodies(rows);
        lanes dx = lanes_sub(other.x, work->self.x), dy = lanes_sub(other.y, work->self.y);
        lanes near = lanes_less_equal(lanes_dot(dx, dy, dx, dy), farthest_squared);
        pair_planes(&work->self, &other, horizon, step, lanes_and(there, near), program,
                    program->count++);
    }
}

/* Hard planes, agent by agent, put into its lane. */
static void add_hard(lane_work *work) {
    const orca_call *call = work->call;
    lane_program *program = &work->program;
    velocity_plane planes[ORCA_MOST_PLANES];
    float column[LANES];
    program->hard = 0;
    program->count = 0;
    if (!call->has_hard) {
        return;
    }
    for (uint32_t i = 0; i < work->unit.count; i++) {
        uint32_t count = orca_hard_planes(call, work->unit.first + i, planes);
        if (count > LANE_HARD_PLANES) {
            work->done_alone |= 1U << i;
            continue;
        }
        for (; program->hard < count; program->hard++) {
            program->nx[program->hard] = lanes_zero();
            program->ny[program->hard] = lanes_zero();
            program->c[program->hard] = lanes_set(no_plane);
        }
        for (uint32_t k = 0; k < count; k++) {
            lanes_store(column, program->nx[k]);
            column[i] = planes[k].normal.x;
            program->nx[k] = lanes_load(column);
            lanes_store(column, program->ny[k]);
            column[i] = planes[k].normal.y;
            program->ny[k] = lanes_load(column);
            lanes_store(column, program->c[k]);
            column[i] = planes[k].offset;
            program->c[k] = lanes_load(column);
        }
    }
    program->count = program->hard;
}

static void add_wishes(lane_work *work, const wend_intent *intents) {
    const orca_call *call = work->call;
    float x[UNIT_LANES] = {0.0F}, y[UNIT_LANES] = {0.0F};
    for (uint32_t i = 0; i < work->unit.count; i++) {
        uint32_t index = work->unit.first + i;
        wend_vec2 wish = wish_velocity(&intents[index - call->agents->first],
                                       call->view->bodies[index].position, call->view->hold);
        x[i] = wish.x;
        y[i] = wish.y;
    }
    work->program.wish_x = lanes_load(x);
    work->program.wish_y = lanes_load(y);
}

/* orca_solve for eight. */
static void solve_unit(lane_work *work) {
    const orca_call *call = work->call;
    lane_program *p = &work->program;
    lanes constrained = constrained_lanes(p);
    p->x = p->wish_x;
    p->y = p->wish_y;
    work->failed = 0;
    if (!lanes_any(constrained)) {
        return;
    }
    lanes cosine = lanes_set(call->turn_cosine), sine = lanes_set(call->turn_sine);
    lanes x = lanes_add(lanes_mul(p->wish_x, cosine), lanes_mul(p->wish_y, sine));
    lanes y = lanes_sub(lanes_mul(p->wish_y, cosine), lanes_mul(p->wish_x, sine));
    work->failed = plan_lanes(p, x, y, constrained);
}

static void write_outcomes(const lane_work *work, wend_outcome *outcomes) {
    const orca_call *call = work->call;
    float x[LANES], y[LANES];
    lanes_store(x, work->program.x);
    lanes_store(y, work->program.y);
    for (uint32_t i = 0; i < work->unit.count; i++) {
        uint32_t bit = 1U << i;
        wend_vec2 velocity = {x[i], y[i]};
        if (work->done_alone & bit) {
            continue;
        }
        wend_freedom freedom = work->crowded & bit ? WEND_RELAXED : WEND_FREE;
        if (work->failed & bit) {
            velocity = give_way(&work->program, i, velocity);
            freedom = WEND_INFEASIBLE;
        }
        outcomes[work->unit.first + i - call->agents->first] =
            (wend_outcome){.velocity = velocity,
                           .displacement = vec_scale(velocity, call->view->dt),
                           .freedom = (uint8_t)freedom};
    }
}

static void steer_unit(lane_work *work, const wend_intent *intents, wend_outcome *outcomes) {
    load_unit(work);
    rank_unit(work);
    uint32_t used = (1U << work->unit.count) - 1U;
    if (work->done_alone != used) {
        add_hard(work);
        add_neighbours(work);
        find_crowded(work);
        add_wishes(work, intents);
        solve_unit(work);
        write_outcomes(work, outcomes);
    }
    for (uint32_t i = 0; i < work->unit.count; i++) {
        if (work->done_alone >> i & 1U) {
            uint32_t index = work->unit.first + i;
            orca_steer_scalar(work->call, (wend_run){index, index + 1}, intents, outcomes);
        }
    }
}

void ORCA_STEER(const orca_call *call, wend_run run, const wend_intent *intents,
                wend_outcome *outcomes) {
    lane_work work;
    work.call = call;
    if ((uint32_t)call->params->neighbours + 2 > UNIT_RANKS) {
        orca_steer_scalar(call, run, intents, outcomes);
        return;
    }
    for (uint32_t i = run.begin; i < run.end; i += work.unit.count) {
        work.unit = near_unit_at(call->view, i, run.end);
        steer_unit(&work, intents, outcomes);
    }
}
