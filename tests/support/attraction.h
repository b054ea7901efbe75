/* support/attraction.h: control paths for scripted agents that follow an attraction point, and the
 * expected preferred velocities of these agents. Each test that includes this file has its own
 * path. */
#ifndef SUPPORT_ATTRACTION_H
#define SUPPORT_ATTRACTION_H

#include <math.h>

#include <wend/random.h>

#include "support/scripted.h"
#include "support/suite.h"

enum { MOST_POINTS = 128 };
static wend_route_point points[MOST_POINTS];

static inline wend_setting text(const char *name, const char *value) {
    return (wend_setting){name, {.kind = WEND_VALUE_TEXT, .text = value}};
}

static inline wend_setting number(const char *name, double value) {
    return (wend_setting){name, {.number = {.a = value}}};
}

static inline double noise(uint64_t step, uint32_t purpose) {
    return 2 * wend_random_uniform(7, 1, step, purpose) - 1;
}

/* Makes a winding path with samples 1 m apart in x and varying clearance. */
static inline void make_wave_path(uint32_t count) {
    for (uint32_t i = 0; i < count; i++) {
        double t = i;
        points[i] = (wend_route_point){
            {(float)t, (float)(2 * sin(t / 6))}, (float)(3.2 + 1.2 * sin(t / 4 + 1)), 0};
    }
    scripted_route = scripted_path_route(points, count);
}

/* Makes a straight path along y = 0 with samples `spacing` apart. */
static inline void make_straight_path(uint32_t count, float spacing, float clearance) {
    for (uint32_t i = 0; i < count; i++) {
        points[i] = (wend_route_point){{spacing * (float)i, 0}, clearance, 0};
    }
    scripted_route = scripted_path_route(points, count);
}

static inline void check_point(const wend_intent *preferred_velocity, double x, double y,
                               double room, double within) {
    ck_assert_uint_eq(preferred_velocity->region.shape, WEND_SHAPE_POINT);
    ck_assert_uint_eq(preferred_velocity->region.flags,
                      WEND_REGION_INTERCEPT | WEND_REGION_AIM_NEAREST);
    ck_assert_double_eq_tol((double)preferred_velocity->region.a.x, x, within);
    ck_assert_double_eq_tol((double)preferred_velocity->region.a.y, y, within);
    if (isfinite(room)) {
        ck_assert_double_eq_tol((double)preferred_velocity->region.b.x, room, within);
    } else {
        ck_assert(isinf(preferred_velocity->region.b.x));
    }
    ck_assert_float_eq(preferred_velocity->region.b.y, 0);
    ck_assert_float_eq(preferred_velocity->speed, 1.3F);
}

static inline void check_goal(const wend_intent *preferred_velocity, double x, double y) {
    ck_assert_uint_eq(preferred_velocity->region.flags,
                      WEND_REGION_INTERCEPT | WEND_REGION_AIM_NEAREST | WEND_REGION_STOP);
    ck_assert_double_eq_tol((double)preferred_velocity->region.a.x, x, 1e-6);
    ck_assert_double_eq_tol((double)preferred_velocity->region.a.y, y, 1e-6);
}

#endif
