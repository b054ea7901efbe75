/* Goals that cannot be reached: agents leave by another goal of their set, report that they have no
 * route when all goals are blocked, and leave when a door opens again. */
/* needs: kit */
#include <wend/kit.h>
#include <wend/random.h>

#include "support/kit/maps.h"
#include "support/spaces.h"
#include "support/suite.h"
#include "support/worlds.h"

static const char *const selectors[] = {"nearest", "any", "cycle"};
static const char *const planners[] = {"navmesh", "corridor"};
static const char *const followers[] = {"portal", "waypoint", "attraction"};
enum { SELECTORS = 3, PLANNERS = 2, FOLLOWERS = 3, MOST_ROOMS = 8 };

/* A hall that is 4 m long for each room and spans y = 0 to 6 m. Above each 4 m of the hall there is
 * a cell with a goal in it. The wall between the cell and the hall has a 1.2 m wide door in its
 * middle. Walls are 0.2 m thick. */
typedef struct cells {
    wend_world *world;
    uint32_t rooms;
    wend_goal goals[MOST_ROOMS];
    wend_obstacle doors[MOST_ROOMS];
} cells;

static wend_space *cell_space(uint32_t rooms) {
    sketch s;
    sketch_start(&s);
    sketch_box_boundary(&s, 0, 0.0, 0.0, 4.0 * rooms, 10.0);
    for (uint32_t i = 0; i <= rooms; i++) {
        double left = i == 0 ? 0.05 : 4.0 * i - 1.4, right = i == rooms ? 4.0 * i - 0.05 : 4.0 * i;
        right = i < rooms ? 4.0 * i + 1.4 : right;
        left = i == 0 ? 0.05 : left;
        sketch_box(&s, 0, 0, left, 6.0, right, 6.2);
        if (i > 0 && i < rooms) {
            sketch_box(&s, 0, 0, 4.0 * i - 0.1, 6.25, 4.0 * i + 0.1, 9.95);
        }
    }
    return sketch_space(&s);
}

static void add_cell(cells *c, uint32_t i, bool closed) {
    double x = 4.0 * i + 2.0;
    wend_point ends[2] = {{x - 0.7, 6.1}, {x + 0.7, 6.1}};
    wend_obstacle_def door = sketch_door(ends, 2);
    door.closed = closed;
    ck_assert_int_eq(wend_world_add_obstacle(c->world, &door, &c->doors[i], NULL), WEND_OK);
    wend_goal_def goal = wend_default_goal_def();
    wend_point exit[2] = {{x - 0.5, 9.0}, {x + 0.5, 9.0}};
    goal.shape = WEND_GOAL_SEGMENT;
    goal.points = exit;
    goal.point_count = 2;
    goal.on_arrival = WEND_ON_ARRIVAL_LEAVE;
    c->goals[i] = worlds_add_goal(c->world, &goal);
}

/* Makes the cells; bit i of `closed` is set if door i is closed. */
static cells make(uint32_t rooms, uint32_t closed, const char *select, const char *plan,
                  const char *follow) {
    wend_space *space = cell_space(rooms);
    cells c = {.world = worlds_make(space, NULL), .rooms = rooms};
    maps_add(c.world, space, plan[0] == 'n');
    wend_profile_def profile = wend_default_profile_def();
    profile.select.name = select;
    profile.plan.name = plan;
    profile.follow.name = follow;
    profile.steer.name = "hrvo";
    /* Switches rescues off, because a rescued agent may leave its route and request another, and
     * this test counts plans. */
    wend_setting patience = {"patience", {.number = wend_constant(0.0)}};
    profile.modify[0] = (wend_choice){"yield", &patience, 1};
    profile.modify_count = 1;
    worlds_add_profile(c.world, &profile);
    for (uint32_t i = 0; i < rooms; i++) {
        add_cell(&c, i, closed >> i & 1U);
    }
    return c;
}

/* Adds agents in the hall in front of the door with the number `at`. */
static void add_agents(cells *c, uint32_t count, double at) {
    wend_goal_set set = worlds_goal_set(c->world, c->goals, c->rooms);
    for (uint32_t i = 0; i < count; i++) {
        wend_agent_def def = wend_default_agent_def();
        def.position = (wend_point){at + 0.8 * (i % 2), 0.6 + 0.8 * (double)(i / 2)};
        def.goal_set = set;
        worlds_add(c->world, &def);
    }
}

