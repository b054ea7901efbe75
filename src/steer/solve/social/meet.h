/* steer/solve/social/meet.h: when two discs that keep their velocities touch. */
#ifndef STEER_SOLVE_SOCIAL_MEET_H
#define STEER_SOLVE_SOCIAL_MEET_H

#include <math.h>

#include <wend/base.h>

typedef struct meet_result {
    double time; /* s: until the discs touch; INFINITY if they never do, or overlap now */
    double root; /* sqrt(D) of the quadratic equation for the time; 0 for a grazing contact */
} meet_result;

/* Finds the time until two discs touch. `towards` leads from the first centre to the second (m),
 * `relative` is the first velocity minus the second (m/s), and `reach` is the sum of the radii (m).
 * Double precision, and a discriminant without cancellation of large squares: forces that depend
 * on it are accurate until shortly before a grazing contact. */
static inline meet_result meet_discs(wend_vec2 towards, wend_vec2 relative, double reach) {
    double x = (double)towards.x, y = (double)towards.y;
    double u = (double)relative.x, v = (double)relative.y;
    double a = u * u + v * v, b = x * u + y * v, across = x * v - y * u;
    double squared = a * reach * reach - across * across, outside = x * x + y * y - reach * reach;
    if (!(a > 0.0 && b > 0.0 && squared > 0.0 && outside > 0.0)) {
        return (meet_result){(double)INFINITY, 0.0};
    }
    double root = sqrt(squared);
    return (meet_result){outside / (b + root), root};
}

#endif
