/* The density of the crowd: its values against a brute-force sum over all agents, when they are
 * measured, lines, snapshots, threads, and refusals. */
/* label: threads */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include <wend/wend.h>

#include "support/spaces.h"
#include "support/suite.h"
#include "support/trials.h"
#include "support/worlds.h"

enum { PERIOD_STEPS = 5, MOST_AGENTS = 200 };

static const double CELL = 1.0;

static wend_world_def density_def(wend_space *space) {
    wend_world_def def = wend_default_world_def();
    def.space = space;
    def.density_cell = CELL;
    def.density_period = PERIOD_STEPS * def.dt;
    return def;
}

static wend_world *density_world(wend_space *space) {
    wend_world_def def = density_def(space);
    wend_world *world = worlds_from(&def);
    worlds_profile(world, "direct");
    return world;
}

/* ---- Brute force ----------------------------------------------------------------------------- */

/* True on the ground of worlds_pillars. */
static bool is_ground(double x, double y) {
    for (int i = 0; i < 4; i++) {
        double px = i % 2 ? 13.0 : 7.0, py = i / 2 ? 8.0 : 4.0;
        if (fabs(x - px) < 0.5 && fabs(y - py) < 0.5) {
            return false;
        }
    }
    return x > 0.0 && x < 20.0 && y > 0.0 && y < 12.0;
}

static double tent(double d) {
    return fmax(0.0, 1.0 - fabs(d));
}

static double kernel(double d) {
    return 0.5 * tent(d) + 0.25 * tent(d - 1.0) + 0.25 * tent(d + 1.0);
}

/* The walkable share of the cell around a centre, on 4 x 4 points. */
static double area_around(double x, double y) {
    int count = 0;
    for (int i = 0; i < 16; i++) {
        count +=
            is_ground(x + (i % 4 - 1.5) * CELL / 4.0, y + ((double)(i / 4) - 1.5) * CELL / 4.0);
    }
    return count / 16.0;
}

/* The density in the centre of a cell; an agent counts with shares[i]. */
static double brute_force(double x, double y, const wend_vec2 *agents, const double *shares,
                          uint32_t count) {
    double sum = 0.0, area = 0.0;
    for (uint32_t i = 0; i < count; i++) {
        sum += shares[i] * kernel(((double)agents[i].x - x) / CELL) *
               kernel(((double)agents[i].y - y) / CELL);
    }
    for (int i = 0; i < 9; i++) {
        double weight = (i % 3 == 1 ? 0.5 : 0.25) * (i / 3 == 1 ? 0.5 : 0.25);
        area += weight * area_around(x + (i % 3 - 1) * CELL, y + ((double)(i / 3) - 1) * CELL);
    }
    return sum / fmax(area, 0.125) / (CELL * CELL);
}

START_TEST(standing_agents_match_the_kernel_exactly) {
    for (uint32_t round = 0; round < trials(20); round++) {
        dice from = {100 + round};
        wend_world *world = density_world(worlds_pillars());
        wend_vec2 at[MOST_AGENTS];
        double shares[MOST_AGENTS];
        uint32_t count = 1 + dice_below(&from, MOST_AGENTS);
        for (uint32_t i = 0; i < count; i++) {
            do { /* positions that need no rounding */
                at[i].x = (float)dice_below(&from, 20 * 256) / 256.0F;
                at[i].y = (float)dice_below(&from, 12 * 256) / 256.0F;
            } while (!is_ground((double)at[i].x, (double)at[i].y));
            shares[i] = 1.0;
            worlds_agent(world, (double)at[i].x, (double)at[i].y, (wend_goal){0});
        }
        worlds_step(world, PERIOD_STEPS + 1);
        const wend_view *view = wend_world_view(world);
        for (double y = -0.5; y < 13.0; y += 1.0) {
            for (double x = -0.5; x < 21.0; x += 1.0) {
                wend_location centre = {{(float)x, (float)y}, 0};
                double expected = brute_force(x, y, at, shares, count);
                double tolerance = 1e-6 * (1.0 + expected); /* single precision */
                ck_assert_msg(fabs((double)wend_view_density(view, centre) - expected) < tolerance,
                              "round %u, at %g, %g: %g, expected %g", round, x, y,
                              (double)wend_view_density(view, centre), expected);
                ck_assert_double_eq_tol((double)wend_view_congestion(view, centre), expected,
                                        tolerance);
            }
        }
        /* Between four centres, values are interpolated. */
        double corner = 0.0;
        for (int i = 0; i < 4; i++) {
            wend_location near = {{i % 2 ? 5.5F : 4.5F, i / 2 ? 6.5F : 5.5F}, 0};
            corner += 0.25 * (double)wend_view_density(view, near);
        }
        ck_assert_double_eq_tol((double)wend_view_density(view, (wend_location){{5, 6}, 0}), corner,
                                1e-5);
        wend_world_destroy(world);
    }
}
END_TEST

