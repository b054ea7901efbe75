/* Goal sets, groups and paths: the lists that agents refer to. */
#include <math.h>
#include <string.h>

#include "base/error.h"
#include "world/world.h"

static bool is_named(const char *name) {
    return name && name[0];
}

/* Adds a list to a table of lists and returns its index. Returns WEND_NONE if out of memory. */
static uint32_t add_list(wend_world *world, index_list **lists, uint32_t *count, uint32_t *capacity,
                         id_table *ids, const char *name) {
    char *copy = is_named(name) ? memory_copy_text(&world->memory, name) : NULL;
    if ((is_named(name) && !copy) || !ids_reserve(ids, &world->memory) ||
        !memory_grow(&world->memory, (void **)lists, sizeof **lists, capacity, ids_next(ids) + 1)) {
        memory_free_text(&world->memory, copy);
        return WEND_NONE;
    }
    uint32_t index = ids_take(ids);
    (*lists)[index] = (index_list){.name = copy};
    *count = ids->count;
    world_update_view(world);
    return index;
}

wend_result wend_world_add_goal_set(wend_world *world, const wend_goal *goals, uint32_t count,
                                    wend_goal_set *out, wend_error *error) {
    WEND_ASSERT(world != NULL && (goals != NULL || count == 0));
    if (count == 0) {
        return error_set(error, WEND_ERROR_INVALID, "a goal set needs at least one goal");
    }
    for (uint32_t i = 0; i < count; i++) {
        if (goal_shared_index_of(world, goals[i]) == WEND_NO_GOAL) {
            return error_set(error, WEND_ERROR_NAME, "member %u of the goal set is not a goal", i);
        }
    }
    uint32_t *items = memory_get_array(&world->memory, count, sizeof *items);
    uint32_t index = WEND_NONE;
    if (!items || !store_enable_unreachable(world) ||
        (index = add_list(world, &world->goal_sets, &world->goal_set_count,
                          &world->goal_set_capacity, &world->goal_set_ids, NULL)) == WEND_NONE) {
        memory_free(&world->memory, items, items ? count * sizeof *items : 0);
        return error_no_memory(error, "the world");
    }
    for (uint32_t i = 0; i < count; i++) {
        items[i] = goal_shared_index_of(world, goals[i]);
        world->goals.records[items[i]].set_count++;
    }
    world->goal_sets[index] = (index_list){.items = items, .count = count, .capacity = count};
    if (out) {
        *out = (wend_goal_set){ids_at(&world->goal_set_ids, index)};
    }
    return WEND_OK;
}

bool goal_set_add_empty(wend_world *world) {
    return store_enable_unreachable(world) &&
           add_list(world, &world->goal_sets, &world->goal_set_count, &world->goal_set_capacity,
                    &world->goal_set_ids, NULL) != WEND_NONE;
}

wend_result wend_world_add_group(wend_world *world, const char *name, wend_group *out,
                                 wend_error *error) {
    WEND_ASSERT(world != NULL);
    wend_result result = world_check_name(name, error);
    if (result == WEND_OK && is_named(name) && names_contain(&world->group_names, name)) {
        result = error_set(error, WEND_ERROR_NAME, "there is already a group '%s'", name);
    }
    if (result != WEND_OK) {
        return result;
    }
    uint32_t index = WEND_NONE;
    if (!names_reserve(&world->group_names, &world->memory) ||
        (index = add_list(world, &world->groups, &world->group_count, &world->group_capacity,
                          &world->group_ids, name)) == WEND_NONE) {
        return error_no_memory(error, "the world");
    }
    if (is_named(name)) {
        names_add(&world->group_names, world->groups[index].name);
    }
    if (out) {
        *out = (wend_group){ids_at(&world->group_ids, index)};
    }
    return WEND_OK;
}

wend_result wend_world_add_path(wend_world *world, const wend_point *points, const uint32_t *layers,
                                uint32_t count, wend_path *out, wend_error *error) {
    WEND_ASSERT(world != NULL && (points != NULL || count == 0));
    if (count == 0 || count > WEND_MAX_PATH) {
        return error_set(error, count ? WEND_ERROR_LIMIT : WEND_ERROR_INVALID,
                         "a path has %u points, but must have 1 to %d", count, WEND_MAX_PATH);
    }
    for (uint32_t i = 0; i < count; i++) {
        if (!world_is_near(points[i], wend_space_origin(world->space)) ||
            (layers && layers[i] >= wend_space_layer_count(world->space))) {
            return error_set(error, WEND_ERROR_INVALID,
                             "point %u of the path is not finite, too far away, or on a layer that "
                             "does not exist",
                             i);
        }
    }
    wend_route_point *copy = memory_get_array(&world->memory, count, sizeof *copy);
    if (!copy || !ids_reserve(&world->path_ids, &world->memory) ||
        !memory_grow(&world->memory, (void **)&world->paths, sizeof *world->paths,
                     &world->path_capacity, ids_next(&world->path_ids) + 1)) {
        memory_free(&world->memory, copy, copy ? count * sizeof *copy : 0);
        return error_no_memory(error, "the world");
    }
    for (uint32_t i = 0; i < count; i++) {
        copy[i] = (wend_route_point){wend_space_to_local(world->space, points[i]), INFINITY,
                                     layers ? layers[i] : 0};
    }
    uint32_t index = ids_take(&world->path_ids);
    world->paths[index] = (path_record){.points = copy, .count = count};
    world->path_count = world->path_ids.count;
    if (out) {
        *out = (wend_path){ids_at(&world->path_ids, index)};
    }
    world_update_view(world);
    return WEND_OK;
}

wend_result wend_world_add_route(wend_world *world, const wend_point *points,
                                 const uint32_t *layers, uint32_t count, double radius,
                                 wend_path *out, wend_error *error) {
    WEND_ASSERT(world != NULL && (points != NULL || count == 0));
    size_t size = count * sizeof(wend_location);
    wend_location *local = memory_get_array(&world->memory, count ? count : 1, sizeof *local);
    if (!local) {
        return error_no_memory(error, "the world");
    }
    for (uint32_t i = 0; i < count; i++) {
        local[i] =
            (wend_location){wend_space_to_local(world->space, points[i]), layers ? layers[i] : 0};
    }
    wend_result result =
        wend_space_check_route(world->space, local, count, (float)radius, NULL, error);
    memory_free(&world->memory, local, count ? size : sizeof *local);
    wend_path path = {0};
    if (result == WEND_OK) {
        result = wend_world_add_path(world, points, layers, count, &path, error);
    }
    if (result == WEND_OK) {
        world->paths[ids_index(&world->path_ids, path.value)].is_route = true;
        if (out) {
            *out = path;
        }
    }
    return result;
}

void lists_free(wend_world *world) {
    memory *from = &world->memory;
    for (uint32_t i = 0; i < world->goal_set_count; i++) {
        memory_free(from, world->goal_sets[i].items,
                    world->goal_sets[i].capacity * sizeof(uint32_t));
    }
    groups_free(world);
    names_free(&world->group_names, from);
    for (uint32_t i = 0; i < world->path_count; i++) {
        memory_free(from, world->paths[i].points, world->paths[i].count * sizeof(wend_route_point));
    }
    memory_free(from, world->goal_sets, world->goal_set_capacity * sizeof(index_list));
    memory_free(from, world->paths, world->path_capacity * sizeof(path_record));
    ids_free(&world->goal_set_ids, from);
    ids_free(&world->group_ids, from);
    ids_free(&world->path_ids, from);
}
