/* The modifier `fundamental_diagram`: both curves, what counts as density, and the limits of the
 * speed. */
#include <math.h>

#include "published/pedestrian_values.h"
#include "support/suite.h"
#include "support/worlds.h"

enum { MOST_SETTINGS = 8, MUD = 2 };

typedef struct diagram {
    double speed;
    wend_setting settings[MOST_SETTINGS];
    uint32_t count;
} diagram;

static void set(diagram *of, const char *name, double value) {
    of->settings[of->count++] =
        (wend_setting){name, {.kind = WEND_VALUE_NUMBER, .number = wend_constant(value)}};
}

static void set_text(diagram *of, const char *name, const char *value) {
    of->settings[of->count++] = (wend_setting){name, {.kind = WEND_VALUE_TEXT, .text = value}};
}

/* Returns the velocity of an agent at the origin that walks in a direction with the modifier and
 * the model `direct`, while other agents stand around it. The profile has a rule for mud. */
static wend_vec2 velocity_among(wend_space *space, const diagram *of, double angle,
                                const wend_point *others, uint32_t count) {
    wend_world_def world_def = wend_default_world_def();
    world_def.space = space;
    world_def.dt = 1e-3;
    wend_world *world = worlds_from(&world_def);
    const wend_terrain_rule rule = {
        .type = MUD, .weight = wend_constant(1.0), .speed_factor = wend_constant(0.5)};
    wend_profile_def def = worlds_profile_def();
    def.preferred_speed = wend_constant(of->speed);
    def.max_speed = wend_constant(100.0);
    def.modify[0] = (wend_choice){"fundamental_diagram", of->settings, of->count};
    def.modify_count = 1;
    def.terrain_rules = &rule;
    def.terrain_rule_count = 1;
    wend_profile walker = worlds_add_profile(world, &def);
    wend_profile standing = worlds_profile(world, "external");
    wend_agent_def agent = wend_default_agent_def();
    agent.goal = worlds_direction(world, angle);
    agent.profile = walker;
    wend_agent id = worlds_add(world, &agent);
    agent.profile = standing;
    agent.goal = (wend_goal){0};
    for (uint32_t i = 0; i < count; i++) {
        agent.position = others[i];
        worlds_add(world, &agent);
    }
    worlds_step(world, 1);
    wend_vec2 velocity = worlds_state(world, id).velocity;
    wend_world_destroy(world);
    return velocity;
}

static double speed_among(wend_space *space, const diagram *of, const wend_point *others,
                          uint32_t count) {
    return (double)velocity_among(space, of, 0.0, others, count).x;
}

/* Creates open ground with one wall and, around the origin if `muddy`, mud. */
static wend_space *ground(const wend_point ends[2], bool muddy) {
    const wend_point corners[] = {{-1, -1}, {1, -1}, {1, 1}, {-1, 1}};
    wend_terrain_def mud = {.ring = {corners, 4}, .type = MUD};
    wend_open_wall_def wall = {.points = ends, .count = 2};
    wend_layer_def layer = {.open_walls = &wall,
                            .open_wall_count = ends ? 1 : 0,
                            .terrains = &mud,
                            .terrain_count = muddy ? 1 : 0};
    wend_space_def def = wend_default_space_def();
    def.layers = &layer;
    def.layer_count = 1;
    def.has_origin = true;
    wend_space *space = NULL;
    wend_error error;
    ck_assert_msg(wend_space_create(&def, &space, &error) == WEND_OK, "%s", error.message);
    return space;
}

/* ---- Weidmann -------------------------------------------------------------------------------- */

/* Values of the curve at 0.5, 1, 2 and 4 agents per square metre, for 1.34 m/s. The radius is such
 * that the half disc has an area of 2 m^2. */
START_TEST(matches_weidmanns_curve) {
    static const double expected[] = {1.2984, 1.0581, 0.6062, 0.1563};
    const wend_point others[] = {{0.3, 0.0}, {0.4, 0.5}, {0.5, -0.5}, {0.9, 0.1},
                                 {0.7, 0.7}, {0.1, 0.9}, {0.2, -0.8}, {1.0, 0.4}};
    diagram of = {.speed = 1.34};
    set(&of, "radius", sqrt(4.0 / 3.14159265358979));
    ck_assert_double_eq_tol(speed_among(worlds_open(), &of, others, 0), 1.34, 1e-6);
    for (uint32_t i = 0; i < 4; i++) {
        double speed = speed_among(worlds_open(), &of, others, 1U << i);
        ck_assert_msg(fabs(speed - expected[i]) < 1e-4, "%u: %g", i, speed);
    }
}
END_TEST

START_TEST(only_visible_agents_in_the_half_disc_ahead_count) {
    const wend_point out[] = {{-0.1, 0.5}, {-0.5, 0.0}, {1.51, 0.0}, {1.1, 1.1}};
    const wend_point behind_wall = {1.0, 0.2};
    const wend_point ends[] = {{0.8, -2.0}, {0.8, 2.0}};
    diagram of = {.speed = 1.3};
    ck_assert_double_eq_tol(speed_among(worlds_open(), &of, out, 4), 1.3, 1e-6);
    ck_assert_double_lt(speed_among(worlds_open(), &of, &behind_wall, 1), 1.3);
    ck_assert_double_eq_tol(speed_among(ground(ends, false), &of, &behind_wall, 1), 1.3, 1e-6);
    wend_vec2 north = velocity_among(worlds_open(), &of, 1.5707963, out, 1);
    ck_assert_double_lt((double)north.y,
                        1.3 - 1e-4); /* the first is ahead of an agent that walks north */
}
END_TEST

