/* Finds the cheapest path along the dual graph of a triangulation with A* (N. Jaklin, A. Cook IV,
 * R. Geraerts, "Real-time path planning in heterogeneous environments", 2013, section 4).
 *
 * The vertices of the graph are the open triangles, at their centroids. Two triangles with a common
 * edge are joined by a dual edge, whose weight edge.c defines. A path consists of centroids and of
 * the points where dual edges cross common edges. It is neither smooth nor the cheapest one: the
 * publication uses it as a rough estimate of a good route. The option `shorten` pulls it straight
 * afterwards, see shorten.c.
 *
 * The publication does not define how the start and the goal are joined to the graph. Here both are
 * joined to the points where dual edges leave or enter their triangles; within one triangle, to
 * each other. Such a path never costs more than one through the centroids of the two triangles,
 * because the straight line to a crossing point is shorter than the two lines by way of the
 * centroid. It also gives paths that agents follow to their ends: from each point of a path, the
 * rest of the path is still possible. If all paths began at a centroid, an agent that plans again
 * beyond the centroid of its triangle would be led back to it, and one that plans again often, for
 * example because its goal moves, would never leave its triangle.
 *
 * h(u) = least weight * distance to a disc around the target. Straight lines are not longer than
 * dual edges, so the estimate is consistent.
 *
 * Doors that the map does not contain may divide a triangle, which the graph cannot represent: a
 * dual edge that crosses such a door is closed. If there is then no path, SEARCH_LIMIT lets A* over
 * polygons search for one.
 *
 * Cost: O(n log n) for n triangles reached, each with one or two nodes of 24 bytes. */
#include <math.h>

#include <wend/view.h>

#include "geom/point.h"
#include "plan/dual/dual.h"
#include "plan/graph/astar.h"

typedef struct dual_query {
    const search_ground *ground;
    const target *to;
    search_start from;
} dual_query;

/* Returns where a path that has come to a node is: at a centroid or, in the first triangle, at the
 * start. */
static wend_point location_of(const dual_query *q, const astar_node *at) {
    return at->parent == ASTAR_NONE ? point_wide(q->from.position)
                                    : dual_centroid(q->ground->level, at->vertex);
}

static double estimate(const astar *search, const astar_node *at) {
    const dual_query *q = search->user;
    double least = q->ground->weights != NULL ? (double)q->ground->least_weight : 1.0;
    double distance = point_distance(location_of(q, at), q->to->centre) - q->to->radius;
    return least * fmax(distance, 0.0);
}

/* Finds the nearest point of the target in a triangle. Returns false if there is none, or if a door
 * lies between. */
static bool find_end(const dual_query *q, uint32_t triangle, wend_point from, wend_point *out) {
    wend_point inside[TARGET_POINTS];
    uint32_t count = target_in_polygon(q->to, q->ground->level, triangle, inside);
    if (count == 0) {
        return false;
    }
    target_nearest(inside, count, from, out);
    return !search_is_crossed(q->ground, triangle, from, *out);
}

/* Reaches the triangle across an edge, and the target if it lies in that triangle. */
static void cross_edge(astar *search, uint32_t index, const astar_node *at, uint32_t corner) {
    const dual_query *q = search->user;
    const search_ground *ground = q->ground;
    uint32_t next = ground->level->neighbours[corner];
    wend_point from = location_of(q, at), end;
    if (!search_is_open(ground, from, corner)) {
        return;
    }
    wend_point crossing = dual_crossing(ground->level, corner, NULL);
    if (search_is_crossed(ground, at->vertex, from, crossing)) {
        return;
    }
    wend_point centroid = dual_centroid(ground->level, next);
    double weight = (double)search_weight(ground, next);
    double g = at->g + (double)search_weight(ground, at->vertex) * point_distance(from, crossing);
    if (!search_is_crossed(ground, next, crossing, centroid)) {
        astar_reach(search, index, next, corner, g + weight * point_distance(crossing, centroid));
    }
    if (find_end(q, next, crossing, &end)) {
        astar_reach_goal(search, index, corner, g + weight * point_distance(crossing, end));
    }
}

static void expand(astar *search, uint32_t index, astar_node at) {
    const dual_query *q = search->user;
    const navmesh_polygon *triangle = &q->ground->level->polygons[at.vertex];
    for (uint32_t i = 0; i < triangle->count; i++) {
        cross_edge(search, index, &at, triangle->first + i);
    }
}

