/* steer/solve/programs/columns_lanes.h: compares a velocity, a line or a circle with a group of
 * LANES sets at once; the SIMD version of velocity_cut.h. It performs the same operations in the
 * same order, so the results are the same bit for bit. A file that includes this header defines
 * LANES_AVX512 (groups of sixteen), LANES_AVX2 or LANES_QUADS (groups of eight). */
#ifndef STEER_SOLVE_PROGRAMS_COLUMNS_LANES_H
#define STEER_SOLVE_PROGRAMS_COLUMNS_LANES_H

#include <math.h>

#include "geom/vec_lanes.h"
#include "steer/solve/programs/set_columns.h"

/* A group: LANES consecutive sets. */
typedef struct column_group {
    const set_columns *columns;
    uint32_t at;          /* index of the first set */
    uint32_t sides, arcs; /* number of pieces that the sets may have */
} column_group;

static inline column_group column_group_at(const set_columns *columns, uint32_t at) {
    bool wide = at < columns->wide_count;
    return (column_group){columns, at, wide ? COLUMNS_SIDES : COLUMNS_NARROW_SIDES,
                          wide ? COLUMNS_ARCS : COLUMNS_NARROW_ARCS};
}

/* Eight sides, without their ends. */
typedef struct lane_sides {
    lane_vectors from, along;
} lane_sides;

static inline lane_sides group_sides(const column_group *sets, uint32_t k) {
    const side_columns *from = &sets->columns->sides[k];
    return (lane_sides){
        {lanes_load(&from->from_x[sets->at]), lanes_load(&from->from_y[sets->at])},
        {lanes_load(&from->along_x[sets->at]), lanes_load(&from->along_y[sets->at])}};
}

/* Eight arcs, without their ends. */
typedef struct lane_circles {
    lane_vectors centre, outward;
    lanes radius, chord;
} lane_circles;

static inline lane_circles group_circles(const column_group *sets, uint32_t k) {
    const arc_columns *from = &sets->columns->arcs[k];
    return (lane_circles){
        {lanes_load(&from->x[sets->at]), lanes_load(&from->y[sets->at])},
        {lanes_load(&from->outward_x[sets->at]), lanes_load(&from->outward_y[sets->at])},
        lanes_load(&from->radius[sets->at]),
        lanes_load(&from->chord[sets->at])};
}

static inline lane_vectors splat(wend_vec2 v) {
    return (lane_vectors){lanes_set(v.x), lanes_set(v.y)};
}

/* The SIMD version of side_depth. */
static inline lanes side_depth_lanes(const lane_sides *side, lane_vectors v) {
    return lane_vec_cross(side->along, lane_vec_sub(v, side->from));
}

/* The SIMD version of chord_depth. */
static inline lanes chord_depth_lanes(const lane_circles *arc, lane_vectors v) {
    return lanes_sub(arc->chord, lane_vec_dot(arc->outward, lane_vec_sub(v, arc->centre)));
}

/* ---- Velocities ------------------------------------------------------------------------------ */

/* The SIMD version of set_contains: returns the mask of the sets that contain a velocity by more
 * than `depth`. */
static inline lane_mask contains_lanes(const column_group *sets, lane_vectors v, float depth) {
    lane_sides first = group_sides(sets, 0);
    lanes least = lanes_set(depth);
    lane_mask inside = lanes_less(least, side_depth_lanes(&first, v));
    for (uint32_t k = 1; k < sets->sides; k++) {
        lane_sides side = group_sides(sets, k);
        inside = mask_and(inside, lanes_less(least, side_depth_lanes(&side, v)));
    }
    for (uint32_t k = 0; k < sets->arcs; k++) {
        lane_circles arc = group_circles(sets, k);
        lane_vectors offset = lane_vec_sub(v, arc.centre);
        lanes room = lanes_sub(arc.radius, least), squared = lane_vec_dot(offset, offset);
        lane_mask in_disc =
            mask_and(lanes_less(lanes_zero(), room), lanes_less(squared, lanes_mul(room, room)));
        lane_mask in_core = lanes_less(lanes_zero(), chord_depth_lanes(&arc, v));
        inside = mask_and(inside, mask_or(in_disc, in_core));
    }
    return inside;
}

