/* Covers the area within a radius of walls with polygons, which are united later.
 *
 * A wall with ground on its left gives a box on that side. If the solid has a convex corner at the
 * end of the wall, the wall also gives a fan. The outer edges of a fan are tangents to the circle:
 * if each edge turns by 2 * h, its vertices lie at radius / cos(h). No edge cuts inside the radius,
 * and straight walls are widened by exactly the radius. The boxes of other walls cut a wall at
 * points that must be rounded. Each box therefore extends slightly beyond the back of its wall,
 * which keeps the wall itself inside the union.
 *
 * Around a convex solid, the union of all boxes and fans is a band: its outer ring consists of the
 * arcs, and its inner ring is the solid, inset by the depth of the boxes. bands.c uses bands for
 * solids far from other walls, which then take part in no union.
 *
 * Cost: O(1) for each wall and piece of an arc. */
#include "build/navmesh/navmesh.h"
#include "geom/point.h"
#include <math.h>
#include <string.h>
#include <wend/math.h>

enum { MOST_PIECES = 64 /* pieces of an arc per quarter circle */, MOST_ARC = 2 * MOST_PIECES + 2 };

static const double BEHIND = 2.0; /* units: how far a box extends behind its wall */

typedef struct arc {
    wend_point points[MOST_ARC];
    uint32_t count; /* 0 if the corner is not convex */
} arc;

/* Returns the unit normal on the left of a -> b. */
static wend_point left_of(wend_point a, wend_point b) {
    double x = b.x - a.x, y = b.y - a.y, length = sqrt(x * x + y * y);
    return (wend_point){-y / length, x / length};
}

/* Makes an arc around a corner. The arc starts in direction `from` and turns clockwise by `angle`.
 */
static void make_arc(wend_point corner, wend_point from, double angle, mesh_disc disc, arc *out) {
    uint32_t pieces = (uint32_t)ceil(angle / (2.0 * disc.half_step));
    pieces = pieces < 1 ? 1 : pieces > MOST_ARC ? MOST_ARC : pieces;
    double half = angle / (2.0 * pieces), radius = disc.radius / wend_cos(half);
    for (uint32_t i = 0; i < pieces; i++) {
        double at = (2.0 * i + 1.0) * half, c = wend_cos(at), s = wend_sin(at);
        wend_point offset = {from.x * c + from.y * s, from.y * c - from.x * s};
        out->points[i] = point_along(corner, offset, radius);
    }
    out->count = pieces;
}

static void make_arc_between(wend_point corner, wend_point from, wend_point to, mesh_disc disc,
                             arc *out) {
    double cross = from.x * to.y - from.y * to.x, dot = from.x * to.x + from.y * to.y;
    out->count = 0;
    if (cross < 0.0 || (cross == 0.0 && dot < 0.0)) {
        make_arc(corner, from, wend_atan2(-cross, dot), disc, out);
    }
}

static void add_polygon(mesh_builder *b, wend_point *points, uint32_t count, geos_list *out) {
    shapes_ring ring = {points, count};
    shapes_polygon polygon = {.rings = &ring, .ring_count = 1};
    bool shortened = false;
    geos_list_take(&b->geos, out, geos_polygon_as_given(&b->geos, &polygon, &shortened));
}

/* Makes the arc at the end of edge `e`. The arc turns from the normal of `e` to the next wall's
 * normal; if there is no next wall, it is a half circle. */
static void make_arc_at_end(const mesh_builder *b, const space_edge *e, mesh_disc disc, arc *out) {
    wend_point a = mesh_to_units(b, e->a), end = mesh_to_units(b, e->b), normal = left_of(a, end);
    const space_edge *next = e->next != SPACE_NONE ? &b->space->edges[e->next] : NULL;
    if (next == NULL || next->link != SPACE_NONE) {
        make_arc(end, normal, WEND_PI, disc, out);
    } else {
        make_arc_between(end, normal, left_of(end, mesh_to_units(b, next->b)), disc, out);
    }
}

