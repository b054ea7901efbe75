/* The command queue: what is to change is checked when it is queued, and done at the start of the
 * next step, in the order given. A command about an agent that has left by then does nothing. */
#include <math.h>

#include "base/error.h"
#include "behave/behave.h"
#include "follow/external.h"
#include "geom/point.h"
#include "steer/external.h"
#include "world/attributes/attributes.h"
#include "world/world.h"

/* ---- Queueing -------------------------------------------------------------------------------- */

wend_result commands_reserve(wend_world *world, uint32_t count, wend_error *error) {
    bool good = count <= UINT32_MAX - world->command_count &&
                memory_grow(&world->memory, (void **)&world->commands, sizeof *world->commands,
                            &world->command_capacity, world->command_count + count);
    return good ? WEND_OK : error_no_memory(error, "the world");
}

wend_result command_queue(wend_world *world, command what, wend_error *error) {
    wend_result result = commands_reserve(world, 1, error);
    if (result == WEND_OK) {
        world->commands[world->command_count++] = what;
    }
    return result;
}

wend_result command_unknown(const char *what, wend_error *error) {
    return error_set(error, WEND_ERROR_NAME, "there is no such %s", what);
}

static bool is_velocity(wend_point velocity) {
    return fabs(velocity.x) <= 1000.0 && fabs(velocity.y) <= 1000.0;
}

static wend_result bad_number(const char *what, wend_error *error) {
    return error_set(error, WEND_ERROR_INVALID, "%s is not finite, or too large", what);
}

wend_result wend_world_remove_agent(wend_world *world, wend_agent agent, wend_error *error) {
    WEND_ASSERT(world != NULL);
    return command_queue(world, (command){.kind = COMMAND_REMOVE, .target = agent.value}, error);
}

wend_result wend_world_set_agent_goal(wend_world *world, wend_agent agent, wend_goal goal,
                                      wend_error *error) {
    WEND_ASSERT(world != NULL);
    if (goal.value && goal_index_of(world, goal) == WEND_NO_GOAL) {
        return command_unknown("goal", error);
    }
    return command_queue(
        world,
        (command){.kind = COMMAND_SET_GOAL, .target = agent.value, .content_hash = goal.value},
        error);
}

wend_result wend_world_set_agent_profile(wend_world *world, wend_agent agent, wend_profile id,
                                         wend_error *error) {
    uint32_t index = wend_world_profile_index(world, id);
    if (index == WEND_NONE || world->profiles[index].leaving) {
        return command_unknown("profile", error);
    }
    return command_queue(
        world, (command){.kind = COMMAND_SET_PROFILE, .index = index, .target = agent.value},
        error);
}

wend_result wend_world_set_agent_velocity(wend_world *world, wend_agent agent, wend_point velocity,
                                          wend_error *error) {
    WEND_ASSERT(world != NULL);
    if (!is_velocity(velocity)) {
        return bad_number("the velocity", error);
    }
    return command_queue(
        world,
        (command){.kind = COMMAND_SET_VELOCITY, .target = agent.value, .b = point_narrow(velocity)},
        error);
}

wend_result wend_world_set_agent_preferred_velocities(wend_world *world, const wend_agent *agents,
                                                      const wend_point *velocities, uint32_t count,
                                                      wend_error *error) {
    WEND_ASSERT(world != NULL && (count == 0 || (agents != NULL && velocities != NULL)));
    for (uint32_t i = 0; i < count; i++) {
        if (!is_velocity(velocities[i])) {
            return bad_number("a preferred velocity", error);
        }
    }
    wend_result result = commands_reserve(world, count, error);
    for (uint32_t i = 0; i < count && result == WEND_OK; i++) {
        world->commands[world->command_count++] = (command){.kind = COMMAND_SET_PREFERRED,
                                                            .target = agents[i].value,
                                                            .b = point_narrow(velocities[i])};
    }
    return result;
}

wend_result wend_world_set_agent_preferred_velocity(wend_world *world, wend_agent agent,
                                                    wend_point velocity, wend_error *error) {
    return wend_world_set_agent_preferred_velocities(world, &agent, &velocity, 1, error);
}

