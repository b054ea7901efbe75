/* Optimal reciprocal collision avoidance towards a wide goal at a steady speed: of all velocities
 * that keep clear of the neighbours for a while, the one nearest to the arc of velocities that all
 * lead through the goal as fast as the agent likes to walk.
 *
 * Beyond Curtis, Snape and Manocha, "Way Portals" (2012): their chord (orca_segment.c) loses speed
 * in its middle, and must be narrow for that. The arc itself may be wide. What a goal asks for is
 * in solve/goal_arc.c, the choice in solve/arc_program.c; half-planes and the fallback are those of
 * the model orca (orca.c). solve/arc_lanes.h does it for eight agents at once, with the same
 * results bit for bit.
 *
 * - No half-planes of the goal: the distance to the arc alone keeps agents on their way. Towards
 *   points and directions it is the same as orca.
 * - Arcs are narrowed to `max_angle`, as orca_segment narrows its own: agents that may turn by more
 *   walk along their portal instead of through it.
 * - An arc that walls forbid altogether is turned to what they leave of the goal (goal_reach.c).
 * - An agent stays on the side of its wish that it is on, unless the other is better by
 *   `hysteresis`.
 *
 * Cost: that of orca, a few dozen operations for the arc, and a walk along it for who cannot have
 * its wish. */
#include <wend/explain.h>
#include <wend/math.h>
#include <wend/model.h>

#include "geom/vec.h"
#include "steer/solve/kernels/arc.h"
#include "steer/solve/planes/core.h"
#include "step/inside.h"

static const wend_param params[] = {
    ORCA_ROWS,
    {"max_angle", WEND_PARAM_NUMBER, offsetof(arc_params, max_angle), WEND_PI / 2.0, 0.0, WEND_PI,
     "rad", "how wide an arc may be", NULL},
    {"hysteresis", WEND_PARAM_NUMBER, offsetof(arc_params, hysteresis), 0.1, 0.0, 1.5, "rad",
     "by how much the other side must be better to change to it", NULL},
    {"detour", WEND_PARAM_NUMBER, offsetof(arc_params, detour), 1.0, 0.0, 1000.0, "m",
     "over which a far goal may be left aside; 0: never", NULL},
    {"deviation", WEND_PARAM_NUMBER, offsetof(arc_params, deviation), 1.01, 1.0, 2.0, "1",
     "by which factor that may lengthen the way", NULL},
};

static const arc_kernel kernels[WEND_KERNEL_COUNT] = {
    [WEND_KERNEL_SCALAR] = arc_steer_scalar,
#ifdef __x86_64__
    [WEND_KERNEL_SSE2] = arc_steer_sse2,
    [WEND_KERNEL_AVX2] = arc_steer_avx2,
#endif
};

static void steer_arc(const wend_view *view, const wend_agents *agents, const wend_intent *intents,
                      wend_outcome *outcomes) {
    arc_call call = arc_begin(view, agents);
    kernels[view->internals->kernel](&call, intents, outcomes);
}

static void explain_arc(const wend_view *view, const wend_agents *agents, uint32_t index,
                        const wend_intent *intent, wend_sketch *sketch) {
    arc_call call = arc_begin(view, agents);
    velocity_plane planes[PLANES_MOST];
    heeded others;
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
    .stage = {.entry = {WEND_HEAD(wend_steering), .name = "orca_arc",
                        .summary = "orca towards a wide goal, at a steady speed",
                        .citation = "Curtis, Snape and Manocha, Way Portals: Efficient Multi-Agent "
                                    "Navigation with Line-Segment Goals (2012)",
                        .params = params, .param_count = sizeof params / sizeof *params,
                        .params_size = sizeof(arc_params)},
              .explain = explain_arc},
    .reciprocates = true,
    .honours_limits = true,
    .avoids_agents = true,
    .avoids_walls = true,
    .resolves_head_on = true,
    .steer = steer_arc,
};
