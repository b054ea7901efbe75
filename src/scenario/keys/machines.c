/* Reads the key `machines`: machines and their states (transitions.c reads the rest). Names of
 * states, goals, goal sets and entries are checked here; names in the parameters of conditions and
 * actions are checked when the machine is added to a world. */
#include "scenario/machines.h"
#include "base/error.h"
#include "scenario/fields.h"
#include <string.h>

static const char default_selector[] = "nearest";

uint32_t scenario_count_states(const node *root) {
    const node *machines = node_get(root, "machines");
    uint32_t count = 0;
    for (uint32_t i = 0; machines != NULL && machines->kind == NODE_MAPPING && i < machines->count;
         i++) {
        const node *states = node_get(machines->members[i].value, "states");
        count += states != NULL && states->kind == NODE_MAPPING ? states->count : 0;
    }
    return count;
}

/* ---- Goals of states ------------------------------------------------------------------------- */

static void read_goal(wend_scenario *s, reader *r, const node *goal, scenario_state *out) {
    bool none = goal->kind == NODE_SCALAR && strcmp(goal->text, "none") == 0 &&
                read_names_find(&s->goal_names, "none") == UINT32_MAX;
    out->def.goal_kind = none ? WEND_STATE_GOAL_NONE : WEND_STATE_GOAL_GIVEN;
    out->goal = none ? WEND_NONE : scenario_read_goal_reference(s, r, goal);
}

static void read_state_goal(wend_scenario *s, reader *r, const node *value, scenario_state *out) {
    const node *goal = node_get(value, "goal"), *goals = node_get(value, "goals");
    const node *select = node_get(value, "select"), *keeps = node_get(value, "persistent");
    const node *queue = node_get(value, "queue");
    out->goal = out->goal_set = out->queue = WEND_NONE;
    out->def.persistent = member_bool(r, value, &format_state, "persistent", false);
    if (goal != NULL && reader_ok(r)) {
        read_goal(s, r, goal, out);
    } else if (queue != NULL && reader_ok(r)) {
        out->def.goal_kind = WEND_STATE_GOAL_QUEUE;
        out->queue = read_name(r, queue, "queue", &s->queue_names);
    } else if (goals != NULL || select != NULL) {
        out->def.goal_kind = WEND_STATE_GOAL_SELECT;
        out->def.select.name = default_selector;
        out->goal_set = goals != NULL ? scenario_read_goal_set_reference(s, r, goals) : WEND_NONE;
        if (select != NULL) {
            out->def.select = scenario_read_choice(r, select, WEND_KIND_SELECTOR);
        }
    }
    if (keeps != NULL && out->def.persistent && reader_ok(r) &&
        out->def.goal_kind != WEND_STATE_GOAL_SELECT) {
        read_fail(r, keeps, WEND_ERROR_INVALID,
                  "persistent is only for a state that selects its goal: it needs 'goals'");
    }
}

/* Reads the state whose goal this one shares, once all names of states are known. */
static void read_shares(reader *r, const scenario_machine *machine, scenario_state *out) {
    const node *shares = node_get(out->at, "shares");
    if (shares == NULL || !reader_ok(r)) {
        return;
    }
    uint32_t index = read_name(r, shares, "state", &machine->state_names);
    if (!reader_ok(r)) {
        return;
    }
    const scenario_state *owner = &machine->states[index];
    if (owner->def.goal_kind != WEND_STATE_GOAL_SELECT) {
        read_fail(r, shares, WEND_ERROR_INVALID,
                  "state '%.60s' does not select a goal: it has neither 'goals' nor 'select'",
                  owner->def.name);
    }
    out->def.goal_kind = WEND_STATE_GOAL_SHARED;
    out->def.shares = owner->def.name;
}

/* ---- Models and actions ---------------------------------------------------------------------- */

static void read_model(reader *r, const node *value, const char *key, wend_choice *out) {
    const node *model = node_get(value, key);
    if (model != NULL && reader_ok(r)) {
        *out = scenario_read_choice(r, model, format_row(&format_state, key)->kind);
    }
}

