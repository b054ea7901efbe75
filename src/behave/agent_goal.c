/* How an agent takes a goal, releases its capacity at the old goal, and arrives. */
#include "behave/behave.h"

/* Releases the agent's capacity at a goal that it leaves, unless it keeps the goal for a state. */
static void release_capacity(wend_world *world, uint32_t slot, uint32_t goal) {
    uint32_t resource = goal == WEND_NO_GOAL ? WEND_NONE : world->goals.records[goal].resource;
    if (resource != WEND_NONE && !kept_has_goal(world, slot, goal)) {
        claims_release(&world->claims, &world->cold.holdings[slot], resource);
    }
}

void agent_take_goal(wend_world *world, uint32_t slot, uint32_t goal) {
    if (world->cold.queues) {
        queues_note_goal(world, slot, goal);
    }
    if (world->cold.goal[slot] != goal) {
        release_capacity(world, slot, world->cold.goal[slot]);
        world->cold.goal[slot] = goal;
        agent_change_flags(agent_body(world, slot), 0, WEND_BODY_IN_REACHED_GOAL);
    }
}

void agent_set_goal(wend_world *world, uint32_t slot, uint32_t goal) {
    agent_take_goal(world, slot, goal);
    store_set_unreachable(&world->cold, slot, 0);
    uint32_t given = goal == WEND_NO_GOAL ? 0 : WEND_BODY_GOAL_IS_SET;
    world->cold.behaviour[slot].has_given_goal = given != 0;
    uint32_t needed = store_is_delayed(&world->cold, slot) ? 0 : WEND_BODY_NEEDS_GOAL;
    agent_change_flags(agent_body(world, slot), needed | given,
                       WEND_BODY_IN_REACHED_GOAL | WEND_BODY_GOAL_IS_SET);
    activity_apply_event(world, slot, ACTIVITY_GOAL_SET);
    world->goals_pending = true;
}

void agent_set_goal_set(wend_world *world, uint32_t slot, uint32_t set) {
    world->cold.goal_set[slot] = set;
    agent_set_goal(world, slot, WEND_NO_GOAL);
}

void agent_clear_goal(wend_world *world, uint32_t slot) {
    agent_take_goal(world, slot, WEND_NO_GOAL);
    store_set_unreachable(&world->cold, slot, 0);
    agent_change_flags(agent_body(world, slot), 0,
                       WEND_BODY_NEEDS_GOAL | WEND_BODY_GOAL_IS_SET | WEND_BODY_IN_REACHED_GOAL);
    activity_apply_event(world, slot, ACTIVITY_GOAL_SET);
    activity_apply_event(world, slot, ACTIVITY_NO_GOAL);
    world->cold.behaviour[slot].is_lost = false;
}

bool agent_arrive(wend_world *world, uint32_t index, uint32_t goal, bool *leaves) {
    wend_body *body = &world->bodies[index];
    uint32_t slot = body->slot;
    agent_take_goal(world, slot, goal);
    if (queues_note_arrival(world, goal)) {
        activity_apply_event(world, slot, ACTIVITY_GOAL_REACHED);
        return true;
    }
    world->stats.arrivals++;
    visit_note_arrival(world, slot);
    if (!event_add(world, WEND_EVENT_ARRIVED, slot, 0)) {
        return false;
    }
    switch (world->goals.records[world->cold.goal[slot]].on_arrival) {
    case WEND_ON_ARRIVAL_STOP:
        activity_apply_event(world, slot, ACTIVITY_GOAL_REACHED);
        return true;
    case WEND_ON_ARRIVAL_CONTINUE:
        activity_apply_event(world, slot, ACTIVITY_GOAL_PASSED);
        agent_change_flags(body, WEND_BODY_NEEDS_GOAL | WEND_BODY_IN_REACHED_GOAL, 0);
        world->goals_pending = true;
        return true;
    default:
        *leaves = true;
        return event_add(world, WEND_EVENT_LEFT, slot, 0);
    }
}
