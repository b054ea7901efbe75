/* The SIMD versions of the orca models, of the models with cones, of collision_free_speed and of
 * helbing match the scalar versions bit for bit. The crowds include an even crowd, a lattice with
 * many equal distances, a jam beside an empty field, overlapping and oversized agents, agents whose
 * velocities lead exactly to each other, radii of all sizes, and agents of unequal priority with
 * and without acceleration limits. The spaces include walls, doors and floors, and goals have all
 * shapes. */
/* cost: 20 */
#include <string.h>

#include <wend/math.h>
#include <wend/random.h>

#include "support/suite.h"
#include "support/trials.h"
#include "support/worlds.h"

enum { STEPS = 40, CROWDS = 14, MODELS = 8, MEETING = 11, PRIORITIES = 12, LIMITED = 13 };

static const char *const models[MODELS] = {
    "orca", "orca_segment", "orca_arc", "hrvo", "gvo", "pedvo", "collision_free_speed", "helbing"};

static double sample(uint64_t agent, uint32_t purpose) {
    return wend_random_uniform(7, agent, 0, purpose);
}

/* Returns the starting position of agent i of crowd `kind`. */
static wend_point position_of(int kind, uint32_t i) {
    switch (kind) {
    case 0: /* an even crowd */
    case 8: /* an even crowd with oversized agents */
        return (wend_point){60.0 * sample(i, 0), 60.0 * sample(i, 1)};
    case 1: /* a lattice */
    case 9: /* a small lattice, with fewer neighbours than the limit */
        return kind == 1 ? (wend_point){i % 30, (double)(i / 30)}
                         : (wend_point){i % 5, (double)(i / 5)};
    case 2: /* a jam beside an empty field */
        return i % 2 ? (wend_point){8.0 * sample(i, 0), 8.0 * sample(i, 1)}
                     : (wend_point){400.0 * sample(i, 0), 400.0 * sample(i, 1)};
    case MEETING: /* a lattice of discs that touch, see velocity_of */
        return (wend_point){0.25 * (i % 30), 0.25 * (i / 30)};
    case 3: /* all on top of each other */
        return (wend_point){(double)(i % 10), (double)(i % 7)};
    default:
        return (wend_point){1.0 + 18.0 * sample(i, 0), 1.0 + 10.0 * sample(i, 1)};
    }
}

/* Returns the initial velocity of agent i. In the crowd MEETING, the relative velocity of
 * neighbours leads exactly to the position of the other in one step of 0.25 s. */
static wend_point velocity_of(int kind, uint32_t i) {
    if (kind != MEETING) {
        return (wend_point){0.0, 0.0};
    }
    return (wend_point){i % 2 == 0 ? 0.5 : -0.5, i / 30 % 2 == 0 ? 0.5 : -0.5};
}

static wend_space *space_of(int kind) {
    bool walls = kind == 4 || kind == 5 || kind == 10 || kind == LIMITED;
    return walls ? worlds_pillars() : kind == 6 ? worlds_floors() : worlds_open();
}

static wend_profile_def profile_of(int model, int kind) {
    wend_profile_def def = worlds_profile_def();
    def.steer.name = models[model];
    def.radius = kind == 0 || kind == 7 ? wend_uniform(0.1, 1.0) : wend_constant(0.2);
    def.preferred_speed = wend_uniform(0.5, 1.5);
    if (kind == 5 || kind == LIMITED) {
        def.max_acceleration = wend_uniform(1.0, 8.0);
    } else if (kind == 10) { /* half of the agents have no limit */
        def.max_acceleration = (wend_distribution){WEND_DISTRIBUTION_NORMAL, 1e6, 3e5, 1e5, 1e6};
    }
    return def;
}

/* Returns the goal of agent `i`: a direction for every fifth agent, otherwise a point for the first
 * model; for the other models also discs, and segments that are near or far, moving or biased. */
static wend_goal goal_of(wend_world *world, int model, uint32_t i) {
    wend_point ends[] = {{20.0 * sample(i, 2), 12.0 * sample(i, 3)},
                         {20.0 * sample(i, 4), 12.0 * sample(i, 5)}};
    if (i % 5 == 2) {
        return worlds_direction(world, 2.0 * WEND_PI * sample(i, 2));
    }
    if (model == 0 || i % 4 == 0) {
        return worlds_point(world, ends[0].x, ends[0].y);
    }
    wend_goal_def def = wend_default_goal_def();
    def.shape = i % 4 == 1 ? WEND_GOAL_DISC : WEND_GOAL_SEGMENT;
    def.radius = 0.5 + sample(i, 6);
    def.points = ends;
    def.point_count = def.shape == WEND_GOAL_DISC ? 1 : 2;
    def.bias = i % 8 < 4 ? 0.5 : sample(i, 7);
    def.on_arrival = i % 3 == 0 ? WEND_ON_ARRIVAL_CONTINUE : WEND_ON_ARRIVAL_STOP;
    def.velocity = i % 32 == 3 ? (wend_point){0.2, 0.1} : (wend_point){0.0, 0.0};
    return worlds_add_goal(world, &def);
}

