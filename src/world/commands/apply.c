/* Applies the queued commands at the start of a step, in the order in which they were given. A
 * command for an agent that has left in the meantime does nothing. */
#include "base/error.h"
#include "behave/behave.h"
#include "follow/external.h"
#include "steer/external.h"
#include "world/areas/areas.h"
#include "world/attributes/attributes.h"
#include "world/world.h"

/* ---- Goals and obstacles --------------------------------------------------------------------- */
static void translate(wend_vec2 *position, wend_point by) {
    position->x = store_clamp((double)position->x + by.x);
    position->y = store_clamp((double)position->y + by.y);
}

static void move_goal(wend_world *world, const command *what, uint32_t index) {
    goal_record *goal = &world->goals.records[index];
    double time = world_time_at(world, world->step);
    if (goal->region.shape == WEND_SHAPE_DIRECTION) {
        return;
    }
    world->goals_moved = true;
    goal->moved = world->step;
    goal_update(goal, time);
    goal->since = time;
    goal->motion = GOAL_STEADY;
    goal->absent = false;
    goal->region.velocity = what->b;
    wend_point by = {what->position.x - (double)goal->region.a.x,
                     what->position.y - (double)goal->region.a.y};
    translate(&goal->region.a, by);
    goal->base_a = goal->region.a;
    if (goal->region.shape == WEND_SHAPE_SEGMENT) {
        translate(&goal->region.b, by);
        goal->base_b = goal->region.b;
    }
    for (uint32_t i = 0; i < goal->point_count; i++) {
        translate(&goal->points[i], by);
        goal_base_points(goal)[i] = goal->points[i];
    }
    for (uint32_t i = 0; goal->parts && i < goal->part_count; i++) {
        goal->parts[i].velocity = what->b;
        translate(&goal->parts[i].a, by);
        goal_base_part_points(goal)[i] = goal->parts[i].a;
    }
    if (goal->layer != what->index) {
        goal->layer = what->index;
        goal_note_layer_change(world, index);
    }
    goal_update_changing(world, index);
}

static void move_obstacle(wend_world *world, const command *what, overlay_obstacle *obstacle) {
    obstacle->since = world_time_at(world, world->step);
    obstacle->position = what->position;
    obstacle->velocity = what->obstacle_velocity;
    obstacle->angle = what->number;
    obstacle->angular_velocity = what->angular_velocity;
}

/* Closes or opens an obstacle, and adds an event if this changes its state. Returns false if out of
 * memory. */
static bool close_obstacle(wend_world *world, uint32_t index, bool closed) {
    overlay_obstacle *obstacle = &world->overlay.obstacles[index];
    if (obstacle->closed != closed && !event_add_obstacle(world, closed, index)) {
        return false;
    }
    obstacle->closed = closed;
    return true;
}

/* ---- Agents ---------------------------------------------------------------------------------- */

/* Returns the state of the steering model `external` for an agent that uses it, or NULL. */
static external_state *external_of(wend_world *world, uint32_t slot) {
    uint32_t index = wend_body_profile(agent_body(world, slot));
    if (world->profiles[index].stages[PROFILE_STEER].stage != &wend_steering_external.stage) {
        return NULL;
    }
    wend_agents agents = profile_agents(world, index, PROFILE_STEER, 0);
    return wend_agents_state(&agents, slot);
}

static bool apply_external(wend_world *world, const command *what, uint32_t slot) {
    external_state *state = external_of(world, slot);
    if (!state) {
        return what->kind != COMMAND_TELEPORT ||
               agent_teleport(world, slot, (wend_location){what->a, what->index});
    }
    if (!state->has_command) {
        state->has_command = 1;
        state->velocity = (wend_vec2){0.0F, 0.0F};
    }
    if (what->kind == COMMAND_SET_VELOCITY) {
        state->velocity = what->b;
    } else {
        state->teleport_to = what->a;
        state->layer = what->index;
        state->has_teleport = 1;
        visit_note_jump(world, slot);
    }
    return true;
}

