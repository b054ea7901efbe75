/* Finds the cheapest path over a net of points on the edges of weighted triangles (A*).
 *
 * Two points of a triangle are joined by a straight line, which costs its length times the weight
 * of the triangle. Neighbours on an edge are joined at the lower weight of its two sides. None of
 * these arcs is stored. The estimate of the remaining cost is the straight-line distance times the
 * lowest weight of the map. It is consistent, so each point is settled once.
 *
 * Most arcs cannot be part of a path of least cost and are omitted (expand.c).
 *
 * Departures from plan/graph/astar.h, which serves graphs whose vertices are numbered beforehand:
 * points are made with their edges, and each has one record for all paths to it.
 *
 * Cost: O(n (k + log n)) for n points settled, each with k points between its rays. Memory: 16
 * bytes for each point, 8 for each item of the open list, 28 for each edge reached, and 12 for each
 * corner of the level. */
#include "plan/weighted/search.h"

#include <math.h>

#include <wend/view.h>

#include "geom/point.h"
#include "plan/weighted/expand.h"

/* Lists the open triangles that contain a target that is a point. */
static void find_target_faces(net_search *s) {
    const target *to = s->to;
    const navmesh_level *level = s->net.level;
    uint32_t faces[NET_MOST_FACES], count = 0;
    if (to->count == 1 && to->layer < s->net.ground->mesh->layer_count) {
        wend_location at = {point_narrow(to->points[0]), to->layer};
        count = navmesh_find_containing(level, at, faces, NET_MOST_FACES);
    }
    s->face_count = 0;
    if (to->polygon != NAVMESH_NONE) {
        s->faces[s->face_count++] = to->polygon;
    }
    for (uint32_t i = 0; i < count && s->face_count < NET_MOST_FACES; i++) {
        if (faces[i] != to->polygon && net_is_open(&s->net, faces[i])) {
            s->faces[s->face_count++] = faces[i];
        }
    }
}

static void expand(net_search *s, uint32_t index) {
    net_point *at = &s->net.points[index];
    at->settled = true;
    s->settled_count++;
    if (at->kind == NET_START) {
        net_expand_start(s);
    } else if (at->kind == NET_VERTEX) {
        net_expand_vertex(s, index);
    } else {
        net_expand_crossing(s, index);
    }
}

search_outcome net_find_path(net_search *s, const search_ground *ground, search_start from,
                             const target *to, net_effort effort) {
    uint32_t limit = ground->node_limit > 0 ? ground->node_limit : SEARCH_NODES;
    *s = (net_search){.from = from, .to = to, .end = {.g = effort.bound, .parent = NET_NONE}};
    net *n = &s->net;
    if (!net_begin(n, ground, effort.spacing)) {
        return SEARCH_NO_MEMORY;
    }
    find_target_faces(s);
    n->fine[0] = point_wide(from.position);
    n->fine[1] = to->centre;
    n->reach[1] = to->radius;
    s->start = net_add_point(n, from.polygon, NET_START);
    if (!n->failed) {
        n->points[s->start].g = 0.0F;
        net_push(n, 0.0F, s->start);
    }
    while (!n->failed && n->heap_count > 0 && (double)open_item_f(n->heap[0]) < s->end.g &&
           n->point_count <= limit) {
        uint32_t index = open_item_index(open_list_pop(n->heap, &n->heap_count));
        if (!n->points[index].settled) {
            expand(s, index);
        }
    }
    wend_view_count_nodes(ground->view, ground->worker, s->settled_count);
    bool found = s->end.parent != NET_NONE;
    return n->failed                ? SEARCH_NO_MEMORY
           : n->point_count > limit ? SEARCH_LIMIT
           : found                  ? SEARCH_FOUND
                                    : SEARCH_NONE;
}