static uint32_t count_without_route(const wend_world *world) {
    wend_agent_state states[16];
    uint32_t count = wend_world_get_agents(world, states, 16), without = 0;
    for (uint32_t i = 0; i < count; i++) {
        without += states[i].activity == WEND_ACTIVITY_STRANDED ||
                   states[i].activity == WEND_ACTIVITY_APPROACHING;
    }
    return without;
}

#define FOR_ALL                                                                                    \
    for (uint32_t k = 0; k < SELECTORS * PLANNERS * FOLLOWERS; k++)                                \
        for (const char *select = selectors[k % SELECTORS],                                        \
                        *plan = planners[k / SELECTORS % PLANNERS],                                \
                        *follow = followers[k / SELECTORS / PLANNERS], *once = select;             \
             once; once = NULL)

#define EXPECT_ARRIVALS(count)                                                                     \
    ck_assert_msg(wend_world_get_stats(c.world).arrivals == (count), "%s, %s, %s: %d arrivals",    \
                  select, plan, follow, (int)wend_world_get_stats(c.world).arrivals)

START_TEST(all_agents_leave_through_the_open_exit) {
    FOR_ALL {
        cells c = make(2, 1, select, plan, follow);
        add_agents(&c, 10, 1.0);
        worlds_step(c.world, 1);
        ck_assert_uint_eq(count_without_route(c.world), 0);
        worlds_step(c.world, 500);
        EXPECT_ARRIVALS(10);
        wend_world_destroy(c.world);
    }
}
END_TEST

START_TEST(all_agents_report_no_route_until_a_door_opens) {
    FOR_ALL {
        cells c = make(2, 3, select, plan, follow);
        add_agents(&c, 10, 1.0);
        uint32_t reports = worlds_step_counting(c.world, 200, WEND_EVENT_NO_ROUTE);
        ck_assert_msg(count_without_route(c.world) == 10, "%s, %s, %s", select, plan, follow);
        ck_assert_uint_eq(reports, 10);
        /* Each goal is tried once, then the first goal again. */
        ck_assert_uint_le(wend_world_get_stats(c.world).plans, 30);
        ck_assert_int_eq(wend_world_set_obstacle_closed(c.world, c.doors[1], false, NULL), WEND_OK);
        worlds_step(c.world, 600);
        EXPECT_ARRIVALS(10);
        wend_world_destroy(c.world);
    }
}
END_TEST

/* A door closes while agents walk to it. */
START_TEST(turns_to_another_exit_when_door_closes) {
    FOR_ALL {
        cells c = make(2, 0, select, plan, follow);
        add_agents(&c, 4, 1.0);
        worlds_step(c.world, 10);
        ck_assert_int_eq(wend_world_set_obstacle_closed(c.world, c.doors[0], true, NULL), WEND_OK);
        uint32_t changes = worlds_step_counting(c.world, 500, WEND_EVENT_GOAL);
        ck_assert_uint_eq(wend_world_get_stats(c.world).arrivals, 4);
        ck_assert_uint_eq(changes, 4); /* no agent goes back and forth */
        wend_world_destroy(c.world);
    }
}
END_TEST

/* Adds a cart in the door of the first cell. */
static wend_obstacle add_cart(cells *c) {
    wend_point points[4] = {{-0.65, -0.3}, {0.65, -0.3}, {0.65, 0.3}, {-0.65, 0.3}};
    wend_obstacle_def def = wend_default_obstacle_def();
    wend_obstacle cart;
    def.kind = WEND_OBSTACLE_MOVING;
    def.points = points;
    def.point_count = 4;
    def.position = (wend_point){2.0, 6.1};
    ck_assert_int_eq(wend_world_add_obstacle(c->world, &def, &cart, NULL), WEND_OK);
    return cart;
}

/* Agents in front of a cart that stands in a door leave by the other exit. */
START_TEST(turns_to_another_exit_when_a_cart_stands_in_the_door) {
    FOR_ALL {
        cells c = make(2, 0, select, plan, follow);
        add_cart(&c);
        add_agents(&c, 4, 1.0);
        worlds_step(c.world, 500);
        EXPECT_ARRIVALS(4);
        wend_world_destroy(c.world);
    }
}
END_TEST

/* The other door is closed: agents report that they have no route until the cart leaves. */
START_TEST(all_agents_report_no_route_until_a_cart_leaves) {
    FOR_ALL {
        cells c = make(2, 2, select, plan, follow);
        wend_obstacle cart = add_cart(&c);
        add_agents(&c, 4, 1.0);
        worlds_step(c.world, 60);
        ck_assert_msg(count_without_route(c.world) == 4, "%s, %s, %s", select, plan, follow);
        ck_assert_int_eq(wend_world_set_obstacle_motion(c.world, cart, (wend_point){40.0, 40.0},
                                                        0.0, (wend_point){0.0, 0.0}, 0.0, NULL),
                         WEND_OK);
        worlds_step(c.world, 500);
        EXPECT_ARRIVALS(4);
        wend_world_destroy(c.world);
    }
}
END_TEST

