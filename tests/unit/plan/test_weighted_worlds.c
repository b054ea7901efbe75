/* needs: kit */
/* Agents that plan weighted routes in worlds: terrain rules, forbidden ground, slopes, doors,
 * obstacle classes, obstacles that stand still, floors, goals with an extent, and the planner
 * `auto`; and certified bounds for single paths. */
/* cost: 20 */
#include <math.h>
#include <string.h>
#include <wend/certify.h>
#include <wend/kit.h>

#include "support/kit/maps.h"
#include "support/spaces.h"
#include "support/suite.h"
#include "support/terrain_queries.h"
#include "support/trials.h"
#include "support/worlds.h"

static const double EPS = 0.01;
static const double RADIUS = 0.25; /* of the agents of worlds_profile_def */

static wend_error error;

/* Adds a terrain map of a space to a world. */
static void add_map(wend_world *world, wend_space *space, const wend_obstacle_def *door) {
    wend_navmesh_def def = wend_default_navmesh_def();
    def.space = space;
    def.radii = &RADIUS;
    def.radius_count = 1;
    def.doors = door;
    def.door_count = door != NULL ? 1 : 0;
    def.with_terrain = true;
    wend_map *map = maps_navmesh(&def);
    ck_assert_int_eq(wend_world_add_map(world, "ground", map, NULL, &error), WEND_OK);
    wend_map_release(map);
}

/* Creates a world on a space, with a profile that plans on its terrain map; releases the space. */
static wend_world *make_world(wend_space *space, const wend_profile_def *given,
                              const wend_obstacle_def *door) {
    wend_space_retain(space);
    wend_world *world = worlds_make(space, NULL);
    add_map(world, space, door);
    wend_profile_def profile = given != NULL ? *given : worlds_profile_def();
    profile.plan.name = given != NULL ? given->plan.name : "weighted";
    worlds_add_profile(world, &profile);
    wend_space_release(space);
    return world;
}

static double highest(wend_world *world, wend_agent agent) {
    const wend_route *route = worlds_route(world, agent);
    ck_assert_ptr_nonnull(route);
    double most = 0.0;
    for (uint32_t i = 0; i < route->point_count; i++) {
        most = fmax(most, (double)route->points[i].position.y);
    }
    return most;
}

/* ---- Terrain --------------------------------------------------------------------------------- */

/* A room with a belt from x = 8 to x = 12, open above y = 8. It is of type "mud", and slopes by
 * `slope`. */
static wend_space *make_belt_room(double slope) {
    static const char *const names[] = {"", "mud"};
    static const wend_point outer[4] = {{0, 0}, {20, 0}, {20, 10}, {0, 10}};
    static const wend_point belt[4] = {{8, 0}, {12, 0}, {12, 8}, {8, 8}};
    const wend_ring boundary = {outer, 4};
    const wend_terrain_def terrain = {.ring = {belt, 4}, .type = 1};
    const wend_height_def height = {.ring = {belt, 4}, .slope = {slope, 0.0}};
    const wend_layer_def layer = {.boundaries = &boundary,
                                  .boundary_count = 1,
                                  .terrains = &terrain,
                                  .terrain_count = 1,
                                  .heights = &height,
                                  .height_count = slope > 0.0 ? 1 : 0};
    wend_space_def def = wend_default_space_def();
    def.layers = &layer;
    def.layer_count = 1;
    def.terrain_names = names;
    def.terrain_name_count = 2;
    return maps_space(&def);
}

typedef struct belt_route {
    double cost, highest;
    const char *planner;
} belt_route;

