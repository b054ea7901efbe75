/* Compares regions with dense samples, and interception with simulated motion. */
#include <math.h>
#include <stdlib.h>

#include "step/region.h"
#include "support/spaces.h"
#include "support/suite.h"
#include "support/trials.h"

static wend_vec2 corners[8];

static wend_region draw_region(dice *from) {
    wend_region region = {.shape = (uint8_t)(WEND_SHAPE_POINT + dice_below(from, 4)),
                          .opens = -INFINITY,
                          .closes = INFINITY};
    double x = dice_between(from, -5.0, 5.0), y = dice_between(from, -5.0, 5.0);
    region.a = (wend_vec2){(float)x, (float)y};
    if (region.shape == WEND_SHAPE_DISC) {
        region.b = (wend_vec2){(float)dice_between(from, 0.1, 3.0), 0.0F};
    } else if (region.shape == WEND_SHAPE_SEGMENT) {
        region.b =
            (wend_vec2){(float)dice_between(from, -5.0, 5.0), (float)dice_between(from, -5.0, 5.0)};
        region.bias = (float)dice_between(from, 0.0, 1.0);
    } else if (region.shape == WEND_SHAPE_POLYGON) {
        region.count = (uint16_t)(3 + dice_below(from, 6));
        double size = dice_between(from, 0.5, 3.0), turn = dice_between(from, 0.0, 6.28);
        /* Points on a circle give a convex, counter-clockwise polygon. */
        for (int i = 0; i < region.count; i++) {
            double angle = turn + 6.283185307179586 * (i + dice_between(from, 0.0, 0.9)) /
                                      (double)region.count;
            corners[i] =
                (wend_vec2){(float)(x + cos(angle) * size), (float)(y + sin(angle) * size)};
        }
        region.points = corners;
    }
    return region;
}

static bool is_in(const wend_region *region, double x, double y) {
    switch (region->shape) {
    case WEND_SHAPE_DISC:
        return hypot(x - (double)region->a.x, y - (double)region->a.y) <= (double)region->b.x;
    case WEND_SHAPE_POLYGON: {
        int crossings = 0;
        for (int i = 0; i < region->count; i++) {
            wend_vec2 a = region->points[i], b = region->points[(i + 1) % region->count];
            if (((double)a.y > y) != ((double)b.y > y) &&
                x < ((double)b.x - (double)a.x) * (y - (double)a.y) / ((double)b.y - (double)a.y) +
                        (double)a.x) {
                crossings++;
            }
        }
        return crossings % 2;
    }
    default:
        return false;
    }
}

/* Sample points on the boundary of a region, close together. */
enum { SAMPLES = 4000 };
typedef struct edge_samples {
    const wend_region *region;
    double x[SAMPLES], y[SAMPLES];
} edge_samples;

static void sample_edge(const wend_region *region, edge_samples *out) {
    int edges = region->shape == WEND_SHAPE_POLYGON ? region->count : 1;
    out->region = region;
    for (int i = 0; i < SAMPLES; i++) {
        double t = (double)i / (SAMPLES - 1), px = (double)region->a.x, py = (double)region->a.y;
        if (region->shape == WEND_SHAPE_DISC) {
            px += cos(6.283185307179586 * t) * (double)region->b.x;
            py += sin(6.283185307179586 * t) * (double)region->b.x;
        } else if (region->shape != WEND_SHAPE_POINT) {
            int edge = i * edges / SAMPLES;
            double u = (double)(i * edges % SAMPLES) / SAMPLES;
            bool polygon = region->shape == WEND_SHAPE_POLYGON;
            wend_vec2 a = polygon ? region->points[edge] : region->a;
            wend_vec2 b = polygon ? region->points[(edge + 1) % edges] : region->b;
            px = (double)a.x + u * ((double)b.x - (double)a.x);
            py = (double)a.y + u * ((double)b.y - (double)a.y);
        }
        out->x[i] = px;
        out->y[i] = py;
    }
}

/* Returns the distance from a point to the nearest sample; 0 inside the region. */
static double sampled_distance(const edge_samples *edge, double x, double y) {
    if (is_in(edge->region, x, y)) {
        return 0.0;
    }
    double least = INFINITY;
    for (int i = 0; i < SAMPLES; i++) {
        double dx = edge->x[i] - x, dy = edge->y[i] - y, square = dx * dx + dy * dy;
        least = square < least ? square : least;
    }
    return sqrt(least);
}

START_TEST(nearest_point_matches_samples) {
    static edge_samples edge;
    for (uint64_t seed = 0; seed < trials(2000); seed++) {
        dice from = {seed};
        wend_region region = draw_region(&from);
        sample_edge(&region, &edge);
        wend_vec2 p = {(float)dice_between(&from, -6.0, 6.0),
                       (float)dice_between(&from, -6.0, 6.0)};
        double expected = sampled_distance(&edge, (double)p.x, (double)p.y);
        float got = wend_region_distance(&region, p);
        wend_vec2 nearest = wend_region_nearest(&region, p);
        ck_assert_msg(fabs((double)got - expected) < 1e-2, "seed %d: %g instead of %g", (int)seed,
                      (double)got, expected);
        ck_assert_double_eq_tol(
            hypot((double)nearest.x - (double)p.x, (double)nearest.y - (double)p.y), (double)got,
            1e-5);
        ck_assert_double_lt(sampled_distance(&edge, (double)nearest.x, (double)nearest.y), 1e-2);
    }
}
END_TEST

