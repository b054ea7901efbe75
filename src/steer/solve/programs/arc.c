/* Finds the allowed velocity nearest to an arc of preferred velocities.
 *
 * Curtis, Snape and Manocha, "Way Portals" (2012), replace the arc by its chord (segment.c), and
 * describe that approximation as the limit of their method; this code goes beyond it. The arc is
 * not convex, so planes cannot be added one by one; but only a few points can be best:
 * - The preferred velocity, if it is allowed; the caller has checked that.
 * - On the arc: a plane forbids one interval of the circle. A walk along the arc from the preferred
 *   velocity leaves such an interval only at its end, where the plane's line crosses the circle,
 *   and never enters it again. The first point that no plane forbids is the nearest one on that
 *   side.
 * - Beside the arc, if the whole arc is forbidden: a point on an edge of the polygon of allowed
 *   velocities. It is either a corner, or the point of the edge nearest to an end of the arc or to
 *   the zero velocity. Between the two rays through the ends of the arc, the distance to the arc is
 *   the difference of two radii. Outside the circle this distance is convex along the edge, and
 *   smallest at the point nearest to zero; inside the circle the distance falls towards the
 *   corners. Elsewhere the distance to the arc is the distance to one of its ends. The distance is
 *   smooth across the rays, so a point where the edge crosses a ray is never best.
 *
 * A velocity that is not on the same side of the preferred velocity as the current velocity counts
 * as farther by a margin; otherwise an agent would alternate between two choices that are almost
 * equal. An agent at rest has no side to keep; otherwise it would stand still forever if only
 * velocities on the other side are allowed.
 *
 * Every operation of the walk is in single precision and correctly rounded, in a fixed order:
 * arc_lanes.h does the same for eight agents at once, bit for bit. Cost: O(planes) for each pass of
 * a walk, usually two passes; O(planes^2) at worst for the edges, which few agents need. */
#include "steer/solve/programs/arc.h"

#include <math.h>

#include "geom/vec.h"
#include "steer/solve/programs/line.h"

typedef enum arc_side { ARC_LEFT, ARC_RIGHT } arc_side;

/* A plane forbids an interval of the circle. Returns the end at which a walk to the given side
 * leaves that interval. */
static wend_vec2 interval_end(const arc_program *arc, velocity_plane plane, float side) {
    float root = sqrtf(arc->speed * arc->speed - plane.offset * plane.offset);
    return line_point(plane, root * -side);
}

/* Walks from the preferred velocity to one side until the first allowed velocity on the arc.
 * Returns false if there is none. */
static bool walk(const arc_program *arc, arc_side to, wend_vec2 *out) {
    const velocity_program *program = &arc->program;
    float side = to == ARC_LEFT ? 1.0F : -1.0F;
    wend_vec2 v = program->preferred_velocity,
              last = to == ARC_LEFT ? arc->arc.left : arc->arc.right;
    for (int pass = 0; pass < ARC_PASSES; pass++) {
        bool moved = false;
        for (uint32_t i = 0; i < program->count; i++) {
            velocity_plane plane = program->planes[i];
            float on = vec_dot(plane.normal, v);
            if (!(on < plane.offset)) {
                continue;
            }
            /* NaN if the line misses the circle: then the comparisons fail, and no end lies ahead.
             */
            wend_vec2 end = interval_end(arc, plane, side);
            if (vec_cross(v, end) * side > 0.0F) {
                if (vec_cross(end, last) * side < 0.0F) {
                    return false;
                }
                v = end;
                moved = true;
            } else if (on < plane.offset - ARC_TOLERANCE) {
                return false;
            }
        }
        if (!moved) {
            *out = v;
            return true;
        }
    }
    return false;
}

/* True if the angle from the bias to `v` is at most the angle to `other` plus the margin. */
static bool is_within(const arc_program *arc, wend_vec2 v, wend_vec2 other) {
    float cosine = vec_dot(arc->bias, other), sine = vec_cross(arc->bias, other);
    sine = sine < 0.0F ? -sine : sine;
    float far_cosine = cosine * arc->margin.cosine - sine * arc->margin.sine;
    float far_sine = sine * arc->margin.cosine + cosine * arc->margin.sine;
    return far_sine < 0.0F || vec_dot(arc->bias, v) >= far_cosine;
}

