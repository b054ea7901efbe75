/* The public part of the behaviour record: each agent has one activity at a time. The tests use
 * scenes with known times, so they know the activity in every step. The activity is checked in
 * results and in the view that models see. */
#include "contract.h"

enum { MOST = 12 };

/* The activities of an agent, each with the step after which it was first seen. */
typedef struct history {
    wend_activity activities[MOST];
    uint64_t steps[MOST];
    uint32_t count;
} history;

static void record_activity(history *h, wend_world *world, wend_agent agent) {
    wend_agent_state state;
    wend_activity now = WEND_ACTIVITY_LEFT;
    if (wend_world_get_agent(world, agent, &state)) {
        const wend_view *view = wend_world_view(world);
        uint32_t body = wend_view_find_body(view, wend_agent_slot(agent));
        now = state.activity;
        ck_assert_int_ne(now, WEND_ACTIVITY_LEFT);
        ck_assert_int_eq(body == UINT32_MAX, now == WEND_ACTIVITY_CROSSING);
        if (body != UINT32_MAX) {
            bool stands = now == WEND_ACTIVITY_WAITING || now == WEND_ACTIVITY_STRANDED ||
                          now == WEND_ACTIVITY_ARRIVED || now == WEND_ACTIVITY_CLOSED;
            ck_assert_int_eq(wend_view_activity(view, body), now);
            ck_assert_int_eq((wend_body_flags(&view->bodies[body]) & WEND_BODY_STANDS) != 0,
                             stands);
        }
    }
    if (h->count == 0 || h->activities[h->count - 1] != now) {
        ck_assert_uint_lt(h->count, MOST);
        h->activities[h->count] = now;
        h->steps[h->count++] = wend_world_step_count(world);
    }
}

/* Checks that the duration of an activity is measured from the step in which it began. */
static void check_record(const history *h, const wend_world *world, wend_agent agent) {
    wend_agent_behaviour record;
    uint64_t began = h->steps[h->count - 1];
    double dt = wend_world_dt(world);
    if (h->activities[h->count - 1] == WEND_ACTIVITY_LEFT) {
        ck_assert(!wend_world_get_agent_behaviour(world, agent, &record));
        return;
    }
    ck_assert(wend_world_get_agent_behaviour(world, agent, &record));
    ck_assert_int_eq(record.activity, h->activities[h->count - 1]);
    if (h->count > 1 && began == wend_world_step_count(world)) { /* the activity has just changed */
        ck_assert_double_eq_tol(record.duration, dt, 1e-9);
        ck_assert_int_ne(record.previous, record.activity);
    }
    ck_assert_double_le(record.duration,
                        dt * (double)(wend_world_step_count(world) - began + 1) + 1e-9);
}

static void run_and_record(history *h, wend_world *world, wend_agent agent, uint32_t steps) {
    for (uint32_t i = 0; i < steps; i++) {
        contract_step(world, 1);
        record_activity(h, world, agent);
        check_record(h, world, agent);
    }
}

static void expect(const history *h, uint32_t index, wend_activity activity, uint64_t step) {
    ck_assert_uint_lt(index, h->count);
    ck_assert_str_eq(wend_activity_text(h->activities[index]), wend_activity_text(activity));
    ck_assert_uint_eq(h->steps[index], step);
}

static wend_world *make_world(wend_space *space, const char *plan) {
    wend_world *world = contract_world(space, NULL, 1);
    wend_profile_def def = contract_profile_def("direct");
    def.plan.name = plan;
    contract_add_profile(world, &def);
    return world;
}

/* Returns the number of 0.1 m steps until a disc with a radius of 0.25 m is within the default
 * tolerance of a point. Distances are chosen to avoid ties. */
static uint64_t steps_to(double distance) {
    double left = distance - 0.25 - wend_default_goal_def().tolerance;
    return (uint64_t)ceil(left / 0.1 - 1e-4);
}

