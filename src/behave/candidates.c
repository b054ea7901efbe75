/* Finds the goals that a selector may choose, and the best of them. Cost: O(goals in the set) for
 * each agent, times the cost of the rating. */
#include "behave/candidates.h"

#include <math.h>

#include <wend/random.h>

const char *const candidates_by_choices[] = {"path", "line", NULL};

/* ---- Candidates ------------------------------------------------------------------------------ */

static bool can_take(const candidate_list *list, uint32_t member) {
    return wend_view_can_take_goal(list->view, list->index, list->set[member], list->may_wait);
}

candidate_list candidates_of(const wend_view *view, uint32_t index, bool may_wait) {
    candidate_list list = {.view = view, .index = index, .may_wait = may_wait};
    list.count = wend_view_goal_set(view, index, &list.set);
    bool found = false;
    for (uint32_t i = 0; i < list.count && !found; i++) {
        found = wend_view_is_member_reachable(view, index, i) && can_take(&list, i);
    }
    list.all_unreachable = !found;
    return list;
}

bool candidates_include(const candidate_list *list, uint32_t member) {
    return (list->all_unreachable ||
            wend_view_is_member_reachable(list->view, list->index, member)) &&
           can_take(list, member);
}

/* ---- The best -------------------------------------------------------------------------------- */

static bool is_better(const goal_rating *a, const goal_rating *b) {
    return a->rank != b->rank ? a->rank < b->rank : a->value < b->value;
}

/* True if a goal is so much better than the present one that a walking agent takes it instead. */
static bool is_clearly_better(const goal_rating *a, const goal_rating *present, double gain) {
    goal_rating needed = {present->rank, present->value - gain * fabs(present->value)};
    return is_better(a, &needed);
}

static uint32_t choose_best(const rating_call *call, rate_goal *rate, double gain, bool may_wait) {
    candidate_list list = candidates_of(call->view, call->index, may_wait);
    uint32_t present = wend_view_is_reconsidering(call->view, call->index) && !list.all_unreachable
                           ? wend_view_final_goal(call->view, call->index)
                           : WEND_NO_GOAL;
    uint32_t best = WEND_NO_GOAL;
    goal_rating best_rating = {0, 0.0}, present_rating = {0, 0.0};
    bool may_keep = false;
    for (uint32_t i = 0; i < list.count; i++) {
        if (!candidates_include(&list, i)) {
            continue;
        }
        goal_rating rating = rate(call, list.set[i]);
        if (list.set[i] == present) {
            may_keep = true;
            present_rating = rating;
        }
        if (best == WEND_NO_GOAL || is_better(&rating, &best_rating)) {
            best = list.set[i];
            best_rating = rating;
        }
    }
    return may_keep && !is_clearly_better(&best_rating, &present_rating, gain) ? present : best;
}

void candidates_choose_best(const wend_view *view, const wend_agents *agents, uint32_t *goals,
                            rate_goal *rate, double gain, bool may_wait) {
    rating_call call = {view, agents, 0};
    for (uint32_t k = 0; k < agents->range_count; k++) {
        for (call.index = agents->ranges[k].begin; call.index < agents->ranges[k].end;
             call.index++) {
            goals[call.index - agents->first] = choose_best(&call, rate, gain, may_wait);
        }
    }
}

/* ---- Distance -------------------------------------------------------------------------------- */

goal_rating candidates_rate_distance(const rating_call *call, uint32_t goal, bool by_path) {
    const wend_body *body = &call->view->bodies[call->index];
    double line = (double)wend_view_goal_distance(call->view, goal, body->position);
    if (by_path && wend_view_measures_routes(call->view, call->index)) {
        double length = wend_view_route_length(call->view, call->agents->worker, call->index, goal);
        return isfinite(length) ? (goal_rating){0, length} : (goal_rating){1, line};
    }
    return (goal_rating){wend_view_goal_layer(call->view, goal) != wend_body_layer(body), line};
}

/* ---- Populations ----------------------------------------------------------------------------- */

uint32_t candidates_count_others(const rating_call *call, uint32_t goal) {
    uint32_t count = wend_view_goal_population(call->view, goal);
    bool is_own = wend_view_final_goal(call->view, call->index) == goal;
    return count - (is_own && count > 0);
}

/* ---- Random choice --------------------------------------------------------------------------- */

double candidates_weigh_equally(const wend_view *view, uint32_t goal) {
    (void)view;
    (void)goal;
    return 1.0;
}

uint32_t candidates_choose_random(const wend_view *view, uint32_t index,
                                  double (*weigh)(const wend_view *view, uint32_t goal)) {
    enum { PURPOSE = 0x5e1ec7 }; /* the random stream of selectors */
    candidate_list list = candidates_of(view, index, false);
    double sum = 0.0;
    for (uint32_t i = 0; i < list.count; i++) {
        sum += candidates_include(&list, i) ? weigh(view, list.set[i]) : 0.0;
    }
    double left =
        sum * wend_random_uniform(view->seed, wend_view_key(view, index), view->step, PURPOSE);
    uint32_t chosen = WEND_NO_GOAL;
    for (uint32_t i = 0; i < list.count && left >= 0.0; i++) {
        if (candidates_include(&list, i)) { /* rounding may leave `left` at 0 after the last one */
            chosen = list.set[i];
            left -= weigh(view, list.set[i]);
        }
    }
    return chosen;
}
