/* Straight at the preferred place of the first region, at the preferred speed; heeds nobody. Slows
 * down at the end so as not to overshoot a place it is to stop at. Cost: O(1) per agent. */
#include <math.h>

#include <wend/model.h>

#include "geom/vec.h"

static wend_vec2 preferred_velocity(const wend_region *region, wend_vec2 position, float speed,
                                    float hold) {
    if (region->shape == WEND_SHAPE_DIRECTION) {
        return vec_scale(region->a, speed);
    }
    wend_vec2 way = vec_sub(wend_region_aim(region, position, speed), position);
    float distance = vec_length(way);
    if (distance == 0.0F) {
        return (wend_vec2){0.0F, 0.0F};
    }
    bool overshoots = (region->flags & WEND_REGION_STOP) && distance < speed * hold;
    return vec_scale(way, overshoots ? 1.0F / hold : speed / distance);
}

static void steer_direct(const wend_view *view, const wend_agents *agents,
                         const wend_intent *intents, wend_outcome *outcomes) {
    for (uint32_t k = 0; k < agents->run_count; k++) {
        for (uint32_t i = agents->runs[k].begin; i < agents->runs[k].end; i++) {
            const wend_intent *intent = &intents[i - agents->first];
            wend_vec2 velocity = preferred_velocity(&intent->region, view->bodies[i].position,
                                                    intent->speed, view->hold);
            outcomes[i - agents->first] =
                (wend_outcome){.velocity = velocity, .displacement = vec_scale(velocity, view->dt)};
        }
    }
}

static void explain_direct(const wend_view *view, const wend_agents *agents, uint32_t index,
                           const wend_intent *intent, wend_sketch *sketch) {
    (void)agents;
    wend_vec2 velocity = preferred_velocity(&intent->region, view->bodies[index].position,
                                            intent->speed, view->hold);
    wend_sketch_add(sketch, (wend_mark){.kind = WEND_MARK_VELOCITY, .b = velocity});
}

const wend_steering wend_steering_direct = {
    .stage = {.entry = {.name = "direct", .summary = "straight at the preferred place"},
              .explain = explain_direct},
    .resolves_head_on = true, /* it walks through others */
    .steer = steer_direct,
};
