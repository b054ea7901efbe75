/* Chooses goals for agents that need one; in a steady run, these are few or none. Workers run the
 * selectors and claim capacity in parallel, then the choices are applied in the order of the
 * bodies. Cost: O(bodies) plus the cost of the selectors, only in a step in which an agent needs a
 * goal. */
#include "behave/behave.h"

/* Converts an agent's signed priority to an unsigned claim priority. The order is preserved. */
static uint32_t claim_priority(int32_t priority) {
    return (uint32_t)priority ^ UINT32_C(0x80000000);
}

/* Claims capacity at each chosen goal that has a capacity limit. If `given` is true, considers only
 * agents whose goal was set by the caller, otherwise only agents whose selector chose the goal. */
static void claim_capacity(wend_world *world, const wend_agents *agents, const uint32_t *chosen,
                           bool given) {
    for (uint32_t k = 0; k < agents->range_count; k++) {
        for (uint32_t i = agents->ranges[k].begin; i < agents->ranges[k].end; i++) {
            uint32_t goal = chosen[i - agents->first];
            uint32_t resource =
                goal >= world->goals.count ? WEND_NONE : world->goals.records[goal].resource;
            bool is_given = wend_body_flags(&world->bodies[i]) & WEND_BODY_GOAL_IS_SET;
            if (is_given == given && resource != WEND_NONE &&
                !wend_view_holds(&world->view, i, resource)) {
                uint32_t slot = world->bodies[i].slot;
                wend_view_claim(&world->view, agents->worker, i, resource,
                                claim_priority(store_priority(&world->cold, slot)));
            }
        }
    }
}

static void behave_block(void *context, uint32_t begin, uint32_t end, uint32_t worker) {
    wend_world *world = context;
    agent_lists *lists = &world->workers[worker].lists;
    uint32_t *chosen = &world->choices[begin];
    /* Start with the agents' present goals, some of which the caller set. */
    for (uint32_t i = begin; i < end; i++) {
        chosen[i - begin] = world->cold.goal[world->bodies[i].slot];
    }
    lists_build(world, begin, end, WEND_BODY_NEEDS_GOAL, WEND_BODY_GHOST, lists);
    for (uint32_t g = 0; g < lists->group_count; g++) {
        wend_agents agents = lists_agents(world, lists, g, PROFILE_SELECT, worker, begin);
        claim_capacity(world, &agents, chosen, true);
    }
    lists_build(world, begin, end, WEND_BODY_NEEDS_GOAL, WEND_BODY_GHOST | WEND_BODY_GOAL_IS_SET,
                lists);
    for (uint32_t g = 0; g < lists->group_count; g++) {
        const profile *p = &world->profiles[lists->groups[g].profile];
        wend_agents agents = lists_agents(world, lists, g, PROFILE_SELECT, worker, begin);
        const wend_selector *selector = (const wend_selector *)p->stages[PROFILE_SELECT].stage;
        wend_view view = lists_view(world, lists, g);
        selector->select(&view, &agents, chosen);
        claim_capacity(world, &agents, chosen, false);
    }
}

/* True if an agent is already walking to a goal that its selector chose. The selector then only
 * reconsiders this choice. */
static bool is_walking(const wend_world *world, const wend_body *body) {
    const uint32_t excluded_flags =
        WEND_BODY_GOAL_IS_SET | WEND_BODY_IN_REACHED_GOAL | WEND_BODY_NEEDS_ROUTE;
    wend_activity activity = activity_of(world, body->slot);
    return (activity == WEND_ACTIVITY_WALKING || activity_lacks_route(activity)) &&
           world->cold.goal[body->slot] != WEND_NO_GOAL &&
           !(wend_body_flags(body) & excluded_flags);
}

/* Applies the choice for one body, if its claim was granted. */
static bool take_goal(wend_world *world, uint32_t index) {
    wend_body *body = &world->bodies[index];
    uint32_t goal = world->choices[index], slot = body->slot;
    bool none = goal >= world->goals.count;
    uint32_t resource = none ? WEND_NONE : world->goals.records[goal].resource;
    uint32_t closed = goal_find_last_closed(world, index, goal);
    if (closed != WEND_NO_GOAL) {
        return agent_wait_permanently(world, slot, closed);
    }
    if (none || world->goals.records[goal].absent ||
        (resource != WEND_NONE && !wend_view_holds(&world->view, index, resource))) {
        activity_apply_event(world, slot, ACTIVITY_NO_GOAL);
        world->goals_pending = true;
        return true;
    }
    if (is_walking(world, body)) {
        bool same = goal == world->cold.goal[slot];
        agent_change_flags(body, 0, WEND_BODY_NEEDS_GOAL);
        return same || agent_change_goal(world, slot, goal);
    }
    agent_take_goal(world, slot, goal);
    leg_restart(world, slot);
    bool stays = wend_body_flags(body) & WEND_BODY_IN_REACHED_GOAL;
    agent_change_flags(body, 0, WEND_BODY_NEEDS_GOAL | WEND_BODY_GOAL_IS_SET);
    activity_apply_event(world, slot, ACTIVITY_GOAL_TAKEN);
    world->cold.behaviour[slot].is_lost = false;
    agent_request_route(world, slot, false);
    return stays || event_add(world, WEND_EVENT_GOAL, slot, 0);
}

static bool needs_goal(const wend_body *body) {
    return (wend_body_flags(body) & (WEND_BODY_NEEDS_GOAL | WEND_BODY_GHOST)) ==
           WEND_BODY_NEEDS_GOAL;
}

bool behave_choose_goals(wend_world *world) {
    uint32_t needed_count = 0;
    for (uint32_t i = 0; i < world->body_count; i++) {
        needed_count += needs_goal(&world->bodies[i]);
    }
    if (!events_reserve(world, needed_count) ||
        !memory_grow(&world->memory, (void **)&world->choices, sizeof *world->choices,
                     &world->choice_capacity, world->body_count)) {
        return false;
    }
    task_run(&world->tasks, behave_block, world, world->body_count, WORLD_BLOCK);
    if (world->is_out_of_memory || !claims_commit(&world->claims, world->cold.holdings)) {
        return false;
    }
    /* Memory for the events was reserved above, so either all agents get their goals or no agent
     * does. */
    bool good = true;
    world->goals_pending = false;
    for (uint32_t i = 0; i < world->body_count; i++) {
        good = (!needs_goal(&world->bodies[i]) || take_goal(world, i)) && good;
    }
    return good;
}

bool behave_stage(wend_world *world) {
    goals_request_choices(world);
    return !world->goals_pending || behave_choose_goals(world);
}
