/* The model `collision_free_speed`: the equations, and what they imply for walls, contacts, limits
 * and agents that meet head-on. */
#include <math.h>

#include <wend/random.h>

#include "published/pedestrian_values.h"
#include "support/suite.h"
#include "support/worlds.h"

/* ---- Worlds ---------------------------------------------------------------------------------- */

enum { MOST_SETTINGS = 8 };

/* The settings of the model, and the attributes of its agents. */
typedef struct walkers {
    double radius, speed, limit, dt;
    wend_setting settings[MOST_SETTINGS];
    uint32_t count;
} walkers;

static walkers walkers_of(double radius, double speed, double dt) {
    return (walkers){.radius = radius, .speed = speed, .limit = INFINITY, .dt = dt};
}

static void set(walkers *of, const char *name, double value) {
    of->settings[of->count++] =
        (wend_setting){name, {.kind = WEND_VALUE_NUMBER, .number = wend_constant(value)}};
}

static void set_flag(walkers *of, const char *name, const char *value) {
    of->settings[of->count++] = (wend_setting){name, {.kind = WEND_VALUE_TEXT, .text = value}};
}

/* Profile 0 has the model; agents of profile 1 stand still. */
static wend_world *make(wend_space *space, const walkers *of) {
    wend_world_def def = wend_default_world_def();
    def.space = space;
    def.dt = of->dt;
    wend_world *world = worlds_from(&def);
    wend_profile_def profile = worlds_profile_def();
    profile.radius = wend_constant(of->radius);
    profile.preferred_speed = wend_constant(of->speed);
    profile.max_acceleration = wend_constant(of->limit);
    profile.steer = (wend_choice){"collision_free_speed", of->settings, of->count};
    worlds_add_profile(world, &profile);
    profile.steer = (wend_choice){.name = "external"};
    worlds_add_profile(world, &profile);
    return world;
}

static wend_agent add_standing(wend_world *world, double x, double y) {
    wend_agent_def def = wend_default_agent_def();
    def.position = (wend_point){x, y};
    def.profile = worlds_nth_profile(1);
    return worlds_add(world, &def);
}

static wend_vec2 velocity_of(const wend_world *world, wend_agent agent) {
    return worlds_state(world, agent).velocity;
}

static double apart(const wend_world *world, wend_agent a, wend_agent b) {
    wend_point p = worlds_state(world, a).position, q = worlds_state(world, b).position;
    return hypot(p.x - q.x, p.y - q.y);
}

/* ---- Published values ------------------------------------------------------------------------ */

/* Creates open ground with a short wall across the line from the origin to `at`, which is the
 * nearest point of the wall. */
static wend_space *wall_at(wend_point at) {
    const double half = 0.001;
    double length = hypot(at.x, at.y);
    wend_point across = {-half * at.y / length, half * at.x / length};
    wend_point ends[] = {{at.x + across.x, at.y + across.y}, {at.x - across.x, at.y - across.y}};
    wend_open_wall_def wall = {.points = ends, .count = 2};
    wend_layer_def layer = {.open_walls = &wall, .open_wall_count = 1};
    wend_space_def def = wend_default_space_def();
    def.layers = &layer;
    def.layer_count = 1;
    def.has_origin = true;
    wend_space *space = NULL;
    ck_assert_int_eq(wend_space_create(&def, &space, NULL), WEND_OK);
    return space;
}

static wend_vec2 choice_among(wend_space *space, const walkers *of, double angle,
                              const wend_point *others, uint32_t count) {
    wend_world *world = make(space, of);
    wend_agent agent = worlds_agent(world, 0, 0, worlds_direction(world, angle));
    for (uint32_t i = 0; i < count; i++) {
        add_standing(world, others[i].x, others[i].y);
    }
    worlds_step(world, 1);
    wend_vec2 velocity = velocity_of(world, agent);
    wend_world_destroy(world);
    return velocity;
}

START_TEST(matches_the_equations_for_random_agents_and_walls) {
    uint32_t rows = sizeof collision_free_speed_rows / sizeof *collision_free_speed_rows;
    for (uint32_t i = 0; i < rows; i++) {
        const collision_free_speed_row *row = &collision_free_speed_rows[i];
        walkers of = walkers_of(row->radius, row->preferred_speed, 0.05);
        set(&of, "time_gap", row->time);
        set(&of, "strength", row->strength);
        set(&of, "wall_strength", 5.0);
        set_flag(&of, "sliding", "false");
        wend_point others[] = {{row->first_x, row->first_y},
                               {row->second_x, row->second_y},
                               {row->third_x, row->third_y}};
        wend_vec2 v = choice_among(wall_at((wend_point){row->wall_x, row->wall_y}), &of,
                                   atan2(row->direction_y, row->direction_x), others, 3);
        double error = hypot((double)v.x - row->speed * row->moving_x,
                             (double)v.y - row->speed * row->moving_y);
        ck_assert_msg(error <= 1e-5 * row->speed, "row %u: off by %g of %g", i, error, row->speed);
    }
}
END_TEST

