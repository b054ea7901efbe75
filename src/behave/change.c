/* Changes the goals of agents while they walk: when the time window of an agent's goal closes, when
 * another goal of its set becomes the nearest, and when its model steers towards another goal.
 *
 * Which agents choose again, and in which step, depends only on the simulation time and the agents'
 * keys. Cost: O(agents) in a step in which a goal closes, or in which an agent may take another
 * goal of its set. */
#include "behave/behave.h"
#include "behave/selector.h"

/* ---- Choosing again -------------------------------------------------------------------------- */

/* True if a goal's time window has closed since the previous step. */
static bool has_just_closed(const wend_world *world, const goal_record *goal) {
    return goal_has_closed(goal, world_time_at(world, world->step)) &&
           (world->step == 0 || !goal_has_closed(goal, world_time_at(world, world->step - 1)));
}

static bool any_just_closed(const wend_world *world) {
    bool any = false;
    for (uint32_t i = 0; i < world->goals.changing_count && !any; i++) {
        any = has_just_closed(world, &world->goals.records[world->goals.changing[i]]);
    }
    return any;
}

/* True if agents of a profile take the nearest of several goals, because their model does not weigh
 * the goals itself. */
static bool takes_nearest(const wend_world *world, uint32_t index) {
    const wend_stage *steering = world->profiles[index].stages[PROFILE_STEER].stage;
    return world->takes_all_goals[index] && !((const wend_steering *)steering)->weighs_regions;
}

/* True if agents of at least one profile choose again while they walk. */
static bool any_reconsiders(const wend_world *world) {
    bool any = false;
    for (uint32_t i = 0; i < world->profile_count && !any; i++) {
        any = world->profiles[i].reconsider > 0.0 ||
              (world->any_takes_all_goals && takes_nearest(world, i));
    }
    return any;
}

/* True if an agent that chooses again every `period` seconds is due in this step. */
static bool is_due(const wend_world *world, const wend_body *body, double period) {
    uint64_t steps = (uint64_t)(period / world->dt) + 1;
    return (world->step + world->cold.key[body->slot]) % steps == 0;
}

/* True if an agent is due to check which of its goals is nearest. It is due once a second, but
 * never if its model weighs all goals itself. */
static bool is_check_due(const wend_world *world, const wend_body *body) {
    const uint32_t *goals;
    return takes_nearest(world, wend_body_profile(body)) &&
           !(wend_body_flags(body) & WEND_BODY_IN_REACHED_GOAL) && is_due(world, body, 1.0) &&
           wend_view_active_goals(&world->view, (uint32_t)(body - world->bodies), &goals) > 1;
}

/* True if an agent's goal is in its goal set. A goal that the caller set for the agent need not
 * be. */
static bool has_goal_of_set(const wend_world *world, const wend_body *body) {
    const uint32_t *goals;
    uint32_t count = wend_view_goal_set(&world->view, (uint32_t)(body - world->bodies), &goals);
    bool found = false;
    for (uint32_t i = 0; i < count && !found; i++) {
        found = goals[i] == world->cold.goal[body->slot];
    }
    return found;
}

bool goal_is_reconsidered(const wend_world *world, const wend_body *body) {
    double period = selector_of(world, body->slot).period;
    return period > 0.0 && activity_of(world, body->slot) == WEND_ACTIVITY_WALKING &&
           !(wend_body_flags(body) & (WEND_BODY_IN_REACHED_GOAL | WEND_BODY_GOAL_IS_SET)) &&
           !world->cold.behaviour[body->slot].has_given_goal && is_due(world, body, period) &&
           has_goal_of_set(world, body);
}

void goals_request_choices(wend_world *world) {
    bool any_closed = any_just_closed(world), any_due = any_reconsiders(world);
    for (uint32_t i = 0; i < world->body_count && (any_closed || any_due); i++) {
        wend_body *body = &world->bodies[i];
        uint32_t goal = world->cold.goal[body->slot];
        wend_activity activity = activity_of(world, body->slot);
        if (goal == WEND_NO_GOAL || activity == WEND_ACTIVITY_ARRIVED ||
            activity_is_waiting(activity) ||
            (wend_body_flags(body) & (WEND_BODY_GHOST | WEND_BODY_NEEDS_GOAL))) {
            continue;
        }
        if ((any_closed && has_just_closed(world, &world->goals.records[goal])) ||
            (any_due && (is_check_due(world, body) || goal_is_reconsidered(world, body)))) {
            agent_change_flags(body, WEND_BODY_NEEDS_GOAL, 0);
            world->goals_pending = true;
        }
    }
}

/* ---- All goals have closed ------------------------------------------------------------------- */

/* Returns the goal of a set that closes last. */
static uint32_t find_last_to_close(const wend_world *world, const uint32_t *goals, uint32_t count) {
    uint32_t last = count ? goals[0] : WEND_NO_GOAL;
    for (uint32_t i = 1; i < count; i++) {
        bool later = world->goals.records[goals[i]].closes > world->goals.records[last].closes;
        last = later ? goals[i] : last;
    }
    return last;
}

