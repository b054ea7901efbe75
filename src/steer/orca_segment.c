/* Optimal reciprocal collision avoidance towards a line segment: of all velocities that avoid the
 * neighbours within a time horizon, chooses the one nearest to a segment of velocities that lead
 * through the goal, such as a way portal.
 *
 * Curtis, Snape and Manocha, "Way Portals: Efficient Multi-Agent Navigation with Line-Segment
 * Goals" (2012), section 4. The preferred velocities for a portal are computed in
 * solve/goals/arc.c. The program that chooses a velocity is in solve/programs/segment.c. The
 * half-planes and the fallback are those of the model orca (orca.c). solve/kernels/segment_lanes.h
 * does all of this for eight agents at once, with the same results bit for bit.
 *
 * Departures from the paper:
 * - The goal's two half-planes are ignored if they leave no velocity, or no velocity above
 *   `rest_speed_share` of the preferred speed. Safety comes before progress, and agents would
 *   otherwise stall forever. The solve status is still free, because all constraints that keep
 *   agents apart are active.
 * - A point goal has no such half-planes, because they would leave only a ray. Towards points and
 *   directions the model equals orca.
 * - Discs and polygons are wide goals, too: the segment is their visible part, between their
 *   outermost points.
 * - If walls forbid an arc entirely, it is turned to the part of the portal that walls leave
 *   reachable (solve/goals/reach.c).
 * - If the preferred velocity of an agent is not allowed, the agent turns the segment to the right
 *   by `symmetry_bias`.
 *
 * Cost: the cost of orca, and a few dozen operations for the arc. */
#include <wend/explain.h>
#include <wend/model.h>

#include "geom/vec.h"
#include "steer/solve/kernels/segment.h"
#include "steer/solve/planes/core.h"
#include "step/internals.h"

static const char *const bounds[] = {"relative", "absolute", NULL};

static const wend_param params[] = {
    ORCA_ROWS,
    {"error_bound", WEND_PARAM_CHOICE, offsetof(segment_params, bound), 0.0, 0.0, 0.0, "",
     "unit of the error: a share of the preferred speed, or m/s", bounds},
    {"error", WEND_PARAM_NUMBER, offsetof(segment_params, error), 0.1, 0.0, 10.0, "1",
     "how much slower than the arc the segment may be, which limits its angle", NULL},
    {"detour", WEND_PARAM_NUMBER, offsetof(segment_params, detour), 1.0, 0.0, 1000.0, "m",
     "length of detour for which the agent may leave the direction of a far goal; 0: never", NULL},
    {"deviation", WEND_PARAM_NUMBER, offsetof(segment_params, deviation), 1.01, 1.0, 2.0, "1",
     "factor by which such a detour may lengthen the path", NULL},
    {"rest_speed_share", WEND_PARAM_NUMBER, offsetof(segment_params, rest_speed_share), 0.1, 0.0,
     1.0, "1", "share of the preferred speed below which the sides of the goal are ignored", NULL},
};

static const segment_kernel kernels[WEND_KERNEL_COUNT] = {
    [WEND_KERNEL_SCALAR] = segment_steer_scalar,
#ifdef __x86_64__
    [WEND_KERNEL_SSE2] = segment_steer_sse2,
    [WEND_KERNEL_AVX2] = segment_steer_avx2,
    [WEND_KERNEL_AVX512] = segment_steer_avx512,
#endif
};

static void steer_segment(const wend_view *view, const wend_agents *agents,
                          const wend_intent *intents, wend_outcome *outcomes) {
    segment_call call = segment_begin(view, agents);
    kernels[view->internals->kernel](&call, intents, outcomes);
}

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

static void explain_segment(const wend_view *view, const wend_agents *agents, uint32_t index,
                            const wend_intent *intent, wend_sketch *sketch) {
    segment_call call = segment_begin(view, agents);
    velocity_plane planes[PLANES_MOST];
    active_neighbours others;
    velocity_program program = planes_program(&call.orca.planes, index, planes, &others);
    wend_vec2 velocity;
    planes_explain(&call.orca.planes, index, &program, &others, sketch);
    goal_arc goal = segment_goal_of(&call, index, intent, &program);
    explain_goal(&call, &goal, &program, wend_view_region_subject(view, &intent->region), sketch);
    goal_arc_explain(view, index, &goal, intent, sketch);
    segment_choose(&call, index, intent, &program, &velocity);
    core_planes_keep(&call.orca.planes, index, &others, &program, &velocity);
    wend_sketch_add(sketch, (wend_mark){.kind = WEND_MARK_VELOCITY, .b = velocity});
}

const wend_steering wend_steering_orca_segment = {
    .stage = {.entry = {WEND_HEAD(wend_steering), .name = "orca_segment",
                        .summary =
                            "orca with a segment of preferred velocities: way portals as goals",
                        .citation = "Curtis, Snape and Manocha, Way Portals: Efficient Multi-Agent "
                                    "Navigation with Line-Segment Goals (2012)",
                        .params = params, .param_count = sizeof params / sizeof *params,
                        .params_size = sizeof(segment_params)},
              .explain = explain_segment},
    .reciprocates = true,
    .respects_limits = true,
    .avoids_agents = true,
    .avoids_walls = true,
    .resolves_head_on = true,
    .steer = steer_segment,
};
