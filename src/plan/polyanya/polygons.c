/* Finds a channel of polygons by A*, then the shortest path within it.
 *
 * The method follows S. Curtis, J. Snape, D. Manocha, "Way portals: efficient multi-agent
 * navigation with line-segment goals", I3D 2012, section 5; A* is due to P. Hart, N. Nilsson, B.
 * Raphael 1968. Costs are measured from the midpoint of one portal to the midpoint of the next. In
 * level 0, a portal is blocked if its clearance is below the radius. Each portal is clipped to the
 * part where the disc's centre can be, and the funnel algorithm (funnel.c) finds the shortest path
 * through the clipped portals. The path is the shortest in its channel, but not necessarily the
 * shortest of all. Near a portal it may come nearer to a wall than the radius.
 *
 * Cost: O(n log n) for n polygons, plus one wall query for each portal of the channel. */
#include <math.h>

#include "geom/point.h"
#include "plan/graph/astar.h"
#include "plan/polyanya/search.h"
#include "plan/route/funnel.h"
#include "plan/route/portals.h"

enum { CANDIDATES = 9 /* number of points of a portal at which the clearance is compared */ };

/* The graph for the search. Its vertices are the polygons of a level. */
typedef struct channel {
    const search_ground *ground;
    const target *to;
    wend_point start;
    wend_point inside[TARGET_POINTS]; /* the part of the target that lies in the last polygon */
    uint32_t inside_count;
} channel;

/* ---- The channel ----------------------------------------------------------------------------- */

/* Returns the point where a node enters its polygon: the midpoint of the entry edge. The label of
 * the node is the corner at which this edge starts, as a corner of the previous polygon. At the
 * start of the path, the label is NAVMESH_NONE. */
static wend_point entry_of(const channel *c, const astar_node *at) {
    const navmesh_level *level = c->ground->level;
    if (at->label == NAVMESH_NONE) {
        return c->start;
    }
    wend_vec2 a = level->points[at->label], b = level->points[level->twins[at->label]];
    return (wend_point){0.5 * ((double)a.x + (double)b.x), 0.5 * ((double)a.y + (double)b.y)};
}

static double estimate(const astar *search, const astar_node *at) {
    const channel *c = search->user;
    wend_point entry = entry_of(c, at);
    return fmax(point_distance(entry, c->to->centre) - c->to->radius, 0.0);
}

static bool is_goal(astar *search, const astar_node *at) {
    channel *c = search->user;
    c->inside_count = target_in_polygon(c->to, c->ground->level, at->vertex, c->inside);
    return c->inside_count > 0;
}

static void expand(astar *search, uint32_t index, astar_node at) {
    const channel *c = search->user;
    const navmesh_level *level = c->ground->level;
    const navmesh_polygon *polygon = &level->polygons[at.vertex];
    wend_point from = entry_of(c, &at);
    for (uint32_t i = 0; i < polygon->count; i++) {
        uint32_t corner = polygon->first + i;
        if (level->neighbours[corner] == NAVMESH_NONE ||
            (level->clearances != NULL && level->clearances[corner] < c->ground->radius) ||
            !search_is_open(c->ground, from, corner)) {
            continue;
        }
        wend_point to = entry_of(c, &(astar_node){.label = corner});
        astar_reach(search, index, level->neighbours[corner], corner,
                    at.g + point_distance(from, to));
    }
}

static const astar_graph polygon_graph = {
    .expand = expand, .estimate = estimate, .is_goal = is_goal};

/* ---- Its portals ----------------------------------------------------------------------------- */

/* Returns the portal at an edge. It is the free part of the edge around the point with the largest
 * clearance. */