/* Plans a route from (x, 2) to (18, 2). */
static belt_route plan_across(const char *plan, double x, double weight, double slope,
                              double slope_weight) {
    wend_terrain_rule rule = wend_default_terrain_rule();
    rule.terrain = "mud";
    rule.weight = wend_constant(weight);
    wend_profile_def profile = worlds_profile_def();
    profile.plan.name = plan;
    profile.terrain_rules = &rule;
    profile.terrain_rule_count = 1;
    profile.slope_weight = slope_weight;
    wend_world *world = make_world(make_belt_room(slope), &profile, NULL);
    wend_agent agent = worlds_agent(world, x, 2, worlds_point(world, 18, 2));
    worlds_step(world, 1);
    const wend_route *route = worlds_route(world, agent);
    ck_assert_ptr_nonnull(route);
    ck_assert_int_eq(route->status, WEND_ROUTE_STATUS_FOUND);
    ck_assert_uint_eq(route->gives & WEND_ROUTE_UNPROVEN, 0);
    belt_route found = {(double)route->cost, highest(world, agent), ""};
    const wend_entry *entry =
        wend_world_profile_entry(world, worlds_nth_profile(0), WEND_KIND_PLANNER);
    found.planner = entry != NULL ? entry->name : "";
    ck_assert_uint_eq(worlds_step_counting(world, 800, WEND_EVENT_ARRIVED), 1);
    wend_world_destroy(world);
    return found;
}

/* Around the mud it is 2 sqrt(36 + 36) + 4 = 20.97 m; straight through it 12 + 4 w. */
static const double AROUND = 20.970562748477;

static void expect(belt_route found, double weight) {
    double best = fmin(12.0 + 4.0 * weight, AROUND);
    ck_assert_double_ge(found.cost, best * (1.0 - 1e-5));
    ck_assert_double_le(found.cost, best * (1.0 + EPS));
    ck_assert(best < AROUND ? found.highest < 8.0 : found.highest > 7.99);
}

START_TEST(weights_of_the_profile_decide_the_route) {
    expect(plan_across("weighted", 2, 1.0, 0.0, 0.0), 1.0);
    expect(plan_across("weighted", 2, 2.0, 0.0, 0.0), 2.0);
    expect(plan_across("weighted", 2, 3.0, 0.0, 0.0), 3.0);
    expect(plan_across("weighted", 2, INFINITY, 0.0, 0.0), INFINITY);
}
END_TEST

/* The belt is a ramp, given as a plane: one metre of it costs w (1 + k s). */
START_TEST(slopes_add_to_weights) {
    expect(plan_across("weighted", 2, 1.0, 0.5, 2.0), 2.0);
    expect(plan_across("weighted", 2, 1.0, 0.5, 4.0), 3.0);
    expect(plan_across("weighted", 2, 1.4, 0.5, 0.0), 1.4);
    expect(plan_across("weighted", 2, 1.4, 0.25, 1.0), 1.75);
    expect(plan_across("weighted", 2, 0.5, 0.5, 10.0), 3.0);
}
END_TEST

START_TEST(an_agent_on_forbidden_ground_leaves_it) {
    belt_route found = plan_across("weighted", 11, INFINITY, 0.0, 0.0);
    ck_assert_double_lt(found.highest, 3.0); /* it is one metre from the edge of the mud */
    plan_across("weighted", 9.5, INFINITY, 0.0, 0.0);
}
END_TEST

START_TEST(auto_chooses_weighted_for_profiles_with_weights) {
    ck_assert_str_eq(plan_across("auto", 2, 3.0, 0.0, 0.0).planner, "weighted");
    ck_assert_str_eq(plan_across("auto", 2, INFINITY, 0.0, 0.0).planner, "weighted");
    ck_assert_str_eq(plan_across("auto", 2, 1.0, 0.5, 4.0).planner, "weighted");
    /* Without weights, it needs a navmesh as before. */
    wend_profile_def profile = worlds_profile_def();
    profile.plan.name = "auto";
    wend_world *world = make_world(make_belt_room(0.0), &profile, NULL);
    worlds_agent(world, 2, 2, worlds_point(world, 18, 2));
    ck_assert_int_ne(wend_world_step(world, 1, &error), WEND_OK);
    ck_assert_msg(strstr(error.message, "needs a navmesh") != NULL, "%s", error.message);
    wend_world_destroy(world);
}
END_TEST

/* ---- Doors, classes, obstacles, floors ------------------------------------------------------- */

/* A room that a wall at x = 10 divides. Its wide gap is at y = 4 .. 6; the narrow one, at y = 8 ..
 * 9, has a solid of class 1 in it. The right half has terrain "mud". */
