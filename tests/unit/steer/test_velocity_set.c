/* Compares velocity sets with direct collision tests: which velocity leads to a collision with
 * which body, and when. */
#include "steer/solve/programs/velocity_set.h"

#include <math.h>

#include "support/suite.h"
#include "support/trials.h"
#include "support/velocity_sets.h"
#include "support/velocity_trials.h"

enum { SETS = 2000, POINTS = 60, LINES = 6, SAMPLES = 120 };

static const double near_boundary = 1e-4; /* m/s */

typedef struct sampled_set {
    velocity_shape shape;
    built_set pieces;
    velocity_set set;
} sampled_set;

static void sample_set(dice *from, sampled_set *out) {
    out->shape =
        dice_below(from, 2) ? velocity_sample_forbidden(from) : velocity_sample_allowed(from);
    out->set = velocity_build(&out->shape, &out->pieces);
}

static wend_vec2 sample_velocity(dice *from, double most) {
    return (wend_vec2){(float)dice_between(from, -most, most),
                       (float)dice_between(from, -most, most)};
}

START_TEST(matches_collision_test) {
    uint32_t in = 0, out = 0;
    for (uint64_t seed = 1; seed <= trials(SETS); seed++) {
        dice from = {seed};
        sampled_set sampled;
        sample_set(&from, &sampled);
        for (int i = 0; i < POINTS; i++) {
            wend_vec2 v = sample_velocity(&from, 4.0);
            double x = (double)v.x, y = (double)v.y;
            bool open = velocity_set_contains(&sampled.set, v, false);
            bool closed = velocity_set_contains(&sampled.set, v, true);
            ck_assert_msg(closed || !open, "seed %llu", (unsigned long long)seed);
            if (velocity_shape_has_deep(&sampled.shape, x, y, near_boundary)) {
                ck_assert_msg(open, "seed %llu: (%g, %g) is in", (unsigned long long)seed, x, y);
                in++;
            } else if (velocity_shape_is_far(&sampled.shape, x, y, near_boundary)) {
                ck_assert_msg(!closed, "seed %llu: (%g, %g) is out", (unsigned long long)seed, x,
                              y);
                out++;
            }
        }
    }
    ck_assert_uint_ge(in, trials_bound(SETS + 1)); /* both cases occur often */
    ck_assert_uint_ge(out, trials_bound(SETS + 1));
}
END_TEST

/* Checks that the set contains the points of a line between the two computed ends, and no others.
 */
static void check_line(const sampled_set *sampled, dice *from, uint64_t seed, uint32_t *cuts) {
    wend_vec2 base = sample_velocity(from, 3.0);
    double angle = dice_between(from, 0.0, 6.283185307179586);
    wend_vec2 along = {(float)cos(angle), (float)sin(angle)};
    float low = 0.0F, high = 0.0F;
    bool cut = velocity_set_cut(&sampled->set, base, along, &low, &high);
    ck_assert_msg(!cut || low < high, "seed %llu", (unsigned long long)seed);
    *cuts += cut;
    for (int i = 0; i < SAMPLES; i++) {
        double t = dice_between(from, -6.0, 6.0);
        double x = (double)base.x + t * (double)along.x, y = (double)base.y + t * (double)along.y;
        bool within = cut && t > (double)low && t < (double)high;
        if (velocity_shape_has_deep(&sampled->shape, x, y, near_boundary)) {
            ck_assert_msg(within, "seed %llu: %g lies in the set, not between %g and %g",
                          (unsigned long long)seed, t, (double)low, (double)high);
        } else if (velocity_shape_is_far(&sampled->shape, x, y, near_boundary)) {
            ck_assert_msg(!within, "seed %llu: %g lies between %g and %g, not in the set",
                          (unsigned long long)seed, t, (double)low, (double)high);
        }
    }
}

START_TEST(clips_lines_where_they_enter_and_leave_the_set) {
    uint32_t cuts = 0;
    for (uint64_t seed = 1; seed <= trials(SETS); seed++) {
        dice from = {seed};
        sampled_set sampled;
        sample_set(&from, &sampled);
        for (int i = 0; i < LINES; i++) {
            check_line(&sampled, &from, seed, &cuts);
        }
    }
    ck_assert_uint_ge(cuts, trials_bound(SETS + 1));
    ck_assert_uint_lt(cuts, trials(SETS) * LINES);
}
END_TEST

