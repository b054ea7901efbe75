/* Models that a program registers: their arguments, how often they are called, and which state they
 * may keep. */
/* label: threads */
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "support/plain_model.h"
#include "support/suite.h"
#include "support/worlds.h"

enum { MOST = 4096 };

/* ---- Two steering models in one crowd -------------------------------------------------------- */

typedef struct probe_state {
    uint64_t key; /* key of the agent that owns the state, initially 0 */
    uint32_t steps;
} probe_state;

typedef struct probe_shared {
    uint32_t begun, ended;
} probe_shared;
PLAIN_MODEL(probe, probe_shared)

static atomic_uint seen[MOST];                /* number of calls in this step, by key */
static atomic_uint wrong;                     /* number of violations of the rules */
static atomic_uint entered[MOST], left[MOST]; /* number of calls, by key */
static uint32_t expected_first_profile_of_b;  /* profiles from this index on use model b */

static void check_ranges(const wend_view *view, const wend_agents *agents, bool is_b) {
    uint32_t last = agents->first;
    for (uint32_t k = 0; k < agents->range_count; k++) {
        wend_range run = agents->ranges[k];
        wrong += run.begin >= run.end || run.begin < last || run.end > view->body_count;
        last = run.end;
        for (uint32_t i = run.begin; i < run.end; i++) {
            const wend_body *body = &view->bodies[i];
            wrong += (wend_body_flags(body) & WEND_BODY_GHOST) != 0;
            wrong += wend_body_profile(body) != agents->profile;
            wrong += (agents->profile >= expected_first_profile_of_b) != is_b;
            wrong += wend_view_find_body(view, body->slot) != i;
            seen[wend_view_key(view, i)]++;
        }
    }
}

static void probe(const wend_view *view, const wend_agents *agents, const wend_intent *intents,
                  wend_outcome *outcomes, bool is_b) {
    const probe_shared *shared = probe_of(agents);
    wrong += shared->begun != shared->ended + 1;
    check_ranges(view, agents, is_b);
    for (uint32_t k = 0; k < agents->range_count; k++) {
        for (uint32_t i = agents->ranges[k].begin; i < agents->ranges[k].end; i++) {
            uint64_t key = wend_view_key(view, i);
            probe_state *state = wend_agents_state(agents, view->bodies[i].slot);
            wrong += state->steps ? state->key != key : state->key != 0;
            state->key = key;
            state->steps++;
            const wend_intent *intent = &intents[i - agents->first];
            float speed = wend_column_at(agents->preferred_speed, view->bodies[i].slot);
            wrong += intent->speed != speed;
            float length = intent->region.a.x > view->bodies[i].position.x ? speed : -speed;
            outcomes[i - agents->first] = (wend_outcome){
                .velocity = {is_b ? length : 0.0F, is_b ? 0.0F : speed},
                .displacement = {is_b ? length * view->dt : 0.0F, is_b ? 0.0F : speed * view->dt}};
        }
    }
}

static void steer_a(const wend_view *view, const wend_agents *agents, const wend_intent *intents,
                    wend_outcome *outcomes) {
    probe(view, agents, intents, outcomes, false);
}

static void steer_b(const wend_view *view, const wend_agents *agents, const wend_intent *intents,
                    wend_outcome *outcomes) {
    probe(view, agents, intents, outcomes, true);
}

static void probe_enter(const wend_view *view, const wend_agents *agents, uint32_t index) {
    const probe_state *state = wend_agents_state(agents, view->bodies[index].slot);
    wrong += state->key != 0 || state->steps != 0;
    wrong += wend_body_profile(&view->bodies[index]) != agents->profile;
    entered[wend_view_key(view, index)]++;
}

static void probe_leave(const wend_view *view, const wend_agents *agents, uint32_t index) {
    const probe_state *state = wend_agents_state(agents, view->bodies[index].slot);
    wrong += state->steps && state->key != wend_view_key(view, index);
    left[wend_view_key(view, index)]++;
}

static void probe_begin(const wend_view *view, const wend_agents *agents) {
    probe_shared *shared = probe_of(agents);
    wrong += agents->range_count != 0 || shared->begun != view->step;
    shared->begun++;
}

