/* Descriptors and defs: the `user` pointer of a descriptor is passed to every function of every
 * stage, so that a language binding can find its own object in each call. */
#include "contract.h"

enum {
    SELECT,
    PLAN,
    IS_ROUTE_OPEN,
    ROUTE_LENGTH,
    CHOOSE,
    FOLLOW,
    MODIFY,
    STEER,
    PROPOSE,
    ENTER,
    LEAVE,
    BEGIN,
    END
};
enum { EXPLAIN = END + 1, CREATE, CALLS };

static int
    tokens[WEND_KIND_COUNT]; /* the user data of each kind is the address of that kind's token */
static uint32_t calls[CALLS];

static void count_call(int call, const void *user, wend_kind kind) {
    ck_assert_msg(user == &tokens[kind], "call %d", call);
    calls[call]++;
}

/* Counts calls of the functions that all stages have, by the kind that the user data identifies. */
static uint32_t common[WEND_KIND_COUNT][CALLS];

static void count_common(int call, const void *user) {
    int kind = 0;
    for (; kind < WEND_KIND_COUNT && user != &tokens[kind]; kind++) {
    }
    ck_assert_msg(kind < WEND_KIND_COUNT, "call %d", call);
    common[kind][call]++;
}

static void on_select(const wend_view *view, const wend_agents *agents, uint32_t *goals) {
    count_call(SELECT, agents->user, WEND_KIND_SELECTOR);
    for (uint32_t i = contract_first(agents); i < view->body_count; i = contract_next(agents, i)) {
        goals[i - agents->first] = 0;
    }
}

static void on_plan(const wend_view *view, const wend_agents *agents, wend_route_sink *sink) {
    wend_route route;
    memset(&route, 0, sizeof route);
    route.status = WEND_ROUTE_STATUS_FOUND;
    route.gives = WEND_ROUTE_POLYLINE;
    route.map = WEND_NO_MAP;
    count_call(PLAN, agents->user, WEND_KIND_PLANNER);
    for (uint32_t i = contract_first(agents); i < view->body_count; i = contract_next(agents, i)) {
        wend_route_sink_add(sink, i, &route);
    }
}

static bool on_is_route_open(const wend_view *view, const wend_agents *agents, uint32_t index,
                             const wend_route *route) {
    (void)view, (void)index, (void)route;
    count_call(IS_ROUTE_OPEN, agents->user, WEND_KIND_PLANNER);
    return true;
}

static double on_route_length(const wend_view *view, const wend_agents *agents, uint32_t index,
                              wend_location from, const wend_region *to, uint32_t layer) {
    (void)view, (void)index, (void)layer;
    count_call(ROUTE_LENGTH, agents->user, WEND_KIND_PLANNER);
    return (double)wend_region_distance(to, from.position);
}

static const char *on_choose(const wend_view *view, uint32_t profile, void *user,
                             wend_error *error) {
    (void)view, (void)profile, (void)error;
    count_call(CHOOSE, user, WEND_KIND_PLANNER);
    return "straight";
}

static void on_follow(const wend_view *view, const wend_agents *agents, wend_intent *intents) {
    count_call(FOLLOW, agents->user, WEND_KIND_FOLLOWER);
    for (uint32_t i = contract_first(agents); i < view->body_count; i = contract_next(agents, i)) {
        memset(&intents[i - agents->first], 0, sizeof *intents);
        intents[i - agents->first].region = *wend_view_goal_region(view, 0);
    }
}

static void on_modify(const wend_view *view, const wend_agents *agents, wend_intent *intents) {
    (void)view, (void)intents;
    count_call(MODIFY, agents->user, WEND_KIND_MODIFIER);
}

static void on_steer(const wend_view *view, const wend_agents *agents, const wend_intent *intents,
                     wend_outcome *outcomes) {
    (void)intents;
    count_call(STEER, agents->user, WEND_KIND_STEERING);
    for (uint32_t i = contract_first(agents); i < view->body_count; i = contract_next(agents, i)) {
        outcomes[i - agents->first] = contract_outcome(view, contract_vec(1.0F, 0.0F));
    }
}

static void on_propose(const wend_view *view, const wend_agents *agents,
                       const wend_intent *intents) {
    (void)view, (void)intents;
    count_call(PROPOSE, agents->user, WEND_KIND_STEERING);
}

static void on_enter(const wend_view *view, const wend_agents *agents, uint32_t index) {
    (void)view, (void)index;
    count_common(ENTER, agents->user);
}

static void on_leave(const wend_view *view, const wend_agents *agents, uint32_t index) {
    (void)view, (void)index;
    count_common(LEAVE, agents->user);
}

static void on_begin(const wend_view *view, const wend_agents *agents) {
    (void)view;
    count_common(BEGIN, agents->user);
}

static void on_end(const wend_view *view, const wend_agents *agents) {
    (void)view;
    count_common(END, agents->user);
}

static void on_explain(const wend_view *view, const wend_agents *agents, uint32_t index,
                       const wend_intent *intent, wend_sketch *sketch) {
    (void)view, (void)index, (void)intent, (void)sketch;
    count_common(EXPLAIN, agents->user);
}

static wend_result on_create(const wend_model_def *def, void **out, wend_error *error) {
    (void)error;
    count_common(CREATE, def->user);
    *out = NULL;
    return WEND_OK;
}

