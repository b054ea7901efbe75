/* Goals, goal sets, paths, groups and resources: the tables that agents refer to. */
#include <math.h>
#include <string.h>

#include "base/def.h"
#include "base/error.h"
#include "behave/behave.h"
#include "world/goal_shape.h"

/* ---- Ids ------------------------------------------------------------------------------------- */

/* ---- Goals ----------------------------------------------------------------------------------- */

void goal_watch(wend_world *world, uint32_t index) {
    goal_table *goals = &world->goals;
    const goal_record *goal = &goals->records[index];
    const wend_region *region = &goal->region;
    bool changes = region->velocity.x != 0.0F || region->velocity.y != 0.0F ||
                   goal->motion != GOAL_STEADY || region->opens > -INFINITY ||
                   region->closes < INFINITY;
    for (uint32_t i = 0; i < goals->changing_count && changes; i++) {
        changes = goals->changing[i] != index;
    }
    if (changes) {
        goals->changing[goals->changing_count++] = index;
    }
}

/* A copy of an array; true if there is nothing to copy. */
static bool keep(wend_world *world, void *out, const void *source, uint32_t count, size_t size) {
    void **copy = out;
    *copy = NULL;
    if (count == 0) {
        return true;
    }
    *copy = memory_get_array(&world->memory, count, size);
    if (*copy) {
        memcpy(*copy, source, count * size);
    }
    return *copy != NULL;
}

/* Copies parts, points and path of a goal that is made. */
static bool keep_shape(wend_world *world, goal_record *record, const goal_shape *shape) {
    uint32_t several = shape->part_count > 1 ? shape->part_count : 0;
    record->point_count = shape->point_count;
    record->part_count = shape->part_count;
    record->region = shape->parts[0];
    if (!keep(world, &record->base_points, shape->points, shape->point_count, sizeof(wend_vec2)) ||
        !keep(world, &record->points, shape->points, shape->point_count, sizeof(wend_vec2)) ||
        !keep(world, &record->path.points, shape->path, record->path.count, sizeof(wend_point)) ||
        !keep(world, &record->parts, shape->parts, several, sizeof(wend_region)) ||
        !keep(world, &record->base_places, shape->points, several, sizeof(wend_vec2))) {
        return false;
    }
    uint32_t index = world->goals.count, first = 0;
    for (uint32_t i = 0; i < several; i++) {
        record->base_places[i] = shape->parts[i].a;
        record->parts[i].points = &record->points[first];
        record->parts[i].id = wend_region_id_of(WEND_REGION_KIND_GOAL, index, i);
        first += shape->parts[i].count;
    }
    if (shape->point_count) {
        record->region.points = record->points;
    }
    record->region.id = wend_region_id_of(WEND_REGION_KIND_GOAL, index, 0);
    return true;
}

static void free_array(wend_world *world, void *array, uint32_t count, size_t size) {
    memory_free(&world->memory, array, array ? count * size : 0);
}

static void free_goal(wend_world *world, goal_record *record) {
    free_array(world, record->base_points, record->point_count, sizeof(wend_vec2));
    free_array(world, record->points, record->point_count, sizeof(wend_vec2));
    free_array(world, (void *)(uintptr_t)record->path.points, record->path.count,
               sizeof(wend_point));
    free_array(world, record->parts, record->part_count, sizeof(wend_region));
    free_array(world, record->base_places, record->part_count, sizeof(wend_vec2));
    memory_free_text(&world->memory, record->name);
}

static bool is_named(const char *name) {
    return name && name[0];
}

bool goal_put(wend_world *world, goal_record record, const goal_shape *shape, const char *name) {
    goal_table *goals = &world->goals;
    uint32_t index = goals->count;
    if (!memory_grow(&world->memory, (void **)&goals->records, sizeof record, &goals->capacity,
                     index + 1) ||
        !memory_grow(&world->memory, (void **)&goals->changing, sizeof *goals->changing,
                     &goals->changing_capacity, index + 1) ||
        !ids_reserve(&world->goal_ids, &world->memory) ||
        !names_reserve(&world->goal_names, &world->memory) || !keep_shape(world, &record, shape) ||
        (is_named(name) && !(record.name = memory_copy_text(&world->memory, name)))) {
        free_goal(world, &record);
        return false;
    }
    if (record.name) {
        names_add(&world->goal_names, record.name);
    }
    goals->has_parts = goals->has_parts || record.part_count > 1;
    ids_take(&world->goal_ids);
    goals->records[goals->count++] = record;
    goal_watch(world, index);
    goal_bring(world, index);
    world_update_view(world);
    return true;
}

