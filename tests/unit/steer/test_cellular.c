/* Single hops of the cellular automaton: chances, conflicts, clocks and starts.
 *
 * Chances are measured in many groups of agents, so far apart that no group sees another one, and
 * compared within 4.5 standard deviations: a correct model fails a comparison in 1 of 150,000 runs
 * with random seeds. The seeds are fixed. */
#include <math.h>
#include <string.h>

#include <wend/explain.h>

#include "support/suite.h"
#include "support/trials.h"
#include "support/worlds.h"

enum { GROUPS = 900, ROW = 30 };
static const double cell = 0.4, apart = 12.0, deviations = 4.5;

typedef struct setup {
    double dt, static_weight, friction, radius, speed;
    const char *cells, *update;
    uint64_t seed;
} setup;

static wend_setting number(const char *name, double value) {
    return (wend_setting){name, {.kind = WEND_VALUE_NUMBER, .number = wend_constant(value)}};
}

static wend_setting word(const char *name, const char *value) {
    return (wend_setting){name, {.kind = WEND_VALUE_TEXT, .text = value}};
}

static wend_world *make(const setup *s) {
    wend_world_def def = wend_default_world_def();
    def.space = worlds_open();
    def.dt = s->dt > 0.0 ? s->dt : 0.1;
    def.seed = s->seed;
    wend_world *world = worlds_from(&def);
    wend_setting settings[] = {number("static_weight", s->static_weight),
                               number("friction", s->friction), number("dynamic_weight", 0.0),
                               word("cells", s->cells ? s->cells : "square"),
                               word("update", s->update ? s->update : "parallel")};
    wend_profile_def profile = worlds_profile_def();
    profile.radius = wend_constant(s->radius > 0.0 ? s->radius : 0.2);
    profile.preferred_speed = wend_constant(s->speed > 0.0 ? s->speed : 1.3);
    profile.steer = (wend_choice){"cellular", settings, sizeof settings / sizeof *settings};
    worlds_add_profile(world, &profile);
    return world;
}

/* Returns the centre of the cell (x, y) of a group. */
static wend_point centre_of(uint32_t group, int x, int y) {
    return (wend_point){apart * (group % ROW) + cell * (x + 0.5),
                        apart * (double)(group / ROW) + cell * (y + 0.5)};
}

static wend_agent add(wend_world *world, wend_point at, wend_goal goal) {
    return worlds_agent(world, at.x, at.y, goal);
}

/* Returns the side to which an agent has moved: 0 none, 1 E, 2 N, 3 W, 4 S. */
static int side_of(wend_world *world, wend_agent agent, wend_point from) {
    wend_point p = worlds_state(world, agent).position;
    double x = p.x - from.x, y = p.y - from.y;
    ck_assert_double_le(fmin(fabs(x), fabs(y)), 1e-4);
    return fabs(x) + fabs(y) < 1e-4 ? 0 : fabs(x) > fabs(y) ? (x > 0.0 ? 1 : 3) : (y > 0.0 ? 2 : 4);
}

static void check_frequency(uint32_t count, uint32_t total, double p, const char *what) {
    double deviation = sqrt(total * p * (1.0 - p));
    ck_assert_msg(fabs(count - total * p) <= deviations * deviation, "%s: %u of %u, expected %g",
                  what, count, total, total * p);
}

/* ---- Transitions ----------------------------------------------------------------------------- */

/* 12a: S falls by one cell towards the goal and rises by one away from it. `blocked`: an agent that
 * stands in the cell ahead, and does not count itself. */
static void measure_transitions(const double expected[5], bool blocked) {
    uint32_t counts[5] = {0}, total = 0, rounds = trials_at_least(10, 3);
    static wend_agent agents[GROUPS];
    for (uint32_t seed = 1; seed <= rounds; seed++) {
        wend_world *world = make(&(setup){.static_weight = 2.0, .seed = seed});
        wend_goal east = worlds_direction(world, 0.0);
        for (uint32_t g = 0; g < GROUPS; g++) {
            agents[g] = add(world, centre_of(g, 0, 0), east);
            if (blocked) {
                wend_point next = centre_of(g, 1, 0);
                add(world, next, worlds_disc(world, next.x, next.y, 0.1));
            }
        }
        worlds_step(world, 1);
        for (uint32_t g = 0; g < GROUPS; g++, total++) {
            counts[side_of(world, agents[g], centre_of(g, 0, 0))]++;
        }
        wend_world_destroy(world);
    }
    static const char *const names[5] = {"stays", "E", "N", "W", "S"};
    for (int k = 0; k < 5; k++) {
        check_frequency(counts[k], total, expected[k], names[k]);
    }
}

START_TEST(agents_hop_with_the_probabilities_of_12a) {
    measure_transitions((const double[]){0.095017, 0.702089, 0.095017, 0.012859, 0.095017}, false);
}
END_TEST

