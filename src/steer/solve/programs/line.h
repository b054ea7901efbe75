/* steer/solve/programs/line.h: the boundary line of a half-plane, and the part of this line that
 * other planes allow.
 *
 * A point on the line is given by its coordinate t, measured from the point nearest to the zero
 * velocity. The direction of t is the normal rotated by 90 degrees to the left. Every operation is
 * in single precision and correctly rounded. The order of operations is fixed, because the SIMD
 * version in program_lanes.h must give the same results. Parallel lines need no test: t becomes
 * infinite with the right sign, or NaN, which the comparisons ignore. */
#ifndef STEER_SOLVE_PROGRAMS_LINE_H
#define STEER_SOLVE_PROGRAMS_LINE_H

#include <math.h>

#include "geom/vec.h"
#include "steer/solve/programs/plane.h"

/* Finds the part of a line in the disc of max_speed. Returns false if there is none. */
static inline bool line_in_disc(velocity_plane line, float max_speed, float *low, float *high) {
    float room = max_speed * max_speed - line.offset * line.offset;
    if (room < 0.0F) {
        return false;
    }
    *high = sqrtf(room);
    *low = -*high;
    return true;
}

/* Removes from [*low, *high] the points that violate one of `count` planes. If *low > *high
 * afterwards, nothing is left. */
static inline void line_clip(velocity_plane line, const velocity_plane *planes, uint32_t count,
                             float *low, float *high) {
    wend_vec2 d = vec_perp(line.normal);
    for (uint32_t j = 0; j < count; j++) {
        float rate = vec_dot(planes[j].normal, d) + 0.0F; /* + 0 turns negative zero into zero */
        float missing = planes[j].offset - line.offset * vec_dot(planes[j].normal, line.normal);
        float t = missing / rate;
        if (rate >= 0.0F) {
            *low = t > *low ? t : *low;
        } else {
            *high = t < *high ? t : *high;
        }
    }
}

/* Finds the part of a line that the disc of max_speed and `count` planes allow. Returns false if
 * there is none. */
static inline bool line_cut(velocity_plane line, const velocity_plane *planes, uint32_t count,
                            float max_speed, float *low, float *high) {
    if (!line_in_disc(line, max_speed, low, high)) {
        return false;
    }
    line_clip(line, planes, count, low, high);
    return *low <= *high;
}

static inline wend_vec2 line_point(velocity_plane line, float t) {
    wend_vec2 d = vec_perp(line.normal);
    return (wend_vec2){line.normal.x * line.offset + d.x * t,
                       line.normal.y * line.offset + d.y * t};
}

#endif
