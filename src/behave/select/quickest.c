/* Selector `quickest`: the candidate (behave/candidates.h) with the least expected time until the
 * agent has passed it.
 *
 *     time = max(l / v, o) + n * s
 *
 *     l    length of the route to the goal (m), or straight-line distance if the planner measures
 * no routes v    the agent's preferred speed (m/s) o    time until the goal opens (s); 0 if it is
 * open n    number of other agents that have the goal now, those at the goal included s
 * `service_time`: time that each of them needs to pass (s)
 *
 * Goals that close before the agent arrives come after all others, and goals without a route come
 * last. Agents choose one after the other, so that n includes the choices made before. Ties go to
 * the goal that is first in the set. With `reconsider`, agents choose again while they walk, and
 * change to a goal that is quicker by the share `gain`. Cost: O(goals in the set) per choice, each
 * with one query of the planner, and O(agents) in a step with choices. */
#include <math.h>

#include "behave/candidates.h"

typedef struct quickest_params {
    wend_reconsider again;
    double service_time;
} quickest_params;

static const wend_param params[] = {
    WEND_RECONSIDER_ROWS,
    {"service_time", WEND_PARAM_NUMBER, offsetof(quickest_params, service_time), 1.0, 0.0, 1e6, "s",
     "time that each agent before this one needs to pass the goal", NULL},
};

/* m/s: agents that are slower, or do not walk at all, compare goals at this speed. */
static const double least_speed = 0.001;

enum { IN_TIME, TOO_LATE, NO_ROUTE };

static goal_rating rate(const rating_call *call, uint32_t goal) {
    const quickest_params *p = call->agents->params;
    const wend_view *view = call->view;
    wend_goal_info info = wend_view_goal_info(view, goal);
    goal_rating distance = candidates_rate_distance(call, goal, true);
    double speed =
        (double)wend_column_at(call->agents->preferred_speed, view->bodies[call->index].slot);
    double walk = distance.value / (speed > least_speed ? speed : least_speed);
    double wait = info.is_open ? 0.0 : info.opens - view->time;
    double queue = p->service_time * (double)candidates_count_others(call, goal);
    double time = (walk > wait ? walk : wait) + queue;
    uint32_t rank = distance.rank > 0                 ? NO_ROUTE
                    : view->time + time > info.closes ? TOO_LATE
                                                      : IN_TIME;
    return (goal_rating){rank, time};
}

static void select_quickest(const wend_view *view, const wend_agents *agents, uint32_t *goals) {
    const quickest_params *p = agents->params;
    candidates_choose_best(view, agents, goals, rate, p->again.gain, true);
}

const wend_selector wend_selector_quickest = {
    .stage = {.entry = {WEND_HEAD(wend_selector), .name = "quickest",
                        .summary = "the goal of the set with the least expected time: path and "
                                   "queue",
                        .params = params, .param_count = sizeof params / sizeof *params,
                        .params_size = sizeof(quickest_params)}},
    .select = select_quickest,
    .sequential = true,
    .uses_populations = true,
    .period_param = WEND_RECONSIDER_PARAM,
};