START_TEST(agents_count_as_congestion_by_the_speed_that_they_lack) {
    wend_world_def def = density_def(worlds_room(20, 12));
    wend_world *world = worlds_from(&def);
    worlds_profile(world, "external");
    static const double speeds[] = {0.0, 0.325, 0.65, 1.3, 2.0};
    for (int i = 0; i < 5; i++) {
        wend_agent agent = worlds_agent(world, 2 + 4 * i, 2.5, (wend_goal){0});
        worlds_step(world, 1);
        ck_assert_int_eq(
            wend_world_set_agent_velocity(world, agent, (wend_point){0, speeds[i]}, NULL), WEND_OK);
    }
    worlds_step(world, PERIOD_STEPS + 1);
    const wend_view *view = wend_world_view(world);
    double densities = 0.0, expected = 0.0, found = 0.0;
    for (int i = 0; i < 5; i++) {
        double share = fmax(0.0, 1.0 - speeds[i] / 1.3);
        for (double y = 0.5; y < 12.0; y += 1.0) {
            wend_location at = {{(float)(2 + 4 * i) + 0.5F, (float)y}, 0};
            double density = (double)wend_view_density(view, at);
            double congestion = (double)wend_view_congestion(view, at);
            /* The share is rounded to 1/256. */
            ck_assert_double_eq_tol(congestion, share * density, density / 512.0 + 1e-6);
            densities += density;
            expected += share * density;
            found += congestion;
        }
    }
    ck_assert_double_gt(densities, 1.0);
    ck_assert_double_eq_tol(found, expected, densities / 512.0 + 1e-5);
    wend_world_destroy(world);
}
END_TEST

/* U. Weidmann (1993), with the C library's exp. */
START_TEST(delays_follow_the_fundamental_diagram) {
    wend_world *world = density_world(worlds_room(20, 12));
    for (int i = 0; i < 60; i++) { /* denser from left to right */
        worlds_agent(world, 4.5 + i % 12, 6.5, (wend_goal){0});
        for (int k = 0; k < i % 12; k++) {
            worlds_agent(world, 4.5 + i % 12, 6.5, (wend_goal){0});
        }
    }
    worlds_step(world, PERIOD_STEPS + 1);
    const wend_view *view = wend_world_view(world);
    int free_cells = 0, slow_cells = 0, stopped_cells = 0;
    for (double y = 0.5; y < 12.0; y += 1.0) {
        for (double x = 0.5; x < 20.0; x += 1.0) {
            wend_location at = {{(float)x, (float)y}, 0};
            double density = (double)wend_view_congestion(view, at);
            double speed = density > 0.0 ? 1.0 - exp(-1.913 * (1.0 / density - 1.0 / 5.4)) : 1.0;
            double expected = 1.0 / fmax(density < 5.4 ? speed : 0.0, 0.05) - 1.0;
            ck_assert_double_eq_tol((double)wend_view_delay(view, at), expected, 1e-4);
            free_cells += density == 0.0;
            slow_cells += expected > 0.0 && expected < 19.0;
            stopped_cells += expected == 19.0;
        }
    }
    ck_assert_int_gt(free_cells, 100);
    ck_assert_int_gt(slow_cells, 10);
    ck_assert_int_gt(stopped_cells, 1);
    wend_world_destroy(world);
}
END_TEST

START_TEST(a_single_agent_is_no_crowd) {
    wend_world *world = density_world(worlds_room(20, 12));
    worlds_agent(world, 5.5, 5.5,
                 (wend_goal){0}); /* in the centre of a cell, where it counts most */
    worlds_step(world, PERIOD_STEPS + 1);
    const wend_view *view = wend_world_view(world);
    ck_assert_float_eq(wend_view_density(view, (wend_location){{5.5F, 5.5F}, 0}), 0.25F);
    ck_assert_float_lt(wend_view_delay(view, (wend_location){{5.5F, 5.5F}, 0}), 0.001F);
    wend_world_destroy(world);
}
END_TEST

