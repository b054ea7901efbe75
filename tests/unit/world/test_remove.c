/* Removal: its effects on agents, names, ids, memory and snapshots, and running out of memory. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "support/spaces.h"
#include "support/suite.h"
#include "support/worlds.h"

enum { CLICKS = 20000, CLICKERS = 10 };

static const wend_point corners[] = {{0, 0}, {4, 0}, {4, 4}, {2, 1}, {0, 4}}; /* concave */

/* ---- Click to move --------------------------------------------------------------------------- */

/* Adds a goal; the number determines its kind and its position. */
static wend_goal click_goal(wend_world *world, uint32_t number, dice *random) {
    wend_point points[5];
    char name[16];
    wend_goal_def def = wend_default_goal_def();
    double x = dice_between(random, -40, 40), y = dice_between(random, -40, 40);
    for (int i = 0; i < 5; i++) {
        points[i] = (wend_point){x + corners[i].x, y + corners[i].y};
    }
    def.points = points;
    snprintf(name, sizeof name, "g%05u", number % 60);
    switch (number % 5) {
    case 0:
        break;
    case 1: /* a concave polygon of several parts, with a name */
        def.shape = WEND_GOAL_POLYGON;
        def.point_count = 5;
        def.name = name;
        break;
    case 2:
        def.capacity = 3;
        def.name = name;
        break;
    case 3:
        def.velocity = (wend_point){0.3, 0.1};
        def.shape = WEND_GOAL_DISC;
        def.radius = 1.0;
        break;
    default:
        def.opens = 1.0;
        def.capacity = 1;
        break;
    }
    return worlds_add_goal(world, &def);
}

typedef struct clicking {
    wend_world *world;
    wend_agent agents[CLICKERS];
    wend_goal goals[CLICKERS][5];
    wend_goal_set sets[CLICKERS];
    wend_path paths[CLICKERS];
    wend_obstacle doors[CLICKERS];
    wend_group groups[CLICKERS];
    dice random;
} clicking;

static void remove_old(clicking *c, uint32_t who) {
    wend_world *world = c->world;
    if (!c->sets[who].value) {
        return;
    }
    ck_assert_int_eq(wend_world_remove_goals(world, c->goals[who], 5, NULL), WEND_OK);
    ck_assert_int_eq(wend_world_remove_goal_set(world, c->sets[who], NULL), WEND_OK);
    ck_assert_int_eq(wend_world_remove_path(world, c->paths[who], NULL), WEND_OK);
    ck_assert_int_eq(wend_world_remove_obstacle(world, c->doors[who], NULL), WEND_OK);
    ck_assert_int_eq(wend_world_remove_group(world, c->groups[who], NULL), WEND_OK);
}

/* Removes the old objects of one agent, adds five goals, a goal set, a path, a group and a door for
 * it, and sends it to one of the goals. */
static void click(clicking *c, uint32_t number) {
    uint32_t who = number / 5 % CLICKERS;
    double x = dice_between(&c->random, -40, 40);
    const wend_point via[] = {{x, 1}, {x, 2}}, door[] = {{x, 50}, {x + 2, 50}, {x + 3, 51}};
    char name[16];
    snprintf(name, sizeof name, "group %02u", number / 5 % 16);
    remove_old(c, who);
    for (uint32_t i = 0; i < 5; i++) {
        c->goals[who][i] = click_goal(c->world, number + i, &c->random);
    }
    c->sets[who] = worlds_goal_set(c->world, c->goals[who], 5);
    ck_assert_int_eq(wend_world_add_path(c->world, via, NULL, 2, &c->paths[who], NULL), WEND_OK);
    ck_assert_int_eq(wend_world_add_group(c->world, name, &c->groups[who], NULL), WEND_OK);
    wend_obstacle_def def = wend_default_obstacle_def();
    def.name = "door";
    def.points = door;
    def.point_count = 3;
    ck_assert_int_eq(wend_world_add_obstacle(c->world, &def, &c->doors[who], NULL), WEND_OK);
    ck_assert_int_eq(wend_world_set_agent_goal(c->world, c->agents[who],
                                               c->goals[who][dice_below(&c->random, 5)], NULL),
                     WEND_OK);
}