START_TEST(an_agent_walks_until_it_arrives_or_leaves) {
    for (int leaves = 0; leaves < 2; leaves++) {
        history h = {{WEND_ACTIVITY_CHOOSING}, {0}, 0};
        wend_world *world = make_world(contract_open(), "straight");
        wend_on_arrival then = leaves ? WEND_ON_ARRIVAL_LEAVE : WEND_ON_ARRIVAL_STOP;
        wend_agent agent = contract_agent(world, 1, 0, 0, contract_goal(world, 2.05, 0, 0, then));
        run_and_record(&h, world, agent, 40);
        ck_assert_uint_eq(h.count, 2);
        expect(&h, 0, WEND_ACTIVITY_WALKING, 1);
        expect(&h, 1, leaves ? WEND_ACTIVITY_LEFT : WEND_ACTIVITY_ARRIVED, steps_to(2.05));
        ck_assert_uint_eq(wend_world_agent_count(world), leaves ? 0 : 1);
        wend_world_destroy(world);
    }
}
END_TEST

START_TEST(an_agent_given_another_goal_sets_out_again) {
    history h = {{WEND_ACTIVITY_CHOOSING}, {0}, 0};
    wend_world *world = make_world(contract_open(), "straight");
    wend_goal first = contract_goal(world, 1.05, 0, 0, WEND_ON_ARRIVAL_STOP);
    wend_goal second = contract_goal(world, -0.05, 0, 0, WEND_ON_ARRIVAL_STOP);
    wend_agent agent = contract_agent(world, 1, 0, 0, first);
    run_and_record(&h, world, agent, 20);
    CONTRACT_OK(wend_world_set_agent_goal(world, agent, second, &contract_error));
    run_and_record(&h, world, agent, 20);
    ck_assert_uint_eq(h.count, 4);
    expect(&h, 0, WEND_ACTIVITY_WALKING, 1);
    expect(&h, 1, WEND_ACTIVITY_ARRIVED, steps_to(1.05));
    expect(&h, 2, WEND_ACTIVITY_WALKING, 21);
    expect(&h, 3, WEND_ACTIVITY_ARRIVED, 20 + steps_to(0.05 + 0.1 * (double)steps_to(1.05)));
    wend_world_destroy(world);
}
END_TEST

/* ---- Goals that are not open ----------------------------------------------------------------- */

static wend_agent add_chooser(wend_world *world, wend_goal goal, uint64_t key, double y) {
    wend_agent_def def = wend_default_agent_def();
    CONTRACT_OK(wend_world_add_goal_set(world, &goal, 1, &def.goal_set, &contract_error));
    def.key = key;
    def.position.y = y;
    return contract_add(world, &def);
}

static wend_world *make_choosing_world(void) {
    wend_world *world = contract_world(contract_open(), NULL, 1);
    wend_profile_def def = contract_profile_def("direct");
    def.select.name = "nearest";
    contract_add_profile(world, &def);
    return world;
}

/* The goal opens after 3 s; the agent takes it in the next step, the 31st. */
START_TEST(an_agent_waits_until_its_goal_opens) {
    history h = {{WEND_ACTIVITY_CHOOSING}, {0}, 0};
    wend_world *world = make_choosing_world();
    wend_point at = {2.05, 0};
    wend_goal_def def = wend_default_goal_def();
    def.points = &at;
    def.opens = 3.0;
    wend_agent agent = add_chooser(world, contract_add_goal(world, &def), 1, 0);
    run_and_record(&h, world, agent, 60);
    ck_assert_uint_eq(h.count, 3);
    expect(&h, 0, WEND_ACTIVITY_WAITING, 1);
    expect(&h, 1, WEND_ACTIVITY_WALKING, 31);
    expect(&h, 2, WEND_ACTIVITY_ARRIVED, 30 + steps_to(2.05));
    wend_world_destroy(world);
}
END_TEST

