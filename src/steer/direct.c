/* Walks straight to the preferred point of the first region, at the preferred speed, and ignores
 * other agents and walls. Slows down at the end so that it does not overshoot a point to stop at.
 * Cost: O(1) per agent. */
#include <wend/explain.h>
#include <wend/model.h>

#include "geom/vec.h"
#include "steer/solve/goals/preferred.h"

static void steer_direct(const wend_view *view, const wend_agents *agents,
                         const wend_intent *intents, wend_outcome *outcomes) {
    for (uint32_t k = 0; k < agents->range_count; k++) {
        for (uint32_t i = agents->ranges[k].begin; i < agents->ranges[k].end; i++) {
            const wend_intent *intent = &intents[i - agents->first];
            wend_vec2 velocity =
                find_preferred_velocity(intent, view->bodies[i].position, view->steer_interval);
            outcomes[i - agents->first] =
                (wend_outcome){.velocity = velocity, .displacement = vec_scale(velocity, view->dt)};
        }
    }
}

static void explain_direct(const wend_view *view, const wend_agents *agents, uint32_t index,
                           const wend_intent *intent, wend_sketch *sketch) {
    (void)agents;
    wend_vec2 velocity =
        find_preferred_velocity(intent, view->bodies[index].position, view->steer_interval);
    wend_sketch_add(sketch, (wend_mark){.kind = WEND_MARK_VELOCITY, .b = velocity});
}

const wend_steering wend_steering_direct = {
    .stage = {.entry = {WEND_HEAD(wend_steering), .name = "direct",
                        .summary = "heads straight for the preferred point; avoids nothing"},
              .explain = explain_direct},
    .resolves_head_on = true, /* agents walk through each other */
    .steer = steer_direct,
};
