/* behave/candidates.h: the goals that a selector may choose for an agent, and the best of them.
 *
 * A candidate is a goal of the agent's set that the agent may take now (wend_view_can_take_goal)
 * and that is not known to be unreachable. If all of them are unreachable, all that the agent may
 * take are candidates. */
#ifndef BEHAVE_CANDIDATES_H
#define BEHAVE_CANDIDATES_H

#include <wend/select.h>

/* Iterates over the candidates of one agent, in the order of the goal set. */
typedef struct candidate_list {
    const wend_view *view;
    uint32_t index;
    const uint32_t *set;
    uint32_t count; /* number of goals of the set */
    bool may_wait;  /* goals that open later are candidates, too */
    bool all_unreachable;
} candidate_list;

candidate_list candidates_of(const wend_view *view, uint32_t index, bool may_wait);
/* True if the goal at index `member` of the set is a candidate. */
bool candidates_include(const candidate_list *list, uint32_t member);

/* How good a goal is for an agent. A goal with the lower `rank` is better; of two goals with the
 * same rank, the one with the lower `value`. */
typedef struct goal_rating {
    uint32_t rank;
    double value;
} goal_rating;

/* What a rating function gets. */
typedef struct rating_call {
    const wend_view *view;
    const wend_agents *agents;
    uint32_t index;
} rating_call;

typedef goal_rating rate_goal(const rating_call *call, uint32_t goal);

/* Chooses the best candidate for each agent; the first of the set if several are equal. An agent
 * that already walks to a candidate keeps it, unless another one has a lower rank or a value lower
 * by the share `gain`. */
void candidates_choose_best(const wend_view *view, const wend_agents *agents, uint32_t *goals,
                            rate_goal *rate, double gain, bool may_wait);

/* Rates a goal by distance. If `by_path` is true and the agent's planner measures routes, this is
 * the length of the route; goals without a route come last. Otherwise it is the straight-line
 * distance, and goals on other layers come after all goals on the agent's own layer. */
goal_rating candidates_rate_distance(const rating_call *call, uint32_t goal, bool by_path);

/* Returns the number of agents that have a goal, other than the agent of the call. */
uint32_t candidates_count_others(const rating_call *call, uint32_t goal);

/* Chooses a candidate at random: each is as likely as its weight, compared with the sum of all
 * weights. candidates_weigh_equally gives every goal the same weight. Returns WEND_NO_GOAL if there
 * are no candidates. */
uint32_t candidates_choose_random(const wend_view *view, uint32_t index,
                                  double (*weigh)(const wend_view *view, uint32_t goal));
double candidates_weigh_equally(const wend_view *view, uint32_t goal);

/* The parameter `by` of selectors that compare distances: its choices are "path" and "line". */
extern const char *const candidates_by_choices[];
enum { CANDIDATES_BY_PATH, CANDIDATES_BY_LINE };

#endif
