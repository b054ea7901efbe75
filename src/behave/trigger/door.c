/* Trigger `door`: fires when a door has been closed or opened. */
#include <wend/behaviour.h>

typedef struct door_params {
    const char *door;
    int32_t when; /* 0 closed, 1 opened */
    wend_obstacle id;
} door_params;

/* The memory of the trigger. */
typedef struct door_memory {
    uint32_t is_known;   /* 0 before the first step */
    uint32_t was_closed; /* in the last step */
} door_memory;

static wend_result bind_door(const wend_binding *binding, void *bound, wend_error *error) {
    door_params *params = bound;
    params->id = wend_binding_find_obstacle(binding, params->door, error);
    return params->id.value || wend_binding_is_reload(binding) ? WEND_OK : WEND_ERROR_NAME;
}

static bool fires_door(const wend_trigger_call *call) {
    const door_params *params = call->params;
    door_memory *memory = call->memory;
    bool is_closed = wend_world_is_obstacle_closed(call->world, params->id);
    bool changed = memory->is_known && (memory->was_closed != 0) != is_closed;
    memory->is_known = 1;
    memory->was_closed = is_closed;
    return changed && is_closed == (params->when == 0);
}

static const char *const door_whens[] = {"closed", "opened", NULL};

static const wend_param door_table[] = {{.name = "door",
                                         .type = WEND_PARAM_NAME,
                                         .offset = offsetof(door_params, door),
                                         .unit = "",
                                         .help = "a door or a moving obstacle"},
                                        {.name = "when",
                                         .type = WEND_PARAM_CHOICE,
                                         .offset = offsetof(door_params, when),
                                         .unit = "",
                                         .help = "the change that fires the signal",
                                         .choices = door_whens}};

const wend_trigger wend_trigger_door = {
    .entry = {WEND_HEAD(wend_trigger), .name = "door",
              .summary = "fires when a door has been closed or opened", .params = door_table,
              .param_count = sizeof door_table / sizeof *door_table,
              .params_size = sizeof(door_params)},
    .memory_size = sizeof(door_memory),
    .bind = bind_door,
    .fires = fires_door,
};
