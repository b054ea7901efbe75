/* steer/solve/cones/model.h: the common part of the models vo, rvo and hrvo. They differ only in
 * the apexes of their cones. */
#ifndef STEER_SOLVE_CONES_MODEL_H
#define STEER_SOLVE_CONES_MODEL_H

#include <math.h>

#include <wend/model.h>

#include "steer/solve/cones/cones.h"

typedef struct cone_model_params {
    cones_params cones;
    double symmetry_bias;
    int32_t side; /* a cones_side, used only by hrvo */
} cone_model_params;

#define CONE_MODEL_ROWS                                                                            \
    CONES_ROWS, {                                                                                  \
        "symmetry_bias", WEND_PARAM_NUMBER, offsetof(cone_model_params, symmetry_bias), 0.01, 0.0, \
            0.5, "rad", "angle by which an agent that must give way turns to the right; 0: off",   \
            NULL                                                                                   \
    }

/* Chooses velocities for all agents of a call; their parameters are cone_model_params. */
void cone_model_steer(cones_rule rule, const wend_view *view, const wend_agents *agents,
                      const wend_intent *intents, wend_outcome *outcomes);

/* Adds the constraints and the choice of body `index` to the sketch. */
void cone_model_explain(cones_rule rule, const wend_view *view, const wend_agents *agents,
                        uint32_t index, const wend_intent *intent, wend_sketch *sketch);

#endif