/* Returns the component (m/s) of the velocity that points to the left of the bias; 0 for an agent
 * almost at rest. */
static float side_of(const arc_program *arc) {
    float side = vec_cross(arc->bias, arc->velocity);
    return side > ARC_LEAST_SIDE || side < -ARC_LEAST_SIDE ? side : 0.0F;
}

/* True if `left` is a better choice than `right`. */
static bool takes_left(const arc_program *arc, wend_vec2 left, wend_vec2 right) {
    float side = side_of(arc);
    if (side > 0.0F) {
        return is_within(arc, left, right);
    }
    if (side < 0.0F) {
        return !is_within(arc, right, left);
    }
    return vec_dot(arc->bias, left) > vec_dot(arc->bias, right);
}

/* ---- Beside the arc -------------------------------------------------------------------------- */

static float distance_to_arc(const arc_program *arc, wend_vec2 v) {
    if (vec_cross(arc->arc.right, v) >= 0.0F && vec_cross(v, arc->arc.left) >= 0.0F) {
        return fabsf(vec_length(v) - arc->speed);
    }
    float left = vec_length(vec_sub(v, vec_scale(arc->arc.left, arc->speed)));
    float right = vec_length(vec_sub(v, vec_scale(arc->arc.right, arc->speed)));
    return left < right ? left : right;
}

static float cost_of(const arc_program *arc, wend_vec2 v) {
    bool changes_side = vec_cross(arc->bias, v) * side_of(arc) < 0.0F;
    return distance_to_arc(arc, v) + (changes_side ? arc->margin.angle * arc->speed : 0.0F);
}

/* Finds the part of plane i's line that bounds the polygon of allowed velocities. Returns false if
 * there is no such part. */
static bool edge_of(const velocity_program *program, uint32_t i, float *low, float *high) {
    const velocity_plane *planes = program->planes;
    if (!line_cut(planes[i], planes, i, program->max_speed, low, high)) {
        return false;
    }
    line_clip(planes[i], planes + i + 1, program->count - i - 1, low, high);
    return *low <= *high;
}

/* Finds the allowed velocity nearest to an arc if no velocity on the arc is allowed. Leaves *out
 * unchanged if, owing to rounding, no allowed velocity is found. */
static void find_beside_arc(const arc_program *arc, wend_vec2 *out) {
    float least = INFINITY;
    for (uint32_t i = 0; i < arc->program.count; i++) {
        float low, high;
        velocity_plane line = arc->program.planes[i];
        if (!edge_of(&arc->program, i, &low, &high)) {
            continue;
        }
        wend_vec2 d = vec_perp(line.normal);
        const float candidates[] = {low, high, 0.0F, vec_dot(d, arc->arc.left) * arc->speed,
                                    vec_dot(d, arc->arc.right) * arc->speed};
        for (uint32_t k = 0; k < sizeof candidates / sizeof *candidates; k++) {
            float t = candidates[k] < low ? low : candidates[k];
            wend_vec2 v = line_point(line, t > high ? high : t);
            float cost = cost_of(arc, v);
            if (cost < least) {
                least = cost;
                *out = v;
            }
        }
    }
}

bool arc_solve_on(const arc_program *arc, wend_vec2 *out) {
    wend_vec2 left, right;
    bool has_left = walk(arc, ARC_LEFT, &left), has_right = walk(arc, ARC_RIGHT, &right);
    if (!has_left && !has_right) {
        return false;
    }
    *out = has_left && (!has_right || takes_left(arc, left, right)) ? left : right;
    return true;
}

wend_solve_status arc_solve(const arc_program *arc, wend_vec2 *out) {
    if (arc_solve_on(arc, out)) {
        return WEND_SOLVE_FREE;
    }
    wend_solve_status solve_status = program_solve(&arc->program, out);
    if (solve_status == WEND_SOLVE_FREE) {
        find_beside_arc(arc, out);
    }
    return solve_status;
}
