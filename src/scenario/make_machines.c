/* Adds the areas, machines and signals of a scenario to a world. */
#include "base/error.h"
#include "scenario/machines.h"
#include <stdio.h>
#include <string.h>

/* ---- Positions of errors --------------------------------------------------------------------- */

enum { MOST_QUOTED = 300 /* bytes: longer texts are not compared with messages */ };

/* The best text of the document that a message quotes, so far. */
typedef struct quotation {
    const char *message;
    bool wants_longest; /* else the last in the message */
    const node *found;
    size_t at, size; /* position in the message, and length */
} quotation;

static void compare_text(quotation *best, const node *text) {
    char quoted[MOST_QUOTED + 3];
    size_t size = strlen(text->text);
    if (size == 0 || size > MOST_QUOTED) {
        return;
    }
    snprintf(quoted, sizeof quoted, "'%s'", text->text);
    for (const char *at = strstr(best->message, quoted); at; at = strstr(at + 1, quoted)) {
        size_t where = (size_t)(at - best->message);
        if (best->found == NULL || (best->wants_longest ? size > best->size : where > best->at)) {
            best->found = text;
            best->at = where;
            best->size = size;
        }
    }
}

static void find_quoted(quotation *best, const node *tree) {
    if (tree->kind == NODE_SCALAR) {
        compare_text(best, tree);
    }
    for (uint32_t i = 0; i < tree->count; i++) {
        find_quoted(best, tree->kind == NODE_MAPPING ? tree->members[i].value : tree->items[i]);
    }
}

/* Gives an error its position in the file. A name that was not found is the last that the message
 * quotes before its suggestion, as in "state 'a': there is no area 'hal'; did you mean 'hall'?"; an
 * expression with a mistake is the longest. All other errors are about the whole. */
static wend_result locate(const node *at, wend_error *error, wend_result result) {
    bool is_quoted = result == WEND_ERROR_NAME || result == WEND_ERROR_SYNTAX;
    if (result == WEND_OK || error == NULL || !is_quoted) {
        return result == WEND_OK ? result : node_locate_error(at, error, result);
    }
    char message[WEND_ERROR_MESSAGE_SIZE];
    snprintf(message, sizeof message, "%s", error->message);
    const char *const hints[] = {"; did you mean", "; available:", "; it is now called"};
    for (size_t i = 0; i < sizeof hints / sizeof *hints; i++) {
        char *hint = strstr(message, hints[i]);
        if (hint != NULL) {
            *hint = '\0';
        }
    }
    quotation best = {.message = message, .wants_longest = result == WEND_ERROR_SYNTAX};
    find_quoted(&best, at);
    return node_locate_error(best.found != NULL ? best.found : at, error, result);
}

/* ---- Adding ---------------------------------------------------------------------------------- */

wend_result scenario_add_areas(const wend_scenario *s, wend_world *world,
                               const scenario_world_ids *ids, wend_error *error) {
    wend_result result = WEND_OK;
    for (uint32_t i = 0; i < s->area_count && result == WEND_OK; i++) {
        const node *at = s->areas[i].at, *polygon = node_get(at, "polygon");
        result = wend_world_add_area(world, &s->areas[i].def, &ids->areas[i], error);
        if (result != WEND_OK) {
            result = node_locate_error(polygon != NULL ? polygon : at, error, result);
        }
    }
    return result;
}

static wend_result add_machine(const scenario_machine *machine, wend_world *world,
                               const scenario_world_ids *ids, memory_arena *arena,
                               wend_machine *out, wend_error *error) {
    wend_state_def *states = arena_take(arena, machine->state_count * sizeof *states, 16);
    if (states == NULL) {
        return error_no_memory(error, "a machine");
    }
    for (uint32_t i = 0; i < machine->state_count; i++) {
        const scenario_state *state = &machine->states[i];
        states[i] = state->def;
        states[i].goal = state->goal != WEND_NONE ? ids->goals[state->goal] : (wend_goal){0};
        states[i].goal_set =
            state->goal_set != WEND_NONE ? ids->goal_sets[state->goal_set] : (wend_goal_set){0};
        states[i].queue = state->queue != WEND_NONE ? ids->queues[state->queue] : (wend_queue){0};
    }
    wend_machine_def def = wend_default_machine_def();
    def.name = machine->name;
    def.states = states;
    def.state_count = machine->state_count;
    return locate(machine->at, error, wend_world_add_machine(world, &def, out, error));
}

wend_result scenario_add_machines(const wend_scenario *s, wend_world *world,
                                  const scenario_world_ids *ids, memory_arena *arena,
                                  wend_error *error) {
    wend_result result = WEND_OK;
    /* Conditions name signals, and signals name machines. */
    for (uint32_t i = 0; i < s->signal_count && result == WEND_OK; i++) {
        const scenario_signal *signal = &s->signals[i];
        result = locate(signal->at, error,
                        wend_world_declare_signal(world, signal->def.name, NULL, error));
    }
    for (uint32_t i = 0; i < s->machine_count && result == WEND_OK; i++) {
        result = add_machine(&s->machines[i], world, ids, arena, &ids->machines[i], error);
    }
    return result;
}

wend_result scenario_add_signals(const wend_scenario *s, wend_world *world,
                                 const scenario_world_ids *ids, wend_error *error) {
    wend_result result = WEND_OK;
    for (uint32_t i = 0; i < s->signal_count && result == WEND_OK; i++) {
        const scenario_signal *signal = &s->signals[i];
        wend_signal_def def = signal->def;
        if (signal->machine != WEND_NONE) {
            def.audience.machine = ids->machines[signal->machine];
        }
        if (signal->group != WEND_NONE) {
            def.audience.group = ids->groups[signal->group];
        }
        if (signal->area != WEND_NONE) {
            def.audience.area = ids->areas[signal->area];
        }
        result = locate(signal->at, error, wend_world_add_signal(world, &def, NULL, error));
    }
    return result;
}