/* Doors open and close at random; in the end some are open, so agents in the hall can leave. */
START_TEST(agents_with_random_goal_sets_all_leave) {
    for (uint32_t seed = 1; seed <= 6; seed++) {
        FOR_ALL {
            uint64_t bits = wend_random_bits(seed, k, 0, 1);
            uint32_t rooms = 2 + (uint32_t)(bits >> 32) % (MOST_ROOMS - 1);
            uint32_t all = (1U << rooms) - 1, closed = (uint32_t)bits & all;
            cells c = make(rooms, closed, select, plan, follow);
            add_agents(&c, 4, 1.0 + (double)(bits >> 40 & 3));
            for (uint32_t i = 0; i < 5; i++) {
                worlds_step(c.world, 20);
                uint32_t door = (uint32_t)(bits >> (8 + 3 * i)) % rooms;
                closed ^= 1U << door;
                bool blocked = closed >> door & 1U;
                ck_assert_int_eq(
                    wend_world_set_obstacle_closed(c.world, c.doors[door], blocked, NULL), WEND_OK);
            }
            if (closed == all) {
                closed &= ~1U;
                ck_assert_int_eq(wend_world_set_obstacle_closed(c.world, c.doors[0], false, NULL),
                                 WEND_OK);
            }
            worlds_step(c.world, 1);
            uint32_t blocked_in = count_without_route(c.world);
            worlds_step(c.world, 700);
            uint32_t left = wend_world_agent_count(c.world);
            ck_assert_msg(left == blocked_in, "seed %u, %s, %s, %s: %u stay, %u are shut in", seed,
                          select, plan, follow, left, blocked_in);
            wend_world_destroy(c.world);
        }
    }
}
END_TEST

/* An exit is on the wall of a room, and a closed door stands in front of it. The distance between
 * the two is smaller or larger than the agent's radius. The door is longer than the exit: otherwise
 * an agent beside a near door could touch the end of the exit. */
START_TEST(no_route_leads_through_a_closed_door_to_an_exit) {
    for (uint32_t k = 0; k < 12; k++) {
        wend_space *space = worlds_room(20.0, 10.0);
        double before = 0.06 + 0.04 * (double)(k / 2);
        cells c = {.world = worlds_make(space, NULL)};
        maps_add(c.world, space, k % 2 == 0);
        wend_profile_def profile = worlds_profile_def();
        profile.plan.name = planners[k % 2];
        worlds_add_profile(c.world, &profile);
        wend_point ends[2] = {{20.0 - before, 3.5}, {20.0 - before, 6.5}};
        wend_point exit[2] = {{20.0, 4.0}, {20.0, 6.0}};
        wend_obstacle_def door = sketch_door(ends, 2);
        door.closed = true;
        ck_assert_int_eq(wend_world_add_obstacle(c.world, &door, &c.doors[0], NULL), WEND_OK);
        wend_goal_def def = wend_default_goal_def();
        def.shape = WEND_GOAL_SEGMENT;
        def.points = exit;
        def.point_count = 2;
        def.tolerance = 0.05;
        wend_goal goal = worlds_add_goal(c.world, &def);
        for (uint32_t i = 0; i < 5; i++) {
            worlds_agent(c.world, 5.0, 1.0 + 2.0 * i, goal);
        }
        worlds_step(c.world, 300);
        ck_assert_msg(count_without_route(c.world) == 5, "%s, %g m before the exit: %u",
                      planners[k % 2], before, count_without_route(c.world));
        ck_assert_int_eq(wend_world_set_obstacle_closed(c.world, c.doors[0], false, NULL), WEND_OK);
        worlds_step(c.world, 200);
        ck_assert_uint_eq(count_without_route(c.world), 0);
        ck_assert_uint_ge(wend_world_get_stats(c.world).arrivals, 1);
        wend_world_destroy(c.world);
    }
}
END_TEST

int main(void) {
    SUITE("world/reconsider", all_agents_leave_through_the_open_exit,
          all_agents_report_no_route_until_a_door_opens, turns_to_another_exit_when_door_closes,
          turns_to_another_exit_when_a_cart_stands_in_the_door,
          all_agents_report_no_route_until_a_cart_leaves, agents_with_random_goal_sets_all_leave,
          no_route_leads_through_a_closed_door_to_an_exit);
}
