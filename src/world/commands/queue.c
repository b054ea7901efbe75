/* The command queue. Commands are checked when they are queued, and applied at the start of the
 * next step (apply.c), in the order in which they were given. Bulk functions queue all commands or
 * none. */
#include <math.h>

#include "base/error.h"
#include "geom/point.h"
#include "world/commands/commands.h"

/* ---- The queue ------------------------------------------------------------------------------- */

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

wend_result command_refuse_unknown(const char *what, wend_error *error) {
    return error_set(error, WEND_ERROR_NAME, "there is no such %s", what);
}

wend_result command_refuse_number(const char *what, wend_error *error) {
    return error_set(error, WEND_ERROR_INVALID, "%s is not finite, or too large", what);
}

wend_result command_check_goal(const wend_world *world, wend_goal goal, wend_error *error) {
    uint32_t index = goal_shared_index_of(world, goal);
    if (index == WEND_NO_GOAL) {
        return command_refuse_unknown("goal", error);
    }
    if (goal_belongs_to_queue(world, index)) {
        return error_set(error, WEND_ERROR_INVALID,
                         "a goal that belongs to a queue cannot be removed or moved; remove the "
                         "queue instead");
    }
    return WEND_OK;
}

bool command_is_valid_velocity(wend_point velocity) {
    return fabs(velocity.x) <= 1000.0 && fabs(velocity.y) <= 1000.0;
}

static void push(wend_world *world, command what) {
    world->commands[world->command_count++] = what;
}

/* ---- Agents ---------------------------------------------------------------------------------- */

wend_result wend_world_remove_agents(wend_world *world, const wend_agent *agents, uint32_t count,
                                     wend_error *error) {
    WEND_ASSERT(world != NULL && (agents != NULL || count == 0));
    wend_result result = commands_reserve(world, count, error);
    for (uint32_t i = 0; i < count && result == WEND_OK; i++) {
        push(world, (command){.kind = COMMAND_REMOVE, .target = agents[i].value});
    }
    return result;
}

wend_result wend_world_remove_agent(wend_world *world, wend_agent agent, wend_error *error) {
    return wend_world_remove_agents(world, &agent, 1, error);
}

wend_result wend_world_set_agent_goals(wend_world *world, const wend_agent *agents,
                                       const wend_goal *goals, uint32_t count, wend_error *error) {
    WEND_ASSERT(world != NULL && (count == 0 || (agents != NULL && goals != NULL)));
    for (uint32_t i = 0; i < count; i++) {
        if (goals[i].value && goal_shared_index_of(world, goals[i]) == WEND_NO_GOAL) {
            return command_refuse_unknown("goal", error);
        }
    }
    wend_result result = commands_reserve(world, count, error);
    for (uint32_t i = 0; i < count && result == WEND_OK; i++) {
        push(
            world,
            (command){.kind = COMMAND_SET_GOAL, .target = agents[i].value, .bits = goals[i].value});
    }
    return result;
}

wend_result wend_world_set_agent_goal(wend_world *world, wend_agent agent, wend_goal goal,
                                      wend_error *error) {
    return wend_world_set_agent_goals(world, &agent, &goal, 1, error);
}

wend_result wend_world_set_agent_goal_sets(wend_world *world, const wend_agent *agents,
                                           const wend_goal_set *sets, uint32_t count,
                                           wend_error *error) {
    WEND_ASSERT(world != NULL && (count == 0 || (agents != NULL && sets != NULL)));
    for (uint32_t i = 0; i < count; i++) {
        if (sets[i].value && ids_index(&world->goal_set_ids, sets[i].value) == ID_NONE) {
            return command_refuse_unknown("goal set", error);
        }
    }
    wend_result result = commands_reserve(world, count, error);
    for (uint32_t i = 0; i < count && result == WEND_OK; i++) {
        push(world, (command){.kind = COMMAND_SET_GOAL_SET,
                              .target = agents[i].value,
                              .bits = sets[i].value});
    }
    return result;
}

wend_result wend_world_set_agent_goal_set(wend_world *world, wend_agent agent, wend_goal_set set,
                                          wend_error *error) {
    return wend_world_set_agent_goal_sets(world, &agent, &set, 1, error);
}

wend_result wend_world_set_agent_profiles(wend_world *world, const wend_agent *agents,
                                          const wend_profile *profiles, uint32_t count,
                                          wend_error *error) {
    WEND_ASSERT(world != NULL && (count == 0 || (agents != NULL && profiles != NULL)));
    for (uint32_t i = 0; i < count; i++) {
        uint32_t index = wend_world_profile_index(world, profiles[i]);
        if (index == WEND_NONE || world->profiles[index].is_removal_queued ||
            world->profiles[index].derived_from) {
            return command_refuse_unknown("profile", error);
        }
    }
    wend_result result = commands_reserve(world, count, error);
    for (uint32_t i = 0; i < count && result == WEND_OK; i++) {
        uint32_t index = wend_world_profile_index(world, profiles[i]);
        result = machines_derive_for(world, agents[i], index, error);
    }
    for (uint32_t i = 0; i < count && result == WEND_OK; i++) {
        push(world, (command){.kind = COMMAND_SET_PROFILE,
                              .index = wend_world_profile_index(world, profiles[i]),
                              .target = agents[i].value});
    }
    return result;
}

wend_result wend_world_set_agent_profile(wend_world *world, wend_agent agent, wend_profile id,
                                         wend_error *error) {
    return wend_world_set_agent_profiles(world, &agent, &id, 1, error);
}

/* Queues commands that set velocities of agents. */
static wend_result queue_velocities(wend_world *world, command_kind kind, const wend_agent *agents,
                                    const wend_point *velocities, uint32_t count,
                                    wend_error *error) {
    WEND_ASSERT(world != NULL && (count == 0 || (agents != NULL && velocities != NULL)));
    for (uint32_t i = 0; i < count; i++) {
        if (!command_is_valid_velocity(velocities[i])) {
            return command_refuse_number(
                kind == COMMAND_SET_PREFERRED ? "a preferred velocity" : "a velocity", error);
        }
    }
    wend_result result = commands_reserve(world, count, error);
    for (uint32_t i = 0; i < count && result == WEND_OK; i++) {
        push(world,
             (command){.kind = kind, .target = agents[i].value, .b = point_narrow(velocities[i])});
    }
    return result;
}

wend_result wend_world_set_agent_velocities(wend_world *world, const wend_agent *agents,
                                            const wend_point *velocities, uint32_t count,
                                            wend_error *error) {
    return queue_velocities(world, COMMAND_SET_VELOCITY, agents, velocities, count, error);
}

wend_result wend_world_set_agent_velocity(wend_world *world, wend_agent agent, wend_point velocity,
                                          wend_error *error) {
    return wend_world_set_agent_velocities(world, &agent, &velocity, 1, error);
}

wend_result wend_world_set_agent_preferred_velocities(wend_world *world, const wend_agent *agents,
                                                      const wend_point *velocities, uint32_t count,
                                                      wend_error *error) {
    return queue_velocities(world, COMMAND_SET_PREFERRED, agents, velocities, count, error);
}

wend_result wend_world_set_agent_preferred_velocity(wend_world *world, wend_agent agent,
                                                    wend_point velocity, wend_error *error) {
    return wend_world_set_agent_preferred_velocities(world, &agent, &velocity, 1, error);
}