START_TEST(density_slows_down_to_the_lowest_speed_only) {
    wend_point others[40];
    for (int i = 0; i < 40; i++) {
        others[i] = (wend_point){0.2 + 0.03 * i, 0.2};
    }
    diagram of = {.speed = 1.3};
    ck_assert_double_eq_tol(speed_among(worlds_open(), &of, others, 40), 0.1, 1e-6);
    set(&of, "min_speed", 0.0);
    ck_assert_double_eq_tol(speed_among(worlds_open(), &of, others, 40), 0.0, 1e-6);
    diagram slow = {.speed = 0.05};
    ck_assert_double_eq_tol(speed_among(worlds_open(), &slow, others, 40), 0.05, 1e-6);
}
END_TEST

/* ---- Stride ---------------------------------------------------------------------------------- */

static diagram stride_of(double share) {
    diagram of = {.speed = 90.0};
    set_text(&of, "form", "stride");
    set(&of, "space_share", share);
    set(&of, "min_speed", 0.0);
    return of;
}

/* The wall is so short that it hides no neighbour. Its nearest point to the point 1 m ahead is its
 * middle, beside that point. */
START_TEST(matches_the_equations_for_random_agents_and_a_wall) {
    uint32_t rows = sizeof fundamental_diagram_rows / sizeof *fundamental_diagram_rows, used = 0;
    for (uint32_t i = 0; i < rows; i++) {
        const fundamental_diagram_row *row = &fundamental_diagram_rows[i];
        const wend_point others[] = {{row->first_x, row->first_y},
                                     {row->second_x, row->second_y},
                                     {row->third_x, row->third_y}};
        wend_point u = {row->direction_x, row->direction_y};
        wend_point at = {u.x - row->obstacle * u.y, u.y + row->obstacle * u.x};
        const wend_point ends[] = {{at.x - 1e-2 * u.x, at.y - 1e-2 * u.y},
                                   {at.x + 1e-2 * u.x, at.y + 1e-2 * u.y}};
        diagram of = stride_of(0.5);
        wend_vec2 v = velocity_among(ground(ends, false), &of, atan2(u.y, u.x), others, 3);
        double speed = hypot((double)v.x, (double)v.y), expected = fmin(row->cap, 90.0);
        used += row->cap < 90.0;
        ck_assert_msg(fabs(speed - expected) <= 1e-5 * expected, "row %u: %g instead of %g", i,
                      speed, expected);
    }
    ck_assert_uint_ge(used, 30);
}
END_TEST

START_TEST(matches_values_computed_by_hand) {
    const wend_point others[] = {{1, 0}, {1, 0.5}, {1, -0.5}, {1.5, 0.25}, {0.5, -0.25}};
    const wend_point ends[] = {{0.9, 0.5}, {1.1, 0.5}};
    diagram of = stride_of(0.5), published = stride_of(1.0);
    ck_assert_double_eq_tol(speed_among(worlds_open(), &of, others, 1), 8.89604, 1e-4);
    ck_assert_double_eq_tol(speed_among(worlds_open(), &of, others, 3), 1.52748, 1e-5);
    ck_assert_double_eq_tol(speed_among(ground(ends, false), &of, others, 5), 0.363265, 1e-5);
    ck_assert_double_eq_tol(speed_among(worlds_open(), &published, others, 1), 8.89604 / 4, 1e-4);
}
END_TEST

/* A wall whose nearest point to the point ahead is its end b does not count, nor one behind the
 * agent. One whose nearest point is its end a counts, so that corners count once. */
START_TEST(ends_of_walls_and_walls_behind_do_not_count) {
    const wend_point beside[] = {{3.0, 0.5}, {1.2, 0.5}}, turned[] = {{1.2, 0.5}, {3.0, 0.5}};
    const wend_point behind[] = {{-0.2, -3}, {-0.2, 3}};
    diagram of = stride_of(0.5);
    ck_assert_double_eq_tol(speed_among(ground(beside, false), &of, NULL, 0), 90.0, 1e-4);
    ck_assert_double_eq_tol(speed_among(ground(behind, false), &of, NULL, 0), 90.0, 1e-4);
    double density = 0.265961520 * exp(-(0.04 + 0.25) / (2.0 * 0.75 * 0.75));
    double root = 0.48 / density * 1.57 / (0.5 * 1.9);
    ck_assert_double_eq_tol(speed_among(ground(turned, false), &of, NULL, 0), root * root, 1e-4);
}
END_TEST

/* ---- Terrain --------------------------------------------------------------------------------- */

START_TEST(terrain_scales_the_speed) {
    diagram of = {.speed = 1.2};
    ck_assert_double_eq_tol(speed_among(ground(NULL, true), &of, NULL, 0), 0.6, 1e-6);
    set_text(&of, "terrain", "false");
    ck_assert_double_eq_tol(speed_among(ground(NULL, true), &of, NULL, 0), 1.2, 1e-6);
}
END_TEST

int main(void) {
    SUITE("modify/fundamental_diagram", matches_weidmanns_curve,
          only_visible_agents_in_the_half_disc_ahead_count,
          density_slows_down_to_the_lowest_speed_only,
          matches_the_equations_for_random_agents_and_a_wall, matches_values_computed_by_hand,
          ends_of_walls_and_walls_behind_do_not_count, terrain_scales_the_speed);
}
