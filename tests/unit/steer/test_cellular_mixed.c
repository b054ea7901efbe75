/* The cellular automaton in one world with other models and ghosts, and large crowds at one exit.
 */
#include <math.h>
#include <stdlib.h>

#include <wend/random.h>

#include "support/suite.h"
#include "support/trials.h"
#include "support/worlds.h"

static const double rounding = 2e-4; /* m: discs may overlap by this much because of rounding */

static wend_setting word(const char *name, const char *value) {
    return (wend_setting){name, {.kind = WEND_VALUE_TEXT, .text = value}};
}

static wend_profile add_cellular(wend_world *world, const char *cells, const char *update) {
    wend_setting settings[] = {word("cells", cells), word("update", update)};
    wend_profile_def profile = worlds_profile_def();
    profile.radius = wend_constant(0.2);
    profile.preferred_speed = wend_constant(1.3);
    profile.steer = (wend_choice){"cellular", settings, 2};
    return worlds_add_profile(world, &profile);
}

static bool is_cellular(const wend_view *view, uint32_t index, wend_profile profile) {
    return wend_body_profile(&view->bodies[index]) == (uint32_t)profile.value;
}

/* ---- Mixed crowds ---------------------------------------------------------------------------- */

enum { MIXED = 60 };

/* Adds agents of two profiles in turn, on a loose random lattice; they walk across each other. */
static void fill_mixed(wend_world *world, wend_profile cellular, wend_profile other) {
    wend_goal goals[] = {worlds_disc(world, 15.0, 5.0, 1.5), worlds_disc(world, 1.0, 5.0, 1.5),
                         worlds_disc(world, 8.0, 9.0, 1.5), worlds_disc(world, 8.0, 1.0, 1.5)};
    for (uint32_t i = 0; i < MIXED; i++) {
        wend_agent_def def = wend_default_agent_def();
        def.key = 1 + i;
        def.position =
            (wend_point){1.0 + 1.5 * (i % 10) + 0.5 * wend_random_uniform(1, i, 0, 0),
                         1.0 + 1.5 * (double)(i / 10) + 0.5 * wend_random_uniform(1, i, 0, 1)};
        def.goal = goals[wend_random_bits(1, i, 0, 2) % 4];
        def.profile = i % 2 ? other : cellular;
        worlds_add(world, &def);
    }
}

/* Counts the pairs with an agent of the automaton that overlap by more than rounding. `own`: pairs
 * of two such agents. Writes the deepest overlap. */
static uint32_t count_overlaps(wend_world *world, wend_profile cellular, bool own, double *most) {
    const wend_view *view = wend_world_view(world);
    uint32_t count = 0;
    for (uint32_t i = 0; i < view->body_count; i++) {
        for (uint32_t k = 0; k < i; k++) {
            bool a = is_cellular(view, i, cellular), b = is_cellular(view, k, cellular);
            const wend_body *x = &view->bodies[i], *y = &view->bodies[k];
            double distance = hypot((double)(x->position.x - y->position.x),
                                    (double)(x->position.y - y->position.y));
            double overlap = (double)(x->radius + y->radius) - distance;
            if ((own ? a && b : a != b) && overlap > rounding) {
                *most = fmax(*most, overlap);
                count++;
            }
        }
    }
    return count;
}

/* An agent of the automaton never moves into the disc of another model, as far as it can foresee:
 * where the other one is at the end of the step, at its current velocity. So overlaps are at most
 * what the other agent can deviate from that in one step. Agents of the automaton never overlap. */
START_TEST(mixed_crowds_keep_apart) {
    static const char *const others[] = {"orca", "hrvo", "direct"};
    const double dt = 0.1;
    wend_world *world = worlds_make(worlds_room(16, 10), NULL);
    wend_profile cellular = add_cellular(world, _i % 2 ? "hexagonal" : "square", "parallel");
    wend_profile other = worlds_profile(world, others[_i / 2]);
    fill_mixed(world, cellular, other);
    double most = 0.0, none = 0.0;
    const uint32_t full = 250, steps = trials_at_most(full);
    for (uint32_t step = 0; step < steps; step++) {
        worlds_step(world, 1);
        (void)count_overlaps(world, cellular, false, &most);
        ck_assert_uint_eq(count_overlaps(world, cellular, true, &none), 0);
    }
    /* `direct` avoids nothing. The others change their velocity by at most 2 * 2 m/s in a step. */
    ck_assert_msg(_i / 2 == 2 || most <= 4.0 * dt * 0.25, "%s: overlap of %g m", others[_i / 2],
                  most);
    ck_assert_uint_gt(wend_world_get_stats(world).arrivals, MIXED / 2 * steps / full);
    wend_world_destroy(world);
}
END_TEST

