/* Hybrid reciprocal velocity obstacles: like `rvo`, but an agent that would pass on the wrong side
 * takes all of the effort, so that agents do not change sides while passing.
 *
 * Snape, van den Berg, Guy and Manocha, "The hybrid reciprocal velocity obstacle", IEEE
 * Transactions on Robotics 27 (2011). The cones are in solve/cones/cone.c and solve/cones/cones.c,
 * the choice in solve/programs/clearpath.c. The paper's cones have no front; `horizon: .inf` gives
 * such cones.
 *
 * The current velocity determines the side; with `side: preferred`, the preferred velocity does.
 *
 * Cost: see solve/programs/clearpath.c. */
#include <wend/model.h>

#include "steer/solve/cones/model.h"

static const wend_param params[] = {
    CONE_MODEL_ROWS,
    {"side", WEND_PARAM_CHOICE, offsetof(cone_model_params, side), CONES_BY_VELOCITY, 0.0, 0.0, "",
     "velocity that determines the side on which to pass others", cones_sides},
};

static void steer_hrvo(const wend_view *view, const wend_agents *agents, const wend_intent *intents,
                       wend_outcome *outcomes) {
    cone_model_steer(CONES_HRVO, view, agents, intents, outcomes);
}

static void explain_hrvo(const wend_view *view, const wend_agents *agents, uint32_t index,
                         const wend_intent *intent, wend_sketch *sketch) {
    cone_model_explain(CONES_HRVO, view, agents, index, intent, sketch);
}

const wend_steering wend_steering_hrvo = {
    .stage =
        {.entry = {WEND_HEAD(wend_steering), .name = "hrvo",
                   .summary =
                       "hybrid reciprocal velocity obstacles: agents agree on the passing side",
                   .citation = "Snape, van den Berg, Guy and Manocha, The hybrid reciprocal "
                               "velocity obstacle (2011)",
                   .params = params, .param_count = sizeof params / sizeof *params,
                   .params_size = sizeof(cone_model_params)},
         .explain = explain_hrvo},
    .reciprocates = true,
    .respects_limits = true,
    .avoids_agents = true,
    .avoids_walls = true,
    .resolves_head_on = true,
    .steer = steer_hrvo,
};
