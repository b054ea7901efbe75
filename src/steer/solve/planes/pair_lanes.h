/* steer/solve/planes/pair_lanes.h: computes the half-planes for the neighbours of eight agents at
 * once; the SIMD version of agent.h. It performs the same operations in the same order, so the
 * results are the same bit for bit. A file that includes this header defines LANES_AVX2 or
 * LANES_QUADS.
 *
 * There are several copies of the code for a pair. Most crowds need the shorter ones: all agents
 * have one radius and reciprocate, no agent of a batch overlaps a neighbour, and each agent has as
 * many neighbours as it considers. Cost, for each neighbour of eight agents: about 92 operations in
 * the shortest copy, 150 in the longest. */
#ifndef STEER_SOLVE_PLANES_PAIR_LANES_H
#define STEER_SOLVE_PLANES_PAIR_LANES_H

#include <stddef.h>

#include "steer/solve/planes/batch_active_lanes.h"
#include "steer/solve/programs/program_lanes.h"

/* One part (one SIMD register per field) of the data of eight bodies. */
typedef struct part_bodies {
    lane_part x, y, vx, vy, radius, tags;
} part_bodies;

static inline part_bodies bodies_part(const lane_bodies *all, uint32_t part) {
    return (part_bodies){lanes_part(&all->x, part),      lanes_part(&all->y, part),
                         lanes_part(&all->vx, part),     lanes_part(&all->vy, part),
                         lanes_part(&all->radius, part), lanes_part(&all->tags, part)};
}

/* Terms that all planes of a batch's pairs have in common. */
typedef struct pair_terms {
    lanes horizon, step; /* the fields of plane_rates */
    lanes slowness;      /* the parameter of planes_rate */
    lanes distance_squared;
    lanes there; /* mask of the lanes that have a neighbour of this rank */
    bool has_limit;
    bool is_complete; /* all lanes have neighbours of all ranks, so no plane is missing */
    bool is_apart;    /* no lane overlaps a neighbour */
    bool is_uniform;  /* all agents have the same radius and reciprocate */
    bool has_rights;  /* agents have unequal rights: see right.h */
} pair_terms;

/* The SIMD version of planes_rate. It handles the lanes of one SIMD register (`part`), each with
 * one pair of agents; rx and ry are the relative velocities. */
static inline lane_part rate_part(const pair_terms *terms, uint32_t part, lane_part tags,
                                  lane_part rx, lane_part ry, lane_part yield) {
    lane_part one_sided_bits = part_set_bits((uint32_t)WEND_BODY_ONE_SIDED << 20);
    lane_part one_sided = part_same(part_and(tags, one_sided_bits), one_sided_bits);
    lane_part half = part_set(0.5F), one = part_set(1.0F), zero = part_zero();
    if (terms->has_rights) {
        lane_part yields = part_select(part_less(zero, yield), zero, yield);
        half = part_add(half, part_mul(half, yields));
    }
    lane_part share = part_select(one_sided, half, one);
    lane_part closing = part_sqrt(part_dot(rx, ry, rx, ry));
    lane_part braking = part_mul(part_mul(share, closing), lanes_part(&terms->slowness, part));
    lane_part rate = lanes_part(&terms->horizon, part);
    return part_select(part_less(one, part_mul(rate, braking)), rate, part_div(one, braking));
}

/* The SIMD version of agent_plane. It handles the lanes of one SIMD register (`part`), each with
 * one pair of agents. `yield` is used only if agents have unequal rights. */
