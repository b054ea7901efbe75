/* Searches a whole mesh for a path around moving obstacles that stand still.
 *
 * The mesh does not contain these obstacles, and they may stand anywhere, so that the remaining
 * free parts of its polygons are not convex. A* therefore searches over points: the ends and the
 * middle of each free part of each edge, and two points around each obstacle vertex. Within a
 * polygon, all points are connected that see each other past the obstacles. A polygon minus some
 * convex sets falls into parts that the vertices of these sets and the free parts of its edges
 * connect. The search therefore finds a path exactly where a disc fits through with a few
 * centimetres to spare.
 *
 * Lengths should be those of straight lines, not of lines through points on edges. Each point is
 * therefore first measured from the predecessor of the point that it is reached from. Whether that
 * predecessor is visible past walls and obstacles is checked when the point is expanded (A. Nash,
 * S. Koenig, C. Tovey, "Lazy Theta*", AAAI 2010). Each point is expanded once.
 *
 * The search runs only where the shortest path is obstructed. Where it would be long, as in a town,
 * it is repeated with a weight on the straight-line distance to the target (I. Pohl 1970). That
 * finds a path in much less time, and the path is usually only a little longer. Cost: O(n k log n)
 * for n points with k points in the same polygon each. */
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
    MOST_PARTS = 3,                     /* free parts of an edge */
    MOST_POINTS = 3 * MOST_PARTS,       /* points on an edge */
    MOST_AROUND = 2 * WEND_MAX_POLYGON, /* points around an obstacle */
    MOST_CORNERS = 512                  /* points around all obstacles */
};

/* The weights of the attempts. The first attempt stops after FIRST_NODE_LIMIT points, the second
 * after four times as many. */
enum { ATTEMPTS = 3, FIRST_NODE_LIMIT = 4096 };
static const double weights[ATTEMPTS] = {1.0, 1.25, 2.0};

/* The share of the radius that must be free of walls beside a straight line: some points lie on
 * walls. */
static const float KEPT_SHARE = 0.98F;

typedef struct detour_node {
    wend_vec2 at;
    double g;
    uint32_t polygon; /* the polygon that the path enters here, or that the point lies in */
    uint32_t before;  /* predecessor, a straight line away; NAVMESH_NONE: this is the start */
    uint32_t via;     /* predecessor in the same polygon, known to be visible */
    uint32_t mark;    /* NAVMESH_NONE: the end of a path */
} detour_node;

typedef struct corner_point {
    wend_vec2 at;
    uint32_t polygon;
} corner_point;

typedef struct detour {
    const search_ground *ground;
    const target *to;
    detour_node *nodes;
    queue_item *heap;
    search_mark *marks; /* for points on edges, points around obstacles, and the start */
    size_t mark_count;  /* as many again follow: those with the stamp are expanded */
    uint64_t stamp;
    corner_point *corners;
    uint32_t node_count, heap_count, corner_count;
    uint32_t limit; /* of points */
    double radius;
    double weight; /* of the estimate of the rest: above 1, the search is shorter, and the path may
                      be longer than the shortest one by this factor */
    bool touched;  /* an obstacle is near the polygon being expanded */
    bool failed;
} detour;

/* ---- Points ---------------------------------------------------------------------------------- */

/* The free parts of an edge, in order. */
typedef struct edge_parts {
    portal_part parts[MOST_PARTS];
    uint32_t count;
} edge_parts;

static void take_away(edge_parts *from, portal_part taken) {
    edge_parts left = {.count = 0};
    for (uint32_t i = 0; i < from->count; i++) {
        portal_part p = from->parts[i];
        if (taken.low >= p.high || taken.high <= p.low) {
            left.parts[left.count++] = p;
            continue;
        }
        if (taken.low > p.low) {
            left.parts[left.count++] = (portal_part){p.low, taken.low};
        }
        if (taken.high < p.high && left.count < MOST_PARTS) {
            left.parts[left.count++] = (portal_part){taken.high, p.high};
        }
        if (left.count == MOST_PARTS) {
            break;
        }
    }
    *from = left;
}

/* Returns the part of an edge that an obstacle covers. It is one interval: the obstacle is convex,
 * and so is the area within `radius` of it. */
static portal_part taken_by(const overlay *over, const overlay_obstacle *obstacle, wend_vec2 a,
                            wend_vec2 b, double radius) {
    portal_part taken = {(double)INFINITY, -(double)INFINITY};
    for (uint32_t i = 0; i < obstacle->wall_count; i++) {
        const overlay_wall *wall = &over->walls[obstacle->first_wall + i];
        portal_part part = portal_taken_part(a, b, wall->a, wall->b, radius);
        if (part.low <= part.high) {
            taken = (portal_part){fmin(taken.low, part.low), fmax(taken.high, part.high)};
        }
    }
    return taken;
}