START_TEST(repeated_new_goals_leave_memory_unchanged) {
    clicking c = {.random = {5}};
    worlds_heap heap = {0};
    wend_world_def def = wend_default_world_def();
    def.space = worlds_open();
    def.allocator = worlds_allocator(&heap);
    c.world = worlds_from(&def);
    worlds_profile(c.world, "direct");
    for (uint32_t i = 0; i < CLICKERS; i++) {
        c.agents[i] = worlds_agent(c.world, i, 0, (wend_goal){0});
    }
    size_t warm = 0;
    uint64_t calls = 0;
    for (uint32_t i = 0; i < CLICKS; i += 5) {
        click(&c, i);
        worlds_step(c.world, 1);
        if (i + 5 == CLICKS / 4) {
            warm = wend_world_get_memory_use(c.world).held;
            calls = wend_world_get_memory_use(c.world).calls;
        }
    }
    ck_assert_uint_gt(wend_world_get_memory_use(c.world).calls, calls);
    ck_assert_uint_eq(wend_world_get_memory_use(c.world).held, warm);
    wend_world_destroy(c.world);
    ck_assert_uint_eq(heap.held, 0);
}
END_TEST

/* The simple case is one point goal at a time. After a warm-up, nothing more is allocated. */
START_TEST(repeated_new_goals_allocate_nothing) {
    wend_world *world = worlds_make(worlds_open(), NULL);
    worlds_profile(world, "direct");
    dice random = {6};
    wend_goal goal = worlds_point(world, 1, 1);
    wend_agent agent = worlds_agent(world, 0, 0, goal);
    uint64_t calls = 0;
    size_t held = 0;
    for (int i = 0; i < CLICKS; i++) {
        wend_goal next = worlds_point(world, dice_between(&random, -9, 9), 3);
        ck_assert_int_eq(wend_world_set_agent_goal(world, agent, next, NULL), WEND_OK);
        ck_assert_int_eq(wend_world_remove_goal(world, goal, NULL), WEND_OK);
        worlds_step(world, 1);
        ck_assert_int_eq(wend_world_remove_goal(world, goal, NULL), WEND_ERROR_NAME);
        ck_assert_uint_eq(worlds_state(world, agent).goal.value, next.value);
        ck_assert_uint_eq(worlds_events(world, WEND_EVENT_GOAL_REMOVED, NULL), 0);
        goal = next;
        if (i == 100) {
            calls = wend_world_get_memory_use(world).calls;
            held = wend_world_get_memory_use(world).held;
        }
    }
    ck_assert_uint_eq(wend_world_get_memory_use(world).calls, calls);
    ck_assert_uint_eq(wend_world_get_memory_use(world).held, held);
    wend_world_destroy(world);
}
END_TEST

/* ---- Effects on agents ----------------------------------------------------------------------- */

START_TEST(an_agent_waits_after_its_goal_is_removed) {
    wend_world *world = worlds_make(worlds_open(), NULL);
    worlds_profile(world, "direct");
    wend_goal goal = worlds_point(world, 20, 0), other = worlds_point(world, 0, 20);
    wend_agent agent = worlds_agent(world, 0, 0, goal), free = worlds_agent(world, 5, 5, other);
    worlds_step(world, 10);
    ck_assert_int_eq(wend_world_remove_goal(world, goal, NULL), WEND_OK);
    ck_assert_uint_eq(wend_world_goal_index(world, goal),
                      (uint32_t)goal.value); /* the goal still exists */
    worlds_step(world, 1);
    wend_event event = {0};
    ck_assert_uint_eq(worlds_events(world, WEND_EVENT_GOAL_REMOVED, &event), 1);
    ck_assert_uint_eq(event.goal.value, goal.value);
    ck_assert_uint_eq(event.agent.value, agent.value);
    ck_assert_uint_eq(wend_world_goal_index(world, goal), WEND_NO_GOAL);
    ck_assert_uint_eq(wend_world_goal_at(world, (uint32_t)goal.value).value, 0);
    wend_agent_state state = worlds_state(world, agent);
    ck_assert_uint_eq(state.goal.value, 0);
    ck_assert_int_eq(state.activity, WEND_ACTIVITY_WAITING);
    wend_point at = state.position;
    worlds_step(world, 20);
    ck_assert_double_eq(worlds_state(world, agent).position.x, at.x);
    ck_assert_double_gt(worlds_state(world, free).position.y, 7);
    ck_assert_int_eq(wend_world_set_agent_goal(world, agent, goal, NULL), WEND_ERROR_NAME);
    wend_goal fresh = worlds_point(world, 20, 0); /* the same index, another generation */
    ck_assert_uint_eq((uint32_t)fresh.value, (uint32_t)goal.value);
    ck_assert_uint_ne(fresh.value, goal.value);
    ck_assert_int_eq(wend_world_set_agent_goal(world, agent, fresh, NULL), WEND_OK);
    worlds_step(world, 300);
    ck_assert_int_eq(worlds_state(world, agent).activity, WEND_ACTIVITY_ARRIVED);
    wend_world_destroy(world);
}
END_TEST

