/* Forces between ellipses; see steer/gcf.c for the paper, the symbols and the departures.
 *
 *     a, b     a_min + tau_a |v|, b_max - (b_max - b_min) |v| / v0
 *     q        a b / sqrt(b^2 cos^2 alpha + a^2 sin^2 alpha)
 *     K        max(0, v . e) / |v|
 *     F        -K (eta v0 + max(0, w . e))^2 / s e
 *
 * Cost: O(1) per neighbour or wall. */
#include "steer/solve/social/gcf.h"

#include <math.h>

#include "geom/vec.h"

/* m/s: slower bodies have no direction, because the squares of their velocities are too small. */
static const float least_speed = 1e-6F;

float gcf_extent(const gcf_body *body, wend_vec2 velocity, float preferred_speed, wend_vec2 line) {
    float speed = vec_length(velocity);
    if (speed < least_speed) {
        return body->most_width;
    }
    float share = speed < preferred_speed ? speed / preferred_speed : 1.0F;
    float a = body->least_length + body->growth * speed;
    float b = body->most_width - (body->most_width - body->least_width) * share;
    float along = vec_dot(velocity, line) / speed, across = vec_cross(velocity, line) / speed;
    return a * b / sqrtf(b * b * along * along + a * a * across * across);
}

/* A cubic spline between two points with given values and slopes. */
typedef struct spline {
    float from, to, from_value, to_value, from_slope;
} spline;

/* Returns the value of a spline whose slope at `to` is `to_slope`. */
static float spline_at(const spline *s, float x, float to_slope) {
    float width = s->to - s->from, t = (x - s->from) / width, rest = 1.0F - t;
    float start = rest * rest * ((1.0F + 2.0F * t) * s->from_value + t * width * s->from_slope);
    float end = t * t * ((3.0F - 2.0F * t) * s->to_value - rest * width * to_slope);
    return start + end;
}

float gcf_inverse(const gcf_law *law, float gap) {
    float inner = law->contact + law->blend, outer = law->cut_off - law->blend;
    if (gap >= law->cut_off) {
        return 0.0F;
    }
    if (gap > outer) {
        spline fade = {outer, law->cut_off, 1.0F / outer, 0.0F, -1.0F / (outer * outer)};
        return spline_at(&fade, gap, 0.0F);
    }
    if (gap >= inner) {
        return 1.0F / gap;
    }
    float most = law->most / inner;
    if (gap <= law->contact - law->blend) {
        return most;
    }
    spline rise = {law->contact - law->blend, inner, most, 1.0F / inner, 0.0F};
    return spline_at(&rise, gap, -1.0F / (inner * inner));
}

wend_vec2 gcf_push(const gcf_law *law, float preferred_speed, wend_vec2 velocity,
                   wend_vec2 relative, wend_vec2 line, float gap) {
    float ahead = vec_dot(velocity, line), speed = vec_length(velocity);
    if (!(ahead > 0.0F) || speed < least_speed) {
        return (wend_vec2){0.0F, 0.0F};
    }
    float closing = vec_dot(relative, line);
    float rate = law->preferred_share * preferred_speed + (closing > 0.0F ? closing : 0.0F);
    float view = ahead / speed;
    return vec_scale(line, -view * rate * rate * gcf_inverse(law, gap));
}
