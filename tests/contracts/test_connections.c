/* Connections {from, to, one_way, cost, duration, profiles}: every planner uses them where they are
 * cheaper than walking, and only in their direction; crossing takes their duration. */
#include "contract.h"

/* ---- Two floors of 20 x 12 m ----------------------------------------------------------------- */

static wend_connection_def connection(double x0, double y0, uint32_t from, double x1, double y1,
                                      uint32_t to) {
    wend_connection_def def = wend_default_connection_def();
    def.from = contract_point(x0, y0);
    def.to = contract_point(x1, y1);
    def.from_layer = from;
    def.to_layer = to;
    return def;
}

static wend_world *make_world(const wend_connection_def *connections, uint32_t count,
                              const char *plan) {
    static const wend_point corners[4] = {{0, 0}, {20, 0}, {20, 12}, {0, 12}};
    wend_ring ring = {corners, 4};
    wend_layer_def layers[2];
    memset(layers, 0, sizeof layers);
    layers[0].boundaries = layers[1].boundaries = &ring;
    layers[0].boundary_count = layers[1].boundary_count = 1;
    wend_space_def def = wend_default_space_def();
    def.layers = layers;
    def.layer_count = 2;
    def.connections = connections;
    def.connection_count = count;
    wend_world *world = contract_world(contract_space(&def), NULL, 1);
    wend_profile_def profile = contract_profile_def("direct");
    profile.plan.name = plan;
    contract_add_profile(world, &profile);
    return world;
}

static wend_agent add_agent(wend_world *world, double x, double y, uint32_t layer, wend_goal goal) {
    wend_agent_def def = wend_default_agent_def();
    def.position = contract_point(x, y);
    def.layer = layer;
    def.goal = goal;
    return contract_add(world, &def);
}

/* Steps until an event of the given kind occurs for the agent. Returns the step count at that time,
 * or 0 if no such event occurs. */
static uint64_t step_until(wend_world *world, wend_agent agent, wend_event_kind kind,
                           uint32_t steps, uint32_t *detail) {
    for (uint32_t i = 0; i < steps; i++) {
        const wend_event *events = NULL;
        contract_step(world, 1);
        uint32_t count = wend_world_get_events(world, &events);
        for (uint32_t k = 0; k < count; k++) {
            if (events[k].kind == kind && events[k].agent.value == agent.value) {
                *detail = events[k].detail;
                return wend_world_step_count(world);
            }
        }
    }
    return 0;
}

/* ---- Planners -------------------------------------------------------------------------------- */

/* Finds the planners that need no map; conformance tests cover the others. */
static uint32_t find_planners(const char *names[8]) {
    wend_registry *registry = contract_registry();
    uint32_t found = 0;
    for (uint32_t i = 0; i < wend_registry_count(registry, WEND_KIND_PLANNER); i++) {
        const wend_entry *entry = wend_registry_get(registry, WEND_KIND_PLANNER, i);
        const wend_planner *planner = (const wend_planner *)(const void *)entry;
        if (planner->map_count == 0 && planner->plan && !planner->choose &&
            !planner->may_not_arrive && found < 8) {
            /* The library owns the name, which outlives the registry. */
            names[found++] = entry->name;
        }
    }
    wend_registry_destroy(registry);
    return found;
}

