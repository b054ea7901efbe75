/* The goals of the agent's set one after the other, round and round: with goals whose on_arrival is
 * `continue`, a patrol. Waits while the next one is closed or full. */
#include <wend/model.h>

/* Place in the set of the goal to take next. */
typedef struct cycle_state {
    uint32_t next;
} cycle_state;

static void select_cycle(const wend_view *view, const wend_agents *agents, uint32_t *goals) {
    for (uint32_t k = 0; k < agents->run_count; k++) {
        for (uint32_t i = agents->runs[k].begin; i < agents->runs[k].end; i++) {
            cycle_state *state = wend_agents_state(agents, view->bodies[i].slot);
            const uint32_t *set;
            uint32_t count = wend_view_goal_set(view, i, &set);
            uint32_t goal = count ? set[state->next % count] : WEND_NO_GOAL;
            if (goal != WEND_NO_GOAL && goal == wend_view_goal(view, i)) { /* was there just now */
                state->next = (state->next + 1) % count;
                goal = set[state->next];
            }
            bool open = goal != WEND_NO_GOAL && wend_view_goal_room(view, goal) > 0;
            goals[i - agents->first] = open ? goal : WEND_NO_GOAL;
        }
    }
}

const wend_selector wend_selector_cycle = {
    .stage = {.entry = {.name = "cycle",
                        .summary = "the goals of the set in turn, again and again"},
              .state_size = sizeof(cycle_state)},
    .select = select_cycle,
};