LANES_INLINE void pair_planes(const pair_terms *terms, uint32_t part, part_bodies self,
                              part_bodies other, lane_part yield, lane_planes *planes, size_t at) {
    lane_part horizon = lanes_part(&terms->horizon, part), step = lanes_part(&terms->step, part);
    lane_part zero = part_zero();
    lane_part px = part_sub(other.x, self.x), py = part_sub(other.y, self.y);
    lane_part rx = part_sub(self.vx, other.vx), ry = part_sub(self.vy, other.vy);
    horizon = terms->has_limit ? rate_part(terms, part, other.tags, rx, ry, yield) : horizon;
    lane_part radius = part_add(self.radius, other.radius);
    lane_part distance_squared = part_dot(px, py, px, py),
              radius_squared = part_mul(radius, radius);
    lane_part overlap = terms->is_apart ? zero : part_less_equal(distance_squared, radius_squared);
    lane_part rate = terms->is_apart ? horizon : part_select(overlap, horizon, step);
    lane_part wx = part_sub(rx, part_mul(px, rate)), wy = part_sub(ry, part_mul(py, rate));
    lane_part from_squared = part_dot(wx, wy, wx, wy), along = part_dot(wx, wy, px, py);
    lane_part ahead =
        part_and(part_less(along, zero),
                 part_less(part_mul(radius_squared, from_squared), part_mul(along, along)));
    lane_part disc = terms->is_apart ? ahead : part_or(overlap, ahead);
    /* One square root and one division serve both cases. */
    lane_part leg_squared = part_sub(distance_squared, radius_squared);
    lane_part length = part_sqrt(part_select(disc, leg_squared, from_squared)), leg = length;
    lane_part cross = part_sub(part_mul(px, wy), part_mul(py, wx));
    /* Multiplication by `side` or `-side` either changes the sign or does nothing. */
    lane_part left = part_less(zero, cross), sign = part_set_bits(0x80000000U);
    lane_part times_y = part_without(left, sign), times_x = part_and(left, sign);
    lane_part leg_x = part_sub(part_xor(part_mul(py, leg), times_x), part_mul(px, radius));
    lane_part leg_y = part_sub(part_xor(part_mul(px, leg), times_y), part_mul(py, radius));
    lane_part under = part_select(disc, distance_squared, length);
    lane_part nx = part_div(part_select(disc, leg_x, wx), under);
    lane_part ny = part_div(part_select(disc, leg_y, wy), under);
    /* agent_plane_away; agents at one position are left to the scalar code */
    lane_part undirected = part_and(overlap, part_same(from_squared, zero));
    if (!terms->is_apart && part_any(undirected)) {
        lane_part distance = part_sqrt(distance_squared);
        nx = part_select(undirected, nx, part_div(part_negative(px), distance));
        ny = part_select(undirected, ny, part_div(part_negative(py), distance));
    }
    lane_part change = part_select(disc, part_negative(part_dot(nx, ny, rx, ry)),
                                   part_sub(part_mul(radius, rate), length));
    lane_part one_sided_bits = part_set_bits((uint32_t)WEND_BODY_ONE_SIDED << 20);
    lane_part one_sided = part_same(part_and(other.tags, one_sided_bits), one_sided_bits);
    lane_part half = part_set(0.5F), even = half;
    if (terms->has_rights) {
        lane_part towards = part_less(zero, part_mul(change, part_dot(nx, ny, px, py)));
        lane_part equal = part_without(overlap, towards);
        half = part_select(equal, part_add(even, part_mul(even, yield)), even);
    }
    lane_part share = terms->is_uniform ? half : part_select(one_sided, half, part_set(1.0F));
    lane_part offset = part_add(part_dot(nx, ny, self.vx, self.vy), part_mul(share, change));
    if (!terms->is_complete) {
        lane_part near =
            part_less_equal(distance_squared, lanes_part(&terms->distance_squared, part));
        lane_part valid = part_and(lanes_part(&terms->there, part), near);
        nx = part_and(valid, nx);
        ny = part_and(valid, ny);
        offset = part_select(valid, part_set(no_plane), offset);
    }
    lanes_put_part(&planes->nx[at], part, nx);
    lanes_put_part(&planes->ny[at], part, ny);
    lanes_put_part(&planes->c[at], part, offset);
}

/* The state of one batch of eight agents. */
typedef struct batch_work {
    batch_active active_batch;
    lane_program program;
} batch_work;

/* Finds the records of the neighbours of rank `k`. Lanes without such a neighbour get an arbitrary
 * record. */