/* Sets the preferred velocity of an agent with the follower `external`. For other agents this has
 * no effect. */
static void set_preferred(wend_world *world, wend_vec2 velocity, uint32_t slot) {
    uint32_t index = wend_body_profile(agent_body(world, slot));
    if (world->profiles[index].stages[PROFILE_FOLLOW].stage == &wend_follower_external.stage) {
        wend_agents agents = profile_agents(world, index, PROFILE_FOLLOW, 0);
        follow_external_state *state = wend_agents_state(&agents, slot);
        state->preferred = velocity;
    }
}

/* Sets an agent's goal, unless the goal is the tail of the queue in which the agent waits. */
static void set_goal(wend_world *world, uint32_t slot, uint32_t goal) {
    if (!queues_keep(world, slot, goal)) {
        agent_set_goal(world, slot, goal);
    }
}

static bool apply_to_agent(wend_world *world, const command *what) {
    uint32_t slot = store_slot_of(world, (wend_agent){what->target});
    bool queued = slot != STORE_FREE && world->cold.body[slot] == STORE_QUEUED;
    bool enters = what->kind == COMMAND_ADD || what->kind == COMMAND_UNPACK;
    if (what->kind == COMMAND_ADD && slot != STORE_FREE && !queued) {
        return machines_enter(world, slot); /* the agent has been added before the step failed */
    }
    if (slot == STORE_FREE || queued != enters) {
        attributes_discard_command(world, what);
        return true; /* the agent has left, or has not been added yet */
    }
    switch (what->kind) {
    case COMMAND_ADD:
        return agent_enter(world, what) && machines_enter(world, slot);
    case COMMAND_UNPACK:
        return agent_unpack(world, slot, &world->arrivals[what->index]);
    case COMMAND_REMOVE:
        if (!areas_leave(world, slot) || !event_add(world, WEND_EVENT_LEFT, slot, 0)) {
            return false;
        }
        agent_remove(world, slot);
        return true;
    case COMMAND_SET_GOAL:
        set_goal(world, slot, goal_shared_index_of(world, (wend_goal){what->bits}));
        return true;
    case COMMAND_SET_GOAL_SET:
        agent_set_goal_set(world, slot, ids_index(&world->goal_set_ids, what->bits));
        return true;
    case COMMAND_LEAVE_QUEUE:
        if (world->cold.queues && world->cold.queues[slot].queue != WEND_NONE) {
            set_goal(world, slot, WEND_NO_GOAL);
        }
        return true;
    case COMMAND_SET_PROFILE:
        return machines_set_profile(world, slot, what->index, what->bits != 0);
    case COMMAND_SET_PREFERRED:
        set_preferred(world, what->b, slot);
        return true;
    case COMMAND_SET_ATTRIBUTE:
    case COMMAND_SET_PARAM:
    case COMMAND_RESAMPLE:
        return attributes_apply_command(world, slot, what);
    default:
        return apply_external(world, what, slot);
    }
}

/* ---- The queue ------------------------------------------------------------------------------- */

