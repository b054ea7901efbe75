/* Finds and calls the selectors of agents. Cost: O(1), besides that of the selectors. */
#include "behave/selector.h"

#include <string.h>

#include "behave/behave.h"

/* Returns the profile whose selector an agent uses: its own or, in a state that selects, the one
 * that is derived for the state. */
static uint32_t find_profile(const wend_world *world, uint32_t slot, bool *is_of_state) {
    const machine_visit *visit = entered_visit_of(&world->machines, slot);
    const machine_state *state = visit ? visit_state(&world->machines, visit) : NULL;
    uint32_t derived = state && state->selects ? machine_derived(state, visit->base) : WEND_NONE;
    *is_of_state = derived != WEND_NONE;
    return *is_of_state ? derived : wend_body_profile(agent_body(world, slot));
}

selector_use selector_of(const wend_world *world, uint32_t slot) {
    bool is_of_state;
    uint32_t index = find_profile(world, slot, &is_of_state);
    const profile *p = &world->profiles[index];
    const profile_stage *stage = &p->stages[PROFILE_SELECT];
    return (selector_use){.profile = index,
                          .selector = (const wend_selector *)stage->stage,
                          .params = stage->block.params,
                          .state =
                              stage->state == WEND_NONE ? NULL : world->states[stage->state].bytes,
                          .model = stage->model,
                          .period = p->reconsider,
                          .goal_set = world->cold.goal_set[slot],
                          .source = is_of_state ? index + 1 : 0};
}

bool selector_is_same(const selector_use *a, const selector_use *b) {
    return a->selector == b->selector && a->params == b->params && a->state == b->state &&
           a->model == b->model && a->source == b->source;
}

double selector_period(const wend_selector *selector, const void *params) {
    const wend_entry *entry = &selector->stage.entry;
    double period = 0.0;
    for (uint32_t i = 0; selector->period_param && i < entry->param_count; i++) {
        const wend_param *row = &entry->params[i];
        if (row->type == WEND_PARAM_NUMBER && strcmp(row->name, selector->period_param) == 0) {
            memcpy(&period, (const char *)params + row->offset, sizeof period);
        }
    }
    return period;
}

void selector_prepare(wend_world *world, uint32_t slot, const selector_use *use) {
    if (world->cold.goal_set[slot] != use->goal_set) {
        world->cold.goal_set[slot] = use->goal_set;
        store_set_unreachable(&world->cold, slot, 0);
    }
}

void selector_run(const wend_world *world, const selector_use *use, const wend_view *view,
                  wend_range range, uint32_t worker, uint32_t first, uint32_t *goals) {
    uint32_t index = wend_body_profile(&view->bodies[range.begin]);
    wend_agents agents = profile_agents(world, index, PROFILE_SELECT, worker);
    agents.ranges = &range;
    agents.range_count = 1;
    agents.first = first;
    agents.params = use->params;
    agents.state = use->state;
    agents.state_size = use->selector->stage.state_size;
    agents.model = use->model;
    agents.user = use->selector->stage.entry.user;
    use->selector->select(view, &agents, goals);
}
