/* Chooses the velocity of one agent in the model orca_arc: the scalar version of arc_lanes.h. */
#include "steer/solve/kernels/arc.h"

#include <math.h>

#include <wend/math.h>

#include "geom/vec.h"
#include "steer/solve/goals/reach.h"
#include "steer/solve/planes/steer.h"

arc_call arc_begin(const wend_view *view, const wend_agents *agents) {
    const arc_params *params = agents->params;
    float half_cosine = (float)wend_cos(params->max_angle / 2.0);
    return (arc_call){.orca = orca_begin(view, agents, &params->orca),
                      .rules = goal_arc_rules_of(half_cosine > 0.0F ? half_cosine : 0.0F, -1.0F,
                                                 params->detour, params->deviation),
                      .margin = arc_margin_of(params->hysteresis)};
}

/* Returns the direction to the preferred point of a wide arc. */
static wend_vec2 bias_of(const goal_arc *goal) {
    wend_vec2 left = goal->arc.left, right = goal->arc.right;
    wend_vec2 chord = {right.x - left.x, right.y - left.y};
    wend_vec2 point = {left.x + chord.x * goal->bias, left.y + chord.y * goal->bias};
    float squared = vec_length_squared(point);
    /* The arc is half a turn, so its chord contains zero: use the chord's normal. */
    if (squared < ARC_LEAST_POINT) {
        point = vec_perp(chord);
        squared = vec_length_squared(point);
    }
    float length = sqrtf(squared);
    return (wend_vec2){point.x / length, point.y / length};
}

/* Moves the preferred velocity of a wide goal from the chord to the arc. */
static void move_preferred_to_arc(goal_arc *goal) {
    if (goal->wide) {
        goal->preferred_velocity = vec_scale(bias_of(goal), goal->speed);
    }
}

goal_arc arc_goal_of(const arc_call *call, uint32_t index, const wend_intent *intent,
                     const velocity_program *program) {
    const planes_call *planes = &call->orca.planes;
    wend_vec2 position = planes->view->bodies[index].position;
    goal_arc goal = goal_arc_of(&call->rules, intent, position, program->max_speed,
                                planes->view->steer_interval);
    move_preferred_to_arc(&goal);
    if (!program_allows(program, goal.preferred_velocity) &&
        goal_turn_to_reachable(planes, index, program, &call->rules, call->margin, 1.0F, &goal)) {
        move_preferred_to_arc(&goal);
    }
    return goal;
}

wend_solve_status arc_choose(const void *call, uint32_t index, const wend_intent *intent,
                             velocity_program *program, wend_vec2 *out) {
    const arc_call *own = call;
    const wend_body *body = &own->orca.planes.view->bodies[index];
    goal_arc goal = arc_goal_of(own, index, intent, program);
    program->preferred_velocity = goal.preferred_velocity;
    if (program_allows(program, goal.preferred_velocity)) {
        *out = goal.preferred_velocity;
        return WEND_SOLVE_FREE;
    }
    goal.preferred_velocity =
        goal.wide ? goal.preferred_velocity : program_slide_along_walls(program);
    goal_arc turned = goal_arc_turned(own->orca.turn, goal);
    arc_program arc = {.program = *program,
                       .arc = turned.arc,
                       .speed = goal.speed,
                       .velocity = body->velocity,
                       .margin = own->margin};
    arc.program.preferred_velocity = turned.preferred_velocity;
    if (!goal.wide) {
        return program_solve(&arc.program, out);
    }
    arc.bias = turned_right(own->orca.turn, bias_of(&goal));
    return arc_solve(&arc, out);
}

void arc_steer_scalar(const arc_call *call, const wend_intent *intents, wend_outcome *outcomes) {
    planes_steer(&call->orca.planes, arc_choose, call, intents, outcomes);
}