static void probe_end(const wend_view *view, const wend_agents *agents) {
    probe_shared *shared = probe_of(agents);
    wrong += shared->ended != view->step;
    shared->ended++;
}

#define PROBE(letter)                                                                              \
    {                                                                                              \
        .stage = {.entry = {WEND_HEAD(wend_steering), .name = "probe_" #letter,                    \
                            .summary = "looks around"},                                            \
                  .state_size = sizeof(probe_state),                                               \
                  PLAIN_MODEL_FUNCTIONS(probe),                                                    \
                  .enter = probe_enter,                                                            \
                  .leave = probe_leave,                                                            \
                  .begin_step = probe_begin,                                                       \
                  .end_step = probe_end},                                                          \
        .steer = steer_##letter                                                                    \
    }

static const wend_steering model_a = PROBE(a), model_b = PROBE(b);

static wend_registry *probe_registry(void) {
    wend_registry *registry = worlds_registry();
    ck_assert_int_eq(wend_registry_add(registry, WEND_KIND_STEERING, &model_a.stage.entry, NULL),
                     WEND_OK);
    ck_assert_int_eq(wend_registry_add(registry, WEND_KIND_STEERING, &model_b.stage.entry, NULL),
                     WEND_OK);
    return registry;
}

static void step_and_check(wend_world *world, uint32_t keys, const bool *lives) {
    memset((void *)seen, 0, sizeof seen);
    worlds_step(world, 1);
    for (uint32_t key = 1; key <= keys; key++) {
        ck_assert_msg(seen[key] == (lives[key] ? 1U : 0U), "agent %u was steered %u times", key,
                      seen[key]);
    }
    ck_assert_uint_eq(wrong, 0);
}

/* The space has three layers with links, so there are ghosts. Agents have three different profiles,
 * which use the models a and b. */
START_TEST(each_model_is_called_once_for_each_of_its_agents) {
    enum { COUNT = 900 };
    static bool lives[COUNT + 1];
    wend_registry *registry = probe_registry();
    wend_world_def world_def = wend_default_world_def();
    world_def.space = worlds_floors();
    world_def.registry = registry;
    world_def.threads = 3;
    wend_world *world = worlds_from(&world_def);
    expected_first_profile_of_b = 2;
    worlds_profile(world, "probe_a");
    wend_profile_def fast = worlds_profile_def();
    fast.preferred_speed = (wend_distribution){WEND_DISTRIBUTION_UNIFORM, 0.1, 0.4, 0, 0};
    fast.steer.name = "probe_a";
    worlds_add_profile(world, &fast);
    worlds_profile(world, "probe_b");
    wend_goal_def goal_def = wend_default_goal_def();
    goal_def.layer = 2; /* no agent reaches this goal */
    wend_goal goal = worlds_add_goal(world, &goal_def);
    for (uint32_t key = 1; key <= COUNT; key++) {
        wend_agent_def def = wend_default_agent_def();
        def.key = key;
        def.profile = worlds_nth_profile(key * 7 % 3);
        def.goal = goal;
        def.layer = key % 5 == 0;
        def.position = def.layer ? (wend_point){10.2 + key % 37 * 0.1, 4.2 + key % 13 * 0.1}
                                 : (wend_point){7.2 + key % 29 * 0.1, 0.2 + key % 71 * 0.1};
        worlds_add(world, &def);
        lives[key] = true;
    }
    for (int i = 0; i < 20; i++) {
        step_and_check(world, COUNT, lives);
    }
    for (uint32_t key = 1; key <= COUNT; key++) {
        ck_assert_uint_eq(entered[key], 1);
        ck_assert_uint_eq(left[key], 0);
    }
    /* Some agents leave and some change their profile: state starts from zero, and `enter` and
     * `leave` are called. */
    for (uint32_t key = 10; key <= COUNT; key += 10) {
        wend_agent agent = wend_world_find_agent(world, key);
        if (key % 20) {
            ck_assert_int_eq(wend_world_remove_agent(world, agent, NULL), WEND_OK);
            lives[key] = false;
        } else {
            ck_assert_int_eq(wend_world_set_agent_profile(
                                 world, agent, worlds_nth_profile((key * 7 + 1) % 3), NULL),
                             WEND_OK);
        }
    }
    for (int i = 0; i < 5; i++) {
        step_and_check(world, COUNT, lives);
    }
    for (uint32_t key = 1; key <= COUNT; key++) {
        bool changes = key % 20 == 0, goes = key % 20 == 10;
        ck_assert_uint_eq(entered[key], changes ? 2 : 1);
        ck_assert_uint_eq(left[key], changes || goes ? 1 : 0);
    }
    ck_assert_uint_eq(wrong, 0);
    wend_world_destroy(world);
    wend_registry_destroy(registry);
}
END_TEST