/* The SIMD version of boundary_bound in clearpath_scalar.c. */
static inline lanes bound_lanes(const column_group *sets, lane_vectors v) {
    lanes zero = lanes_zero(), sign = lanes_set_bits(0x80000000U), inside = lanes_set(INFINITY);
    for (uint32_t k = 0; k < sets->sides; k++) {
        lane_sides side = group_sides(sets, k);
        inside = lanes_min(side_depth_lanes(&side, v), inside);
    }
    lane_mask decided = lanes_less_equal(inside, zero); /* outside a side: arcs do not matter */
    for (uint32_t k = 0; k < sets->arcs; k++) {
        lane_circles arc = group_circles(sets, k);
        lanes depth = lanes_sub(arc.radius, lane_vec_length(lane_vec_sub(v, arc.centre)));
        lane_mask outside = mask_and(lanes_less_equal(depth, zero),
                                     lanes_less_equal(chord_depth_lanes(&arc, v), zero));
        lanes nearer = lanes_min(lanes_without(sign, depth), inside);
        inside = lanes_select(decided, lanes_select(outside, nearer, depth), inside);
        decided = mask_or(decided, outside);
    }
    return lanes_xor(inside, sign);
}

static inline lanes squared_distance_lanes(lane_vectors a, lane_vectors b) {
    lane_vectors offset = lane_vec_sub(a, b);
    return lane_vec_dot(offset, offset);
}

/* What is known about one side of each set of a group, seen from a preferred velocity. */
typedef struct lane_side_terms {
    lanes squared;     /* m^2/s^2: squared distance; infinite if the whole side is too fast */
    lanes at;          /* m/s: coordinate of the nearest point on the side's line */
    lanes off_squared; /* m^2/s^2: squared distance of that point */
    lanes low, high;   /* m/s: ends of the part of the side that is not too fast */
} lane_side_terms;

/* Finds the terms of the sides `k`. The part that is not too fast is found as in cut_to_circle. */
static inline lane_side_terms side_terms_lanes(const column_group *sets, uint32_t k, lane_vectors v,
                                               float max_speed) {
    const side_columns *columns = &sets->columns->sides[k];
    lane_sides side = group_sides(sets, k);
    lane_vectors offset = lane_vec_sub(v, side.from);
    lanes low = lanes_load(&columns->low[sets->at]), high = lanes_load(&columns->high[sets->at]);
    lanes at = lane_vec_dot(side.along, offset), off = lane_vec_cross(side.along, offset);
    lanes t = lanes_max(lanes_min(at, high), low); /* side_nearest */
    lane_vectors nearest = lane_vec_add(side.from, lane_vec_scale(side.along, t));
    lane_vectors to_zero = lane_vec_sub(splat((wend_vec2){0.0F, 0.0F}), side.from);
    lanes off_zero = lane_vec_cross(side.along, to_zero);
    lanes room = lanes_sub(lanes_set(max_speed * max_speed), lanes_mul(off_zero, off_zero));
    lanes middle = lane_vec_dot(side.along, to_zero), half = lanes_sqrt(room);
    low = lanes_max(lanes_sub(middle, half), low);
    high = lanes_min(lanes_add(middle, half), high);
    lane_mask slow = mask_and(lanes_less_equal(lanes_zero(), room), lanes_less_equal(low, high));
    lanes squared = squared_distance_lanes(nearest, v);
    return (lane_side_terms){lanes_select(slow, lanes_set(INFINITY), squared), at,
                             lanes_mul(off, off), low, high};
}

/* Returns the squared distances from a velocity to the nearest points of the arcs `k`; see
 * arc_nearest. */