/* The set {near, far}: when the near goal is removed, its agents go to the far one; without any
 * goal they wait. */
START_TEST(agents_choose_another_goal_from_their_set) {
    wend_world *world = worlds_choosing("nearest", 1);
    wend_goal goals[] = {worlds_limited(world, 5, 0, 2, WEND_ON_ARRIVAL_STOP),
                         worlds_limited(world, 30, 0, 2, WEND_ON_ARRIVAL_STOP),
                         worlds_limited(world, 60, 0, 2, WEND_ON_ARRIVAL_STOP)};
    wend_agent_def def = wend_default_agent_def();
    def.goal_set = worlds_goal_set(world, goals, 3);
    wend_agent first = worlds_add(world, &def);
    def.position.y = 1;
    wend_agent second = worlds_add(world, &def);
    worlds_step(world, 100);
    ck_assert_int_eq(worlds_state(world, first).activity, WEND_ACTIVITY_ARRIVED);
    ck_assert_int_eq(wend_world_remove_goal(world, goals[0], NULL), WEND_OK);
    worlds_step(world, 1);
    ck_assert_uint_eq(worlds_events(world, WEND_EVENT_GOAL_REMOVED, NULL), 2);
    ck_assert_uint_eq(worlds_events(world, WEND_EVENT_GOAL, NULL), 2);
    ck_assert_uint_eq(worlds_state(world, first).goal.value, goals[1].value);
    ck_assert_uint_eq(worlds_state(world, second).goal.value, goals[1].value);
    wend_goal fresh = worlds_limited(
        world, 7, 7, 1,
        WEND_ON_ARRIVAL_STOP); /* reuses the index and the resource of the old goal */
    ck_assert_uint_eq((uint32_t)fresh.value, (uint32_t)goals[0].value);
    worlds_step(world, 300);
    ck_assert_int_eq(worlds_state(world, second).activity, WEND_ACTIVITY_ARRIVED);
    ck_assert_int_eq(wend_world_remove_goals(world, &goals[1], 2, NULL), WEND_OK);
    worlds_step(world, 5);
    ck_assert_uint_eq(worlds_state(world, first).goal.value, 0);
    ck_assert_int_eq(worlds_state(world, first).activity, WEND_ACTIVITY_WAITING);
    wend_world_destroy(world);
}
END_TEST

/* Goals are removed and set in one step, in either order; queued agents lose removed goals as well.
 */
START_TEST(removal_combines_with_other_commands_of_a_step) {
    wend_world *world = worlds_make(worlds_open(), NULL);
    worlds_profile(world, "direct");
    wend_goal a = worlds_point(world, 20, 0), b = worlds_point(world, 0, 20);
    wend_agent agent = worlds_agent(world, 0, 0, a);
    worlds_step(world, 2);
    wend_agent queued = worlds_agent(world, 3, 3, a);
    ck_assert_int_eq(wend_world_remove_goal(world, a, NULL), WEND_OK);
    ck_assert_int_eq(wend_world_remove_goal(world, a, NULL),
                     WEND_OK); /* removing it twice does no harm */
    ck_assert_int_eq(wend_world_set_agent_goal(world, agent, b, NULL), WEND_OK);
    worlds_step(world, 1);
    ck_assert_uint_eq(worlds_state(world, agent).goal.value, b.value);
    ck_assert_uint_eq(worlds_state(world, queued).goal.value, 0);
    ck_assert_int_eq(wend_world_remove_goal(world, b, NULL), WEND_OK);
    ck_assert_int_eq(wend_world_set_agent_goal(world, queued, b, NULL), WEND_OK);
    worlds_step(world, 1);
    ck_assert_uint_eq(worlds_state(world, agent).goal.value, 0);
    ck_assert_uint_eq(worlds_state(world, queued).goal.value, 0);
    const wend_goal some[] = {worlds_point(world, 1, 1), b};
    ck_assert_int_eq(wend_world_remove_goals(world, some, 2, NULL), WEND_ERROR_NAME);
    worlds_step(world, 1); /* the valid goal was not removed */
    ck_assert_uint_ne(wend_world_goal_index(world, some[0]), WEND_NO_GOAL);
    wend_world_destroy(world);
}
END_TEST

