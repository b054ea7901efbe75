/* The less common queries that models may make, using only the public headers. */
#include <check.h>
#include <math.h>
#include <string.h>

#include <wend/wend.h>

#include "support/suite.h"
#include "support/worlds.h"

static const wend_view *view_of(wend_world *world) {
    const wend_view *view = wend_world_view(world);
    ck_assert_ptr_nonnull(view);
    return view;
}

static uint32_t body_of(const wend_view *view, wend_agent agent) {
    uint32_t body = wend_view_find_body(view, (uint32_t)agent.value);
    ck_assert_uint_lt(body, view->body_count);
    return body;
}

/* ---- Goals ----------------------------------------------------------------------------------- */

START_TEST(goal_info_matches_the_def) {
    wend_world *world = worlds_make(worlds_open(), NULL);
    worlds_profile(world, "direct");
    wend_goal_def def = wend_default_goal_def();
    def.opens = 2.0;
    def.closes = 4.0;
    def.capacity = 3;
    def.tolerance = 0.3;
    def.arrive = WEND_ARRIVE_INSIDE;
    def.on_arrival = WEND_ON_ARRIVAL_CONTINUE;
    wend_agent agent = worlds_agent(world, 50, 0, worlds_add_goal(world, &def));
    for (int step = 1; step <= 60; step++) {
        worlds_step(world, 1);
        const wend_view *view = view_of(world);
        double now = wend_world_time(world);
        uint32_t goal = wend_view_goal(view, body_of(view, agent));
        if (goal == WEND_NO_GOAL) { /* the goal is not open yet, or has been given up */
            continue;
        }
        wend_goal_info info = wend_view_goal_info(view, goal);
        ck_assert_uint_eq(info.layer, 0);
        ck_assert_uint_eq(info.part_count, 1);
        ck_assert_double_eq(info.opens, 2.0);
        ck_assert_double_eq(info.closes, 4.0);
        ck_assert_int_eq(info.is_open, now > 1.99 && now < 4.01);
        ck_assert_int_eq(info.has_closed, now > 4.01);
        ck_assert(!info.is_position_unknown && info.is_limited);
        ck_assert_uint_le(info.capacity_left, 3);
        ck_assert_float_eq(info.tolerance, 0.3F);
        ck_assert_int_eq(info.arrive, WEND_ARRIVE_INSIDE);
        ck_assert_int_eq(info.on_arrival, WEND_ON_ARRIVAL_CONTINUE);
        ck_assert_float_eq_tol(wend_view_goal_distance(view, goal, (wend_vec2){3.0F, 4.0F}), 5.0F,
                               1e-5F);
    }
    wend_world_destroy(world);
}
END_TEST

/* An L-shaped goal has two or more parts. All of them are in the intent, the nearest first. */
START_TEST(intent_contains_all_parts_of_a_goal) {
    static const wend_point corner[] = {{0, 0}, {10, 0}, {10, 1}, {1, 1}, {1, 10}, {0, 10}};
    wend_world *world = worlds_make(worlds_open(), NULL);
    worlds_profile(world, "direct");
    wend_goal_def def = wend_default_goal_def();
    def.shape = WEND_GOAL_POLYGON;
    def.points = corner;
    def.point_count = 6;
    wend_agent agent = worlds_agent(world, 12, 5, worlds_add_goal(world, &def));
    worlds_step(world, 1);
    const wend_view *view = view_of(world);
    uint32_t body = body_of(view, agent), goal = wend_view_goal(view, body);
    const wend_region *parts;
    uint32_t count = wend_view_goal_parts(view, goal, &parts);
    ck_assert_uint_ge(count, 2);
    ck_assert_uint_eq(wend_view_goal_info(view, goal).part_count, count);
    wend_intent intent = {.region = *wend_view_goal_region(view, goal), .speed = 1.0F};
    intent.region.flags |= WEND_REGION_AIM_NEAREST;
    wend_view_add_goal_regions(view, 0, body, WEND_ALL_GOAL_MEMBERS, &intent);
    ck_assert_uint_eq(intent.more_count, count - 1);
    float first = wend_region_distance(&intent.region, view->bodies[body].position);
    ck_assert_float_eq(first, wend_view_goal_distance(view, goal, view->bodies[body].position));
    uint32_t part = wend_view_goal_part(view, body, true);
    ck_assert_uint_eq(wend_region_id_part(intent.region.id), part);
    uint32_t seen = 1U << part;
    for (uint32_t i = 0; i < intent.more_count; i++) {
        seen |= 1U << wend_region_id_part(intent.more[i].id);
    }
    ck_assert_uint_eq(seen, (1U << count) - 1);
    wend_world_destroy(world);
}
END_TEST