/* The goal has capacity for one agent: the second agent takes it when the first has left. */
START_TEST(an_agent_waits_for_free_capacity_at_its_goal) {
    history first = {{WEND_ACTIVITY_CHOOSING}, {0}, 0}, second = first;
    wend_world *world = make_choosing_world();
    wend_point at = {3.05, 0};
    wend_goal_def def = wend_default_goal_def();
    def.points = &at;
    def.capacity = 1;
    def.on_arrival = WEND_ON_ARRIVAL_LEAVE;
    wend_goal goal = contract_add_goal(world, &def);
    wend_agent a = add_chooser(world, goal, 1, 0), b = add_chooser(world, goal, 2, 4);
    for (int i = 0; i < 100; i++) {
        contract_step(world, 1);
        record_activity(&first, world, a);
        record_activity(&second, world, b);
    }
    uint64_t freed = steps_to(3.05);
    expect(&first, 0, WEND_ACTIVITY_WALKING, 1);
    expect(&first, 1, WEND_ACTIVITY_LEFT, freed);
    expect(&second, 0, WEND_ACTIVITY_WAITING, 1);
    expect(&second, 1, WEND_ACTIVITY_WALKING, freed + 1);
    expect(&second, 2, WEND_ACTIVITY_LEFT, freed + steps_to(hypot(3.05, 4.0)));
    wend_world_destroy(world);
}
END_TEST

/* The goal closes after 2 s; the agent notices this in the first step that begins later. */
START_TEST(agent_waits_forever_when_its_goal_has_closed) {
    history h = {{WEND_ACTIVITY_CHOOSING}, {0}, 0};
    wend_world *world = make_world(contract_open(), "straight");
    wend_point at = {5, 0};
    wend_goal_def def = wend_default_goal_def();
    def.points = &at;
    def.closes = 2.05;
    wend_agent agent = contract_agent(world, 1, 0, 0, contract_add_goal(world, &def));
    run_and_record(&h, world, agent, 60);
    ck_assert_uint_eq(h.count, 2);
    expect(&h, 0, WEND_ACTIVITY_WALKING, 1);
    expect(&h, 1, WEND_ACTIVITY_CLOSED, 22);
    wend_world_destroy(world);
}
END_TEST

START_TEST(an_agent_without_a_goal_waits) {
    history h = {{WEND_ACTIVITY_CHOOSING}, {0}, 0};
    wend_world *world = make_world(contract_open(), "straight");
    wend_goal goal = contract_goal(world, 5, 0, 0, WEND_ON_ARRIVAL_STOP);
    wend_agent agent = contract_agent(world, 1, 0, 0, goal);
    run_and_record(&h, world, agent, 10);
    CONTRACT_OK(wend_world_remove_goal(world, goal, &contract_error));
    run_and_record(&h, world, agent, 10);
    ck_assert_uint_eq(h.count, 2);
    expect(&h, 0, WEND_ACTIVITY_WALKING, 1);
    expect(&h, 1, WEND_ACTIVITY_WAITING, 11);
    wend_world_destroy(world);
}
END_TEST

/* The agent alternates between two points: after each arrival it has no goal for one step. */
START_TEST(agent_chooses_again_after_arrival) {
    history h = {{WEND_ACTIVITY_CHOOSING}, {0}, 0};
    wend_world *world = contract_world(contract_open(), NULL, 1);
    wend_profile_def profile = contract_profile_def("direct");
    profile.select.name = "cycle";
    contract_add_profile(world, &profile);
    wend_goal goals[2] = {contract_goal(world, 1.05, 0, 0, WEND_ON_ARRIVAL_CONTINUE),
                          contract_goal(world, -1.05, 0, 0, WEND_ON_ARRIVAL_CONTINUE)};
    wend_agent_def def = wend_default_agent_def();
    CONTRACT_OK(wend_world_add_goal_set(world, goals, 2, &def.goal_set, &contract_error));
    run_and_record(&h, world, contract_add(world, &def), 30);
    uint64_t first = steps_to(1.05), second = steps_to(1.05 + 0.1 * (double)first);
    expect(&h, 0, WEND_ACTIVITY_WALKING, 1);
    expect(&h, 1, WEND_ACTIVITY_CHOOSING, first);
    expect(&h, 2, WEND_ACTIVITY_WALKING, first + 1);
    expect(&h, 3, WEND_ACTIVITY_CHOOSING, first + second);
    expect(&h, 4, WEND_ACTIVITY_WALKING, first + second + 1);
    wend_world_destroy(world);
}
END_TEST

/* ---- Routes ---------------------------------------------------------------------------------- */

/* Makes two rooms without a door between them. With a ladder, an agent can cross from one to the
 * other. */