static inline lanes arc_squared_lanes(const column_group *sets, uint32_t k, lane_vectors v) {
    const arc_columns *columns = &sets->columns->arcs[k];
    lane_circles arc = group_circles(sets, k);
    lane_vectors from = {lanes_load(&columns->from_x[sets->at]),
                         lanes_load(&columns->from_y[sets->at])};
    lane_vectors to = {lanes_load(&columns->to_x[sets->at]), lanes_load(&columns->to_y[sets->at])};
    lane_vectors offset = lane_vec_sub(v, arc.centre);
    lanes zero = lanes_zero(), slack = lanes_set(ARC_SLACK), length = lane_vec_length(offset);
    lane_mask apart = lanes_less(zero, length);
    lane_vectors unit = {lanes_keep(apart, lanes_div(offset.x, length)),
                         lanes_keep(apart, lanes_div(offset.y, length))};
    lane_mask has = mask_and(lanes_less_equal(slack, lane_vec_cross(from, unit)),
                             lanes_less_equal(slack, lane_vec_cross(unit, to)));
    has = mask_and(has, lanes_less_equal(zero, lane_vec_dot(arc.outward, unit)));
    lane_mask nearer_from = lanes_less_equal(lane_vec_dot(to, unit), lane_vec_dot(from, unit));
    unit = lane_vec_select(has, lane_vec_select(nearer_from, to, from), unit);
    return squared_distance_lanes(lane_vec_add(arc.centre, lane_vec_scale(unit, arc.radius)), v);
}

/* ---- Lines ----------------------------------------------------------------------------------- */

/* The SIMD version of cut_by. */
static inline void cut_by_lanes(lanes depth, lanes rate, lanes *low, lanes *high) {
    lanes zero = lanes_zero(), t = lanes_div(lanes_negative(depth), rate);
    lane_mask rises = lanes_less(zero, rate), falls = lanes_less(rate, zero);
    lanes raised = lanes_select(rises, *low, lanes_max(t, *low));
    /* Lines parallel to the boundary, outside or on it, are cut off completely. */
    lane_mask kept = mask_or(mask_or(rises, falls), lanes_less(zero, depth));
    *low = lanes_select(kept, lanes_set(INFINITY), raised);
    *high = lanes_select(falls, *high, lanes_min(t, *high));
}

/* The SIMD version of cut_disc. Lines that do not meet the disc get an empty interval. */
static inline void cut_disc_lanes(const lane_circles *arc, const velocity_line *line, float depth,
                                  lanes *low, lanes *high) {
    lane_vectors along = splat(line->along),
                 to_centre = lane_vec_sub(arc->centre, splat(line->base));
    lanes off = lane_vec_cross(along, to_centre);
    lanes radius = lanes_sub(arc->radius, lanes_set(depth));
    lanes room = lanes_sub(lanes_mul(radius, radius), lanes_mul(off, off));
    lanes middle = lane_vec_dot(along, to_centre), half = lanes_sqrt(room);
    lanes begin = lanes_sub(middle, half), end = lanes_add(middle, half);
    lane_mask meets = mask_and(lanes_less(lanes_zero(), radius), lanes_less(lanes_zero(), room));
    meets = mask_and(meets, lanes_less(begin, end));
    *low = lanes_select(meets, lanes_set(INFINITY), begin);
    *high = lanes_select(meets, lanes_set(-INFINITY), end);
}

