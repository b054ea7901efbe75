/* A program adds its own condition, action and trigger, and uses them in a machine and a signal. */
#include "contract.h"

#include <wend/behaviour.h>

/* ---- Entries --------------------------------------------------------------------------------- */

typedef struct far_params {
    double distance;
    double *bound; /* memory of the binding */
} far_params;

static wend_result far_bind(const wend_binding *binding, void *params, wend_error *error) {
    far_params *own = (far_params *)params;
    (void)error;
    own->bound = (double *)wend_binding_allocate(binding, sizeof *own->bound);
    ck_assert(own->bound != NULL && *own->bound == 0.0);
    *own->bound = own->distance;
    ck_assert(wend_binding_find_state(binding, "far", NULL) == 1);
    ck_assert(!wend_binding_is_reload(binding));
    return WEND_OK;
}

static bool far_holds(const wend_condition_call *call) {
    const far_params *params = (const far_params *)call->params;
    return (double)call->view->bodies[call->index].position.x >= *params->bound;
}

static wend_condition far_condition;
static wend_param far_table[1];

static int applied, undone;

static wend_result paint(const wend_action_call *call, wend_error *error) {
    double radius = wend_action_get_attribute(call, WEND_ATTRIBUTE_RADIUS);
    *(double *)call->saved = radius;
    applied++;
    return wend_action_change_attribute(call, WEND_ATTRIBUTE_RADIUS, 0.125, error);
}

static wend_result unpaint(const wend_action_call *call, wend_error *error) {
    undone++;
    return wend_action_change_attribute(call, WEND_ATTRIBUTE_RADIUS, *(double *)call->saved, error);
}

static wend_action paint_action;

static bool third_step(const wend_trigger_call *call) {
    uint32_t *steps = (uint32_t *)call->memory;
    return ++*steps == 3;
}

static wend_trigger third_trigger;

static void make_entries(wend_registry *registry) {
    memset(&far_condition, 0, sizeof far_condition);
    memset(&paint_action, 0, sizeof paint_action);
    memset(&third_trigger, 0, sizeof third_trigger);
    memset(far_table, 0, sizeof far_table);
    far_table[0].name = "distance";
    far_table[0].type = WEND_PARAM_NUMBER;
    far_table[0].offset = offsetof(far_params, distance);
    far_table[0].unit = "m";
    far_table[0].help = "the distance";
    far_condition.entry.size = sizeof far_condition;
    far_condition.entry.version = WEND_INTERFACE;
    far_condition.entry.name = "far";
    far_condition.entry.summary = "x is large";
    far_condition.entry.params = far_table;
    far_condition.entry.param_count = 1;
    far_condition.entry.params_size = sizeof(far_params);
    far_condition.bind = far_bind;
    far_condition.holds = far_holds;
    paint_action.entry.size = sizeof paint_action;
    paint_action.entry.version = WEND_INTERFACE;
    paint_action.entry.name = "paint";
    paint_action.entry.summary = "changes the radius";
    paint_action.concerns_agents = true;
    paint_action.saved_size = sizeof(double);
    paint_action.apply = paint;
    paint_action.undo = unpaint;
    third_trigger.entry.size = sizeof third_trigger;
    third_trigger.entry.version = WEND_INTERFACE;
    third_trigger.entry.name = "third";
    third_trigger.entry.summary = "fires in the third step";
    third_trigger.memory_size = sizeof(uint32_t);
    third_trigger.fires = third_step;
    CONTRACT_OK(
        wend_registry_add(registry, WEND_KIND_CONDITION, &far_condition.entry, &contract_error));
    CONTRACT_OK(
        wend_registry_add(registry, WEND_KIND_ACTION, &paint_action.entry, &contract_error));
    CONTRACT_OK(
        wend_registry_add(registry, WEND_KIND_TRIGGER, &third_trigger.entry, &contract_error));
}

/* ---- A machine of them ----------------------------------------------------------------------- */

static wend_machine add_machine(wend_world *world, double distance) {
    wend_state_def states[3];
    wend_transition_def go_far, go_home;
    wend_target_def to_far, to_home;
    wend_action_def action;
    wend_setting setting, name;
    memset(&go_far, 0, sizeof go_far);
    memset(&go_home, 0, sizeof go_home);
    memset(&action, 0, sizeof action);
    memset(&setting, 0, sizeof setting);
    memset(&name, 0, sizeof name);
    setting.name = "distance";
    setting.value.kind = WEND_VALUE_NUMBER;
    setting.value.number = wend_constant(distance);
    name.name = "name";
    name.value.kind = WEND_VALUE_TEXT;
    name.value.text = "bell";
    to_far.state = "far";
    to_home.state = "home";
    to_far.weight = to_home.weight = 1.0;
    go_far.condition.choice.name = "far";
    go_far.condition.choice.settings = &setting;
    go_far.condition.choice.setting_count = 1;
    go_far.targets = &to_far;
    go_far.target_count = 1;
    go_home.condition.choice.name = "signal";
    go_home.condition.choice.settings = &name;
    go_home.condition.choice.setting_count = 1;
    go_home.targets = &to_home;
    go_home.target_count = 1;
    action.choice.name = "paint";
    for (int i = 0; i < 3; i++) {
        states[i] = wend_default_state_def();
    }
    states[0].name = "near";
    states[0].transitions = &go_far;
    states[0].transition_count = 1;
    states[1].name = "far";
    states[1].actions = &action;
    states[1].action_count = 1;
    states[1].transitions = &go_home;
    states[1].transition_count = 1;
    states[2].name = "home";
    states[2].is_final = true;
    wend_machine_def def = wend_default_machine_def();
    wend_machine machine;
    def.name = "trip";
    def.states = states;
    def.state_count = 3;
    CONTRACT_OK(wend_world_add_machine(world, &def, &machine, &contract_error));
    return machine;
}

