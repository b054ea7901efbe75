/* The program of a velocity arc, without the chord that stands for it in segment.c.
 *
 * Beyond Curtis, Snape and Manocha, "Way Portals" (2012), who name that approximation as the limit
 * of their method. The arc is not convex, so planes cannot be added one by one; but few places can
 * be best:
 * - The wish, if it is allowed; the caller has looked.
 * - On the arc: a plane forbids one interval of the circle. Who walks along the arc from the wish
 *   leaves an interval only at its end, where the plane's line crosses the circle, and never comes
 *   to it again. The first place that no plane forbids is nearest to the wish on that side.
 * - Beside the arc, if all of it is forbidden: on an edge of the polygon of allowed velocities, at
 *   a corner of it, or at the foot of an end of the arc or of the zero velocity. Between the two
 *   rays through the ends the distance is that of two radii: convex outside of the circle, where
 *   the foot of zero is nearest; inside it falls towards the corners. Elsewhere it is the distance
 *   to an end, and smooth across the rays, so that a crossing with a ray is never best.
 *
 * What is on the other side of the wish than the velocity now counts as farther by a margin, or an
 * agent would go to and fro between two ways that are nearly alike. Who stands has no side to
 * keep, or it would stand for ever where the other one alone leads on.
 *
 * Every operation of the walk is single and correctly rounded, in a fixed order:
 * arc_lanes.h does the same for eight agents at once, bit for bit. Cost: O(planes) for each
 * pass of a walk, mostly two; O(planes^2) at worst for the edges, which few agents need. */
#include "steer/solve/programs/arc.h"

#include <math.h>

#include "geom/vec.h"
#include "steer/solve/programs/line.h"

typedef enum arc_side { ARC_LEFT, ARC_RIGHT } arc_side;

/* Where the interval of the circle that a plane forbids ends, for who walks to a side. */
static wend_vec2 interval_end(const arc_program *arc, velocity_plane plane, float side) {
    float root = sqrtf(arc->speed * arc->speed - plane.offset * plane.offset);
    return line_place(plane, root * -side);
}

/* From the wish to a side, to the first allowed velocity on the arc; false if there is none. */
static bool walk(const arc_program *arc, arc_side to, wend_vec2 *out) {
    const velocity_program *program = &arc->program;
    float side = to == ARC_LEFT ? 1.0F : -1.0F;
    wend_vec2 v = program->wish, last = to == ARC_LEFT ? arc->arc.left : arc->arc.right;
    for (int pass = 0; pass < ARC_PASSES; pass++) {
        bool moved = false;
        for (uint32_t i = 0; i < program->count; i++) {
            velocity_plane plane = program->planes[i];
            float on = vec_dot(plane.normal, v);
            if (!(on < plane.offset)) {
                continue;
            }
            /* Not a number if the line misses the circle: then nothing is ahead. */
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

/* Whether the angle from the bias to v is at most that to `other` and the margin. */
static bool is_within(const arc_program *arc, wend_vec2 v, wend_vec2 other) {
    float cosine = vec_dot(arc->bias, other), sine = vec_cross(arc->bias, other);
    sine = sine < 0.0F ? -sine : sine;
    float far_cosine = cosine * arc->margin.cosine - sine * arc->margin.sine;
    float far_sine = sine * arc->margin.cosine + cosine * arc->margin.sine;
    return far_sine < 0.0F || vec_dot(arc->bias, v) >= far_cosine;
}

/* How fast the agent goes to the left of the bias, m/s; 0 for who nearly stands. */
static float side_of(const arc_program *arc) {
    float side = vec_cross(arc->bias, arc->velocity);
    return side > ARC_LEAST_SIDE || side < -ARC_LEAST_SIDE ? side : 0.0F;
}

/* Which of two that were found. */
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

/* The edge of the polygon of allowed velocities on the line of plane i; false if there is none. */
static bool edge_of(const velocity_program *program, uint32_t i, float *low, float *high) {
    const velocity_plane *planes = program->planes;
    if (!line_cut(planes[i], planes, i, program->max_speed, low, high)) {
        return false;
    }
    line_clip(planes[i], planes + i + 1, program->count - i - 1, low, high);
    return *low <= *high;
}

/* The allowed velocity nearest to an arc on which none is allowed. *out stays as it is if rounding
 * leaves none. */
static void go_beside(const arc_program *arc, wend_vec2 *out) {
    float least = INFINITY;
    for (uint32_t i = 0; i < arc->program.count; i++) {
        float low, high;
        velocity_plane line = arc->program.planes[i];
        if (!edge_of(&arc->program, i, &low, &high)) {
            continue;
        }
        wend_vec2 d = vec_perp(line.normal);
        const float places[] = {low, high, 0.0F, vec_dot(d, arc->arc.left) * arc->speed,
                                vec_dot(d, arc->arc.right) * arc->speed};
        for (uint32_t k = 0; k < sizeof places / sizeof *places; k++) {
            float t = places[k] < low ? low : places[k];
            wend_vec2 v = line_place(line, t > high ? high : t);
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
        go_beside(arc, out);
    }
    return solve_status;
}
