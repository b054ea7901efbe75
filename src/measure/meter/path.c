/* Measures the length and the curvature of a path.
 *
 * Curvature is the total turning angle divided by the length, for the path sampled every 0.25 m.
 * Sampling makes it nearly independent of the step length and of small motions between steps.
 *
 * For comparison, this file also computes the value that Overmars, Karamouzas and Geraerts (2008,
 * section 5.1) print: the mean of 1/r over the points of the path, where r is the radius of the
 * circle through three successive points. This value depends on the distance between the points.
 *
 * Cost: constant for each point and for each 0.25 m. */
#include <math.h>
#include <wend/kit.h>
#include <wend/math.h>

#include "geom/point.h"

/* m: positions with a larger or non-finite coordinate are ignored */
static const double LARGEST_COORDINATE = 1e12;

/* Adds the next evenly spaced sample. */
static void add_sample(wend_path_meter *meter, wend_point at) {
    if (meter->samples >= 2) {
        const wend_point *s = meter->sample;
        wend_point in = point_sub(s[1], s[0]), out = point_sub(at, s[1]);
        double turn = fabs(wend_atan2(point_cross(in, out), point_dot(in, out)));
        meter->turn_angle += turn;
        meter->sharpest = fmax(meter->sharpest, turn);
    }
    meter->sample[0] = meter->sample[1];
    meter->sample[1] = at;
    meter->samples++;
}

static wend_point interpolate(wend_point a, wend_point b, double t) {
    t = fmin(fmax(t, 0.0), 1.0);
    return point_lerp(a, b, t);
}

/* Moves in a straight line to the point `at`, which is `leg` m away, and adds the samples on that
 * line. A straight leg does not turn, so if it has many samples, only the first two and the last
 * two are added. */
static void walk_to(wend_path_meter *meter, wend_point at, double leg) {
    wend_point from = meter->last[1];
    double begin = meter->length;
    meter->length += leg;
    uint64_t count = (uint64_t)(meter->length / WEND_PATH_SPACING) + 1;
    while (meter->samples < count) {
        double along = (double)meter->samples * WEND_PATH_SPACING - begin;
        add_sample(meter, interpolate(from, at, along / leg));
        bool inside = along > WEND_PATH_SPACING && meter->samples + 2 < count;
        if (inside) {
            double before = (double)(count - 3) * WEND_PATH_SPACING - begin;
            meter->sample[1] = interpolate(from, at, before / leg);
            meter->samples = count - 2;
        }
    }
}

/* Adds the inverse radius of the circle through the last two points and the point `at`. */
static void add_circle(wend_path_meter *meter, wend_point at) {
    wend_point a = meter->last[0], b = meter->last[1];
    double sides = point_distance(a, b) * point_distance(b, at) * point_distance(at, a);
    if (sides > 0.0) {
        meter->circles += 2.0 * fabs(point_cross(point_sub(b, a), point_sub(at, b))) / sides;
        meter->circle_count++;
    }
}

void wend_path_meter_add(wend_path_meter *meter, wend_point at) {
    if (!(fabs(at.x) < LARGEST_COORDINATE && fabs(at.y) < LARGEST_COORDINATE)) {
        return;
    }
    if (meter->points == 0) {
        add_sample(meter, at);
    } else {
        double leg = point_distance(meter->last[1], at);
        if (!(leg > 0.0 && leg < LARGEST_COORDINATE)) {
            return;
        }
        walk_to(meter, at, leg);
        if (meter->points >= 2) {
            add_circle(meter, at);
        }
    }
    meter->last[0] = meter->last[1];
    meter->last[1] = at;
    meter->points++;
}

wend_path_measures wend_path_meter_get(const wend_path_meter *meter) {
    return (wend_path_measures){
        .length = meter->length,
        .mean_curvature = meter->length > 0.0 ? meter->turn_angle / meter->length : 0.0,
        .max_curvature = meter->sharpest / WEND_PATH_SPACING,
        .circle_curvature =
            meter->circle_count > 0 ? meter->circles / (double)meter->circle_count : 0.0,
    };
}