/* ---- Time ------------------------------------------------------------------------------------ */

START_TEST(values_change_only_once_per_period) {
    wend_world *world = density_world(worlds_room(20, 12));
    wend_goal goal = worlds_point(world, 18.5, 6.5);
    worlds_agent(world, 2.5, 6.5, goal);
    wend_location where = {{3.5F, 6.5F}, 0};
    float before = 0.0F;
    uint32_t changes = 0;
    for (uint64_t step = 1; step <= 40; step++) {
        worlds_step(world, 1);
        const wend_view *view = wend_world_view(world);
        uint64_t expected = (step - 1) / PERIOD_STEPS; /* filled at the start of a step */
        ck_assert_uint_eq(wend_view_density_generation(view), expected);
        float now = wend_view_density(view, where);
        ck_assert(now == before || (step - 1) % PERIOD_STEPS == 0);
        changes += now != before;
        before = now;
    }
    ck_assert_uint_ge(changes, 2); /* the agent comes and goes */
    wend_world_destroy(world);
}
END_TEST

START_TEST(worlds_without_a_grid_have_no_density) {
    wend_world *world = worlds_make(worlds_room(20, 12), NULL);
    worlds_profile(world, "direct");
    worlds_agent(world, 5, 5, (wend_goal){0});
    worlds_step(world, 50);
    const wend_view *view = wend_world_view(world);
    wend_location at = {{5, 5}, 0};
    ck_assert_uint_eq(wend_view_density_generation(view), 0);
    ck_assert_float_eq(wend_view_density(view, at), 0.0F);
    ck_assert_float_eq(wend_view_congestion(view, at), 0.0F);
    ck_assert_float_eq(wend_view_delay(view, at), 0.0F);
    ck_assert_double_eq(wend_view_line_delay(view, at, (wend_vec2){8, 8}), 0.0);
    wend_world_destroy(world);
}
END_TEST

/* ---- Lines ----------------------------------------------------------------------------------- */

static void fill_randomly(wend_world *world, dice *from, uint32_t count) {
    for (uint32_t i = 0; i < count; i++) {
        double x, y;
        do {
            x = dice_between(from, 5.0, 15.0);
            y = dice_between(from, 2.0, 10.0);
        } while (!is_ground(x, y));
        worlds_agent(world, x, y, (wend_goal){0});
    }
}

START_TEST(lines_add_up_the_delays_along_them) {
    dice from = {7};
    wend_world *world = density_world(worlds_pillars());
    fill_randomly(world, &from, 180);
    worlds_step(world, PERIOD_STEPS + 1);
    const wend_view *view = wend_world_view(world);
    double steepest = 0.0;
    for (int i = 0; i < 22 * 14; i++) {
        wend_vec2 at = {(float)(i % 22) - 0.5F, (float)(i / 22) - 0.5F};
        double here = (double)wend_view_delay(view, (wend_location){at, 0});
        double right = (double)wend_view_delay(view, (wend_location){{at.x + 1, at.y}, 0});
        double up = (double)wend_view_delay(view, (wend_location){{at.x, at.y + 1}, 0});
        steepest = fmax(steepest, fmax(fabs(right - here), fabs(up - here)));
    }
    double most = 0.0;
    for (uint32_t round = 0; round < trials(300); round++) {
        wend_location a = {{(float)dice_between(&from, -3, 23), (float)dice_between(&from, -3, 15)},
                           0};
        wend_vec2 b = {(float)dice_between(&from, -3, 23), (float)dice_between(&from, -3, 15)};
        double length = sqrt(pow((double)b.x - (double)a.position.x, 2) +
                             pow((double)b.y - (double)a.position.y, 2));
        double expected = 0.0;
        for (int i = 0; i < 2000; i++) {
            float share = ((float)i + 0.5F) / 2000.0F;
            wend_vec2 at = {a.position.x + share * (b.x - a.position.x),
                            a.position.y + share * (b.y - a.position.y)};
            expected += (double)wend_view_delay(view, (wend_location){at, 0}) * length / 2000.0;
        }
        /* The midpoint rule with pieces of h = 0.5 m, for a function of slope at most
         * sqrt(2) * steepest: at most slope * h / 4 per metre. */
        double bound = sqrt(2.0) * steepest * 0.5 / 4.0 * length + 1e-3;
        ck_assert_double_eq_tol(wend_view_line_delay(view, a, b), expected, bound);
        most = fmax(most, expected);
    }
    ck_assert_double_gt(most, 10.0);
    wend_world_destroy(world);
}
END_TEST