START_TEST(agents_lose_removed_goal_sets_paths_and_groups) {
    wend_world *world = worlds_choosing("nearest", 1);
    wend_goal goals[] = {worlds_point(world, 20, 0), worlds_point(world, 40, 0)};
    const wend_point via = {0, 30};
    wend_path path = {0};
    wend_group group = {0}, again = {0};
    ck_assert_int_eq(wend_world_add_path(world, &via, NULL, 1, &path, NULL), WEND_OK);
    ck_assert_int_eq(wend_world_add_group(world, "family", &group, NULL), WEND_OK);
    wend_agent_def def = wend_default_agent_def();
    def.goal_set = worlds_goal_set(world, goals, 2);
    def.path = path;
    def.group = group;
    wend_agent agent = worlds_add(world, &def);
    worlds_step(world, 5);
    ck_assert_double_gt(worlds_state(world, agent).position.y, 0.3); /* on the path */
    double y = worlds_state(world, agent).position.y;
    ck_assert_int_eq(wend_world_remove_goal_set(world, def.goal_set, NULL), WEND_OK);
    ck_assert_int_eq(wend_world_remove_path(world, path, NULL), WEND_OK);
    ck_assert_int_eq(wend_world_remove_group(world, group, NULL), WEND_OK);
    worlds_step(world, 5);
    ck_assert_uint_eq(worlds_state(world, agent).goal.value, goals[0].value);
    ck_assert_uint_eq(worlds_state(world, agent).group.value, 0);
    ck_assert_double_lt(worlds_state(world, agent).position.y, y); /* straight to the goal */
    ck_assert_uint_eq(wend_world_group_entered(world, group), 0);
    wend_agent_def stale[3];
    for (int i = 0; i < 3; i++) {
        stale[i] = wend_default_agent_def();
        stale[i].path = i == 0 ? path : (wend_path){0};
        stale[i].group = i == 1 ? group : (wend_group){0};
        stale[i].goal_set = i == 2 ? def.goal_set : (wend_goal_set){0};
        ck_assert_int_eq(wend_world_add_agents(world, &stale[i], 1, NULL, NULL), WEND_ERROR_NAME);
    }
    ck_assert_int_eq(wend_world_remove_goal_set(world, def.goal_set, NULL), WEND_ERROR_NAME);
    ck_assert_int_eq(wend_world_remove_path(world, path, NULL), WEND_ERROR_NAME);
    ck_assert_int_eq(wend_world_remove_group(world, group, NULL), WEND_ERROR_NAME);
    ck_assert_int_eq(wend_world_add_group(world, "family", &again, NULL), WEND_OK);
    ck_assert_uint_ne(again.value, group.value);
    wend_world_destroy(world);
}
END_TEST

/* A door across the floor stops the agent. Once the door is removed, the agent walks on to its
 * goal. */
START_TEST(removed_obstacle_blocks_nothing) {
    wend_world *world = worlds_make(worlds_open(), NULL);
    worlds_profile(world, "direct");
    const wend_point line[] = {{5, -50}, {5, 50}}, cart[] = {{-1, -1}, {1, -1}, {0, 1}};
    wend_obstacle_def def = wend_default_obstacle_def();
    wend_obstacle door = {0}, moving = {0}, again = {0};
    def.points = cart;
    def.point_count = 3;
    def.kind = WEND_OBSTACLE_MOVING;
    def.position = (wend_point){-20, 0};
    ck_assert_int_eq(wend_world_add_obstacle(world, &def, &moving, NULL), WEND_OK);
    def.kind = WEND_OBSTACLE_DOOR;
    def.points = line;
    def.point_count = 2;
    ck_assert_int_eq(wend_world_add_obstacle(world, &def, &door, NULL), WEND_OK);
    wend_agent agent = worlds_agent(world, 0, 0, worlds_point(world, 10, 0));
    worlds_step(world, 60);
    ck_assert_double_lt(worlds_state(world, agent).position.x, 5);
    ck_assert_int_eq(wend_world_remove_obstacle(world, door, NULL), WEND_OK);
    ck_assert_int_eq(wend_world_set_obstacle_closed(world, door, true, NULL), WEND_OK);
    worlds_step(world, 60);
    ck_assert_int_eq(worlds_state(world, agent).activity, WEND_ACTIVITY_ARRIVED);
    ck_assert_uint_eq(wend_world_get_overlay_walls(world, NULL, NULL, 0), 3);
    ck_assert_int_eq(wend_world_set_obstacle_closed(world, door, true, NULL), WEND_ERROR_NAME);
    ck_assert_int_eq(wend_world_remove_obstacle(world, moving, NULL), WEND_OK);
    worlds_step(world, 1);
    ck_assert(!wend_world_is_in_obstacle(world, (wend_point){-20, 0}, 0));
    ck_assert_int_eq(wend_world_add_obstacle(world, &def, &again, NULL), WEND_OK);
    ck_assert_uint_eq((uint32_t)again.value, (uint32_t)moving.value);
    ck_assert_uint_eq(wend_world_get_overlay_walls(world, NULL, NULL, 0), 1);
    worlds_step(world, 1);
    ck_assert_uint_eq(wend_world_get_overlay_walls(world, NULL, NULL, 0), 1);
    wend_world_destroy(world);
}
END_TEST

