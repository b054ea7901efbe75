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
#include <wend/model.h>

#include "steer/solve/kernels/segment.h"

static const wend_param params[] = {ORCA_ROWS, SEGMENT_ROWS};

static void steer_segment(const wend_view *view, const wend_agents *agents,
                          const wend_intent *intents, wend_outcome *outcomes) {
    segment_call call = segment_begin(view, agents);
    segment_steer(&call, intents, outcomes);
}

static void explain_segment(const wend_view *view, const wend_agents *agents, uint32_t index,
                            const wend_intent *intent, wend_sketch *sketch) {
    segment_call call = segment_begin(view, agents);
    segment_explain(&call, index, intent, segment_choose, &call, sketch);
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
