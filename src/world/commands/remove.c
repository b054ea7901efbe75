/* Commands that remove goals, goal sets, paths, groups, obstacles, profiles and maps. */
#include "base/error.h"
#include "world/commands/commands.h"

static wend_result queue_removal(wend_world *world, command_kind kind, const id_table *ids,
                                 uint64_t id, const char *what, wend_error *error) {
    if (ids_index(ids, id) == ID_NONE) {
        return command_refuse_unknown(what, error);
    }
    return command_queue(world, (command){.kind = kind, .target = id}, error);
}

wend_result wend_world_remove_goal(wend_world *world, wend_goal goal, wend_error *error) {
    return wend_world_remove_goals(world, &goal, 1, error);
}

wend_result wend_world_remove_goals(wend_world *world, const wend_goal *goals, uint32_t count,
                                    wend_error *error) {
    WEND_ASSERT(world != NULL && (goals != NULL || count == 0));
    uint32_t before = world->command_count;
    wend_result result = WEND_OK;
    for (uint32_t i = 0; i < count && result == WEND_OK; i++) {
        result = command_check_goal(world, goals[i], error);
        result = result == WEND_OK
                     ? command_queue(
                           world, (command){.kind = COMMAND_REMOVE_GOAL, .target = goals[i].value},
                           error)
                     : result;
    }
    world->command_count = result == WEND_OK ? world->command_count : before;
    return result;
}

wend_result wend_world_remove_goal_set(wend_world *world, wend_goal_set set, wend_error *error) {
    WEND_ASSERT(world != NULL);
    return queue_removal(world, COMMAND_REMOVE_GOAL_SET, &world->goal_set_ids, set.value,
                         "goal set", error);
}

wend_result wend_world_remove_path(wend_world *world, wend_path path, wend_error *error) {
    WEND_ASSERT(world != NULL);
    return queue_removal(world, COMMAND_REMOVE_PATH, &world->path_ids, path.value, "path", error);
}

wend_result wend_world_remove_group(wend_world *world, wend_group group, wend_error *error) {
    WEND_ASSERT(world != NULL);
    return queue_removal(world, COMMAND_REMOVE_GROUP, &world->group_ids, group.value, "group",
                         error);
}

wend_result wend_world_remove_obstacle(wend_world *world, wend_obstacle obstacle,
                                       wend_error *error) {
    WEND_ASSERT(world != NULL);
    return queue_removal(world, COMMAND_REMOVE_OBSTACLE, &world->obstacle_ids, obstacle.value,
                         "obstacle", error);
}

wend_result wend_world_remove_map(wend_world *world, wend_map_slot map, wend_error *error) {
    WEND_ASSERT(world != NULL);
    wend_result result =
        queue_removal(world, COMMAND_REMOVE_MAP, &world->map_ids, map.value, "map", error);
    if (result == WEND_OK) {
        profiles_mark_unready(world); /* a planner may need this map */
    }
    return result;
}

/* Computes the profile that each agent will have after the queue has been applied, indexed by slot;
 * WEND_NONE for slots without an agent. */
static void find_profiles_after(const wend_world *world, uint32_t *out) {
    for (uint32_t slot = 0; slot < world->cold.used; slot++) {
        bool is_live =
            world->cold.body[slot] != STORE_FREE && world->cold.body[slot] != STORE_QUEUED;
        out[slot] =
            is_live ? visit_base_profile(world, slot, wend_body_profile(agent_body(world, slot)))
                    : WEND_NONE;
    }
    for (uint32_t i = 0; i < world->command_count; i++) {
        const command *what = &world->commands[i];
        bool unpacks = what->kind == COMMAND_UNPACK;
        bool given = what->kind == COMMAND_ADD || what->kind == COMMAND_SET_PROFILE || unpacks;
        uint32_t slot = given || what->kind == COMMAND_REMOVE
                            ? store_slot_of(world, (wend_agent){what->target})
                            : STORE_FREE;
        if (out && slot != STORE_FREE) {
            out[slot] = unpacks ? wend_body_profile(&world->arrivals[what->index].body)
                        : given ? what->index & 0xffffU
                                : WEND_NONE;
        }
    }
}

bool profile_count_users(wend_world *world, uint32_t index, uint32_t *users) {
    uint32_t slots = world->cold.used;
    uint32_t *after = slots ? memory_get_array(&world->memory, slots, sizeof *after) : NULL;
    *users = 0;
    if (slots && !after) {
        return false;
    }
    find_profiles_after(world, after);
    for (uint32_t slot = 0; slot < slots; slot++) {
        *users += after[slot] == index;
    }
    memory_free(&world->memory, after, slots * sizeof *after);
    return true;
}

wend_result wend_world_remove_profile(wend_world *world, wend_profile id, wend_error *error) {
    uint32_t index = wend_world_profile_index(world, id);
    if (index == WEND_NONE || world->profiles[index].is_removal_queued) {
        return command_refuse_unknown("profile", error);
    }
    if (world->profiles[index].derived_from) {
        return error_set(error, WEND_ERROR_INVALID,
                         "profile %u belongs to a state machine: it is removed together with the "
                         "profile from which it was derived",
                         index);
    }
    uint32_t users = 0;
    const char *name = world->profiles[index].name;
    if (sources_use_profile(world, index)) {
        return error_set(error, WEND_ERROR_INVALID,
                         "profile %s%s%scannot be removed: a source emits agents with it; remove "
                         "the source first",
                         name ? "'" : "", name ? name : "", name ? "' " : "");
    }
    if (!profile_count_users(world, index, &users)) {
        return error_no_memory(error, "the world");
    }
    if (users > 0) {
        return error_set(error, WEND_ERROR_INVALID,
                         "profile %s%s%scannot be removed: %u agents have it; remove them or give "
                         "them another profile first",
                         name ? "'" : "", name ? name : "", name ? "' " : "", users);
    }
    wend_result result =
        command_queue(world, (command){.kind = COMMAND_REMOVE_PROFILE, .target = id.value}, error);
    world->profiles[index].is_removal_queued = result == WEND_OK;
    return result;
}
