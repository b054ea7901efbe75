/* steer/solve/programs/velocity_cut.h: intersections of lines with convex sets of velocities, and
 * tests whether a velocity lies in a set.
 *
 * A set is the union of its core and of its arcs' discs. The core consists of the points to the
 * left of every side and of every arc's chord. The core, the discs and their union are convex, so
 * the intersection of the set with a line is the hull of the intersections of its parts with the
 * line. No piece of the boundary is ever compared with the adjacent piece, so rounding where they
 * meet does not matter. Cost: O(1) per piece; one division for each side and chord, and one square
 * root for each arc whose disc can matter.
 *
 * `depth` makes a set smaller, to select the velocities that lie in it by more than the rounding
 * error. */
#ifndef STEER_SOLVE_PROGRAMS_VELOCITY_CUT_H
#define STEER_SOLVE_PROGRAMS_VELOCITY_CUT_H

#include <math.h>

#include "geom/vec.h"
#include "steer/solve/programs/velocity_shape.h"

/* Returns the outward direction at the middle of an arc. The result is not of unit length. */
static inline wend_vec2 arc_outward(const velocity_arc *arc) {
    /* The two ends of a short arc have almost the same direction; the ends of a half circle have
     * opposite directions. */
    return vec_dot(arc->from, arc->to) > 0.0F ? vec_add(arc->from, arc->to)
                                              : vec_perp(vec_sub(arc->from, arc->to));
}

/* Returns the signed distance of a velocity from a side: positive on the left, negative on the
 * right. */
static inline float side_depth(const velocity_side *side, wend_vec2 velocity) {
    return vec_cross(side->along, vec_sub(velocity, side->from));
}

/* Returns the distance by which a velocity lies inside an arc's chord, multiplied by the length of
 * `outward`. */
static inline float chord_depth(const velocity_arc *arc, wend_vec2 outward, wend_vec2 velocity) {
    return arc->radius * vec_dot(outward, arc->from) -
           vec_dot(outward, vec_sub(velocity, arc->centre));
}

/* True if a velocity lies in a set by more than `depth`. */
static inline bool set_contains(const velocity_set *set, wend_vec2 velocity, float depth) {
    for (uint32_t i = 0; i < set->side_count; i++) {
        if (!(side_depth(&set->sides[i], velocity) > depth)) {
            return false;
        }
    }
    /* Beyond the chord of an arc, the set consists only of that arc's disc. */
    for (uint32_t i = 0; i < set->arc_count; i++) {
        const velocity_arc *arc = &set->arcs[i];
        float room = arc->radius - depth;
        float squared = vec_length_squared(vec_sub(velocity, arc->centre));
        if (!(room > 0.0F && squared < room * room) &&
            !(chord_depth(arc, arc_outward(arc), velocity) > 0.0F)) {
            return false;
        }
    }
    return true;
}

/* True if a velocity lies in a set or on its boundary. */
static inline bool set_contains_closed(const velocity_set *set, wend_vec2 velocity) {
    for (uint32_t i = 0; i < set->side_count; i++) {
        if (!(side_depth(&set->sides[i], velocity) >= 0.0F)) {
            return false;
        }
    }
    for (uint32_t i = 0; i < set->arc_count; i++) {
        const velocity_arc *arc = &set->arcs[i];
        float squared = vec_length_squared(vec_sub(velocity, arc->centre));
        if (!(squared <= arc->radius * arc->radius) &&
            !(chord_depth(arc, arc_outward(arc), velocity) >= 0.0F)) {
            return false;
        }
    }
    return true;
}

/* A line, and the part of it that is considered. */
typedef struct velocity_line {
    wend_vec2 base, along; /* a point, in m/s; a unit vector */
    float low, high;       /* m/s: ends of the part */
} velocity_line;

/* Cuts the interval [*low, *high] to the values of t with `depth + rate * t > 0`. */
static inline void cut_by(float depth, float rate, float *low, float *high) {
    if (rate > 0.0F) {
        float t = -depth / rate;
        *low = t > *low ? t : *low;
    } else if (rate < 0.0F) {
        float t = -depth / rate;
        *high = t < *high ? t : *high;
    } else if (!(depth > 0.0F)) {
        *low = INFINITY;
    }
}