/* Makes the arc at the start of edge `e`. The arc turns from the previous wall's normal to the
 * normal of `e`; if there is no previous wall, it is a half circle. */
static void make_arc_at_start(const mesh_builder *b, const space_edge *e, mesh_disc disc,
                              arc *out) {
    wend_point start = mesh_to_units(b, e->a), normal = left_of(start, mesh_to_units(b, e->b));
    const space_edge *before = e->previous != SPACE_NONE ? &b->space->edges[e->previous] : NULL;
    if (before == NULL || before->link != SPACE_NONE) {
        wend_point back = {-normal.x, -normal.y};
        make_arc(start, back, WEND_PI, disc, out);
    } else {
        make_arc_between(start, left_of(mesh_to_units(b, before->a), start), normal, disc, out);
    }
}

static void add_fan(mesh_builder *b, wend_point corner, const arc *rounded, geos_list *out) {
    wend_point fan[MOST_ARC + 1] = {corner};
    for (uint32_t i = 0; i < rounded->count; i++) {
        fan[i + 1] = rounded->points[i];
    }
    if (rounded->count > 1) {
        add_polygon(b, fan, rounded->count + 1, out);
    }
}

static void widen_edge(mesh_builder *b, const space_edge *e, mesh_disc disc, geos_list *out) {
    wend_point a = mesh_to_units(b, e->a), end = mesh_to_units(b, e->b), normal = left_of(a, end);
    arc after, before;
    make_arc_at_end(b, e, disc, &after);
    make_arc_at_start(b, e, disc, &before);
    wend_point far_end = after.count > 0 ? after.points[0] : point_along(end, normal, disc.radius);
    wend_point far_start =
        before.count > 0 ? before.points[before.count - 1] : point_along(a, normal, disc.radius);
    wend_point box[6] = {point_along(a, normal, -BEHIND),
                         point_along(end, normal, -BEHIND),
                         end,
                         far_end,
                         far_start,
                         a};
    add_polygon(b, box, 6, out);
    add_fan(b, end, &after, out);
    if (e->previous == SPACE_NONE || b->space->edges[e->previous].link != SPACE_NONE) {
        add_fan(b, a, &before, out);
    }
}

void mesh_widen_segment(mesh_builder *b, wend_point from, wend_point to, mesh_disc disc,
                        geos_list *out) {
    wend_point normal = left_of(from, to), back = {-normal.x, -normal.y};
    wend_point capsule[2 * MOST_ARC];
    arc ends[2];
    make_arc(to, normal, WEND_PI, disc, &ends[0]);
    make_arc(from, back, WEND_PI, disc, &ends[1]);
    uint32_t count = 0;
    for (uint32_t k = 0; k < 2; k++) {
        for (uint32_t i = 0; i < ends[k].count; i++) {
            capsule[count++] = ends[k].points[i];
        }
    }
    add_polygon(b, capsule, count, out);
}

/* ---- Convex solids --------------------------------------------------------------------------- */

/* The two rings of a band around a convex solid. */
typedef struct band {
    wend_point *outer; /* room for MOST_ARC points per edge */
    wend_point *inner; /* one point per edge: the corner at its end */
    uint32_t outer_count;
} band;

/* Adds the corner at the end of an edge to the band. Returns false if the solid is not strictly
 * convex there. */
static bool add_band_corner(const mesh_builder *b, const space_edge *e, mesh_disc disc, band *out,
                            uint32_t index) {
    if (!e->one_sided || e->link != SPACE_NONE || e->next == SPACE_NONE) {
        return false;
    }
    const space_edge *next = &b->space->edges[e->next];
    wend_point end = mesh_to_units(b, e->b), normal = left_of(mesh_to_units(b, e->a), end);
    wend_point next_normal = left_of(end, mesh_to_units(b, next->b));
    arc rounded;
    make_arc_at_end(b, e, disc, &rounded);
    double opening = 1.0 + point_dot(normal, next_normal);
    if (next->link != SPACE_NONE || rounded.count == 0 || !(opening > 0.0)) {
        return false;
    }
    memcpy(out->outer + out->outer_count, rounded.points, rounded.count * sizeof *rounded.points);
    out->outer_count += rounded.count;
    wend_point sum = {normal.x + next_normal.x, normal.y + next_normal.y};
    out->inner[index] = point_along(end, sum, -BEHIND / opening);
    return true;
}