START_TEST(lines_pass_links) {
    wend_world *world = density_world(worlds_floors());
    for (int i = 0; i < 60; i++) { /* all on the stair, behind the link at x = 10 */
        wend_agent_def agent = wend_default_agent_def();
        agent.position = (wend_point){11.0 + 0.05 * i, 4.6 + 0.2 * (i % 5)};
        agent.layer = 1;
        worlds_add(world, &agent);
    }
    worlds_step(world, PERIOD_STEPS + 1);
    const wend_view *view = wend_world_view(world);
    wend_location ground = {{6, 5}, 0};
    wend_vec2 up = {13.5F, 5};
    ck_assert_float_eq(wend_view_density(view, (wend_location){{12, 5}, 0}), 0.0F);
    ck_assert_float_gt(wend_view_density(view, (wend_location){{12, 5}, 1}), 1.0F);
    double whole = wend_view_line_delay(view, ground, up), expected = 0.0, most = 0.0;
    for (int i = 0; i < 750; i++) { /* the line is on the stair beyond x = 10 */
        float x = 6.005F + 0.01F * (float)i;
        wend_location at = {{x, 5}, x > 10.0F ? 1U : 0U};
        double delay = (double)wend_view_delay(view, at);
        expected += 0.01 * delay;
        most = fmax(most, delay);
    }
    ck_assert_double_gt(expected, 1.0);
    /* Neighbouring cells differ by `most` at most: the bound of the test above, on 3.5 m; at the
     * link, one piece of half a metre may count on the wrong layer. */
    ck_assert_double_eq_tol(whole, expected, most * (3.5 * 0.5 / 4.0 + 0.25));
    wend_world_destroy(world);
}
END_TEST

/* ---- Determinism ----------------------------------------------------------------------------- */

static uint64_t hash_values(wend_world *world) {
    const wend_view *view = wend_world_view(world);
    uint64_t hash = 14695981039346656037ULL;
    for (int i = 0; i < 40 * 24; i++) {
        wend_location at = {{(float)(i % 40) * 0.5F, (float)(i / 40) * 0.5F}, 0};
        float values[] = {wend_view_density(view, at), wend_view_congestion(view, at),
                          wend_view_delay(view, at)};
        uint32_t bits[3];
        memcpy(bits, values, sizeof bits);
        for (int k = 0; k < 3; k++) {
            hash = (hash ^ bits[k]) * 1099511628211ULL;
        }
    }
    return hash;
}

/* Agents walk to and fro; they are added in another order, on other threads. */
static wend_world *walk(uint32_t threads, bool reversed, double cell) {
    wend_world_def def = density_def(worlds_pillars());
    def.threads = threads;
    def.density_cell = cell;
    wend_world *world = worlds_from(&def);
    worlds_profile(world, "orca");
    wend_goal goals[2] = {worlds_point(world, 18.5, 6.1), worlds_point(world, 1.5, 6.1)};
    for (uint32_t i = 0; i < MOST_AGENTS; i++) {
        uint32_t n = reversed ? MOST_AGENTS - 1 - i : i;
        wend_agent_def agent = wend_default_agent_def();
        agent.key = n + 1;
        agent.position =
            (wend_point){(n % 2 ? 15.0 : 2.0) + 0.6 * (n / 2 % 5), 1.0 + 0.5 * (n / 10)};
        agent.goal = goals[n % 2 ? 1 : 0];
        worlds_add(world, &agent);
    }
    worlds_step(world, 33);
    return world;
}

START_TEST(values_do_not_depend_on_threads_or_order) {
    wend_world *one = walk(1, false, CELL), *other = walk(3, true, CELL);
    ck_assert_uint_eq(wend_world_hash(one), wend_world_hash(other));
    ck_assert_uint_eq(hash_values(one), hash_values(other));
    wend_world *without = walk(1, false, 0.0); /* measuring alone changes no motion */
    ck_assert_uint_eq(wend_world_hash(one), wend_world_hash(without));
    ck_assert_uint_ne(hash_values(one), hash_values(without));
    wend_world_destroy(one);
    wend_world_destroy(other);
    wend_world_destroy(without);
}
END_TEST