/* An agent that must be inside aims at a point strictly inside, close to the nearest one; an agent
 * that is inside stays where it is. */
START_TEST(aim_of_agents_that_must_be_inside_is_inside) {
    int inner = 0;
    for (uint64_t seed = 0; seed < trials(2000); seed++) {
        dice from = {seed + 9000};
        wend_region region = draw_region(&from);
        region.flags = WEND_REGION_AIM_NEAREST | WEND_REGION_INSIDE;
        wend_vec2 p = {(float)dice_between(&from, -6.0, 6.0),
                       (float)dice_between(&from, -6.0, 6.0)};
        wend_vec2 nearest = wend_region_nearest(&region, p), aim = wend_region_aim(&region, p, 1);
        double moved = hypot((double)aim.x - (double)nearest.x, (double)aim.y - (double)nearest.y);
        bool has_area = region.shape == WEND_SHAPE_DISC || region.shape == WEND_SHAPE_POLYGON;
        bool outside = nearest.x != p.x || nearest.y != p.y;
        ck_assert_double_le(moved, 0.05 + 1e-5);
        ck_assert_msg((moved > 1e-3) == (has_area && outside), "seed %d: %g m", (int)seed, moved);
        ck_assert_msg(!has_area || !outside || is_in(&region, (double)aim.x, (double)aim.y),
                      "seed %d: outside", (int)seed);
        inner += has_area && !outside;
    }
    ck_assert_int_gt(inner, (int)trials_bound(20));
}
END_TEST

START_TEST(gap_is_smallest_distance_to_segment) {
    static edge_samples edge;
    for (uint64_t seed = 0; seed < trials(400); seed++) {
        dice from = {seed + 5000};
        wend_region region = draw_region(&from);
        sample_edge(&region, &edge);
        wend_vec2 p = {(float)dice_between(&from, -8.0, 8.0),
                       (float)dice_between(&from, -8.0, 8.0)};
        wend_vec2 q = {(float)dice_between(&from, -8.0, 8.0),
                       (float)dice_between(&from, -8.0, 8.0)};
        if (seed % 5 == 0) {
            q = p;
        }
        double expected = INFINITY;
        for (int i = 0; i <= 300; i++) {
            double t = i / 300.0;
            expected = fmin(expected,
                            sampled_distance(&edge, (double)p.x + t * ((double)q.x - (double)p.x),
                                             (double)p.y + t * ((double)q.y - (double)p.y)));
        }
        float got = region_gap(&region, p, q);
        ck_assert_msg((double)got <= expected + 1e-5 && (double)got >= expected - 0.05,
                      "seed %d: %g instead of %g", (int)seed, (double)got, expected);
    }
}
END_TEST

START_TEST(gap_is_zero_for_segment_through_region) {
    wend_vec2 square[] = {{0.0F, 0.0F}, {1.0F, 0.0F}, {1.0F, 1.0F}, {0.0F, 1.0F}};
    wend_region box = {.shape = WEND_SHAPE_POLYGON, .count = 4, .points = square};
    wend_region disc = {.shape = WEND_SHAPE_DISC, .a = {0.5F, 0.5F}, .b = {0.5F, 0.0F}};
    wend_region door = {.shape = WEND_SHAPE_SEGMENT, .a = {0.5F, -9.0F}, .b = {0.5F, 9.0F}};
    wend_vec2 west = {-50.0F, 0.5F}, east = {50.0F, 0.5F}, inside = {0.4F, 0.5F};
    const wend_region *all[] = {&box, &disc, &door};
    for (int i = 0; i < 3; i++) {
        ck_assert_float_eq(region_gap(all[i], west, east), 0.0F);
        ck_assert_float_eq(region_gap(all[i], west, (wend_vec2){-2.0F, 0.5F}) > 1.0F, 1.0F);
    }
    ck_assert_float_eq(region_gap(&box, inside, east), 0.0F);
    ck_assert_float_eq(region_gap(&box, inside, inside), 0.0F);
    ck_assert_float_eq(region_gap(&disc, inside, inside), 0.0F);
    wend_region direction = {.shape = WEND_SHAPE_DIRECTION, .a = {1.0F, 0.0F}};
    ck_assert(isinf(region_gap(&direction, west, east)));
    ck_assert(isinf(wend_region_distance(&direction, west)));
    wend_vec2 ahead = wend_region_aim(&direction, west, 1.0F);
    ck_assert_float_eq(ahead.x, -49.0F);
    ck_assert_float_eq(ahead.y, 0.5F);
}
END_TEST