static wend_result check_name(const wend_world *world, const char *name, wend_error *error) {
    wend_result result = world_check_name(name, error);
    if (result != WEND_OK) {
        return result;
    }
    if (is_named(name) && names_contain(&world->goal_names, name)) {
        return error_set(error, WEND_ERROR_NAME, "there is a goal '%s' already", name);
    }
    return WEND_OK;
}

static wend_result refuse(const wend_goal_def *def, const char *wrong, wend_error *error) {
    bool named = is_named(def->name);
    return error_set(error, WEND_ERROR_INVALID, "goal %s%s%scannot be added: %s", named ? "'" : "",
                     named ? def->name : "", named ? "' " : "", wrong);
}

/* All of a goal's record but its shape. */
static goal_record record_of(const wend_world *world, const wend_goal_def *def,
                             const wend_region *region) {
    bool polygon = region->shape == WEND_SHAPE_POLYGON;
    return (goal_record){
        .base_a = region->a,
        .base_b = polygon ? region->a : region->b,
        .since = world_time_at(world, world->step),
        .opens = def->opens,
        .closes = def->closes,
        .layer = def->layer,
        .resource = WEND_NONE,
        .tolerance = (float)def->tolerance,
        .arrive = (uint8_t)def->arrive,
        .on_arrival = (uint8_t)def->on_arrival,
        .motion = def->path_count ? GOAL_ON_PATH
                  : def->carrier  ? GOAL_CARRIED
                                  : GOAL_STEADY,
        .absent = def->carrier != 0,
        .path = {NULL, def->path_count, def->path_loops, def->path_count ? def->path_speed : 0.0},
        .carrier = def->carrier};
}

wend_result wend_world_add_goal(wend_world *world, const wend_goal_def *given, wend_goal *out,
                                wend_error *error) {
    WEND_ASSERT(world != NULL && given != NULL);
    goal_shape shape;
    char wrong[GOAL_TEXT] = "";
    wend_goal_def known;
    const wend_goal_def *def = &known;
    wend_result result = DEF_READ(goal, given, &known, error);
    if (result != WEND_OK) {
        return result;
    }
    result = goal_shape_make(world, def, &shape, wrong);
    if (result != WEND_OK) {
        return result == WEND_ERROR_MEMORY ? error_no_memory(error, "the world")
                                           : refuse(def, wrong, error);
    }
    result = check_name(world, def->name, error);
    if (result != WEND_OK) {
        return result;
    }
    if (world->goals.count == WEND_MAX_GOALS) {
        return error_set(error, WEND_ERROR_LIMIT, "a world has room for %d goals", WEND_MAX_GOALS);
    }
    goal_record record = record_of(world, def, &shape.parts[0]);
    wend_resource resource = {0};
    if (def->capacity) {
        result = wend_world_add_resource(world, def->capacity, &resource, error);
        record.resource = wend_world_resource_index(world, resource);
    }
    if (result != WEND_OK) {
        return result;
    }
    if (!goal_put(world, record, &shape, def->name)) {
        return error_no_memory(error, "the world");
    }
    if (out) {
        *out = goal_id(world, world->goals.count - 1);
    }
    return WEND_OK;
}

/* ---- Lists ----------------------------------------------------------------------------------- */

/* Adds an empty list to a table of lists. */
static bool add_list(wend_world *world, index_list **lists, uint32_t *count, uint32_t *capacity,
                     id_table *ids, const char *name) {
    char *copy = is_named(name) ? memory_copy_text(&world->memory, name) : NULL;
    if ((is_named(name) && !copy) || !ids_reserve(ids, &world->memory) ||
        !memory_grow(&world->memory, (void **)lists, sizeof **lists, capacity, *count + 1)) {
        memory_free_text(&world->memory, copy);
        return false;
    }
    ids_take(ids);
    (*lists)[(*count)++] = (index_list){.name = copy};
    world_update_view(world);
    return true;
}