/* True if each edge of the inner ring runs in the direction of its wall, so that the inset solid
 * still has all of its edges. */
static bool has_all_edges(const mesh_builder *b, const space_ring *ring, const band *of) {
    bool good = true;
    for (uint32_t i = 0; i < ring->edge_count && good; i++) {
        const space_edge *e = &b->space->edges[ring->first_edge + i];
        wend_point wall = point_sub(mesh_to_units(b, e->b), mesh_to_units(b, e->a));
        wend_point from = of->inner[i > 0 ? i - 1 : ring->edge_count - 1];
        good = point_dot(point_sub(of->inner[i], from), wall) > 0.0;
    }
    return good;
}

/* True if an edge of a ring is clearly longer than the disc's radius. Such an edge ends an arc
 * (corner_fans.c); without one, the corner fans depend on the point at which the outline starts. */
static bool has_long_edge(const mesh_builder *b, const space_ring *ring, mesh_disc disc) {
    bool found = false;
    for (uint32_t i = 0; i < ring->edge_count && !found; i++) {
        const space_edge *e = &b->space->edges[ring->first_edge + i];
        double length = point_distance(mesh_to_units(b, e->a), mesh_to_units(b, e->b));
        found = length > disc.radius + 4.0 * BEHIND;
    }
    return found;
}

GEOSGeometry *mesh_make_band(mesh_builder *b, const space_ring *ring, mesh_disc disc) {
    if (!ring->closed || ring->edge_count < 3 || b->geos.failed || !has_long_edge(b, ring, disc)) {
        return NULL;
    }
    size_t size = ring->edge_count * (MOST_ARC + (size_t)1) * sizeof(wend_point);
    wend_point *points = memory_get(&b->heap, size);
    b->geos.failed |= points == NULL;
    bool good = points != NULL;
    band made = {points, points + (size_t)ring->edge_count * MOST_ARC, 0};
    for (uint32_t i = 0; i < ring->edge_count && good; i++) {
        const space_edge *e = &b->space->edges[ring->first_edge + i];
        bool in_order = e->next == ring->first_edge + (i + 1) % ring->edge_count;
        good = in_order && add_band_corner(b, e, disc, &made, i);
    }
    GEOSGeometry *polygon = NULL;
    if (good && has_all_edges(b, ring, &made)) {
        shapes_ring rings[2] = {{made.outer, made.outer_count}, {made.inner, ring->edge_count}};
        shapes_polygon shape = {.rings = rings, .ring_count = 2};
        bool shortened = false;
        polygon = geos_polygon_as_given(&b->geos, &shape, &shortened);
    }
    memory_free(&b->heap, points, size);
    return polygon;
}

void mesh_widen_ring(mesh_builder *b, const space_ring *ring, mesh_disc disc, geos_list *out) {
    for (uint32_t i = 0; i < ring->edge_count && !b->geos.failed; i++) {
        const space_edge *e = &b->space->edges[ring->first_edge + i];
        if (e->link != SPACE_NONE) {
            continue;
        }
        if (e->one_sided) {
            widen_edge(b, e, disc, out);
        } else {
            mesh_widen_segment(b, mesh_to_units(b, e->a), mesh_to_units(b, e->b), disc, out);
        }
    }
}

/* ---- Across links ---------------------------------------------------------------------------- */

/* A link as seen from one of its layers, with that layer's ground on the left of a -> b. */
typedef struct seam {
    wend_point a, b;
    uint32_t across;
} seam;

