/* Tests the follower `miran`: reference point, candidates, weights and choice, in situations that
 * can be computed by hand; doors, layers, threads and snapshots. */
/* label: threads */
#include <math.h>
#include <string.h>

#include <wend/explain.h>
#include <wend/random.h>

#include "support/scripted.h"
#include "support/suite.h"
#include "support/worlds.h"

enum { MOST_POINTS = 512 };
static wend_route_point points[MOST_POINTS];

static void set_route(const wend_vec2 *given, uint32_t count) {
    for (uint32_t i = 0; i < count; i++) {
        points[i] = (wend_route_point){given[i], 5.0F, 0};
    }
    scripted_route = scripted_path_route(points, count);
}

static wend_world *make(wend_space *space, double sigma, double d, bool vertices) {
    const wend_setting settings[] = {
        {"sigma", {.number = wend_constant(sigma)}},
        {"d", {.number = wend_constant(d)}},
        {"vertices", {.kind = WEND_VALUE_TEXT, .text = vertices ? "on" : "off"}}};
    return scripted_world_create(space, "miran", settings, 3);
}

static void expect_point(wend_intent intent, double x, double y) {
    ck_assert_double_eq_tol((double)intent.region.a.x, x, 1e-3);
    ck_assert_double_eq_tol((double)intent.region.a.y, y, 1e-3);
}

/* ---- The choice ------------------------------------------------------------------------------ */

/* On a straight route over even ground, all candidates weigh the same. */
START_TEST(takes_the_farthest_of_equal_candidates) {
    static const wend_vec2 line[] = {{50, 0}, {100, 0}};
    set_route(line, 2);
    wend_world *world = make(worlds_open(), 40, 10, false);
    scripted_add_agent(world, 1, 0, 0, worlds_point(world, 200, 0));
    expect_point(scripted_intent_at(world, 0, 0, 0), 40, 0);
    expect_point(scripted_intent_at(world, 3.5F, 0, 0), 43.5, 0);
    expect_point(scripted_intent_at(world, 3.5F, 2, 0), 43.5, 0);
    scripted_world_destroy(world);
}
END_TEST

/* A hairpin: the return leg is 3 m away, but sigma forbids to skip more than 10 m of the route. The
 * reference point stays on the first leg (Fig. 2 of the paper). */
START_TEST(never_skips_more_than_sigma) {
    static const wend_vec2 hairpin[] = {{30, 0}, {30, 3}, {0, 3}, {0, 20}};
    set_route(hairpin, 4);
    wend_world *world = make(worlds_open(), 10, 2, false);
    scripted_add_agent(world, 1, 0, 0, worlds_point(world, 50, 20));
    for (float x = 0; x <= 20.0F; x += 0.5F) {
        expect_point(scripted_intent_at(world, x, 1.4F, 0), (double)x + 10.0, 0);
    }
    scripted_world_destroy(world);
}
END_TEST

/* At a corner of 90 degrees, the weight |x - alpha| / d_ij is least where d_ij is largest or the
 * shortcut is best: computed here for every candidate. */
START_TEST(weighs_length_by_distance_along_the_route) {
    static const wend_vec2 corner[] = {{10, 0}, {10, 30}};
    set_route(corner, 2);
    wend_world *world = make(worlds_open(), 24, 5, false);
    scripted_add_agent(world, 1, 0, 0, worlds_point(world, 10, 60));
    wend_intent intent = scripted_intent_at(world, 0, 0, 0);
    double best = (double)INFINITY, best_x = 0, best_y = 0;
    static const double at[] = {5, 10, 15, 20, 24};
    for (int i = 0; i < 5; i++) {
        double x = fmin(at[i], 10), y = fmax(at[i] - 10, 0), weight = hypot(x, y) / at[i];
        if (weight <= best) {
            best = weight;
            best_x = x;
            best_y = y;
        }
    }
    expect_point(intent, best_x, best_y);
    scripted_world_destroy(world);
}
END_TEST