static wend_space *make_divided_room(void) {
    static const char *const names[] = {"", "mud"};
    static const wend_point outer[4] = {{0, 0}, {20, 0}, {20, 10}, {0, 10}};
    static const wend_point right[4] = {{12, 0}, {20, 0}, {20, 10}, {12, 10}};
    static const double spans[4][2] = {{0.01, 4}, {6, 8}, {9, 9.99}, {8.02, 8.98}};
    wend_point walls[4][4];
    wend_solid_def solids[4] = {0};
    for (uint32_t i = 0; i < 4; i++) {
        for (uint32_t k = 0; k < 4; k++) {
            walls[i][k] = (wend_point){k == 1 || k == 2 ? 10.1 : 9.9, spans[i][k / 2]};
        }
        solids[i].ring = (wend_ring){walls[i], 4};
        solids[i].obstacle_class = i == 3 ? 1 : 0;
    }
    const wend_ring boundary = {outer, 4};
    const wend_terrain_def terrain = {.ring = {right, 4}, .type = 1};
    const wend_layer_def layer = {.boundaries = &boundary,
                                  .boundary_count = 1,
                                  .solids = solids,
                                  .solid_count = 4,
                                  .terrains = &terrain,
                                  .terrain_count = 1};
    wend_space_def def = wend_default_space_def();
    def.layers = &layer;
    def.layer_count = 1;
    def.terrain_names = names;
    def.terrain_name_count = 2;
    def.class_count = 2;
    return maps_space(&def);
}

static void expect_gap(wend_world *world, wend_agent agent, bool upper) {
    const wend_route *route = worlds_route(world, agent);
    ck_assert_ptr_nonnull(route);
    ck_assert_int_eq(route->status, WEND_ROUTE_STATUS_FOUND);
    ck_assert(upper ? highest(world, agent) > 7.9 : highest(world, agent) < 6.5);
}

START_TEST(closed_doors_and_classes_block_routes) {
    static const wend_point ends[] = {{10, 4}, {10, 6}};
    for (int known = 0; known < 2; known++) { /* the map knows the door, or does not */
        wend_obstacle_def def = wend_default_obstacle_def();
        def.points = ends;
        def.point_count = 2;
        def.closed = false;
        wend_terrain_rule rule = wend_default_terrain_rule();
        wend_profile_def profile = worlds_profile_def();
        profile.plan.name = "weighted";
        rule.terrain = "mud";
        rule.weight = wend_constant(2.0);
        profile.terrain_rules = &rule;
        profile.terrain_rule_count = 1;
        wend_world *world = make_world(make_divided_room(), &profile, known ? &def : NULL);
        wend_obstacle door;
        ck_assert_int_eq(wend_world_add_obstacle(world, &def, &door, NULL), WEND_OK);
        wend_agent agent = worlds_agent(world, 5, 5, worlds_point(world, 15, 5));
        worlds_step(world, 1);
        expect_gap(world, agent, false);
        ck_assert_int_eq(wend_world_set_obstacle_closed(world, door, true, NULL), WEND_OK);
        worlds_step(world, 2);
        /* As with the planner navmesh, a door that the map does not know may leave no route up to
         * it. */
        const wend_route *route = worlds_route(world, agent);
        ck_assert(route == NULL || route->status == WEND_ROUTE_STATUS_PARTIAL);
        ck_assert(!known || route != NULL);
        ck_assert_int_eq(wend_world_set_class_enabled(world, 1, false, NULL), WEND_OK);
        worlds_step(world, 2);
        expect_gap(world, agent, true);
        ck_assert_uint_eq(worlds_step_counting(world, 400, WEND_EVENT_ARRIVED), 1);
        wend_world_destroy(world);
    }
}
END_TEST