START_TEST(entries_of_programs_work_like_built_in_ones) {
    wend_registry *registry = NULL;
    CONTRACT_OK(wend_registry_create(NULL, &registry, &contract_error));
    make_entries(registry);
    wend_space *space = contract_open();
    wend_world_def world_def = wend_default_world_def();
    wend_world *world = NULL;
    world_def.space = space;
    world_def.registry = registry;
    CONTRACT_OK(wend_world_create(&world_def, &world, &contract_error));
    wend_profile_def profile = wend_default_profile_def();
    CONTRACT_OK(wend_world_add_profile(world, &profile, NULL, &contract_error));
    wend_choice trigger;
    memset(&trigger, 0, sizeof trigger);
    trigger.name = "third";
    wend_signal_def signal_def = wend_default_signal_def();
    wend_signal signal;
    signal_def.name = "bell";
    signal_def.triggers = &trigger;
    signal_def.trigger_count = 1;
    CONTRACT_OK(wend_world_add_signal(world, &signal_def, &signal, &contract_error));
    wend_machine machine = add_machine(world, 2.0);
    ck_assert_uint_eq(wend_world_state_count(world, machine), 3);
    ck_assert_str_eq(wend_world_state_name(world, machine, 1), "far");
    ck_assert_uint_eq(wend_world_find_state(world, machine, "home"), 2);
    ck_assert_uint_eq(wend_world_find_machine(world, "trip").value, machine.value);
    ck_assert_uint_eq(wend_world_find_signal(world, "bell").value, signal.value);
    wend_agent_def agent_def = wend_default_agent_def();
    wend_agent agent;
    agent_def.position = contract_point(3.0, 3.0);
    agent_def.machine = machine;
    CONTRACT_OK(wend_world_add_agents(world, &agent_def, 1, &agent, &contract_error));
    wend_agent_visit visit;
    wend_agent_attributes attributes;
    CONTRACT_OK(wend_world_step(world, 2, &contract_error));
    ck_assert(wend_world_get_agent_visit(world, agent, &visit));
    ck_assert_uint_eq(visit.state, 1);
    ck_assert_uint_eq(visit.previous, 0);
    ck_assert_int_eq(applied, 1);
    ck_assert(wend_world_get_agent_attributes(world, agent, &attributes));
    ck_assert(attributes.radius == 0.125F);
    CONTRACT_OK(wend_world_step(world, 1, &contract_error));
    ck_assert_uint_eq(wend_world_get_visits(world, &visit, 1), 1);
    ck_assert_uint_eq(visit.state, 2);
    ck_assert_int_eq(undone, 1);
    ck_assert_uint_eq(wend_world_signal_count(world, signal), 1);
    ck_assert_uint_eq(wend_world_state_population(world, machine, 2), 1);
    ck_assert(wend_world_get_agent_attributes(world, agent, &attributes));
    ck_assert(attributes.radius == 0.25F);
    wend_world_destroy(world);
    wend_space_release(space);
    wend_registry_destroy(registry);
}
END_TEST

START_TEST(incomplete_descriptors_are_refused) {
    wend_registry *registry = NULL;
    CONTRACT_OK(wend_registry_create(NULL, &registry, &contract_error));
    make_entries(registry);
    wend_condition condition = far_condition;
    condition.entry.name = "other";
    condition.holds = NULL;
    CONTRACT_REFUSED(
        wend_registry_add(registry, WEND_KIND_CONDITION, &condition.entry, &contract_error),
        WEND_ERROR_INVALID, "no function");
    condition = far_condition;
    condition.entry.name = "other";
    condition.least_children = 2;
    CONTRACT_REFUSED(
        wend_registry_add(registry, WEND_KIND_CONDITION, &condition.entry, &contract_error),
        WEND_ERROR_INVALID, "children");
    wend_action action = paint_action;
    action.entry.name = "other";
    action.saved_size = 33;
    CONTRACT_REFUSED(wend_registry_add(registry, WEND_KIND_ACTION, &action.entry, &contract_error),
                     WEND_ERROR_INVALID, "32");
    wend_registry_destroy(registry);
}
END_TEST

int main(void) {
    CONTRACT("machines", entries_of_programs_work_like_built_in_ones,
             incomplete_descriptors_are_refused);
}
