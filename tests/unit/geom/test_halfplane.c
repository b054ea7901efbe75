/* Compares the projection onto half-planes with the best of all candidates: the target, its
 * projections onto single lines, and the crossings of pairs of lines. */
#include <math.h>
#include <stdlib.h>

#include "geom/halfplane.h"
#include "support/spaces.h"
#include "support/suite.h"
#include "support/trials.h"

enum { MOST = 12 };

static double signed_distance(halfplane plane, wend_point x) {
    return plane.normal.x * x.x + plane.normal.y * x.y - plane.offset;
}

/* Returns the minimum depth of a point in the half-planes; negative if it is outside one of them.
 */
static double min_depth(const halfplane *planes, uint32_t count, wend_point x) {
    double least = INFINITY;
    for (uint32_t i = 0; i < count; i++) {
        least = fmin(least, signed_distance(planes[i], x));
    }
    return least;
}

static double distance(wend_point a, wend_point b) {
    return hypot(a.x - b.x, a.y - b.y);
}

/* Returns the distance from the target to the nearest candidate that lies in all half-planes after
 * each is widened by `slack`. */
static double brute_force_distance(const halfplane *planes, uint32_t count, wend_point target,
                                   double slack) {
    double best = min_depth(planes, count, target) >= -slack ? 0.0 : INFINITY;
    for (uint32_t i = 0; i < count; i++) {
        double by = signed_distance(planes[i], target);
        wend_point foot = {target.x - by * planes[i].normal.x, target.y - by * planes[i].normal.y};
        if (min_depth(planes, count, foot) >= -slack) {
            best = fmin(best, distance(foot, target));
        }
        for (uint32_t k = 0; k < i; k++) {
            wend_point m = planes[i].normal, n = planes[k].normal;
            double det = m.x * n.y - m.y * n.x;
            wend_point x = {(planes[i].offset * n.y - planes[k].offset * m.y) / det,
                            (m.x * planes[k].offset - n.x * planes[i].offset) / det};
            if (fabs(det) > 1e-9 && min_depth(planes, count, x) >= -slack) {
                best = fmin(best, distance(x, target));
            }
        }
    }
    return best;
}

static uint32_t sample_planes(dice *from, halfplane *planes, int kind) {
    uint32_t count = dice_below(from, MOST + 1);
    for (uint32_t i = 0; i < count; i++) {
        double angle = kind == 1 ? 0.5 * dice_below(from, 13) : dice_between(from, 0.0, 6.2832);
        double offset = kind == 2   ? 0.0
                        : kind == 3 ? dice_between(from, -1.0, 0.0)
                                    : dice_between(from, -1.0, 0.3);
        planes[i] = (halfplane){{cos(angle), sin(angle)}, offset};
        if (i > 0 && dice_below(from, 6) == 0) { /* an earlier plane again, perhaps reversed */
            planes[i] = planes[dice_below(from, i)];
            if (dice_below(from, 2)) {
                planes[i].normal = (wend_point){-planes[i].normal.x, -planes[i].normal.y};
            }
        }
    }
    return count;
}

START_TEST(finds_the_nearest_allowed_point) {
    halfplane planes[MOST];
    int feasible = 0, infeasible = 0;
    for (uint64_t seed = 0; seed < trials(40000); seed++) {
        dice from = {seed};
        uint32_t count = sample_planes(&from, planes, (int)(seed % 4));
        wend_point target = {dice_between(&from, -2.0, 2.0), dice_between(&from, -2.0, 2.0)};
        wend_point got = {77.0, 77.0};
        bool found = halfplane_find_nearest(planes, count, target, &got);
        double near_best = brute_force_distance(planes, count, target, 1e-7);
        double far_best = brute_force_distance(planes, count, target, -1e-7);
        if (found) {
            feasible++;
            if (count && min_depth(planes, count, got) < -1e-7) {
                ck_abort_msg("seed %llu: outside by %g", (unsigned long long)seed,
                             -min_depth(planes, count, got));
            }
            if (distance(got, target) < near_best - 1e-7 ||
                (isfinite(far_best) && distance(got, target) > far_best + 1e-7)) {
                ck_abort_msg("seed %llu: %.12g away, not between %.12g and %.12g",
                             (unsigned long long)seed, distance(got, target), near_best, far_best);
            }
        } else {
            infeasible++;
            if (got.x != 77.0 || isfinite(far_best)) {
                ck_abort_msg("seed %llu: not found, though %g away", (unsigned long long)seed,
                             far_best);
            }
        }
    }
    ck_assert_int_ge(feasible, (int)trials_bound(10001));
    ck_assert_int_ge(infeasible, (int)trials_bound(101));
}
END_TEST

START_TEST(half_planes_through_the_origin_always_have_a_solution) {
    halfplane planes[MOST];
    for (uint64_t seed = 0; seed < trials(40000); seed++) {
        dice from = {seed + 7};
        uint32_t count = 1 + dice_below(&from, MOST);
        bool fan = seed % 2;
        for (uint32_t i = 0; i < count; i++) { /* in a fan, all lines are nearly the same */
            double angle = fan ? 1.0 + 1e-9 * dice_between(&from, -1.0, 1.0) + 3.14159265358979 * i
                               : dice_between(&from, 0.0, 6.2832);
            planes[i] = (halfplane){{cos(angle), sin(angle)}, 0.0};
        }
        wend_point target = {dice_between(&from, -2.0, 2.0), dice_between(&from, -2.0, 2.0)};
        wend_point got;
        ck_assert_msg(halfplane_find_nearest(planes, count, target, &got), "seed %llu",
                      (unsigned long long)seed);
        ck_assert_double_le(hypot(got.x, got.y), hypot(target.x, target.y) + 1e-9);
    }
}
END_TEST

START_TEST(solves_cases_with_known_answers) {
    wend_point got = {5.0, 5.0}, target = {3.0, -4.0};
    ck_assert(halfplane_find_nearest(NULL, 0, target, &got));
    ck_assert(got.x == 3.0 && got.y == -4.0);
    halfplane floor_and_wall[] = {{{0.0, 1.0}, -1.0}, {{-1.0, 0.0}, -2.0}};
    ck_assert(halfplane_find_nearest(floor_and_wall, 2, target, &got));
    ck_assert(got.x == 2.0 && got.y == -1.0);
    halfplane apart[] = {{{1.0, 0.0}, 1.0}, {{-1.0, 0.0}, 0.0}};
    ck_assert(!halfplane_find_nearest(apart, 2, target, &got));
    ck_assert(got.x == 2.0 && got.y == -1.0);
}
END_TEST

int main(void) {
    SUITE("geom/halfplane", finds_the_nearest_allowed_point,
          half_planes_through_the_origin_always_have_a_solution, solves_cases_with_known_answers);
}
