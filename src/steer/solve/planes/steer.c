/* The common part of all models that choose velocities by half-planes. The model chooses a
 * velocity, and the core planes are applied to it afterwards. */
#include "steer/solve/planes/steer.h"

#include "geom/vec.h"
#include "steer/solve/planes/core.h"

void planes_steer_one(const planes_call *call, planes_choice choose, const void *model,
                      uint32_t index, const wend_intent *intents, wend_outcome *outcomes) {
    velocity_plane planes[PLANES_MOST];
    uint32_t at = index - call->agents->first;
    active_neighbours others;
    velocity_program program = planes_program(call, index, planes, &others);
    wend_vec2 velocity;
    wend_solve_status solve_status = choose(model, index, &intents[at], &program, &velocity);
    solve_status =
        core_worse(solve_status, core_planes_keep(call, index, &others, &program, &velocity));
    outcomes[at] =
        (wend_outcome){.velocity = velocity,
                       .displacement = vec_scale(velocity, call->view->dt),
                       .solve_status = (uint8_t)(solve_status == WEND_SOLVE_FREE && others.crowded
                                                     ? WEND_SOLVE_RELAXED
                                                     : solve_status)};
}

void planes_steer(const planes_call *call, planes_choice choose, const void *model,
                  const wend_intent *intents, wend_outcome *outcomes) {
    for (uint32_t k = 0; k < call->agents->range_count; k++) {
        wend_range range = call->agents->ranges[k];
        for (uint32_t i = range.begin; i < range.end; i++) {
            planes_steer_one(call, choose, model, i, intents, outcomes);
        }
    }
}