START_TEST(snapshots_keep_the_values) {
    wend_world *world = walk(1, false, CELL); /* between two fillings */
    wend_world *loaded = worlds_reload(world, NULL);
    ck_assert_uint_eq(wend_view_density_generation(wend_world_view(loaded)), 6);
    ck_assert_uint_eq(hash_values(world), hash_values(loaded));
    for (int i = 0; i < 12; i++) {
        worlds_step(world, 1);
        worlds_step(loaded, 1);
        ck_assert_uint_eq(hash_values(world), hash_values(loaded));
    }
    ck_assert_uint_eq(wend_world_hash(world), wend_world_hash(loaded));
    ck_assert_uint_eq(wend_view_density_generation(wend_world_view(loaded)), 8);
    wend_world_destroy(world);
    wend_world_destroy(loaded);
}
END_TEST

/* ---- Refusals -------------------------------------------------------------------------------- */

static void check_refusal(wend_world_def def, wend_space *space, wend_result expected,
                          const char *message) {
    wend_world *world = NULL;
    wend_error error = {0};
    def.space = space;
    ck_assert_int_eq(wend_world_create(&def, &world, &error), expected);
    ck_assert_msg(strstr(error.message, message) != NULL, "%s", error.message);
    wend_space_release(space);
}

START_TEST(bad_settings_are_refused) {
    static const double cells[] = {-1.0, 0.05, 101.0, NAN, INFINITY};
    static const double periods[] = {0.0, -2.0, 3601.0, NAN};
    static const double gains[] = {-0.1, 1.5, NAN};
    for (size_t i = 0; i < sizeof cells / sizeof *cells; i++) {
        wend_world_def def = density_def(NULL);
        def.density_cell = cells[i];
        check_refusal(def, worlds_room(5, 5), WEND_ERROR_INVALID, "density_cell is ");
    }
    for (size_t i = 0; i < sizeof periods / sizeof *periods; i++) {
        wend_world_def def = density_def(NULL);
        def.density_period = periods[i];
        check_refusal(def, worlds_room(5, 5), WEND_ERROR_INVALID, "density_period is ");
    }
    for (size_t i = 0; i < sizeof gains / sizeof *gains; i++) {
        wend_world_def def = density_def(NULL);
        def.density_gain = gains[i];
        check_refusal(def, worlds_room(5, 5), WEND_ERROR_INVALID, "density_gain is ");
    }
    check_refusal(density_def(NULL), worlds_open(), WEND_ERROR_INVALID, "the space has no walls");
    wend_world_def fine = density_def(NULL);
    fine.density_cell = 0.1;
    check_refusal(fine, worlds_room(1000, 1000), WEND_ERROR_LIMIT, "at most 4194304 are allowed");
}
END_TEST

/* Without a grid, a planner that avoids crowds would silently do nothing. */
START_TEST(avoiding_crowds_needs_a_grid) {
    const wend_setting crowd = {"crowd", {.number = {.a = 1.0}}};
    wend_world *without = worlds_make(worlds_room(5, 5), NULL);
    wend_world *with = density_world(worlds_room(5, 5));
    wend_profile_def def = wend_default_profile_def();
    wend_error error = {0};
    def.plan = (wend_choice){"grid", &crowd, 1};
    ck_assert_int_eq(wend_world_add_profile(without, &def, NULL, &error), WEND_ERROR_INVALID);
    ck_assert_msg(strstr(error.message, "'grid' has crowd 1") != NULL, "%s", error.message);
    ck_assert_int_eq(wend_world_add_profile(with, &def, NULL, &error), WEND_OK);
    def.plan = (wend_choice){.name = "straight"};
    def.follow = (wend_choice){"miran", &crowd, 1};
    ck_assert_int_eq(wend_world_add_profile(without, &def, NULL, &error), WEND_ERROR_INVALID);
    ck_assert_msg(strstr(error.message, "'miran' has crowd 1") != NULL, "%s", error.message);
    wend_world_destroy(without);
    wend_world_destroy(with);
}
END_TEST

int main(void) {
    SUITE("world/density", standing_agents_match_the_kernel_exactly,
          agents_count_as_congestion_by_the_speed_that_they_lack,
          delays_follow_the_fundamental_diagram, a_single_agent_is_no_crowd,
          values_change_only_once_per_period, worlds_without_a_grid_have_no_density,
          lines_add_up_the_delays_along_them, lines_pass_links,
          values_do_not_depend_on_threads_or_order, snapshots_keep_the_values,
          bad_settings_are_refused, avoiding_crowds_needs_a_grid);
}