/* Behind a wall from (10, -5) to (10, 5), the route is visible only up to the shadow of its end.
 * For a disc, the line keeps a radius from the end of the wall. */
START_TEST(candidates_are_visible_for_the_disc) {
    static const wend_point ends[] = {{10, -50}, {10, 5}};
    static const wend_vec2 route[] = {{8, 10}, {20, 10}, {20, 0}};
    const wend_open_wall_def wall = {.points = ends, .count = 2};
    const wend_layer_def layer = {.open_walls = &wall, .open_wall_count = 1};
    wend_space_def def = wend_default_space_def();
    wend_space *space = NULL;
    def.layers = &layer;
    def.layer_count = 1;
    ck_assert_int_eq(wend_space_create(&def, &space, NULL), WEND_OK);
    wend_space_retain(space);
    set_route(route, 3);
    wend_world *world = make(space, 40, 1, false);
    scripted_add_agent(world, 1, 0, 0, worlds_point(world, 30, 0));
    for (int i = 0; i < 8; i++) {
        wend_location here = {{(float)(0.2 * i), (float)(0.5 * i)}, 0};
        wend_intent intent = scripted_intent_at(world, here.position.x, here.position.y, 0);
        wend_location to = {intent.region.a, 0};
        ck_assert(wend_space_is_visible(space, here, to, 0.25F - 2e-3F, WEND_ALL_CLASSES));
        ck_assert_float_gt(to.position.x, 8.0F);
    }
    wend_space_release(space);
    scripted_world_destroy(world);
}
END_TEST

/* A corner between two samples is a candidate only with `vertices: on`. */
START_TEST(vertices_are_candidates_as_an_option) {
    static const wend_vec2 spike[] = {{7, 0}, {7, 0.5F}, {7, -30}};
    for (int vertices = 0; vertices < 2; vertices++) {
        set_route(spike, 3);
        wend_world *world = make(worlds_open(), 11, 10, vertices != 0);
        scripted_add_agent(world, 1, 0, 0, worlds_point(world, 30, -30));
        static wend_mark marks[256];
        scripted_intent_at(world, 0, 0, 0);
        uint32_t count = wend_world_explain(world, wend_world_find_agent(world, 1), marks, 256);
        uint32_t corners = 0, candidates = 0, chosen = 0, references = 0, visible = 0;
        for (uint32_t i = 0; i < count; i++) {
            const char *label = marks[i].label ? marks[i].label : "";
            bool candidate = strstr(label, "candidate") != NULL;
            candidates += candidate;
            chosen += strcmp(label, "chosen candidate") == 0;
            references += strcmp(label, "reference point") == 0;
            visible += strcmp(label, "visible") == 0;
            corners += candidate && fabs((double)marks[i].a.x - 7) < 1e-4 &&
                       fabs((double)marks[i].a.y - 0.5) < 1e-4;
            if (candidate) { /* the mark has the weight and d_ij */
                double length = hypot((double)marks[i].a.x, (double)marks[i].a.y);
                ck_assert_double_eq_tol((double)marks[i].c.x * (double)marks[i].c.y, length, 1e-3);
            }
        }
        ck_assert_uint_eq(corners, (uint32_t)vertices);
        ck_assert_uint_ge(candidates, 2);
        ck_assert_uint_eq(chosen, 1);
        ck_assert_uint_eq(references, 1);
        ck_assert_uint_eq(visible, 1);
        scripted_world_destroy(world);
    }
}
END_TEST

/* Even where sigma and d ask for 100,000 samples of the route, there are at most 1024, at equal
 * distances, and the two ends of the visible part. */