/* As 12a without E: the others keep their proportions. */
START_TEST(agents_do_not_hop_to_an_occupied_cell) {
    double n = 1.0 - 0.702089;
    measure_transitions(
        (const double[]){0.095017 / n, 0.0, 0.095017 / n, 0.012859 / n, 0.095017 / n}, true);
}
END_TEST

/* 12c: two or three agents want the cell between them. k_S is so large that they want no other. */
START_TEST(conflicts_are_decided_as_in_12c) {
    uint32_t rivals = 2 + (uint32_t)_i, counts[4] = {0}, total = 0;
    uint32_t rounds = trials_at_least(10, 3);
    static const int at[3][2] = {{0, 1}, {2, 1}, {1, 0}};
    for (uint32_t seed = 1; seed <= rounds; seed++) {
        wend_world *world = make(&(setup){.static_weight = 1000.0, .friction = 0.6, .seed = seed});
        wend_goal goals[3] = {worlds_direction(world, 0.0),
                              worlds_direction(world, 3.14159265358979),
                              worlds_direction(world, 1.5707963267949)};
        static wend_agent agents[GROUPS][3];
        for (uint32_t g = 0; g < GROUPS; g++) {
            for (uint32_t k = 0; k < rivals; k++) {
                agents[g][k] = add(world, centre_of(g, at[k][0], at[k][1]), goals[k]);
            }
        }
        worlds_step(world, 1);
        for (uint32_t g = 0; g < GROUPS; g++, total++) {
            uint32_t moved = 0;
            for (uint32_t k = 0; k < rivals; k++) {
                int side = side_of(world, agents[g][k], centre_of(g, at[k][0], at[k][1]));
                counts[k] += side != 0;
                moved += side != 0;
            }
            ck_assert_uint_le(moved, 1);
            counts[3] += moved == 0;
        }
        wend_world_destroy(world);
    }
    for (uint32_t k = 0; k < rivals; k++) {
        check_frequency(counts[k], total, rivals == 2 ? 0.2 : 0.133333, "wins");
    }
    check_frequency(counts[3], total, 0.6, "no one wins");
}
END_TEST

/* In a sequential update there are no conflicts: the agent with the lower key gets the cell. */
START_TEST(sequential_update_follows_the_order_of_keys) {
    for (uint64_t seed = 1; seed <= 20; seed++) {
        wend_world *world = make(&(setup){
            .static_weight = 1000.0, .friction = 1.0, .update = "sequential", .seed = seed});
        wend_goal east = worlds_direction(world, 0.0);
        wend_goal west = worlds_direction(world, 3.14159265358979);
        wend_agent_def def = wend_default_agent_def();
        wend_agent left, right;
        def.key = 9;
        def.position = centre_of(0, 0, 0);
        def.goal = east;
        left = worlds_add(world, &def);
        def.key = 4;
        def.position = centre_of(0, 2, 0);
        def.goal = west;
        right = worlds_add(world, &def);
        worlds_step(world, 5); /* agents enter, and choose at their second tick */
        ck_assert_int_eq(side_of(world, right, centre_of(0, 2, 0)), 3);
        ck_assert_int_ne(side_of(world, left, centre_of(0, 0, 0)), 1); /* it sees the cell taken */
        wend_world_destroy(world);
    }
}
END_TEST

/* ---- Clock ----------------------------------------------------------------------------------- */

/* With a large k_S agents hop without a pause, each at its own preferred speed, at any dt. */
START_TEST(agents_walk_at_their_preferred_speed) {
    static const double steps[] = {0.01, 0.05, 0.07, 0.1, 0.3};
    static const double speeds[] = {0.7, 1.0, 1.3};
    static const char *const shapes[] = {"square", "hexagonal"};
    double speed = speeds[_i % 3], dt = steps[_i / 3 % 5];
    wend_world *world =
        make(&(setup){.static_weight = 1000.0, .dt = dt, .speed = speed, .cells = shapes[_i / 15]});
    wend_point at = _i / 15 ? (wend_point){0.2, 0.2309401} : centre_of(0, 0, 0);
    wend_agent agent = add(world, at, worlds_direction(world, 0.0));
    uint32_t count = (uint32_t)(12.0 / dt);
    wend_point before = at;
    for (uint32_t i = 0; i < count; i++) {
        worlds_step(world, 1);
        wend_agent_state after = worlds_state(world, agent);
        double moved = hypot(after.position.x - before.x, after.position.y - before.y);
        ck_assert_double_le(moved, speed * dt * (1.0 + 1e-4));
        ck_assert_double_le(fabs((double)after.velocity.x * dt - moved), 1e-5);
        before = after.position;
    }
    double walked = worlds_state(world, agent).position.x - at.x;
    ck_assert_msg(fabs(walked - speed * dt * count) <= cell, "walked %g m of %g", walked,
                  speed * dt * count);
    wend_world_destroy(world);
}
END_TEST

