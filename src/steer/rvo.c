/* Reciprocal velocity obstacles: like `vo`, but every agent expects the other to take half of the
 * effort.
 *
 * Van den Berg, Lin and Manocha, "Reciprocal velocity obstacles for real-time multi-agent
 * navigation", IEEE International Conference on Robotics and Automation (2008). The cones are
 * computed in solve/cones/cone.c and solve/cones/cones.c; the velocity is chosen in
 * solve/programs/clearpath.c.
 *
 * Two agents that do not agree on the side on which to pass may still oscillate; `hrvo` avoids
 * that.
 *
 * Cost: see solve/programs/clearpath.c. */
#include <wend/model.h>

#include "steer/solve/cones/model.h"

static const wend_param params[] = {
    CONE_MODEL_ROWS,
};

static void steer_rvo(const wend_view *view, const wend_agents *agents, const wend_intent *intents,
                      wend_outcome *outcomes) {
    cone_model_steer(CONES_RVO, view, agents, intents, outcomes);
}

static void explain_rvo(const wend_view *view, const wend_agents *agents, uint32_t index,
                        const wend_intent *intent, wend_sketch *sketch) {
    cone_model_explain(CONES_RVO, view, agents, index, intent, sketch);
}

const wend_steering wend_steering_rvo = {
    .stage = {.entry = {WEND_HEAD(wend_steering), .name = "rvo",
                        .summary =
                            "reciprocal velocity obstacles: each agent takes half of the effort",
                        .citation =
                            "van den Berg, Lin and Manocha, Reciprocal velocity obstacles for "
                            "real-time multi-agent navigation (2008)",
                        .params = params, .param_count = sizeof params / sizeof *params,
                        .params_size = sizeof(cone_model_params)},
              .explain = explain_rvo},
    .reciprocates = true,
    .respects_limits = true,
    .avoids_agents = true,
    .avoids_walls = true,
    .resolves_head_on = true,
    .steer = steer_rvo,
};