START_TEST(the_number_of_samples_is_bounded) {
    enum { MOST_MARKS = 1 << 17 };
    static const wend_vec2 line[] = {{500, 0}, {1000, 0}};
    static wend_mark marks[MOST_MARKS];
    set_route(line, 2);
    wend_world *world = make(worlds_open(), 100000, 0.01, false);
    scripted_add_agent(world, 1, 0, 0, worlds_point(world, 1000, 0));
    scripted_intent_at(world, 0, 0, 0);
    uint32_t count = wend_world_explain(world, wend_world_find_agent(world, 1), marks, MOST_MARKS);
    uint32_t candidates = 0;
    for (uint32_t i = 0; i < count && i < MOST_MARKS; i++) {
        candidates += marks[i].label != NULL && strstr(marks[i].label, "candidate") != NULL;
    }
    ck_assert_uint_ge(candidates, 1000);
    ck_assert_uint_le(candidates, 1026);
    scripted_world_destroy(world);
}
END_TEST

/* Sets a route with a point every `spacing` m along the legs of another one. */
static void set_dense_route(const wend_vec2 *given, uint32_t count, float spacing) {
    static wend_vec2 dense[MOST_POINTS];
    uint32_t total = 0;
    for (uint32_t i = 0; i + 1 < count; i++) {
        float dx = given[i + 1].x - given[i].x, dy = given[i + 1].y - given[i].y;
        float length = sqrtf(dx * dx + dy * dy);
        for (float along = 0; along == 0 || along < length - 0.5F * spacing; along += spacing) {
            dense[total++] =
                (wend_vec2){given[i].x + dx * along / length, given[i].y + dy * along / length};
        }
    }
    dense[total++] = given[count - 1];
    ck_assert_uint_le(total, MOST_POINTS);
    set_route(dense, total);
}

/* Planners may put a point on every metre of a route. These are left out of the window, which must
 * not change the choice: on a slanted leg, at bends, on a leg that leads back, and in an arc of
 * many short legs. All points on lines are exact in single precision, so that no weight changes. */
START_TEST(points_on_lines_do_not_change_the_choice) {
    wend_vec2 route[40] = {{0, 0}, {30, 40}, {80, 40}, {80, 60}, {70, 60}, {80, 60}};
    uint32_t count = 6;
    for (; count < 40; count++) { /* an arc of 20 m */
        double angle = 0.04 * (count - 5);
        route[count] = (wend_vec2){(float)(60 + 20 * cos(angle)), (float)(60 + 20 * sin(angle))};
    }
    enum { BESIDE = 240 };
    static const float spacing[] = {1000.0F, 0.625F};
    static wend_vec2 chosen[2][BESIDE];
    for (int i = 0; i < 2; i++) {
        wend_world *world = make(worlds_open(), 90, 7, false);
        set_dense_route(route, count, spacing[i]);
        scripted_add_agent(world, 1, 0, 0, worlds_point(world, 20, 90));
        for (uint32_t k = 0; k < BESIDE; k++) { /* beside the route, by less than 1 m */
            float along = 0.5F * (float)k, off = (float)wend_random_uniform(k, 1, 0, 1);
            wend_vec2 at = along < 50    ? (wend_vec2){0.6F * along + off, 0.8F * along}
                           : along < 100 ? (wend_vec2){along - 20, 40 + off}
                                         : (wend_vec2){80 - off, along - 60};
            chosen[i][k] = scripted_intent_at(world, at.x, at.y, 0).region.a;
        }
        scripted_world_destroy(world);
    }
    for (uint32_t k = 0; k < BESIDE; k++) {
        ck_assert_msg(fabsf(chosen[0][k].x - chosen[1][k].x) < 1e-3F &&
                          fabsf(chosen[0][k].y - chosen[1][k].y) < 1e-3F,
                      "position %u: (%g, %g) and (%g, %g)", k, (double)chosen[0][k].x,
                      (double)chosen[0][k].y, (double)chosen[1][k].x, (double)chosen[1][k].y);
    }
}
END_TEST

/* ---- Parameters ------------------------------------------------------------------------------ */

