/* Clips segments to the part that the centre of a disc may cross: edges of a mesh, and portals
 * across a path, which extend from wall to wall, up to VIA_REACH to either side.
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

#include <wend/world.h>

#include "geom/segment.h"
#include "geom/vec.h"
#include "step/internals.h"

enum { MAX_WALLS = 192, PORTAL_REACH = 32 /* m */ };
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

/* Cuts the free part of an edge at closed doors and stationary obstacles. */
static void cut_at_overlay(const wend_view *view, cutter *cut, uint32_t layer) {
    uint32_t cursor = 0;
    const overlay_wall *wall = NULL;
    while (cut->radius > 0.0 && (wall = next_blocking_wall(view, layer, &cursor)) != NULL) {
        cut_at_wall(cut, wall->a, wall->b);
    }
}

/* Cuts the free part of an edge at all walls that block. */
static void cut_at_walls(const wend_view *view, cutter *cut, uint32_t layer,
                         const wend_wall_hit *walls, uint32_t count) {
    for (uint32_t i = 0; i < count && cut->radius > 0.0; i++) {
        cut_at_wall(cut, walls[i].a, walls[i].b);
    }
    cut_at_overlay(view, cut, layer);
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

double portal_search_centre(wend_vec2 a, wend_vec2 b, double at) {
    double x = (double)b.x - (double)a.x, y = (double)b.y - (double)a.y;
    double pieces = ceil(sqrt(x * x + y * y) / PORTAL_REACH);
    return pieces <= 2.0 ? 0.5 : (floor(at * pieces) + 0.5) / pieces;
}

/* Describes the segment a -> b, all of it free. */
static cutter cutter_of(wend_vec2 a, wend_vec2 b, double at, double radius) {
    return (cutter){.ax = (double)a.x,
                    .ay = (double)a.y,
                    .dx = (double)b.x - (double)a.x,
                    .dy = (double)b.y - (double)a.y,
                    .at = at,
                    .radius = radius,
                    .free_part = {0.0, 1.0}};
}

portal_part portal_find_part(const wend_view *view, wend_vec2 a, wend_vec2 b, uint32_t layer,
                             double at, double radius, bool *depends) {
    cutter cut = cutter_of(a, b, at, fmax(radius - MESH_ERROR, 0.0));
    find_free_part(view, &cut, layer, portal_search_centre(a, b, at), radius);
    *depends = false;
    if (cut.is_blocked || cut.free_part.low > at || cut.free_part.high < at) {
        /* The path crosses the edge nearer to a wall than the radius: use the clearance there. */
        wend_location location = {{(float)(cut.ax + cut.dx * at), (float)(cut.ay + cut.dy * at)},
                                  layer};
        cut.radius = fmin(radius, clearance_at(view, location, radius + 1e-3) - 1e-5);
        cut.free_part = (portal_part){0.0, 1.0};
        find_free_part(view, &cut, layer, at, radius);
        *depends = true;
    }
    portal_part inset = {cut.free_part.low + SLACK, cut.free_part.high - SLACK};
    *depends = *depends || inset.low > at || inset.high < at;
    return (portal_part){fmin(inset.low, at), fmax(inset.high, at)};
}

portal_part portal_clip_to_overlay(const wend_view *view, wend_vec2 a, wend_vec2 b, uint32_t layer,
                                   double at, double radius, portal_part part) {
    cutter cut = cutter_of(a, b, at, fmax(radius - MESH_ERROR, 0.0));
    cut.free_part = part;
    cut_at_overlay(view, &cut, layer);
    return (portal_part){fmin(cut.free_part.low, at), fmax(cut.free_part.high, at)};
}

portal_part portal_free_part(const wend_view *view, wend_vec2 a, wend_vec2 b, uint32_t layer,
                             double at, double radius) {
    bool depends;
    return portal_find_part(view, a, b, layer, at, radius, &depends);
}

wend_portal portal_part_of(const wend_view *view, wend_vec2 right, wend_vec2 left, uint32_t layer,
                           double at, double radius) {
    portal_part part = portal_free_part(view, right, left, layer, at, radius);
    return (wend_portal){.left = vec_lerp(right, left, (float)part.high),
                         .right = vec_lerp(right, left, (float)part.low),
                         .layer = layer};
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