/* The output that a model writes at i - first applies to agent i. */
START_TEST(each_outcome_is_applied_to_its_agent) {
    wend_registry *registry = probe_registry();
    wend_world *world = worlds_make(worlds_open(), registry);
    expected_first_profile_of_b = 1;
    worlds_profile(world, "probe_a");
    worlds_profile(world, "probe_b");
    wend_goal goals[2] = {worlds_point(world, 1000, 0), worlds_point(world, -1000, 0)};
    for (uint32_t key = 1; key <= 700; key++) {
        wend_agent_def def = wend_default_agent_def();
        def.key = key;
        def.profile = worlds_nth_profile(key / 3 % 2);
        def.goal = goals[key % 2];
        def.position = (wend_point){key % 26, (int)(key / 26)};
        worlds_add(world, &def);
    }
    worlds_step(world, 3);
    for (uint32_t key = 1; key <= 700; key++) {
        wend_agent_state state = worlds_state(world, wend_world_find_agent(world, key));
        bool is_b = key / 3 % 2;
        ck_assert_float_eq(state.velocity.x, is_b ? (key % 2 ? -1.3F : 1.3F) : 0.0F);
        ck_assert_float_eq(state.velocity.y, is_b ? 0.0F : 1.3F);
    }
    ck_assert_uint_eq(wrong, 0);
    wend_world_destroy(world);
    wend_registry_destroy(registry);
}
END_TEST

START_TEST(leave_is_called_on_arrival) {
    wend_registry *registry = probe_registry();
    wend_world *world = worlds_make(worlds_open(), registry);
    expected_first_profile_of_b = 0;
    worlds_profile(world, "probe_b");
    wend_point position = {2, 0};
    wend_goal_def def = wend_default_goal_def();
    def.points = &position;
    def.on_arrival = WEND_ON_ARRIVAL_LEAVE;
    wend_agent_def agent = wend_default_agent_def();
    agent.key = 5;
    agent.goal = worlds_add_goal(world, &def);
    worlds_add(world, &agent);
    ck_assert_uint_eq(worlds_step_counting(world, 30, WEND_EVENT_LEFT), 1);
    ck_assert_uint_eq(entered[5], 1);
    ck_assert_uint_eq(left[5], 1);
    /* Another agent takes the slot; its state starts from zero. */
    agent.key = 6;
    worlds_add(world, &agent);
    worlds_step(world, 2);
    ck_assert_uint_eq(entered[6], 1);
    ck_assert_uint_eq(wrong, 0);
    wend_world_destroy(world);
    wend_registry_destroy(registry);
}
END_TEST

/* ---- Sampled parameters ---------------------------------------------------------------------- */

typedef struct sampled_params {
    double number;
    wend_column column, fixed;
    int64_t whole;
    bool flag;
    int32_t choice;
    wend_point point;
    wend_ring polygon;
    const char *name;
} sampled_params;