/* ---- Profiles and maps ----------------------------------------------------------------------- */

START_TEST(a_profile_can_be_removed_only_if_no_agent_has_it) {
    wend_world *world = worlds_make(worlds_open(), NULL);
    wend_profile_def def = worlds_profile_def();
    def.name = "first";
    wend_profile first = worlds_add_profile(world, &def);
    def.name = "second";
    def.select.name = "cycle"; /* has private state */
    def.preferred_speed = (wend_distribution){WEND_DISTRIBUTION_UNIFORM, 1.0, 1.5, 0, 0};
    wend_goal goal = worlds_point(world, 50, 0);
    worlds_agent(world, 0, 0, goal);
    wend_agent agent = worlds_agent(world, 0, 5, goal);
    wend_profile second = {0};
    wend_error error = {0};
    size_t held = 0;
    for (int i = 0; i < 40; i++) {
        second = worlds_add_profile(world, &def);
        ck_assert_int_eq(wend_world_remove_profile(world, second, NULL), WEND_OK);
        worlds_step(world, 1);
        held = i == 19 ? wend_world_get_memory_use(world).held : held; /* after warm-up */
    }
    ck_assert_uint_eq(wend_world_get_memory_use(world).held, held);
    second = worlds_add_profile(world, &def);
    ck_assert_int_eq(wend_world_set_agent_profile(world, agent, second, NULL), WEND_OK);
    ck_assert_int_eq(wend_world_remove_profile(world, second, &error), WEND_ERROR_INVALID);
    ck_assert_ptr_nonnull(strstr(error.message, "'second'"));
    ck_assert_ptr_nonnull(strstr(error.message, "1 agents"));
    worlds_step(world, 1);
    ck_assert_int_eq(wend_world_remove_profile(world, second, &error), WEND_ERROR_INVALID);
    ck_assert_int_eq(wend_world_remove_agent(world, agent, NULL), WEND_OK);
    ck_assert_int_eq(wend_world_remove_profile(world, second, &error), WEND_OK);
    wend_agent_def late = wend_default_agent_def();
    late.profile = second;
    ck_assert_int_eq(wend_world_add_agents(world, &late, 1, NULL, NULL), WEND_ERROR_NAME);
    ck_assert_int_eq(wend_world_remove_profile(world, second, NULL), WEND_ERROR_NAME);
    worlds_step(world, 20);
    ck_assert_ptr_null(wend_world_profile_entry(world, second, WEND_KIND_STEERING));
    wend_world *copy = worlds_reload(world, NULL);
    worlds_step(copy, 5);
    worlds_step(world, 5);
    ck_assert_uint_eq(wend_world_hash(copy), wend_world_hash(world));
    wend_world_destroy(copy);
    wend_profile third = worlds_add_profile(world, &def);
    ck_assert_uint_eq((uint32_t)third.value, (uint32_t)second.value);
    late.profile = third;
    late.goal = goal;
    worlds_add(world, &late);
    ck_assert_int_eq(wend_world_remove_profile(world, first, NULL), WEND_ERROR_INVALID);
    worlds_step(world, 10);
    ck_assert_uint_eq(wend_world_agent_count(world), 2);
    wend_world_destroy(world);
}
END_TEST