/* A goal with a single part gives one region, whatever regions the intent contained before. */
START_TEST(goal_with_one_part_gives_one_region) {
    wend_world *world = worlds_make(worlds_open(), NULL);
    worlds_profile(world, "direct");
    wend_agent agent = worlds_agent(world, 0, 0, worlds_point(world, 5, 0));
    worlds_step(world, 1);
    const wend_view *view = view_of(world);
    uint32_t body = body_of(view, agent);
    wend_region other = {0};
    wend_intent intent = {.more = &other, .more_count = 1};
    intent.region = *wend_view_goal_region(view, wend_view_goal(view, body));
    wend_view_add_goal_regions(view, 0, body, WEND_ALL_GOAL_MEMBERS, &intent);
    ck_assert_uint_eq(intent.more_count, 0);
    ck_assert_uint_eq(wend_view_goal_part(view, body, true), 0);
    wend_world_destroy(world);
}
END_TEST

/* ---- Obstacles ------------------------------------------------------------------------------- */

START_TEST(obstacle_info_shows_current_state) {
    static const wend_point leaf[] = {{3, 1}, {3, 2}};
    static const wend_point box[] = {{-0.5, -0.5}, {0.5, -0.5}, {0.5, 0.5}, {-0.5, 0.5}};
    wend_world *world = worlds_make(worlds_room(10, 10), NULL);
    worlds_profile(world, "direct");
    wend_obstacle_def def = wend_default_obstacle_def();
    wend_obstacle door, cart;
    def.name = "exit";
    def.points = leaf;
    def.point_count = 2;
    ck_assert_int_eq(wend_world_add_obstacle(world, &def, &door, NULL), WEND_OK);
    def = wend_default_obstacle_def();
    def.kind = WEND_OBSTACLE_MOVING;
    def.points = box;
    def.point_count = 4;
    def.position = (wend_point){5, 5};
    def.velocity = (wend_point){0.25, 0};
    ck_assert_int_eq(wend_world_add_obstacle(world, &def, &cart, NULL), WEND_OK);
    worlds_step(world, 10);
    const wend_view *view = view_of(world);
    ck_assert_uint_eq(wend_view_obstacle_count(view), 2);
    wend_obstacle_info first = wend_view_obstacle_info(view, 0);
    ck_assert_str_eq(first.name, "exit");
    ck_assert(first.kind == WEND_OBSTACLE_DOOR && first.is_present && !first.is_standing);
    ck_assert_uint_eq(first.wall_count, 1);
    wend_obstacle_info second = wend_view_obstacle_info(view, 1);
    ck_assert(second.kind == WEND_OBSTACLE_MOVING && second.is_present && !second.is_standing);
    ck_assert_uint_eq(second.wall_count, 4);
    wend_vec2 middle = {0.0F, 0.0F};
    for (uint32_t i = 0; i < 4; i++) {
        wend_overlay_wall wall = wend_view_overlay_wall(view, second.first_wall + i);
        middle.x += 0.25F * wall.a.x;
        middle.y += 0.25F * wall.a.y;
        ck_assert_float_eq(wall.velocity_a.x, 0.25F);
        ck_assert_uint_eq(wall.obstacle, 1);
    }
    ck_assert_float_eq_tol(middle.x, 5.25F, 1e-4F); /* after 10 steps of 0.1 s */
    ck_assert_float_eq_tol(middle.y, 5.0F, 1e-4F);
    ck_assert_float_eq(wend_view_get_bounds(view).fastest_obstacle, 0.25F);
    ck_assert_int_eq(wend_world_set_obstacle_closed(world, door, false, NULL), WEND_OK);
    worlds_step(world, 1);
    first = wend_view_obstacle_info(view_of(world), 0);
    ck_assert(!first.is_present && first.wall_count == 0);
    wend_world_destroy(world);
}
END_TEST

