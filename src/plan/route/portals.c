/* Finds the way portals of a polyline: the edges of the walkable area's mesh that it crosses. Each
 * edge is clipped to the part that the centre of the disc may cross. A point of the agent's own
 * path also has a portal, although it need not lie on an edge: this portal crosses the path from
 * wall to wall, up to VIA_REACH to either side.
 *
 * A point of an edge is blocked if it lies in a capsule of the disc's radius around a wall. A
 * capsule is convex, so it covers one interval of the edge. That interval is the union of the
 * intervals that its two end discs and the strip between them cover; each of these is found from a
 * quadratic or linear equation. The portal is the free part of the edge around the point where the
 * polyline crosses it, inset by SLACK of the edge's length, which is more than rounding errors.
 *
 * Cost: one query of the nearby walls for each edge. */
#include "plan/route/portals.h"

#include <math.h>
#include <string.h>

#include <wend/world.h>

#include "geom/predicates.h"
#include "geom/segment.h"
#include "geom/vec.h"
#include "step/internals.h"

enum { MAX_WALLS = 192, PORTAL_REACH = 32 /* m */, MAX_CONTAINING = 16, FIRST_ROOM = 32 };
static const float VIA_REACH = 5.0F; /* m: how far the portal at a point extends to either side */
static const double SLACK = 1e-6;
/* m: paths on a mesh may be nearer to a wall than its radius by less than this. */
static const double MESH_ERROR = 1e-4;

/* ---- Free part of an edge -------------------------------------------------------------------- */

/* An edge, and its part that is still free. */
typedef struct cutter {
    double ax, ay, dx, dy; /* point a, and vector from a to b */
    double at, radius;
    portal_part free_part;
    bool is_blocked; /* true if the crossing lies nearer to a wall than the radius */
} cutter;

/* Returns the smallest interval that contains two others. An interval with low > high is empty. */
static portal_part hull(portal_part a, portal_part b) {
    if (a.low > a.high) {
        return b;
    }
    if (b.low > b.high) {
        return a;
    }
    return (portal_part){fmin(a.low, b.low), fmax(a.high, b.high)};
}

static const portal_part nothing = {1.0, -1.0};

/* Returns the part of the edge that lies in the disc around p. */
static portal_part in_disc(const cutter *cut, wend_vec2 p) {
    double x = cut->ax - (double)p.x, y = cut->ay - (double)p.y;
    double a = cut->dx * cut->dx + cut->dy * cut->dy, b = cut->dx * x + cut->dy * y;
    double c = x * x + y * y - cut->radius * cut->radius, root = b * b - a * c;
    if (root <= 0.0) {
        return nothing;
    }
    root = sqrt(root);
    return (portal_part){(-b - root) / a, (-b + root) / a};
}

/* Clips a part to the values of t for which `from + t * slope` lies between `low` and `high`. */
static portal_part clip_between(portal_part part, double from, double slope, double low,
                                double high) {
    if (slope == 0.0) {
        return from > low && from < high ? part : nothing;
    }
    double first = (low - from) / slope, second = (high - from) / slope;
    portal_part cut = {fmax(part.low, fmin(first, second)), fmin(part.high, fmax(first, second))};
    return cut.low <= cut.high ? cut : nothing;
}

/* Returns the part of the edge that lies in the strip beside the wall, that is, between the wall's
 * ends and within the radius of its line. */
static portal_part in_strip(const cutter *cut, wend_vec2 p, wend_vec2 q) {
    double ux = (double)q.x - (double)p.x, uy = (double)q.y - (double)p.y;
    double length = sqrt(ux * ux + uy * uy);
    if (length == 0.0) {
        return nothing;
    }
    ux /= length;
    uy /= length;
    double x = cut->ax - (double)p.x, y = cut->ay - (double)p.y;
    portal_part part = {-(double)INFINITY, (double)INFINITY};
    part = clip_between(part, x * ux + y * uy, cut->dx * ux + cut->dy * uy, 0.0, length);
    if (part.low > part.high) {
        return nothing;
    }
    return clip_between(part, x * uy - y * ux, cut->dx * uy - cut->dy * ux, -cut->radius,
                        cut->radius);
}

