/* The table of areas: adds and removes areas, and returns info about them. */
#include <string.h>

#include "base/def.h"
#include "base/error.h"
#include "geom/polygon.h"
#include "geom/vec.h"
#include "world/areas/areas.h"

/* ---- Adding ---------------------------------------------------------------------------------- */

/* True if four points are the corners of their bounding box, in order. */
static bool is_box(const area_record *area, const wend_vec2 *points) {
    bool corners = area->point_count == 4;
    for (uint32_t i = 0; i < area->point_count && corners; i++) {
        wend_vec2 p = points[i], q = points[(i + 1) % 4];
        corners = (p.x == area->low.x || p.x == area->high.x) &&
                  (p.y == area->low.y || p.y == area->high.y) && (p.x == q.x) != (p.y == q.y);
    }
    return corners;
}

bool area_add(wend_world *world, const area_record *area, const wend_vec2 *points) {
    area_table *table = &world->areas;
    uint32_t index = ids_next(&table->ids);
    if (!memory_grow(&world->memory, (void **)&table->records, sizeof *table->records,
                     &table->capacity, index + 1) ||
        !ids_reserve(&table->ids, &world->memory) ||
        (area->name && !names_reserve(&table->names, &world->memory))) {
        return false;
    }
    area_record made = *area;
    made.name = area->name ? memory_copy_text(&world->memory, area->name) : NULL;
    made.points = memory_get_array(&world->memory, area->point_count, sizeof *points);
    if (!made.points || (area->name && !made.name)) {
        memory_free(&world->memory, made.points, area->point_count * sizeof *points);
        memory_free_text(&world->memory, made.name);
        return false;
    }
    if (made.name) {
        names_add(&table->names, made.name);
    }
    memcpy(made.points, points, area->point_count * sizeof *points);
    made.low = made.high = points[0];
    for (uint32_t i = 1; i < made.point_count; i++) {
        made.low = vec_min(made.low, points[i]);
        made.high = vec_max(made.high, points[i]);
    }
    made.fills_box = is_box(&made, points);
    table->records[index] = made;
    table->count = index < table->count ? table->count : index + 1;
    ids_take(&table->ids);
    table->index_is_stale = true;
    return true;
}

const char *area_find_fault(wend_world *world, const wend_vec2 *points, uint32_t count,
                            bool *is_out_of_memory) {
    uint32_t where = 0;
    polygon_fault fault = polygon_check_simple(points, count, &where, &world->memory);
    *is_out_of_memory = fault == POLYGON_NO_MEMORY;
    switch (fault) {
    case POLYGON_SIMPLE:
        return polygon_area(points, count) != 0.0 ? NULL : "it covers no ground";
    case POLYGON_REPEATS:
        return "a point equals the one before it";
    case POLYGON_FOLDS:
        return "an edge runs back over the one before it";
    case POLYGON_TOUCHES:
        return "its edges cross or touch each other";
    default:
        return "out of memory";
    }
}

static wend_result refuse(uint32_t index, const char *why, wend_error *error) {
    return error_set(error, WEND_ERROR_INVALID, "area %u cannot be added: %s", index, why);
}

static wend_result check_name(const wend_world *world, const char *name, wend_error *error) {
    wend_result result = world_check_name(name, error);
    if (result == WEND_OK && name && names_contain(&world->areas.names, name)) {
        result = error_set(error, WEND_ERROR_NAME, "there is already an area '%s'", name);
    }
    return result;
}