static const char *const colours[] = {"red", "green", "blue", NULL};
static const wend_param sampled_table[] = {
    {"number", WEND_PARAM_NUMBER, offsetof(sampled_params, number), 2.5, 0, 10, "m", "n", NULL},
    {"column", WEND_PARAM_SAMPLED, offsetof(sampled_params, column), 1, 0, 10, "m", "c", NULL},
    {"fixed", WEND_PARAM_SAMPLED, offsetof(sampled_params, fixed), 4, 0, 10, "m", "f", NULL},
    {"whole", WEND_PARAM_INTEGER, offsetof(sampled_params, whole), 3, 0, 10, "1", "w", NULL},
    {"flag", WEND_PARAM_BOOL, offsetof(sampled_params, flag), 1, 0, 0, "", "b", NULL},
    {"choice", WEND_PARAM_CHOICE, offsetof(sampled_params, choice), 1, 0, 0, "", "o", colours},
    {"point", WEND_PARAM_POINT, offsetof(sampled_params, point), 0, 0, 0, "m", "p", NULL},
    {"polygon", WEND_PARAM_POLYGON, offsetof(sampled_params, polygon), 0, 0, 0, "m", "g", NULL},
    {"name", WEND_PARAM_NAME, offsetof(sampled_params, name), 0, 0, 0, "", "t", NULL},
};

static float sampled_value[MOST];
static sampled_params last_params;

static void steer_sampled(const wend_view *view, const wend_agents *agents,
                          const wend_intent *intents, wend_outcome *outcomes) {
    (void)intents;
    const sampled_params *params = agents->params;
    last_params = *params;
    for (uint32_t k = 0; k < agents->range_count; k++) {
        for (uint32_t i = agents->ranges[k].begin; i < agents->ranges[k].end; i++) {
            sampled_value[wend_view_key(view, i)] =
                wend_column_at(params->column, view->bodies[i].slot);
            outcomes[i - agents->first] = (wend_outcome){0};
        }
    }
}

static const wend_steering model_sampled = {
    .stage = {.entry = {WEND_HEAD(wend_steering), .name = "drawn",
                        .summary = "has parameters of all types", .params = sampled_table,
                        .param_count = sizeof sampled_table / sizeof *sampled_table,
                        .params_size = sizeof(sampled_params)}},
    .steer = steer_sampled};

START_TEST(parameters_of_all_types_are_passed_to_the_model) {
    wend_registry *registry = worlds_registry();
    ck_assert_int_eq(
        wend_registry_add(registry, WEND_KIND_STEERING, &model_sampled.stage.entry, NULL), WEND_OK);
    wend_world *world = worlds_make(worlds_open(), registry);
    worlds_profile(world, "drawn");
    wend_agent_def agent = wend_default_agent_def();
    agent.key = 1;
    worlds_add(world, &agent);
    worlds_step(world, 1);
    ck_assert_double_eq(last_params.number, 2.5);
    ck_assert_float_eq(sampled_value[1], 1.0F);
    ck_assert_float_eq(wend_column_at(last_params.fixed, 99), 4.0F);
    ck_assert_int_eq(last_params.whole, 3);
    ck_assert(last_params.flag);
    ck_assert_int_eq(last_params.choice, 1);
    ck_assert_str_eq(last_params.name, "");
    ck_assert_uint_eq(last_params.polygon.count, 0);

    wend_point corner[] = {{7, 8}, {9, 8}, {9, 9}};
    char text[] = "blue", name[] = "north";
    wend_setting settings[] = {
        {"number", {.number = {.a = 7.5}}},
        {"column", {.number = {WEND_DISTRIBUTION_UNIFORM, 2.0, 3.0, 0, 0}}},
        {"whole", {.number = {.a = 9}}},
        {"flag", {.kind = WEND_VALUE_TEXT, .text = "false"}},
        {"choice", {.kind = WEND_VALUE_TEXT, .text = text}},
        {"point", {.kind = WEND_VALUE_POINTS, .points = corner, .point_count = 1}},
        {"polygon", {.kind = WEND_VALUE_POINTS, .points = corner, .point_count = 3}},
        {"name", {.kind = WEND_VALUE_TEXT, .text = name}},
    };
    wend_profile_def def = worlds_profile_def();
    def.steer = (wend_choice){"drawn", settings, sizeof settings / sizeof *settings};
    agent.profile = worlds_add_profile(world, &def);
    memset(corner, 0, sizeof corner); /* the world has copied its arguments */
    memset(text, 'x', sizeof text - 1);
    memset(name, 'x', sizeof name - 1);
    wend_agent first = wend_world_find_agent(world, 1);
    ck_assert_int_eq(wend_world_remove_agent(world, first, NULL), WEND_OK);
    for (uint64_t key = 2; key < 500; key++) {
        agent.key = key;
        worlds_add(world, &agent);
    }
    worlds_step(world, 1);
    ck_assert_double_eq(last_params.number, 7.5);
    ck_assert_int_eq(last_params.whole, 9);
    ck_assert(!last_params.flag);
    ck_assert_int_eq(last_params.choice, 2);
    ck_assert_double_eq(last_params.point.x, 7.0);
    ck_assert_uint_eq(last_params.polygon.count, 3);
    ck_assert_double_eq(last_params.polygon.points[2].y, 9.0);
    ck_assert_str_eq(last_params.name, "north");
    int distinct = 0;
    for (uint64_t key = 2; key < 500; key++) {
        ck_assert_float_ge(sampled_value[key], 2.0F);
        ck_assert_float_le(sampled_value[key], 3.0F);
        distinct += key > 2 && sampled_value[key] != sampled_value[key - 1];
    }
    ck_assert_int_ge(distinct, 495);
    wend_world_destroy(world);
    wend_registry_destroy(registry);
}
END_TEST

