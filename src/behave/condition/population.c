/* Condition `population`: the number of agents in an area, or in a state of the agent's machine,
 * lies in a range. */
#include "base/error.h"

#include <wend/behaviour.h>

typedef struct population_params {
    const char *area, *state;
    int64_t at_least, at_most;
    wend_area area_id;
    uint32_t state_index; /* or WEND_NONE */
} population_params;

static wend_result bind_population(const wend_binding *binding, void *bound, wend_error *error) {
    population_params *params = bound;
    bool has_area = params->area[0] != '\0', has_state = params->state[0] != '\0';
    params->state_index = WEND_NONE;
    if (has_area == has_state) {
        return error_set(error, WEND_ERROR_INVALID, "population needs either an area or a state");
    }
    if (params->at_least > params->at_most) {
        return error_set(error, WEND_ERROR_INVALID,
                         "population needs `at_least` (%lld) to be at most `at_most` (%lld)",
                         (long long)params->at_least, (long long)params->at_most);
    }
    if (has_state) {
        params->state_index = wend_binding_find_state(binding, params->state, error);
        return params->state_index == WEND_NONE ? WEND_ERROR_NAME : WEND_OK;
    }
    params->area_id = wend_binding_find_area(binding, params->area, error);
    return params->area_id.value || wend_binding_is_reload(binding) ? WEND_OK : WEND_ERROR_NAME;
}

static bool holds_population(const wend_condition_call *call) {
    const population_params *params = call->params;
    uint32_t count =
        params->state_index == WEND_NONE
            ? wend_world_area_agent_count(call->world, params->area_id)
            : wend_world_state_population(call->world, call->machine, params->state_index);
    return count >= params->at_least && count <= params->at_most;
}

static wend_truth truth_of_population(const void *bound) {
    const population_params *params = bound;
    bool is_any = params->at_least == 0 && params->at_most >= (int64_t)WEND_MAX_AGENTS;
    return is_any ? WEND_TRUTH_ALWAYS : WEND_TRUTH_VARIES;
}

static const wend_param population_table[] = {
    {.name = "area",
     .type = WEND_PARAM_NAME,
     .offset = offsetof(population_params, area),
     .unit = "",
     .help = "an area; its agents are counted at the end of the last step"},
    {.name = "state",
     .type = WEND_PARAM_NAME,
     .offset = offsetof(population_params, state),
     .unit = "",
     .help = "instead of an area, a state of the agent's machine"},
    {.name = "at_least",
     .type = WEND_PARAM_INTEGER,
     .offset = offsetof(population_params, at_least),
     .minimum = 0.0,
     .maximum = (double)WEND_MAX_AGENTS,
     .unit = "agents",
     .help = "smallest number for which the condition holds"},
    {.name = "at_most",
     .type = WEND_PARAM_INTEGER,
     .offset = offsetof(population_params, at_most),
     .default_value = (double)WEND_MAX_AGENTS,
     .minimum = 0.0,
     .maximum = (double)WEND_MAX_AGENTS,
     .unit = "agents",
     .help = "largest number for which the condition holds"}};

const wend_condition wend_condition_population = {
    .entry = {WEND_HEAD(wend_condition), .name = "population",
              .summary = "the number of agents in an area or a state lies in a range",
              .params = population_table,
              .param_count = sizeof population_table / sizeof *population_table,
              .params_size = sizeof(population_params)},
    .bind = bind_population,
    .holds = holds_population,
    .truth = truth_of_population,
};
