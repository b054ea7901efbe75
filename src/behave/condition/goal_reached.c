/* Condition `goal_reached`: the agent has arrived at its goal or, with a distance, its centre is
 * within that distance of the goal's region. */
#include <math.h>

#include <wend/behaviour.h>
#include <wend/view.h>

typedef struct reached_params {
    double distance; /* m; negative: the goal's own rule */
} reached_params;

static bool holds_reached(const wend_condition_call *call) {
    const reached_params *params = call->params;
    if (params->distance < 0.0) {
        return call->has_arrived;
    }
    const wend_view *view = call->view;
    uint32_t goal = wend_view_goal(view, call->index);
    if (goal == WEND_NO_GOAL ||
        wend_view_connection(view, call->index, NULL) != WEND_NO_CONNECTION ||
        wend_view_goal_info(view, goal).is_position_unknown ||
        wend_view_goal_layer(view, goal) != wend_body_layer(&view->bodies[call->index])) {
        return false;
    }
    wend_vec2 at = view->bodies[call->index].position;
    return (double)wend_view_goal_distance(view, goal, at) <= params->distance;
}

static double due_reached(const wend_condition_call *call) {
    const reached_params *params = call->params;
    return params->distance < 0.0 && !call->has_arrived ? (double)INFINITY : call->view->time;
}

static const wend_param reached_table[] = {
    {.name = "distance",
     .type = WEND_PARAM_NUMBER,
     .offset = offsetof(reached_params, distance),
     .default_value = -1.0,
     .minimum = -1.0,
     .maximum = 1e6,
     .unit = "m",
     .help = "largest distance of the agent's centre from the goal; below 0: the agent arrives as "
             "the goal defines it"}};

const wend_condition wend_condition_goal_reached = {
    .entry = {WEND_HEAD(wend_condition), .name = "goal_reached",
              .summary = "the agent has reached its goal since it entered the state",
              .params = reached_table, .param_count = sizeof reached_table / sizeof *reached_table,
              .params_size = sizeof(reached_params)},
    .holds = holds_reached,
    .due = due_reached,
};