static const astar_graph dual_graph = {.expand = expand, .estimate = estimate};

/* Adds the start, and the target if it lies in the same triangle. */
static void reach_start(astar *search, const dual_query *q) {
    wend_point start = point_wide(q->from.position), end;
    double weight = (double)search_weight(q->ground, q->from.polygon);
    astar_reach(search, ASTAR_NONE, q->from.polygon, NAVMESH_NONE, 0.0);
    if (find_end(q, q->from.polygon, start, &end)) {
        astar_reach_goal(search, ASTAR_NONE, NAVMESH_NONE, weight * point_distance(start, end));
    }
}

/* ---- The path -------------------------------------------------------------------------------- */

static void add_point(search_path *out, wend_point at, uint32_t layer) {
    out->points[out->count++] = (wend_route_point){point_narrow(at), 0.0F, layer};
}

/* Lists the corners at whose edges a path changes triangles, in scratch memory. */
static uint32_t *list_corners(const astar *search, const uint32_t *path, uint32_t count,
                              uint32_t *corner_count) {
    uint32_t *corners = wend_view_scratch(search->view, search->worker, count * sizeof *corners);
    *corner_count = 0;
    for (uint32_t i = 0; corners != NULL && i < count; i++) {
        if (search->nodes[path[i]].label != NAVMESH_NONE) {
            corners[(*corner_count)++] = search->nodes[path[i]].label;
        }
    }
    return corners;
}

/* Adds the points of the path after its start: crossing points, the centroids between them, and the
 * end. */
static search_outcome trace_path(const astar *search, uint32_t last, const uint32_t *path,
                                 uint32_t count, search_path *out) {
    const dual_query *q = search->user;
    const navmesh_level *level = q->ground->level;
    uint32_t triangle = q->from.polygon;
    *out = (search_path){.length = search->nodes[last].g, .node_count = search->node_count};
    out->points =
        wend_view_scratch(search->view, search->worker, 2 * (size_t)count * sizeof *out->points);
    if (out->points == NULL) {
        return SEARCH_NO_MEMORY;
    }
    wend_point at = point_wide(q->from.position);
    for (uint32_t i = 0; i < count; i++) {
        const astar_node *node = &search->nodes[path[i]];
        if (node->label != NAVMESH_NONE) {
            at = dual_crossing(level, node->label, NULL);
            add_point(out, at, level->polygons[triangle].layer);
            triangle = level->neighbours[node->label];
        }
        if (node->vertex == ASTAR_NONE) {
            find_end(q, triangle, at, &at);
            add_point(out, at, level->polygons[triangle].layer);
        } else if (node->label != NAVMESH_NONE) {
            add_point(out, dual_centroid(level, triangle), level->polygons[triangle].layer);
        }
    }
    out->polygon = triangle;
    return SEARCH_FOUND;
}

/* Makes the path that the search has found, and shortens it. */
static search_outcome make_path(astar *search, uint32_t last, bool shorten, search_path *out) {
    const dual_query *q = search->user;
    uint32_t count, corner_count;
    const uint32_t *path = astar_path(search, last, &count);
    search_outcome outcome = trace_path(search, last, path, count, out);
    /* A straight line may cross a door that the map does not contain. */
    if (outcome != SEARCH_FOUND || !shorten || q->ground->now.door_count > 0) {
        return outcome;
    }
    const uint32_t *corners = list_corners(search, path, count, &corner_count);
    return corners != NULL ? dual_shorten(q->ground, q->from, corners, corner_count, out)
                           : SEARCH_NO_MEMORY;
}

search_outcome dual_search(const mesh_path *path, const target *to, search_path *out) {
    const dual_options *options = path->options;
    dual_query q = {.ground = &path->ground, .to = to, .from = path->at};
    astar search = {.view = q.ground->view,
                    .worker = q.ground->worker,
                    .graph = &dual_graph,
                    .user = &q,
                    .vertex_count = q.ground->level->polygon_count};
    if (!astar_begin(&search)) {
        return SEARCH_NO_MEMORY;
    }
    uint32_t last;
    reach_start(&search, &q);
    search_outcome outcome = astar_find(&search, &last);
    if (outcome == SEARCH_NONE && q.ground->now.door_count > 0) {
        return SEARCH_LIMIT;
    }
    return outcome == SEARCH_FOUND ? make_path(&search, last, options->shorten, out) : outcome;
}
