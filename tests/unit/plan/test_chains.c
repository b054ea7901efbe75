/* Checks the tangents to vertex chains against a brute-force test of every vertex. */
#include <math.h>

#include "geom/point.h"
#include "plan/polyanya/chains.h"
#include "support/spaces.h"
#include "support/suite.h"
#include "support/trials.h"

enum { TRIALS = 2000, MOST = 20 };

typedef struct sampled_chain {
    wend_vec2 points[MOST + 2];
    double lengths[MOST + 2];
    uint32_t count;
    double last; /* rad: direction of the last piece; the direction of the first is 0 */
} sampled_chain;

/* Samples a chain, and the walls before and after it. The chain turns right by a random angle at
 * each vertex, and by less than half a circle in total. */
static void draw_chain(sampled_chain *d, dice *from) {
    double angle = 0.0, x = 0.0, y = 0.0;
    d->count = 2 + dice_below(from, MOST - 1);
    double most = dice_between(from, 0.2, 3.0) / (d->count + 1);
    d->points[0] = (wend_vec2){-3.0F, 0.0F};
    for (uint32_t i = 1; i < d->count + 2; i++) {
        d->points[i] = (wend_vec2){(float)x, (float)y};
        d->lengths[i] =
            i < 2 ? 0.0
                  : d->lengths[i - 1] + hypot((double)d->points[i].x - (double)d->points[i - 1].x,
                                              (double)d->points[i].y - (double)d->points[i - 1].y);
        angle -= dice_between(from, 0.3, 1.0) * most;
        double piece = i == d->count ? 3.0 : dice_between(from, 0.02, 0.2);
        x += piece * cos(angle);
        y += piece * sin(angle);
    }
    d->last = angle;
}

static chain chain_to_walk(const sampled_chain *d, bool along) {
    return (chain){d->points + 1, d->lengths + 1, d->count, along};
}

/* Samples a point in front of the chain: to the left of the line through at least one of its
 * pieces. */
static wend_vec2 draw_point(const sampled_chain *d, dice *from) {
    for (;;) {
        wend_vec2 p = {(float)dice_between(from, -6.0, 6.0), (float)dice_between(from, -6.0, 6.0)};
        bool in_front = false;
        for (uint32_t i = 0; i <= d->count; i++) {
            in_front |= exact_side(d->points[i], d->points[i + 1], p) > 0;
        }
        if (in_front && exact_side(d->points[0], d->points[1], p) != 0) {
            return p;
        }
    }
}

/* True if the whole chain lies on one side of the line from a point through a vertex. */
static bool is_tangent(const sampled_chain *d, wend_vec2 position, uint32_t vertex, bool on_right) {
    for (uint32_t i = 1; i <= d->count; i++) {
        int side = exact_side(position, d->points[vertex + 1], d->points[i]);
        if (on_right ? side > 0 : side < 0) {
            return false;
        }
    }
    return true;
}

/* A path along a chain has the chain on its right; a path against the chain has it on its left. */
START_TEST(path_meets_chain_at_tangent) {
    dice from = {7};
    for (int trial = 0; trial < (int)trials(TRIALS); trial++) {
        sampled_chain d = {.count = 0};
        draw_chain(&d, &from);
        for (int against = 0; against < 2; against++) {
            chain c = chain_to_walk(&d, !against);
            wend_vec2 position = {(float)dice_between(&from, -3.0, 0.0),
                                  (float)dice_between(&from, 0.01, 3.0)};
            if (against) { /* beyond the last wall, on that wall's free side */
                double along = dice_between(&from, 0.0, 3.0), off = dice_between(&from, 0.01, 3.0);
                wend_vec2 end = d.points[d.count];
                position.x = (float)((double)end.x + along * cos(d.last) - off * sin(d.last));
                position.y = (float)((double)end.y + along * sin(d.last) + off * cos(d.last));
            }
            uint32_t at = chain_meet(&c, point_wide(position));
            ck_assert_uint_lt(at, d.count);
            ck_assert_msg(is_tangent(&d, position, at, !against), "trial %d, %d: vertex %u of %u",
                          trial, against, at, d.count);
        }
    }
}
END_TEST