static portal_part in_capsule(const cutter *cut, wend_vec2 p, wend_vec2 q) {
    return hull(hull(in_disc(cut, p), in_disc(cut, q)), in_strip(cut, p, q));
}

portal_part portal_covered_part(wend_vec2 a, wend_vec2 b, wend_vec2 p, wend_vec2 q, double radius) {
    cutter cut = {.ax = (double)a.x,
                  .ay = (double)a.y,
                  .dx = (double)b.x - (double)a.x,
                  .dy = (double)b.y - (double)a.y,
                  .radius = radius};
    return in_capsule(&cut, p, q);
}

static void cut_at_wall(cutter *cut, wend_vec2 p, wend_vec2 q) {
    portal_part covered = in_capsule(cut, p, q);
    if (covered.low > covered.high) {
        return;
    }
    if (covered.high <= cut->at) {
        cut->free_part.low = fmax(cut->free_part.low, covered.high);
    } else if (covered.low >= cut->at) {
        cut->free_part.high = fmin(cut->free_part.high, covered.low);
    } else { /* the crossing lies in the covered part */
        cut->is_blocked = true;
        cut->free_part.low =
            cut->at - covered.low < covered.high - cut->at ? cut->free_part.low : cut->at;
        cut->free_part.high =
            cut->at - covered.low < covered.high - cut->at ? cut->at : cut->free_part.high;
    }
}

/* ---- Walls that block ------------------------------------------------------------------------ */

/* Returns the next wall of a closed door or a stationary obstacle on a layer; NULL at the end of
 * the list. */
static const overlay_wall *next_blocking_wall(const wend_view *view, uint32_t layer,
                                              uint32_t *cursor) {
    const overlay *over = view->internals->overlay;
    for (; *cursor < over->wall_count; (*cursor)++) {
        const overlay_wall *wall = &over->walls[*cursor];
        if (wall->layer == layer && overlay_blocks_routes(over, wall)) {
            (*cursor)++;
            return wall;
        }
    }
    return NULL;
}

/* Returns the distance (m) from a location to the nearest wall, at most `limit`. */
static double clearance_at(const wend_view *view, wend_location location, double limit) {
    double best = (double)wend_space_clearance(view->space, location, (float)limit, view->classes);
    uint32_t cursor = 0;
    const overlay_wall *wall = NULL;
    while ((wall = next_blocking_wall(view, location.layer, &cursor)) != NULL) {
        best = fmin(best, segment_point_distance(location.position, wall->a, wall->b));
    }
    return best;
}

/* Cuts the free part of an edge at all walls that block. */
static void cut_at_walls(const wend_view *view, cutter *cut, uint32_t layer,
                         const wend_wall_hit *walls, uint32_t count) {
    for (uint32_t i = 0; i < count && cut->radius > 0.0; i++) {
        cut_at_wall(cut, walls[i].a, walls[i].b);
    }
    uint32_t cursor = 0;
    const overlay_wall *wall = NULL;
    while (cut->radius > 0.0 && (wall = next_blocking_wall(view, layer, &cursor)) != NULL) {
        cut_at_wall(cut, wall->a, wall->b);
    }
}

