/* Reads the key `transitions` of a machine. */
#include "scenario/fields.h"
#include "scenario/machines.h"
#include <string.h>

/* A transition as it is written: from one or more states. */
typedef struct written_transition {
    const uint32_t *from;
    uint32_t from_count;
    wend_transition_def def;
} written_transition;

static void read_from(reader *r, const node *from, scenario_machine *machine,
                      written_transition *out) {
    bool list = from->kind == NODE_LIST;
    uint32_t count = list ? from->count : 1;
    uint32_t *states = read_allocate(r, count, sizeof *states);
    if (count == 0) {
        read_fail(r, from, WEND_ERROR_INVALID, "a transition needs a state to come from");
    }
    for (uint32_t i = 0; i < count && reader_ok(r); i++) {
        const node *name = list ? from->items[i] : from;
        states[i] = read_name(r, name, "state", &machine->state_names);
        wend_state_def *state = &machine->states[states[i]].def;
        if (reader_ok(r) && state->is_final) {
            read_fail(r, name, WEND_ERROR_INVALID, "state '%.60s' is final: agents cannot leave it",
                      state->name);
        }
        for (uint32_t k = 0; k < i && reader_ok(r); k++) {
            if (states[k] == states[i]) {
                read_fail(r, name, WEND_ERROR_NAME, "state '%.60s' is in the list twice",
                          state->name);
            }
        }
        if (reader_ok(r) && ++state->transition_count > WEND_MAX_TRANSITIONS) {
            read_fail(r, name, WEND_ERROR_LIMIT, "more than %d transitions lead from state '%.60s'",
                      WEND_MAX_TRANSITIONS, state->name);
        }
    }
    out->from = states;
    out->from_count = count;
}

static const char *target_name(reader *r, const node *at, const char *name,
                               const scenario_machine *machine) {
    if (strcmp(name, SCENARIO_PREVIOUS) == 0) {
        return NULL;
    }
    uint32_t index = read_names_find(&machine->state_names, name);
    if (index == UINT32_MAX) {
        node key = *at;
        key.kind = NODE_SCALAR;
        key.text = name;
        read_name(r, &key, "state", &machine->state_names);
        return NULL;
    }
    return machine->states[index].def.name;
}

static void read_to(reader *r, const node *to, const scenario_machine *machine,
                    wend_transition_def *out) {
    uint32_t count = to->kind == NODE_MAPPING ? to->count : 1;
    if (to->kind == NODE_LIST) {
        read_fail_wrong_type(r, to, "to", "a state, or a mapping {STATE: weight}");
    } else if (count == 0) {
        read_fail(r, to, WEND_ERROR_INVALID, "this transition leads to no state");
    } else if (count > WEND_MAX_TARGETS) {
        read_fail(r, to, WEND_ERROR_LIMIT, "a transition can have at most %d targets, found %u",
                  WEND_MAX_TARGETS, count);
    }
    wend_target_def *targets = read_allocate(r, count, sizeof *targets);
    const format_key *weight = format_row(&format_transition, "to")->item;
    for (uint32_t i = 0; i < count && reader_ok(r); i++) {
        if (to->kind == NODE_MAPPING) {
            node at = *to->members[i].value;
            at.line = to->members[i].line;
            at.column = to->members[i].column;
            targets[i].weight = member_number_of(r, to->members[i].value, weight, "weight");
            targets[i].state = target_name(r, &at, to->members[i].key, machine);
        } else {
            const char *name = read_text(r, to, "to");
            targets[i].weight = 1.0;
            targets[i].state = reader_ok(r) ? target_name(r, to, name, machine) : NULL;
        }
    }
    out->targets = targets;
    out->target_count = count;
}

static void read_transition(reader *r, const node *item, scenario_machine *machine,
                            written_transition *out) {
    if (member_check(r, item, &format_transition)) {
        read_from(r, node_get(item, "from"), machine, out);
    }
    if (reader_ok(r)) {
        read_to(r, node_get(item, "to"), machine, &out->def);
    }
    if (reader_ok(r)) {
        scenario_read_condition(r, node_get(item, "when"), &out->def.condition);
    }
}

/* Gives each state its transitions, in the order of the file. */
static void share_transitions(reader *r, const scenario_machine *machine,
                              const written_transition *written, uint32_t count) {
    for (uint32_t i = 0; i < machine->state_count && reader_ok(r); i++) {
        wend_state_def *state = &machine->states[i].def;
        state->transitions = read_allocate(r, state->transition_count, sizeof *state->transitions);
        state->transition_count = 0;
    }
    for (uint32_t i = 0; i < count && reader_ok(r); i++) {
        for (uint32_t k = 0; k < written[i].from_count; k++) {
            wend_state_def *state = &machine->states[written[i].from[k]].def;
            wend_transition_def *all = (wend_transition_def *)(uintptr_t)state->transitions;
            all[state->transition_count++] = written[i].def;
        }
    }
}

void scenario_read_transitions(reader *r, const node *list, scenario_machine *machine) {
    if (list == NULL || !read_is_list(r, list, "transitions")) {
        return;
    }
    written_transition *written = read_allocate(r, list->count, sizeof *written);
    for (uint32_t i = 0; i < list->count && reader_ok(r); i++) {
        read_transition(r, list->items[i], machine, &written[i]);
    }
    share_transitions(r, machine, written, list->count);
}