wend_result wend_world_set_goal_position(wend_world *world, wend_goal goal, wend_point position,
                                         uint32_t layer, wend_point velocity, wend_error *error) {
    WEND_ASSERT(world != NULL);
    uint32_t index = goal_index_of(world, goal);
    wend_point origin = wend_space_origin(world->space);
    if (index == WEND_NO_GOAL) {
        return command_unknown("goal", error);
    }
    if (layer >= wend_space_layer_count(world->space)) {
        return command_unknown("layer", error);
    }
    if (world->goals.records[index].region.shape == WEND_SHAPE_DIRECTION) {
        return error_set(error, WEND_ERROR_INVALID,
                         "a direction has no position: remove the goal "
                         "and add another one");
    }
    if (!world_is_near(position, origin) || !is_velocity(velocity)) {
        return bad_number("the position or velocity", error);
    }
    return command_queue(world,
                         (command){.kind = COMMAND_MOVE_GOAL,
                                   .target = goal.value,
                                   .index = layer,
                                   .place = {position.x - origin.x, position.y - origin.y},
                                   .b = point_narrow(velocity)},
                         error);
}

wend_result wend_world_set_class_enabled(wend_world *world, uint32_t obstacle_class, bool on,
                                         wend_error *error) {
    WEND_ASSERT(world != NULL);
    if (obstacle_class == 0 || obstacle_class >= wend_space_class_count(world->space)) {
        return error_set(error, WEND_ERROR_INVALID,
                         "obstacle class %u cannot be switched: the space has classes 1 to %u",
                         obstacle_class, wend_space_class_count(world->space) - 1);
    }
    return command_queue(
        world, (command){.kind = COMMAND_SWITCH_CLASS, .index = on, .target = obstacle_class},
        error);
}

wend_result wend_world_set_belt_velocity(wend_world *world, wend_belt belt, wend_point velocity,
                                         wend_error *error) {
    WEND_ASSERT(world != NULL);
    if (belt_index_of(world, belt) == WEND_NONE) {
        return command_unknown("belt", error);
    }
    if (!belt_can_move_at(velocity)) {
        return error_set(error, WEND_ERROR_INVALID,
                         "a belt cannot move at (%g, %g) m/s; at most 100 in x and y are possible",
                         velocity.x, velocity.y);
    }
    return command_queue(world,
                         (command){.kind = COMMAND_SET_BELT,
                                   .target = belt.value,
                                   .b = {(float)velocity.x, (float)velocity.y}},
                         error);
}

wend_result wend_world_set_obstacle_closed(wend_world *world, wend_obstacle obstacle, bool closed,
                                           wend_error *error) {
    WEND_ASSERT(world != NULL);
    if (obstacle_index_of(world, obstacle) == WEND_NONE) {
        return command_unknown("obstacle", error);
    }
    return command_queue(
        world, (command){.kind = COMMAND_CLOSE_OBSTACLE, .index = closed, .target = obstacle.value},
        error);
}

wend_result wend_world_set_obstacle_motion(wend_world *world, wend_obstacle obstacle,
                                           wend_point position, double angle, wend_point velocity,
                                           double angular_velocity, wend_error *error) {
    WEND_ASSERT(world != NULL);
    uint32_t index = obstacle_index_of(world, obstacle);
    if (index == WEND_NONE || world->overlay.obstacles[index].kind != WEND_OBSTACLE_MOVING) {
        return command_unknown("moving obstacle", error);
    }
    wend_point origin = wend_space_origin(world->space);
    if (!world_is_near(position, origin) || !is_velocity(velocity) || !isfinite(angle) ||
        !(fabs(angular_velocity) <= 1000.0)) {
        return bad_number("the position or motion", error);
    }
    return command_queue(world,
                         (command){.kind = COMMAND_MOVE_OBSTACLE,
                                   .target = obstacle.value,
                                   .place = {position.x - origin.x, position.y - origin.y},
                                   .speed = velocity,
                                   .angle = angle,
                                   .angular_velocity = angular_velocity},
                         error);
}