/* Finds the free part of an edge around fraction `at`, within PORTAL_REACH of fraction `centre`. */
static void find_free_part(const wend_view *view, cutter *cut, uint32_t layer, double centre,
                           double radius) {
    double length = sqrt(cut->dx * cut->dx + cut->dy * cut->dy);
    wend_location location = {
        {(float)(cut->ax + cut->dx * centre), (float)(cut->ay + cut->dy * centre)}, layer};
    double reach = fmin(fmax(centre, 1.0 - centre) * length, (double)PORTAL_REACH) + radius;
    wend_wall_hit walls[MAX_WALLS];
    uint32_t count =
        wend_space_find_walls(view->space, location, (float)reach, view->classes, walls, MAX_WALLS);
    double seen = count == MAX_WALLS ? (double)walls[count - 1].distance : reach;
    cut->free_part.low = fmax(0.0, centre - fmax(seen - radius, 0.0) / length);
    cut->free_part.high = fmin(1.0, centre + fmax(seen - radius, 0.0) / length);
    cut_at_walls(view, cut, layer, walls, count);
}

/* Returns the fraction around which walls are searched: the middle of the edge or, if the edge is
 * longer than twice PORTAL_REACH, the nearest of several points on it. It is the same for all paths
 * that cross the edge nearby, so that they have the same portal. */
static double search_centre(double length, double at) {
    double pieces = ceil(length / PORTAL_REACH);
    return pieces <= 2.0 ? 0.5 : (floor(at * pieces) + 0.5) / pieces;
}

portal_part portal_free_part(const wend_view *view, wend_vec2 a, wend_vec2 b, uint32_t layer,
                             double at, double radius) {
    cutter cut = {.ax = (double)a.x,
                  .ay = (double)a.y,
                  .dx = (double)b.x - (double)a.x,
                  .dy = (double)b.y - (double)a.y,
                  .at = at,
                  .radius = fmax(radius - MESH_ERROR, 0.0),
                  .free_part = {0.0, 1.0}};
    double length = sqrt(cut.dx * cut.dx + cut.dy * cut.dy);
    find_free_part(view, &cut, layer, search_centre(length, at), radius);
    if (cut.is_blocked || cut.free_part.low > at || cut.free_part.high < at) {
        /* The path crosses the edge nearer to a wall than the radius: use the clearance there. */
        wend_location location = {{(float)(cut.ax + cut.dx * at), (float)(cut.ay + cut.dy * at)},
                                  layer};
        cut.radius = fmin(radius, clearance_at(view, location, radius + 1e-3) - 1e-5);
        cut.free_part = (portal_part){0.0, 1.0};
        find_free_part(view, &cut, layer, at, radius);
    }
    portal_part left = {fmin(cut.free_part.low + SLACK, at), fmax(cut.free_part.high - SLACK, at)};
    return left;
}