START_TEST(matches_values_computed_by_hand) {
    walkers of = walkers_of(0.2, 1.2, 0.1);
    set(&of, "strength", 8.0);
    wend_vec2 v = choice_among(worlds_open(), &of, 0.0, (wend_point[]){{0.8, 0.1}}, 1);
    ck_assert_double_eq_tol((double)v.x, 0.406226 * 0.999804, 1e-6);
    ck_assert_double_eq_tol((double)v.y, 0.406226 * -0.0197756, 1e-6);
    of = walkers_of(0.15, 1.2, 0.1);
    v = choice_among(worlds_open(), &of, 0.0, (wend_point[]){{0.6, -0.05}, {0.1, 0.5}}, 2);
    ck_assert_double_eq_tol((double)v.x, 1.2 * 0.738904, 2e-6);
    ck_assert_double_eq_tol((double)v.y, 1.2 * -0.673811, 2e-6);
    of = walkers_of(0.2, 1.2, 0.1);
    set(&of, "wall_strength", 5.0);
    v = choice_among(wall_at((wend_point){0, -0.25}), &of, 0.0, NULL, 0);
    ck_assert_double_eq_tol((double)v.x, 1.2 * 0.925114, 2e-6);
    ck_assert_double_eq_tol((double)v.y, 1.2 * 0.379690, 2e-6);
}
END_TEST

/* In single file, v = (spacing - 2 r) / T for each agent's own T: version 2 of the model. */
START_TEST(speed_follows_the_spacing_and_each_agents_time_gap) {
    walkers of = walkers_of(0.2, 1.3, 0.05);
    of.settings[of.count++] =
        (wend_setting){"time_gap", {.kind = WEND_VALUE_NUMBER, .number = wend_uniform(0.8, 1.6)}};
    wend_world *world = make(worlds_open(), &of);
    wend_goal east = worlds_direction(world, 0.0);
    wend_agent file[8];
    for (int i = 0; i < 8; i++) {
        file[i] = worlds_agent(world, 1.0 * i, 0.0, east);
    }
    worlds_step(world, 1);
    double least = INFINITY, most = 0.0;
    for (int i = 0; i < 7; i++) {
        double speed = (double)velocity_of(world, file[i]).x;
        least = fmin(least, speed);
        most = fmax(most, speed);
        ck_assert_double_ge(speed, 0.6 / 1.6 - 1e-5);
        ck_assert_double_le(speed, 0.6 / 0.8 + 1e-5);
    }
    ck_assert_double_gt(most - least, 0.05);
    ck_assert_double_eq_tol((double)velocity_of(world, file[7]).x, 1.3, 1e-5);
    wend_world_destroy(world);
}
END_TEST

/* ---- Agents that meet ------------------------------------------------------------------------ */

/* Two agents that meet exactly head-on stop before they touch, and stay there, unless there is
 * noise. The descriptor says so. */
START_TEST(agents_head_on_stop_for_good_without_noise) {
    for (int noisy = 0; noisy < 2; noisy++) {
        walkers of = walkers_of(0.25, 1.3, 0.1);
        set(&of, "noise", noisy ? 0.1 : 0.0);
        wend_world *world = make(worlds_open(), &of);
        wend_agent a = worlds_agent(world, -4, 0, worlds_point(world, 4, 0));
        wend_agent b = worlds_agent(world, 4, 0, worlds_point(world, -4, 0));
        for (int i = 0; i < 400; i++) {
            worlds_step(world, 1);
            ck_assert_double_ge(apart(world, a, b), 0.5 - 1e-4);
        }
        ck_assert_uint_eq(wend_world_get_stats(world).arrivals, noisy ? 2 : 0);
        wend_world_destroy(world);
    }
}
END_TEST