/* Returns the length of a path that enters the chain at one end of the range from `low` to `high`,
 * follows the chain to `at`, and then goes straight to a point. */
static double length_by_chain(const chain *c, uint32_t low, uint32_t high, uint32_t at,
                              wend_point to) {
    double start = c->lengths[c->along ? low : high];
    return fabs(c->lengths[at] - start) +
           hypot(to.x - (double)c->points[at].x, to.y - (double)c->points[at].y);
}

/* A path follows the chain, and then runs straight to a point. If it leaves the chain before the
 * tangent vertex, it cuts into the chain. If it leaves after the tangent vertex, it is longer than
 * necessary. The tangent vertex is the first vertex from which the straight line does not cut into
 * the chain. */
START_TEST(path_leaves_chain_at_tangent) {
    dice from = {11};
    for (int trial = 0; trial < (int)trials(TRIALS); trial++) {
        sampled_chain d = {.count = 0};
        draw_chain(&d, &from);
        wend_vec2 position = draw_point(&d, &from);
        wend_point to = {(double)position.x, (double)position.y};
        uint32_t low = dice_below(&from, d.count), high = low + dice_below(&from, d.count - low);
        for (int against = 0; against < 2; against++) {
            chain c = chain_to_walk(&d, !against);
            uint32_t at = chain_leave(&c, low, high, to);
            ck_assert(at >= low && at <= high);
            /* Expect the first vertex, in walking order, at which the path need not follow the next
             * piece. There, the point lies on the free side of that piece. */
            uint32_t expected = against ? low : high;
            for (uint32_t i = 0; i < high - low; i++) {
                uint32_t v = against ? high - i : low + i;
                uint32_t piece = against ? v - 1 : v;
                if (exact_side(c.points[piece], c.points[piece + 1], position) >= 0) {
                    expected = v;
                    break;
                }
            }
            bool monotone = true; /* false for some points far behind the chain, which have no
                                     tangent in front of it */
            for (uint32_t i = 1; i < high - low; i++) {
                bool a = exact_side(c.points[low + i - 1], c.points[low + i], position) >= 0;
                bool b = exact_side(c.points[low + i], c.points[low + i + 1], position) >= 0;
                monotone &= against ? a || !b : b || !a;
            }
            if (monotone) {
                ck_assert_uint_eq(at, expected);
                uint32_t later = against ? (at > low ? at - 1 : at) : (at < high ? at + 1 : at);
                ck_assert_double_le(length_by_chain(&c, low, high, at, to),
                                    length_by_chain(&c, low, high, later, to) + 1e-9);
            }
        }
    }
}
END_TEST

START_TEST(chains_are_numbered_by_fan_and_direction) {
    wend_vec2 points[] = {{0, 0}, {1, 0}, {2, -1}, {2, -2}, {5, 5}, {6, 5}, {7, 4}, {7, 3}};
    double lengths[] = {0, 0, 1, 2, 0, 0, 1, 2};
    navmesh_corner_fan corner_fans[] = {{.first = 1, .count = 2}, {.first = 5, .count = 2}};
    navmesh_level level = {
        .corner_fans = corner_fans, .chain_points = points, .chain_lengths = lengths};
    for (uint32_t i = 0; i < 4; i++) {
        chain c = chain_of(&level, i);
        ck_assert_ptr_eq(c.points, points + (i < 2 ? 1 : 5));
        ck_assert_ptr_eq(c.lengths, lengths + (i < 2 ? 1 : 5));
        ck_assert_uint_eq(c.count, 2);
        ck_assert_int_eq(c.along, i % 2 == 0);
    }
}
END_TEST

int main(void) {
    SUITE("plan/chains", path_meets_chain_at_tangent, path_leaves_chain_at_tangent,
          chains_are_numbered_by_fan_and_direction);
}