/* ---- Several regions ------------------------------------------------------------------------- */

static void follow_three(const wend_view *view, const wend_agents *agents, wend_intent *intents) {
    for (uint32_t k = 0; k < agents->range_count; k++) {
        for (uint32_t i = agents->ranges[k].begin; i < agents->ranges[k].end; i++) {
            wend_intent *intent = &intents[i - agents->first];
            wend_region *more = wend_view_scratch(view, agents->worker, 2 * sizeof *more);
            wrong += more == NULL;
            float y = (float)wend_view_key(view, i);
            intent->region = (wend_region){.shape = WEND_SHAPE_POINT, .a = {0, 0}, .id = {10}};
            more[0] = (wend_region){.shape = WEND_SHAPE_POINT, .a = {5, 5}, .id = {11}};
            more[1] = (wend_region){.shape = WEND_SHAPE_POINT, .a = {100.0F, y}, .id = {12}};
            intent->more = more;
            intent->more_count = 2;
            intent->speed = 1.0F;
        }
    }
}

static const wend_follower follower_three = {
    .stage = {.entry = {WEND_HEAD(wend_follower), .name = "three",
                        .summary = "gives three regions"}},
    .follow = follow_three};

static void steer_third(const wend_view *view, const wend_agents *agents,
                        const wend_intent *intents, wend_outcome *outcomes) {
    for (uint32_t k = 0; k < agents->range_count; k++) {
        for (uint32_t i = agents->ranges[k].begin; i < agents->ranges[k].end; i++) {
            const wend_intent *intent = &intents[i - agents->first];
            wrong += intent->more_count != 2;
            const wend_region *third = wend_intent_region(intent, 2);
            wrong += third->id.bits != 12 || wend_intent_region(intent, 0)->id.bits != 10;
            wrong += third->a.y != (float)wend_view_key(view, i);
            outcomes[i - agents->first] = (wend_outcome){
                .velocity = {1, 0}, .displacement = {0.1F, 0}, .region = 2, .solve_status = 1};
        }
    }
}

static const wend_steering model_third = {
    .stage = {.entry = {WEND_HEAD(wend_steering), .name = "third",
                        .summary = "takes the third region"}},
    .steer = steer_third};

START_TEST(a_model_can_choose_among_regions) {
    wend_registry *registry = worlds_registry();
    ck_assert_int_eq(
        wend_registry_add(registry, WEND_KIND_FOLLOWER, &follower_three.stage.entry, NULL), 0);
    ck_assert_int_eq(
        wend_registry_add(registry, WEND_KIND_STEERING, &model_third.stage.entry, NULL), 0);
    wend_world_def world_def = wend_default_world_def();
    world_def.space = worlds_open();
    world_def.registry = registry;
    world_def.threads = 2;
    wend_world *world = worlds_from(&world_def);
    wend_profile_def def = worlds_profile_def();
    def.follow.name = "three";
    def.steer.name = "third";
    worlds_add_profile(world, &def);
    wend_goal goal = worlds_direction(world, 0.0);
    for (uint32_t key = 1; key <= 1000; key++) {
        wend_agent_def agent = wend_default_agent_def();
        agent.key = key;
        agent.goal = goal;
        agent.position = (wend_point){key % 32, (int)(key / 32)};
        worlds_add(world, &agent);
    }
    worlds_step(world, 5);
    ck_assert_uint_eq(wrong, 0);
    wend_agent_state state = worlds_state(world, wend_world_find_agent(world, 9));
    ck_assert_uint_eq(state.solve_status, WEND_SOLVE_RELAXED);
    ck_assert_double_eq_tol(state.position.x, 9.5, 1e-5);
    wend_world_destroy(world);
    wend_registry_destroy(registry);
}
END_TEST

