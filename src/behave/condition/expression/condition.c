/* Condition `expression`: compares properties of the agent, the time and populations, as written in
 * a text (program.h). The text is compiled when the machine is added.
 * Cost: O(tokens), and O(areas) for populations. */
#include <math.h>

#include <wend/behaviour.h>
#include <wend/names.h>
#include <wend/view.h>

#include "base/error.h"
#include "behave/condition/expression/program.h"

static const wend_param params[] = {
    {"text", WEND_PARAM_TEXT, offsetof(expression_params, text), 0.0, 0.0, 0.0, "",
     "what must be true, such as `speed > 1 and time_in_state > 5`", NULL},
};

static bool find_area(void *context, const char *name, wend_area *out, char *hint, size_t size) {
    const wend_world *world = context;
    *out = wend_world_find_area(world, name);
    wend_world_suggest_name(world, WEND_NAMED_AREA, name, hint, size);
    return out->value != 0;
}

static wend_result bind_expression(const wend_binding *binding, void *struct_of,
                                   wend_error *error) {
    expression_params *p = struct_of;
    const expression_areas areas = {find_area, wend_binding_world(binding)};
    expression_program *program = wend_binding_allocate(binding, sizeof *program);
    if (!program) {
        return error_no_memory(error, "an expression");
    }
    p->program = program;
    return expression_compile(p->text, &areas, program, error);
}

/* Returns the distance (m) to the goal in a straight line; infinite without a goal, and if the goal
 * is on another layer. */
static double distance_to_goal(const wend_view *view, uint32_t index) {
    uint32_t goal = wend_view_goal(view, index);
    const wend_body *body = &view->bodies[index];
    if (goal == WEND_NO_GOAL || wend_view_goal_layer(view, goal) != wend_body_layer(body)) {
        return INFINITY;
    }
    return (double)wend_view_goal_distance(view, goal, body->position);
}

static void get_body_values(const wend_condition_call *call, double *values) {
    const wend_body *body = &call->view->bodies[call->index];
    wend_point position = wend_space_from_local(call->view->space, body->position);
    double x = (double)body->velocity.x, y = (double)body->velocity.y;
    values[EXPRESSION_TIME] = call->view->time;
    values[EXPRESSION_TIME_IN_STATE] = call->view->time - call->entered;
    values[EXPRESSION_X] = position.x;
    values[EXPRESSION_Y] = position.y;
    values[EXPRESSION_SPEED] = sqrt(x * x + y * y);
    values[EXPRESSION_RADIUS] = (double)body->radius;
    values[EXPRESSION_LAYER] = (double)wend_body_layer(body);
}

static bool expression_is_true(const wend_condition_call *call) {
    enum {
        ATTRIBUTES = 1 << EXPRESSION_PREFERRED_SPEED | 1 << EXPRESSION_MAX_SPEED |
                     1 << EXPRESSION_HEADING | 1 << EXPRESSION_PRIORITY
    };
    const expression_program *program = ((const expression_params *)call->params)->program;
    double values[EXPRESSION_VALUES] = {0.0};
    get_body_values(call, values);
    wend_agent_attributes attributes;
    if (program->variables & ATTRIBUTES &&
        wend_world_get_agent_attributes(call->world, call->agent, &attributes)) {
        values[EXPRESSION_PREFERRED_SPEED] = (double)attributes.preferred_speed;
        values[EXPRESSION_MAX_SPEED] = (double)attributes.max_speed;
        values[EXPRESSION_HEADING] = (double)attributes.heading;
        values[EXPRESSION_PRIORITY] = attributes.priority;
    }
    if (program->variables & 1U << EXPRESSION_DISTANCE) {
        values[EXPRESSION_DISTANCE] = distance_to_goal(call->view, call->index);
    }
    for (uint32_t i = 0; i < program->area_count; i++) {
        values[EXPRESSION_VARIABLE_COUNT + i] =
            wend_world_area_agent_count(call->world, program->areas[i]);
    }
    return expression_holds(program, values);
}

/* An expression of numbers alone has the same value in each step. */
static wend_truth truth_of_expression(const void *bound) {
    const expression_program *program = ((const expression_params *)bound)->program;
    if (!program || program->variables != 0 || program->area_count > 0) {
        return WEND_TRUTH_VARIES;
    }
    const double none[EXPRESSION_VALUES] = {0.0};
    return expression_holds(program, none) ? WEND_TRUTH_ALWAYS : WEND_TRUTH_NEVER;
}

const wend_condition wend_condition_expression = {
    .entry = {WEND_HEAD(wend_condition), .name = "expression",
              .summary = "an arithmetic comparison of the agent's properties and the time",
              .params = params, .param_count = sizeof params / sizeof *params,
              .params_size = sizeof(expression_params)},
    .bind = bind_expression,
    .holds = expression_is_true,
    .truth = truth_of_expression,
};
