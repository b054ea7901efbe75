/* Condition `line`: in the last step, the agent's centre has crossed a line segment.
 *
 * The line itself belongs to the side on its left, so that an agent that stops on it crosses it
 * only once. The test is exact for the points in local coordinates. */
#include "base/error.h"
#include "geom/predicates.h"

#include "behave/condition/place.h"
#include "step/store.h"

typedef struct line_params {
    wend_point a, b;
    int32_t from; /* 0 any, 1 left, 2 right */
    int64_t layer;
} line_params;

static wend_result bind_line(const wend_binding *binding, void *bound, wend_error *error) {
    const line_params *params = bound;
    if (params->a.x == params->b.x && params->a.y == params->b.y) {
        return error_set(error, WEND_ERROR_INVALID, "the ends `a` and `b` of a line are equal");
    }
    return wend_binding_check_layer(binding, params->layer, error);
}

static wend_vec2 to_local(const wend_condition_call *call, wend_point point) {
    wend_vec2 local = wend_space_to_local(call->view->space, point);
    return (wend_vec2){store_clamp((double)local.x), store_clamp((double)local.y)};
}

static bool holds_line(const wend_condition_call *call) {
    const line_params *params = call->params;
    const wend_body *body = &call->view->bodies[call->index];
    wend_vec2 a = to_local(call, params->a), b = to_local(call, params->b);
    if (params->layer >= 0 && (uint32_t)params->layer != wend_body_layer(body)) {
        return false;
    }
    bool was_left = predicate_orient(a, b, call->before) >= 0;
    bool is_left = predicate_orient(a, b, body->position) >= 0;
    bool fits = params->from == 0 || (params->from == 1) == was_left;
    return was_left != is_left && fits &&
           predicate_segments_meet(call->before, body->position, a, b);
}

static const char *const line_sides[] = {"any", "left", "right", NULL};

static const wend_param line_table[] = {
    {.name = "a",
     .type = WEND_PARAM_POINT,
     .offset = offsetof(line_params, a),
     .unit = "m",
     .help = "the first end of the line"},
    {.name = "b",
     .type = WEND_PARAM_POINT,
     .offset = offsetof(line_params, b),
     .unit = "m",
     .help = "the other end"},
    {.name = "from",
     .type = WEND_PARAM_CHOICE,
     .offset = offsetof(line_params, from),
     .unit = "",
     .help = "the side from which the agent comes, seen from a to b",
     .choices = line_sides},
    {.name = "layer",
     .type = WEND_PARAM_INTEGER,
     .offset = offsetof(line_params, layer),
     .default_value = -1.0,
     .minimum = -1.0,
     .maximum = (double)(WEND_MAX_LAYERS - 1),
     .unit = "1",
     .help = "layer of the line; -1: all layers"}};

const wend_condition wend_condition_line = {
    .entry = {WEND_HEAD(wend_condition), .name = "line",
              .summary = "the agent has crossed a line in the last step", .params = line_table,
              .param_count = sizeof line_table / sizeof *line_table,
              .params_size = sizeof(line_params)},
    .bind = bind_line,
    .holds = holds_line,
    .uses_before = true,
};