/* The published bound for the step is 0.073 s with this radius; at 0.1 s overlaps stay shallow. */
START_TEST(crowds_from_four_sides_do_not_overlap) {
    static const double steps[] = {0.01, 0.05, 0.1};
    for (int k = 0; k < 3; k++) {
        walkers of = walkers_of(0.15, 1.3, steps[k]);
        set(&of, "noise", 0.1);
        wend_world *world = make(worlds_open(), &of);
        wend_agent all[40];
        for (int i = 0; i < 40; i++) {
            double angle = i % 4 * 1.5707963, along = 3.0 + 0.5 * (i / 8),
                   aside = 0.4 * (i / 4 % 2);
            double x = along * cos(angle) - aside * sin(angle);
            double y = along * sin(angle) + aside * cos(angle);
            all[i] = worlds_agent(world, x, y, worlds_point(world, -x, -y));
        }
        double nearest = INFINITY;
        for (int step = 0; step < (int)(12.0 / steps[k]); step++) {
            worlds_step(world, 1);
            for (int i = 0; i < 40; i++) {
                for (int j = 0; j < i; j++) {
                    nearest = fmin(nearest, apart(world, all[i], all[j]));
                }
            }
        }
        ck_assert_msg(nearest >= (k == 2 ? 0.27 : 0.2999), "dt %g: %g m", steps[k], nearest);
        wend_world_destroy(world);
    }
}
END_TEST

START_TEST(agents_at_the_same_position_part) {
    walkers of = walkers_of(0.25, 1.3, 0.1);
    wend_world *world = make(worlds_open(), &of);
    wend_goal east = worlds_direction(world, 0.0);
    wend_agent a = worlds_agent(world, 0, 0, east), b = worlds_agent(world, 0, 0, east);
    worlds_step(world, 40);
    ck_assert_double_ge(apart(world, a, b), 0.5);
    ck_assert_float_gt(velocity_of(world, a).x, 1.0F);
    ck_assert_float_gt(velocity_of(world, b).x, 0.1F);
    wend_world_destroy(world);
}
END_TEST

START_TEST(heap_of_agents_spreads_without_faults) {
    walkers of = walkers_of(0.25, 1.3, 0.1);
    set(&of, "strength", 1000.0);
    set(&of, "range", 0.001);
    wend_world *world = make(worlds_room(20, 20), &of);
    wend_agent all[500];
    for (uint64_t i = 0; i < 500; i++) {
        double x = 10.0 + 0.3 * wend_random_uniform(1, i, 0, 0), y = 10.0 + 1e-3 * (double)(i % 7);
        all[i] = worlds_agent(world, x, y, worlds_point(world, 10, 19));
    }
    for (int step = 0; step < 60; step++) {
        worlds_step(world, 1);
        for (int i = 0; i < 500; i++) {
            wend_agent_state s = worlds_state(world, all[i]);
            ck_assert(isfinite(s.position.x) && isfinite(s.position.y));
            ck_assert_float_le(hypotf(s.velocity.x, s.velocity.y), 1.3F + 1e-4F);
        }
    }
    wend_world_destroy(world);
}
END_TEST

/* Agents with an acceleration limit brake in time, head-on and behind a standing agent. */
START_TEST(agents_with_acceleration_limits_stop_before_they_touch) {
    static const double limits[] = {0.4, 1.0, 2.0, 5.0};
    for (int i = 0; i < 8; i++) {
        walkers of = walkers_of(0.25, 1.3, 0.1);
        of.limit = limits[i / 2];
        wend_world *world = make(worlds_open(), &of);
        wend_agent a = worlds_agent(world, -4, 0, worlds_point(world, 4, 0));
        wend_agent b = i % 2 ? add_standing(world, 0, 0)
                             : worlds_agent(world, 4, 0, worlds_point(world, -4, 0));
        worlds_step(world, 1);
        for (int step = 0; step < 300; step++) {
            wend_vec2 before = velocity_of(world, a);
            worlds_step(world, 1);
            wend_vec2 now = velocity_of(world, a);
            ck_assert_double_ge(apart(world, a, b), 0.5 - 1e-3);
            ck_assert_float_le(hypotf(now.x - before.x, now.y - before.y),
                               0.1F * (float)of.limit + 1e-4F);
        }
        ck_assert_double_lt(apart(world, a, b), 1.0);
        wend_world_destroy(world);
    }
}
END_TEST

/* ---- Walls ----------------------------------------------------------------------------------- */

/* An agent that touches a wall walks along it at full speed, and does not press into it. Without
 * `sliding`, `move` stops its component towards the wall. */