/* The SIMD version of cut_arcs. It returns a mask. */
static inline lane_mask cut_arcs_lanes(const column_group *sets, const velocity_line *line,
                                       float depth, lanes *low, lanes *high) {
    lane_vectors base = splat(line->base), along = splat(line->along);
    lanes core_low = *low, core_high = *high;
    for (uint32_t k = 0; k < sets->arcs; k++) {
        lane_circles arc = group_circles(sets, k);
        lanes rate = lanes_negative(lane_vec_dot(arc.outward, along));
        cut_by_lanes(chord_depth_lanes(&arc, base), rate, &core_low, &core_high);
    }
    lane_mask found = lanes_less(core_low, core_high);
    lane_mask covers = mask_and(lanes_less_equal(core_low, lanes_set(line->low)),
                                lanes_less_equal(lanes_set(line->high), core_high));
    covers = mask_and(found, covers);
    *low = lanes_select(found, lanes_set(INFINITY), core_low);
    *high = lanes_select(found, lanes_set(-INFINITY), core_high);
    for (uint32_t k = 0; k < sets->arcs; k++) {
        lane_circles arc = group_circles(sets, k);
        lanes disc_low, disc_high;
        cut_disc_lanes(&arc, line, depth, &disc_low, &disc_high);
        *low = lanes_select(covers, lanes_min(disc_low, *low), core_low);
        *high = lanes_select(covers, lanes_max(disc_high, *high), core_high);
    }
    return lanes_less(*low, *high);
}

/* The SIMD version of set_cut. It returns a mask. */
static inline lane_mask cut_lanes(const column_group *sets, const velocity_line *line, float depth,
                                  lanes *low, lanes *high) {
    lane_vectors base = splat(line->base), along = splat(line->along);
    lanes begin = lanes_set(line->low), end = lanes_set(line->high);
    *low = lanes_set(-INFINITY);
    *high = lanes_set(INFINITY);
    for (uint32_t k = 0; k < sets->sides; k++) {
        lane_sides side = group_sides(sets, k);
        lanes from_side = lanes_sub(side_depth_lanes(&side, base), lanes_set(depth));
        cut_by_lanes(from_side, lane_vec_cross(side.along, along), low, high);
    }
    lane_mask left = mask_and(lanes_less(*low, end), lanes_less(begin, *high));
    left = mask_and(left, lanes_less(*low, *high));
    if (!lanes_any(left)) {
        return left;
    }
    left = mask_and(left, cut_arcs_lanes(sets, line, depth, low, high));
    return mask_and(left, mask_and(lanes_less(*low, end), lanes_less(begin, *high)));
}

/* ---- Circles --------------------------------------------------------------------------------- */

/* Returns the mask of the sets with an arc whose circle meets that of `arc` in a point with a
 * squared distance from v below `most`. This is a part of the tests in test_crossings, without that
 * of the ends of `arc`. */
static inline uint32_t meets_circle_lanes(const column_group *sets, const velocity_arc *arc,
                                          lane_vectors v, float most) {
    lanes own = lanes_set(arc->radius * arc->radius);
    uint32_t meets = 0;
    lane_vectors centre = splat(arc->centre);
    for (uint32_t k = 0; k < sets->arcs; k++) {
        lane_circles other = group_circles(sets, k);
        lane_vectors apart = lane_vec_sub(other.centre, centre);
        lanes squared = lane_vec_dot(apart, apart), theirs = lanes_mul(other.radius, other.radius);
        lanes along = lanes_add(lanes_set(0.5F), lanes_div(lanes_sub(own, theirs),
                                                           lanes_mul(lanes_set(2.0F), squared)));
        lanes room = lanes_sub(lanes_div(own, squared), lanes_mul(along, along));
        lane_mask met = lanes_less_equal(lanes_zero(), room);
        if (!lanes_any(met)) {
            continue;
        }
        lane_vectors middle = lane_vec_scale(apart, along);
        lane_vectors across = lane_vec_scale(lane_vec_perp(apart), lanes_sqrt(room));
        lanes one = squared_distance_lanes(lane_vec_add(centre, lane_vec_add(middle, across)), v);
        lanes two = squared_distance_lanes(lane_vec_add(centre, lane_vec_sub(middle, across)), v);
        lane_mask nearer = lanes_less(lanes_min(one, two), lanes_set(most));
        meets |= lanes_bits(mask_and(met, nearer));
    }
    return meets;
}

#endif