static wend_result add(wend_world *world, uint32_t index, const wend_area_def *def,
                       wend_error *error) {
    const char *name = def->name && def->name[0] ? def->name : NULL;
    wend_result result = check_name(world, name, error);
    if (result != WEND_OK) {
        return result;
    }
    if (!def->points || def->point_count < 3 || def->point_count > WEND_MAX_POLYGON) {
        return error_set(error, WEND_ERROR_INVALID,
                         "area %u cannot be added: it has %u points, but must have 3 to %d", index,
                         def->point_count, WEND_MAX_POLYGON);
    }
    if (def->layer >= wend_space_layer_count(world->space)) {
        return error_set(error, WEND_ERROR_NAME,
                         "area %u cannot be added: there is no layer %u; the space has %u", index,
                         def->layer, wend_space_layer_count(world->space));
    }
    wend_vec2 points[WEND_MAX_POLYGON];
    for (uint32_t i = 0; i < def->point_count; i++) {
        if (!world_is_near(def->points[i], wend_space_origin(world->space))) {
            return refuse(index, "a point is not finite, or too far away", error);
        }
        points[i] = wend_space_to_local(world->space, def->points[i]);
    }
    bool is_out_of_memory = false;
    const char *fault = area_find_fault(world, points, def->point_count, &is_out_of_memory);
    if (fault && !is_out_of_memory) {
        return refuse(index, fault, error);
    }
    if (world->areas.ids.count - world->areas.ids.free_count == WEND_MAX_AREAS) {
        return error_set(error, WEND_ERROR_LIMIT, "a world has room for %d areas", WEND_MAX_AREAS);
    }
    area_record area = {
        .point_count = def->point_count, .layer = def->layer, .user = def->user, .name = name};
    return !is_out_of_memory && area_add(world, &area, points)
               ? WEND_OK
               : error_no_memory(error, "the world");
}

/* ---- Removing -------------------------------------------------------------------------------- */

static void free_area(wend_world *world, uint32_t index) {
    area_table *table = &world->areas;
    area_record *area = &table->records[index];
    if (area->name) {
        names_remove(&table->names, area->name);
    }
    memory_free(&world->memory, area->points, area->point_count * sizeof *area->points);
    memory_free_text(&world->memory, area->name);
    *area = (area_record){0};
    ids_release(&table->ids, index);
    table->index_is_stale = true;
}

void area_note_removal(wend_world *world, uint64_t id) {
    uint32_t index = ids_index(&world->areas.ids, id);
    if (index != ID_NONE) {
        world->areas.records[index].removed = world->areas.any_removed = true;
    }
}

/* Removes the areas marked for removal from an agent's list. */
static void drop_removed_areas(area_table *table, uint32_t *link) {
    while (*link != AREA_NONE) {
        uint32_t node = *link;
        if (table->records[table->nodes[node].area].removed) {
            *link = table->nodes[node].next;
            table->nodes[node].next = table->free_node;
            table->free_node = node;
            table->free_node_count++;
        } else {
            link = &table->nodes[node].next;
        }
    }
}

/* Removes the events of this step that refer to removed areas. Such events exist if commands of
 * this step made agents leave the world before other commands removed the areas. */
static void drop_events(wend_world *world) {
    uint32_t kept = 0;
    for (uint32_t i = 0; i < world->event_count; i++) {
        uint32_t area = ids_index(&world->areas.ids, world->events[i].area.value);
        if (area == ID_NONE || !world->areas.records[area].removed) {
            world->events[kept++] = world->events[i];
        }
    }
    world->event_count = kept;
}

void areas_purge(wend_world *world) {
    area_table *table = &world->areas;
    if (!table->any_removed) {
        return;
    }
    drop_events(world);
    for (uint32_t slot = 0; slot < table->slot_count; slot++) {
        drop_removed_areas(table, &table->first[slot]);
    }
    for (uint32_t i = 0; i < table->count; i++) {
        if (table->records[i].removed) {
            free_area(world, i);
        }
    }
    table->any_removed = false;
}

void areas_free(wend_world *world) {
    area_table *table = &world->areas;
    memory *from = &world->memory;
    for (uint32_t i = 0; i < table->count; i++) {
        area_record *area = &table->records[i];
        memory_free(from, area->points, area->point_count * sizeof *area->points);
        memory_free_text(from, area->name);
    }
    names_free(&table->names, from);
    for (uint32_t i = 0; i < table->change_capacity; i++) {
        area_changes *changes = &table->changes[i];
        memory_free(from, changes->items, changes->capacity * sizeof *changes->items);
    }
    area_index *index = &table->index;
    memory_free(from, table->records, table->capacity * sizeof *table->records);
    memory_free(from, table->changes, table->change_capacity * sizeof *table->changes);
    memory_free(from, table->first, table->slot_capacity * sizeof *table->first);
    memory_free(from, table->nodes, table->node_capacity * sizeof *table->nodes);
    memory_free(from, index->layers, index->layer_capacity * sizeof *index->layers);
    memory_free(from, index->starts, index->start_capacity * sizeof *index->starts);
    memory_free(from, index->items, index->item_capacity * sizeof *index->items);
    ids_free(&table->ids, from);
}

