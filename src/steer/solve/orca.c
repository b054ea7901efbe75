/* The program of one agent, and its choice: the scalar twin of orca_lanes.h. */
#include "steer/solve/orca.h"

#include <math.h>

#include "geom/vec.h"
#include "steer/solve/kernels.h"
#include "steer/solve/wish.h"

orca_call orca_begin(const wend_view *view, const wend_agents *agents) {
    const orca_params *params = agents->params;
    float bias = (float)params->symmetry_bias;
    float cosine = 1.0F / sqrtf(1.0F + bias * bias);
    return (orca_call){.planes = planes_begin(view, agents, &params->planes),
                       .turn_cosine = cosine,
                       .turn_sine = bias * cosine};
}

velocity_program orca_program(const orca_call *call, uint32_t index, const wend_intent *intent,
                              velocity_plane *planes, bool *crowded) {
    const wend_view *view = call->planes.view;
    velocity_program program = planes_program(&call->planes, index, planes, crowded);
    program.wish = wish_velocity(intent, view->bodies[index].position, view->hold);
    return program;
}

static bool wish_is_free(const velocity_program *program) {
    float speed_squared = vec_length_squared(program->wish);
    bool free = speed_squared <= program->max_speed * program->max_speed;
    for (uint32_t i = 0; i < program->count && free; i++) {
        free = !(vec_dot(program->planes[i].normal, program->wish) < program->planes[i].offset);
    }
    return free;
}

wend_freedom orca_solve(const orca_call *call, const velocity_program *program, wend_vec2 *out) {
    if (wish_is_free(program)) {
        *out = program->wish;
        return WEND_FREE;
    }
    velocity_program turned = *program;
    wend_vec2 wish = program->wish;
    turned.wish.x = wish.x * call->turn_cosine + wish.y * call->turn_sine;
    turned.wish.y = wish.y * call->turn_cosine - wish.x * call->turn_sine;
    return program_solve(&turned, out);
}

void orca_steer_scalar(const orca_call *call, wend_run run, const wend_intent *intents,
                       wend_outcome *outcomes) {
    velocity_plane planes[PLANES_MOST];
    uint32_t first = call->planes.agents->first;
    for (uint32_t i = run.begin; i < run.end; i++) {
        bool crowded;
        const wend_intent *intent = &intents[i - first];
        velocity_program program = orca_program(call, i, intent, planes, &crowded);
        wend_vec2 velocity;
        wend_freedom freedom = orca_solve(call, &program, &velocity);
        outcomes[i - first] = (wend_outcome){
            .velocity = velocity,
            .displacement = vec_scale(velocity, call->planes.view->dt),
            .freedom = (uint8_t)(freedom == WEND_FREE && crowded ? WEND_RELAXED : freedom)};
    }
}

void orca_steer_runs(const orca_call *call, const wend_intent *intents, wend_outcome *outcomes) {
    const wend_agents *agents = call->planes.agents;
    for (uint32_t k = 0; k < agents->run_count; k++) {
        orca_steer_scalar(call, agents->runs[k], intents, outcomes);
    }
}
