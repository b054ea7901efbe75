/* Chooses the velocity of one agent in the model orca: the scalar version of orca_lanes.h. */
#include "steer/solve/kernels/orca.h"

#include "geom/vec.h"
#include "steer/solve/goals/preferred.h"
#include "steer/solve/planes/steer.h"

orca_call orca_begin(const wend_view *view, const wend_agents *agents, const orca_params *params) {
    orca_call call = {.planes = planes_begin(view, agents, &params->planes),
                      .turn = symmetry_turn_of((float)params->symmetry_bias)};
    call.planes.rights = right_rules_of(view, params->right_of_way, false);
    return call;
}

wend_solve_status orca_choose(const void *call, uint32_t index, const wend_intent *intent,
                              velocity_program *program, wend_vec2 *out) {
    const orca_call *orca = call;
    const wend_view *view = orca->planes.view;
    program->preferred_velocity =
        find_preferred_velocity(intent, view->bodies[index].position, view->steer_interval);
    if (program_allows(program, program->preferred_velocity)) {
        *out = program->preferred_velocity;
        return WEND_SOLVE_FREE;
    }
    velocity_program turned = *program;
    turned.preferred_velocity = turned_right(orca->turn, program_slide_along_walls(program));
    return program_solve(&turned, out);
}

void orca_steer_scalar(const orca_call *call, const wend_intent *intents, wend_outcome *outcomes) {
    planes_steer(&call->planes, orca_choose, call, intents, outcomes);
}
