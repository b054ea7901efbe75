/* The choice of one agent: the scalar twin of orca_lanes.h. */
#include "steer/solve/kernels/orca.h"

#include <math.h>

#include "geom/vec.h"
#include "steer/solve/goals/preferred.h"
#include "steer/solve/kernels/kernels.h"

orca_call orca_begin(const wend_view *view, const wend_agents *agents, const orca_params *params) {
    float bias = (float)params->symmetry_bias;
    float cosine = 1.0F / sqrtf(1.0F + bias * bias);
    return (orca_call){.planes = planes_begin(view, agents, &params->planes),
                       .turn_cosine = cosine,
                       .turn_sine = bias * cosine};
}

wend_vec2 orca_turned(const orca_call *call, wend_vec2 wish) {
    return (wend_vec2){wish.x * call->turn_cosine + wish.y * call->turn_sine,
                       wish.y * call->turn_cosine - wish.x * call->turn_sine};
}

wend_vec2 orca_slid(const velocity_program *program) {
    velocity_program walls = *program;
    walls.count = walls.hard = program->walls;
    wend_vec2 slid;
    bool slides = !program_allows(&walls, walls.wish) && program_plan(&walls, &slid) == walls.count;
    return slides ? slid : walls.wish;
}

wend_freedom orca_choose(const void *call, uint32_t index, const wend_intent *intent,
                         velocity_program *program, wend_vec2 *out) {
    const orca_call *orca = call;
    const wend_view *view = orca->planes.view;
    program->wish = wish_velocity(intent, view->bodies[index].position, view->hold);
    if (program_allows(program, program->wish)) {
        *out = program->wish;
        return WEND_FREE;
    }
    velocity_program turned = *program;
    turned.wish = orca_turned(orca, orca_slid(program));
    return program_solve(&turned, out);
}

void orca_steer_scalar(const orca_call *call, const wend_intent *intents, wend_outcome *outcomes) {
    planes_steer(&call->planes, orca_choose, call, intents, outcomes);
}
