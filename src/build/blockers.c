/* Finds the clearance that doors and obstacle classes leave along the parts of a map. An index of
 * the blockers' walls (build/finder.h) limits the search to the box around each part.
 *
 * Cost: for each part, O(cells and walls that meet its box), plus O(classes). */
#include "build/blockers.h"
#include "base/def.h"
#include "base/error.h"
#include "build/finder.h"
#include "space/space.h"
#include <string.h>

typedef struct blocker_list {
    const blocker_task *task;
    const blocker_parts *parts;
    const wend_space *space;
    memory *heap;
    memory_arena *kept;
    map_blocker *items; /* obstacle classes that have walls, then doors */
    uint32_t count, class_count;
    blocker_wall *walls; /* ordered by blocker */
    uint32_t wall_count, wall_capacity;
    finder near; /* index of the walls */
    map_clearance_limit *limits;
    uint32_t limit_count, limit_capacity;
} blocker_list;

static bool add_wall(blocker_list *list, wend_vec2 a, wend_vec2 b, uint32_t layer) {
    if (!memory_grow(list->heap, (void **)&list->walls, sizeof *list->walls, &list->wall_capacity,
                     list->wall_count + 1)) {
        return false;
    }
    list->walls[list->wall_count++] = (blocker_wall){a, b, layer, list->count};
    return true;
}

static bool add_classes(blocker_list *list) {
    const wend_space *space = list->space;
    bool good = true;
    for (uint32_t c = 1; c < WEND_MAX_CLASSES && good; c++) {
        uint32_t before = list->wall_count;
        for (uint32_t i = 0; i < space->wall_count && good; i++) {
            const wend_wall *wall = &space_walls(space)[i];
            good = wall->obstacle_class != c || add_wall(list, wall->a, wall->b, wall->layer);
        }
        if (list->wall_count > before) {
            list->items[list->count++] = (map_blocker){.obstacle_class = c};
        }
    }
    list->class_count = list->count;
    return good;
}

static wend_result add_door(blocker_list *list, const wend_obstacle_def *door, wend_error *error) {
    if (door->layer >= list->space->layer_count || door->point_count < 2) {
        return error_set(error, WEND_ERROR_INVALID,
                         "a door needs two points and a layer of the space");
    }
    wend_vec2 *points = arena_take(list->kept, door->point_count * sizeof *points, 16);
    if (points == NULL) {
        return error_no_memory(error, "doors");
    }
    for (uint32_t i = 0; i < door->point_count; i++) {
        points[i] = wend_space_to_local(list->space, door->points[i]);
        if (!space_in_domain(points[i])) {
            return error_set(error, WEND_ERROR_INVALID,
                             "a door's points must be at most %d m away from the space's origin",
                             (int)SPACE_POSITION_LIMIT);
        }
        if (i > 0 && !add_wall(list, points[i - 1], points[i], door->layer)) {
            return error_no_memory(error, "doors");
        }
    }
    list->items[list->count++] = (map_blocker){0, door->layer, points, door->point_count};
    return WEND_OK;
}

static bool make_index(blocker_list *list) {
    size_t room = (size_t)list->wall_count + 1;
    cells_segment *segments = memory_get_array(list->heap, room, sizeof *segments);
    bool good = segments != NULL;
    for (uint32_t i = 0; good && i < list->wall_count; i++) {
        const blocker_wall *wall = &list->walls[i];
        segments[i] = (cells_segment){wall->a, wall->b, wall->layer};
    }
    good = good && finder_make(&list->near, segments, list->wall_count, list->space->layer_count,
                               list->kept, list->heap);
    memory_free(list->heap, segments, room * sizeof *segments);
    return good;
}

