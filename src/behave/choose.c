/* Chooses goals for agents that need one; in a steady run, these are few or none. Workers run the
 * selectors and claim capacity in parallel. Then the selectors that must see earlier choices run in
 * sequence (sequence.c). Then goals that selectors have placed are put into the table of goals, in
 * the order of the agents' keys, and the choices are applied in the order of the bodies. Cost:
 * O(bodies) plus the cost of the selectors, only in a step in which an agent needs a goal. */
#include "behave/behave.h"
#include "behave/selection.h"

static bool needs_goal(const wend_body *body) {
    return (wend_body_flags(body) & (WEND_BODY_NEEDS_GOAL | WEND_BODY_GHOST)) ==
           WEND_BODY_NEEDS_GOAL;
}

/* ---- Selectors and claims -------------------------------------------------------------------- */

/* Converts an agent's signed priority to an unsigned claim priority. The order is preserved. */
static uint32_t claim_priority(int32_t priority) {
    return (uint32_t)priority ^ UINT32_C(0x80000000);
}

/* Claims capacity at the goal chosen for a body, if it has a capacity limit. */
static void claim_for(const wend_world *world, uint32_t index, uint32_t goal, uint32_t worker) {
    uint32_t resource =
        goal >= world->goals.count ? WEND_NONE : world->goals.records[goal].resource;
    if (resource != WEND_NONE && !wend_view_holds(&world->view, index, resource)) {
        uint32_t slot = world->bodies[index].slot;
        wend_view_claim(&world->view, worker, index, resource,
                        claim_priority(store_priority(&world->cold, slot)));
    }
}

/* Calls the selectors of a group's agents. Agents whose selectors run in sequence get no goal
 * yet. */
static void select_group(const wend_world *world, const agent_lists *lists, uint32_t g,
                         uint32_t worker, uint32_t first, uint32_t *chosen) {
    const list_group *group = &lists->groups[g];
    wend_view view = lists_view(world, lists, g);
    for (uint32_t k = 0; k < group->range_count; k++) {
        wend_range left = lists->ranges[group->first_range + k];
        while (left.begin < left.end) {
            selector_use use = selector_of(world, world->bodies[left.begin].slot);
            wend_range range = {left.begin, left.begin + 1};
            for (bool same = true; same && range.end < left.end; range.end += same) {
                selector_use next = selector_of(world, world->bodies[range.end].slot);
                same = selector_is_same(&use, &next);
            }
            left.begin = range.end;
            if (!use.selector->sequential) {
                selector_run(world, &use, &view, range, worker, first, chosen);
            }
            for (uint32_t i = range.begin; i < range.end; i++) {
                uint32_t *goal = &chosen[i - first];
                *goal = use.selector->sequential ? WEND_NO_GOAL : *goal;
                claim_for(world, i, *goal, worker);
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
        const wend_body *body = &world->bodies[i];
        chosen[i - begin] = world->cold.goal[body->slot];
        if (needs_goal(body) && (wend_body_flags(body) & WEND_BODY_GOAL_IS_SET)) {
            claim_for(world, i, chosen[i - begin], worker);
        }
    }
    lists_build(world, begin, end, WEND_BODY_NEEDS_GOAL, WEND_BODY_GHOST | WEND_BODY_GOAL_IS_SET,
                lists);
    for (uint32_t g = 0; g < lists->group_count; g++) {
        select_group(world, lists, g, worker, begin, chosen);
    }
}

/* Calls the selectors that run in sequence. */
static bool select_in_sequence(wend_world *world) {
    uint32_t count = 0;
    const body_key *order = selection_order(world, &count);
    agent_lists *lists = &world->workers[0].lists;
    for (uint32_t k = 0; order && k < count; k++) {
        uint32_t index = order[k].index;
        selector_use use = selector_of(world, world->bodies[index].slot);
        lists_build(world, index, index + 1, WEND_BODY_NEEDS_GOAL, 0, lists);
        wend_view view = lists_view(world, lists, 0);
        selector_run(world, &use, &view, (wend_range){index, index + 1}, 0, 0, world->choices);
        claim_for(world, index, world->choices[index], 0);
        selection_note(world, index);
    }
    return order != NULL;
}

/* ---- Taking goals ---------------------------------------------------------------------------- */

/* True if an agent that only reconsidered its goal keeps it, because the new goal is full. */
static bool keeps_goal(const wend_world *world, const wend_body *body) {
    uint32_t goal = world->cold.goal[body->slot];
    return selection_is_walking(&world->cold, body) && goal_is_reconsidered(world, body) &&
           goal_is_open(&world->goals.records[goal], world_time_at(world, world->step));
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
        if (keeps_goal(world, body)) {
            agent_change_flags(body, 0, WEND_BODY_NEEDS_GOAL);
            return true;
        }
        activity_apply_event(world, slot, ACTIVITY_NO_GOAL);
        world->goals_pending = true;
        return true;
    }
    if (selection_is_walking(&world->cold, body)) {
        bool same = goal == world->cold.goal[slot];
        agent_change_flags(body, 0, WEND_BODY_NEEDS_GOAL);
        return same || agent_change_goal(world, slot, goal);
    }
    agent_take_goal(world, slot, goal);
    kept_note_choice(world, slot, goal);
    leg_restart(world, slot);
    uint32_t flags = wend_body_flags(body);
    bool stays = flags & WEND_BODY_IN_REACHED_GOAL;
    world->cold.behaviour[slot].has_given_goal = (flags & WEND_BODY_GOAL_IS_SET) != 0;
    agent_change_flags(body, 0, WEND_BODY_NEEDS_GOAL | WEND_BODY_GOAL_IS_SET);
    activity_apply_event(world, slot, ACTIVITY_GOAL_TAKEN);
    world->cold.behaviour[slot].is_lost = false;
    agent_request_route(world, slot, false);
    return stays || event_add(world, WEND_EVENT_GOAL, slot, 0);
}

bool behave_choose_goals(wend_world *world) {
    uint32_t needed_count = 0;
    for (uint32_t i = 0; i < world->body_count; i++) {
        needed_count += needs_goal(&world->bodies[i]);
    }
    if (!events_reserve(world, needed_count) ||
        (world->machines.keeps_goals && !kept_reserve(world, needed_count)) ||
        !memory_grow(&world->memory, (void **)&world->choices, sizeof *world->choices,
                     &world->choice_capacity, world->body_count) ||
        !selection_begin(world)) {
        return false;
    }
    task_run(&world->tasks, behave_block, world, world->body_count, WORLD_BLOCK);
    if (world->is_out_of_memory ||
        (world->selection.runs_in_sequence && !select_in_sequence(world)) ||
        world->is_out_of_memory || !claims_commit(&world->claims, world->cold.holdings) ||
        (world->selection.places && !selection_place_goals(world))) {
        selection_end(world, false);
        return false;
    }
    selection_end(world, true);
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