START_TEST(a_removed_map_is_no_longer_found) {
    wend_world *world = worlds_make(worlds_open(), NULL);
    int object = 0;
    wend_map_slot map = {0}, again = {0};
    ck_assert_int_eq(wend_world_add_map_object(world, "plan", 1, &object, &map, NULL), WEND_OK);
    ck_assert_str_eq(wend_world_map_name(world, map), "plan");
    ck_assert_ptr_null(wend_world_map_name(world, again));
    uint32_t before = 0, after = 0;
    wend_view_map(wend_world_view(world), 0, &before);
    ck_assert_int_eq(wend_world_remove_map(world, map, NULL), WEND_OK);
    ck_assert_int_eq(wend_world_replace_map(world, map, 2, &object, NULL),
                     WEND_OK); /* too late: the map has been removed */
    worlds_step(world, 1);
    ck_assert_ptr_null(wend_world_map_name(world, map));
    ck_assert_uint_eq(wend_world_map_index(world, map), WEND_NO_MAP);
    ck_assert_int_eq(wend_world_remove_map(world, map, NULL), WEND_ERROR_NAME);
    ck_assert_int_eq(wend_world_replace_map(world, map, 2, &object, NULL), WEND_ERROR_NAME);
    wend_world *copy = worlds_reload(world, NULL);
    ck_assert_int_eq(wend_world_add_map_object(copy, "plan", 2, &object, &again, NULL), WEND_OK);
    wend_view_map(wend_world_view(copy), 0, &after);
    ck_assert_uint_gt(after, before);
    ck_assert_uint_eq(wend_world_map_index(copy, map), WEND_NO_MAP);
    ck_assert_uint_eq(wend_world_map_index(copy, again), 0);
    wend_world_destroy(copy);
    wend_world_destroy(world);
}
END_TEST

/* ---- Snapshots and memory -------------------------------------------------------------------- */

/* A world that has gaps in all tables, and queued removals, behaves in the same manner as a copy
 * loaded from its snapshot, and issues the same ids. */
START_TEST(snapshots_keep_gaps_and_queued_removals) {
    clicking c = {.random = {8}};
    c.world = worlds_choosing("nearest", 1);
    for (uint32_t i = 0; i < CLICKERS; i++) {
        c.agents[i] = worlds_agent(c.world, i, 0, (wend_goal){0});
    }
    for (uint32_t i = 0; i < 300; i += 5) {
        click(&c, i);
        worlds_step(c.world, 3);
    }
    remove_old(&c, 3);
    remove_old(&c, 7);
    remove_old(&c, 5);
    worlds_step(c.world, 1); /* leaves gaps in the tables */
    remove_old(&c, 1);       /* queued removals */
    wend_world *copy = worlds_reload(c.world, NULL);
    clicking d = c;
    d.world = copy;
    c.sets[1] = c.sets[3] = c.sets[5] = c.sets[7] = (wend_goal_set){0};
    memcpy(d.sets, c.sets, sizeof c.sets);
    for (uint32_t i = 300; i < 600; i += 5) {
        click(&c, i);
        click(&d, i);
        ck_assert_mem_eq(c.goals, d.goals, sizeof c.goals);
        ck_assert_mem_eq(c.sets, d.sets, sizeof c.sets);
        ck_assert_mem_eq(c.doors, d.doors, sizeof c.doors);
        ck_assert_mem_eq(c.paths, d.paths, sizeof c.paths);
        ck_assert_mem_eq(c.groups, d.groups, sizeof c.groups);
        worlds_step(c.world, 2);
        worlds_step(d.world, 2);
        ck_assert_uint_eq(wend_world_hash(c.world), wend_world_hash(d.world));
    }
    wend_world_destroy(copy);
    wend_world_destroy(c.world);
}
END_TEST

