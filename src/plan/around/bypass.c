/* Reroutes a path around moving obstacles that currently stand still, and keeps close to the
 * original path.
 *
 * Maps do not contain these obstacles. Where they block a path, the blocked part is replaced by the
 * shortest path around them that stays near the original (visibility_graph.c). Only the ground near
 * the obstacles is searched, so a passage elsewhere is not found. If there is no passage near the
 * obstacles, the planner searches its map instead. */
#include "plan/around/bypass.h"

#include "plan/around/visibility_graph.h"
#include "plan/route/points.h"
#include "plan/route/portals.h"
#include "step/internals.h"

/* Largest number of adjacent groups of obstacles that one search may bypass together. */
enum { MAX_GROUPS = 4 };

bool bypass_is_clear(const wend_view *view, const bypass_path *path, double radius) {
    wend_location from = path->start;
    for (uint32_t i = 0; i < path->count; i++) {
        wend_location to = {path->points[i].position, path->points[i].layer};
        if (!standing_is_clear(view, from, to, radius, bypass_ends(i, i + 1, path->count))) {
            return false;
        }
        from = to;
    }
    return true;
}

/* The new path under construction. So far it covers the old path up to its vertex number `vertex`.
 */
typedef struct new_path {
    route_points points;
    uint32_t vertex;
    bypass_section *sections;
    uint32_t section_count;
    bool failed; /* true once memory has run out */
} new_path;

static void append(const bypass_graph *b, new_path *to, wend_route_point point) {
    to->failed = to->failed || !points_append(b->view, b->worker, &to->points, &point, 1);
}

static void copy_points(const bypass_graph *b, new_path *to, const bypass_path *from,
                        uint32_t vertex) {
    for (; to->vertex < vertex; to->vertex++) {
        append(b, to, from->points[to->vertex]);
    }
}

/* Appends the points of the old path up to the entry, then the nodes of the bypass from the entry
 * to the exit. */
static void splice(const bypass_graph *b, new_path *to, const bypass_path *from, uint32_t exit) {
    uint32_t chain[BYPASS_NODES], length = 0;
    for (uint32_t at = exit; at != WEND_NONE; at = b->nodes[at].parent) {
        chain[length++] = at;
    }
    uint32_t entry = b->nodes[chain[length - 1]].vertex;
    copy_points(b, to, from, entry);
    uint32_t first = to->points.count;
    for (uint32_t i = length - 1; i > 1; i--) {
        wend_location location = b->nodes[chain[i - 1]].location;
        append(b, to, (wend_route_point){location.position, PORTALS_WANTED, location.layer});
    }
    to->vertex = b->nodes[exit].vertex;
    to->sections[to->section_count++] =
        (bypass_section){entry, to->vertex, first, to->points.count - first};
    append(b, to, from->points[to->vertex - 1]);
}

/* Returns the first vertex after the run of obstructed legs that starts with `leg`, or 0 if the
 * whole rest of the path is obstructed. */
static uint32_t find_vertex_behind(const bypass_graph *b, uint32_t leg) {
    for (uint32_t i = leg + 1; i <= b->last; i++) {
        if (bypass_is_open(b, i) && (i == b->last || bypass_find_blocker(b, i) == WEND_NONE)) {
            return i;
        }
    }
    return 0;
}

/* Returns the first obstructed leg at or after a vertex, or `last` if there is none. */
static uint32_t find_obstructed_leg(const bypass_graph *b, uint32_t vertex) {
    while (vertex < b->last && bypass_find_blocker(b, vertex) == WEND_NONE) {
        vertex++;
    }
    return vertex;
}

/* Reroutes the path around one group of obstacles after another. If the new path cannot rejoin the
 * old path before the next group, it bypasses both groups together. */
static bool lead_around(bypass_graph *b, bypass_path *path, new_path *to) {
    uint32_t first = find_obstructed_leg(b, 0);
    while (first < b->last && !to->failed) {
        uint32_t exit = WEND_NONE, behind = find_vertex_behind(b, first);
        for (uint32_t i = 0; exit == WEND_NONE && behind > 0 && i < MAX_GROUPS; i++) {
            exit = bypass_search(b, first, behind, to->vertex);
            uint32_t next = exit == WEND_NONE ? find_obstructed_leg(b, behind) : b->last;
            behind = next < b->last ? find_vertex_behind(b, next) : 0;
        }
        if (exit == WEND_NONE) {
            path->obstacle = bypass_has_given_up(b) ? WEND_NONE : bypass_find_blocker(b, first);
            return false;
        }
        splice(b, to, path, exit);
        first = find_obstructed_leg(b, to->vertex);
    }
    copy_points(b, to, path, b->last);
    return true;
}

search_outcome bypass_find(const wend_view *view, uint32_t worker, double radius,
                           bypass_path *path) {
    bypass_graph b = {.view = view, .worker = worker, .radius = radius, .last = path->count};
    uint32_t obstacles = view->internals->overlay->obstacle_count;
    b.path = wend_view_scratch(view, worker, ((size_t)path->count + 1) * sizeof *b.path);
    b.in_graph = wend_view_scratch(view, worker, ((size_t)obstacles + 1) * sizeof *b.in_graph);
    b.obstacles = wend_view_scratch(view, worker, ((size_t)obstacles + 1) * sizeof *b.obstacles);
    b.nodes = wend_view_scratch(view, worker, BYPASS_NODES * sizeof *b.nodes);
    if (b.path == NULL || b.in_graph == NULL || b.obstacles == NULL || b.nodes == NULL) {
        return SEARCH_NO_MEMORY;
    }
    b.path[0] = path->start;
    for (uint32_t i = 0; i < path->count; i++) {
        b.path[i + 1] = (wend_location){path->points[i].position, path->points[i].layer};
    }
    new_path to = {.sections = wend_view_scratch(view, worker,
                                                 ((size_t)path->count + 1) * sizeof *to.sections)};
    to.failed = to.sections == NULL;
    bool found = !to.failed && lead_around(&b, path, &to);
    if (to.failed) {
        return SEARCH_NO_MEMORY;
    }
    if (found) {
        path->points = to.points.items;
        path->count = to.points.count;
        path->sections = to.sections;
        path->section_count = to.section_count;
    }
    return found ? SEARCH_FOUND : SEARCH_NONE;
}
