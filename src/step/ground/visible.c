/* Finds the visible parts of a polyline in the space and its overlay: see space/parts.c. Cost: that
 * of the space, and of the overlay's box query for each piece. */
#include "step/ground/visible.h"

#include "base/error.h"
#include "space/parts.h"
#include "step/internals.h"

typedef struct overlay_source {
    const overlay *over;
    visible_obstacles obstacles;
} overlay_source;

static void visit_walls(const void *context, uint32_t layer, wend_vec2 low, wend_vec2 high,
                        space_part_query *query) {
    const overlay_source *source = context;
    const overlay *over = source->over;
    const overlay_obstacle *obstacle;
    uint32_t cursor = 0;
    while ((obstacle = overlay_next(over, low, high, &cursor)) != NULL) {
        bool counts = source->obstacles == VISIBLE_ALL || obstacle->standing ||
                      obstacle->kind == WEND_OBSTACLE_DOOR;
        for (uint32_t i = 0; counts && obstacle->layer == layer && i < obstacle->wall_count; i++) {
            const overlay_wall *wall = &over->walls[obstacle->first_wall + i];
            space_parts_add_wall(query, wall->a, wall->b);
        }
    }
}

uint32_t visible_parts(const wend_view *view, wend_location from, float radius,
                       const wend_location *points, uint32_t count, visible_obstacles obstacles,
                       wend_interval *out, uint32_t capacity) {
    const overlay *over = view->internals->overlay;
    overlay_source source = {over, obstacles};
    const space_extra_walls extra = {visit_walls, &source};
    return space_visible_parts(view->space, from, radius, points, count, view->classes,
                               over->box_count > 0 ? &extra : NULL, (space_parts){out, capacity});
}

uint32_t wend_view_visible_parts(const wend_view *view, wend_location from, float radius,
                                 const wend_location *points, uint32_t count, wend_interval *out,
                                 uint32_t capacity) {
    WEND_ASSERT((points != NULL || count == 0) && (out != NULL || capacity == 0));
    return visible_parts(view, from, radius, points, count, VISIBLE_ALL, out, capacity);
}
