/* Removes goals, goal sets, paths, groups, obstacles, profiles, maps and areas.
 *
 * Removals are commands (commands/remove.c). Objects to which agents do not refer are removed at
 * once. Goals, sets, paths and groups are marked when their commands are applied. When all commands
 * of the step have been applied, one pass over the agents clears their references to marked
 * objects, and one pass over the sets removes the marked goals from them. Then the marked objects
 * and their indices are freed, in the order of the commands. A step with n removals costs O(agents
 * + members of sets + n).
 *
 * An agent that loses its goal chooses again from its set, or waits. An agent that loses its path
 * walks directly to its goal. */
#include <string.h>

#include "base/error.h"
#include "behave/behave.h"
#include "world/areas/areas.h"
#include "world/queues/queues.h"
#include "world/world.h"

/* ---- Applying -------------------------------------------------------------------------------- */

static void mark_goal(wend_world *world, wend_goal id) {
    uint32_t index = goal_shared_index_of(world, id);
    if (index == WEND_NO_GOAL || world->goals.records[index].removed) {
        return;
    }
    queue_owner owner = queues_owner(&world->queues, index);
    if (owner.queue != WEND_NONE && !world->queues.records[owner.queue].removed) {
        return; /* it is removed only with its queue */
    }
    goal_record *goal = &world->goals.records[index];
    goal->removed = true;
    goal->next_removed = WEND_NO_GOAL;
    if (goal->resource != WEND_NONE) {
        claims_close_resource(&world->claims, goal->resource);
    }
    uint32_t *link = &world->first_removed_goal;
    if (*link == WEND_NO_GOAL) {
        world->last_removed_goal = index;
        *link = index;
        return;
    }
    world->goals.records[world->last_removed_goal].next_removed = index;
    world->last_removed_goal = index;
}

static void mark_queue(wend_world *world, queue_record *queue) {
    queue->removed = world->queues.any_removed = true;
    for (uint32_t i = 0; i <= queue->place_count; i++) {
        mark_goal(world, goal_id(world, queue->goals[i]));
    }
}

void removal_apply(wend_world *world, const command *what) {
    uint32_t index = WEND_NONE;
    switch (what->kind) {
    case COMMAND_REMOVE_GOAL:
        mark_goal(world, (wend_goal){what->target});
        break;
    case COMMAND_REMOVE_GOAL_SET:
        index = ids_index(&world->goal_set_ids, what->target);
        if (index != ID_NONE) {
            world->lists_removed = world->goal_sets[index].removed = true;
        }
        break;
    case COMMAND_REMOVE_PATH:
        index = ids_index(&world->path_ids, what->target);
        if (index != ID_NONE) {
            world->lists_removed = world->paths[index].removed = true;
        }
        break;
    case COMMAND_REMOVE_GROUP:
        index = ids_index(&world->group_ids, what->target);
        if (index != ID_NONE) {
            world->lists_removed = world->groups[index].removed = true;
        }
        break;
    case COMMAND_REMOVE_OBSTACLE:
        index = ids_index(&world->obstacle_ids, what->target);
        if (index != ID_NONE) {
            obstacle_remove(world, index);
        }
        break;
    case COMMAND_REMOVE_PROFILE:
        index = ids_index(&world->profile_ids, what->target);
        if (index != ID_NONE) {
            machines_drop_profile(world, index);
            profile_remove(world, index);
        }
        break;
    case COMMAND_REMOVE_QUEUE:
        index = ids_index(&world->queues.ids, what->target);
        if (index != ID_NONE) {
            mark_queue(world, &world->queues.records[index]);
        }
        break;
    case COMMAND_REMOVE_AREA:
        area_note_removal(world, what->target);
        break;
    default:
        index = ids_index(&world->map_ids, what->target);
        if (index != ID_NONE) {
            map_remove(world, index);
        }
        break;
    }
}

/* ---- Agents ---------------------------------------------------------------------------------- */

/* Restarts an agent's path. Also requests a route if the agent is walking on the ground. */
static void restart_walk(wend_world *world, uint32_t slot) {
    leg_restart(world, slot);
    if (world->cold.body[slot] == STORE_QUEUED || world->cold.goal[slot] == WEND_NO_GOAL) {
        return;
    }
    if (!agent_is_crossing(world, slot) && !activity_is_standing(activity_of(world, slot))) {
        agent_request_route(world, slot, false);
    }
}

static bool drop_removed_goal(wend_world *world, uint32_t slot) {
    uint32_t goal = world->cold.goal[slot];
    if (goal == WEND_NO_GOAL || !world->goals.records[goal].removed) {
        return true;
    }
    if (world->cold.body[slot] == STORE_QUEUED) {
        world->cold.goal[slot] = WEND_NO_GOAL;
        return true;
    }
    bool good = event_add(world, WEND_EVENT_GOAL_REMOVED, slot, 0);
    agent_set_goal(world, slot, WEND_NO_GOAL);
    return good;
}

/* True if a goal of a set is to be removed. */
static bool has_removed(const wend_world *world, const index_list *set) {
    bool any = false;
    for (uint32_t i = 0; i < set->count && !any; i++) {
        any = world->goals.records[set->items[i]].removed;
    }
    return any;
}