/* ---- Portals from a polyline ----------------------------------------------------------------- */

static wend_portal portals_seen[2];
static uint32_t portal_count;

static void follow_portals(const wend_view *view, const wend_agents *agents, wend_intent *intents) {
    for (uint32_t k = 0; k < agents->range_count; k++) {
        for (uint32_t i = agents->ranges[k].begin; i < agents->ranges[k].end; i++) {
            const wend_route *route = wend_view_route(view, i);
            wrong += route == NULL;
            portal_count = wend_route_portal_count(route);
            for (uint32_t n = 0; n < portal_count && n < 2; n++) {
                portals_seen[n] = wend_route_portal(route, n, (wend_vec2){1.0F, 5.0F});
            }
            intents[i - agents->first] = (wend_intent){.region = {.shape = WEND_SHAPE_SEGMENT,
                                                                  .a = portals_seen[0].left,
                                                                  .b = portals_seen[0].right,
                                                                  .bias = 0.5F},
                                                       .speed = 1.0F};
        }
    }
}

static const wend_follower follower_portals = {
    .stage = {.entry = {WEND_HEAD(wend_follower), .name = "by_portals",
                        .summary = "heads for portals"}},
    .needs = WEND_ROUTE_PORTALS,
    .follow = follow_portals};

START_TEST(polyline_is_converted_to_portals) {
    wend_registry *registry = worlds_registry();
    ck_assert_int_eq(
        wend_registry_add(registry, WEND_KIND_FOLLOWER, &follower_portals.stage.entry, NULL), 0);
    wend_world *world = worlds_make(worlds_room(20, 10), registry);
    wend_profile_def def = worlds_profile_def();
    def.follow.name = "by_portals";
    worlds_add_profile(world, &def);
    wend_point points[] = {{5, 5}, {9, 7}};
    wend_agent_def agent = wend_default_agent_def();
    ck_assert_int_eq(wend_world_add_path(world, points, NULL, 2, &agent.path, NULL), WEND_OK);
    agent.position = (wend_point){1, 5};
    agent.goal = worlds_point(world, 9, 9);
    wend_agent id = worlds_add(world, &agent);
    worlds_step(world, 1);
    ck_assert_uint_eq(wrong, 0);
    ck_assert_uint_eq(portal_count, 2);
    /* On either side of the path, a portal extends as far as the clearance (5 m in the middle of
     * the room). */
    for (int i = 0; i < 2; i++) {
        wend_portal p = portals_seen[i];
        double clearance = i ? 3.0 : 5.0, x = (double)p.left.x - (double)p.right.x;
        double y = (double)p.left.y - (double)p.right.y;
        ck_assert_double_eq_tol(x * x + y * y, 4 * clearance * clearance, 1e-3);
        ck_assert_double_eq_tol(((double)p.left.x + (double)p.right.x) / 2, points[i].x, 1e-5);
        ck_assert_double_gt(y, 0.0); /* +y is on the left when walking in +x */
    }
    ck_assert_float_gt(worlds_state(world, id).velocity.x, 0.9F);
    wend_world_destroy(world);
    wend_registry_destroy(registry);
}
END_TEST

int main(void) {
    SUITE("world/models", each_model_is_called_once_for_each_of_its_agents,
          each_outcome_is_applied_to_its_agent, leave_is_called_on_arrival,
          parameters_of_all_types_are_passed_to_the_model, a_model_can_choose_among_regions,
          polyline_is_converted_to_portals);
}
