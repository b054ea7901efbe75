/* Selector `nearest`: considers those goals of the agent's set that are open, have room and are not
 * known to be unreachable, and selects the one at the smallest straight-line distance. Unreachable
 * goals are considered only if all goals of the set are unreachable. Ties go to the goal that is
 * first in the set. Goals on other layers count as farther than all goals on the agent's own layer.
 * Cost: O(goals in the set) per choice. */
#include <math.h>

#include <wend/view.h>

/* True if a goal has room for an agent, or the agent already holds capacity there. */
static bool has_room(const wend_view *view, uint32_t index, uint32_t goal) {
    wend_goal_info info = wend_view_goal_info(view, goal);
    return info.is_open &&
           (info.capacity_left > 0 ||
            (goal == wend_view_goal(view, index) && wend_view_holds(view, index, info.resource)));
}

/* Returns the nearest goal of the set. If `reachable` is true, considers only goals not known to be
 * unreachable. */
static uint32_t find_nearest(const wend_view *view, uint32_t index, bool reachable) {
    const wend_body *body = &view->bodies[index];
    const uint32_t *set;
    uint32_t count = wend_view_goal_set(view, index, &set);
    uint32_t best = WEND_NO_GOAL;
    float best_distance = INFINITY;
    bool best_on_layer = false;
    for (uint32_t i = 0; i < count; i++) {
        if (!has_room(view, index, set[i]) ||
            (reachable && !wend_view_is_member_reachable(view, index, i))) {
            continue;
        }
        float distance = wend_view_goal_distance(view, set[i], body->position);
        bool on_layer = wend_view_goal_layer(view, set[i]) == wend_body_layer(body);
        if (best == WEND_NO_GOAL || (on_layer && !best_on_layer) ||
            (on_layer == best_on_layer && distance < best_distance)) {
            best = set[i];
            best_distance = distance;
            best_on_layer = on_layer;
        }
    }
    return best;
}

static void select_nearest(const wend_view *view, const wend_agents *agents, uint32_t *goals) {
    for (uint32_t k = 0; k < agents->range_count; k++) {
        for (uint32_t i = agents->ranges[k].begin; i < agents->ranges[k].end; i++) {
            uint32_t goal = find_nearest(view, i, true);
            goals[i - agents->first] = goal != WEND_NO_GOAL ? goal : find_nearest(view, i, false);
        }
    }
}

const wend_selector wend_selector_nearest = {
    .stage = {.entry = {WEND_HEAD(wend_selector), .name = "nearest",
                        .summary = "the nearest goal of the set that is open and has room"}},
    .select = select_nearest,
};
