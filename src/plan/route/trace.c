/* Traces a polyline through the mesh of the walkable area: the portals that it crosses, and the
 * clearance at its points. See trace.h.
 *
 * A leg is followed from polygon to polygon. The edges that it crosses become portals, cut to where
 * the centre of the disc may be (portals.c). Legs between two turning points are looked up in the
 * cache first. The first leg of a path begins at the agent, so only its edges are looked up.
 *
 * Cost: O(1) for a leg in the cache, and for an edge in the cache; otherwise one query of the
 * nearby walls for each edge. */
#include "plan/route/trace.h"

#include <math.h>
#include <string.h>

#include <wend/world.h>

#include "geom/predicates.h"
#include "geom/vec.h"
#include "plan/route/portals.h"
#include "step/internals.h"
#include "step/standing.h"
#include "step/worker_buffers.h"

enum {
    MAX_CONTAINING = 16,
    FIRST_ROOM = 64,
    /* A stretch ends with the first leg after which it has so many portals. */
    STRETCH_PORTALS = 48,
    /* The agent needs the next stretch when it may have only so many portals left. Followers look
     * at most so far ahead. */
    STRETCH_RESERVE = 32
};

/* m: the clearance at points is measured up to this limit. */
static const float CLEARANCE_LIMIT = 5.0F;

typedef struct tracer {
    const trace_path *path;
    const navmesh_level *level; /* the level of radius 0 */
    wend_portal *portals;       /* in a worker buffer */
    uint32_t count, room;
    cached_leg *leg; /* the leg that was followed last, if it was in the cache; otherwise NULL */
    bool failed;     /* true if out of memory */
} tracer;

/* ---- Portals --------------------------------------------------------------------------------- */

static bool make_room(tracer *trace, uint32_t count) {
    const search_ground *ground = trace->path->ground;
    while (trace->room < trace->count + count && !trace->failed) {
        uint32_t room = trace->room ? 2 * trace->room : FIRST_ROOM;
        trace->portals = worker_buffer_take(ground->view, ground->worker, BUFFER_PORTALS,
                                            room * sizeof *trace->portals);
        trace->room = room;
        trace->failed = trace->portals == NULL;
    }
    return !trace->failed;
}

/* Adds a portal: the part, around fraction `at`, of the edge that starts at a corner of polygon
 * `index`. */
static void add_part(tracer *trace, uint32_t index, uint32_t corner, double at) {
    const trace_path *path = trace->path;
    const navmesh_level *level = trace->level;
    wend_vec2 right = level->points[corner], left = level->points[level->twins[corner]];
    uint32_t layer = level->polygons[index].layer;
    if (trace->count >= WEND_MAX_PATH || !make_room(trace, 1)) {
        return;
    }
    const wend_view *view = path->ground->view;
    edge_key key = {portal_search_centre(right, left, at), corner, (float)path->radius,
                    view->classes};
    portal_part part;
    if (path->cache == NULL || !leg_cache_find_edge(path->cache, &key, at, &part)) {
        bool depends = false;
        part = portal_find_part(view, right, left, layer, at, path->radius, &depends);
        if (path->cache != NULL && !depends) {
            leg_cache_add_edge(path->cache, &key, part);
        }
    }
    trace->portals[trace->count++] = (wend_portal){.left = vec_lerp(right, left, (float)part.high),
                                                   .right = vec_lerp(right, left, (float)part.low),
                                                   .layer = layer};
}

/* Adds the portal at a point of the agent's own path. */
static void add_portal_at_point(tracer *trace, wend_vec2 from, const wend_route_point *at,
                                wend_vec2 next) {
    wend_portal portal;
    wend_location location = {at->position, at->layer};
    if (trace->count < WEND_MAX_PATH && make_room(trace, 1) &&
        portal_across(trace->path->ground->view, from, location, next, trace->path->radius,
                      &portal)) {
        trace->portals[trace->count++] = portal;
    }
}

/* ---- Crossed edges --------------------------------------------------------------------------- */

/* Returns the edge through which the line p -> q leaves a polygon: the edge that begins to the
 * right of the line and ends to the left of it. Vertices on the line count as right if
 * `on_is_right` is true, otherwise as left. Returns NAVMESH_NONE if there is no such edge, or if it
 * is a wall. */
static uint32_t exit_edge(const navmesh_level *level, uint32_t index, wend_vec2 p, wend_vec2 q,
                          bool on_is_right) {
    const navmesh_polygon *polygon = &level->polygons[index];
    uint32_t before = polygon->first + polygon->count - 1;
    int side = predicate_orient(p, q, level->points[before]);
    for (uint32_t corner = polygon->first; corner < polygon->first + polygon->count; corner++) {
        int next = predicate_orient(p, q, level->points[corner]);
        bool leaves = on_is_right ? side <= 0 && next > 0 : side < 0 && next >= 0;
        if (leaves) {
            return level->neighbours[before] != NAVMESH_NONE ? before : NAVMESH_NONE;
        }
        side = next;
        before = corner;
    }
    return NAVMESH_NONE;
}