START_TEST(nearest_velocity_is_in_the_set_and_none_is_nearer) {
    uint32_t outside = 0;
    for (uint64_t seed = 1; seed <= trials(SETS); seed++) {
        dice from = {seed};
        sampled_set sampled;
        sample_set(&from, &sampled);
        wend_vec2 v = sample_velocity(&from, 3.0);
        wend_vec2 near = velocity_set_nearest(&sampled.set, v);
        double x = (double)near.x, y = (double)near.y;
        ck_assert_msg(!velocity_shape_is_far(&sampled.shape, x, y, near_boundary), "seed %llu",
                      (unsigned long long)seed);
        double far = hypot(x - (double)v.x, y - (double)v.y);
        ck_assert(far == 0.0 || !velocity_set_contains(&sampled.set, v, true));
        outside += far > 0.0;
        for (int i = 0; i < 400; i++) {
            double angle = dice_between(&from, 0.0, 6.283185307179586);
            double less = (far - near_boundary) * sqrt(dice_between(&from, 0.0, 1.0));
            double px = (double)v.x + less * cos(angle), py = (double)v.y + less * sin(angle);
            ck_assert_msg(less < 0.0 || !velocity_shape_has(&sampled.shape, px, py),
                          "seed %llu: (%g, %g) is nearer than (%g, %g)", (unsigned long long)seed,
                          px, py, x, y);
        }
    }
    ck_assert_uint_ge(outside, trials_bound(SETS / 4 + 1));
}
END_TEST

START_TEST(set_without_sides_contains_all_velocities) {
    velocity_set all = {0};
    float low, high;
    ck_assert(velocity_set_contains(&all, (wend_vec2){3, 4}, false));
    ck_assert(velocity_set_cut(&all, (wend_vec2){3, 4}, (wend_vec2){1, 0}, &low, &high));
    ck_assert(low == -INFINITY && high == INFINITY);
    wend_vec2 near = velocity_set_nearest(&all, (wend_vec2){3, 4});
    ck_assert(near.x == 3.0F && near.y == 4.0F);
}
END_TEST

/* The boundary of the half-plane above y = 1 belongs to the closed set, but not to the open set; a
 * line along it only touches the set. */
START_TEST(boundary_belongs_to_closed_set_only) {
    velocity_side edge = {{0, 1}, {1, 0}, -INFINITY, INFINITY};
    velocity_set half = {.sides = &edge, .side_count = 1};
    float low, high;
    ck_assert(velocity_set_contains(&half, (wend_vec2){5, 1}, true));
    ck_assert(!velocity_set_contains(&half, (wend_vec2){5, 1}, false));
    ck_assert(!velocity_set_cut(&half, (wend_vec2){5, 1}, (wend_vec2){-1, 0}, &low, &high));
    ck_assert(velocity_set_cut(&half, (wend_vec2){5, 0}, (wend_vec2){0, 1}, &low, &high));
    ck_assert(low == 1.0F && high == INFINITY);
}
END_TEST

/* The set is a disc made of two semicircles. */
START_TEST(two_semicircles_make_a_disc) {
    velocity_arc halves[] = {{{1, 0}, 0.5F, {1, 0}, {-1, 0}}, {{1, 0}, 0.5F, {-1, 0}, {1, 0}}};
    velocity_set disc = {.arcs = halves, .arc_count = 2};
    float low, high;
    ck_assert(velocity_set_cut(&disc, (wend_vec2){0, 0}, (wend_vec2){1, 0}, &low, &high));
    ck_assert(low == 0.5F && high == 1.5F);
    ck_assert(!velocity_set_cut(&disc, (wend_vec2){0, 0.5F}, (wend_vec2){1, 0}, &low, &high));
    ck_assert(velocity_set_contains(&disc, (wend_vec2){1.5F, 0}, true));
    ck_assert(!velocity_set_contains(&disc, (wend_vec2){1.5F, 0}, false));
    ck_assert(velocity_set_contains(&disc, (wend_vec2){1, 0}, false));
    wend_vec2 near = velocity_set_nearest(&disc, (wend_vec2){1, -2});
    ck_assert(near.x == 1.0F && near.y == -0.5F);
}
END_TEST

int main(void) {
    SUITE("steer/velocity_set", matches_collision_test,
          clips_lines_where_they_enter_and_leave_the_set,
          nearest_velocity_is_in_the_set_and_none_is_nearer,
          set_without_sides_contains_all_velocities, boundary_belongs_to_closed_set_only,
          two_semicircles_make_a_disc);
}
