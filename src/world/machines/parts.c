/* The parts of machines and signals: entries and their parameters, trees of conditions, targets. */
#include <math.h>
#include <stdio.h>

#include "base/error.h"
#include "base/hash.h"
#include "world/machines/machines.h"

wend_result machine_prefix(wend_result result, wend_error *error, const char *format, ...) {
    if (result == WEND_OK || result == WEND_ERROR_MEMORY || !error) {
        return result;
    }
    char words[300];
    wend_error reported = *error;
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(words, sizeof words, format, arguments);
    va_end(arguments);
    return error_set(error, result, "%s: %s", words, reported.message);
}

wend_result part_make(wend_world *world, wend_kind kind, const wend_choice *choice,
                      params_block *out, wend_error *error) {
    const wend_entry *entry =
        wend_registry_find(world->registry, kind, choice->name ? choice->name : "", error);
    return entry ? params_create(out, &world->memory, entry, choice->settings,
                                 choice->setting_count, error)
                 : WEND_ERROR_NAME;
}

uint32_t part_purpose(uint32_t machine, uint32_t *count) {
    return (uint32_t)hash_combine(hash_combine(UINT64_C(0x6d616368696e65), machine), (*count)++);
}

wend_result action_make(wend_world *world, const wend_choice *choice, machine_action *out,
                        wend_error *error) {
    wend_result result = part_make(world, WEND_KIND_ACTION, choice, &out->block, error);
    out->action = (const wend_action *)(const void *)out->block.entry;
    return result;
}

/* ---- Conditions ------------------------------------------------------------------------------ */

/* Counts the conditions of a tree; stops above WEND_MAX_CONDITIONS, so that a def that contains
 * itself is refused. */
static uint32_t count_conditions(const wend_condition_def *def, uint32_t before) {
    uint32_t count = before + 1;
    for (uint32_t i = 0; i < def->child_count && count <= WEND_MAX_CONDITIONS; i++) {
        count = count_conditions(&def->children[i], count);
    }
    return count;
}

/* Makes the nodes of a tree, in the array of a transition. */
typedef struct tree_job {
    wend_world *world;
    uint32_t machine;
    uint32_t *purposes;
    machine_transition *transition;
    uint32_t used; /* nodes */
} tree_job;

/* True if it is known without a call that a condition may hold in any step. */
static bool is_polled(const condition_node *node) {
    bool any = false, all = node->child_count > 0;
    for (uint32_t i = 0; i < node->child_count; i++) {
        any = any || node->children[i].is_polled;
        all = all && node->children[i].is_polled;
    }
    return !node->condition->due || (node->condition->logic == WEND_LOGIC_ANY && any) ||
           (node->condition->logic == WEND_LOGIC_ALL && all);
}

static wend_result make_node(tree_job *job, const wend_condition_def *def, condition_node *node,
                             wend_error *error) {
    wend_result result =
        part_make(job->world, WEND_KIND_CONDITION, &def->choice, &node->block, error);
    if (result != WEND_OK) {
        return result;
    }
    node->condition = (const wend_condition *)(const void *)node->block.entry;
    node->purpose = part_purpose(job->machine, job->purposes);
    if (def->child_count < node->condition->least_children ||
        def->child_count > node->condition->most_children) {
        return error_set(error, WEND_ERROR_INVALID,
                         "condition '%s' has %u conditions below it, expected %u to %u",
                         node->condition->entry.name, def->child_count,
                         node->condition->least_children, node->condition->most_children);
    }
    condition_node *children = &job->transition->nodes[job->used];
    node->children = children;
    node->child_count = def->child_count;
    job->used += def->child_count;
    for (uint32_t i = 0; i < def->child_count && result == WEND_OK; i++) {
        result = make_node(job, &def->children[i], &children[i], error);
    }
    node->is_polled = is_polled(node);
    return result;
}

static wend_result make_tree(wend_world *world, uint32_t machine, const wend_condition_def *def,
                             machine_transition *out, wend_error *error) {
    uint32_t count = count_conditions(def, 0);
    if (count > WEND_MAX_CONDITIONS) {
        return error_set(error, WEND_ERROR_LIMIT, "more than %d conditions", WEND_MAX_CONDITIONS);
    }
    out->nodes = memory_get_zeroed(&world->memory, count * sizeof *out->nodes);
    if (!out->nodes) {
        return error_no_memory(error, "a machine");
    }
    out->node_count = count;
    tree_job job = {world, machine, &world->machines.records[machine].purposes, out, 1};
    return make_node(&job, def, out->nodes, error);
}

/* ---- Targets --------------------------------------------------------------------------------- */

static wend_result make_targets(wend_world *world, const machine_record *machine,
                                const wend_transition_def *def, machine_transition *out,
                                wend_error *error) {
    if (def->target_count == 0 || def->target_count > WEND_MAX_TARGETS || !def->targets) {
        return error_set(
            error, def->target_count > WEND_MAX_TARGETS ? WEND_ERROR_LIMIT : WEND_ERROR_INVALID,
            "%u targets, expected 1 to %d", def->targets ? def->target_count : 0, WEND_MAX_TARGETS);
    }
    out->targets = memory_get_zeroed(&world->memory, def->target_count * sizeof *out->targets);
    if (!out->targets) {
        return error_no_memory(error, "a machine");
    }
    out->target_count = def->target_count;
    double sum = 0.0;
    for (uint32_t i = 0; i < def->target_count; i++) {
        const wend_target_def *target = &def->targets[i];
        uint32_t state =
            target->state ? machine_find_state(machine, target->state, error) : WEND_NONE;
        sum += target->weight;
        if (target->state && state == WEND_NONE) {
            return WEND_ERROR_NAME;
        }
        if (!(target->weight > 0.0) || !isfinite(sum)) {
            return error_set(error, WEND_ERROR_INVALID,
                             "target %u has weight %g, expected a number above 0", i,
                             target->weight);
        }
        out->targets[i] = (machine_target){state, target->weight, sum};
    }
    return WEND_OK;
}

wend_result transition_make(wend_world *world, uint32_t machine, const wend_transition_def *def,
                            machine_transition *out, wend_error *error) {
    machine_record *record = &world->machines.records[machine];
    out->purpose = part_purpose(machine, &record->purposes);
    wend_result result = make_tree(world, machine, &def->condition, out, error);
    return result == WEND_OK ? make_targets(world, record, def, out, error) : result;
}

void transition_free(wend_world *world, machine_transition *transition) {
    for (uint32_t i = 0; i < transition->node_count; i++) {
        params_free(&transition->nodes[i].block, &world->memory);
    }
    memory_free(&world->memory, transition->nodes,
                transition->node_count * sizeof *transition->nodes);
    memory_free(&world->memory, transition->targets,
                transition->target_count * sizeof *transition->targets);
}
