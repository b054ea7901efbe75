/* Reads the key `signals`: what fires each of them, which agents it reaches, and what then happens.
 */
#include "base/error.h"
#include "scenario/fields.h"
#include "scenario/machines.h"
#include <math.h>
#include <string.h>

/* ---- Times ----------------------------------------------------------------------------------- */

double scenario_constant_of(const wend_choice *choice, const char *name) {
    for (uint32_t i = 0; i < choice->setting_count; i++) {
        const wend_value *value = &choice->settings[i].value;
        if (strcmp(choice->settings[i].name, name) == 0 && value->kind == WEND_VALUE_NUMBER &&
            value->number.kind == WEND_DISTRIBUTION_CONSTANT) {
            return value->number.a;
        }
    }
    return NAN;
}

/* Refuses times of a trigger that contradict each other. */
static void check_times(reader *r, const node *at, const wend_choice *trigger) {
    static const char *const begins[] = {"at", "from"};
    double until = scenario_constant_of(trigger, "until");
    for (size_t i = 0; i < sizeof begins / sizeof *begins && reader_ok(r); i++) {
        double begin = scenario_constant_of(trigger, begins[i]);
        if (begin > until) {
            read_fail(r, at, WEND_ERROR_INVALID,
                      "trigger '%s' ends before it begins: 'until' is %.6g s, '%s' is %.6g s",
                      trigger->name, until, begins[i], begin);
        }
    }
}

/* ---- Audiences ------------------------------------------------------------------------------- */

static uint32_t read_index(reader *r, const node *mapping, const char *key,
                           const read_names *names) {
    const node *value = node_get(mapping, key);
    return value != NULL && reader_ok(r) ? read_name(r, value, key, names) : WEND_NONE;
}

/* Reads the name of a state of the audience's machine. */
static void read_state(const wend_scenario *s, reader *r, const node *mapping,
                       scenario_signal *out) {
    const node *inside = node_get(mapping, "state"), *outside = node_get(mapping, "not_in_state");
    const node *value = inside != NULL ? inside : outside;
    if (value == NULL || !reader_ok(r)) {
        return;
    }
    const scenario_machine *machine = &s->machines[out->machine];
    uint32_t index = read_name(r, value, "state", &machine->state_names);
    if (reader_ok(r)) {
        out->def.audience.state = machine->states[index].def.name;
        out->def.audience.not_in_state = inside == NULL;
    }
}

static void read_keys(reader *r, const node *list, wend_audience *out) {
    if (list == NULL || !read_is_list(r, list, "keys")) {
        return;
    }
    if (list->count == 0) {
        read_fail(r, list, WEND_ERROR_INVALID, "keys must have at least one key of an agent");
    }
    const format_key *item = format_row(&format_audience, "keys")->item;
    uint64_t *keys = read_allocate(r, list->count, sizeof *keys);
    for (uint32_t i = 0; i < list->count && reader_ok(r); i++) {
        keys[i] = (uint64_t)member_integer_of(r, list->items[i], item, "a key");
    }
    out->keys = keys;
    out->key_count = list->count;
}

/* A signal reaches one group, so its name must be unique. */
static void check_group(const wend_scenario *s, reader *r, const node *name, uint32_t index) {
    for (uint32_t i = 0; i < s->group_count && index != WEND_NONE && reader_ok(r); i++) {
        if (s->groups[i].repeats && strcmp(s->groups[i].name, s->groups[index].name) == 0) {
            read_fail(r, name, WEND_ERROR_NAME, "several groups of agents are called '%.60s'",
                      s->groups[index].name);
        }
    }
}

static void read_audience(const wend_scenario *s, reader *r, const node *value,
                          const read_names *groups, scenario_signal *out) {
    if (value == NULL || !reader_ok(r) || !member_check(r, value, &format_audience)) {
        return;
    }
    out->machine = read_index(r, value, "machine", &s->machine_names);
    out->group = read_index(r, value, "group", groups);
    check_group(s, r, node_get(value, "group"), out->group);
    out->area = read_index(r, value, "area", &s->area_names);
    read_state(s, r, value, out);
    read_keys(r, node_get(value, "keys"), &out->def.audience);
}

/* ---- Signals --------------------------------------------------------------------------------- */

/* Reads one entry of a kind, or a list. */
static wend_choice *read_list(reader *r, const node *value, wend_kind kind, uint32_t *count) {
    bool list = value != NULL && value->kind == NODE_LIST;
    *count = value == NULL ? 0 : list ? value->count : 1;
    wend_choice *choices = read_allocate(r, *count, sizeof *choices);
    for (uint32_t i = 0; i < *count && reader_ok(r); i++) {
        choices[i] = scenario_read_behaviour(r, list ? value->items[i] : value, kind, NULL);
    }
    return choices;
}

static void read_signal(const wend_scenario *s, reader *r, const node_member *member,
                        const read_names *groups, scenario_signal *out) {
    const node *value = member->value;
    *out = (scenario_signal){value, wend_default_signal_def(), WEND_NONE, WEND_NONE, WEND_NONE};
    out->def.name = member->key;
    if (!member_check(r, value, &format_signal)) {
        return;
    }
    const node *triggers = node_get(value, "triggers"), *responses = node_get(value, "responses");
    out->def.triggers = read_list(r, triggers, WEND_KIND_TRIGGER, &out->def.trigger_count);
    for (uint32_t i = 0; i < out->def.trigger_count && reader_ok(r); i++) {
        const node *at = triggers->kind == NODE_LIST ? triggers->items[i] : triggers;
        check_times(r, at, &out->def.triggers[i]);
    }
    read_audience(s, r, node_get(value, "audience"), groups, out);
    out->def.responses = read_list(r, responses, WEND_KIND_ACTION, &out->def.response_count);
}

void scenario_read_signals(wend_scenario *s, reader *r, const node *root) {
    const node *signals = node_get(root, "signals");
    if (signals == NULL || !read_is_mapping(r, signals, "signals")) {
        return;
    }
    if (signals->count > WEND_MAX_SIGNALS) {
        read_fail(r, signals, WEND_ERROR_LIMIT, "at most %d signals are possible, found %u",
                  WEND_MAX_SIGNALS, signals->count);
    }
    read_names groups;
    read_names_init(r, &groups, s->group_count);
    for (uint32_t i = 0; i < s->group_count && reader_ok(r); i++) {
        read_names_add(&groups, s->groups[i].repeats ? "" : s->groups[i].name);
    }
    read_names_sort(r, &groups);
    s->signals = read_allocate(r, signals->count, sizeof *s->signals);
    for (uint32_t i = 0; i < signals->count && reader_ok(r); i++) {
        read_signal(s, r, &signals->members[i], &groups, &s->signals[s->signal_count++]);
    }
}