wend_result wend_world_replace_map(wend_world *world, wend_map_slot map, uint64_t content_hash,
                                   const void *object, wend_error *error) {
    uint32_t index = wend_world_map_index(world, map);
    if (index == WEND_NONE) {
        return command_unknown("map", error);
    }
    wend_result result = map_check_swap(world, index, content_hash, object, error);
    if (result != WEND_OK) {
        return result;
    }
    profiles_unready(world); /* a planner may be left without its map */
    return command_queue(world,
                         (command){.kind = COMMAND_SWAP_MAP,
                                   .target = map.value,
                                   .content_hash = content_hash,
                                   .object = object},
                         error);
}

/* ---- Applying -------------------------------------------------------------------------------- */

static void shift(wend_vec2 *place, wend_point by) {
    place->x = store_clamp((double)place->x + by.x);
    place->y = store_clamp((double)place->y + by.y);
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
    wend_point by = {what->place.x - (double)goal->region.a.x,
                     what->place.y - (double)goal->region.a.y};
    shift(&goal->region.a, by);
    goal->base_a = goal->region.a;
    if (goal->region.shape == WEND_SHAPE_SEGMENT) {
        shift(&goal->region.b, by);
        goal->base_b = goal->region.b;
    }
    for (uint32_t i = 0; i < goal->point_count; i++) {
        shift(&goal->points[i], by);
        goal->base_points[i] = goal->points[i];
    }
    for (uint32_t i = 0; goal->parts && i < goal->part_count; i++) {
        goal->parts[i].velocity = what->b;
        shift(&goal->parts[i].a, by);
        goal->base_places[i] = goal->parts[i].a;
    }
    if (goal->layer != what->index) {
        goal->layer = what->index;
        goal_note_layer(world, index);
    }
    goal_watch(world, index);
}

static void move_obstacle(wend_world *world, const command *what, overlay_obstacle *obstacle) {
    obstacle->since = world_time_at(world, world->step);
    obstacle->position = what->place;
    obstacle->velocity = what->speed;
    obstacle->angle = what->angle;
    obstacle->angular_velocity = what->angular_velocity;
}

/* Reports what changes; an obstacle that is as it should be is no event. */
static bool close_obstacle(wend_world *world, uint32_t index, bool closed) {
    overlay_obstacle *obstacle = &world->overlay.obstacles[index];
    if (obstacle->closed != closed && !event_add_obstacle(world, closed, index)) {
        return false;
    }
    obstacle->closed = closed;
    return true;
}

/* The state of `external` for an agent that is steered by it, or NULL. */
static external_state *external_of(wend_world *world, uint32_t slot) {
    uint32_t index = wend_body_profile(agent_body(world, slot));
    if (world->profiles[index].stages[PROFILE_STEER].stage != &wend_steering_external.stage) {
        return NULL;
    }
    wend_agents agents = profile_agents(world, index, PROFILE_STEER, 0);
    return wend_agents_state(&agents, slot);
}

static bool tell_external(wend_world *world, const command *what, uint32_t slot) {
    external_state *state = external_of(world, slot);
    if (!state) {
        return what->kind != COMMAND_SET_POSE ||
               agent_teleport(world, slot, (wend_location){what->a, what->index});
    }
    if (!state->told) {
        state->told = 1;
        state->velocity = (wend_vec2){0.0F, 0.0F};
    }
    if (what->kind == COMMAND_SET_VELOCITY) {
        state->velocity = what->b;
    } else {
        state->pose = what->a;
        state->layer = what->index;
        state->has_pose = 1;
    }
    return true;
}

/* For agents of the follower `external`; no other has a preferred velocity of its own. */
static void set_preferred(wend_world *world, wend_vec2 velocity, uint32_t slot) {
    uint32_t index = wend_body_profile(agent_body(world, slot));
    if (world->profiles[index].stages[PROFILE_FOLLOW].stage == &wend_follower_external.stage) {
        wend_agents agents = profile_agents(world, index, PROFILE_FOLLOW, 0);
        follow_external_state *state = wend_agents_state(&agents, slot);
        state->preferred = velocity;
    }
}