START_TEST(every_planner_routes_agents_to_another_floor) {
    const char *planners[8];
    uint32_t count = find_planners(planners), detail = 9;
    ck_assert_uint_ge(count, 2);
    for (uint32_t i = 0; i < count; i++) {
        wend_connection_def ladder = connection(5, 5, 0, 5, 5, 1);
        wend_world *world = make_world(&ladder, 1, planners[i]);
        wend_goal above = contract_goal(world, 12, 5, 1, WEND_ON_ARRIVAL_STOP);
        wend_goal below = contract_goal(world, 12, 9, 0, WEND_ON_ARRIVAL_STOP);
        wend_agent up = add_agent(world, 2, 5, 0, above), down = add_agent(world, 2, 8, 1, below);
        ck_assert_msg(step_until(world, up, WEND_EVENT_ENTERED, 100, &detail) > 0, "%s",
                      planners[i]);
        ck_assert_uint_eq(detail, 0);
        contract_step(world, 200);
        ck_assert_int_eq(contract_state(world, up).activity, WEND_ACTIVITY_ARRIVED);
        ck_assert_int_eq(contract_state(world, down).activity, WEND_ACTIVITY_ARRIVED);
        ck_assert_uint_eq(contract_state(world, up).layer, 1);
        ck_assert_uint_eq(contract_state(world, down).layer, 0);
        wend_world_destroy(world);
    }
}
END_TEST

START_TEST(no_planner_takes_a_one_way_connection_backwards) {
    const char *planners[8];
    uint32_t count = find_planners(planners), detail = 9;
    for (uint32_t i = 0; i < count; i++) {
        wend_connection_def both[2] = {connection(5, 5, 0, 5, 5, 1),
                                       connection(18, 5, 0, 18, 5, 1)};
        both[0].one_way = true;
        for (uint32_t with = 1; with <= 2; with++) {
            wend_world *world = make_world(both, with, planners[i]);
            wend_goal below = contract_goal(world, 5, 8, 0, WEND_ON_ARRIVAL_STOP);
            wend_agent down = add_agent(world, 6, 5, 1, below);
            uint64_t entered = step_until(world, down, WEND_EVENT_ENTERED, 300, &detail);
            ck_assert_msg((entered > 0) == (with == 2), "%s", planners[i]);
            ck_assert(with == 1 || detail == 1);
            contract_step(world, 300);
            wend_agent_state state = contract_state(world, down);
            ck_assert_uint_eq(state.layer, 2 - with);
            ck_assert((state.activity == WEND_ACTIVITY_ARRIVED) == (with == 2));

            wend_world_destroy(world);
        }
    }
}
END_TEST

/* True if the agent uses the connection. Walking costs 12 m. The route over the connection costs 2
 * m to its entry, the connection's own cost, and 2 m from its exit. */
static bool takes_shortcut(const char *plan, double cost) {
    wend_connection_def jump = connection(4, 5, 0, 12, 5, 0);
    jump.cost = cost;
    jump.duration = 1.0;
    wend_world *world = make_world(&jump, 1, plan);
    wend_goal goal = contract_goal(world, 14, 5, 0, WEND_ON_ARRIVAL_STOP);
    wend_agent agent = add_agent(world, 2, 5, 0, goal);
    uint32_t detail = 9;
    bool taken = step_until(world, agent, WEND_EVENT_ENTERED, 150, &detail) > 0;
    wend_world_destroy(world);
    return taken;
}

START_TEST(takes_connection_only_if_cheaper_than_walking) {
    const char *planners[8];
    uint32_t count = find_planners(planners);
    for (uint32_t i = 0; i < count; i++) {
        ck_assert_msg(takes_shortcut(planners[i], 7.9), "%s", planners[i]);
        ck_assert_msg(!takes_shortcut(planners[i], 8.1), "%s", planners[i]);
    }
}
END_TEST

/* ---- Duration -------------------------------------------------------------------------------- */

/* The agent starts at the entry and enters in the first step. It returns in the first step that
 * begins after the duration has passed; the event is reported at the end of that step. */