wend_result wend_world_add_goal_set(wend_world *world, const wend_goal *goals, uint32_t count,
                                    wend_goal_set *out, wend_error *error) {
    WEND_ASSERT(world != NULL && (goals != NULL || count == 0));
    if (count == 0) {
        return error_set(error, WEND_ERROR_INVALID, "a goal set needs at least one goal");
    }
    for (uint32_t i = 0; i < count; i++) {
        if (goal_index_of(world, goals[i]) == WEND_NO_GOAL) {
            return error_set(error, WEND_ERROR_NAME, "member %u of the goal set is no goal", i);
        }
    }
    uint32_t *items = memory_get_array(&world->memory, count, sizeof *items);
    if (!items || !store_keep_unreachable(world) ||
        !add_list(world, &world->goal_sets, &world->goal_set_count, &world->goal_set_capacity,
                  &world->goal_set_ids, NULL)) {
        memory_free(&world->memory, items, items ? count * sizeof *items : 0);
        return error_no_memory(error, "the world");
    }
    for (uint32_t i = 0; i < count; i++) {
        items[i] = goal_index_of(world, goals[i]);
    }
    uint32_t index = world->goal_set_count - 1;
    world->goal_sets[index] = (index_list){.items = items, .count = count, .capacity = count};
    if (out) {
        *out = (wend_goal_set){ids_at(&world->goal_set_ids, index)};
    }
    return WEND_OK;
}

wend_result wend_world_add_group(wend_world *world, const char *name, wend_group *out,
                                 wend_error *error) {
    WEND_ASSERT(world != NULL);
    wend_result result = world_check_name(name, error);
    if (result == WEND_OK && is_named(name) && names_contain(&world->group_names, name)) {
        result = error_set(error, WEND_ERROR_NAME, "there is a group '%s' already", name);
    }
    if (result != WEND_OK) {
        return result;
    }
    if (!names_reserve(&world->group_names, &world->memory) ||
        !add_list(world, &world->groups, &world->group_count, &world->group_capacity,
                  &world->group_ids, name)) {
        return error_no_memory(error, "the world");
    }
    if (is_named(name)) {
        names_add(&world->group_names, world->groups[world->group_count - 1].name);
    }
    if (out) {
        *out = (wend_group){ids_at(&world->group_ids, world->group_count - 1)};
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
                             "point %u of the path is not finite, too far away, or on no layer", i);
        }
    }
    wend_route_point *copy = memory_get_array(&world->memory, count, sizeof *copy);
    if (!copy || !ids_reserve(&world->path_ids, &world->memory) ||
        !memory_grow(&world->memory, (void **)&world->paths, sizeof *world->paths,
                     &world->path_capacity, world->path_count + 1)) {
        memory_free(&world->memory, copy, copy ? count * sizeof *copy : 0);
        return error_no_memory(error, "the world");
    }
    for (uint32_t i = 0; i < count; i++) {
        copy[i] = (wend_route_point){wend_space_to_local(world->space, points[i]), INFINITY,
                                     layers ? layers[i] : 0};
    }
    world->paths[world->path_count] = (path_record){copy, count};
    ids_take(&world->path_ids);
    if (out) {
        *out = (wend_path){ids_at(&world->path_ids, world->path_count)};
    }
    world->path_count++;
    world_update_view(world);
    return WEND_OK;
}

void goals_free(wend_world *world) {
    memory *from = &world->memory;
    for (uint32_t i = 0; i < world->goals.count; i++) {
        free_goal(world, &world->goals.records[i]);
    }
    for (uint32_t i = 0; i < world->goal_set_count; i++) {
        memory_free(from, world->goal_sets[i].items,
                    world->goal_sets[i].capacity * sizeof(uint32_t));
    }
    groups_free(world);
    names_free(&world->group_names, from);
    names_free(&world->goal_names, from);
    for (uint32_t i = 0; i < world->path_count; i++) {
        memory_free(from, world->paths[i].points, world->paths[i].count * sizeof(wend_route_point));
    }
    memory_free(from, world->goals.records, world->goals.capacity * sizeof(goal_record));
    memory_free(from, world->goals.changing, world->goals.changing_capacity * sizeof(uint32_t));
    memory_free(from, world->goal_sets, world->goal_set_capacity * sizeof(index_list));
    memory_free(from, world->paths, world->path_capacity * sizeof(path_record));
    ids_free(&world->goal_ids, from);
    ids_free(&world->goal_set_ids, from);
    ids_free(&world->group_ids, from);
    ids_free(&world->path_ids, from);
}
