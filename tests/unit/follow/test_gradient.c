/* The follower `gradient`: its agents walk where the field says, pass their points first, head for
 * the goal when it is near and visible, and request a route when they are off the field. The field
 * of these tests is a formula, so that the expected directions are known exactly. */
#include <math.h>
#include <string.h>

#include <wend/wend.h>

#include "support/suite.h"
#include "support/worlds.h"

/* The field turns counter-clockwise around (10, 6), at any distance, and has no value where x > 17.
 * It has nothing to do with the goal, so an agent that followed anything else would be noticed. */
static const wend_vec2 hub = {10.0F, 6.0F};
static const float EDGE = 17.0F;
static uint32_t plans;
static bool is_flat; /* the field gives no direction */

static void *build(const wend_view *view, const wend_field_key *key, uint32_t worker,
                   const wend_allocator *allocator, void *user) {
    (void)view;
    (void)key;
    (void)worker;
    (void)user;
    return allocator->allocate(allocator->user, 1);
}

static wend_vec2 direction_at(wend_vec2 at) {
    float dx = at.x - hub.x, dy = at.y - hub.y, length = sqrtf(dx * dx + dy * dy);
    return (wend_vec2){-dy / length, dx / length};
}

static bool sample(const wend_view *view, const void *field, wend_location at, float *distance,
                   wend_vec2 *direction, void *user) {
    (void)view;
    (void)field;
    (void)user;
    *distance = 5.0F;
    *direction = is_flat ? (wend_vec2){0.0F, 0.0F} : direction_at(at.position);
    return at.position.x <= EDGE;
}

static void destroy(void *field, const wend_allocator *allocator, void *user) {
    (void)user;
    allocator->release(allocator->user, field, 1);
}

static const wend_field_type type = {.build = build, .sample = sample, .destroy = destroy};

static void plan(const wend_view *view, const wend_agents *agents, wend_route_sink *sink) {
    for (uint32_t k = 0; k < agents->range_count; k++) {
        for (uint32_t i = agents->ranges[k].begin; i < agents->ranges[k].end; i++) {
            const wend_route_point *points;
            uint32_t count = wend_view_path_points(view, i, &points);
            const wend_route route = {.status = WEND_ROUTE_STATUS_FOUND,
                                      .gives = WEND_ROUTE_FIELD | WEND_ROUTE_POLYLINE,
                                      .map = WEND_NO_MAP,
                                      .points = points,
                                      .point_count = count};
            const wend_field_key key = {.map = WEND_NO_MAP, .goal = wend_view_goal(view, i)};
            wend_route_sink_add_field(sink, i, &route, &key);
            plans++;
        }
    }
}

static const wend_planner planner = {
    .stage = {.entry = {WEND_HEAD(wend_planner), .name = "swirl", .summary = "a turning field"}},
    .gives = WEND_ROUTE_FIELD,
    .plan = plan,
    .field_type = &type};

static wend_registry *registry;

static wend_world *make_world(wend_space *space) {
    registry = worlds_registry();
    ck_assert_int_eq(wend_registry_add(registry, WEND_KIND_PLANNER, &planner.stage.entry, NULL), 0);
    wend_world *world = worlds_make(space, registry);
    wend_profile_def profile = worlds_profile_def();
    profile.plan.name = "swirl";
    profile.follow.name = "gradient";
    worlds_add_profile(world, &profile);
    plans = 0;
    is_flat = false;
    return world;
}

static void end_world(wend_world *world) {
    wend_world_destroy(world);
    wend_registry_destroy(registry);
}

/* Fails unless a vector is `speed` times a unit vector. */
static void expect_direction(wend_vec2 velocity, wend_vec2 unit) {
    float speed = sqrtf(velocity.x * velocity.x + velocity.y * velocity.y);
    ck_assert_float_gt(speed, 0.5F);
    ck_assert_float_eq_tol(velocity.x / speed, unit.x, 1e-4F);
    ck_assert_float_eq_tol(velocity.y / speed, unit.y, 1e-4F);
}

START_TEST(agents_move_in_the_direction_of_the_field) {
    wend_world *world = make_world(worlds_open());
    wend_goal goal = worlds_point(world, -50, -50);
    wend_agent agent = worlds_agent(world, 13, 6, goal);
    worlds_step(world, 1);
    uint32_t turns = 0;
    for (int i = 0; i < 200; i++) {
        wend_agent_state before = worlds_state(world, agent), after;
        worlds_step(world, 1);
        after = worlds_state(world, agent);
        wend_vec2 here = {(float)before.position.x, (float)before.position.y};
        expect_direction(after.velocity, direction_at(here));
        turns += after.position.y >= 6.0 && before.position.y < 6.0;
    }
    ck_assert_uint_ge(turns, 1); /* it has walked around the hub */
    ck_assert_uint_eq(plans, 1);
    end_world(world);
}
END_TEST