static wend_result remove_all(const wend_world_def *def) {
    wend_world *world = NULL;
    wend_result result = wend_world_create(def, &world, NULL);
    if (result != WEND_OK) {
        return result;
    }
    wend_goal_def goal = wend_default_goal_def();
    wend_profile_def profile = worlds_profile_def();
    goal.shape = WEND_GOAL_POLYGON;
    goal.points = corners;
    goal.point_count = 5;
    goal.name = "goal";
    goal.capacity = 5;
    wend_goal goals[2] = {{0}, {0}};
    wend_goal_set set = {0};
    wend_profile other = {0};
    result = wend_world_add_profile(world, &profile, NULL, NULL);
    result = result ? result : wend_world_add_profile(world, &profile, &other, NULL);
    result = result ? result : wend_world_add_goal(world, &goal, &goals[0], NULL);
    goal.name = NULL;
    result = result ? result : wend_world_add_goal(world, &goal, &goals[1], NULL);
    result = result ? result : wend_world_add_goal_set(world, goals, 2, &set, NULL);
    wend_agent_def agents[4];
    for (int i = 0; i < 4; i++) {
        agents[i] = wend_default_agent_def();
        agents[i].position = (wend_point){9, 1 + 2 * i};
        agents[i].goal = goals[i / 2];
        agents[i].goal_set = i % 3 == 0 ? set : (wend_goal_set){0};
    }
    result = result ? result : wend_world_add_agents(world, agents, 4, NULL, NULL);
    result = result ? result : wend_world_step(world, 2, NULL);
    result = result ? result : wend_world_remove_goals(world, goals, 2, NULL);
    result = result ? result : wend_world_remove_goal_set(world, set, NULL);
    result = result ? result : wend_world_remove_profile(world, other, NULL);
    result = result ? result : wend_world_step(world, 1, NULL);
    ck_assert_int_eq(wend_world_step(world, 3, NULL), WEND_OK); /* memory is available again */
    wend_world_destroy(world);
    return result;
}

START_TEST(removal_survives_running_out_of_memory) {
    unsigned long failures = 0;
    wend_space *space = worlds_open();
    for (unsigned long fails_at = 1;; fails_at++) {
        worlds_heap heap = {.fails_at = fails_at};
        wend_world_def def = wend_default_world_def();
        def.space = space;
        def.allocator = worlds_allocator(&heap);
        wend_result result = remove_all(&def);
        ck_assert_uint_eq(heap.held, 0);
        if (heap.calls < fails_at) {
            ck_assert_int_eq(result, WEND_OK);
            break;
        }
        ck_assert_int_eq(result, WEND_ERROR_MEMORY);
        failures++;
    }
    ck_assert_uint_gt(failures, 30);
    wend_space_release(space);
}
END_TEST

static uint32_t collections;

static void count_collections(const wend_view *view, const wend_agents *agents) {
    (void)view;
    (void)agents;
    collections++;
}

static uint32_t no_tasks(const wend_view *view, const wend_agents *agents) {
    ck_assert_uint_lt(agents->profile, 2);
    return view->step > UINT32_MAX;
}

/* The planner of a profile that was removed is not asked for shared tasks. */
START_TEST(removed_profiles_share_no_work) {
    wend_registry *registry = NULL;
    ck_assert_int_eq(wend_registry_create(NULL, &registry, NULL), WEND_OK);
    const wend_entry *entry = wend_registry_find(registry, WEND_KIND_PLANNER, "straight", NULL);
    wend_planner sharing = *(const wend_planner *)(const void *)entry;
    sharing.stage.entry.name = "sharing";
    sharing.collect = count_collections;
    sharing.task_count = no_tasks;
    ck_assert_int_eq(wend_registry_add(registry, WEND_KIND_PLANNER, &sharing.stage.entry, NULL),
                     WEND_OK);
    wend_world *world = worlds_make(worlds_open(), registry);
    wend_profile_def def = worlds_profile_def();
    def.plan.name = "sharing";
    worlds_add_profile(world, &def);
    wend_profile second = worlds_add_profile(world, &def);
    ck_assert_int_eq(wend_world_remove_profile(world, second, NULL), WEND_OK);
    worlds_step(world, 1);
    worlds_agent(world, 0, 0, worlds_point(world, 5, 0));
    worlds_step(world, 5);
    ck_assert_uint_gt(collections, 0);
    wend_world_destroy(world);
    wend_registry_destroy(registry);
}
END_TEST

int main(void) {
    SUITE("world/remove", removed_profiles_share_no_work, repeated_new_goals_leave_memory_unchanged,
          repeated_new_goals_allocate_nothing, an_agent_waits_after_its_goal_is_removed,
          agents_choose_another_goal_from_their_set, removal_combines_with_other_commands_of_a_step,
          agents_lose_removed_goal_sets_paths_and_groups, removed_obstacle_blocks_nothing,
          a_profile_can_be_removed_only_if_no_agent_has_it, a_removed_map_is_no_longer_found,
          snapshots_keep_gaps_and_queued_removals, removal_survives_running_out_of_memory);
}
