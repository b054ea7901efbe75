/* Trigger `population`: fires when the number of agents in an area or in a state passes a limit, or
 * in each step in which it lies above or below. */
#include "base/error.h"

#include <wend/behaviour.h>

typedef struct population_params {
    const char *area, *machine, *state;
    int32_t when; /* index of population_whens */
    int64_t count;
    wend_area area_id;
    wend_machine machine_id;
    uint32_t state_index; /* WEND_NONE: the area counts */
} population_params;

/* The memory of the trigger. */
typedef struct population_memory {
    uint64_t before; /* population in the last step; 0 before the first step */
} population_memory;

enum { RISE_TO, DROP_TO, WHILE_ABOVE, WHILE_BELOW };

static const char *const population_whens[] = {"rise_to", "drop_to", "while_above", "while_below",
                                               NULL};

static wend_result bind_population(const wend_binding *binding, void *bound, wend_error *error) {
    population_params *params = bound;
    bool has_area = params->area[0] != '\0', has_state = params->state[0] != '\0';
    bool has_machine = params->machine[0] != '\0';
    params->state_index = WEND_NONE;
    if (has_area == has_state || has_state != has_machine) {
        return error_set(error, WEND_ERROR_INVALID,
                         "population needs either an area, or a machine and a state");
    }
    if (has_area) {
        params->area_id = wend_binding_find_area(binding, params->area, error);
        return params->area_id.value || wend_binding_is_reload(binding) ? WEND_OK : WEND_ERROR_NAME;
    }
    params->machine_id = wend_binding_find_machine(binding, params->machine, error);
    if (params->machine_id.value) {
        params->state_index =
            wend_binding_find_state_of(binding, params->machine_id, params->state, error);
    }
    return params->state_index == WEND_NONE ? WEND_ERROR_NAME : WEND_OK;
}

static bool fires_population(const wend_trigger_call *call) {
    const population_params *params = call->params;
    population_memory *memory = call->memory;
    uint64_t limit = (uint64_t)params->count, before = memory->before;
    uint64_t now =
        params->state_index == WEND_NONE
            ? wend_world_area_agent_count(call->world, params->area_id)
            : wend_world_state_population(call->world, params->machine_id, params->state_index);
    memory->before = now;
    switch (params->when) {
    case RISE_TO:
        return before < limit && now >= limit;
    case DROP_TO:
        return before > limit && now <= limit;
    case WHILE_ABOVE:
        return now > limit;
    default:
        return now < limit;
    }
}

static const wend_param population_table[] = {
    {.name = "area",
     .type = WEND_PARAM_NAME,
     .offset = offsetof(population_params, area),
     .unit = "",
     .help = "an area; its agents are counted at the end of the last step"},
    {.name = "machine",
     .type = WEND_PARAM_NAME,
     .offset = offsetof(population_params, machine),
     .unit = "",
     .help = "instead of an area, a machine"},
    {.name = "state",
     .type = WEND_PARAM_NAME,
     .offset = offsetof(population_params, state),
     .unit = "",
     .help = "a state of the machine"},
    {.name = "when",
     .type = WEND_PARAM_CHOICE,
     .offset = offsetof(population_params, when),
     .unit = "",
     .help = "how the population compares with `count`",
     .choices = population_whens},
    {.name = "count",
     .type = WEND_PARAM_INTEGER,
     .offset = offsetof(population_params, count),
     .default_value = 1.0,
     .minimum = 0.0,
     .maximum = (double)WEND_MAX_AGENTS,
     .unit = "agents",
     .help = "the limit"}};

const wend_trigger wend_trigger_population = {
    .entry = {WEND_HEAD(wend_trigger), .name = "population",
              .summary = "fires when the number of agents in an area or a state passes a limit",
              .params = population_table,
              .param_count = sizeof population_table / sizeof *population_table,
              .params_size = sizeof(population_params)},
    .memory_size = sizeof(population_memory),
    .bind = bind_population,
    .fires = fires_population,
};