/* ---- Interface ------------------------------------------------------------------------------- */

wend_result wend_world_add_areas(wend_world *world, const wend_area_def *defs, uint32_t count,
                                 wend_area *out, wend_error *error) {
    WEND_ASSERT(world != NULL && (defs != NULL || count == 0));
    area_table *table = &world->areas;
    if (count == 0) {
        return WEND_OK;
    }
    uint32_t *made = memory_get_array(&world->memory, count, sizeof *made), added = 0;
    if (!made) {
        return error_no_memory(error, "the world");
    }
    wend_result result = WEND_OK;
    while (added < count && result == WEND_OK) {
        wend_area_def def;
        made[added] = ids_next(&table->ids);
        result = DEF_READ_ITEM(area, defs, added, &def, error);
        result = result == WEND_OK ? add(world, added, &def, error) : result;
        added += result == WEND_OK;
    }
    for (uint32_t i = 0; i < added && result == WEND_OK && out; i++) {
        out[i] = (wend_area){ids_at(&table->ids, made[i])};
    }
    while (result != WEND_OK && added > 0) {
        free_area(world, made[--added]);
    }
    memory_free(&world->memory, made, count * sizeof *made);
    return result;
}

wend_result wend_world_add_area(wend_world *world, const wend_area_def *def, wend_area *out,
                                wend_error *error) {
    WEND_ASSERT(def != NULL);
    return wend_world_add_areas(world, def, 1, out, error);
}

wend_result wend_world_remove_areas(wend_world *world, const wend_area *areas, uint32_t count,
                                    wend_error *error) {
    WEND_ASSERT(world != NULL && (areas != NULL || count == 0));
    for (uint32_t i = 0; i < count; i++) {
        if (ids_index(&world->areas.ids, areas[i].value) == ID_NONE) {
            return command_refuse_unknown("area", error);
        }
    }
    wend_result result = commands_reserve(world, count, error);
    for (uint32_t i = 0; i < count && result == WEND_OK; i++) {
        world->commands[world->command_count++] =
            (command){.kind = COMMAND_REMOVE_AREA, .target = areas[i].value};
    }
    return result;
}

wend_result wend_world_remove_area(wend_world *world, wend_area area, wend_error *error) {
    return wend_world_remove_areas(world, &area, 1, error);
}

uint32_t wend_world_area_agent_count(const wend_world *world, wend_area area) {
    WEND_ASSERT(world != NULL);
    uint32_t index = ids_index(&world->areas.ids, area.value);
    return index == ID_NONE ? 0 : world->areas.records[index].inside;
}

uint64_t wend_world_get_area_user(const wend_world *world, wend_area area) {
    WEND_ASSERT(world != NULL);
    uint32_t index = ids_index(&world->areas.ids, area.value);
    return index == ID_NONE ? 0 : world->areas.records[index].user;
}

const char *wend_world_get_area_name(const wend_world *world, wend_area area) {
    WEND_ASSERT(world != NULL);
    uint32_t index = ids_index(&world->areas.ids, area.value);
    const char *name = index == ID_NONE ? NULL : world->areas.records[index].name;
    return name ? name : "";
}

uint32_t wend_world_get_agent_areas(const wend_world *world, wend_agent agent, wend_area *out,
                                    uint32_t capacity) {
    WEND_ASSERT(world != NULL && (out != NULL || capacity == 0));
    const area_table *table = &world->areas;
    uint32_t slot = store_slot_of(world, agent), count = 0;
    uint32_t node = slot != STORE_FREE && slot < table->slot_count ? table->first[slot] : AREA_NONE;
    for (; node != AREA_NONE; node = table->nodes[node].next) {
        if (count < capacity) {
            out[count] = (wend_area){ids_at(&table->ids, table->nodes[node].area)};
        }
        count++;
    }
    return count;
}
