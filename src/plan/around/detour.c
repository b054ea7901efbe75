/* Searches a whole mesh for a path around moving obstacles that stand still.
 *
 * The mesh does not contain these obstacles. They may stand anywhere, so the free part of a polygon
 * need not be convex. A* therefore searches over points: the ends and the middle of each free part
 * of each edge, and two points around each obstacle vertex. Two points of the same polygon are
 * connected if no obstacle hides them from each other. These points are enough to get from any free
 * part of an edge to any other that a disc can reach within the polygon, so the search finds a path
 * wherever a disc fits through with a few centimetres to spare.
 *
 * The length of a path is measured along straight lines, without the small detours over points on
 * edges. When a point P is reached from a point Q, its cost is therefore first computed as if the
 * path ran straight from the parent of Q to P. Whether that parent is visible past walls and
 * obstacles is checked only when P is expanded; if it is not visible, Q becomes the parent of P (A.
 * Nash, S. Koenig, C. Tovey, "Lazy Theta*", AAAI 2010). Each point is expanded once.
 *
 * The search runs only where the shortest path is obstructed. An attempt that visits too many
 * points, as in a town, is abandoned and repeated with a weight on the straight-line distance to
 * the target (I. Pohl 1970). That takes much less time, and the path is usually only a little
 * longer. Cost: O(n * k * log n) for n points, each with k points in the same polygon. */
#include <math.h>

#include "geom/point.h"
#include "geom/vec.h"
#include "plan/around/mesh.h"
#include "plan/graph/queue.h"
#include "plan/route/legs.h"
#include "plan/route/portals.h"
#include "step/internals.h"
#include "step/standing.h"
#include "step/worker_buffers.h"

enum {
    MAX_PARTS = 3,                            /* largest number of free parts of an edge */
    MAX_POINTS = 3 * MAX_PARTS,               /* largest number of points on an edge */
    MAX_POINTS_AROUND = 2 * WEND_MAX_POLYGON, /* largest number of points around one obstacle */
    MAX_CORNERS = 512                         /* largest number of points around all obstacles */
};

/* The attempts, each with its weight. The first attempt stops after FIRST_NODE_LIMIT points, the
 * second after four times as many. */
enum { ATTEMPTS = 3, FIRST_NODE_LIMIT = 4096 };
static const double weights[ATTEMPTS] = {1.0, 1.25, 2.0};

/* The fraction of the agent's radius that must be free of walls along a straight line. It is below
 * 1 because some points lie exactly one radius away from a wall. */
static const float FREE_SHARE = 0.98F;

typedef struct detour_node {
    wend_vec2 position;
    double g;
    uint32_t polygon; /* the polygon that the path enters at this point, or the polygon that
                         contains the point */
    uint32_t parent;  /* index of the point from which the path comes straight to this one;
                         NAVMESH_NONE at the start */
    uint32_t via;  /* index of a point in the same polygon that is known to be visible from here */
    uint32_t mark; /* index of the node's mark; NAVMESH_NONE if the node is the end of a path */
} detour_node;

typedef struct corner_point {
    wend_vec2 position;
    uint32_t polygon;
} corner_point;

typedef struct detour {
    const search_ground *ground;
    const target *to;
    detour_node *nodes;
    queue_item *heap;
    search_mark *marks; /* marks of the points on edges, of the points around obstacles, and of the
                           start */
    size_t mark_count;  /* number of these marks; the same number of marks follows, to record which
                           points were expanded */
    uint64_t stamp;
    corner_point *corners;
    uint32_t node_count, heap_count, corner_count;
    uint32_t limit; /* largest number of points */
    double radius;
    double weight; /* weight of the estimated remaining length; if above 1, the search takes less
                      time, but the path may be longer than the shortest one by up to this factor */
    bool near_obstacle; /* true if an obstacle is near the polygon being expanded */
    bool failed;
} detour;

/* ---- Points ---------------------------------------------------------------------------------- */

/* The free parts of an edge, in order along the edge. */
typedef struct edge_parts {
    portal_part parts[MAX_PARTS];
    uint32_t count;
} edge_parts;

static void subtract_part(edge_parts *from, portal_part covered) {
    edge_parts rest = {.count = 0};
    for (uint32_t i = 0; i < from->count; i++) {
        portal_part p = from->parts[i];
        if (covered.low >= p.high || covered.high <= p.low) {
            rest.parts[rest.count++] = p;
            continue;
        }
        if (covered.low > p.low) {
            rest.parts[rest.count++] = (portal_part){p.low, covered.low};
        }
        if (covered.high < p.high && rest.count < MAX_PARTS) {
            rest.parts[rest.count++] = (portal_part){covered.high, p.high};
        }
        if (rest.count == MAX_PARTS) {
            break;
        }
    }
    *from = rest;
}

