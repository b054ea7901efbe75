/* Walls of blockers, found by cells as fine as there are walls. O(n) to make; a query costs as many
 * cells and walls as its box meets. */
#include "build/blockers.h"
#include "base/error.h"
#include "space/space.h"
#include <string.h>

static wend_result no_memory(wend_error *error) {
    return error_set(error, WEND_ERROR_MEMORY, "out of memory for doors");
}

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
            list->items[list->count++] = (navmesh_blocker){.obstacle_class = c};
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
        return no_memory(error);
    }
    for (uint32_t i = 0; i < door->point_count; i++) {
        points[i] = wend_space_to_local(list->space, door->points[i]);
        if (!space_in_domain(points[i])) {
            return error_set(error, WEND_ERROR_INVALID,
                             "a door's points must be at most %d m away from the space's origin",
                             (int)SPACE_POSITION_LIMIT);
        }
        if (i > 0 && !add_wall(list, points[i - 1], points[i], door->layer)) {
            return no_memory(error);
        }
    }
    list->items[list->count++] = (navmesh_blocker){0, door->layer, points, door->point_count};
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

wend_result blockers_gather(blocker_list *list, const wend_space *space,
                            const wend_obstacle_def *doors, uint32_t door_count, memory_arena *kept,
                            memory *heap, wend_error *error) {
    *list = (blocker_list){.space = space, .heap = heap, .kept = kept};
    size_t most = (size_t)WEND_MAX_CLASSES + door_count;
    list->items = arena_take(kept, most * sizeof *list->items, 16);
    if (list->items == NULL || !add_classes(list)) {
        return no_memory(error);
    }
    wend_result result = WEND_OK;
    for (uint32_t i = 0; i < door_count && result == WEND_OK; i++) {
        result = doors[i].kind == WEND_OBSTACLE_DOOR ? add_door(list, &doors[i], error) : WEND_OK;
    }
    return result != WEND_OK ? result : make_index(list) ? WEND_OK : no_memory(error);
}

void blockers_free(blocker_list *list) {
    memory_free(list->heap, list->walls, list->wall_capacity * sizeof *list->walls);
}

uint32_t blockers_near(blocker_list *list, uint32_t layer, wend_vec2 low, wend_vec2 high) {
    return finder_find(&list->near, layer, low, high);
}

bool blockers_cover(const blocker_list *list, uint32_t blocker, wend_place place) {
    uint32_t obstacle_class = list->items[blocker].obstacle_class;
    return obstacle_class != 0 && wend_space_walkable(list->space, place, 1) &&
           !wend_space_walkable(list->space, place, 1U | 1U << obstacle_class);
}
