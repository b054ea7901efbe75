/* The nearest goal of the agent's set, in a straight line, that is open and has room; ties go to
 * the one that comes first in the set. Goals on other layers count as farther than all on its own.
 * Cost: O(goals in the set) per choice. */
#include <math.h>

#include <wend/model.h>

#include "step/goal_regions.h"

static uint32_t nearest_goal(const wend_view *view, uint32_t index) {
    const wend_body *body = &view->bodies[index];
    const uint32_t *set;
    uint32_t count = wend_view_goal_set(view, index, &set);
    uint32_t best = WEND_NO_GOAL;
    float best_distance = INFINITY;
    bool best_here = false;
    for (uint32_t i = 0; i < count; i++) {
        if (wend_view_goal_room(view, set[i]) == 0) {
            continue;
        }
        float distance = goal_regions_distance(view, set[i], body->position);
        bool here = wend_view_goal_layer(view, set[i]) == wend_body_layer(body);
        if (best == WEND_NO_GOAL || (here && !best_here) ||
            (here == best_here && distance < best_distance)) {
            best = set[i];
            best_distance = distance;
            best_here = here;
        }
    }
    return best;
}

static void select_nearest(const wend_view *view, const wend_agents *agents, uint32_t *goals) {
    for (uint32_t k = 0; k < agents->run_count; k++) {
        for (uint32_t i = agents->runs[k].begin; i < agents->runs[k].end; i++) {
            goals[i - agents->first] = nearest_goal(view, i);
        }
    }
}

const wend_selector wend_selector_nearest = {
    .stage = {.entry = {.name = "nearest",
                        .summary = "the nearest goal of the set that is open and has room"}},
    .select = select_nearest,
};
