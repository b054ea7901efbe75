/* Velocity obstacles: a velocity is allowed if it leads to no collision within a time horizon,
 * provided that all other agents keep their velocities. The model chooses the allowed velocity that
 * is nearest to the preferred velocity.
 *
 * Fiorini and Shiller, "Motion planning in dynamic environments using velocity obstacles",
 * International Journal of Robotics Research 17 (1998). The cones are computed in
 * solve/cones/cone.c and solve/cones/cones.c; the velocity is chosen in solve/programs/clearpath.c.
 *
 * If two agents with this model meet, each takes the full effort. In the next step the conflict is
 * gone, and both turn back. Their paths oscillate; `rvo` and `hrvo` avoid that.
 *
 * Cost: see solve/programs/clearpath.c. */
#include <wend/model.h>

#include "steer/solve/cones/model.h"

static const wend_param params[] = {
    CONE_MODEL_ROWS,
};

static void steer_vo(const wend_view *view, const wend_agents *agents, const wend_intent *intents,
                     wend_outcome *outcomes) {
    cone_model_steer(CONES_VO, view, agents, intents, outcomes);
}

static void explain_vo(const wend_view *view, const wend_agents *agents, uint32_t index,
                       const wend_intent *intent, wend_sketch *sketch) {
    cone_model_explain(CONES_VO, view, agents, index, intent, sketch);
}

const wend_steering wend_steering_vo = {
    .stage = {.entry = {WEND_HEAD(wend_steering), .name = "vo",
                        .summary =
                            "velocity obstacles: avoids others as if they kept their velocities",
                        .citation = "Fiorini and Shiller, Motion planning in dynamic environments "
                                    "using velocity obstacles (1998)",
                        .params = params, .param_count = sizeof params / sizeof *params,
                        .params_size = sizeof(cone_model_params)},
              .explain = explain_vo},
    .reciprocates = true,
    .respects_limits = true,
    .avoids_agents = true,
    .avoids_walls = true,
    .resolves_head_on = true,
    .steer = steer_vo,
};