static seam seam_of(const mesh_builder *b, uint32_t link, uint32_t layer) {
    wend_link l = wend_space_link(b->space, link);
    wend_point p = mesh_to_units(b, l.a), q = mesh_to_units(b, l.b);
    return l.left_layer == layer ? (seam){p, q, l.right_layer} : (seam){q, p, l.left_layer};
}

static double side_of(const seam *s, wend_point p) {
    return point_turn(s->a, s->b, p);
}

/* Clips a wall to the part beyond the line of the link. Returns false if nothing remains. */
static bool clip_beyond(const seam *s, wend_point *from, wend_point *to) {
    double u = side_of(s, *from), v = side_of(s, *to);
    if (u >= 0.0 && v >= 0.0) {
        return false;
    }
    double t = u / (u - v);
    wend_point cut = {from->x + (to->x - from->x) * t, from->y + (to->y - from->y) * t};
    if (u > 0.0) {
        *from = cut;
    } else if (v > 0.0) {
        *to = cut;
    }
    return from->x != to->x || from->y != to->y;
}

static bool is_near(const seam *s, wend_point from, wend_point to, double reach) {
    return fmax(from.x, to.x) >= fmin(s->a.x, s->b.x) - reach &&
           fmin(from.x, to.x) <= fmax(s->a.x, s->b.x) + reach &&
           fmax(from.y, to.y) >= fmin(s->a.y, s->b.y) - reach &&
           fmin(from.y, to.y) <= fmax(s->a.y, s->b.y) + reach;
}

/* Returns a box in front of the link. The box also extends slightly behind the link, so that none
 * of its edges runs along the link. */
static GEOSGeometry *box_in_front(mesh_builder *b, const seam *s, mesh_disc disc) {
    wend_point normal = left_of(s->a, s->b), forward = {normal.y, -normal.x};
    wend_point low = point_along(s->a, forward, -disc.radius),
               high = point_along(s->b, forward, disc.radius);
    wend_point box[4] = {point_along(low, normal, -BEHIND), point_along(high, normal, -BEHIND),
                         point_along(high, normal, disc.radius),
                         point_along(low, normal, disc.radius)};
    shapes_ring ring = {box, 4};
    shapes_polygon polygon = {.rings = &ring, .ring_count = 1};
    bool repaired = false;
    return geos_polygon(&b->geos, &polygon, &repaired);
}

static void widen_beyond(mesh_builder *b, const seam *s, mesh_disc disc, geos_list *out) {
    geos_list parts = {NULL, 0, 0};
    const space_layer *layer = &b->space->layers[s->across];
    for (uint32_t i = 0; i < layer->edge_count && !b->geos.failed; i++) {
        const space_edge *e = &b->space->edges[layer->first_edge + i];
        wend_point from = mesh_to_units(b, e->a), to = mesh_to_units(b, e->b);
        if (e->link == SPACE_NONE && e->obstacle_class == 0 &&
            is_near(s, from, to, disc.radius + BEHIND) && clip_beyond(s, &from, &to)) {
            mesh_widen_segment(b, from, to, disc, &parts);
        }
    }
    uint32_t count = parts.count;
    GEOSGeometry *all = geos_unite_all(&b->geos, parts.items, parts.count);
    memory_free(b->geos.heap, parts.items, parts.capacity * sizeof(void *));
    if (count > 0) {
        all = geos_intersect(&b->geos, all, box_in_front(b, s, disc));
    }
    geos_list_take(&b->geos, out, all);
}

void mesh_widen_across(mesh_builder *b, uint32_t layer, mesh_disc disc, geos_list *out) {
    const uint32_t *links = NULL;
    uint32_t count = space_links_of(b->space, layer, &links);
    for (uint32_t i = 0; i < count && !b->geos.failed; i++) {
        seam s = seam_of(b, links[i], layer);
        widen_beyond(b, &s, disc, out);
    }
}