START_TEST(routes_lead_around_obstacles_that_stand_still) {
    wend_terrain_rule rule = wend_default_terrain_rule();
    rule.terrain = "mud";
    rule.weight = wend_constant(1.5);
    wend_profile_def profile = worlds_profile_def();
    profile.plan.name = "weighted";
    profile.terrain_rules = &rule;
    profile.terrain_rule_count = 1;
    wend_world *world = make_world(make_belt_room(0.0), &profile, NULL);
    const wend_point square[] = {{-1, -3}, {1, -3}, {1, 3}, {-1, 3}};
    wend_obstacle_def def = wend_default_obstacle_def();
    def.kind = WEND_OBSTACLE_MOVING;
    def.points = square;
    def.point_count = 4;
    def.position = (wend_point){10, 4};
    wend_obstacle block;
    ck_assert_int_eq(wend_world_add_obstacle(world, &def, &block, NULL), WEND_OK);
    worlds_step(world, 60); /* it counts as standing after its rest time */
    wend_agent agent = worlds_agent(world, 5, 5, worlds_point(world, 15, 5));
    worlds_step(world, 1);
    const wend_route *route = worlds_route(world, agent);
    ck_assert_ptr_nonnull(route);
    ck_assert_int_eq(route->status, WEND_ROUTE_STATUS_FOUND);
    ck_assert_uint_ne(route->gives & WEND_ROUTE_STANDING, 0);
    ck_assert_double_ge(highest(world, agent), 7.2);
    ck_assert_uint_eq(worlds_step_counting(world, 400, WEND_EVENT_ARRIVED), 1);
    wend_world_destroy(world);
}
END_TEST

/* An obstacle blocks the passage above the forbidden belt, but leaves room at its upper side. The
 * shorter way around it would lead over the belt. */
START_TEST(paths_around_obstacles_avoid_forbidden_ground) {
    wend_terrain_rule rule = wend_default_terrain_rule();
    rule.terrain = "mud";
    rule.weight = wend_constant((double)INFINITY);
    wend_profile_def profile = worlds_profile_def();
    profile.plan.name = "weighted";
    profile.terrain_rules = &rule;
    profile.terrain_rule_count = 1;
    wend_world *world = make_world(make_belt_room(0.0), &profile, NULL);
    const wend_point square[] = {{-0.5, -0.9}, {0.5, -0.9}, {0.5, 0.9}, {-0.5, 0.9}};
    wend_obstacle_def def = wend_default_obstacle_def();
    def.kind = WEND_OBSTACLE_MOVING;
    def.points = square;
    def.point_count = 4;
    def.position = (wend_point){10, 7.8};
    wend_obstacle block;
    ck_assert_int_eq(wend_world_add_obstacle(world, &def, &block, NULL), WEND_OK);
    worlds_step(world, 60); /* it counts as standing after its rest time */
    wend_agent agent = worlds_agent(world, 6, 6, worlds_point(world, 14, 6));
    worlds_step(world, 1);
    const wend_route *route = worlds_route(world, agent);
    ck_assert_ptr_nonnull(route);
    ck_assert_uint_ne(route->gives & WEND_ROUTE_STANDING, 0);
    for (uint32_t i = 0; i < route->point_count; i++) {
        wend_vec2 at = route->points[i].position;
        ck_assert(at.x < 8.01F || at.x > 11.99F || at.y > 7.99F);
    }
    ck_assert_double_ge(highest(world, agent), 8.9);
    wend_world_destroy(world);
}
END_TEST

START_TEST(agents_change_floors) {
    wend_terrain_rule rule = wend_default_terrain_rule();
    wend_profile_def profile = worlds_profile_def();
    profile.plan.name = "weighted";
    rule.type = 0;
    rule.weight = wend_constant(3.0);
    profile.terrain_rules = &rule;
    profile.terrain_rule_count = 1;
    wend_world *world = make_world(worlds_floors(), &profile, NULL);
    wend_goal_def goal = wend_default_goal_def();
    const wend_point top = {17, 5};
    goal.shape = WEND_GOAL_POINT;
    goal.points = &top;
    goal.point_count = 1;
    goal.layer = 2;
    wend_agent agent = worlds_agent(world, 5, 5, worlds_add_goal(world, &goal));
    ck_assert_uint_eq(worlds_step_counting(world, 400, WEND_EVENT_ARRIVED), 1);
    ck_assert_uint_eq(worlds_state(world, agent).layer, 2);
    wend_world_destroy(world);
}
END_TEST