/* Notes the models of a state, so that the maps that its planner needs are made. */
static void note_models(wend_scenario *s, const scenario_state *state) {
    const wend_choice *plan = &state->def.plan, *follow = &state->def.follow;
    if (plan->name == NULL && follow->name == NULL && state->def.steer.name == NULL) {
        return;
    }
    scenario_profile *models = &s->state_models[s->state_model_count++];
    *models = (scenario_profile){state->at, s->profiles[s->default_profile].def};
    models->def.plan = plan->name != NULL ? *plan : models->def.plan;
    models->def.follow = follow->name != NULL ? *follow : models->def.follow;
    models->def.steer = state->def.steer.name != NULL ? state->def.steer : models->def.steer;
}

static void read_models(wend_scenario *s, reader *r, const node *value, scenario_state *out) {
    const node *modifiers = node_get(value, "modify");
    read_model(r, value, "plan", &out->def.plan);
    read_model(r, value, "follow", &out->def.follow);
    read_model(r, value, "steer", &out->def.steer);
    if (modifiers != NULL && reader_ok(r)) {
        out->def.modify_count = scenario_read_modifiers(r, modifiers, out->def.modify);
    }
    if (reader_ok(r)) {
        scenario_resolve_planner(s, s->tree.root, &out->def.plan);
        note_models(s, out);
    }
}

/* Returns the number of actions of a key that holds one action or a list. */
static uint32_t count_actions(const node *value) {
    return value == NULL ? 0 : value->kind == NODE_LIST ? value->count : 1;
}

static void read_actions(reader *r, const node *value, scenario_state *out) {
    const node *holders[] = {node_get(value, "enter"), node_get(value, "exit")};
    uint32_t count = count_actions(holders[0]) + count_actions(holders[1]);
    if (count > WEND_MAX_STATE_ACTIONS) {
        read_fail(r, value, WEND_ERROR_LIMIT, "a state can have at most %d actions, found %u",
                  WEND_MAX_STATE_ACTIONS, count);
    }
    wend_action_def *actions = read_allocate(r, count, sizeof *actions);
    out->def.actions = actions;
    for (uint32_t k = 0; k < 2; k++) {
        const node *holder = holders[k];
        for (uint32_t i = 0; i < count_actions(holder) && reader_ok(r); i++) {
            wend_action_def *action = &actions[out->def.action_count++];
            const node *item = holder->kind == NODE_LIST ? holder->items[i] : holder;
            action->on_exit = k == 1;
            action->choice =
                scenario_read_behaviour(r, item, WEND_KIND_ACTION, k == 0 ? &action->keep : NULL);
        }
    }
}

static void read_state(wend_scenario *s, reader *r, const node_member *member,
                       scenario_state *out) {
    *out = (scenario_state){.at = member->value, .def = wend_default_state_def()};
    out->def.name = member->key;
    if (strcmp(member->key, SCENARIO_PREVIOUS) == 0) {
        r->result = node_key_error(member, r->error, WEND_ERROR_NAME,
                                   "a state cannot be called '%s': as a target, that is the state "
                                   "before",
                                   SCENARIO_PREVIOUS);
    }
    if (!reader_ok(r) || !member_check(r, member->value, &format_state)) {
        return;
    }
    out->def.is_final = member_bool(r, member->value, &format_state, "final", false);
    read_state_goal(s, r, member->value, out);
    read_models(s, r, member->value, out);
    read_actions(r, member->value, out);
}

/* ---- Machines -------------------------------------------------------------------------------- */

