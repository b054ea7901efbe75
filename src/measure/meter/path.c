/* Measures the length and the curvature of a path.
 *
 * Curvature is total turning over length, of the path sampled every 0.25 m. Motion between two
 * steps, and the step length, then hardly matter. It also computes the value that Overmars,
 * Karamouzas and Geraerts (2008, section 5.1) print: the mean, over a path's own points, of one
 * over the radius of the circle through three successive ones, which depends on the distance
 * between them. Cost: constant for each point and for each 0.25 m. */
#include <math.h>
#include <wend/kit.h>
#include <wend/math.h>

#include "geom/point.h"

/* m: positions beyond this, or not finite, are ignored. */
static const double LONGEST = 1e12;

/* Adds the next of the evenly spaced samples. */
static void take_sample(wend_path_meter *meter, wend_point at) {
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

static wend_point between(wend_point a, wend_point b, double t) {
    t = fmin(fmax(t, 0.0), 1.0);
    return point_lerp(a, b, t);
}

/* Moves in a straight line to the next point and adds the samples on it. A leg has no turning
 * inside, so only the first two and the last two of many samples are added. */
static void walk_to(wend_path_meter *meter, wend_point at, double leg) {
    wend_point from = meter->last[1];
    double begin = meter->length;
    meter->length += leg;
    uint64_t count = (uint64_t)(meter->length / WEND_PATH_SPACING) + 1;
    while (meter->samples < count) {
        double along = (double)meter->samples * WEND_PATH_SPACING - begin;
        take_sample(meter, between(from, at, along / leg));
        bool inside = along > WEND_PATH_SPACING && meter->samples + 2 < count;
        if (inside) {
            double before = (double)(count - 3) * WEND_PATH_SPACING - begin;
            meter->sample[1] = between(from, at, before / leg);
            meter->samples = count - 2;
        }
    }
}

/* Adds one over the radius of the circle through three points. */
static void take_circle(wend_path_meter *meter, wend_point at) {
    wend_point a = meter->last[0], b = meter->last[1];
    double sides = point_distance(a, b) * point_distance(b, at) * point_distance(at, a);
    if (sides > 0.0) {
        meter->circles += 2.0 * fabs(point_cross(point_sub(b, a), point_sub(at, b))) / sides;
        meter->circle_count++;
    }
}

void wend_path_meter_add(wend_path_meter *meter, wend_point at) {
    if (!(fabs(at.x) < LONGEST && fabs(at.y) < LONGEST)) {
        return;
    }
    if (meter->points == 0) {
        take_sample(meter, at);
    } else {
        double leg = point_distance(meter->last[1], at);
        if (!(leg > 0.0 && leg < LONGEST)) {
            return;
        }
        walk_to(meter, at, leg);
        if (meter->points >= 2) {
            take_circle(meter, at);
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
