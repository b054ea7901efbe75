/* Follows the commands of the calling program, which may act for a player or a robot: keeps the
 * velocity that was set, or moves to the position that was set (a teleport). A teleport takes one
 * step and ignores walls and limits. Before the first command, the agent keeps its initial
 * velocity. With `before_command: walk`, it walks to its goal like the model `direct`. Cost: O(1)
 * per agent. */
#include "steer/external.h"

#include <wend/explain.h>

#include "geom/vec.h"
#include "steer/solve/goals/preferred.h"

typedef struct external_params {
    int32_t before_command;
} external_params;

static const char *const before_command[] = {"keep", "walk", NULL};

static const wend_param params[] = {
    {"before_command", WEND_PARAM_CHOICE, offsetof(external_params, before_command), 0.0, 0.0, 0.0,
     "", "what the agent does until something is set: keep its velocity, or walk to its goal",
     before_command},
};

static void enter(const wend_view *view, const wend_agents *agents, uint32_t index) {
    external_state *state = wend_agents_state(agents, view->bodies[index].slot);
    state->velocity = view->bodies[index].velocity;
}

static wend_outcome apply_command(external_state *state, const wend_body *body, float dt) {
    if (!state->has_teleport) {
        return (wend_outcome){.velocity = state->velocity,
                              .displacement = vec_scale(state->velocity, dt)};
    }
    state->has_teleport = 0;
    wend_vec2 displacement = vec_sub(state->teleport_to, body->position);
    return (wend_outcome){.velocity = vec_scale(displacement, 1.0F / dt),
                          .displacement = displacement,
                          .teleports = 1,
                          .layer = state->layer};
}

static void steer_external(const wend_view *view, const wend_agents *agents,
                           const wend_intent *intents, wend_outcome *outcomes) {
    const external_params *p = agents->params;
    for (uint32_t k = 0; k < agents->range_count; k++) {
        for (uint32_t i = agents->ranges[k].begin; i < agents->ranges[k].end; i++) {
            const wend_body *body = &view->bodies[i];
            external_state *state = wend_agents_state(agents, body->slot);
            if (p->before_command && !state->has_command) {
                state->velocity =
                    find_preferred_velocity(&intents[i - agents->first], body->position, view->dt);
            }
            outcomes[i - agents->first] = apply_command(state, body, view->dt);
        }
    }
}

static void explain_external(const wend_view *view, const wend_agents *agents, uint32_t index,
                             const wend_intent *intent, wend_sketch *sketch) {
    (void)intent;
    const external_state *state = wend_agents_state(agents, view->bodies[index].slot);
    wend_sketch_add(sketch, (wend_mark){.kind = WEND_MARK_VELOCITY, .b = state->velocity});
}

const wend_steering wend_steering_external = {
    .stage = {.entry = {WEND_HEAD(wend_steering), .name = "external",
                        .summary = "uses the velocity or position that a program or player sets",
                        .params = params, .param_count = sizeof params / sizeof *params,
                        .params_size = sizeof(external_params)},
              .state_size = sizeof(external_state),
              .enter = enter,
              .explain = explain_external},
    .every_step = true,
    .steer = steer_external,
};
