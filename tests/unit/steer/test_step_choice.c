/* The choice of the next position of optimal steps, in scenes made by hand. */
#include <math.h>

#include <wend/random.h>

#include "geom/vec.h"
#include "steer/solve/steps/choose.h"
#include "support/suite.h"
#include "support/trials.h"

static const steps_rules rules = {.shell = {.personal_width = 1.2,
                                            .intimate_width = 0.45,
                                            .height = 50.0,
                                            .intimate_factor = 1.2,
                                            .core_exponent = 4.0,
                                            .wall_width = 0.8,
                                            .wall_height = 6.0},
                                  .directions = 18,
                                  .rings = 1,
                                  .refinements = 4,
                                  .least = 0.1F};

static const wend_region east = {.shape = WEND_SHAPE_DIRECTION, .a = {1.0F, 0.0F}};

static steps_scene scene_to(const wend_region *region) {
    return (steps_scene){
        .region = region, .field = WEND_NONE, .radius = 0.2F, .length = 0.75F, .speed = 1.2F};
}

static void add_other(steps_scene *scene, float x, float y) {
    scene->others[scene->other_count++] =
        (steps_other){.from = {x, y}, .to = {x, y}, .contact = 0.4F, .known = true};
}

static void add_wall(steps_scene *scene, wend_vec2 a, wend_vec2 b) {
    scene->walls[scene->wall_count++] = (wend_wall_hit){.a = a, .b = b};
}

START_TEST(steps_straight_ahead_on_open_ground) {
    steps_scene scene = scene_to(&east);
    wend_vec2 end = steps_choose(&rules, &scene).end;
    ck_assert_float_eq_tol(end.x, 0.75F, 1e-6F);
    ck_assert_float_eq_tol(end.y, 0.0F, 1e-6F);
}
END_TEST

START_TEST(steps_to_the_right_of_what_is_ahead) {
    steps_scene scene = scene_to(&east);
    add_other(&scene, 1.1F, 0.0F);
    wend_vec2 end = steps_choose(&rules, &scene).end;
    ck_assert_float_lt(end.y, -0.05F);
    ck_assert_float_gt(end.x, 0.3F);
}
END_TEST

/* The region is behind a wall without thickness, nearer than a step. */
START_TEST(never_steps_through_a_wall) {
    wend_region point = {.shape = WEND_SHAPE_POINT, .a = {0.7F, 0.0F}, .flags = WEND_REGION_STOP};
    steps_scene scene = scene_to(&point);
    add_wall(&scene, (wend_vec2){0.4F, -5.0F}, (wend_vec2){0.4F, 5.0F});
    wend_vec2 end = steps_choose(&rules, &scene).end;
    ck_assert_float_le(end.x, 0.2F + 1e-5F);
    ck_assert(!steps_is_free(&scene, (wend_vec2){0.7F, 0.0F}));
    scene.wall_count = 0;
    end = steps_choose(&rules, &scene).end;
    ck_assert_float_eq(end.x, 0.7F);
    ck_assert_float_eq(end.y, 0.0F);
}
END_TEST

START_TEST(steps_through_portals_not_onto_them) {
    wend_region portal = {.shape = WEND_SHAPE_SEGMENT,
                          .a = {0.3F, 1.0F},
                          .b = {0.3F, -1.0F},
                          .flags = WEND_REGION_AIM_NEAREST};
    steps_scene scene = scene_to(&portal);
    wend_vec2 end = steps_choose(&rules, &scene).end;
    ck_assert_float_eq_tol(end.x, 0.75F, 1e-5F);
    scene.at.position = (wend_vec2){0.3F, 0.5F}; /* on the portal */
    end = steps_choose(&rules, &scene).end;
    ck_assert_float_eq_tol(end.x, 1.05F, 1e-5F);
    ck_assert_float_eq_tol(end.y, 0.5F, 1e-5F);
}
END_TEST

START_TEST(stays_where_all_ways_are_blocked) {
    steps_scene scene = scene_to(&east);
    for (int i = 0; i < 12; i++) {
        float angle = (float)i * 0.5235988F;
        add_other(&scene, 0.41F * cosf(angle), 0.41F * sinf(angle));
    }
    wend_vec2 end = steps_choose(&rules, &scene).end;
    ck_assert(end.x == 0.0F && end.y == 0.0F);
}
END_TEST

/* An agent on top of another one moves away, and one in a gap narrower than its disc leaves it. */
START_TEST(leaves_overlaps) {
    steps_scene scene = scene_to(&east);
    add_other(&scene, 0.1F, 0.0F);
    wend_vec2 end = steps_choose(&rules, &scene).end;
    ck_assert_float_gt(hypotf(end.x - 0.1F, end.y), 0.4F);
    scene = scene_to(&east);
    add_wall(&scene, (wend_vec2){-2.0F, 0.17F}, (wend_vec2){0.05F, 0.17F});
    add_wall(&scene, (wend_vec2){-2.0F, -0.18F}, (wend_vec2){0.05F, -0.18F});
    end = steps_choose(&rules, &scene).end;
    ck_assert_float_gt(end.x, 0.1F);
}
END_TEST

/* None of the positions that are compared is free and better, and refinements only gain. */
START_TEST(no_compared_position_is_better) {
    uint32_t moved = 0;
    for (uint64_t seed = 1; seed <= trials(300); seed++) {
        steps_scene scene = scene_to(&east);
        for (uint32_t i = 0; i < 6; i++) {
            float x = 4.0F * (float)wend_random_uniform(seed, i, 0, 0) - 2.0F;
            float y = 4.0F * (float)wend_random_uniform(seed, i, 0, 1) - 2.0F;
            if (hypotf(x, y) > 0.4F) {
                add_other(&scene, x, y);
            }
        }
        add_wall(&scene, (wend_vec2){-3.0F, 1.0F}, (wend_vec2){3.0F, 0.5F});
        wend_vec2 end = steps_choose(&rules, &scene).end;
        double found = steps_potential(&rules, &scene, end);
        bool stays = end.x == 0.0F && end.y == 0.0F;
        ck_assert(stays || steps_is_free(&scene, end));
        moved += !stays;
        for (int i = 0; i < 18; i++) {
            float angle = (float)i * 0.34906585F;
            wend_vec2 point = {0.75F * cosf(angle), 0.75F * sinf(angle)};
            double other = steps_potential(&rules, &scene, point);
            ck_assert(other > found - 1e-4 || !steps_is_free(&scene, point));
        }
    }
    ck_assert_uint_ge(moved, trials_bound(200));
}
END_TEST

int main(void) {
    SUITE("steer/step_choice", steps_straight_ahead_on_open_ground,
          steps_to_the_right_of_what_is_ahead, never_steps_through_a_wall,
          steps_through_portals_not_onto_them, stays_where_all_ways_are_blocked, leaves_overlaps,
          no_compared_position_is_better);
}