START_TEST(refuses_sigma_below_d_and_d_of_zero) {
    wend_world *world = worlds_make(worlds_open(), NULL);
    wend_profile_def profile = worlds_profile_def();
    wend_error error;
    wend_setting settings[] = {{"sigma", {.number = wend_constant(5)}},
                               {"d", {.number = wend_constant(6)}}};
    profile.follow = (wend_choice){"miran", settings, 2};
    ck_assert_int_eq(wend_world_add_profile(world, &profile, NULL, &error), WEND_ERROR_INVALID);
    ck_assert_ptr_nonnull(strstr(error.message, "sigma is 5 m, but must be at least d"));
    settings[1].value.number = wend_constant(0);
    ck_assert_int_ne(wend_world_add_profile(world, &profile, NULL, &error), WEND_OK);
    settings[1].value.number = wend_constant(5);
    ck_assert_int_eq(wend_world_add_profile(world, &profile, NULL, &error), WEND_OK);
    wend_world_destroy(world);
}
END_TEST

START_TEST(refuses_routes_that_discs_cannot_follow) {
    wend_world *world = worlds_make(worlds_pillars(), NULL);
    wend_error error;
    wend_path path;
    static const wend_point wall[] = {{2, 2}, {25, 2}}, pillar[] = {{2, 4}, {18, 4}},
                            narrow[] = {{2, 4.6}, {18, 4.6}}, good[] = {{2, 6}, {18, 6}};
    ck_assert_int_eq(wend_world_add_route(world, good, NULL, 1, 0.25, &path, &error),
                     WEND_ERROR_INVALID);
    ck_assert_ptr_nonnull(strstr(error.message, "must have at least 2"));
    ck_assert_int_eq(wend_world_add_route(world, wall, NULL, 2, 0.25, &path, &error),
                     WEND_ERROR_GEOMETRY);
    ck_assert_ptr_nonnull(strstr(error.message, "not on walkable ground"));
    ck_assert_int_eq(wend_world_add_route(world, pillar, NULL, 2, 0.25, &path, &error),
                     WEND_ERROR_GEOMETRY);
    ck_assert_ptr_nonnull(strstr(error.message, "crosses a wall"));
    ck_assert_int_eq(wend_world_add_route(world, narrow, NULL, 2, 0.25, &path, &error),
                     WEND_ERROR_GEOMETRY);
    ck_assert_ptr_nonnull(strstr(error.message, "at a distance of 0.1 m"));
    ck_assert_int_eq(wend_world_add_route(world, narrow, NULL, 2, 0.1, &path, &error), WEND_OK);
    ck_assert_int_eq(wend_world_add_route(world, good, NULL, 2, 0.25, &path, &error), WEND_OK);
    wend_world_destroy(world);
}
END_TEST

/* ---- Doors, layers, crowds ------------------------------------------------------------------- */

/* A closed door hides the route behind it. */
START_TEST(closed_doors_hide_candidates) {
    static const wend_vec2 route[] = {{5, 5}, {15, 5}, {19, 5}};
    static const wend_point door[] = {{10, 0}, {10, 10}};
    wend_obstacle_def obstacle = wend_default_obstacle_def();
    obstacle.points = door;
    obstacle.point_count = 2;
    set_route(route, 3);
    wend_world *world = make(worlds_room(20, 10), 40, 1, false);
    ck_assert_int_eq(wend_world_add_obstacle(world, &obstacle, NULL, NULL), WEND_OK);
    scripted_add_agent(world, 1, 2, 5, worlds_point(world, 19, 5));
    wend_intent intent = scripted_intent_at(world, 2, 5, 0);
    expect_point(intent, 9.75, 5);
    scripted_world_destroy(world);
}
END_TEST

