/* Finds paths over a roadmap, around obstacles that stand still.
 *
 * If such an obstacle blocks the path, the blocked part is replaced by a path around the obstacle
 * that stays near (plan/around/bypass.c). If there is no room beside the obstacle, the search is
 * repeated over the edges that no obstacle blocks. If that fails too, the path leads up to the
 * obstacle and is partial.
 *
 * Cost: one search; one more if obstacles leave no passage near the path. */
#include "plan/around/bypass.h"
#include "plan/roadmap/roads.h"
#include "step/internals.h"
#include "step/standing.h"

static search_outcome find(const roadmap_ground *ground, const roads_query *query,
                           roads_path *out) {
    search_outcome outcome = roads_search(ground, query, out);
    if (outcome == SEARCH_FOUND) {
        roads_cut_ends(ground, query->from, out);
    }
    if (outcome == SEARCH_FOUND && query->shortens) {
        roads_shorten(ground, query->from, out);
    }
    return outcome;
}

/* Copies the points of a path for a bypass. Returns NULL when out of memory. */
static wend_route_point *copy_points(const roadmap_ground *ground, const roads_path *path) {
    wend_route_point *points =
        wend_view_scratch(ground->view, ground->worker, path->count * sizeof *points);
    for (uint32_t i = 0; points != NULL && i < path->count; i++) {
        wend_location at = path->points[i].at;
        points[i] = (wend_route_point){at.position, 0.0F, at.layer};
    }
    return points;
}

static bool is_clear(const roadmap_ground *ground, wend_location from, const roads_path *path) {
    bool clear = true;
    for (uint32_t i = 0; i < path->count && clear; i++) {
        uint32_t ends = (i == 0 ? (uint32_t)STANDING_AT_START : 0U) |
                        (i + 1 == path->count ? (uint32_t)STANDING_AT_END : 0U);
        wend_location to = path->points[i].at;
        clear = standing_is_clear(ground->view, from, to, (double)ground->needed, ends);
        from = to;
    }
    return clear;
}

/* Leads a path around the obstacles on it, near the path. */
static search_outcome lead_around(const roadmap_ground *ground, wend_location from,
                                  roads_path *path) {
    bypass_path by = {.start = from, .points = copy_points(ground, path), .count = path->count};
    if (by.points == NULL) {
        return SEARCH_NO_MEMORY;
    }
    search_outcome outcome = bypass_find(ground->view, ground->worker, (double)ground->needed, &by);
    if (outcome != SEARCH_FOUND) {
        return outcome;
    }
    roads_point *points =
        wend_view_scratch(ground->view, ground->worker, by.count * sizeof *points);
    if (points == NULL) {
        return SEARCH_NO_MEMORY;
    }
    for (uint32_t i = 0; i < by.count; i++) {
        wend_location at = {by.points[i].position, by.points[i].layer};
        points[i] = (roads_point){at, -1.0F};
    }
    path->points = points;
    path->count = by.count;
    return SEARCH_FOUND;
}

search_outcome roads_find_path(const roadmap_ground *ground, const roads_query *query,
                               roads_path *out) {
    search_outcome outcome = find(ground, query, out);
    if (outcome != SEARCH_FOUND || ground->view->internals->overlay->standing_count == 0 ||
        is_clear(ground, query->from, out)) {
        return outcome;
    }
    bool partial = out->partial;
    outcome = lead_around(ground, query->from, out);
    if (outcome == SEARCH_NONE) {
        roads_query complete = *query;
        complete.may_be_partial = false;
        roadmap_ground around = *ground;
        around.around_standing = true;
        outcome = find(&around, &complete, out);
    }
    if (outcome == SEARCH_NONE) {
        outcome = find(ground, query, out);
        partial = true;
    }
    out->partial = out->partial || partial;
    out->standing = true;
    return outcome;
}

/* True if no obstacle that stands still is nearer to a leg than its width. */
static bool has_width(const roadmap_ground *ground, wend_location from, const roads_point *point) {
    return ground->view->internals->overlay->standing_count == 0 ||
           standing_is_clear(ground->view, from, point->at, (double)point->width, 0);
}

void roads_measure(const roadmap_ground *ground, wend_location from, roads_path *path) {
    roadmap_ground around = *ground;
    around.around_standing = ground->view->internals->overlay->standing_count > 0;
    for (uint32_t i = 0; i < path->count; i++) {
        roads_point *point = &path->points[i];
        if (point->width < 0.0F || !has_width(ground, from, point)) {
            point->width = roads_line_width(&around, from, point->at);
        }
        from = point->at;
    }
}
