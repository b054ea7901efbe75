/* Shortens a path along the dual graph (ours, not part of the publication).
 *
 * A path along the dual graph runs through a channel of triangles. Where it passes from one weight
 * to another, its crossing point is kept. Between two such points, the weight is the same
 * everywhere, so the cheapest path within the channel is the shortest one, which the funnel
 * algorithm finds (plan/route/funnel.h). The path along the dual graph also lies in the channel, so
 * the new path costs at most as much.
 *
 * Cost: that of the funnel algorithm, usually O(n) for n triangles. */
#include <wend/view.h>

#include "geom/point.h"
#include "plan/dual/dual.h"
#include "plan/route/funnel.h"

/* A path under construction. */
typedef struct pulled_path {
    wend_point at; /* the end of the path so far */
    wend_route_point *points;
    uint32_t count;
    double cost;
} pulled_path;

/* m: a path at this distance from an edge is on the edge. */
static const double ON_EDGE = 1e-6;

/* True if a path has come to an edge. The funnel algorithm needs a start outside of the portals. */
static bool is_at_portal(wend_point at, const funnel_portal *portal) {
    return point_distance(at, point_nearest(at, portal->left, portal->right)) <= ON_EDGE;
}

/* Appends the shortest path through portals to `end`, on ground of one weight. There is room for
 * one more portal. */
static void pull_section(pulled_path *p, funnel_portal *portals, uint32_t count, wend_point end,
                         uint32_t layer, float weight) {
    portals[count] = (funnel_portal){end, end, layer};
    uint32_t added = funnel_pull(p->at, portals, count + 1, &p->points[p->count]);
    p->points[p->count + added] = (wend_route_point){point_narrow(end), 0.0F, layer};
    for (uint32_t i = p->count; i < p->count + added; i++) {
        wend_point next = point_wide(p->points[i].position);
        p->cost += (double)weight * point_distance(p->at, next);
        p->at = next;
    }
    p->cost += (double)weight * point_distance(p->at, end);
    p->at = end;
    p->count += added + 1;
}

search_outcome dual_shorten(const search_ground *ground, search_start from, const uint32_t *corners,
                            uint32_t count, search_path *path) {
    const navmesh_level *level = ground->level;
    pulled_path p = {.at = point_wide(from.position)};
    size_t most = 2 * ((size_t)count + 1); /* a turning point and a crossing for each edge */
    p.points = wend_view_scratch(ground->view, ground->worker, most * sizeof *p.points);
    funnel_portal *portals =
        wend_view_scratch(ground->view, ground->worker, ((size_t)count + 1) * sizeof *portals);
    if (p.points == NULL || portals == NULL) {
        return SEARCH_NO_MEMORY;
    }
    uint32_t waiting = 0, triangle = from.polygon;
    for (uint32_t i = 0; i < count; i++) {
        uint32_t corner = corners[i], next = level->neighbours[corner];
        uint32_t layer = level->polygons[triangle].layer;
        float weight = search_weight(ground, triangle);
        if (weight == search_weight(ground, next)) {
            portals[waiting] = (funnel_portal){point_wide(level->points[level->twins[corner]]),
                                               point_wide(level->points[corner]), layer};
            waiting += waiting > 0 || !is_at_portal(p.at, &portals[waiting]);
        } else {
            pull_section(&p, portals, waiting, dual_crossing(level, corner, NULL), layer, weight);
            waiting = 0;
        }
        triangle = next;
    }
    const wend_route_point *end = &path->points[path->count - 1];
    pull_section(&p, portals, waiting, point_wide(end->position), end->layer,
                 search_weight(ground, triangle));
    path->points = p.points;
    path->count = p.count;
    path->length = p.cost;
    return SEARCH_FOUND;
}