/* Returns the part of an edge that is within `radius` of an obstacle. This part is a single
 * interval, because the obstacle is convex and so is the area within `radius` of it. */
static portal_part find_covered_part(const overlay *over, const overlay_obstacle *obstacle,
                                     wend_vec2 a, wend_vec2 b, double radius) {
    portal_part covered = {(double)INFINITY, -(double)INFINITY};
    for (uint32_t i = 0; i < obstacle->wall_count; i++) {
        const overlay_wall *wall = &over->walls[obstacle->first_wall + i];
        portal_part part = portal_covered_part(a, b, wall->a, wall->b, radius);
        if (part.low <= part.high) {
            covered = (portal_part){fmin(covered.low, part.low), fmax(covered.high, part.high)};
        }
    }
    return covered;
}

static edge_parts find_free_parts(const detour *d, uint32_t corner, uint32_t layer) {
    const navmesh_level *level = d->ground->level;
    const overlay *over = d->ground->view->internals->overlay;
    wend_vec2 a = level->points[corner], b = level->points[level->twins[corner]];
    edge_parts rest = {{{0.0, 1.0}}, 1};
    /* If the level is not inset, only part of the edge is open to the centre of the disc. */
    if (level->clearances != NULL) {
        rest.parts[0] = portal_free_part(d->ground->view, a, b, layer, 0.5, d->radius);
    }
    for (uint32_t i = 0; d->near_obstacle && i < over->obstacle_count; i++) {
        const overlay_obstacle *obstacle = &over->obstacles[i];
        if (obstacle->standing && obstacle->layer == layer) {
            subtract_part(&rest,
                          find_covered_part(over, obstacle, a, b, d->radius + STANDING_MARGIN));
        }
    }
    return rest;
}

/* Adds the points around stationary obstacles at which a disc has room. */
static void add_corners(detour *d) {
    const overlay *over = d->ground->view->internals->overlay;
    const navmesh_level *level = d->ground->level;
    for (uint32_t i = 0; i < over->obstacle_count; i++) {
        wend_vec2 points[MAX_POINTS_AROUND];
        uint32_t count = standing_corners(d->ground->view, i, d->radius + 2.0 * STANDING_MARGIN,
                                          points, MAX_POINTS_AROUND);
        for (uint32_t k = 0; k < count && d->corner_count < MAX_CORNERS; k++) {
            wend_location location = {points[k], over->obstacles[i].layer};
            uint32_t polygon = navmesh_locate(level, location);
            if (polygon != NAVMESH_NONE && !search_is_closed(d->ground, polygon) &&
                standing_distance(d->ground->view, location, d->radius) >= d->radius) {
                d->corners[d->corner_count++] = (corner_point){points[k], polygon};
            }
        }
    }
}

/* ---- The search ------------------------------------------------------------------------------ */

/* True if neither walls nor obstacles stop a disc from going straight from one point to another. */
static bool sees(const detour *d, const detour_node *a, const detour_node *b) {
    const navmesh_level *level = d->ground->level;
    const wend_view *view = d->ground->view;
    wend_location from = {a->position, level->polygons[a->polygon].layer};
    wend_location to = {b->position, level->polygons[b->polygon].layer};
    float radius = FREE_SHARE * d->ground->radius;
    uint32_t ends = (a->parent == NAVMESH_NONE ? STANDING_AT_START : 0U) |
                    (b->mark == NAVMESH_NONE ? STANDING_AT_END : 0U);
    return !search_is_forbidden(d->ground, from, to.position) &&
           wend_space_is_visible(view->space, from, to, radius, view->classes) &&
           legs_is_line_open(view, from, to, radius) &&
           standing_is_clear(view, from, to, d->radius, ends);
}

static double estimate_rest(const detour *d, const detour_node *at) {
    double x = d->to->centre.x - (double)at->position.x,
           y = d->to->centre.y - (double)at->position.y;
    double rest = fmax(sqrt(x * x + y * y) - d->to->radius, 0.0);
    return at->mark == NAVMESH_NONE ? 0.0 : d->weight * rest;
}

/* Pushes a point onto the heap again. The heap has room, because the point was in it before. */
static void reopen(detour *d, uint32_t index) {
    const detour_node *at = &d->nodes[index];
    if (at->mark != NAVMESH_NONE) {
        d->marks[at->mark].g = at->g;
    }
    queue_push(d->heap, &d->heap_count, (queue_item){at->g + estimate_rest(d, at), index});
}

/* True if a point has been expanded, so that the path to it is final. */
static bool is_expanded(const detour *d, uint32_t mark) {
    return mark != NAVMESH_NONE && d->marks[d->mark_count + mark].stamp == d->stamp;
}

