/* Finds the allowed velocity nearest to a segment of preferred velocities.
 *
 * Curtis, Snape and Manocha, "Way Portals: Efficient Multi-Agent Navigation with Line-Segment
 * Goals" (2012), Algorithm 1 and Eq. 2. Planes are added one by one. The best velocities so far
 * form a segment, which may be a single point. If the next plane allows both ends, nothing changes.
 * If it allows one end, the segment is clipped (clipVelocity). If it allows neither, the best
 * velocities lie on that plane's line, where it comes nearest to the segment of preferred
 * velocities (nearestOnBoundary), on the part that the earlier planes and the disc of max_speed
 * leave (clipBoundary).
 *
 *     paper              here
 *     velOpt             start + along * t, t in [0, 1]
 *     best               best_velocities: start + along * t, t in [low, high]
 *     notFeasible        the two tests in `constrain_best`
 *     clipVelocity       clip_best()
 *     clipBoundary       line_cut of line.h
 *     nearestOnBoundary  find_best_on_line()
 *     zeta, alpha        bias (already a fraction of the chord: see goals/arc.c), choose_velocity()
 *
 * Along a line, the distance to a segment is a convex function. If the line crosses the segment,
 * the distance is smallest at the crossing. Otherwise it is smallest at the projection of the
 * segment's nearer end onto the line. If only a part of the line is allowed, the best point is the
 * point of that part nearest to this minimum. If a line is parallel to the segment, the best
 * velocities form a segment again; if it is only nearly parallel, they do not.
 *
 * There are two departures from the paper. Velocities are limited to the disc of max_speed. The
 * goal's planes come last, so that the result without them is known; they are ignored if they leave
 * no velocity, or only velocities near rest.
 *
 * Every operation is in single precision and correctly rounded, in a fixed order: segment_lanes.h
 * does the same for eight agents at once, bit for bit. Cost: as in program.c. */
#include "steer/solve/programs/segment.h"

#include <math.h>

#include "geom/vec.h"
#include "steer/solve/programs/line.h"

typedef struct best_velocities {
    wend_vec2 start, along;
    float low, high;
} best_velocities;

static wend_vec2 best_at(const best_velocities *best, float t) {
    return (wend_vec2){best->start.x + best->along.x * t, best->start.y + best->along.y * t};
}

static float clamp(float t, float low, float high) {
    t = t > low ? t : low;
    return t < high ? t : high;
}

/* Of the best velocities, returns the one nearest to the bias. */
static wend_vec2 choose_velocity(const segment_program *segment, const best_velocities *best) {
    return best_at(best, clamp(segment->bias, best->low, best->high));
}

static void clip_best(best_velocities *best, velocity_plane plane, bool low_end) {
    float missing = plane.offset - vec_dot(plane.normal, best->start);
    float t = clamp(missing / vec_dot(plane.normal, best->along), best->low, best->high);
    best->low = low_end ? t : best->low;
    best->high = low_end ? best->high : t;
}

/* Finds the part of a parallel line that lies opposite the segment of preferred velocities. Returns
 * false if this part is empty or only a point. */
static bool face_line(const segment_program *segment, velocity_plane line, float low, float high,
                      best_velocities *best) {
    wend_vec2 d = vec_perp(line.normal);
    float first = vec_dot(d, segment->start), along = vec_dot(d, segment->along);
    if (along == 0.0F) {
        return false;
    }
    float one = (low - first) / along, other = (high - first) / along;
    float from = clamp(one < other ? one : other, 0.0F, 1.0F);
    float to = clamp(one < other ? other : one, 0.0F, 1.0F);
    if (!(from < to)) {
        return false;
    }
    *best = (best_velocities){line_point(line, first), vec_scale(d, along), from, to};
    return true;
}

/* Finds the velocities nearest to the segment of preferred velocities, on the part of the line
 * between `low` and `high`. */
static void find_best_on_line(const segment_program *segment, velocity_plane line, float low,
                              float high, best_velocities *best) {
    wend_vec2 d = vec_perp(line.normal);
    wend_vec2 end = vec_add(segment->start, segment->along);
    float first = vec_dot(line.normal, segment->start) - line.offset;
    float last = vec_dot(line.normal, end) - line.offset;
    bool parallel = first == last;
    if (parallel && face_line(segment, line, low, high, best)) {
        return;
    }
    float u = parallel ? 0.0F : clamp(first / (first - last), 0.0F, 1.0F);
    float t = vec_dot(d, segment->start) + vec_dot(d, segment->along) * u;
    t = t < low ? low : t;
    t = t > high ? high : t;
    *best = (best_velocities){.start = line_point(line, t)};
}

/* Adds one more plane, after the first `count` planes of the program and the first `goals` planes
 * of the goal. Returns false if no velocity is left. */
static bool constrain_best(const segment_program *segment, velocity_plane plane, uint32_t count,
                           uint32_t goals, best_velocities *best) {
    bool low_out = plane_violated(plane, best_at(best, best->low));
    bool high_out = plane_violated(plane, best_at(best, best->high));
    if (low_out != high_out) {
        clip_best(best, plane, low_out);
    }
    if (!low_out || !high_out) {
        return true;
    }
    float low, high;
    if (!line_in_disc(plane, segment->program.max_speed, &low, &high)) {
        return false;
    }
    line_clip(plane, segment->program.planes, count, &low, &high);
    line_clip(plane, segment->goal, goals, &low, &high);
    if (!(low <= high)) {
        return false;
    }
    find_best_on_line(segment, plane, low, high, best);
    return true;
}

/* Finds the result with the goal's planes. Returns false if these planes must be ignored. */
static bool apply_goal_planes(const segment_program *segment, best_velocities best,
                              wend_vec2 *out) {
    for (uint32_t i = 0; i < segment->goal_count; i++) {
        if (!constrain_best(segment, segment->goal[i], segment->program.count, i, &best)) {
            return false;
        }
    }
    wend_vec2 velocity = choose_velocity(segment, &best);
    if (vec_length_squared(velocity) < segment->rest * segment->rest) {
        return false;
    }
    *out = velocity;
    return true;
}

static best_velocities all_preferred(const segment_program *segment) {
    best_velocities best = {segment->start, segment->along, 0.0F, 1.0F};
    float squared = vec_length_squared(segment->start), most = segment->program.max_speed;
    bool point = vec_equal(segment->along, (wend_vec2){0.0F, 0.0F});
    if (point && squared > most * most) { /* only a single point can lie outside the disc */
        best.start = vec_scale(segment->start, most / sqrtf(squared));
    }
    return best;
}

wend_solve_status segment_solve(const segment_program *segment, wend_vec2 *out) {
    const velocity_program *program = &segment->program;
    best_velocities best = all_preferred(segment);
    uint32_t i = 0;
    while (i < program->count && constrain_best(segment, program->planes[i], i, 0, &best)) {
        i++;
    }
    *out = choose_velocity(segment, &best);
    if (i < program->count) {
        program_relax(program, i, out);
        return WEND_SOLVE_INFEASIBLE;
    }
    if (segment->goal_count > 0) {
        apply_goal_planes(segment, best, out);
    }
    return WEND_SOLVE_FREE;
}
