/* Moves all agents at the same preferred velocity, for states in which agents need no goal. With
 * `relative`, the parameter gives only the direction, and each agent has its preferred speed. Goals
 * and routes do not matter. Cost: O(1) for each agent. */
#include <wend/explain.h>
#include <wend/model.h>

#include "geom/vec.h"

typedef struct constant_params {
    wend_point velocity; /* m/s */
    bool relative;
} constant_params;

static wend_vec2 velocity_of(const wend_agents *agents, uint32_t slot) {
    const constant_params *params = agents->params;
    wend_vec2 velocity = {(float)params->velocity.x, (float)params->velocity.y};
    float length = vec_length(velocity);
    bool scales = params->relative && length > 0.0F;
    float speed = wend_column_at(agents->preferred_speed, slot);
    return scales ? vec_scale(velocity, speed / length) : velocity;
}

static void follow_constant(const wend_view *view, const wend_agents *agents,
                            wend_intent *intents) {
    for (uint32_t k = 0; k < agents->range_count; k++) {
        for (uint32_t i = agents->ranges[k].begin; i < agents->ranges[k].end; i++) {
            wend_vec2 velocity = velocity_of(agents, view->bodies[i].slot);
            float speed = vec_length(velocity);
            wend_vec2 ahead = {1.0F, 0.0F};
            intents[i - agents->first] = (wend_intent){
                .region = {.shape = WEND_SHAPE_DIRECTION,
                           .a = speed > 0.0F ? vec_scale(velocity, 1.0F / speed) : ahead,
                           .opens = -INFINITY,
                           .closes = INFINITY},
                .speed = speed};
        }
    }
}

static void explain_constant(const wend_view *view, const wend_agents *agents, uint32_t index,
                             const wend_intent *intent, wend_sketch *sketch) {
    (void)intent;
    wend_sketch_add(sketch, (wend_mark){.kind = WEND_MARK_PREFERRED,
                                        .b = velocity_of(agents, view->bodies[index].slot)});
}

static const wend_param constant_table[] = {
    {.name = "velocity",
     .type = WEND_PARAM_POINT,
     .offset = offsetof(constant_params, velocity),
     .unit = "m/s",
     .help = "the preferred velocity"},
    {.name = "relative",
     .type = WEND_PARAM_BOOL,
     .offset = offsetof(constant_params, relative),
     .unit = "",
     .help = "true: `velocity` is only a direction; the speed is the agent's preferred speed"}};

const wend_follower wend_follower_constant = {
    .stage = {.entry = {WEND_HEAD(wend_follower), .name = "constant",
                        .summary = "moves at a constant preferred velocity, without a goal",
                        .params = constant_table,
                        .param_count = sizeof constant_table / sizeof *constant_table,
                        .params_size = sizeof(constant_params)},
              .explain = explain_constant},
    .needs_no_goal = true,
    .follow = follow_constant,
};
