/* Chooses the velocity of one agent in the model orca_segment: the scalar version of
 * segment_lanes.h. */
#include "steer/solve/kernels/segment.h"

#include <wend/explain.h>

#include "base/kernels.h"
#include "geom/vec.h"
#include "steer/solve/goals/reach.h"
#include "steer/solve/planes/core.h"
#include "steer/solve/planes/steer.h"
#include "step/internals.h"

/* rad: the margin passed to goal_turn_to_reachable. It equals the default `hysteresis` of orca_arc.
 */
static const double side_margin = 0.1;

/* The lowest fraction of the preferred speed at which directions past a door's posts are searched.
 * It is above the default `rest_speed_share`. */
static const float slowest_share = 0.125F;

const char *const segment_bounds[] = {"relative", "absolute", NULL};

segment_call segment_begin(const wend_view *view, const wend_agents *agents) {
    const segment_params *params = agents->params;
    bool absolute = params->bound == 1;
    float half_cosine = params->error < 1.0 ? (float)(1.0 - params->error) : 0.0F;
    return (segment_call){.orca = orca_begin(view, agents, &params->orca),
                          .rules = goal_arc_rules_of(half_cosine,
                                                     absolute ? (float)params->error : -1.0F,
                                                     params->detour, params->deviation),
                          .margin = arc_margin_of(side_margin),
                          .rest = (float)params->rest_speed_share};
}

segment_program segment_program_of(const segment_call *call, const goal_arc *goal,
                                   const velocity_program *program) {
    if (!goal->wide) {
        return (segment_program){.program = *program, .start = goal->preferred_velocity};
    }
    wend_vec2 left = goal->arc.left, right = goal->arc.right;
    return (segment_program){
        .program = *program,
        .start = vec_scale(left, goal->speed),
        .along = vec_scale(vec_sub(right, left), goal->speed),
        .bias = goal->bias,
        .goal = {{{left.y, -left.x}, 0.0F}, {{-right.y, right.x}, 0.0F}},
        .goal_count = SEGMENT_GOAL_PLANES,
        .rest = call->rest * goal->speed,
    };
}

goal_arc segment_goal_of(const segment_call *call, uint32_t index, const wend_intent *intent,
                         const velocity_program *program) {
    const planes_call *planes = &call->orca.planes;
    wend_vec2 position = planes->view->bodies[index].position;
    goal_arc goal = goal_arc_of(&call->rules, intent, position, program->max_speed,
                                planes->view->steer_interval);
    if (!program_allows(program, goal.preferred_velocity)) {
        goal_turn_to_reachable(planes, index, program, &call->rules, call->margin, slowest_share,
                               &goal);
    }
    return goal;
}

bool segment_prepare(const segment_call *call, uint32_t index, const wend_intent *intent,
                     velocity_program *program, segment_program *segment, wend_vec2 *out) {
    goal_arc goal = segment_goal_of(call, index, intent, program);
    program->preferred_velocity = goal.preferred_velocity;
    if (program_allows(program, goal.preferred_velocity)) {
        *out = goal.preferred_velocity;
        return false;
    }
    goal.preferred_velocity =
        goal.wide ? goal.preferred_velocity : program_slide_along_walls(program);
    goal = goal_arc_turned(call->orca.turn, goal);
    *segment = segment_program_of(call, &goal, program);
    return true;
}

wend_solve_status segment_choose(const void *call, uint32_t index, const wend_intent *intent,
                                 velocity_program *program, wend_vec2 *out) {
    segment_program segment;
    if (!segment_prepare(call, index, intent, program, &segment, out)) {
        return WEND_SOLVE_FREE;
    }
    return segment_solve(&segment, out);
}

void segment_steer_scalar(const segment_call *call, const wend_intent *intents,
                          wend_outcome *outcomes) {
    planes_steer(&call->orca.planes, segment_choose, call, intents, outcomes);
}

void segment_steer(const segment_call *call, const wend_intent *intents, wend_outcome *outcomes) {
    static const segment_kernel kernels[WEND_KERNEL_COUNT] = {KERNELS_ALL(segment_steer)};
    kernels[call->orca.planes.view->internals->kernel](call, intents, outcomes);
}

/* ---- Explanation ----------------------------------------------------------------------------- */

static void explain_goal(const segment_call *call, const goal_arc *goal,
                         const velocity_program *program, wend_subject subject,
                         wend_sketch *sketch) {
    segment_program segment = segment_program_of(call, goal, program);
    for (uint32_t i = 0; i < segment.goal_count; i++) {
        wend_sketch_add(sketch, (wend_mark){.kind = WEND_MARK_HALF_PLANE,
                                            .b = segment.goal[i].normal,
                                            .label = "beside the goal",
                                            .subject = subject});
    }
    if (goal->wide) {
        wend_sketch_add(sketch, (wend_mark){.kind = WEND_MARK_PREFERRED_SEGMENT,
                                            .a = vec_add(segment.start, segment.along),
                                            .b = segment.start,
                                            .label = "towards the goal",
                                            .subject = subject});
        wend_sketch_add(sketch, (wend_mark){.kind = WEND_MARK_PREFERRED_ARC,
                                            .a = vec_scale(goal->arc.right, goal->speed),
                                            .b = vec_scale(goal->arc.left, goal->speed),
                                            .subject = subject});
    }
}

void segment_explain(const segment_call *call, uint32_t index, const wend_intent *intent,
                     planes_choice choose, const void *model, wend_sketch *sketch) {
    const planes_call *own = &call->orca.planes;
    velocity_plane planes[PLANES_MOST];
    active_neighbours others;
    velocity_program program = planes_program(own, index, planes, &others);
    wend_vec2 velocity;
    planes_explain(own, index, &program, &others, sketch);
    goal_arc goal = segment_goal_of(call, index, intent, &program);
    explain_goal(call, &goal, &program, wend_view_region_subject(own->view, &intent->region),
                 sketch);
    goal_arc_explain(own->view, index, &goal, intent, sketch);
    choose(model, index, intent, &program, &velocity);
    core_planes_keep(own, index, &others, &program, &velocity);
    wend_sketch_add(sketch, (wend_mark){.kind = WEND_MARK_VELOCITY, .b = velocity});
}