uint32_t goal_find_last_closed(const wend_world *world, uint32_t index, uint32_t chosen) {
    uint32_t goal = chosen;
    if (chosen >= world->goals.count) {
        const uint32_t *set;
        uint32_t count = wend_view_goal_set(&world->view, index, &set);
        goal = find_last_to_close(world, set, count);
    }
    bool over = goal != WEND_NO_GOAL &&
                goal_has_closed(&world->goals.records[goal], world_time_at(world, world->step));
    return over ? goal : WEND_NO_GOAL;
}

bool agent_wait_permanently(wend_world *world, uint32_t slot, uint32_t goal) {
    agent_take_goal(world, slot, goal);
    agent_change_flags(agent_body(world, slot), 0, WEND_BODY_NEEDS_GOAL | WEND_BODY_GOAL_IS_SET);
    world->cold.behaviour[slot].is_lost = false;
    activity_apply_event(world, slot, ACTIVITY_GOALS_CLOSED);
    return event_add(world, WEND_EVENT_CLOSED, slot, 0);
}

/* ---- Another goal on the way ----------------------------------------------------------------- */

/* True if an agent's route remains valid for any goal, because the only points of the route are
 * those of the agent's path. Never true in a world with connections, because the route may end at a
 * connection, and another goal may need another connection. */
static bool fits_any_goal(const wend_world *world, uint32_t slot) {
    const wend_route *route = route_pool_at(&world->routes, world->cold.route[slot]);
    uint32_t path = world->cold.path[slot];
    uint32_t path_point_count = path == WEND_NONE ? 0 : world->paths[path].count;
    return !world->cold.legs && route && route->map == WEND_NO_MAP &&
           route->status == WEND_ROUTE_STATUS_FOUND && route->portal_count == 0 &&
           route->point_count == path_point_count;
}

bool agent_change_goal(wend_world *world, uint32_t slot, uint32_t goal) {
    wend_body *body = &world->bodies[world->cold.body[slot]];
    agent_take_goal(world, slot, goal);
    agent_change_flags(body, 0, WEND_BODY_NEEDS_GOAL);
    world->cold.behaviour[slot].has_given_goal = false;
    if (fits_any_goal(world, slot)) {
        world->cold.planned[slot] = world->goals.records[goal].region.a;
    } else {
        agent_request_route(world, slot, true);
    }
    /* While other goals are being tried, the event is not added here but in report_goals. */
    bool trying = store_unreachable(&world->cold, slot) & STORE_TRYING_OTHERS;
    return trying || event_add(world, WEND_EVENT_GOAL, slot, 0);
}

/* Returns the goal to which the chosen region of an agent's intent belongs, if it is another goal
 * of the agent's set; otherwise WEND_NO_GOAL. */
static uint32_t find_steered_goal(const wend_view *view, uint32_t index, const wend_intent *intent,
                                  uint32_t chosen) {
    if (chosen == 0 || chosen > intent->more_count) {
        return WEND_NO_GOAL;
    }
    const wend_region *region = wend_intent_region(intent, chosen);
    uint32_t goal = wend_region_id_index(region->id);
    const uint32_t *goals;
    uint32_t count = wend_view_active_goals(view, index, &goals);
    bool other = wend_region_id_kind(region->id) == WEND_REGION_KIND_GOAL &&
                 goal != internals_goal(view, index) && (region->flags & WEND_REGION_STOP);
    for (uint32_t i = 0; i < count && other; i++) {
        if (goals[i] == goal) {
            return goal;
        }
    }
    return WEND_NO_GOAL;
}

void goal_changes_note(wend_world *world, const wend_agents *agents, const wend_intent *intents,
                       wend_outcome *outcomes) {
    worker_data *worker = &world->workers[agents->worker];
    if (!world->takes_all_goals[agents->profile]) {
        return;
    }
    for (uint32_t k = 0; k < agents->range_count; k++) {
        for (uint32_t i = agents->ranges[k].begin; i < agents->ranges[k].end; i++) {
            const wend_intent *intent = &intents[i - agents->first];
            wend_outcome *outcome = &outcomes[i - agents->first];
            uint32_t goal = find_steered_goal(&world->view, i, intent, outcome->region);
            if (goal == WEND_NO_GOAL ||
                !memory_grow(&world->memory, (void **)&worker->changes, sizeof *worker->changes,
                             &worker->change_capacity, worker->change_count + 1)) {
                continue;
            }
            /* From now on the parts of the new goal come first in the intent, in the order of part
             * numbers, so the index of the chosen region becomes its part number. */
            wend_region_id id = wend_intent_region(intent, outcome->region)->id;
            outcome->region = (uint16_t)wend_region_id_part(id);
            worker->changes[worker->change_count++] = (goal_change){i, goal};
        }
    }
}

bool goal_changes_apply(wend_world *world) {
    for (uint32_t w = 0; w < world->worker_count; w++) {
        worker_data *worker = &world->workers[w];
        for (uint32_t k = 0; k < worker->change_count; k++) {
            goal_change change = worker->changes[k];
            if (!agent_change_goal(world, world->bodies[change.index].slot, change.goal)) {
                return false;
            }
        }
    }
    return true;
}
