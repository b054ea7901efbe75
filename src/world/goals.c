/* The table of goals: adds and removes goals, and returns info about them. */
#include <math.h>
#include <string.h>

#include "base/def.h"
#include "base/error.h"
#include "behave/behave.h"
#include "world/goal_shape.h"

/* ---- Goals ----------------------------------------------------------------------------------- */

void goal_update_changing(wend_world *world, uint32_t index) {
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

/* Copies an array. Returns true if it was copied or there is nothing to copy, and false if out of
 * memory. */
static bool copy_array(wend_world *world, void *out, const void *source, uint32_t count,
                       size_t size) {
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

/* Copies the parts, points and path of a new goal. Returns false if out of memory. */
static bool copy_shape(wend_world *world, uint32_t index, goal_record *record,
                       const goal_shape *shape) {
    uint32_t several = shape->part_count > 1 ? shape->part_count : 0;
    record->point_count = shape->point_count;
    record->part_count = (uint16_t)shape->part_count;
    record->region = shape->parts[0];
    uint32_t room = goal_point_room(record);
    record->points = room ? memory_get_array(&world->memory, room, sizeof(wend_vec2)) : NULL;
    if ((room && !record->points) ||
        !copy_array(world, &record->path.points, shape->path, record->path.count,
                    sizeof(wend_point)) ||
        !copy_array(world, &record->parts, shape->parts, several, sizeof(wend_region))) {
        return false;
    }
    for (uint32_t i = 0; i < shape->point_count; i++) {
        record->points[i] = goal_base_points(record)[i] = shape->points[i];
    }
    uint32_t first = 0;
    for (uint32_t i = 0; i < several; i++) {
        goal_base_part_points(record)[i] = shape->parts[i].a;
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
    free_array(world, record->points, goal_point_room(record), sizeof(wend_vec2));
    free_array(world, (void *)(uintptr_t)record->path.points, record->path.count,
               sizeof(wend_point));
    free_array(world, record->parts, record->part_count, sizeof(wend_region));
    memory_free_text(&world->memory, record->name);
}

void goal_free(wend_world *world, uint32_t index) {
    goal_record *record = &world->goals.records[index];
    if (record->name) {
        names_remove(&world->goal_names, record->name);
    }
    if (record->resource != WEND_NONE) {
        claims_free_resource(&world->claims, record->resource);
    }
    free_goal(world, record);
    goal_clear(record);
    ids_release(&world->goal_ids, index);
}

static bool is_named(const char *name) {
    return name && name[0];
}

bool goal_add(wend_world *world, goal_record record, const goal_shape *shape, const char *name,
              double weight) {
    goal_table *goals = &world->goals;
    uint32_t index = ids_next(&world->goal_ids);
    if (!memory_grow(&world->memory, (void **)&goals->records, sizeof record, &goals->capacity,
                     index + 1) ||
        !memory_grow(&world->memory, (void **)&goals->changing, sizeof *goals->changing,
                     &goals->changing_capacity, index + 1) ||
        !ids_reserve(&world->goal_ids, &world->memory) ||
        !names_reserve(&world->goal_names, &world->memory) ||
        !goal_set_weight(world, index, (float)weight) ||
        !copy_shape(world, index, &record, shape) ||
        (is_named(name) && !(record.name = memory_copy_text(&world->memory, name)))) {
        free_goal(world, &record);
        return false;
    }
    if (record.name) {
        names_add(&world->goal_names, record.name);
    }
    goals->has_parts = goals->has_parts || record.part_count > 1;
    ids_take(&world->goal_ids);
    goals->records[index] = record;
    goals->count = world->goal_ids.count;
    goal_update_changing(world, index);
    goal_advance(world, index);
    world_update_view(world);
    return true;
}

static wend_result check_name(const wend_world *world, const char *name, wend_error *error) {
    wend_result result = world_check_name(name, error);
    if (result != WEND_OK) {
        return result;
    }
    if (is_named(name) && names_contain(&world->goal_names, name)) {
        return error_set(error, WEND_ERROR_NAME, "there is already a goal '%s'", name);
    }
    return WEND_OK;
}

static wend_result refuse(const wend_goal_def *def, const char *wrong, wend_error *error) {
    bool named = is_named(def->name);
    return error_set(error, WEND_ERROR_INVALID, "goal %s%s%scannot be added: %s", named ? "'" : "",
                     named ? def->name : "", named ? "' " : "", wrong);
}

/* Makes the record of a goal, except for its shape. */
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
    uint32_t index = ids_next(&world->goal_ids);
    if (index == WEND_MAX_GOALS) {
        return error_set(error, WEND_ERROR_LIMIT, "a world has room for %d goals", WEND_MAX_GOALS);
    }
    goal_record record = record_of(world, def, &shape.parts[0]);
    if (def->capacity &&
        (record.resource = claims_add_resource(&world->claims, def->capacity)) == CLAIM_NONE) {
        return world->claims.resource_count == WEND_MAX_RESOURCES
                   ? error_set(error, WEND_ERROR_LIMIT, "a world has room for %d resources",
                               WEND_MAX_RESOURCES)
                   : error_no_memory(error, "the world");
    }
    if (!goal_add(world, record, &shape, def->name, def->weight)) {
        if (record.resource != WEND_NONE) {
            claims_free_resource(&world->claims, record.resource);
        }
        return error_no_memory(error, "the world");
    }
    if (out) {
        *out = goal_id(world, index);
    }
    return WEND_OK;
}

/* Removes goals that have just been added. No agent and no set refers to them yet. */
static void undo_add(wend_world *world, const wend_goal *goals, uint32_t count) {
    while (count > 0) {
        uint32_t index = goal_index_of(world, goals[--count]);
        uint32_t changing = world->goals.changing_count;
        world->goals.changing_count -= changing && world->goals.changing[changing - 1] == index;
        goal_free(world, index);
    }
}

wend_result wend_world_add_goals(wend_world *world, const wend_goal_def *defs, uint32_t count,
                                 wend_goal *out, wend_error *error) {
    WEND_ASSERT(world != NULL && (defs != NULL || count == 0));
    if (count == 0) {
        return WEND_OK;
    }
    wend_goal *made = memory_get_array(&world->memory, count, sizeof *made);
    if (!made) {
        return error_no_memory(error, "the world");
    }
    wend_result result = WEND_OK;
    uint32_t added = 0;
    while (added < count && result == WEND_OK) {
        wend_goal_def def;
        result = DEF_READ_ITEM(goal, defs, added, &def, error);
        result = result == WEND_OK ? wend_world_add_goal(world, &def, &made[added], error) : result;
        added += result == WEND_OK;
    }
    if (result != WEND_OK) {
        undo_add(world, made, added);
    } else if (out) {
        memcpy(out, made, count * sizeof *out);
    }
    memory_free(&world->memory, made, count * sizeof *made);
    return result;
}

void goals_free(wend_world *world) {
    memory *from = &world->memory;
    for (uint32_t i = 0; i < world->goals.count; i++) {
        free_goal(world, &world->goals.records[i]);
    }
    names_free(&world->goal_names, from);
    memory_free(from, world->goals.records, world->goals.capacity * sizeof(goal_record));
    memory_free(from, world->goals.weights,
                world->goals.weight_capacity * sizeof *world->goals.weights);
    memory_free(from, world->goals.changing, world->goals.changing_capacity * sizeof(uint32_t));
    ids_free(&world->goal_ids, from);
    lists_free(world);
}