static edge_parts parts_of(const detour *d, uint32_t corner, uint32_t layer) {
    const navmesh_level *level = d->ground->level;
    const overlay *over = d->ground->view->internals->overlay;
    wend_vec2 a = level->points[corner], b = level->points[level->twins[corner]];
    edge_parts left = {{{0.0, 1.0}}, 1};
    if (level->clearances !=
        NULL) { /* the level is not inset: only part of the edge is open to the centre */
        left.parts[0] = portal_free_part(d->ground->view, a, b, layer, 0.5, d->radius);
    }
    for (uint32_t i = 0; d->touched && i < over->obstacle_count; i++) {
        const overlay_obstacle *obstacle = &over->obstacles[i];
        if (obstacle->standing && obstacle->layer == layer) {
            take_away(&left, taken_by(over, obstacle, a, b, d->radius + STANDING_MARGIN));
        }
    }
    return left;
}

/* Adds the open points around obstacles that stand still. */
static void add_corners(detour *d) {
    const overlay *over = d->ground->view->internals->overlay;
    const navmesh_level *level = d->ground->level;
    for (uint32_t i = 0; i < over->obstacle_count; i++) {
        wend_vec2 points[MOST_AROUND];
        uint32_t count = standing_corners(d->ground->view, i, d->radius + 2.0 * STANDING_MARGIN,
                                          points, MOST_AROUND);
        for (uint32_t k = 0; k < count && d->corner_count < MOST_CORNERS; k++) {
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

/* True if a disc can go straight from one point to another, past walls and obstacles. */
static bool sees(const detour *d, const detour_node *a, const detour_node *b) {
    const navmesh_level *level = d->ground->level;
    const wend_view *view = d->ground->view;
    wend_location from = {a->at, level->polygons[a->polygon].layer};
    wend_location to = {b->at, level->polygons[b->polygon].layer};
    float radius = KEPT_SHARE * d->ground->radius;
    uint32_t ends = (a->before == NAVMESH_NONE ? STANDING_AT_START : 0U) |
                    (b->mark == NAVMESH_NONE ? STANDING_AT_END : 0U);
    return wend_space_is_visible(view->space, from, to, radius, view->classes) &&
           legs_is_open(view, from, to, radius) &&
           standing_is_clear(view, from, to, d->radius, ends);
}

static double rest_of(const detour *d, const detour_node *at) {
    double x = d->to->centre.x - (double)at->at.x, y = d->to->centre.y - (double)at->at.y;
    double rest = fmax(sqrt(x * x + y * y) - d->to->radius, 0.0);
    return at->mark == NAVMESH_NONE ? 0.0 : d->weight * rest;
}

/* Pushes a point again. The heap has room, since the point was in it before. */
static void open_again(detour *d, uint32_t index) {
    const detour_node *at = &d->nodes[index];
    if (at->mark != NAVMESH_NONE) {
        d->marks[at->mark].g = at->g;
    }
    queue_push(d->heap, &d->heap_count, (queue_item){at->g + rest_of(d, at), index});
}

/* True if a point was expanded: the path to it is final. */
static bool is_passed(const detour *d, uint32_t mark) {
    return mark != NAVMESH_NONE && d->marks[d->mark_count + mark].stamp == d->stamp;
}

static void reach(detour *d, detour_node next) {
    search_mark *mark = next.mark != NAVMESH_NONE ? &d->marks[next.mark] : NULL;
    if (is_passed(d, next.mark) || (mark != NULL && mark->stamp == d->stamp && mark->g <= next.g)) {
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
    queue_push(d->heap, &d->heap_count, (queue_item){next.g + rest_of(d, &next), d->node_count++});
}

/* Reaches a point of a polygon from another point in the same polygon. */
static void reach_from(detour *d, uint32_t index, wend_vec2 at, uint32_t polygon, uint32_t mark) {
    detour_node from = d->nodes[index];
    uint32_t before = from.before != NAVMESH_NONE ? from.before : index;
    double g = d->nodes[before].g + wide_distance(d->nodes[before].at, at);
    uint32_t layer = d->ground->level->polygons[from.polygon].layer;
    bool known = is_passed(d, mark) || (mark != NAVMESH_NONE && d->marks[mark].stamp == d->stamp &&
                                        d->marks[mark].g <= g);
    uint32_t ends = (from.before == NAVMESH_NONE ? STANDING_AT_START : 0U) |
                    (mark == NAVMESH_NONE ? STANDING_AT_END : 0U);
    if (!known &&
        (!d->touched || standing_is_clear(d->ground->view, (wend_location){from.at, layer},
                                          (wend_location){at, layer}, d->radius, ends))) {
        reach(d, (detour_node){at, g, polygon, before, index, mark});
    }
}

static void reach_edge(detour *d, uint32_t index, uint32_t corner) {
    const navmesh_level *level = d->ground->level;
    detour_node from = d->nodes[index];
    if (level->neighbours[corner] == NAVMESH_NONE ||
        !search_is_open(d->ground, (wend_point){(double)from.at.x, (double)from.at.y}, corner)) {
        return;
    }
    wend_vec2 a = level->points[corner], b = level->points[level->twins[corner]];
    edge_parts left = parts_of(d, corner, level->polygons[from.polygon].layer);
    for (uint32_t i = 0; i < 3 * left.count && !d->failed; i++) {
        portal_part part = left.parts[i / 3];
        double t = part.low + (part.high - part.low) * 0.5 * (i % 3);
        wend_vec2 at = {(float)((double)a.x + ((double)b.x - (double)a.x) * t),
                        (float)((double)a.y + ((double)b.y - (double)a.y) * t)};
        reach_from(d, index, at, level->neighbours[corner], MOST_POINTS * corner + i);
    }
}

static void reach_target(detour *d, uint32_t index) {
    detour_node from = d->nodes[index];
    wend_point inside[TARGET_POINTS], end;
    uint32_t count = target_in_polygon(d->to, d->ground->level, from.polygon, inside);
    if (count == 0) {
        return;
    }
    target_nearest(inside, count, (wend_point){(double)from.at.x, (double)from.at.y}, &end);
    for (uint32_t i = 0; i <= count && !d->failed; i++) {
        wend_point at = i == 0 ? end : inside[i - 1];
        reach_from(d, index, (wend_vec2){(float)at.x, (float)at.y}, from.polygon, NAVMESH_NONE);
    }
}

/* True if an obstacle that stands still may be nearer to a polygon than the radius. */
static bool is_touched(const detour *d, uint32_t index) {
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

static void pass(detour *d, uint32_t index) {
    const navmesh_level *level = d->ground->level;
    uint32_t at = d->nodes[index].polygon;
    const navmesh_polygon *polygon = &level->polygons[at];
    d->touched = is_touched(d, at);
    for (uint32_t i = 0; i < polygon->count && !d->failed; i++) {
        reach_edge(d, index, polygon->first + i);
    }
    for (uint32_t i = 0; i < d->corner_count && !d->failed; i++) {
        if (d->corners[i].polygon == at) {
            reach_from(d, index, d->corners[i].at, at, MOST_POINTS * level->corner_count + i);
        }
    }
    reach_target(d, index);
}

/* Returns the last point of the path; NAVMESH_NONE if there is none. */
static uint32_t find_end(detour *d, search_start from) {
    uint32_t start = MOST_POINTS * d->ground->level->corner_count + MOST_CORNERS;
    reach(d, (detour_node){from.position, 0.0, from.polygon, NAVMESH_NONE, NAVMESH_NONE, start});
    while (d->heap_count > 0 && d->node_count < d->limit && !d->failed) {
        uint32_t index = queue_pop(d->heap, &d->heap_count).index;
        detour_node *at = &d->nodes[index];
        bool is_end = at->mark == NAVMESH_NONE;
        if (!is_end && (is_passed(d, at->mark) || at->g > d->marks[at->mark].g)) {
            continue;
        }
        if (at->before != at->via && !sees(d, &d->nodes[at->before], at)) {
            at->before = at->via; /* expanded later, at its larger cost */
            at->g = d->nodes[at->via].g + wide_distance(d->nodes[at->via].at, at->at);
            open_again(d, index);
        } else if (is_end) {
            return index;
        } else {
            d->marks[d->mark_count + at->mark].stamp = d->stamp;
            pass(d, index);
        }
    }
    return NAVMESH_NONE;
}

/* ---- The path -------------------------------------------------------------------------------- */

static search_outcome put_path(detour *d, search_start from, uint32_t end, search_path *out) {
    const navmesh_level *level = d->ground->level;
    uint32_t count = 0;
    for (uint32_t i = end; d->nodes[i].before != NAVMESH_NONE; i = d->nodes[i].before) {
        count++;
    }
    wend_route_point *points =
        wend_view_scratch(d->ground->view, d->ground->worker, ((size_t)count + 1) * sizeof *points);
    if (points == NULL) {
        return SEARCH_NO_MEMORY;
    }
    uint32_t at = count;
    for (uint32_t i = end; d->nodes[i].before != NAVMESH_NONE; i = d->nodes[i].before) {
        /* Portal followers need a portal at each corner, and obstacles have no edges in the mesh.
         */
        float clearance = i == end ? 0.0F : PORTALS_WANTED;
        points[--at] = (wend_route_point){d->nodes[i].at, clearance,
                                          level->polygons[d->nodes[i].polygon].layer};
    }
    *out = (search_path){points, count, d->nodes[end].polygon, 0.0, 0, false};
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
    d.mark_count = MOST_POINTS * (size_t)level->corner_count + MOST_CORNERS + 1;
    d.corners = wend_view_scratch(ground->view, ground->worker, MOST_CORNERS * sizeof *d.corners);
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
            break; /* everything that can be reached was searched */
        }
    }
    if (end == NAVMESH_NONE) {
        return d.failed ? SEARCH_NO_MEMORY : SEARCH_NONE;
    }
    return put_path(&d, from, end, out);
}