static wend_space *make_rooms(uint32_t ladders) {
    static const wend_point left[4] = {{0, 0}, {4, 0}, {4, 4}, {0, 4}};
    static const wend_point right[4] = {{5, 0}, {9, 0}, {9, 4}, {5, 4}};
    wend_ring rings[2] = {{left, 4}, {right, 4}};
    wend_layer_def layer;
    memset(&layer, 0, sizeof layer);
    layer.boundaries = rings;
    layer.boundary_count = 2;
    wend_connection_def ladder = wend_default_connection_def();
    ladder.from = contract_point(3, 2);
    ladder.to = contract_point(6, 2);
    ladder.duration = 1.0;
    wend_space_def def = wend_default_space_def();
    def.layers = &layer;
    def.layer_count = 1;
    def.connections = &ladder;
    def.connection_count = ladders;
    return contract_space(&def);
}

START_TEST(an_agent_without_a_route_is_stranded) {
    history h = {{WEND_ACTIVITY_CHOOSING}, {0}, 0};
    wend_world *world = make_world(make_rooms(0), "sight");
    wend_goal goal = contract_goal(world, 8, 2, 0, WEND_ON_ARRIVAL_STOP);
    wend_agent agent = contract_agent(world, 1, 1, 2, goal);
    run_and_record(&h, world, agent, 20);
    ck_assert_uint_eq(h.count, 1);
    expect(&h, 0, WEND_ACTIVITY_STRANDED, 1);
    CONTRACT_OK(wend_world_set_agent_goal(
        world, agent, contract_goal(world, 3.05, 2, 0, WEND_ON_ARRIVAL_STOP), &contract_error));
    run_and_record(&h, world, agent, 40);
    expect(&h, 1, WEND_ACTIVITY_WALKING, 21);
    expect(&h, 2, WEND_ACTIVITY_ARRIVED, 20 + steps_to(2.05));
    wend_world_destroy(world);
}
END_TEST

/* Also saves a snapshot in the middle of the crossing; the loaded world continues identically. */
START_TEST(an_agent_on_a_connection_is_crossing) {
    history h = {{WEND_ACTIVITY_CHOOSING}, {0}, 0}, copy;
    wend_world *world = make_world(make_rooms(1), "sight");
    wend_goal goal = contract_goal(world, 8, 2, 0, WEND_ON_ARRIVAL_STOP);
    wend_agent agent = contract_agent(world, 1, 1, 2, goal);
    run_and_record(&h, world, agent, 20);
    copy = h;
    wend_world *loaded = contract_reload(world, NULL);
    run_and_record(&h, world, agent, 60);
    run_and_record(&copy, loaded, agent, 60);
    ck_assert_uint_eq(h.count, 4);
    ck_assert_int_eq(h.activities[0], WEND_ACTIVITY_WALKING);
    ck_assert_int_eq(h.activities[1], WEND_ACTIVITY_CROSSING);
    expect(&h, 2, WEND_ACTIVITY_WALKING,
           h.steps[1] +
               11); /* 10 steps for the 1 s crossing, and the step in which the agent enters */
    ck_assert_int_eq(h.activities[3], WEND_ACTIVITY_ARRIVED);
    ck_assert_mem_eq(&h, &copy, sizeof h);
    wend_world_destroy(loaded);
    wend_world_destroy(world);
}
END_TEST

START_TEST(activities_have_distinct_names) {
    for (int i = 0; i < WEND_ACTIVITY_COUNT; i++) {
        for (int k = 0; k < i; k++) {
            ck_assert_str_ne(wend_activity_text((wend_activity)i),
                             wend_activity_text((wend_activity)k));
        }
    }
}
END_TEST

int main(void) {
    CONTRACT("contracts/behaviour", an_agent_walks_until_it_arrives_or_leaves,
             an_agent_given_another_goal_sets_out_again, an_agent_waits_until_its_goal_opens,
             an_agent_waits_for_free_capacity_at_its_goal,
             agent_waits_forever_when_its_goal_has_closed, an_agent_without_a_goal_waits,
             agent_chooses_again_after_arrival, an_agent_without_a_route_is_stranded,
             an_agent_on_a_connection_is_crossing, activities_have_distinct_names);
}
