/* steer/solve/cones/model.h: what the models vo, rvo and hrvo have in common: all but where the
 * apexes of their cones lie. */
#ifndef STEER_SOLVE_CONES_MODEL_H
#define STEER_SOLVE_CONES_MODEL_H

#include <math.h>

#include <wend/model.h>

#include "steer/solve/cones/cones.h"

typedef struct cone_model_params {
    cones_params cones;
    double symmetry_bias;
    int32_t side; /* cones_side; hrvo */
} cone_model_params;

#define CONE_MODEL_ROWS                                                                            \
    CONES_ROWS, {                                                                                  \
        "symmetry_bias", WEND_PARAM_NUMBER, offsetof(cone_model_params, symmetry_bias), 0.01, 0.0, \
            0.5, "rad", "by how much who must give way turns to the right; 0: off", NULL           \
    }

/* Chooses for all agents of a call; their parameters are cone_model_params. */
void cone_model_steer(cones_rule rule, const wend_view *view, const wend_agents *agents,
                      const wend_intent *intents, wend_outcome *outcomes);

/* Marks what it does for body `index`. */
void cone_model_explain(cones_rule rule, const wend_view *view, const wend_agents *agents,
                        uint32_t index, const wend_intent *intent, wend_sketch *sketch);

#endif