START_TEST(aims_at_preferred_or_nearest_point) {
    wend_region door = {
        .shape = WEND_SHAPE_SEGMENT, .a = {0.0F, 0.0F}, .b = {4.0F, 0.0F}, .bias = 0.25F};
    wend_vec2 from = {3.0F, 2.0F};
    wend_vec2 aim = wend_region_aim(&door, from, 1.0F);
    ck_assert_float_eq_tol(aim.x, 1.0F, 1e-6F);
    door.flags = WEND_REGION_AIM_NEAREST;
    aim = wend_region_aim(&door, from, 1.0F);
    ck_assert_float_eq_tol(aim.x, 3.0F, 1e-6F);
    door.velocity = (wend_vec2){0.0F, 1.0F};
    aim = wend_region_aim(&door, from, 1.0F);
    ck_assert_float_eq_tol(aim.y, 0.0F, 1e-6F); /* without the flag, motion is ignored */
    door.flags |= WEND_REGION_INTERCEPT;
    aim = wend_region_aim(&door, from, 1.0F);
    ck_assert_float_eq_tol(aim.y, 1.0F, 1e-5F); /* agent and goal meet half-way */
}
END_TEST

/* True if an agent with speed `speed` could meet the moving point at any time up to 1000 s. */
static bool can_meet(wend_region region, wend_vec2 from, double speed) {
    for (int i = 0; i <= 200000; i++) {
        double t = 0.005 * i;
        double x = (double)region.a.x + (double)region.velocity.x * t - (double)from.x;
        double y = (double)region.a.y + (double)region.velocity.y * t - (double)from.y;
        if (hypot(x, y) <= speed * t * (1.0 - 1e-4)) {
            return true;
        }
    }
    return false;
}

START_TEST(agent_and_moving_point_reach_the_aim_together) {
    uint32_t met = 0, missed = 0;
    for (uint64_t seed = 0; seed < trials(300); seed++) {
        dice from = {seed + 31};
        wend_region region = {
            .shape = WEND_SHAPE_POINT,
            .flags = WEND_REGION_INTERCEPT,
            .a = {(float)dice_between(&from, -20.0, 20.0), (float)dice_between(&from, -20.0, 20.0)},
            .velocity = {(float)dice_between(&from, -2.0, 2.0),
                         (float)dice_between(&from, -2.0, 2.0)}};
        wend_vec2 start = {(float)dice_between(&from, -20.0, 20.0), 0.0F};
        double velocity = hypot((double)region.velocity.x, (double)region.velocity.y);
        double speed = seed % 5 == 0 ? velocity : dice_between(&from, 0.3, 3.0);
        wend_vec2 aim = wend_region_aim(&region, start, (float)speed);
        if (aim.x == region.a.x && aim.y == region.a.y) {
            missed++;
            ck_assert_msg(!can_meet(region, start, speed), "seed %d", (int)seed);
            continue;
        }
        met++;
        double goes = hypot((double)aim.x - (double)region.a.x, (double)aim.y - (double)region.a.y);
        double walks = hypot((double)aim.x - (double)start.x, (double)aim.y - (double)start.y);
        ck_assert_msg(fabs(goes / velocity - walks / speed) < 1e-3 * (1.0 + walks / speed),
                      "seed %d: %g and %g s", (int)seed, goes / velocity, walks / speed);
        double along = ((double)aim.x - (double)region.a.x) * (double)region.velocity.x +
                       ((double)aim.y - (double)region.a.y) * (double)region.velocity.y;
        ck_assert_double_gt(along, 0.0);
    }
    ck_assert_uint_ge(met, trials_bound(101));
    ck_assert_uint_ge(missed, trials_bound(31));
}
END_TEST

START_TEST(aims_at_current_position_if_it_cannot_intercept) {
    wend_region region = {.shape = WEND_SHAPE_POINT,
                          .flags = WEND_REGION_INTERCEPT,
                          .a = {10.0F, 0.0F},
                          .velocity = {5.0F, 0.0F}};
    wend_vec2 start = {0.0F, 0.0F};
    float speeds[] = {0.0F, 1.0F, 5.0F};
    for (int i = 0; i < 3; i++) {
        wend_vec2 aim = wend_region_aim(&region, start, speeds[i]);
        ck_assert_float_eq(aim.x, 10.0F);
        ck_assert_float_eq(aim.y, 0.0F);
    }
    wend_vec2 aim = wend_region_aim(&region, region.a, 9.0F);
    ck_assert_float_eq(aim.x, 10.0F);
}
END_TEST

int main(void) {
    SUITE("step/region", nearest_point_matches_samples, aim_of_agents_that_must_be_inside_is_inside,
          gap_is_smallest_distance_to_segment, gap_is_zero_for_segment_through_region,
          aims_at_preferred_or_nearest_point, agent_and_moving_point_reach_the_aim_together,
          aims_at_current_position_if_it_cannot_intercept);
}
