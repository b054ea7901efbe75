/* Optimal reciprocal collision avoidance towards a wide goal at a steady speed. The velocities that
 * lead through the goal at the preferred speed form an arc. Of all velocities that avoid the
 * neighbours within a time horizon, the model chooses the one nearest to that arc.
 *
 * The model extends Curtis, Snape and Manocha, "Way Portals" (2012): their chord (orca_segment.c)
 * is slower in its middle and must therefore be narrow, while an arc may be wide. solve/goals/arc.c
 * finds the velocities that lead to a goal, and solve/programs/arc.c makes the choice. Half-planes
 * and the fallback are those of the model orca (orca.c). solve/kernels/arc_lanes.h does all of this
 * for eight agents at once, with bit-identical results.
 *
 * - The goal adds no half-planes: only the distance to the arc leads agents to the goal. Towards
 *   points and directions the model equals orca.
 * - Arcs are narrowed to `max_angle`, as in orca_segment. Agents that may turn by more would walk
 *   along their portal instead of through it.
 * - If walls forbid an arc entirely, it is turned to the part of the goal that walls leave
 *   reachable (solve/goals/reach.c).
 * - An agent stays on its current side of the preferred velocity unless the other side is better by
 *   `hysteresis`.
 *
 * Cost: that of orca, a few dozen operations for the arc, and a search along the arc for agents
 * that cannot have their preferred velocity. */
#include <wend/explain.h>
#include <wend/math.h>
#include <wend/model.h>

#include "base/kernels.h"
#include "geom/vec.h"
#include "steer/solve/kernels/arc.h"
#include "steer/solve/planes/core.h"
#include "step/internals.h"

static const wend_param params[] = {
    ORCA_ROWS,
    {"max_angle", WEND_PARAM_NUMBER, offsetof(arc_params, max_angle), WEND_PI / 2.0, 0.0, WEND_PI,
     "rad", "largest angle of an arc", NULL},
    {"hysteresis", WEND_PARAM_NUMBER, offsetof(arc_params, hysteresis), 0.1, 0.0, 1.5, "rad",
     "angle by which the other side must be better before the agent changes sides", NULL},
    {"detour", WEND_PARAM_NUMBER, offsetof(arc_params, detour), 1.0, 0.0, 1000.0, "m",
     "length of detour for which the agent may leave the direction of a far goal; 0: never", NULL},
    {"deviation", WEND_PARAM_NUMBER, offsetof(arc_params, deviation), 1.01, 1.0, 2.0, "1",
     "factor by which such a detour may lengthen the path", NULL},
};

static const arc_kernel kernels[WEND_KERNEL_COUNT] = {KERNELS_ALL(arc_steer)};

static void steer_arc(const wend_view *view, const wend_agents *agents, const wend_intent *intents,
                      wend_outcome *outcomes) {
    arc_call call = arc_begin(view, agents);
    kernels[view->internals->kernel](&call, intents, outcomes);
}

static void explain_arc(const wend_view *view, const wend_agents *agents, uint32_t index,
                        const wend_intent *intent, wend_sketch *sketch) {
    arc_call call = arc_begin(view, agents);
    velocity_plane planes[PLANES_MOST];
    active_neighbours others;
    velocity_program program = planes_program(&call.orca.planes, index, planes, &others);
    wend_vec2 velocity;
    planes_explain(&call.orca.planes, index, &program, &others, sketch);
    goal_arc goal = arc_goal_of(&call, index, intent, &program);
    if (goal.wide) {
        wend_sketch_add(sketch,
                        (wend_mark){.kind = WEND_MARK_PREFERRED_ARC,
                                    .a = vec_scale(goal.arc.right, goal.speed),
                                    .b = vec_scale(goal.arc.left, goal.speed),
                                    .label = "towards the goal",
                                    .subject = wend_view_region_subject(view, &intent->region)});
    }
    goal_arc_explain(view, index, &goal, intent, sketch);
    arc_choose(&call, index, intent, &program, &velocity);
    core_planes_keep(&call.orca.planes, index, &others, &program, &velocity);
    wend_sketch_add(sketch, (wend_mark){.kind = WEND_MARK_VELOCITY, .b = velocity});
}

const wend_steering wend_steering_orca_arc = {
    .stage =
        {.entry = {WEND_HEAD(wend_steering), .name = "orca_arc",
                   .summary =
                       "orca with an arc of preferred velocities: a wide goal at constant speed",
                   .citation = "Curtis, Snape and Manocha, Way Portals: Efficient Multi-Agent "
                               "Navigation with Line-Segment Goals (2012)",
                   .params = params, .param_count = sizeof params / sizeof *params,
                   .params_size = sizeof(arc_params)},
         .explain = explain_arc},
    .reciprocates = true,
    .respects_limits = true,
    .avoids_agents = true,
    .avoids_walls = true,
    .resolves_head_on = true,
    .steer = steer_arc,
};