/* ---- The entries, and a world with them ------------------------------------------------------ */

static wend_selector selector;
static wend_planner planner, chooser;
static wend_follower follower;
static wend_modifier modifier;
static wend_steering steering;

static void add_stage(wend_registry *registry, wend_kind kind, wend_stage *stage, size_t size,
                      const char *name) {
    contract_head(&stage->entry, size, name);
    stage->entry.user = &tokens[kind];
    stage->enter = on_enter;
    stage->leave = on_leave;
    stage->begin_step = on_begin;
    stage->end_step = on_end;
    stage->explain = on_explain;
    stage->create = on_create;
    contract_register(registry, kind, &stage->entry);
}

static wend_registry *make_registry(void) {
    wend_registry *registry = contract_registry();
    selector.select = on_select;
    add_stage(registry, WEND_KIND_SELECTOR, &selector.stage, sizeof selector, "own");
    planner.gives = WEND_ROUTE_POLYLINE;
    planner.plan = on_plan;
    planner.is_route_open = on_is_route_open;
    planner.route_length = on_route_length;
    add_stage(registry, WEND_KIND_PLANNER, &planner.stage, sizeof planner, "own");
    chooser.gives = WEND_ROUTE_POLYLINE;
    chooser.choose = on_choose;
    contract_head(&chooser.stage.entry, sizeof chooser, "own_choice");
    chooser.stage.entry.user = &tokens[WEND_KIND_PLANNER];
    contract_register(registry, WEND_KIND_PLANNER, &chooser.stage.entry);
    follower.follow = on_follow;
    add_stage(registry, WEND_KIND_FOLLOWER, &follower.stage, sizeof follower, "own");
    modifier.modify = on_modify;
    add_stage(registry, WEND_KIND_MODIFIER, &modifier.stage, sizeof modifier, "own");
    steering.steer = on_steer;
    steering.propose = on_propose;
    add_stage(registry, WEND_KIND_STEERING, &steering.stage, sizeof steering, "own");
    return registry;
}

/* Makes open ground with a ladder that is not used. */
static wend_world *make_world(const wend_registry *registry) {
    wend_connection_def ladder = wend_default_connection_def();
    wend_space_def def = wend_default_space_def();
    ladder.from = contract_point(90, 0);
    ladder.to = contract_point(90, 9);
    def.connections = &ladder;
    def.connection_count = 1;
    wend_world *world = contract_world(contract_space(&def), registry, 1);
    wend_profile_def profile = contract_profile_def("own");
    profile.select.name = profile.plan.name = profile.follow.name = profile.modify[0].name = "own";
    profile.modify_count = 1;
    contract_add_profile(world, &profile);
    profile = contract_profile_def("direct");
    profile.plan.name = "own_choice";
    contract_add_profile(world, &profile);
    return world;
}

/* One agent uses all these entries, and another agent uses the planner that chooses another
 * planner. A door is opened. */
START_TEST(user_data_is_passed_to_every_function) {
    static const wend_point ends[2] = {{50, 0}, {50, 9}};
    wend_registry *registry = make_registry();
    wend_world *world = make_world(registry);
    wend_obstacle_def door = wend_default_obstacle_def();
    wend_obstacle obstacle = {0};
    wend_agent_def def = wend_default_agent_def();
    wend_mark marks[8];
    door.points = ends;
    door.point_count = 2;
    CONTRACT_OK(wend_world_add_obstacle(world, &door, &obstacle, &contract_error));
    wend_goal goal = contract_goal(world, 95, 9, 0, WEND_ON_ARRIVAL_STOP);
    CONTRACT_OK(wend_world_add_goal_set(world, &goal, 1, &def.goal_set, &contract_error));
    wend_agent agent = contract_add(world, &def);
    def.profile = wend_world_profile_at(world, 1);
    contract_add(world, &def);
    contract_step(world, 2);
    CONTRACT_OK(wend_world_set_obstacle_closed(world, obstacle, false, &contract_error));
    contract_step(world, 2);
    wend_world_explain(world, agent, marks, 8);
    CONTRACT_OK(wend_world_remove_agent(world, agent, &contract_error));
    contract_step(world, 1);
    for (int call = SELECT; call <= PROPOSE; call++) {
        ck_assert_msg(calls[call] > 0, "call %d was not made", call);
    }
    ck_assert_uint_eq(calls[CHOOSE], 1);
    for (int kind = WEND_KIND_SELECTOR; kind <= WEND_KIND_STEERING; kind++) {
        ck_assert_uint_eq(common[kind][CREATE], 1);
        ck_assert_uint_eq(common[kind][ENTER], 1);
        ck_assert_uint_eq(common[kind][LEAVE], 1);
        ck_assert_uint_eq(common[kind][BEGIN], 5);
        ck_assert_uint_eq(common[kind][END], 5);
    }
    ck_assert_uint_eq(common[WEND_KIND_STEERING][EXPLAIN], 1);
    ck_assert_uint_eq(common[WEND_KIND_FOLLOWER][EXPLAIN], 1);
    wend_world_destroy(world);
    wend_registry_destroy(registry);
}
END_TEST

int main(void) {
    CONTRACT("contracts/descriptor_user", user_data_is_passed_to_every_function);
}