static wend_result gather_blockers(blocker_list *list, wend_error *error) {
    const blocker_task *task = list->task;
    size_t most = (size_t)WEND_MAX_CLASSES + task->door_count;
    list->items = arena_take(list->kept, most * sizeof *list->items, 16);
    if (list->items == NULL || !add_classes(list)) {
        return error_no_memory(error, "doors");
    }
    wend_result result = WEND_OK;
    for (uint32_t i = 0; i < task->door_count && result == WEND_OK; i++) {
        wend_obstacle_def door;
        result = DEF_READ_ITEM(obstacle, task->doors, i, &door, error);
        if (result == WEND_OK && door.kind == WEND_OBSTACLE_DOOR) {
            result = add_door(list, &door, error);
        }
    }
    return result != WEND_OK  ? result
           : make_index(list) ? WEND_OK
                              : error_no_memory(error, "doors");
}

/* ---- Parts ----------------------------------------------------------------------------------- */

/* True if the blocker is an obstacle class, the location is walkable while only class 0 is active,
 * and one of the blocker's solids contains the location. */
static bool covers(const blocker_list *list, uint32_t blocker, wend_location location) {
    uint32_t obstacle_class = list->items[blocker].obstacle_class;
    return obstacle_class != 0 && wend_space_is_walkable(list->space, location, 1) &&
           !wend_space_is_walkable(list->space, location, 1U | 1U << obstacle_class);
}

static bool add_limit(blocker_list *list, uint32_t part, uint32_t blocker, double clearance) {
    if (!memory_grow(list->heap, (void **)&list->limits, sizeof *list->limits,
                     &list->limit_capacity, list->limit_count + 1)) {
        return false;
    }
    list->limits[list->limit_count++] = (map_clearance_limit){part, blocker, (float)clearance};
    return true;
}

static bool limit_part(blocker_list *list, uint32_t part) {
    const blocker_parts *parts = list->parts;
    blocker_part extent = parts->get(parts->context, part);
    uint32_t count = finder_find(&list->near, extent.at.layer, extent.low, extent.high);
    const uint32_t *near = list->near.found;
    bool good = true;
    /* Every class is checked, because the part may lie within one of its solids. Doors are checked
     * only if they are near. */
    for (uint32_t next = 0, at = 0; good && (next < list->class_count || at < count);) {
        uint32_t blocker = next < list->class_count ? next++ : list->walls[near[at]].blocker;
        uint32_t end = at;
        while (end < count && list->walls[near[end]].blocker == blocker) {
            end++;
        }
        double remaining =
            covers(list, blocker, extent.at)
                ? 0.0
                : parts->measure(parts->context, part, list->walls, near + at, end - at);
        good = remaining < 0.0 || add_limit(list, part, blocker, remaining);
        at = end;
    }
    return good;
}

static bool limit_all(blocker_list *list, map_blocking *out) {
    bool good = true;
    uint32_t count = list->wall_count > 0 ? list->parts->count : 0;
    for (uint32_t i = 0; i < count && good; i++) {
        good = limit_part(list, i);
    }
    size_t size = list->limit_count * sizeof *list->limits;
    map_clearance_limit *kept = arena_take(list->kept, size + sizeof *kept, 16);
    if (kept != NULL && size > 0) {
        memcpy(kept, list->limits, size);
    }
    *out = (map_blocking){list->items, kept, list->count, list->limit_count};
    return good && kept != NULL;
}

wend_result blockers_find_limits(const blocker_task *task, const blocker_parts *parts,
                                 map_blocking *out, wend_error *error) {
    blocker_list list = {
        .task = task, .parts = parts, .space = task->space, .heap = task->heap, .kept = task->kept};
    *out = (map_blocking){.limit_count = 0};
    wend_result result = gather_blockers(&list, error);
    if (result == WEND_OK && !limit_all(&list, out)) {
        result = error_no_memory(error, "doors");
    }
    memory_free(list.heap, list.walls, list.wall_capacity * sizeof *list.walls);
    memory_free(list.heap, list.limits, list.limit_capacity * sizeof *list.limits);
    return result;
}