static void read_states(wend_scenario *s, reader *r, const node *states, scenario_machine *out) {
    if (!read_is_mapping(r, states, "states")) {
        return;
    }
    if (states->count == 0 || states->count > WEND_MAX_STATES) {
        read_fail(r, states, WEND_ERROR_LIMIT, "a machine must have 1 to %d states, found %u",
                  WEND_MAX_STATES, states->count);
    }
    out->states = read_allocate(r, states->count, sizeof *out->states);
    read_names_init(r, &out->state_names, states->count);
    for (uint32_t i = 0; i < states->count && reader_ok(r); i++) {
        read_state(s, r, &states->members[i], &out->states[out->state_count++]);
        read_names_add(&out->state_names, states->members[i].key);
    }
    read_names_sort(r, &out->state_names);
    for (uint32_t i = 0; i < out->state_count; i++) {
        read_shares(r, out, &out->states[i]);
    }
}

static void read_machine(wend_scenario *s, reader *r, const node_member *member,
                         scenario_machine *out) {
    *out = (scenario_machine){.at = member->value, .name = member->key};
    if (!member_check(r, member->value, &format_machine)) {
        return;
    }
    read_states(s, r, node_get(member->value, "states"), out);
    const node *start = node_get(member->value, "start");
    if (start != NULL && reader_ok(r)) {
        out->start = read_name(r, start, "state", &out->state_names);
    }
    if (reader_ok(r)) {
        scenario_read_transitions(r, node_get(member->value, "transitions"), out);
    }
}

void scenario_read_machines(wend_scenario *s, reader *r, const node *root) {
    const node *machines = node_get(root, "machines");
    uint32_t count = 0;
    if (machines != NULL && read_is_mapping(r, machines, "machines")) {
        count = machines->count;
    }
    if (count > WEND_MAX_MACHINES) {
        read_fail(r, machines, WEND_ERROR_LIMIT, "at most %d machines are possible, found %u",
                  WEND_MAX_MACHINES, count);
    }
    s->machines = read_allocate(r, count, sizeof *s->machines);
    s->state_models = read_allocate(r, scenario_count_states(root), sizeof *s->state_models);
    read_names_init(r, &s->machine_names, count);
    for (uint32_t i = 0; i < count && reader_ok(r); i++) {
        read_machine(s, r, &machines->members[i], &s->machines[s->machine_count++]);
        read_names_add(&s->machine_names, machines->members[i].key);
    }
    read_names_sort(r, &s->machine_names);
}

/* ---- Room ------------------------------------------------------------------------------------ */

/* Returns how many agents have room in a goal set. Agents may also wait near a full queue. */
static uint64_t room_of(const wend_scenario *s, const scenario_goal_set *set) {
    uint64_t room = 0;
    for (uint32_t i = 0; i < set->count; i++) {
        bool is_queue = (set->goals[i] & SCENARIO_QUEUE) != 0;
        uint32_t capacity = is_queue ? 0 : s->goals[set->goals[i]].def.capacity;
        room += capacity != 0 ? capacity : UINT32_MAX;
    }
    return room;
}

/* Returns the number of agents that start in a state. */
static uint64_t count_starting(const wend_scenario *s, uint32_t machine, uint32_t state) {
    uint64_t agents = 0;
    for (uint32_t i = 0; i < s->group_count; i++) {
        bool here = s->groups[i].machine == machine && s->groups[i].state == state;
        agents += here ? s->groups[i].count : 0;
    }
    return agents;
}

void scenario_check_goals(wend_scenario *s, reader *r, const node *root) {
    (void)root;
    for (uint32_t m = 0; m < s->machine_count; m++) {
        for (uint32_t i = 0; i < s->machines[m].state_count && reader_ok(r); i++) {
            const scenario_state *state = &s->machines[m].states[i];
            if (!state->def.persistent || state->goal_set == WEND_NONE) {
                continue;
            }
            uint64_t agents = count_starting(s, m, i);
            uint64_t room = room_of(s, &s->goal_sets[state->goal_set]);
            if (room < agents) {
                read_fail(r, node_get(state->at, "goals"), WEND_ERROR_LIMIT,
                          "these goals are full: they have room for %llu agents, but %llu start "
                          "in state '%.60s' and keep their goals",
                          (unsigned long long)room, (unsigned long long)agents, state->def.name);
            }
        }
    }
}