static inline void find_ranked(const batch_work *work, size_t k, uint32_t part,
                               const void *rows[PART_LANES]) {
    const uint32_t *ranked = &work->active_batch.search.ranks.row[k][part * PART_LANES];
    for (uint32_t i = 0; i < PART_LANES; i++) {
        rows[i] = window_record(&work->active_batch.search.window, ranked[i]);
    }
}

/* Loads the neighbours of rank `k`. */
static inline part_bodies load_ranked(const batch_work *work, size_t k, uint32_t part) {
    const void *rows[PART_LANES];
    lane_part columns[8];
    find_ranked(work, k, part, rows);
    part_transpose(rows, columns);
    return (part_bodies){columns[0], columns[1], columns[2], columns[3], columns[4], columns[5]};
}

/* Loads the neighbours of rank `k`, which have the same radius as `self` and reciprocate. */
static inline part_bodies load_ranked_uniform(const batch_work *work, size_t k, uint32_t part,
                                              part_bodies self) {
    const void *rows[PART_LANES];
    lane_part columns[4];
    find_ranked(work, k, part, rows);
    part_transpose_four(rows, columns);
    return (part_bodies){columns[0], columns[1], columns[2], columns[3], self.radius, part_zero()};
}

/* True if all neighbours of all lanes are within their search radius. */
static inline bool has_all_neighbours(const batch_work *work, lanes distance_squared) {
    const lane_search *search = &work->active_batch.search;
    lanes last = lanes_load(search->ranks.key[work->active_batch.query.neighbours]);
    lanes most = lanes_or(last, search->number_mask); /* the key is rounded down */
    return lanes_bits(lanes_less_equal(most, distance_squared)) == LANES_ALL;
}

/* True if all agents have the same radius and reciprocate. */
static inline bool is_uniform_crowd(const wend_view *view) {
    const near_grid *grid = view->internals->grid;
    return grid->smallest == grid->largest && !(grid->flags & WEND_BODY_ONE_SIDED);
}

/* True if no lane overlaps a neighbour. May also be false if none does. */
static inline bool is_apart_from_all(const batch_work *work) {
    const batch_active *active_batch = &work->active_batch;
    float largest = active_batch->call->view->internals->grid->largest;
    lanes radius = lanes_add(active_batch->self.radius, lanes_set(largest));
    lanes nearest = lanes_load(active_batch->search.ranks.key[1]); /* rounded down */
    return lanes_bits(lanes_less(lanes_mul(radius, radius), nearest)) == LANES_ALL;
}

/* The SIMD version of right_of_pair, which it calls for one lane after the other. Changes the
 * velocities of both bodies to those that the pair expects, and returns `yield`. */
static lane_part right_of_rank(const batch_work *work, uint32_t part, size_t k, part_bodies *self,
                               part_bodies *other) {
    const planes_call *call = work->active_batch.call;
    const void *rows[PART_LANES];
    float yield[PART_LANES] = {0}, vx[PART_LANES] = {0}, vy[PART_LANES] = {0};
    float other_vx[PART_LANES] = {0}, other_vy[PART_LANES] = {0};
    find_ranked(work, k, part, rows);
    for (uint32_t i = 0; i < PART_LANES; i++) {
        uint32_t index = work->active_batch.batch.body[part * PART_LANES + i];
        wend_body theirs = *(const wend_body *)rows[i];
        /* A lane without such a neighbour has padding, whose slot means nothing. */
        theirs.slot = theirs.slot < call->view->internals->cold->capacity ? theirs.slot : 0;
        right_pair pair =
            right_of_pair(call->view, &call->rights, &call->view->bodies[index], &theirs);
        yield[i] = pair.yield;
        vx[i] = pair.self.velocity.x;
        vy[i] = pair.self.velocity.y;
        other_vx[i] = pair.other.velocity.x;
        other_vy[i] = pair.other.velocity.y;
    }
    self->vx = part_load(vx);
    self->vy = part_load(vy);
    other->vx = part_load(other_vx);
    other->vy = part_load(other_vy);
    return part_load(yield);
}

