/* The SIMD versions of orca see walls as the scalar version does, bit for bit. The tests cover
 * agents beside long walls, at corners, among dense walls, far from the origin, outside all walls,
 * and near links, carts and walls that are switched off, as well as reaches beyond the lists of
 * near walls. */
#include <check.h>
#include <stdlib.h>

#include "support/spaces.h"
#include "support/suite.h"
#include "support/worlds.h"

typedef enum crowd {
    STREETS,
    TURNED,
    THICKET,
    FAR_AWAY,
    SWITCHED,
    LINKED,
    CARTED,
    OUTSIDE,
    REACHING,
    LIMITED,
    CROWDS
} crowd;

enum { STEPS = 25, AGENTS = 500 };

/* Draws blocks with streets between them. */
static void draw_streets(sketch *s, double block, double street, uint32_t obstacle_class) {
    double period = block + street;
    for (int i = 0; i < 9; i++) {
        double x = street + period * (i % 3), y = street + period * (i / 3);
        sketch_box(s, 0, i % 2 ? obstacle_class : 0, x, y, x + block, y + block);
    }
}

static wend_space *space_of(crowd kind) {
    static sketch s;
    if (kind == LINKED) {
        return worlds_floors();
    }
    sketch_start(&s);
    if (kind == TURNED) {
        sketch_set_transform(&s, 0.4, 3.0, -2.0);
    } else if (kind == FAR_AWAY) {
        sketch_set_transform(&s, 0.0, 3900.0, -3900.0);
        sketch_line(&s, 0, 0, -7000.0, 0.05, 25.0, 0.07);
    }
    if (kind == OUTSIDE) {
        sketch_box(&s, 0, 0, 9, 9, 11, 11);
    } else {
        sketch_box_boundary(&s, 0, kind == FAR_AWAY ? -7100 : 0, 0, 26, 26);
        draw_streets(&s, kind == THICKET ? 0.6 : 5.0, kind == THICKET ? 0.7 : 2.6,
                     kind == SWITCHED ? 1 : 0);
    }
    return sketch_space(&s);
}

static wend_point point_in(crowd kind, double x, double y) {
    static sketch s;
    sketch_start(&s);
    sketch_set_transform(&s, kind == TURNED ? 0.4 : 0.0,
                         kind == TURNED     ? 3.0
                         : kind == FAR_AWAY ? 3900
                                            : 0,
                         kind == TURNED     ? -2.0
                         : kind == FAR_AWAY ? -3900
                                            : 0);
    return sketch_point(&s, x, y);
}

static wend_profile_def profile_of(crowd kind) {
    wend_profile_def def = worlds_profile_def();
    def.steer.name = "orca";
    def.radius = kind == STREETS ? wend_constant(0.2) : wend_uniform(0.1, 0.35);
    def.preferred_speed = wend_uniform(0.5, 1.5);
    if (kind == LIMITED) {
        def.max_acceleration = wend_uniform(2.0, 8.0);
    }
    return def;
}

static void add_agents(wend_world *world, const wend_space *space, crowd kind) {
    dice from = {(uint64_t)kind + 40};
    double side = kind == LINKED ? 10.0 : kind == THICKET ? 5.5 : 25.5;
    for (uint64_t i = 0; i < AGENTS; i++) {
        wend_agent_def agent = wend_default_agent_def();
        double x = dice_between(&from, 0.3, side), y = dice_between(&from, 0.3, side);
        double to_x = dice_between(&from, 0.3, side), to_y = dice_between(&from, 0.3, side);
        wend_point to = point_in(kind, to_x, to_y);
        agent.position = point_in(kind, x, y);
        agent.key = i + 1;
        agent.profile = worlds_nth_profile(0);
        wend_location there = {wend_space_to_local(space, agent.position), 0};
        if (wend_space_is_walkable(space, there, WEND_ALL_CLASSES)) {
            agent.goal = worlds_point(world, to.x, to.y);
            worlds_add(world, &agent);
        }
    }
}

static uint64_t run(crowd kind, wend_kernel kernel) {
    wend_world_def def = wend_default_world_def();
    def.space = space_of(kind);
    def.kernel = kernel;
    def.classes = kind == SWITCHED ? 1 : def.classes;
    wend_space *space = (wend_space *)def.space;
    wend_space_retain(space);
    wend_world *world = worlds_from(&def);
    wend_profile_def profile = profile_of(kind);
    wend_setting horizon = {"wall_horizon", {.number = wend_uniform(0.1, 1.6)}};
    profile.steer.settings = &horizon;
    profile.steer.setting_count = kind == REACHING;
    worlds_add_profile(world, &profile);
    add_agents(world, space, kind);
    if (kind == CARTED) {
        static const wend_point corners[] = {{-0.8, -0.5}, {0.8, -0.5}, {0.8, 0.5}, {-0.8, 0.5}};
        wend_obstacle_def cart = wend_default_obstacle_def();
        cart.kind = WEND_OBSTACLE_MOVING;
        cart.points = corners;
        cart.point_count = 4;
        cart.position = (wend_point){1.3, 5.0};
        cart.velocity = (wend_point){0.0, 0.7};
        ck_assert_int_eq(wend_world_add_obstacle(world, &cart, NULL, NULL), WEND_OK);
    }
    uint64_t hash = 0;
    for (int i = 0; i < STEPS; i++) {
        worlds_step(world, 1);
        hash = hash * 31 + wend_world_hash(world);
    }
    ck_assert_uint_gt(wend_world_get_stats(world).agent_steps, 100 * STEPS);
    wend_world_destroy(world);
    wend_space_release(space);
    return hash;
}

START_TEST(all_kernels_see_the_same_walls) {
    uint64_t expected = run((crowd)_i, WEND_KERNEL_SCALAR);
    for (int k = WEND_KERNEL_SSE2; k < WEND_KERNEL_COUNT; k++) {
        if (wend_kernel_is_available((wend_kernel)k)) {
            ck_assert_msg(run((crowd)_i, (wend_kernel)k) == expected, "crowd %d, kernel %s", _i,
                          wend_kernel_text((wend_kernel)k));
        }
    }
}
END_TEST

int main(void) {
    Suite *suite = suite_create("steer/wall_kernels");
    TCase *cases = tcase_create("kernels");
    tcase_set_timeout(cases, SUITE_TIMEOUT);
    tcase_add_loop_test(cases, all_kernels_see_the_same_walls, 0, CROWDS);
    suite_add_tcase(suite, cases);
    return suite_finish(suite);
}