START_TEST(agents_slide_along_walls) {
    for (int slides = 0; slides < 2; slides++) {
        walkers of = walkers_of(0.25, 1.0, 0.1);
        set_flag(&of, "sliding", slides ? "true" : "false");
        wend_world *world = make(worlds_room(20, 10), &of);
        wend_agent agent = worlds_agent(world, 2, 0.25, worlds_direction(world, -1.0));
        worlds_step(world, 20);
        wend_agent_state state = worlds_state(world, agent);
        double expected = slides ? 1.0 : cos(1.0);
        ck_assert_double_eq_tol((double)state.velocity.x, expected, 1e-3);
        ck_assert_double_eq_tol(state.position.x, 2.0 + 2.0 * expected, 2e-2);
        ck_assert_double_eq_tol(state.position.y, 0.25, 1e-3);
        wend_world_destroy(world);
    }
}
END_TEST

START_TEST(agents_ignore_others_behind_walls) {
    wend_point a[] = {{0.5, -5}, {0.5, 5}};
    wend_open_wall_def wall = {.points = a, .count = 2};
    wend_layer_def layer = {.open_walls = &wall, .open_wall_count = 1};
    wend_space_def def = wend_default_space_def();
    def.layers = &layer;
    def.layer_count = 1;
    for (int ghostly = 0; ghostly < 2; ghostly++) {
        wend_space *space = worlds_open();
        if (ghostly) {
            wend_space_release(space);
            ck_assert_int_eq(wend_space_create(&def, &space, NULL), WEND_OK);
        }
        walkers of = walkers_of(0.2, 1.0, 0.1);
        wend_vec2 v =
            choice_among(space, &of, 1.5707963, (wend_point[]){{0.7, 0.6}, {0.8, -0.2}}, 2);
        ck_assert(ghostly == (fabsf(v.x) < 1e-6F));
    }
}
END_TEST

/* ---- Intents --------------------------------------------------------------------------------- */

START_TEST(agents_stop_at_their_goal_and_stand) {
    walkers of = walkers_of(0.25, 1.3, 0.1);
    set(&of, "noise", 0.1);
    wend_world *world = make(worlds_open(), &of);
    wend_point point = {3, 1};
    wend_goal_def def = wend_default_goal_def();
    def.points = &point;
    def.arrive = WEND_ARRIVE_INSIDE;
    def.tolerance = 0.05;
    wend_agent agent = worlds_agent(world, 0, 0, worlds_add_goal(world, &def));
    worlds_step(world, 60);
    wend_agent_state state = worlds_state(world, agent);
    ck_assert(state.activity == WEND_ACTIVITY_ARRIVED);
    ck_assert_double_lt(hypot(state.position.x - 3.0, state.position.y - 1.0), 0.06);
    ck_assert(state.velocity.x == 0.0F && state.velocity.y == 0.0F);
    wend_world_destroy(world);
}
END_TEST

START_TEST(explains_repulsion_and_spacing) {
    walkers of = walkers_of(0.2, 1.2, 0.1);
    set(&of, "wall_strength", 5.0);
    wend_world *world = make(wall_at((wend_point){0, -0.25}), &of);
    wend_agent agent = worlds_agent(world, 0, 0, worlds_direction(world, 0.0));
    wend_agent other = add_standing(world, 0.6, 0.1);
    worlds_step(world, 1);
    uint32_t repels[2] = {0}, bounds = 0, velocities = 0;
    wend_mark marks[32];
    uint32_t count = wend_world_explain(world, agent, marks, 32);
    for (uint32_t i = 0; i < count; i++) {
        bool agent_mark = marks[i].subject.kind == WEND_SUBJECT_AGENT;
        ck_assert(!agent_mark || marks[i].subject.id == other.value);
        repels[agent_mark] += marks[i].kind == WEND_MARK_FORCE;
        bounds += agent_mark && marks[i].kind == WEND_MARK_REGION;
        velocities += marks[i].kind == WEND_MARK_VELOCITY;
    }
    ck_assert(repels[0] == 1 && repels[1] == 1 && bounds == 1 && velocities == 1);
    wend_world_destroy(world);
}
END_TEST

int main(void) {
    SUITE("steer/collision_free_speed", matches_the_equations_for_random_agents_and_walls,
          matches_values_computed_by_hand, speed_follows_the_spacing_and_each_agents_time_gap,
          agents_head_on_stop_for_good_without_noise, crowds_from_four_sides_do_not_overlap,
          agents_at_the_same_position_part, heap_of_agents_spreads_without_faults,
          agents_with_acceleration_limits_stop_before_they_touch, agents_slide_along_walls,
          agents_ignore_others_behind_walls, agents_stop_at_their_goal_and_stand,
          explains_repulsion_and_spacing);
}