/* Intersects a line with the disc of an arc. Returns false if they do not meet. */
static inline bool cut_disc(const velocity_arc *arc, const velocity_line *line, float depth,
                            float *low, float *high) {
    wend_vec2 to_centre = vec_sub(arc->centre, line->base);
    float off = vec_cross(line->along, to_centre), radius = arc->radius - depth;
    float room = radius * radius - off * off;
    if (!(radius > 0.0F && room > 0.0F)) {
        return false;
    }
    float middle = vec_dot(line->along, to_centre), half = sqrtf(room);
    *low = middle - half;
    *high = middle + half;
    return *low < *high;
}

/* Takes the arcs of a set into account. On entry, *low and *high bound the part of the line that
 * lies to the left of all sides; on return, they bound the part that lies in the set. Returns false
 * if no part lies in the set. */
static inline bool cut_arcs(const velocity_set *set, const velocity_line *line, float depth,
                            float *low, float *high) {
    float core_low = *low, core_high = *high;
    for (uint32_t i = 0; i < set->arc_count; i++) {
        const velocity_arc *arc = &set->arcs[i];
        wend_vec2 outward = arc_outward(arc);
        cut_by(chord_depth(arc, outward, line->base), -vec_dot(outward, line->along), &core_low,
               &core_high);
    }
    bool found = core_low < core_high;
    if (found && core_low <= line->low && core_high >= line->high) {
        *low = core_low;
        *high = core_high;
        return true;
    }
    *low = found ? core_low : INFINITY;
    *high = found ? core_high : -INFINITY;
    for (uint32_t i = 0; i < set->arc_count; i++) {
        float disc_low, disc_high;
        if (cut_disc(&set->arcs[i], line, depth, &disc_low, &disc_high)) {
            *low = disc_low < *low ? disc_low : *low;
            *high = disc_high > *high ? disc_high : *high;
        }
    }
    return *low < *high;
}

/* Finds the points of a line that lie in a set by more than `depth`: *low < t < *high. Returns true
 * if some of them lie between the line's `low` and `high`. In that case, a result that lies in that
 * range is exact. A result outside the range may be inexact, but the exact value is also outside.
 */
static inline bool set_cut(const velocity_set *set, const velocity_line *line, float depth,
                           float *low, float *high) {
    *low = -INFINITY;
    *high = INFINITY;
    for (uint32_t i = 0; i < set->side_count; i++) {
        const velocity_side *side = &set->sides[i];
        cut_by(side_depth(side, line->base) - depth, vec_cross(side->along, line->along), low,
               high);
        if (!(*low<line->high && * high> line->low && *low < *high)) {
            return false;
        }
    }
    if (set->arc_count > 0 && !cut_arcs(set, line, depth, low, high)) {
        return false;
    }
    return *low<line->high && * high> line->low;
}

/* The sine of the angle by which a direction may lie outside an arc. It allows for rounding where
 * the circle meets the sides, which are tangent to it. */
#define ARC_SLACK (-1e-5F)

/* True if the arc contains a direction. */
static inline bool arc_has(const velocity_arc *arc, wend_vec2 unit) {
    return vec_cross(arc->from, unit) >= ARC_SLACK && vec_cross(unit, arc->to) >= ARC_SLACK &&
           vec_dot(arc_outward(arc), unit) >= 0.0F;
}

static inline wend_vec2 arc_at(const velocity_arc *arc, wend_vec2 unit) {
    return vec_add(arc->centre, vec_scale(unit, arc->radius));
}

static inline wend_vec2 side_at(const velocity_side *side, float t) {
    return vec_add(side->from, vec_scale(side->along, t));
}

/* Finds the point on a side nearest to a velocity. Returns its coordinate along the side. */
static inline float side_nearest(const velocity_side *side, wend_vec2 velocity) {
    float t = vec_dot(side->along, vec_sub(velocity, side->from));
    t = t < side->high ? t : side->high;
    return t > side->low ? t : side->low;
}

/* Returns the velocity on an arc that is nearest to another velocity. */
static inline wend_vec2 arc_nearest(const velocity_arc *arc, wend_vec2 velocity) {
    wend_vec2 offset = vec_normalized(vec_sub(velocity, arc->centre));
    if (arc_has(arc, offset)) {
        return arc_at(arc, offset);
    }
    return vec_dot(arc->from, offset) >= vec_dot(arc->to, offset) ? arc_at(arc, arc->from)
                                                                  : arc_at(arc, arc->to);
}

#endif
