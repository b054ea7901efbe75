/* Selector `any`: an agent heads for all goals of its set at the same time and arrives at whichever
 * it reaches first. For planners and models that handle only one goal, it selects the nearest goal
 * that is open and has room; if no goal is open and has room, it selects the goal that opens first.
 * Goals known to be unreachable are considered only if all goals of the set are unreachable. Ties
 * go to the goal that is first in the set. Goals on other layers count as farther than all goals on
 * the agent's own layer. Cost: O(parts of the goals in the set) per choice. */
#include <wend/view.h>

/* Criteria by which goals are compared. */
typedef struct goal_rating {
    bool open, on_layer;
    double wait;    /* s: time until the goal opens; 0 if it is open */
    float distance; /* m: from the agent to the goal */
} goal_rating;

/* Computes the criteria of a goal. Returns false if the goal cannot be chosen, because it has
 * closed, is full, or has no known position. */
static bool rate_goal(const wend_view *view, uint32_t index, uint32_t goal, goal_rating *out) {
    wend_goal_info info = wend_view_goal_info(view, goal);
    const wend_body *body = &view->bodies[index];
    bool own = goal == wend_view_goal(view, index);
    if (info.has_closed || info.is_position_unknown || (info.capacity_left == 0 && !own)) {
        return false;
    }
    *out = (goal_rating){.open = info.is_open,
                         .on_layer = info.layer == wend_body_layer(body),
                         .wait = info.is_open ? 0.0 : info.opens - view->time,
                         .distance = wend_view_goal_distance(view, goal, body->position)};
    return true;
}

static bool is_better(const goal_rating *a, const goal_rating *b) {
    if (a->open != b->open) {
        return a->open;
    }
    if (a->wait != b->wait) {
        return a->wait < b->wait;
    }
    return a->on_layer != b->on_layer ? a->on_layer : a->distance < b->distance;
}

/* Returns the best goal of the set. If `reachable` is true, considers only goals not known to be
 * unreachable. */
static uint32_t find_best(const wend_view *view, uint32_t index, bool reachable) {
    const uint32_t *set;
    uint32_t count = wend_view_goal_set(view, index, &set);
    uint32_t best = WEND_NO_GOAL;
    goal_rating best_rating = {0}, rating;
    for (uint32_t i = 0; i < count; i++) {
        if ((!reachable || wend_view_is_member_reachable(view, index, i)) &&
            rate_goal(view, index, set[i], &rating) &&
            (best == WEND_NO_GOAL || is_better(&rating, &best_rating))) {
            best = set[i];
            best_rating = rating;
        }
    }
    return best;
}

static void select_any(const wend_view *view, const wend_agents *agents, uint32_t *goals) {
    for (uint32_t k = 0; k < agents->range_count; k++) {
        for (uint32_t i = agents->ranges[k].begin; i < agents->ranges[k].end; i++) {
            uint32_t goal = find_best(view, i, true);
            goals[i - agents->first] = goal != WEND_NO_GOAL ? goal : find_best(view, i, false);
        }
    }
}

const wend_selector wend_selector_any = {
    .stage = {.entry = {WEND_HEAD(wend_selector), .name = "any",
                        .summary = "all goals of the set at once; the first one reached counts"}},
    .takes_all_goals = true,
    .select = select_any,
};
