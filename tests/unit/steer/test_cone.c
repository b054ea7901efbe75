/* Velocity obstacles of discs and walls: a velocity lies in one if and only if it leads to a
 * collision within the horizon. The collisions are computed in closed form. */
#include "steer/solve/cones/cone.h"

#include <math.h>

#include "support/suite.h"
#include "support/trials.h"
#include "support/velocity_sets.h"
#include "support/velocity_trials.h"

enum { CONES = 3000, VELOCITIES = 80 };

static const double near_boundary = 1e-4; /* m/s */

static wend_vec2 narrow(wend_point a) {
    return (wend_vec2){(float)a.x, (float)a.y};
}

/* Samples arbitrary velocities, most of them near the apex and the front. */
static wend_vec2 sample_velocity(const velocity_shape *shape, dice *from) {
    double k = (shape->low > 0.0 ? shape->low : 0.3) * dice_between(from, 0.0, 3.0);
    double part = shape->kind == SHAPE_CAPSULE ? dice_between(from, -0.3, 1.3) : 0.0;
    double r = 1.5 * shape->radius;
    double x = shape->a.x + part * (shape->b.x - shape->a.x) + dice_between(from, -r, r);
    double y = shape->a.y + part * (shape->b.y - shape->a.y) + dice_between(from, -r, r);
    return (wend_vec2){(float)(shape->apex.x + k * x), (float)(shape->apex.y + k * y)};
}

typedef struct tally {
    uint32_t in, out;
} tally;

static void check(const velocity_shape *shape, const cone *made, dice *from, uint64_t seed,
                  tally *count) {
    velocity_set set = cone_set(made);
    for (int i = 0; i < VELOCITIES; i++) {
        wend_vec2 v = sample_velocity(shape, from);
        double x = (double)v.x, y = (double)v.y;
        if (velocity_shape_has_deep(shape, x, y, near_boundary)) {
            ck_assert_msg(velocity_set_contains(&set, v, false), "seed %llu: (%g, %g) leads there",
                          (unsigned long long)seed, x, y);
            count->in++;
        } else if (velocity_shape_is_far(shape, x, y, near_boundary)) {
            ck_assert_msg(!velocity_set_contains(&set, v, true),
                          "seed %llu: (%g, %g) does not lead there", (unsigned long long)seed, x,
                          y);
            count->out++;
        }
    }
}

static velocity_shape sample_kind(dice *from, shape_kind kind) {
    velocity_shape shape = velocity_sample_forbidden(from);
    while (shape.kind != kind) {
        shape = velocity_sample_forbidden(from);
    }
    return shape;
}

START_TEST(disc_cone_matches_collision_test) {
    tally count = {0, 0};
    for (uint64_t seed = 1; seed <= trials(CONES); seed++) {
        dice from = {seed};
        velocity_shape shape = sample_kind(&from, SHAPE_DISC);
        cone_legs legs = {narrow(shape.apex), narrow(shape.apex)};
        cone made;
        cone_of_disc(narrow(shape.a), (float)shape.radius, (float)shape.low, legs, &made);
        check(&shape, &made, &from, seed, &count);
    }
    ck_assert_uint_ge(count.in, trials_bound(CONES * 10 + 1));
    ck_assert_uint_ge(count.out, trials_bound(CONES * 10 + 1));
}
END_TEST

/* If the two legs of a cone lie on leg lines of two other cones, its apex is where these lines
 * meet. */
START_TEST(apex_is_where_the_legs_of_two_cones_meet) {
    tally count = {0, 0};
    for (uint64_t seed = 1; seed <= trials(CONES); seed++) {
        dice from = {seed};
        velocity_shape shape = sample_kind(&from, SHAPE_DISC);
        if (shape.radius < 0.1) {
            continue; /* rounding would move the apex of such a slender cone too far */
        }
        double middle = atan2(shape.a.y, shape.a.x);
        double half = asin(shape.radius / hypot(shape.a.x, shape.a.y));
        double left = dice_between(&from, -2.0, 2.0), right = dice_between(&from, -2.0, 2.0);
        cone_legs legs = {narrow((wend_point){shape.apex.x + left * cos(middle + half),
                                              shape.apex.y + left * sin(middle + half)}),
                          narrow((wend_point){shape.apex.x + right * cos(middle - half),
                                              shape.apex.y + right * sin(middle - half)})};
        cone made;
        cone_of_disc(narrow(shape.a), (float)shape.radius, (float)shape.low, legs, &made);
        check(&shape, &made, &from, seed, &count);
    }
    ck_assert_uint_ge(count.in, trials_bound(CONES * 10 + 1));
    ck_assert_uint_ge(count.out, trials_bound(CONES * 10 + 1));
}
END_TEST