static void settle(wend_world *world, const wend_space *space, int model, int kind) {
    wend_profile_def def = profile_of(model, kind);
    bool has_speeds = strcmp(models[model], "collision_free_speed") == 0;
    wend_setting fewer[] = {{"neighbours", {.number = wend_constant(4.0)}},
                            {"neighbour_distance", {.number = wend_uniform(1.0, 8.0)}}};
    wend_setting more[] = {{"neighbours", {.number = wend_constant(90.0)}},
                           {"neighbour_distance", {.number = wend_uniform(3.0, 9.0)}}};
    wend_setting noisy[] = {{"noise", {.number = wend_uniform(0.0, 0.3)}},
                            {"strength", {.number = wend_uniform(1.0, 8.0)}}};
    wend_setting repelled[] = {{"wall_strength", {.number = wend_constant(5.0)}},
                               {"range", {.number = wend_uniform(0.05, 0.3)}}};
    def.steer.settings = has_speeds ? noisy : more;
    def.steer.setting_count = kind == 7 ? 2 : 0;
    worlds_add_profile(world, &def);
    def.steer.settings = has_speeds ? repelled : fewer;
    def.steer.setting_count = kind == 7 ? 2 : 0;
    def.radius = kind == 8 ? wend_constant(2.5) : def.radius;
    worlds_add_profile(world, &def);
    for (uint32_t i = 0; i < (kind == 9 ? 5 : 600); i++) {
        wend_agent_def agent = wend_default_agent_def();
        agent.position = position_of(kind, i);
        agent.velocity = velocity_of(kind, i);
        wend_location there = {wend_space_to_local(space, agent.position), 0};
        if (!wend_space_is_walkable(space, there, WEND_ALL_CLASSES)) {
            continue;
        }
        agent.key = i + 1;
        agent.priority = kind == PRIORITIES || kind == LIMITED ? (int32_t)(i % 4) : 0;
        agent.profile = worlds_nth_profile(kind == 8 ? i % 60 == 0 : i % 3 == 0);
        agent.goal = goal_of(world, model, i);
        worlds_add(world, &agent);
    }
    if (kind == 5) {
        wend_point door[] = {{10, 0}, {10, 5}};
        wend_obstacle_def obstacle = wend_default_obstacle_def();
        obstacle.points = door;
        obstacle.point_count = 2;
        ck_assert_int_eq(wend_world_add_obstacle(world, &obstacle, NULL, NULL), WEND_OK);
    }
}

static uint64_t run(int model, int kind, wend_kernel kernel, uint32_t threads) {
    wend_world_def def = wend_default_world_def();
    def.space = space_of(kind);
    def.kernel = kernel;
    def.threads = threads;
    def.dt = kind == MEETING ? 0.25 : def.dt;
    wend_world *world = worlds_from(&def);
    settle(world, def.space, model, kind);
    uint64_t hash = 0;
    for (uint32_t i = 0; i < trials_at_most(STEPS); i++) {
        worlds_step(world, 1);
        hash = hash * 31 + wend_world_hash(world);
    }
    wend_world_destroy(world);
    return hash;
}

START_TEST(all_kernels_agree) {
    int model = _i / CROWDS, kind = _i % CROWDS;
    uint64_t expected = run(model, kind, WEND_KERNEL_SCALAR, 1);
    for (int k = WEND_KERNEL_SSE2; k < WEND_KERNEL_COUNT; k++) {
        if (wend_kernel_is_available((wend_kernel)k)) {
            for (uint32_t threads = 1; threads <= 3; threads += 2) {
                ck_assert_msg(run(model, kind, (wend_kernel)k, threads) == expected,
                              "%s, crowd %d, kernel %s, %u threads", models[model], kind,
                              wend_kernel_text((wend_kernel)k), threads);
            }
        }
    }
}
END_TEST

START_TEST(scalar_kernel_always_exists) {
    ck_assert(wend_kernel_is_available(WEND_KERNEL_AUTO));
    ck_assert(wend_kernel_is_available(WEND_KERNEL_SCALAR));
    ck_assert(!wend_kernel_is_available(WEND_KERNEL_COUNT));
    ck_assert_str_eq(wend_kernel_text(WEND_KERNEL_AVX2), "avx2");
    ck_assert_str_eq(wend_kernel_text(WEND_KERNEL_AVX512), "avx512");
}
END_TEST

int main(void) {
    Suite *suite = suite_create("steer/kernels");
    TCase *cases = tcase_create("kernels");
    tcase_set_timeout(cases, SUITE_TIMEOUT);
    tcase_add_loop_test(cases, all_kernels_agree, 0, MODELS * CROWDS);
    tcase_add_test(cases, scalar_kernel_always_exists);
    suite_add_tcase(suite, cases);
    return suite_finish(suite);
}