/* A ghost occupies the cells that its disc overlaps, and agents walk around it. */
START_TEST(ghosts_occupy_cells) {
    wend_world *world = worlds_make(worlds_open(), NULL);
    add_cellular(world, _i ? "hexagonal" : "square", "parallel");
    wend_agent agent = worlds_agent(world, 0.2, 0.2, worlds_disc(world, 6.2, 0.2, 0.3));
    wend_ghost_def ghost = wend_default_ghost_def();
    ghost.key = 77;
    ghost.position = (wend_point){3.3, 0.3};
    ghost.radius = 0.5;
    ck_assert_int_eq(wend_world_set_ghosts(world, &ghost, 1, NULL), WEND_OK);
    for (int i = 0; i < 300 && wend_world_get_stats(world).arrivals == 0; i++) {
        worlds_step(world, 1);
        wend_point p = worlds_state(world, agent).position;
        ck_assert_double_ge(hypot(p.x - 3.3, p.y - 0.3), 0.7 - rounding);
    }
    ck_assert_uint_eq(wend_world_get_stats(world).arrivals, 1);
    wend_world_destroy(world);
}
END_TEST

/* Others see the velocity of the hop: that with which the agent moves in the next step, too. */
START_TEST(others_see_the_velocity_of_the_hop) {
    wend_world *world = worlds_make(worlds_open(), NULL);
    add_cellular(world, "square", "parallel");
    wend_agent agent = worlds_agent(world, 0.2, 0.2, worlds_direction(world, 0.0));
    uint32_t hops = 0;
    worlds_step(world, 1);
    for (int i = 0; i < 100; i++) {
        wend_agent_state before = worlds_state(world, agent);
        worlds_step(world, 1);
        wend_agent_state after = worlds_state(world, agent);
        double x = after.position.x - before.position.x, y = after.position.y - before.position.y;
        ck_assert_double_le(
            hypot(x - 0.1 * (double)after.velocity.x, y - 0.1 * (double)after.velocity.y), 2e-5);
        hops += hypot(x, y) > 0.12; /* at full speed */
    }
    ck_assert_uint_gt(hops, 50);
    wend_world_destroy(world);
}
END_TEST

/* ---- Rooms ----------------------------------------------------------------------------------- */

enum { CROWD = 1000 };

/* Creates two halls, 16 x 16 m and 4 x 16 m, with a door 2.8 m wide between them. */
static wend_space *halls(void) {
    static const wend_point outline[] = {{0, 0},      {16, 0},   {16, 6.8},  {16.4, 6.8},
                                         {16.4, 0},   {20.4, 0}, {20.4, 16}, {16.4, 16},
                                         {16.4, 9.6}, {16, 9.6}, {16, 16},   {0, 16}};
    wend_ring ring = {outline, sizeof outline / sizeof *outline};
    wend_layer_def layer = {.boundaries = &ring, .boundary_count = 1};
    wend_space_def def = wend_default_space_def();
    def.layers = &layer;
    def.layer_count = 1;
    wend_space *space = NULL;
    ck_assert_int_eq(wend_space_create(&def, &space, NULL), WEND_OK);
    return space;
}

/* A thousand agents leave a hall by one door. */
START_TEST(a_thousand_agents_leave_by_one_door) {
    static const char *const updates[] = {"parallel", "sequential"};
    wend_world_def world_def = wend_default_world_def();
    world_def.space = halls();
    world_def.dt = 0.4 / 1.3; /* one hop */
    wend_world *world = worlds_from(&world_def);
    add_cellular(world, _i ? "hexagonal" : "square", updates[_i]);
    wend_goal_def def = wend_default_goal_def();
    wend_point ends[] = {{17.0, 7.3}, {17.0, 9.1}};
    def.shape = WEND_GOAL_SEGMENT;
    def.points = ends;
    def.point_count = 2;
    def.on_arrival = WEND_ON_ARRIVAL_LEAVE;
    wend_goal exit = worlds_add_goal(world, &def);
    for (int i = 0; i < CROWD; i++) {
        worlds_agent(world, 0.4 + 0.41 * (i % 34), 1.6 + 0.41 * (double)(i / 34), exit);
    }
    uint32_t steps = 0;
    double deepest = 0.0;
    for (; wend_world_get_stats(world).arrivals < CROWD; steps++) {
        ck_assert_msg(steps < 2000, "%llu of %d agents have left",
                      (unsigned long long)wend_world_get_stats(world).arrivals, CROWD);
        worlds_step(world, 1);
        if (steps % 100 == 0) {
            ck_assert_uint_eq(count_overlaps(world, worlds_nth_profile(0), true, &deepest), 0);
        }
    }
    ck_assert_uint_gt(steps,
                      2 * CROWD / 7); /* seven cells wide; a cell is entered every second step */
    wend_world_destroy(world);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("steer/cellular_mixed");
    TCase *cases = tcase_create("mixed");
    tcase_set_timeout(cases, SUITE_TIMEOUT);
    tcase_add_loop_test(cases, mixed_crowds_keep_apart, 0, 6);
    tcase_add_loop_test(cases, ghosts_occupy_cells, 0, 2);
    tcase_add_test(cases, others_see_the_velocity_of_the_hop);
    tcase_add_loop_test(cases, a_thousand_agents_leave_by_one_door, 0, 2);
    suite_add_tcase(suite, cases);
    return suite_finish(suite);
}