START_TEST(standing_obstacles_block_straight_lines) {
    static const wend_point box[] = {{-1, -1}, {1, -1}, {1, 1}, {-1, 1}};
    wend_world *world = worlds_make(worlds_room(20, 20), NULL);
    worlds_profile(world, "direct");
    wend_obstacle_def def = wend_default_obstacle_def();
    def.kind = WEND_OBSTACLE_MOVING;
    def.points = box;
    def.point_count = 4;
    def.position = (wend_point){10, 10};
    ck_assert_int_eq(wend_world_add_obstacle(world, &def, NULL, NULL), WEND_OK);
    wend_location west = {{2.0F, 10.0F}, 0}, east = {{18.0F, 10.0F}, 0};
    wend_location north_west = {{2.0F, 11.6F}, 0}, north_east = {{18.0F, 11.6F}, 0};
    worlds_step(world, 1); /* at rest for less than 3 s: the obstacle is not standing yet */
    ck_assert(wend_view_is_clear_of_standing(view_of(world), west, east, 0.5F));
    worlds_step(world, 40);
    const wend_view *view = view_of(world);
    ck_assert(wend_view_obstacle_info(view, 0).is_standing);
    ck_assert(!wend_view_is_clear_of_standing(view, west, east, 0.5F));
    ck_assert(wend_view_is_clear_of_standing(view, north_west, north_east, 0.5F));
    ck_assert(!wend_view_is_clear_of_standing(view, north_west, north_east, 0.7F));
    wend_world_destroy(world);
}
END_TEST

/* ---- Memory and figures ---------------------------------------------------------------------- */

START_TEST(buffers_grow_and_keep_their_content) {
    worlds_heap heap = {0};
    wend_world_def def = wend_default_world_def();
    def.space = worlds_open();
    def.allocator = worlds_allocator(&heap);
    wend_world *world = worlds_from(&def);
    const wend_view *view = view_of(world);
    for (uint32_t k = 0; k < WEND_WORKER_BUFFERS; k++) {
        uint8_t *bytes = wend_view_buffer(view, 0, k, 100);
        ck_assert_ptr_nonnull(bytes);
        ck_assert_uint_eq((uintptr_t)bytes % 64, 0);
        ck_assert_int_eq(bytes[0] | bytes[99], 0);
        memset(bytes, (int)k + 1, 100);
    }
    for (uint32_t k = 0; k < WEND_WORKER_BUFFERS; k++) {
        uint8_t *bytes = wend_view_buffer(view, 0, k, 5000);
        ck_assert_uint_eq(bytes[99], k + 1);
        ck_assert_uint_eq(bytes[4999], 0);
    }
    heap.fails_at = heap.calls + 1;
    ck_assert_ptr_null(wend_view_buffer(view, 0, 0, 1000000));
    wend_world_destroy(world);
    ck_assert_uint_eq(heap.held, 0);
}
END_TEST

START_TEST(view_bounds_cover_all_agents) {
    wend_world_def def = wend_default_world_def();
    def.space = worlds_open();
    def.threads = 3;
    def.kernel = WEND_KERNEL_SCALAR;
    wend_world *world = worlds_from(&def);
    wend_profile_def profile = worlds_profile_def();
    profile.max_speed = wend_uniform(1.0, 3.5);
    worlds_add_profile(world, &profile);
    wend_agent_def agent = wend_default_agent_def();
    agent.radius = 1.75;
    worlds_add(world, &agent);
    worlds_step(world, 1);
    wend_view_bounds figures = wend_view_get_bounds(view_of(world));
    ck_assert_float_eq(figures.largest_radius, 1.75F);
    ck_assert_float_eq(figures.fastest_agent, 3.5F);
    ck_assert_float_eq(figures.fastest_obstacle, 0.0F);
    ck_assert_int_eq(figures.kernel, WEND_KERNEL_SCALAR);
    ck_assert_uint_eq(figures.worker_count, 3);
    ck_assert_float_ge(wend_rounding_tolerance((wend_vec2){0.0F, 0.0F}), 1e-5F);
    ck_assert_float_gt(wend_rounding_tolerance((wend_vec2){4000.0F, 0.0F}),
                       wend_rounding_tolerance((wend_vec2){9.0F, 0.0F}));
    wend_world_destroy(world);
}
END_TEST

int main(void) {
    SUITE("step/scene", goal_info_matches_the_def, intent_contains_all_parts_of_a_goal,
          goal_with_one_part_gives_one_region, obstacle_info_shows_current_state,
          standing_obstacles_block_straight_lines, buffers_grow_and_keep_their_content,
          view_bounds_cover_all_agents);
}
