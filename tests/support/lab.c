#include "support/lab.h"

#include <check.h>
#include <math.h>

static lab the_lab;

static void steer_commanded(const wend_view *view, const wend_agents *agents,
                            const wend_intent *intents, wend_outcome *outcomes) {
    (void)intents;
    for (uint32_t k = 0; k < agents->range_count; k++) {
        for (uint32_t i = agents->ranges[k].begin; i < agents->ranges[k].end; i++) {
            uint64_t key = wend_view_key(view, i);
            wend_vec2 offset = the_lab.displacement[key], velocity = the_lab.velocity[key];
            if (isnan(velocity.x)) {
                velocity = (wend_vec2){offset.x / view->dt, offset.y / view->dt};
            }
            outcomes[i - agents->first] =
                (wend_outcome){.velocity = velocity, .displacement = offset};
        }
    }
}

static const wend_steering commanded = {
    .stage = {.entry = {WEND_HEAD(wend_steering), .name = "told", .summary = "does as it is told"}},
    .steer = steer_commanded,
};

static const wend_steering commanded_honest = {
    .stage = {.entry = {WEND_HEAD(wend_steering), .name = "told_honest",
                        .summary = "does as it is told, within limits"}},
    .respects_limits = true,
    .steer = steer_commanded,
};

lab *lab_start(wend_space *space, double dt, uint32_t threads) {
    wend_error error;
    wend_world_def def = wend_default_world_def();
    the_lab = (lab){0};
    ck_assert_int_eq(wend_registry_create(NULL, &the_lab.registry, &error), WEND_OK);
    ck_assert_int_eq(
        wend_registry_add(the_lab.registry, WEND_KIND_STEERING, &commanded.stage.entry, &error),
        WEND_OK);
    ck_assert_int_eq(wend_registry_add(the_lab.registry, WEND_KIND_STEERING,
                                       &commanded_honest.stage.entry, &error),
                     WEND_OK);
    def.space = space;
    def.registry = the_lab.registry;
    def.dt = dt;
    def.threads = threads;
    ck_assert_msg(wend_world_create(&def, &the_lab.world, &error) == WEND_OK, "%s", error.message);
    wend_space_release(space);
    wend_profile_def profile = wend_default_profile_def();
    profile.plan.name = "straight";
    profile.max_speed = wend_constant(100.0);
    profile.steer.name = "told";
    ck_assert_int_eq(wend_world_add_profile(the_lab.world, &profile, NULL, &error), WEND_OK);
    profile.steer.name = "told_honest";
    ck_assert_int_eq(wend_world_add_profile(the_lab.world, &profile, NULL, &error), WEND_OK);
    return &the_lab;
}

void lab_end(void) {
    wend_world_destroy(the_lab.world);
    wend_registry_destroy(the_lab.registry);
    the_lab.world = NULL;
    the_lab.registry = NULL;
}

uint64_t lab_add_def(const wend_agent_def *def) {
    wend_error error;
    wend_agent_def agent = *def;
    ck_assert_uint_lt(the_lab.count, LAB_AGENTS);
    agent.key = ++the_lab.count;
    the_lab.velocity[agent.key] = (wend_vec2){NAN, NAN};
    ck_assert_msg(
        wend_world_add_agents(the_lab.world, &agent, 1, &the_lab.ids[agent.key], &error) == WEND_OK,
        "%s", error.message);
    return agent.key;
}

uint64_t lab_add(double x, double y, uint32_t layer, double radius) {
    wend_agent_def def = wend_default_agent_def();
    def.position = (wend_point){x, y};
    def.layer = layer;
    def.radius = radius;
    return lab_add_def(&def);
}

void lab_step(uint32_t count) {
    wend_error error;
    ck_assert_msg(wend_world_step(the_lab.world, count, &error) == WEND_OK, "%s", error.message);
}

wend_agent_state lab_get(uint64_t key) {
    wend_agent_state state;
    ck_assert(wend_world_get_agent(the_lab.world, the_lab.ids[key], &state));
    return state;
}