/* Adds the portal at an edge of polygon `index` that the leg p -> q crosses. */
static void add_portal(tracer *trace, uint32_t index, uint32_t corner, wend_vec2 p, wend_vec2 q) {
    const navmesh_level *level = trace->level;
    wend_vec2 a = level->points[corner], b = level->points[level->twins[corner]];
    double px = (double)q.x - (double)p.x, py = (double)q.y - (double)p.y;
    double side_a = px * ((double)a.y - (double)p.y) - py * ((double)a.x - (double)p.x);
    double side_b = px * ((double)b.y - (double)p.y) - py * ((double)b.x - (double)p.x);
    double at = side_a != side_b ? side_a / (side_a - side_b) : 0.5;
    add_part(trace, index, corner, fmin(fmax(at, 0.0), 1.0));
}

/* Finds the polygon that contains p and in which the path continues towards q. Returns `index` if
 * there is no such polygon. */
static uint32_t polygon_ahead(const navmesh_level *level, uint32_t index, wend_location p,
                              wend_vec2 q) {
    uint32_t containing[MAX_CONTAINING],
        count = navmesh_find_containing(level, p, containing, MAX_CONTAINING);
    for (uint32_t i = 0; i < count; i++) {
        if (navmesh_contains(level, containing[i], q)) {
            return containing[i];
        }
    }
    for (uint32_t i = 0; i < count; i++) {
        uint32_t corner = exit_edge(level, containing[i], p.position, q, true);
        wend_vec2 a = corner != NAVMESH_NONE ? level->points[corner] : p.position;
        wend_vec2 b = corner != NAVMESH_NONE ? level->points[level->twins[corner]] : p.position;
        if (corner != NAVMESH_NONE && predicate_orient(a, b, p.position) > 0) {
            return containing[i];
        }
    }
    return index;
}

/* True if a point lies inside a polygon, and not on its boundary. */
static bool is_inside(const navmesh_level *level, uint32_t index, wend_vec2 position) {
    const navmesh_polygon *polygon = &level->polygons[index];
    wend_vec2 a = level->points[polygon->first + polygon->count - 1];
    for (uint32_t i = 0; i < polygon->count; i++) {
        wend_vec2 b = level->points[polygon->first + i];
        if (predicate_orient(a, b, position) <= 0) {
            return false;
        }
        a = b;
    }
    return true;
}

/* Adds the portal for a leg that begins on the edge between two polygons. The previous leg ended in
 * one polygon and this leg continues in the other, so neither leg crosses the edge. */
static void add_edge_at(tracer *trace, uint32_t index, uint32_t ahead, wend_vec2 p) {
    const navmesh_level *level = trace->level;
    const navmesh_polygon *polygon = &level->polygons[index];
    for (uint32_t corner = polygon->first; corner < polygon->first + polygon->count; corner++) {
        if (level->neighbours[corner] != ahead) {
            continue;
        }
        wend_vec2 a = level->points[corner], b = level->points[level->twins[corner]];
        if (predicate_orient(a, b, p) != 0) {
            continue;
        }
        double x = (double)b.x - (double)a.x, y = (double)b.y - (double)a.y;
        double at = ((double)p.x - (double)a.x) * x + ((double)p.y - (double)a.y) * y;
        double square = x * x + y * y;
        at = square > 0.0 ? fmin(fmax(at / square, 0.0), 1.0) : 0.5;
        add_part(trace, index, corner, at);
        return;
    }
}

/* Follows a leg that begins in polygon `index`, from polygon to polygon. Returns the polygon in
 * which it ends. If rounding makes the leg run into a wall, the trace resumes at the leg's end. */
static uint32_t cross_polygons(tracer *trace, uint32_t index, wend_vec2 p, wend_location to) {
    const navmesh_level *level = trace->level;
    wend_vec2 q = to.position;
    for (uint32_t steps = 0; steps < WEND_MAX_PATH && !trace->failed; steps++) {
        if (level->polygons[index].layer == to.layer && navmesh_contains(level, index, q)) {
            return index;
        }
        uint32_t corner = exit_edge(level, index, p, q, true);
        corner = corner != NAVMESH_NONE ? corner : exit_edge(level, index, p, q, false);
        if (corner == NAVMESH_NONE) {
            break;
        }
        add_portal(trace, index, corner, p, q);
        index = level->neighbours[corner];
    }
    uint32_t end = navmesh_locate(level, to);
    return end != NAVMESH_NONE ? end : index;
}

/* ---- Legs ------------------------------------------------------------------------------------ */

float trace_clearance(const wend_view *view, wend_location at, float limit) {
    float room = wend_space_clearance(view->space, at, limit, view->classes);
    return (float)standing_distance(view, at, (double)room);
}

static float measure_clearance(const tracer *trace, wend_location at) {
    return trace_clearance(trace->path->ground->view, at, CLEARANCE_LIMIT);
}

/* Follows a leg that is not in the cache, and adds it to the cache. Returns the polygon in which it
 * ends. */