/* ---- Starts ---------------------------------------------------------------------------------- */

START_TEST(an_agent_off_centre_moves_to_a_centre) {
    for (uint64_t seed = 1; seed <= 20; seed++) {
        wend_world *world = make(&(setup){.static_weight = 0.0, .seed = seed});
        wend_agent agent = worlds_agent(world, 0.31, 0.07, worlds_direction(world, 0.0));
        worlds_step(world, 7); /* at most two periods of 0.31 s: 1.5 cells to a neighbour */
        wend_point p = worlds_state(world, agent).position;
        bool on_row = fabs(remainder(p.y - 0.2, cell)) < 1e-4;
        bool on_column = fabs(remainder(p.x - 0.2, cell)) < 1e-4;
        ck_assert(on_row || on_column);
        wend_world_destroy(world);
    }
}
END_TEST

/* Agents that start in one cell, at different points or at the same one, end in different cells. */
START_TEST(agents_in_one_cell_separate) {
    for (uint32_t count = 2; count <= 40; count += 19) {
        wend_world *world = make(&(setup){.static_weight = 2.0, .seed = count});
        wend_agent agents[40];
        for (uint32_t i = 0; i < count; i++) {
            double x = i % 2 == 0 ? 0.2 : 0.02 + 0.009 * i;
            agents[i] = worlds_agent(world, x, _i ? 0.2 : 0.3, worlds_direction(world, i));
        }
        worlds_step(world, 200);
        for (uint32_t i = 0; i < count; i++) {
            for (uint32_t k = 0; k < i; k++) {
                wend_point a = worlds_state(world, agents[i]).position;
                wend_point b = worlds_state(world, agents[k]).position;
                ck_assert_double_ge(hypot(a.x - b.x, a.y - b.y), 0.4 - 2e-4);
            }
        }
        wend_world_destroy(world);
    }
}
END_TEST

/* Agents arrive at points anywhere in a cell, and stop there. */
START_TEST(agents_reach_points_within_cells) {
    for (uint32_t i = 0; i < 30; i++) {
        wend_world *world = make(&(setup){.static_weight = 2.0, .radius = 0.1, .seed = i});
        wend_agent agent =
            worlds_agent(world, 0.2, 0.2, worlds_point(world, 4.0 + 0.013 * i, 2.0 + 0.031 * i));
        worlds_step(world, 400);
        ck_assert_uint_eq(wend_world_get_stats(world).arrivals, 1);
        ck_assert_int_eq(worlds_state(world, agent).activity, WEND_ACTIVITY_ARRIVED);
        wend_world_destroy(world);
    }
}
END_TEST

/* ---- Explanation ----------------------------------------------------------------------------- */

START_TEST(explains_options_with_their_probabilities) {
    wend_world *world = make(&(setup){.static_weight = 2.0});
    wend_agent agent = add(world, centre_of(0, 0, 0), worlds_direction(world, 0.0));
    worlds_step(world, 1);
    wend_mark marks[32];
    uint32_t count = wend_world_explain(world, agent, marks, 32), cells = 0;
    double sum = 0.0, most = 0.0;
    for (uint32_t i = 0; i < count; i++) {
        if (marks[i].label && strcmp(marks[i].label, "cell") == 0) {
            cells++;
            sum += (double)marks[i].c.x;
            most = fmax(most, (double)marks[i].c.x);
        }
    }
    ck_assert_uint_eq(cells, 5);
    ck_assert_double_le(fabs(sum - 1.0), 1e-5);
    ck_assert_double_le(fabs(most - 0.702089), 2e-6);
    wend_world_destroy(world);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("steer/cellular");
    TCase *cases = tcase_create("cellular");
    tcase_set_timeout(cases, SUITE_TIMEOUT);
    tcase_add_test(cases, agents_hop_with_the_probabilities_of_12a);
    tcase_add_test(cases, agents_do_not_hop_to_an_occupied_cell);
    tcase_add_loop_test(cases, conflicts_are_decided_as_in_12c, 0, 2);
    tcase_add_test(cases, sequential_update_follows_the_order_of_keys);
    tcase_add_loop_test(cases, agents_walk_at_their_preferred_speed, 0, 30);
    tcase_add_test(cases, an_agent_off_centre_moves_to_a_centre);
    tcase_add_loop_test(cases, agents_in_one_cell_separate, 0, 2);
    tcase_add_test(cases, agents_reach_points_within_cells);
    tcase_add_test(cases, explains_options_with_their_probabilities);
    suite_add_tcase(suite, cases);
    return suite_finish(suite);
}