START_TEST(crossing_takes_its_duration_to_within_one_step) {
    static const double durations[5] = {0.0, 0.1, 0.95, 2.5, 7.3};
    static const uint64_t steps[5] = {0, 1, 10, 25, 73};
    for (int i = 0; i < 5; i++) {
        wend_connection_def ladder = connection(5, 5, 0, 5, 5, 1);
        ladder.duration = durations[i];
        wend_world *world = make_world(&ladder, 1, "sight");
        wend_goal goal = contract_goal(world, 9, 5, 1, WEND_ON_ARRIVAL_STOP);
        wend_agent agent = add_agent(world, 5, 5, 0, goal);
        uint32_t detail = 9;
        ck_assert_uint_eq(step_until(world, agent, WEND_EVENT_ENTERED, 1, &detail), 1);
        uint32_t crossing = 0;
        for (; contract_state(world, agent).activity == WEND_ACTIVITY_CROSSING; crossing++) {
            ck_assert_uint_eq(wend_world_view(world)->body_count,
                              0); /* no other agent can meet it there */
            ck_assert_uint_eq(contract_state(world, agent).layer, 0);
            contract_step(world, 1);
        }
        ck_assert_uint_eq(crossing, steps[i] + 1);
        ck_assert_uint_eq(contract_state(world, agent).layer, 1);
        wend_world_destroy(world);
    }
}
END_TEST

/* ---- Profiles -------------------------------------------------------------------------------- */

START_TEST(connection_is_taken_only_by_listed_profiles) {
    static const char *const staff[1] = {"staff"};
    wend_connection_def ladder = connection(5, 5, 0, 5, 5, 1);
    ladder.profiles = staff;
    ladder.profile_count = 1;
    wend_world *world = make_world(&ladder, 1, "sight");
    wend_goal goal = contract_goal(world, 9, 5, 1, WEND_ON_ARRIVAL_STOP);
    wend_profile_def def = contract_profile_def("direct");
    def.plan.name = "sight";
    def.name = "staff";
    wend_agent_def agent = wend_default_agent_def();
    agent.profile = contract_add_profile(world, &def);
    agent.position = contract_point(3, 5);
    agent.goal = goal;
    wend_agent visitor = add_agent(world, 3, 8, 0, goal), member = contract_add(world, &agent);
    contract_step(world, 200);
    ck_assert_uint_eq(contract_state(world, visitor).layer, 0);
    ck_assert_uint_eq(contract_state(world, member).layer, 1);
    wend_world_destroy(world);
}
END_TEST

START_TEST(space_reports_its_connections) {
    static const char *const names[2] = {"staff", "guests"};
    wend_connection_def defs[2] = {connection(5, 5, 0, 6, 7, 1), connection(2, 2, 1, 3, 3, 1)};
    defs[0].name = "ladder";
    defs[0].one_way = true;
    defs[0].cost = 4.5;
    defs[0].duration = 3.25;
    defs[0].radius = 0.75;
    defs[0].profiles = names;
    defs[0].profile_count = 2;
    wend_world *world = make_world(defs, 2, "straight");
    const wend_space *space = wend_world_space(world);
    ck_assert_uint_eq(wend_space_connection_count(space), 2);
    wend_connection first = wend_space_connection(space, 0),
                    second = wend_space_connection(space, 1);
    ck_assert_str_eq(first.name, "ladder");
    ck_assert(first.from.position.x == 5.0F && first.to.position.y == 7.0F);
    ck_assert(first.from.layer == 0 && first.to.layer == 1);
    ck_assert(first.one_way && first.cost == 4.5F && first.duration == 3.25F);
    ck_assert(first.radius == 0.75F && first.profile_count == 2);
    ck_assert_str_eq(first.profiles[1], "guests");
    ck_assert(!second.one_way && second.cost < 0.0F && second.duration < 0.0F);
    ck_assert(second.profile_count == 0 && second.name[0] == '\0');
    wend_world_destroy(world);
}
END_TEST

int main(void) {
    CONTRACT("contracts/connections", every_planner_routes_agents_to_another_floor,
             no_planner_takes_a_one_way_connection_backwards,
             takes_connection_only_if_cheaper_than_walking,
             crossing_takes_its_duration_to_within_one_step,
             connection_is_taken_only_by_listed_profiles, space_reports_its_connections);
}