static void reach(detour *d, detour_node next) {
    search_mark *mark = next.mark != NAVMESH_NONE ? &d->marks[next.mark] : NULL;
    if (is_expanded(d, next.mark) ||
        (mark != NULL && mark->stamp == d->stamp && mark->g <= next.g)) {
        return;
    }
    size_t room = (size_t)d->node_count + 1;
    detour_node *nodes =
        worker_buffer_take(d->ground->view, d->ground->worker, BUFFER_NODES, room * sizeof *nodes);
    queue_item *heap =
        worker_buffer_take(d->ground->view, d->ground->worker, BUFFER_HEAP, room * sizeof *heap);
    d->failed = d->failed || nodes == NULL || heap == NULL;
    if (d->failed) {
        return;
    }
    if (mark != NULL) {
        *mark = (search_mark){next.g, d->stamp};
    }
    d->nodes = nodes;
    d->heap = heap;
    d->nodes[d->node_count] = next;
    queue_push(d->heap, &d->heap_count,
               (queue_item){next.g + estimate_rest(d, &next), d->node_count++});
}

/* Reaches a point of a polygon from another point in the same polygon. */
static void reach_from(detour *d, uint32_t index, wend_vec2 at, uint32_t polygon, uint32_t mark) {
    detour_node from = d->nodes[index];
    uint32_t parent = from.parent != NAVMESH_NONE ? from.parent : index;
    double g = d->nodes[parent].g + wide_distance(d->nodes[parent].position, at);
    uint32_t layer = d->ground->level->polygons[from.polygon].layer;
    bool known =
        is_expanded(d, mark) ||
        (mark != NAVMESH_NONE && d->marks[mark].stamp == d->stamp && d->marks[mark].g <= g);
    uint32_t ends = (from.parent == NAVMESH_NONE ? STANDING_AT_START : 0U) |
                    (mark == NAVMESH_NONE ? STANDING_AT_END : 0U);
    if (!known && (!d->near_obstacle ||
                   standing_is_clear(d->ground->view, (wend_location){from.position, layer},
                                     (wend_location){at, layer}, d->radius, ends))) {
        reach(d, (detour_node){at, g, polygon, parent, index, mark});
    }
}

static void reach_edge(detour *d, uint32_t index, uint32_t corner) {
    const navmesh_level *level = d->ground->level;
    detour_node from = d->nodes[index];
    if (level->neighbours[corner] == NAVMESH_NONE ||
        !search_is_open(d->ground, (wend_point){(double)from.position.x, (double)from.position.y},
                        corner)) {
        return;
    }
    wend_vec2 a = level->points[corner], b = level->points[level->twins[corner]];
    edge_parts rest = find_free_parts(d, corner, level->polygons[from.polygon].layer);
    for (uint32_t i = 0; i < 3 * rest.count && !d->failed; i++) {
        portal_part part = rest.parts[i / 3];
        double t = part.low + (part.high - part.low) * 0.5 * (i % 3);
        wend_vec2 at = {(float)((double)a.x + ((double)b.x - (double)a.x) * t),
                        (float)((double)a.y + ((double)b.y - (double)a.y) * t)};
        reach_from(d, index, at, level->neighbours[corner], MAX_POINTS * corner + i);
    }
}

static void reach_target(detour *d, uint32_t index) {
    detour_node from = d->nodes[index];
    wend_point inside[TARGET_POINTS], end;
    uint32_t count = target_in_polygon(d->to, d->ground->level, from.polygon, inside);
    if (count == 0) {
        return;
    }
    target_nearest(inside, count, (wend_point){(double)from.position.x, (double)from.position.y},
                   &end);
    for (uint32_t i = 0; i <= count && !d->failed; i++) {
        wend_point at = i == 0 ? end : inside[i - 1];
        reach_from(d, index, (wend_vec2){(float)at.x, (float)at.y}, from.polygon, NAVMESH_NONE);
    }
}

/* True if an obstacle that stands still may be nearer to a polygon than the radius. */
static bool is_near_obstacle(const detour *d, uint32_t index) {
    const navmesh_level *level = d->ground->level;
    const navmesh_polygon *polygon = &level->polygons[index];
    const overlay *over = d->ground->view->internals->overlay;
    wend_vec2 low = level->points[polygon->first], high = low;
    for (uint32_t i = 1; i < polygon->count; i++) {
        low = vec_min(low, level->points[polygon->first + i]);
        high = vec_max(high, level->points[polygon->first + i]);
    }
    float reach = (float)(d->radius + 2.0 * STANDING_MARGIN);
    low = vec_sub(low, (wend_vec2){reach, reach});
    high = vec_add(high, (wend_vec2){reach, reach});
    uint32_t cursor = 0;
    const overlay_obstacle *obstacle = NULL;
    while ((obstacle = overlay_next(over, low, high, &cursor)) != NULL) {
        if (obstacle->standing) {
            return true;
        }
    }
    return false;
}