static funnel_portal portal_at_edge(const channel *c, uint32_t corner, uint32_t layer) {
    const navmesh_level *level = c->ground->level;
    wend_vec2 a = level->points[corner], b = level->points[level->twins[corner]];
    if (level->clearances == NULL) { /* the whole edge is open to the centre of the disc */
        return (funnel_portal){point_wide(b), point_wide(a), layer};
    }
    double best_room = -1.0, at = 0.5;
    for (uint32_t i = 0; i < CANDIDATES; i++) {
        double t = ((double)i + 0.5) / CANDIDATES;
        wend_location location = {{(float)((double)a.x + ((double)b.x - (double)a.x) * t),
                                   (float)((double)a.y + ((double)b.y - (double)a.y) * t)},
                                  layer};
        double room = (double)wend_space_clearance(
            c->ground->view->space, location, 4.0F * c->ground->radius, c->ground->view->classes);
        at = room > best_room ? t : at;
        best_room = fmax(room, best_room);
    }
    portal_part part =
        portal_free_part(c->ground->view, a, b, layer, at, (double)c->ground->radius);
    double dx = (double)b.x - (double)a.x, dy = (double)b.y - (double)a.y;
    return (funnel_portal){{(double)a.x + dx * part.high, (double)a.y + dy * part.high},
                           {(double)a.x + dx * part.low, (double)a.y + dy * part.low},
                           layer};
}

static double measure(wend_vec2 from, const search_path *path) {
    double length = 0.0;
    for (uint32_t i = 0; i < path->count; i++) {
        wend_vec2 to = path->points[i].position;
        length += wide_distance(from, to);
        from = to;
    }
    return length;
}

/* Lists the portals in the order of the path, followed by the end of the path as a portal. */
static funnel_portal *list_portals(astar *search, uint32_t last, wend_point end, uint32_t *count) {
    const channel *c = search->user;
    const navmesh_level *level = c->ground->level;
    const uint32_t *path = astar_path(search, last, count);
    funnel_portal *portals =
        wend_view_scratch(search->view, search->worker, *count * sizeof *portals);
    for (uint32_t i = 0; portals != NULL && i < *count; i++) {
        uint32_t layer = level->polygons[search->nodes[path[i]].vertex].layer;
        portals[i] = i + 1 < *count ? portal_at_edge(c, search->nodes[path[i + 1]].label, layer)
                                    : (funnel_portal){end, end, layer};
    }
    return portals;
}

/* Finds the shortest path through the portals of the channel that A* has found (string pulling). */
static search_outcome pull_path(astar *search, uint32_t last, search_start from, search_path *out) {
    const channel *c = search->user;
    wend_point end;
    uint32_t count;
    target_nearest(c->inside, c->inside_count, entry_of(c, &search->nodes[last]), &end);
    funnel_portal *portals = list_portals(search, last, end, &count);
    wend_route_point *points =
        wend_view_scratch(search->view, search->worker, ((size_t)count + 1) * sizeof *points);
    if (portals == NULL || points == NULL) {
        return SEARCH_NO_MEMORY;
    }
    uint32_t turning_point_count = funnel_pull(c->start, portals, count, points);
    points[turning_point_count++] =
        (wend_route_point){{(float)end.x, (float)end.y}, 0.0F, portals[count - 1].layer};
    *out = (search_path){
        .points = points, .count = turning_point_count, .polygon = search->nodes[last].vertex};
    out->length = measure(from.position, out);
    return SEARCH_FOUND;
}

search_outcome search_polygons(const search_ground *ground, search_start from, const target *to,
                               search_path *out) {
    channel c = {.ground = ground, .to = to, .start = point_wide(from.position)};
    astar search = {.view = ground->view,
                    .worker = ground->worker,
                    .graph = &polygon_graph,
                    .user = &c,
                    .vertex_count = ground->level->polygon_count};
    if (!astar_begin(&search)) {
        return SEARCH_NO_MEMORY;
    }
    uint32_t last;
    astar_reach(&search, ASTAR_NONE, from.polygon, NAVMESH_NONE, 0.0);
    search_outcome outcome = astar_find(&search, &last);
    return outcome == SEARCH_FOUND ? pull_path(&search, last, from, out) : outcome;
}