/* Adds the planes of the neighbours of rank `k` in one part of the lanes. */
LANES_INLINE void add_rank(batch_work *work, const pair_terms *terms, uint32_t part,
                           part_bodies self, size_t k, size_t at) {
    part_bodies other =
        terms->is_uniform ? load_ranked_uniform(work, k, part, self) : load_ranked(work, k, part);
    lane_part yield = part_zero();
    if (terms->has_rights) {
        yield = right_of_rank(work, part, k, &self, &other);
    }
    pair_planes(terms, part, self, other, yield, &work->program.planes, at);
}

/* Adds the planes of the neighbours of all ranks, none of which is missing. */
LANES_INLINE void add_complete_ranks(batch_work *work, const pair_terms *from, bool is_apart,
                                     bool is_uniform) {
    pair_terms terms = {.horizon = from->horizon,
                        .step = from->step,
                        .is_complete = true,
                        .is_apart = is_apart,
                        .is_uniform = is_uniform};
    size_t first = work->program.count, last = work->active_batch.query.neighbours;
    for (uint32_t part = 0; part < LANE_PARTS; part++) {
        part_bodies self = bodies_part(&work->active_batch.self, part);
        for (size_t k = 1; k <= last; k++) {
            add_rank(work, &terms, part, self, k, first + k - 1);
        }
    }
    work->program.count = (uint32_t)(first + last);
}

/* Does the same, with shorter code for crowds in which all agents are alike or apart. */
LANES_INLINE void add_complete(batch_work *work, const pair_terms *terms) {
    bool is_apart = is_apart_from_all(work);
    if (is_uniform_crowd(work->active_batch.call->view)) {
        if (is_apart) {
            add_complete_ranks(work, terms, true, true);
        } else {
            add_complete_ranks(work, terms, false, true);
        }
    } else if (is_apart) {
        add_complete_ranks(work, terms, true, false);
    } else {
        add_complete_ranks(work, terms, false, false);
    }
}

/* Adds the planes of the neighbours that lanes have within their search radius. */
LANES_INLINE void add_ranks_within(batch_work *work, const pair_terms *from, bool is_plain) {
    pair_terms terms = *from;
    terms.is_apart = terms.is_uniform = is_plain;
    terms.has_limit = from->has_limit && !is_plain;
    terms.has_rights = from->has_rights && !is_plain;
    size_t at = work->program.count, last = work->active_batch.query.neighbours;
    for (size_t k = 1; k <= last; k++, at++) {
        lanes key = lanes_load(work->active_batch.search.ranks.key[k]);
        terms.there = lanes_less_equal(key, terms.distance_squared);
        if (!lanes_any(terms.there)) {
            break; /* all further neighbours are at least as far away */
        }
        for (uint32_t part = 0; part < LANE_PARTS; part++) {
            add_rank(work, &terms, part, bodies_part(&work->active_batch.self, part), k, at);
        }
    }
    work->program.count = (uint32_t)at;
}

/* Adds the planes of the neighbours. */
static void add_neighbours(batch_work *work) {
    const planes_call *call = work->active_batch.call;
    lanes horizon = load_column(call->params->horizon, call->view, &work->active_batch.batch);
    pair_terms terms = {.horizon = lanes_div(lanes_set(1.0F), horizon),
                        .step = lanes_div(lanes_set(1.0F), lanes_set(call->view->steer_interval)),
                        .distance_squared =
                            lanes_mul(work->active_batch.farthest, work->active_batch.farthest),
                        .has_limit = call->has_limit,
                        .has_rights = call->rights.of_way > 0.0F};
    if (call->has_limit || terms.has_rights) {
        float slowness[LANES];
        for (uint32_t i = 0; i < LANES; i++) {
            slowness[i] = planes_slowness(call->agents,
                                          &call->view->bodies[work->active_batch.batch.body[i]]);
        }
        terms.slowness = lanes_load(slowness);
        add_ranks_within(work, &terms, false);
    } else if (has_all_neighbours(work, terms.distance_squared)) { /* the usual case */
        add_complete(work, &terms);
    } else if (is_uniform_crowd(call->view) && is_apart_from_all(work)) {
        add_ranks_within(work, &terms, true);
    } else {
        add_ranks_within(work, &terms, false);
    }
}

#endif