static uint32_t follow_new_leg(tracer *trace, uint32_t index, const leg_key *key,
                               float *clearance) {
    wend_location from = {key->from, key->from_layer}, to = {key->to, key->to_layer};
    uint32_t ahead = polygon_ahead(trace->level, NAVMESH_NONE, from, key->to);
    if (ahead != NAVMESH_NONE && ahead != index) {
        add_edge_at(trace, index, ahead, key->from);
    }
    uint32_t first = trace->count;
    uint32_t end = cross_polygons(trace, ahead != NAVMESH_NONE ? ahead : index, key->from, to);
    *clearance = measure_clearance(trace, from);
    if (trace->path->cache != NULL && ahead != NAVMESH_NONE && trace->count < WEND_MAX_PATH &&
        !trace->failed) {
        cached_leg leg = {.key = *key,
                          .count = trace->count - first,
                          .begins = ahead,
                          .ends = end,
                          .clearance = *clearance};
        leg_cache_add(trace->path->cache, &leg, leg.count > 0 ? &trace->portals[first] : NULL);
    }
    return end;
}

/* Follows a leg between two points of the path; the leg before it ended in polygon `index`. Returns
 * the polygon in which the leg ends, and measures the clearance at its start. */
static uint32_t follow_leg(tracer *trace, uint32_t index, wend_location from, wend_location to,
                           float *clearance) {
    const trace_path *path = trace->path;
    leg_key key = {from.position, to.position,         from.layer,
                   to.layer,      (float)path->radius, path->ground->view->classes};
    const wend_portal *portals = NULL;
    cached_leg *leg =
        path->cache != NULL ? leg_cache_find_next(path->cache, trace->leg, &key, &portals) : NULL;
    trace->leg = leg;
    if (leg == NULL) {
        return follow_new_leg(trace, index, &key, clearance);
    }
    if (leg->begins != index) {
        add_edge_at(trace, index, leg->begins, from.position);
    }
    uint32_t room = WEND_MAX_PATH - trace->count;
    uint32_t count = leg->count < room ? leg->count : room;
    if (count > 0 && make_room(trace, count)) {
        memcpy(&trace->portals[trace->count], portals, count * sizeof *portals);
        trace->count += count;
    }
    *clearance = leg->clearance;
    return leg->ends;
}

/* ---- Paths ----------------------------------------------------------------------------------- */

/* Follows the first leg. Returns the polygon in which it ends, or NAVMESH_NONE if the path does not
 * begin near the walkable area. */
static uint32_t follow_first_leg(tracer *trace, wend_location to) {
    const trace_path *path = trace->path;
    uint32_t index = navmesh_locate(trace->level, path->start);
    if (index == NAVMESH_NONE) {
        wend_vec2 near;
        float reach = 1.0F + (float)path->radius;
        index = navmesh_nearest(trace->level, NULL, path->start, reach, &near);
    }
    if (index == NAVMESH_NONE) {
        return index;
    }
    if (!is_inside(trace->level, index, path->start.position)) {
        index = polygon_ahead(trace->level, index, path->start, to.position);
    }
    return cross_polygons(trace, index, path->start.position, to);
}

/* Follows one leg of the path, to point `i`. Returns the polygon in which it ends. */
static uint32_t follow(tracer *trace, uint32_t index, wend_location from, uint32_t i) {
    const trace_path *path = trace->path;
    wend_route_point *point = &path->points[i];
    wend_location to = {point->position, point->layer};
    if (i == 0) {
        index = follow_first_leg(trace, to);
    } else if (index != NAVMESH_NONE) {
        index = follow_leg(trace, index, from, to, &point[-1].clearance);
    } else {
        point[-1].clearance = measure_clearance(trace, from);
    }
    if (point->clearance == PORTALS_WANTED && i + 1 < path->point_count && index != NAVMESH_NONE) {
        add_portal_at_point(trace, from.position, point, point[1].position);
    }
    return index;
}

bool trace_portals(const trace_path *path, traced_path *out) {
    tracer trace = {.path = path, .level = &path->ground->mesh->levels[0]};
    wend_location from = path->start;
    uint32_t index = NAVMESH_NONE, i = 0;
    double length = 0.0, stretch = 0.0;
    for (; i < path->point_count && (path->whole || trace.count < STRETCH_PORTALS); i++) {
        const wend_route_point *point = &path->points[i];
        index = follow(&trace, index, from, i);
        double leg = (double)vec_length(vec_sub(point->position, from.position));
        length += leg;
        bool leaves_reserve = trace.count + STRETCH_RESERVE <= STRETCH_PORTALS;
        stretch = leaves_reserve ? length : i == 0 ? 0.5 * leg : stretch;
        from = (wend_location){point->position, point->layer};
    }
    if (path->measured >= i && i > 0) {
        path->points[i - 1].clearance = measure_clearance(&trace, from);
    }
    *out = (traced_path){.portals = trace.portals,
                         .portal_count = trace.count,
                         .point_count = i,
                         .continues = i < path->point_count,
                         .is_short = trace.count < STRETCH_PORTALS,
                         .stretch = stretch};
    return !trace.failed;
}