static void expand(detour *d, uint32_t index) {
    const navmesh_level *level = d->ground->level;
    uint32_t at = d->nodes[index].polygon;
    const navmesh_polygon *polygon = &level->polygons[at];
    d->near_obstacle = is_near_obstacle(d, at);
    for (uint32_t i = 0; i < polygon->count && !d->failed; i++) {
        reach_edge(d, index, polygon->first + i);
    }
    for (uint32_t i = 0; i < d->corner_count && !d->failed; i++) {
        if (d->corners[i].polygon == at) {
            reach_from(d, index, d->corners[i].position, at, MAX_POINTS * level->corner_count + i);
        }
    }
    reach_target(d, index);
}

/* Returns the last point of the path found, or NAVMESH_NONE if there is no path. */
static uint32_t find_end(detour *d, search_start from) {
    uint32_t start = MAX_POINTS * d->ground->level->corner_count + MAX_CORNERS;
    reach(d, (detour_node){from.position, 0.0, from.polygon, NAVMESH_NONE, NAVMESH_NONE, start});
    while (d->heap_count > 0 && d->node_count < d->limit && !d->failed) {
        uint32_t index = queue_pop(d->heap, &d->heap_count).index;
        detour_node *at = &d->nodes[index];
        bool is_end = at->mark == NAVMESH_NONE;
        if (!is_end && (is_expanded(d, at->mark) || at->g > d->marks[at->mark].g)) {
            continue;
        }
        if (at->parent != at->via && !sees(d, &d->nodes[at->parent], at)) {
            at->parent = at->via; /* the point is expanded later, at this higher cost */
            at->g = d->nodes[at->via].g + wide_distance(d->nodes[at->via].position, at->position);
            reopen(d, index);
        } else if (is_end) {
            return index;
        } else {
            d->marks[d->mark_count + at->mark].stamp = d->stamp;
            expand(d, index);
        }
    }
    return NAVMESH_NONE;
}

/* ---- The path -------------------------------------------------------------------------------- */

static search_outcome write_path(detour *d, search_start from, uint32_t end, search_path *out) {
    const navmesh_level *level = d->ground->level;
    uint32_t count = 0;
    for (uint32_t i = end; d->nodes[i].parent != NAVMESH_NONE; i = d->nodes[i].parent) {
        count++;
    }
    wend_route_point *points =
        wend_view_scratch(d->ground->view, d->ground->worker, ((size_t)count + 1) * sizeof *points);
    if (points == NULL) {
        return SEARCH_NO_MEMORY;
    }
    uint32_t at = count;
    for (uint32_t i = end; d->nodes[i].parent != NAVMESH_NONE; i = d->nodes[i].parent) {
        /* Portal followers need a portal at each corner, and obstacles have no edges in the mesh.
         */
        float clearance = i == end ? 0.0F : PORTALS_WANTED;
        points[--at] = (wend_route_point){d->nodes[i].position, clearance,
                                          level->polygons[d->nodes[i].polygon].layer};
    }
    *out = (search_path){.points = points, .count = count, .polygon = d->nodes[end].polygon};
    for (uint32_t i = 0; i < count; i++) {
        out->length +=
            wide_distance(i > 0 ? points[i - 1].position : from.position, points[i].position);
    }
    return SEARCH_FOUND;
}

search_outcome search_detour(const search_ground *ground, search_start from, const target *to,
                             search_path *out) {
    const navmesh_level *level = ground->level;
    detour d = {.ground = ground, .to = to};
    d.radius = fmax((double)ground->radius, (double)level->radius);
    d.mark_count = MAX_POINTS * (size_t)level->corner_count + MAX_CORNERS + 1;
    d.corners = wend_view_scratch(ground->view, ground->worker, MAX_CORNERS * sizeof *d.corners);
    if (d.corners == NULL) {
        return SEARCH_NO_MEMORY;
    }
    add_corners(&d);
    uint32_t end = NAVMESH_NONE;
    for (uint32_t i = 0; i < ATTEMPTS && end == NAVMESH_NONE && !d.failed; i++) {
        d.weight = weights[i];
        d.limit = i + 1 < ATTEMPTS ? (uint32_t)FIRST_NODE_LIMIT << (2 * i) : UINT32_MAX;
        d.node_count = d.heap_count = 0;
        d.marks = search_marks(ground->view, ground->worker, 2 * d.mark_count, &d.stamp);
        end = d.marks != NULL ? find_end(&d, from) : NAVMESH_NONE;
        d.failed = d.failed || d.marks == NULL;
        if (end == NAVMESH_NONE && d.heap_count == 0) {
            break; /* everything reachable has been searched */
        }
    }
    if (end == NAVMESH_NONE) {
        return d.failed ? SEARCH_NO_MEMORY : SEARCH_NONE;
    }
    return write_path(&d, from, end, out);
}