/* From the ground up a stair to the upper floor, on a route given by hand. */
START_TEST(follows_a_route_across_layers) {
    static const wend_point route[] = {{2, 2}, {6, 5}, {12, 5}, {16, 5}, {17, 16}, {4, 16}};
    static const uint32_t layers[] = {0, 0, 1, 2, 2, 2};
    static const char *const steers[] = {"direct", "orca_arc", "orca"};
    for (int i = 0; i < 3; i++) {
        wend_world *world = worlds_make(worlds_floors(), NULL);
        wend_profile_def profile = worlds_profile_def();
        profile.follow.name = "miran";
        profile.steer.name = steers[i];
        worlds_add_profile(world, &profile);
        wend_agent_def agent = wend_default_agent_def();
        wend_goal_def goal = wend_default_goal_def();
        wend_error error;
        goal.points = &route[5];
        goal.point_count = 1;
        goal.layer = 2;
        agent.key = 1;
        agent.position = route[0];
        agent.goal = worlds_add_goal(world, &goal);
        ck_assert_msg(wend_world_add_route(world, route, layers, 6, 0.25, &agent.path, &error) ==
                          WEND_OK,
                      "%s", error.message);
        wend_agent id = worlds_add(world, &agent);
        worlds_step(world, 600);
        wend_agent_state state = worlds_state(world, id);
        ck_assert_msg(state.activity == WEND_ACTIVITY_ARRIVED, "%s: at (%g, %g) on layer %u",
                      steers[i], state.position.x, state.position.y, state.layer);
        wend_world_destroy(world);
    }
}
END_TEST

/* Adds 300 agents with different preferences on one route around the pillars. */
static wend_world *make_crowd(uint32_t threads) {
    static const wend_point route[] = {{2, 2}, {10, 2}, {10, 10}, {18, 10}};
    wend_world_def def = wend_default_world_def();
    def.space = worlds_pillars();
    def.threads = threads;
    wend_world *world = worlds_from(&def);
    wend_profile profiles[2];
    wend_path path;
    for (int i = 0; i < 2; i++) {
        wend_setting sigma = {"sigma", {.number = wend_constant(i ? 20 : 11)}};
        wend_profile_def profile = worlds_profile_def();
        profile.radius = wend_constant(0.1);
        profile.follow = (wend_choice){"miran", &sigma, 1};
        profile.steer.name = "orca_arc";
        profiles[i] = worlds_add_profile(world, &profile);
    }
    ck_assert_int_eq(wend_world_add_route(world, route, NULL, 4, 0.1, &path, NULL), WEND_OK);
    wend_goal goal = worlds_disc(world, 18, 10, 1.5);
    for (uint32_t i = 0; i < 150; i++) {
        wend_agent_def agent = wend_default_agent_def();
        agent.key = i + 1;
        agent.position = (wend_point){1.0 + 0.3 * (i % 15), 1.0 + 0.3 * (i / 15)};
        agent.profile = profiles[i % 2];
        agent.path = path;
        agent.goal = goal;
        worlds_add(world, &agent);
    }
    return world;
}

START_TEST(crowds_have_equal_hashes_on_any_number_of_threads) {
    static const uint32_t threads[] = {1, 2, 3, 8};
    uint64_t expected = 0;
    for (int i = 0; i < 4; i++) {
        wend_world *world = make_crowd(threads[i]);
        worlds_step(world, 200);
        uint64_t hash = wend_world_hash(world);
        expected = i ? expected : hash;
        ck_assert_uint_eq(hash, expected);
        wend_world_destroy(world);
    }
}
END_TEST

START_TEST(snapshots_continue_with_the_same_hash) {
    wend_world *world = make_crowd(1);
    worlds_step(world, 60);
    wend_world *copy = worlds_reload(world, NULL);
    for (int i = 0; i < 60; i++) {
        worlds_step(world, 1);
        worlds_step(copy, 1);
        ck_assert_uint_eq(wend_world_hash(world), wend_world_hash(copy));
    }
    wend_world_destroy(world);
    wend_world_destroy(copy);
}
END_TEST

int main(void) {
    SUITE("follow/miran", takes_the_farthest_of_equal_candidates, never_skips_more_than_sigma,
          weighs_length_by_distance_along_the_route, candidates_are_visible_for_the_disc,
          vertices_are_candidates_as_an_option, the_number_of_samples_is_bounded,
          points_on_lines_do_not_change_the_choice, refuses_sigma_below_d_and_d_of_zero,
          refuses_routes_that_discs_cannot_follow, closed_doors_hide_candidates,
          follows_a_route_across_layers, crowds_have_equal_hashes_on_any_number_of_threads,
          snapshots_continue_with_the_same_hash);
}
