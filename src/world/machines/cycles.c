/* Finds cycles of transitions whose conditions always hold. An agent in such a cycle would change
 * its state in every step.
 *
 * The edges lead from a state to the targets of its transitions that always hold. A target that is
 * "the state before" stands for each state with an edge to this one: it is where a cycle would
 * continue. Depth-first search without recursion; O(states + edges), times the states for targets
 * of that kind. */
#include <stdio.h>
#include <string.h>

#include "base/error.h"
#include "world/machines/machines.h"

static wend_truth inverse_of(wend_truth truth) {
    return truth == WEND_TRUTH_VARIES   ? WEND_TRUTH_VARIES
           : truth == WEND_TRUTH_ALWAYS ? WEND_TRUTH_NEVER
                                        : WEND_TRUTH_ALWAYS;
}

/* Returns what is known of a condition from its parameters and its children. */
static wend_truth truth_of(const condition_node *node) {
    const wend_condition *condition = node->condition;
    if (condition->truth) {
        return condition->truth(node->block.params);
    }
    if (condition->logic == WEND_LOGIC_OWN || node->child_count == 0) {
        return WEND_TRUTH_VARIES;
    }
    if (condition->logic == WEND_LOGIC_NOT) {
        return inverse_of(truth_of(&node->children[0]));
    }
    /* One child decides that never holds, of `and`, or always holds, of `or`. */
    bool all = condition->logic == WEND_LOGIC_ALL;
    wend_truth deciding = all ? WEND_TRUTH_NEVER : WEND_TRUTH_ALWAYS, truth = inverse_of(deciding);
    for (uint32_t i = 0; i < node->child_count && truth != deciding; i++) {
        wend_truth child = truth_of(&node->children[i]);
        truth = child == deciding || child == WEND_TRUTH_VARIES ? child : truth;
    }
    return truth;
}

static bool always_holds(const condition_node *node) {
    return truth_of(node) == WEND_TRUTH_ALWAYS;
}

/* True if a state has a direct edge to another one. */
static bool leads_to(const machine_state *from, uint32_t to) {
    for (uint32_t i = 0; i < from->transition_count; i++) {
        const machine_transition *transition = &from->transitions[i];
        bool always = always_holds(transition->nodes);
        for (uint32_t k = 0; k < transition->target_count && always; k++) {
            if (transition->targets[k].state == to) {
                return true;
            }
        }
    }
    return false;
}

/* True if a state has an edge to another one, which may be that of a return. */
static bool has_edge(const machine_record *machine, uint32_t from, uint32_t to) {
    return leads_to(&machine->states[from], to) ||
           (leads_to(&machine->states[from], WEND_NONE) && leads_to(&machine->states[to], from));
}

/* A path of the search. */
typedef struct cycle_search {
    uint32_t *path, *next; /* the states on the path, and the next state to try from each */
    uint8_t *seen;         /* 0 not yet, 1 on the path, 2 done */
    uint32_t length;
} cycle_search;

static void enter(cycle_search *search, uint32_t state) {
    search->path[search->length] = state;
    search->next[search->length++] = 0;
    search->seen[state] = 1;
}

/* Returns the state that closes a cycle with the path, or WEND_NONE. */
static uint32_t find_from(const machine_record *machine, cycle_search *search, uint32_t start) {
    enter(search, start);
    while (search->length > 0) {
        uint32_t state = search->path[search->length - 1];
        uint32_t to = search->next[search->length - 1]++;
        if (to == machine->state_count) {
            search->seen[state] = 2;
            search->length--;
        } else if (search->seen[to] != 2 && has_edge(machine, state, to)) {
            if (search->seen[to] == 1) {
                return to;
            }
            enter(search, to);
        }
    }
    return WEND_NONE;
}

static wend_result report(const machine_record *machine, const cycle_search *search, uint32_t to,
                          wend_error *error) {
    char words[400];
    size_t used = 0;
    uint32_t i = 0;
    while (search->path[i] != to) {
        i++;
    }
    words[0] = '\0';
    for (; i < search->length && used + 1 < sizeof words; i++) {
        int written = snprintf(words + used, sizeof words - used, "%s -> ",
                               machine->states[search->path[i]].name);
        used += written > 0 ? (size_t)written : 0;
    }
    return error_set(error, WEND_ERROR_INVALID,
                     "a cycle of transitions whose conditions always hold: %s%s", words,
                     machine->states[to].name);
}

wend_result machine_check_cycles(wend_world *world, const machine_record *machine,
                                 wend_error *error) {
    uint32_t count = machine->state_count, closes = WEND_NONE;
    size_t size = count * (2 * sizeof(uint32_t) + 1);
    uint32_t *states = memory_get_zeroed(&world->memory, size);
    if (!states) {
        return error_no_memory(error, "a machine");
    }
    cycle_search search = {states, states + count, (uint8_t *)(states + 2 * (size_t)count), 0};
    for (uint32_t i = 0; i < count && closes == WEND_NONE; i++) {
        closes = search.seen[i] == 0 ? find_from(machine, &search, i) : WEND_NONE;
    }
    wend_result result = closes == WEND_NONE ? WEND_OK : report(machine, &search, closes, error);
    memory_free(&world->memory, states, size);
    return result;
}