START_TEST(routes_end_in_discs_and_have_portals_beside_the_mud) {
    wend_terrain_rule rule = wend_default_terrain_rule();
    rule.terrain = "mud";
    rule.weight = wend_constant(5.0);
    wend_profile_def profile = worlds_profile_def();
    profile.plan.name = "weighted";
    profile.terrain_rules = &rule;
    profile.terrain_rule_count = 1;
    wend_world *world = make_world(make_belt_room(0.0), &profile, NULL);
    wend_agent agent = worlds_agent(world, 2, 3, worlds_disc(world, 18, 2, 1.0));
    worlds_step(world, 1);
    const wend_route *route = worlds_route(world, agent);
    ck_assert_ptr_nonnull(route);
    ck_assert_uint_ne(route->gives & WEND_ROUTE_PORTALS, 0);
    ck_assert_uint_gt(route->portal_count, 0);
    double widest = 0.0;
    for (uint32_t i = 0; i < route->portal_count; i++) {
        const wend_portal *p = &route->portals[i];
        for (uint32_t k = 0; k <= 8; k++) { /* no portal leads into the mud */
            double x = (double)p->left.x + ((double)p->right.x - (double)p->left.x) * k / 8.0;
            double y = (double)p->left.y + ((double)p->right.y - (double)p->left.y) * k / 8.0;
            ck_assert(x <= 8.0 || x >= 12.0 || y >= 8.0);
        }
        widest = fmax(widest, hypot((double)p->left.x - (double)p->right.x,
                                    (double)p->left.y - (double)p->right.y));
    }
    ck_assert_double_gt(widest, 1.0); /* a crowd can walk side by side */
    for (uint32_t i = 0; i < route->point_count; i++) {
        ck_assert_float_le(route->points[i].clearance, 0.25F);
    }
    double best = sqrt(36.0 + 25.0) + 4.0 + sqrt(36.0 + 36.0) - 1.0;
    ck_assert_double_le((double)route->cost, best * (1.0 + EPS));
    ck_assert_double_ge((double)route->cost, best * (1.0 - 1e-3));
    ck_assert_uint_eq(worlds_step_counting(world, 800, WEND_EVENT_ARRIVED), 1);
    wend_world_destroy(world);
}
END_TEST

/* ---- Certified bounds ------------------------------------------------------------------------ */

static double find_weight(void *user, uint32_t type) {
    const terrain_world *w = user;
    return w->weights[type];
}

START_TEST(certified_ratios_are_at_most_one_percent) {
    static const double ratios[3] = {2.0, 10.0, 80.0};
    for (uint64_t seed = 1; seed <= trials(9); seed++) {
        const terrain_world_def def = {seed + 500, 100, ratios[seed % 3], 0.1};
        terrain_query q;
        search_path leg;
        terrain_query_begin(&q, terrain_world_make(&def));
        terrain_world *w = q.world;
        dice random = {seed};
        wend_vec2 ends[2];
        for (uint32_t i = 0; i < 2; i++) {
            do {
                ends[i] = (wend_vec2){(float)dice_between(&random, 0.0, w->side),
                                      (float)dice_between(&random, 0.0, w->side)};
            } while (terrain_world_find(w, ends[i]) == UINT32_MAX);
        }
        double cost = terrain_query_find(&q, ends[0], ends[1], &leg);
        wend_certify_def certify = wend_default_certify_def();
        certify.map = q.map;
        certify.from.position = ends[0];
        certify.to.position = ends[1];
        certify.weight = find_weight;
        certify.weight_user = w;
        certify.known_cost = cost;
        wend_certificate found;
        ck_assert_msg(wend_certify_path(&certify, &found, &error) == WEND_OK, "seed %u: %s",
                      (unsigned)seed, error.message);
        ck_assert_msg(cost <= 1.01 * found.lower_bound && cost >= found.lower_bound * (1.0 - 1e-6),
                      "seed %u: cost %g, bound %g", (unsigned)seed, cost, found.lower_bound);
        terrain_query_end(&q);
    }
}
END_TEST

int main(void) {
    SUITE("plan/weighted_worlds", weights_of_the_profile_decide_the_route, slopes_add_to_weights,
          an_agent_on_forbidden_ground_leaves_it, auto_chooses_weighted_for_profiles_with_weights,
          closed_doors_and_classes_block_routes, routes_lead_around_obstacles_that_stand_still,
          paths_around_obstacles_avoid_forbidden_ground, agents_change_floors,
          routes_end_in_discs_and_have_portals_beside_the_mud,
          certified_ratios_are_at_most_one_percent);
}