START_TEST(near_and_visible_goals_are_headed_for_directly) {
    for (int hidden = 0; hidden < 2; hidden++) {
        wend_world *world = make_world(worlds_pillars());
        /* The pillar from (6.5, 3.5) to (7.5, 4.5) is between the agent and the hidden goal. */
        wend_goal goal = worlds_point(world, hidden ? 8.0 : 6.0, hidden ? 4.0 : 2.6);
        wend_agent agent = worlds_agent(world, 6.0, 4.0, goal);
        worlds_step(world, 1);
        wend_agent_state state = worlds_state(world, agent);
        wend_vec2 here = {6.0F, 4.0F};
        expect_direction(state.velocity, hidden ? direction_at(here) : (wend_vec2){0.0F, -1.0F});
        if (!hidden) {
            worlds_step(world, 60);
            ck_assert_int_eq(worlds_state(world, agent).activity, WEND_ACTIVITY_ARRIVED);
        }
        end_world(world);
    }
}
END_TEST

START_TEST(points_before_the_goal_come_first) {
    wend_world *world = make_world(worlds_open());
    static const wend_point via[] = {{16, 0}, {10, 0}};
    wend_path path;
    ck_assert_int_eq(wend_world_add_path(world, via, NULL, 2, &path, NULL), WEND_OK);
    wend_agent_def def = wend_default_agent_def();
    def.position = (wend_point){13, 0};
    def.goal = worlds_point(world, -50, -50);
    def.path = path;
    wend_agent agent = worlds_add(world, &def);
    worlds_step(world, 2);
    expect_direction(worlds_state(world, agent).velocity, (wend_vec2){1.0F, 0.0F});
    double most = 0.0, least = 100.0;
    int steps = 0;
    for (; steps < 400 && worlds_state(world, agent).velocity.y < 0.5F; steps++) {
        worlds_step(world, 1);
        double x = worlds_state(world, agent).position.x;
        most = fmax(most, x);
        least = fmin(least, x);
        if (worlds_state(world, agent).velocity.x > 0.5F && most > 15.5 && least < 10.6) {
            break; /* below the hub, the field leads to the right */
        }
    }
    ck_assert_double_gt(most, 15.4); /* `advance` is 0.5 m */
    ck_assert_double_lt(least, 13.0);
    ck_assert_int_lt(steps, 400);
    end_world(world);
}
END_TEST

/* Beyond the edge the field has no value: the agent keeps its direction, and asks for a new route
 * at most once a second. */
START_TEST(agents_off_the_field_keep_their_direction_and_request_routes) {
    wend_world *world = make_world(worlds_open());
    wend_goal goal = worlds_point(world, -50, -50);
    wend_agent agent = worlds_agent(world, 16.9, 1.0, goal);
    wend_vec2 last = {16.9F, 1.0F}; /* the last position on the field */
    worlds_step(world, 1);
    for (int i = 0; i < 8; i++) {
        wend_point at = worlds_state(world, agent).position;
        last = at.x <= EDGE ? (wend_vec2){(float)at.x, (float)at.y} : last;
        worlds_step(world, 1);
    }
    wend_agent_state state = worlds_state(world, agent);
    ck_assert_double_gt(state.position.x, EDGE);
    expect_direction(state.velocity, direction_at(last));
    uint32_t before = plans;
    worlds_step(world, 30);
    ck_assert_uint_gt(plans, before);
    ck_assert_uint_le(plans - before, 4); /* 3 s with steps of 0.1 s */
    end_world(world);
}
END_TEST

/* A field that gives no direction has ended: the agent heads for the goal. */
START_TEST(where_the_field_ends_the_goal_is_headed_for) {
    wend_world *world = make_world(worlds_open());
    wend_goal goal = worlds_point(world, -50, 6);
    wend_agent agent = worlds_agent(world, 13, 6, goal);
    is_flat = true;
    worlds_step(world, 3);
    expect_direction(worlds_state(world, agent).velocity, (wend_vec2){-1.0F, 0.0F});
    end_world(world);
}
END_TEST

START_TEST(planners_without_fields_are_refused_by_name) {
    wend_world *world = worlds_make(worlds_open(), NULL);
    wend_profile_def profile = worlds_profile_def();
    wend_error error = {.message = ""};
    profile.follow.name = "gradient";
    ck_assert_int_eq(wend_world_add_profile(world, &profile, NULL, &error), WEND_ERROR_INVALID);
    ck_assert_ptr_nonnull(strstr(error.message, "gradient"));
    ck_assert_ptr_nonnull(strstr(error.message, "field"));
    wend_world_destroy(world);
}
END_TEST

int main(void) {
    SUITE("follow/gradient", agents_move_in_the_direction_of_the_field,
          near_and_visible_goals_are_headed_for_directly, points_before_the_goal_come_first,
          agents_off_the_field_keep_their_direction_and_request_routes,
          where_the_field_ends_the_goal_is_headed_for, planners_without_fields_are_refused_by_name);
}