static bool apply(wend_world *world, const command *what) {
    uint32_t goal = goal_shared_index_of(world, (wend_goal){what->target});
    uint32_t obstacle = obstacle_index_of(world, (wend_obstacle){what->target});
    uint32_t map = wend_world_map_index(world, (wend_map_slot){what->target});
    switch (what->kind) {
    case COMMAND_MOVE_GOAL:
        if (goal != WEND_NO_GOAL && !goal_belongs_to_queue(world, goal)) {
            move_goal(world, what, goal);
        }
        return true;
    case COMMAND_RELEASE_QUEUE:
        queues_release(world, what->target, what->index);
        return true;
    case COMMAND_SWITCH_CLASS:
        world->scene_changed = true;
        world->classes = what->index ? world->classes | 1U << what->target
                                     : world->classes & ~(1U << what->target);
        return true;
    case COMMAND_ENABLE_SOURCE:
    case COMMAND_SET_SOURCE_RATE:
    case COMMAND_REMOVE_SOURCE:
        source_apply(world, what);
        return true;
    case COMMAND_SET_BELT:
        belt_set_velocity(world, (uint32_t)what->target, what->b);
        return true;
    case COMMAND_SET_STATE:
    case COMMAND_FIRE_SIGNAL:
    case COMMAND_REACH_AGENT:
        return machines_apply(world, what);
    case COMMAND_CLOSE_OBSTACLE:
        world->scene_changed = true;
        return obstacle == WEND_NONE || close_obstacle(world, obstacle, what->index != 0);
    case COMMAND_MOVE_OBSTACLE:
        world->scene_changed = true;
        if (obstacle != WEND_NONE) {
            move_obstacle(world, what, &world->overlay.obstacles[obstacle]);
        }
        return true;
    case COMMAND_REPLACE_MAP:
        if (map != WEND_NO_MAP) {
            map_replace(world, map, what->bits, what->object);
        }
        return true;
    default:
        if (what->kind >= COMMAND_REMOVE_GOAL) {
            removal_apply(world, what);
            return true;
        }
        return apply_to_agent(world, what);
    }
}

/* True if an agent on a connection has a profile. */
static bool is_used_by_crossings(const wend_world *world, uint32_t profile_index) {
    for (uint32_t i = 0; i < world->crossing_count; i++) {
        const wend_body *body = &world->crossings[i].body;
        if (visit_base_profile(world, body->slot, wend_body_profile(body)) == profile_index) {
            return true;
        }
    }
    return false;
}

/* True if a command must wait. The entries of a profile are called with the agent's body, and an
 * agent on a connection has no body. Its profile and state therefore change only after the agent
 * has returned to the ground, and a profile is removed after its last agent has returned. A signal
 * or state that a command of this step leads to waits for the next step, so that signals that fire
 * each other do not go on for ever; `is_new` says so. */
static bool is_postponed(const wend_world *world, const command *what, bool is_new) {
    if (is_new && what->kind >= COMMAND_SET_STATE && what->kind <= COMMAND_REACH_AGENT) {
        return true;
    }
    if (what->kind == COMMAND_REMOVE_PROFILE) {
        return is_used_by_crossings(world, ids_index(&world->profile_ids, what->target));
    }
    uint32_t slot = what->kind == COMMAND_SET_PROFILE || what->kind == COMMAND_SET_STATE
                        ? store_slot_of(world, (wend_agent){what->target})
                        : STORE_FREE;
    return slot != STORE_FREE && agent_is_crossing(world, slot);
}

void commands_replace_maps(wend_world *world) {
    uint32_t kept = 0;
    for (uint32_t i = 0; i < world->command_count; i++) {
        command what = world->commands[i];
        if (what.kind == COMMAND_REPLACE_MAP || what.kind == COMMAND_REMOVE_MAP) {
            apply(world, &what);
        } else {
            world->commands[kept++] = what;
        }
    }
    world->command_count = kept;
}

bool commands_apply(wend_world *world) {
    /* Ghosts are copies of bodies, including flags and profiles, which commands may change. */
    if (world->command_count > 0) {
        world_unsort(world);
    }
    bool good = true;
    uint32_t kept = 0, arriving = 0, given = world->command_count;
    for (uint32_t i = 0; i < world->command_count; i++) {
        command what = world->commands[i];
        bool waits = !good || is_postponed(world, &what, i >= given);
        good = good && (waits || apply(world, &what));
        if (waits || !good) { /* applied commands stay applied; the others remain queued */
            world->commands[kept++] = what;
            arriving += what.kind == COMMAND_UNPACK;
        }
    }
    world->command_count = kept;
    world->arrival_count = arriving > 0 ? world->arrival_count : 0;
    return removals_finish(world) && good;
}