static bool apply_to_agent(wend_world *world, const command *what) {
    uint32_t slot = store_slot_of(world, (wend_agent){what->target});
    bool queued = slot != STORE_FREE && world->cold.body[slot] == STORE_QUEUED;
    bool enters = what->kind == COMMAND_ADD || what->kind == COMMAND_UNPACK;
    if (slot == STORE_FREE || queued != enters) {
        attributes_forget(world, what);
        return true; /* it has left, or is told something before it is added */
    }
    switch (what->kind) {
    case COMMAND_ADD:
        return agent_enter(world, what);
    case COMMAND_UNPACK:
        return agent_unpack(world, slot, &world->arrivals[what->index]);
    case COMMAND_REMOVE:
        if (!event_add(world, WEND_EVENT_LEFT, slot, 0)) {
            return false;
        }
        agent_remove(world, slot);
        return true;
    case COMMAND_SET_GOAL:
        agent_set_goal(world, slot, goal_index_of(world, (wend_goal){what->content_hash}));
        return true;
    case COMMAND_SET_PROFILE:
        return agent_set_profile(world, slot, what->index);
    case COMMAND_SET_PREFERRED:
        set_preferred(world, what->b, slot);
        return true;
    case COMMAND_SET_ATTRIBUTE:
    case COMMAND_SET_PARAM:
    case COMMAND_RESAMPLE:
        return attributes_set(world, slot, what);
    default:
        return tell_external(world, what, slot);
    }
}

static bool apply(wend_world *world, const command *what) {
    uint32_t goal = goal_index_of(world, (wend_goal){what->target});
    uint32_t obstacle = obstacle_index_of(world, (wend_obstacle){what->target});
    uint32_t map = wend_world_map_index(world, (wend_map_slot){what->target});
    switch (what->kind) {
    case COMMAND_MOVE_GOAL:
        if (goal != WEND_NO_GOAL) {
            move_goal(world, what, goal);
        }
        return true;
    case COMMAND_SWITCH_CLASS:
        world->scene_changed = true;
        world->classes = what->index ? world->classes | 1U << what->target
                                     : world->classes & ~(1U << what->target);
        return true;
    case COMMAND_SET_BELT:
        belt_set_velocity(world, (uint32_t)what->target, what->b);
        return true;
    case COMMAND_CLOSE_OBSTACLE:
        world->scene_changed = true;
        return obstacle == WEND_NONE || close_obstacle(world, obstacle, what->index != 0);
    case COMMAND_MOVE_OBSTACLE:
        world->scene_changed = true;
        if (obstacle != WEND_NONE) {
            move_obstacle(world, what, &world->overlay.obstacles[obstacle]);
        }
        return true;
    case COMMAND_SWAP_MAP:
        if (map != WEND_NO_MAP) {
            map_swap(world, map, what->content_hash, what->object);
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

/* An agent on a connection changes its profile when it is back: its entries are called with a body.
 */
static bool is_postponed(const wend_world *world, const command *what) {
    uint32_t slot = what->kind == COMMAND_SET_PROFILE
                        ? store_slot_of(world, (wend_agent){what->target})
                        : STORE_FREE;
    return slot != STORE_FREE && agent_is_crossing(world, slot);
}

void commands_swap_maps(wend_world *world) {
    uint32_t kept = 0;
    for (uint32_t i = 0; i < world->command_count; i++) {
        command what = world->commands[i];
        if (what.kind == COMMAND_SWAP_MAP || what.kind == COMMAND_REMOVE_MAP) {
            apply(world, &what);
        } else {
            world->commands[kept++] = what;
        }
    }
    world->command_count = kept;
}

bool commands_apply(wend_world *world) {
    /* Ghosts carry copies of flags and profiles, which commands may change. */
    if (world->command_count > 0) {
        world_unsort(world);
    }
    bool good = true;
    uint32_t kept = 0, arriving = 0;
    for (uint32_t i = 0; i < world->command_count; i++) {
        command what = world->commands[i];
        bool waits = !good || is_postponed(world, &what);
        good = good && (waits || apply(world, &what));
        if (waits || !good) { /* what was done is done; the rest stays queued */
            world->commands[kept++] = what;
            arriving += what.kind == COMMAND_UNPACK;
        }
    }
    world->command_count = kept;
    world->arrival_count = arriving > 0 ? world->arrival_count : 0;
    return removals_finish(world) && good;
}