static near_wall wall_of(const velocity_shape *shape) {
    near_wall wall = {.a = narrow(shape->a),
                      .b = narrow(shape->b),
                      .velocity = narrow(shape->apex),
                      .own_end_a = true,
                      .own_end_b = true};
    wend_vec2 span = vec_sub(wall.b, wall.a);
    wall.line.length = vec_length(span);
    wall.line.along = vec_normalized(span);
    float foot = -vec_dot(wall.a, wall.line.along);
    foot = foot < 0.0F ? 0.0F : foot > wall.line.length ? wall.line.length : foot;
    wall.distance_squared = vec_length_squared(vec_add(wall.a, vec_scale(wall.line.along, foot)));
    return wall;
}

START_TEST(wall_cone_matches_collision_test) {
    tally count = {0, 0};
    for (uint64_t seed = 1; seed <= trials(CONES); seed++) {
        dice from = {seed};
        velocity_shape shape = sample_kind(&from, SHAPE_CAPSULE);
        shape.low = shape.low > 0.0 ? shape.low : 2.0;
        near_wall wall = wall_of(&shape);
        cone made;
        cone_of_wall(&wall, (float)shape.radius, (float)shape.low, &made);
        check(&shape, &made, &from, seed, &count);
    }
    ck_assert_uint_ge(count.in, trials_bound(CONES * 10 + 1));
    ck_assert_uint_ge(count.out, trials_bound(CONES * 10 + 1));
}
END_TEST

/* An agent must not approach a wall that it touches, nor hit a wall that it almost touches. */
START_TEST(does_not_approach_touched_wall) {
    velocity_shape shape = {.kind = SHAPE_CAPSULE, .a = {-3, 0.25}, .b = {2, 0.25}};
    near_wall wall = wall_of(&shape);
    cone made;
    for (int i = -3; i <= 3; i++) {
        cone_of_wall(&wall, 0.25F * (1.0F + 1e-7F * (float)i), 2.0F, &made);
        velocity_set set = cone_set(&made);
        ck_assert(velocity_set_contains(&set, (wend_vec2){1.0F, 0.01F}, false));
        ck_assert(velocity_set_contains(&set, (wend_vec2){-1.0F, 0.01F}, false));
        ck_assert(!velocity_set_contains(&set, (wend_vec2){1.0F, -0.01F}, true));
        ck_assert(!velocity_set_contains(&set, (wend_vec2){-1.0F, -0.01F}, true));
    }
    /* The agent is beside the end of the wall: it must not approach that end. */
    shape = (velocity_shape){.kind = SHAPE_CAPSULE, .a = {0.1, 0.1}, .b = {3, 0.1}};
    wall = wall_of(&shape);
    cone_of_wall(&wall, 0.25F, 2.0F, &made);
    velocity_set set = cone_set(&made);
    ck_assert(!velocity_set_contains(&set, (wend_vec2){-1.0F, 0.9F}, true));
    ck_assert(velocity_set_contains(&set, (wend_vec2){-0.9F, 1.0F}, false));
}
END_TEST

START_TEST(set_of_a_plane_contains_its_outer_side) {
    cone made;
    cone_of_plane((velocity_plane){{0.6F, 0.8F}, 0.5F}, &made);
    velocity_set set = cone_set(&made);
    ck_assert(velocity_set_contains(&set, (wend_vec2){0.0F, 0.0F}, false));
    ck_assert(velocity_set_contains(&set, (wend_vec2){0.29F, 0.39F}, false));
    ck_assert(!velocity_set_contains(&set, (wend_vec2){0.31F, 0.41F}, true));
}
END_TEST

int main(void) {
    SUITE("steer/cone", disc_cone_matches_collision_test, apex_is_where_the_legs_of_two_cones_meet,
          wall_cone_matches_collision_test, does_not_approach_touched_wall,
          set_of_a_plane_contains_its_outer_side);
}