static void drop_removed_set(wend_world *world, uint32_t slot) {
    uint32_t set = world->cold.goal_set[slot];
    if (set == WEND_NONE || !(world->goal_sets[set].removed || world->goal_sets[set].shrinks)) {
        return;
    }
    store_set_unreachable(&world->cold, slot, 0);
    if (world->goal_sets[set].removed) {
        world->cold.goal_set[slot] = WEND_NONE;
    }
    restart_walk(world, slot);
}

/* The same for the agent's own set, while its state has another one. */
static void drop_own_set(wend_world *world, uint32_t slot) {
    machine_visit *visit = visit_of(&world->machines, slot);
    if (visit && visit->goal_set != WEND_NONE && world->goal_sets[visit->goal_set].removed) {
        visit->goal_set = WEND_NONE;
    }
}

static bool agent_drop_removed(wend_world *world, uint32_t slot) {
    cold_store *cold = &world->cold;
    uint32_t path = cold->path[slot], group = cold->group[slot];
    if (path != WEND_NONE && world->paths[path].removed) {
        cold->path[slot] = WEND_NONE;
        restart_walk(world, slot);
    }
    if (group != WEND_NONE && world->groups[group].removed) {
        cold->group[slot] = WEND_NONE;
    }
    bool good = drop_removed_goal(world, slot);
    drop_removed_set(world, slot);
    drop_own_set(world, slot);
    claims_release_removed(&world->claims, &cold->holdings[slot]);
    return good;
}

/* ---- Freeing --------------------------------------------------------------------------------- */

/* Removes the marked goals from a goal set. */
static void remove_marked_goals(wend_world *world, index_list *set) {
    uint32_t kept = 0;
    for (uint32_t i = 0; i < set->count; i++) {
        goal_record *goal = &world->goals.records[set->items[i]];
        if (set->removed || goal->removed) {
            goal->set_count--;
        } else {
            set->items[kept++] = set->items[i];
        }
    }
    set->count = kept;
    set->shrinks = false;
}

static void free_list(wend_world *world, index_list *list, id_table *ids, uint32_t index) {
    memory_free(&world->memory, list->items, list->capacity * sizeof *list->items);
    memory_free_text(&world->memory, list->name);
    *list = (index_list){0};
    ids_release(ids, index);
}

static void free_lists(wend_world *world) {
    for (uint32_t i = 0; i < world->goal_set_count; i++) {
        if (world->goal_sets[i].removed) {
            free_list(world, &world->goal_sets[i], &world->goal_set_ids, i);
        }
    }
    for (uint32_t i = 0; i < world->group_count; i++) {
        if (world->groups[i].removed && world->groups[i].name) {
            names_remove(&world->group_names, world->groups[i].name);
        }
        if (world->groups[i].removed) {
            free_list(world, &world->groups[i], &world->group_ids, i);
        }
    }
    for (uint32_t i = 0; i < world->path_count; i++) {
        path_record *path = &world->paths[i];
        if (path->removed) {
            memory_free(&world->memory, path->points, path->count * sizeof *path->points);
            *path = (path_record){0};
            ids_release(&world->path_ids, i);
        }
    }
}

static void free_goals(wend_world *world) {
    goal_table *goals = &world->goals;
    uint32_t kept = 0;
    for (uint32_t i = 0; i < goals->changing_count; i++) {
        if (!goals->records[goals->changing[i]].removed) {
            goals->changing[kept++] = goals->changing[i];
        }
    }
    goals->changing_count = kept;
    while (world->first_removed_goal != WEND_NO_GOAL) {
        uint32_t index = world->first_removed_goal;
        world->first_removed_goal = goals->records[index].next_removed;
        goal_free(world, index);
    }
}

/* Marks the goal sets that lose a goal. Returns false if it is known that no set loses a goal. */
static bool mark_sets(wend_world *world) {
    bool any = world->lists_removed;
    for (uint32_t i = world->first_removed_goal; i != WEND_NO_GOAL && !any;
         i = world->goals.records[i].next_removed) {
        any = world->goals.records[i].set_count > 0;
    }
    for (uint32_t i = 0; any && i < world->goal_set_count; i++) {
        world->goal_sets[i].shrinks = has_removed(world, &world->goal_sets[i]);
    }
    return any;
}

bool removals_finish(wend_world *world) {
    areas_purge(world);
    if (world->first_removed_goal == WEND_NO_GOAL && !world->lists_removed) {
        return true;
    }
    bool good = true, sets = mark_sets(world);
    for (uint32_t slot = 0; slot < world->cold.used; slot++) {
        if (world->cold.body[slot] != STORE_FREE) {
            good = agent_drop_removed(world, slot) && good;
        }
    }
    for (uint32_t i = 0; sets && i < world->goal_set_count; i++) {
        if (world->goal_sets[i].removed || world->goal_sets[i].shrinks) {
            remove_marked_goals(world, &world->goal_sets[i]);
        }
    }
    queues_purge(world);
    free_goals(world);
    if (world->lists_removed) {
        free_lists(world);
    }
    world->lists_removed = false;
    world_update_view(world);
    return good;
}
