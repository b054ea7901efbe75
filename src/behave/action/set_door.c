/* Action `set_door`: closes or opens a door, or adds or removes a moving obstacle. Undo restores
 * the state before; if several agents set a door, the last undo counts. Has no effect on a door
 * that has been removed. */
#include <wend/behaviour.h>

typedef struct door_params {
    const char *door;
    bool closed;
    wend_obstacle id;
} door_params;

typedef struct door_saved {
    uint32_t was_closed;
} door_saved;

static wend_result bind_door(const wend_binding *binding, void *bound, wend_error *error) {
    door_params *params = bound;
    params->id = wend_binding_find_obstacle(binding, params->door, error);
    return params->id.value || wend_binding_is_reload(binding) ? WEND_OK : WEND_ERROR_NAME;
}

static wend_result set_closed(const wend_action_call *call, bool closed, wend_error *error) {
    const door_params *params = call->params;
    wend_result result = wend_world_set_obstacle_closed(call->world, params->id, closed, error);
    return result == WEND_ERROR_NAME ? WEND_OK : result;
}

static wend_result apply_door(const wend_action_call *call, wend_error *error) {
    const door_params *params = call->params;
    ((door_saved *)call->saved)->was_closed =
        wend_world_is_obstacle_closed(call->world, params->id);
    return set_closed(call, params->closed, error);
}

static wend_result undo_door(const wend_action_call *call, wend_error *error) {
    return set_closed(call, ((const door_saved *)call->saved)->was_closed != 0, error);
}

static const wend_param door_table[] = {{.name = "door",
                                         .type = WEND_PARAM_NAME,
                                         .offset = offsetof(door_params, door),
                                         .unit = "",
                                         .help = "a door or a moving obstacle"},
                                        {.name = "closed",
                                         .type = WEND_PARAM_BOOL,
                                         .offset = offsetof(door_params, closed),
                                         .default_value = 1.0,
                                         .unit = "",
                                         .help = "true: close it; false: open it"}};

const wend_action wend_action_set_door = {
    .entry = {WEND_HEAD(wend_action), .name = "set_door", .summary = "closes or opens a door",
              .params = door_table, .param_count = sizeof door_table / sizeof *door_table,
              .params_size = sizeof(door_params)},
    .saved_size = sizeof(door_saved),
    .bind = bind_door,
    .apply = apply_door,
    .undo = undo_door,
};