wend_portal portal_part_of(const wend_view *view, wend_vec2 right, wend_vec2 left, uint32_t layer,
                           double at, double radius) {
    portal_part part = portal_free_part(view, right, left, layer, at, radius);
    return (wend_portal){.left = vec_lerp(right, left, (float)part.high),
                         .right = vec_lerp(right, left, (float)part.low),
                         .layer = layer};
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

typedef struct tracer {
    const search_ground *ground;
    const navmesh_level *level; /* the level of radius 0 */
    double radius;
    wend_portal *portals;
    uint32_t count, room;
    bool failed;
} tracer;

static bool make_room(tracer *trace) {
    if (trace->count < trace->room) {
        return true;
    }
    uint32_t room = trace->room ? 2 * trace->room : FIRST_ROOM;
    wend_portal *portals =
        wend_view_scratch(trace->ground->view, trace->ground->worker, room * sizeof *portals);
    if (portals == NULL) {
        trace->failed = true;
        return false;
    }
    if (trace->count > 0) {
        memcpy(portals, trace->portals, trace->count * sizeof *portals);
    }
    trace->portals = portals;
    trace->room = room;
    return true;
}

/* Adds a portal: the part of the segment right -> left around fraction `at` that the disc may
 * cross. */
static void add_part(tracer *trace, wend_vec2 right, wend_vec2 left, uint32_t layer, double at) {
    if (trace->count >= WEND_MAX_PATH || !make_room(trace)) {
        return;
    }
    trace->portals[trace->count++] =
        portal_part_of(trace->ground->view, right, left, layer, at, trace->radius);
}

bool portal_across(const wend_view *view, wend_vec2 from, wend_location at, wend_vec2 next,
                   double radius, wend_portal *out) {
    wend_vec2 in = vec_normalized(vec_sub(at.position, from));
    wend_vec2 ahead = vec_normalized(vec_sub(next, at.position));
    wend_vec2 along = vec_normalized(vec_dot(in, ahead) > -0.5F ? vec_add(in, ahead) : in);
    wend_vec2 side = vec_scale(vec_perp(along), VIA_REACH);
    if (side.x == 0.0F && side.y == 0.0F) {
        return false;
    }
    *out = portal_part_of(view, vec_sub(at.position, side), vec_add(at.position, side), at.layer,
                          0.5, radius);
    return true;
}

/* Adds the portal at a point of the agent's own path. */
static void add_portal_at_point(tracer *trace, wend_vec2 from, const wend_route_point *at,
                                wend_vec2 next) {
    wend_portal portal;
    wend_location location = {at->position, at->layer};
    if (trace->count < WEND_MAX_PATH && make_room(trace) &&
        portal_across(trace->ground->view, from, location, next, trace->radius, &portal)) {
        trace->portals[trace->count++] = portal;
    }
}

/* Adds the portal at an edge of polygon `index` that the leg p -> q crosses. */
static void add_portal(tracer *trace, uint32_t index, uint32_t corner, wend_vec2 p, wend_vec2 q) {
    const navmesh_level *level = trace->level;
    wend_vec2 a = level->points[corner], b = level->points[level->twins[corner]];
    uint32_t layer = level->polygons[index].layer;
    double px = (double)q.x - (double)p.x, py = (double)q.y - (double)p.y;
    double side_a = px * ((double)a.y - (double)p.y) - py * ((double)a.x - (double)p.x);
    double side_b = px * ((double)b.y - (double)p.y) - py * ((double)b.x - (double)p.x);
    double at = side_a != side_b ? side_a / (side_a - side_b) : 0.5;
    add_part(trace, a, b, layer, fmin(fmax(at, 0.0), 1.0));
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
        add_part(trace, a, b, polygon->layer, at);
        return;
    }
}

/* Follows a leg from polygon to polygon. Returns the polygon in which it ends. If rounding makes
 * the leg run into a wall, the trace resumes at the leg's end. */
static uint32_t trace_leg(tracer *trace, uint32_t index, bool is_first, wend_location from,
                          wend_location to) {
    const navmesh_level *level = trace->level;
    wend_vec2 p = from.position, q = to.position;
    uint32_t ahead = polygon_ahead(level, index, from, q);
    if (ahead != index && !is_first) {
        add_edge_at(trace, index, ahead, p);
    }
    index = ahead;
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

wend_portal *portals_find(const search_ground *ground, wend_location start,
                          const wend_route_point *points, uint32_t point_count, double radius,
                          uint32_t *count) {
    const navmesh_level *level = &ground->mesh->levels[0];
    tracer trace = {.ground = ground, .level = level, .radius = radius};
    uint32_t index = navmesh_locate(level, start);
    if (index == NAVMESH_NONE) {
        wend_vec2 near;
        index = navmesh_nearest(level, NULL, start, 1.0F + (float)radius, &near);
    }
    for (uint32_t i = 0; index != NAVMESH_NONE && i < point_count; i++) {
        wend_location to = {points[i].position, points[i].layer};
        index = trace_leg(&trace, index, i == 0, start, to);
        if (points[i].clearance == PORTALS_WANTED && i + 1 < point_count) {
            add_portal_at_point(&trace, start.position, &points[i], points[i + 1].position);
        }
        start = to;
    }
    *count = trace.failed ? 1 : trace.count;
    return trace.failed ? NULL : trace.portals;
}
