/* Planning: a planner prepares what its agents share, returns long routes stretch by stretch, and
 * counts its search nodes for the budget of a step. */
#include "contract.h"

enum { AGENTS = 40, TASKS = 3 };

/* What the planner's functions have seen. Tasks run on several workers at once, so each writes only
 * its own element. */
static uint32_t collected, planned, prepared[TASKS];
static bool continues;
static uint64_t nodes_per_route;

static uint32_t count_agents(const wend_agents *agents) {
    uint32_t count = 0;
    for (uint32_t k = 0; k < agents->range_count; k++) {
        count += agents->ranges[k].end - agents->ranges[k].begin;
    }
    return count;
}

static void collect(const wend_view *view, const wend_agents *agents) {
    (void)view;
    ck_assert_uint_eq(planned, 0); /* all agents are collected before the first one is planned */
    collected += count_agents(agents);
}

static uint32_t count_tasks(const wend_view *view, const wend_agents *agents) {
    (void)view;
    ck_assert_uint_eq(agents->range_count, 0);
    return TASKS;
}

static void run_task(const wend_view *view, const wend_agents *agents, uint32_t task) {
    (void)view;
    (void)agents;
    prepared[task]++;
}

static void plan(const wend_view *view, const wend_agents *agents, wend_route_sink *sink) {
    for (uint32_t k = 0; k < agents->range_count; k++) {
        for (uint32_t i = agents->ranges[k].begin; i < agents->ranges[k].end; i++) {
            wend_route route;
            memset(&route, 0, sizeof route);
            route.status = WEND_ROUTE_STATUS_FOUND;
            route.gives = WEND_ROUTE_POLYLINE | (continues ? WEND_ROUTE_CONTINUES : 0);
            route.map = WEND_NO_MAP;
            route.stretch = continues ? 2.0F : 0.0F;
            ck_assert(wend_route_sink_add(sink, i, &route));
            wend_view_count_nodes(view, agents->worker, nodes_per_route);
        }
    }
    planned += count_agents(agents);
}

static wend_world *make_world(wend_registry **registry, uint64_t budget, uint32_t threads) {
    static wend_planner planner;
    memset(&planner, 0, sizeof planner);
    contract_head(&planner.stage.entry, sizeof planner, "shared");
    planner.gives = WEND_ROUTE_POLYLINE;
    planner.plan = plan;
    planner.collect = collect;
    planner.task_count = count_tasks;
    planner.run_task = run_task;
    *registry = contract_registry();
    contract_register(*registry, WEND_KIND_PLANNER, &planner.stage.entry);
    wend_world_def def = wend_default_world_def();
    def.space = contract_open();
    def.registry = *registry;
    def.threads = threads;
    def.plan_budget = budget;
    wend_world *world = NULL;
    CONTRACT_OK(wend_world_create(&def, &world, &contract_error));
    wend_space_release(def.space);
    wend_profile_def profile = contract_profile_def("direct");
    profile.plan.name = "shared";
    contract_add_profile(world, &profile);
    for (uint32_t i = 0; i < AGENTS; i++) {
        wend_goal goal = contract_goal(world, 100.0, 2.0 * i, 0, WEND_ON_ARRIVAL_STOP);
        contract_agent(world, 100 + i, 0.0, 2.0 * i, goal);
    }
    collected = planned = 0;
    memset(prepared, 0, sizeof prepared);
    continues = false;
    nodes_per_route = 1;
    return world;
}

START_TEST(a_planner_prepares_what_its_agents_share) {
    wend_registry *registry = NULL;
    wend_world *world = make_world(&registry, 0, 1);
    contract_step(world, 3);
    ck_assert_uint_eq(collected, AGENTS);
    ck_assert_uint_eq(planned, AGENTS);
    for (uint32_t i = 0; i < TASKS; i++) {
        ck_assert_uint_eq(prepared[i], 1); /* nothing is prepared in steps without plans */
    }
    wend_world_destroy(world);
    wend_registry_destroy(registry);
}
END_TEST

/* The agents can walk at most 2 m/s, so a stretch of 2 m must be renewed within 1 s. */
START_TEST(a_stretch_is_renewed_before_it_is_used_up) {
    wend_registry *registry = NULL;
    wend_world *world = make_world(&registry, 0, 1);
    continues = true;
    contract_step(world, 1);
    ck_assert_uint_eq(planned, AGENTS);
    for (int i = 0; i < 9; i++) {
        planned = 0;
        contract_step(world, 1);
        ck_assert_uint_eq(planned, 0);
    }
    contract_step(world, 1);
    ck_assert_uint_eq(planned, AGENTS);
    wend_world_destroy(world);
    wend_registry_destroy(registry);
}
END_TEST

START_TEST(a_budget_limits_the_nodes_of_a_step) {
    wend_registry *registry = NULL;
    wend_world *world = make_world(&registry, 1000, 1);
    nodes_per_route = 100;
    contract_step(world, 1);
    ck_assert_uint_eq(planned, 16); /* a batch; after it, 1,600 nodes have been used */
    ck_assert_uint_eq(collected, 0);
    contract_step(world, 1);
    ck_assert_uint_eq(planned, 32);
    contract_step(world, 1);
    ck_assert_uint_eq(planned, AGENTS);
    wend_world_destroy(world);
    wend_registry_destroy(registry);
}
END_TEST

int main(void) {
    CONTRACT("planning", a_planner_prepares_what_its_agents_share,
             a_stretch_is_renewed_before_it_is_used_up, a_budget_limits_the_nodes_of_a_step);
}
