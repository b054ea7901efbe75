/* Uses the preferred velocity that the calling program sets: its direction is the immediate goal
 * and its length is the preferred speed, for any steering model. The velocity remains in force
 * until another one is set; before the first one is set, the agent stands still. Goals and routes
 * do not affect the velocity, and agents need neither.
 *
 * This is the interface of libraries that steer without planning: setAgentPrefVelocity of RVO2,
 * requestMoveVelocity of Detour's crowd. Cost: O(1) for each agent. */
#include "follow/external.h"

#include <wend/explain.h>

#include "geom/vec.h"

static void follow_external(const wend_view *view, const wend_agents *agents,
                            wend_intent *intents) {
    for (uint32_t k = 0; k < agents->range_count; k++) {
        for (uint32_t i = agents->ranges[k].begin; i < agents->ranges[k].end; i++) {
            const follow_external_state *state = wend_agents_state(agents, view->bodies[i].slot);
            float speed = vec_length(state->preferred);
            wend_vec2 ahead = {1.0F, 0.0F};
            intents[i - agents->first] = (wend_intent){
                .region = {.shape = WEND_SHAPE_DIRECTION,
                           .a = speed > 0.0F ? vec_scale(state->preferred, 1.0F / speed) : ahead,
                           .opens = -INFINITY,
                           .closes = INFINITY},
                .speed = speed};
        }
    }
}

static void explain_external(const wend_view *view, const wend_agents *agents, uint32_t index,
                             const wend_intent *intent, wend_sketch *sketch) {
    (void)intent;
    const follow_external_state *state = wend_agents_state(agents, view->bodies[index].slot);
    wend_sketch_add(sketch, (wend_mark){.kind = WEND_MARK_PREFERRED, .b = state->preferred});
}

const wend_follower wend_follower_external = {
    .stage = {.entry = {WEND_HEAD(wend_follower), .name = "external",
                        .summary = "uses the preferred velocity that a program sets"},
              .state_size = sizeof(follow_external_state),
              .explain = explain_external},
    .needs_no_goal = true,
    .follow = follow_external,
};
