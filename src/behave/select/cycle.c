/* Selector `cycle`: takes the goals of the agent's set in order, again and again. If the goals'
 * on_arrival is `continue`, the agent patrols. The agent waits while the next goal is full or not
 * yet open. Goals that have closed for good or are known to be unreachable are skipped. Cost:
 * O(goals in the set) per choice. */
#include <wend/view.h>

/* Position, within the set, of the goal to take next. */
typedef struct cycle_state {
    uint32_t next;
} cycle_state;

/* Returns the first member of the set, starting at `next`, that has not closed. If `reachable` is
 * true, also skips members known to be unreachable. Returns UINT32_MAX if there is no such member.
 */
static uint32_t find_member(const wend_view *view, uint32_t index, uint32_t next, bool reachable) {
    const uint32_t *set;
    uint32_t count = wend_view_goal_set(view, index, &set);
    for (uint32_t i = 0; i < count; i++) {
        uint32_t at = (next + i) % count;
        if (!wend_view_goal_info(view, set[at]).has_closed &&
            (!reachable || wend_view_is_member_reachable(view, index, at))) {
            return at;
        }
    }
    return UINT32_MAX;
}

/* Returns the goal to take next. Skips goals that have closed. Skips unreachable goals, too, unless
 * all goals are unreachable. */
static uint32_t next_goal(const wend_view *view, cycle_state *state, uint32_t index) {
    const uint32_t *set;
    uint32_t count = wend_view_goal_set(view, index, &set);
    if (count == 0) {
        return WEND_NO_GOAL;
    }
    uint32_t next = state->next % count;
    /* The agent's present goal has been reached, or has closed. */
    if (set[next] == wend_view_goal(view, index)) {
        next = (next + 1) % count;
    }
    uint32_t found = find_member(view, index, next, true);
    found = found != UINT32_MAX ? found : find_member(view, index, next, false);
    state->next = found != UINT32_MAX ? found : next;
    return set[state->next];
}

static void select_cycle(const wend_view *view, const wend_agents *agents, uint32_t *goals) {
    for (uint32_t k = 0; k < agents->range_count; k++) {
        for (uint32_t i = agents->ranges[k].begin; i < agents->ranges[k].end; i++) {
            cycle_state *state = wend_agents_state(agents, view->bodies[i].slot);
            uint32_t goal = next_goal(view, state, i);
            bool open = goal != WEND_NO_GOAL && wend_view_goal_capacity_left(view, goal) > 0;
            goals[i - agents->first] = open ? goal : WEND_NO_GOAL;
        }
    }
}

const wend_selector wend_selector_cycle = {
    .stage = {.entry = {WEND_HEAD(wend_selector), .name = "cycle",
                        .summary = "the goals of the set in turn, repeatedly"},
              .state_size = sizeof(cycle_state)},
    .select = select_cycle,
};
