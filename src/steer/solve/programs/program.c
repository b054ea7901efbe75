/* The linear programs of optimal reciprocal collision avoidance, in normal form.
 *
 * Two dimensions: planes are added one by one. If the best velocity so far satisfies the next
 * plane, nothing changes. Otherwise the new best velocity lies on that plane's line: it is the
 * point nearest to the preferred velocity on the part of the line that the earlier planes and the
 * disc of max_speed allow (de Berg et al., Computational Geometry, section 4.4; van den Berg, Guy,
 * Lin and Manocha, "Reciprocal n-body collision avoidance", 2011, section 5.2). The planes are not
 * shuffled, because there are few, and those of the nearest neighbours come first.
 *
 * If that fails, three dimensions (ibid., section 5.3): all soft planes move outwards at the same
 * pace until a velocity satisfies them. Plane i is violated at least as much as plane j in the
 * half-plane
 *
 *     (nj - ni) . v >= cj - ci
 *
 * So each step is a program in two dimensions that finds the velocity farthest along ni.
 *
 *     symbol   here
 *     n, c     plane.normal, plane.offset: n . v >= c
 *     d        a unit vector along a plane's line, the normal rotated by 90 degrees to the left
 *     t        coordinate along the line, from its point nearest to the zero velocity
 *
 * Every operation is in single precision and correctly rounded. The order of operations is fixed,
 * because program_lanes.h solves the programs of eight agents at once and must give the same
 * results bit for bit.
 *
 * Cost: O(planes^2) at worst, about O(planes) in a sparse crowd; O(planes^3) at worst for the
 * program in three dimensions. */
#include "steer/solve/programs/program.h"

#include <math.h>

#include "geom/vec.h"
#include "steer/solve/programs/line.h"

uint32_t program_plan(const velocity_program *program, wend_vec2 *out) {
    const velocity_plane *planes = program->planes;
    wend_vec2 preferred_velocity = program->preferred_velocity, v = preferred_velocity;
    float speed_squared = vec_length_squared(preferred_velocity), most = program->max_speed;
    if (speed_squared > most * most) {
        v = vec_scale(preferred_velocity, most / sqrtf(speed_squared));
    }
    uint32_t i = 0;
    for (; i < program->count; i++) {
        if (!plane_violated(planes[i], v)) {
            continue;
        }
        float low, high;
        if (!line_cut(planes[i], planes, i, most, &low, &high)) {
            break;
        }
        float t = vec_dot(vec_perp(planes[i].normal), preferred_velocity);
        t = t < low ? low : t;
        t = t > high ? high : t;
        v = line_point(planes[i], t);
    }
    *out = v;
    return i;
}

/* Finds the velocity farthest along `direction` that the planes and the disc allow. Returns false
 * if nothing is allowed. */
static bool go_farthest(const velocity_plane *planes, uint32_t count, wend_vec2 direction,
                        float max_speed, wend_vec2 *out) {
    wend_vec2 v = vec_scale(direction, max_speed);
    for (uint32_t i = 0; i < count; i++) {
        if (!plane_violated(planes[i], v)) {
            continue;
        }
        float low, high;
        if (!line_cut(planes[i], planes, i, max_speed, &low, &high)) {
            return false;
        }
        bool forward = vec_dot(vec_perp(planes[i].normal), direction) > 0.0F;
        v = line_point(planes[i], forward ? high : low);
    }
    *out = v;
    return true;
}

/* Makes a half-plane. Its boundary is the line on which planes i and j are violated equally.
 * Returns false if the two planes are the same. */
static bool bisect(velocity_plane i, velocity_plane j, velocity_plane *out) {
    wend_vec2 normal = vec_sub(j.normal, i.normal);
    float squared = vec_length_squared(normal);
    if (squared < program_same_normal) {
        return false;
    }
    float length = sqrtf(squared);
    out->normal = (wend_vec2){normal.x / length, normal.y / length};
    out->offset = (j.offset - i.offset) / length;
    return true;
}

void program_relax(const velocity_program *program, uint32_t satisfied, wend_vec2 *out) {
    velocity_plane projected[PROGRAM_MOST_PLANES];
    const velocity_plane *planes = program->planes;
    /* If hard planes contradict each other, only the hard planes are relaxed, and soft planes are
     * ignored. */
    bool broken = satisfied < program->hard;
    uint32_t hard = broken ? 0 : program->hard, last = broken ? program->hard : program->count;
    float violation = 0.0F;
    for (uint32_t i = satisfied; i < last; i++) {
        if (planes[i].offset - vec_dot(planes[i].normal, *out) <= violation) {
            continue;
        }
        uint32_t count = 0;
        for (uint32_t j = 0; j < hard; j++) {
            projected[count++] = planes[j];
        }
        for (uint32_t j = hard; j < i; j++) {
            count += bisect(planes[i], planes[j], &projected[count]);
        }
        wend_vec2 v;
        if (go_farthest(projected, count, planes[i].normal, program->max_speed, &v)) {
            *out = v; /* fails only because of rounding; *out is then unchanged */
        }
        violation = planes[i].offset - vec_dot(planes[i].normal, *out);
    }
}

bool program_allows(const velocity_program *program, wend_vec2 v) {
    bool allowed = vec_length_squared(v) <= program->max_speed * program->max_speed;
    for (uint32_t i = 0; i < program->count && allowed; i++) {
        allowed = !plane_violated(program->planes[i], v);
    }
    return allowed;
}

wend_solve_status program_solve(const velocity_program *program, wend_vec2 *out) {
    uint32_t satisfied = program_plan(program, out);
    if (satisfied == program->count) {
        return WEND_SOLVE_FREE;
    }
    program_relax(program, satisfied, out);
    return WEND_SOLVE_INFEASIBLE;
}

wend_vec2 program_slide_along_walls(const velocity_program *program) {
    velocity_program walls = *program;
    walls.count = walls.hard = program->walls;
    wend_vec2 slid;
    bool slides = !program_allows(&walls, walls.preferred_velocity) &&
                  program_plan(&walls, &slid) == walls.count;
    return slides ? slid : walls.preferred_velocity;
}
