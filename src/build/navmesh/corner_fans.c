/* Adds corner fans. A corner fan is the region between the arc around a corner and the lines of the
 * two walls that the arc joins.
 *
 * An arc of an inset level has many vertices. A triangulation would connect each of them to
 * something far away, so every path past the corner would cross a fan of slivers. Two edges in
 * front of each arc keep the fan small: they join the first vertex of the arc to the tip, which is
 * the intersection of the two walls' lines, and the tip to the last vertex. A search passes the
 * whole corner fan in one step (see map/navmesh/corner_fans.c and plan/polyanya/shortest.c). An arc
 * that turns by more than a right angle has several fans.
 *
 *      wall --- first ------- tip      The tip is moved outward by about a unit, so paths along
 *                     ..       |       a wall enter the fan at an angle.
 *                        .     |
 *                          . last
 *
 * A corner fan that would meet anything else is left out; the search works without it. If two fans
 * meet, the first one by the position of the tip stays. The result depends only on the outlines,
 * not on the order in which GEOS returns them or on where a ring starts.
 *
 * Cost: O(n log n) in the outlines of a layer. */
#include "base/sort.h"
#include "build/navmesh/fans.h"
#include "geom/point.h"
#include "geom/vec.h"

enum {
    FEWEST_ARC_VERTICES = 3,
    MOST_PUSHES = 4 /* maximum number of attempts to move a tip outward */
};

/* The arc of one fan turns by at most the angle with this cosine: slightly more than 90 degrees. */
static const double MOST_TURN = -0.2;

typedef struct corner_fans {
    mesh_builder *b;
    const mesh_layer *layer;
    double reach; /* units: maximum length of one piece of an arc */
    corner_fan *items;
    uint32_t count, capacity;
    bool separates; /* arcs may be left out of the triangulation: the layer has no links */
    uint32_t ring;  /* rings searched so far */
} corner_fans;

/* A ring of outlines, with solid ground on its right. */
typedef struct outline {
    wend_point *points;
    uint32_t count;
    uint32_t
        line; /* index of its first line; NAVMESH_NONE if vertices and lines do not correspond */
    bool reversed; /* the points are in the opposite order of the lines */
} outline;

static wend_point point_at(const outline *ring, uint32_t i) {
    return ring->points[i % ring->count];
}

static bool turns_right(const outline *ring, uint32_t i) {
    return point_turn(point_at(ring, i + ring->count - 1), point_at(ring, i),
                      point_at(ring, i + 1)) < 0.0;
}

/* True if an arc that begins at vertex `first` can be extended to vertex `last`. */
static bool arc_continues(const corner_fans *k, const outline *ring, uint32_t first,
                          uint32_t last) {
    wend_point piece = point_sub(point_at(ring, last), point_at(ring, last - 1));
    if (last - first + 1 >= ring->count || point_length(piece) > k->reach ||
        !turns_right(ring, last)) {
        return false;
    }
    wend_point in = point_sub(point_at(ring, first), point_at(ring, first + ring->count - 1));
    wend_point out = point_sub(point_at(ring, last + 1), point_at(ring, last));
    double dot = in.x * out.x + in.y * out.y;
    return point_cross(in, out) < 0.0 && dot >= MOST_TURN * point_length(in) * point_length(out);
}

static wend_vec2 in_metres(const corner_fans *k, wend_point p) {
    return (wend_vec2){(float)(p.x * k->b->unit), (float)(p.y * k->b->unit)};
}

/* Finds the tip: the intersection of the lines of the two walls, moved slightly outward. Returns
 * false if there is none. */
static bool find_tip(const corner_fans *k, const outline *ring, uint32_t first, uint32_t last,
                     wend_point *tip) {
    wend_point before = point_at(ring, first + ring->count - 1), a = point_at(ring, first);
    wend_point b = point_at(ring, last), after = point_at(ring, last + 1);
    wend_point in = point_sub(a, before), out = point_sub(after, b);
    double along = point_cross(point_sub(b, a), out) / point_cross(in, out);
    wend_point meet = {a.x + in.x * along, a.y + in.y * along};
    wend_point middle = {(a.x + b.x) / 2.0, (a.y + b.y) / 2.0}, outward = point_sub(meet, middle);
    double size = point_length(outward);
    if (!(along * point_length(in) > 4.0 && size > 4.0 && size < 2.0 * k->reach)) {
        return false;
    }
    for (int push = 1; push <= MOST_PUSHES; push++) {
        *tip = mesh_rounded((wend_point){meet.x + outward.x / size * push * push,
                                         meet.y + outward.y / size * push * push});
        if (point_turn(before, a, *tip) > 0.0 && point_turn(*tip, b, after) > 0.0) {
            return true;
        }
    }
    return false;
}

/* True if the arc may be left out of the triangulation as far as its own shape is concerned. If the
 * tip is at less than the disc's radius from the chord, no ring of outlines fits between them. */
static bool is_separable(const corner_fans *k, const outline *ring, uint32_t first, uint32_t last,
                         wend_point tip) {
    wend_point a = point_at(ring, first), b = point_at(ring, last);
    wend_point low = {fmin(tip.x, fmin(a.x, b.x)), fmin(tip.y, fmin(a.y, b.y))};
    wend_point high = {fmax(tip.x, fmax(a.x, b.x)), fmax(tip.y, fmax(a.y, b.y))};
    bool good =
        ring->line != NAVMESH_NONE && fabs(point_turn(a, b, tip)) < k->reach * point_distance(a, b);
    for (uint32_t i = 0; i < k->layer->block_count && good; i++) {
        const mesh_area *block = &k->layer->blocks[i];
        good = high.x < block->low.x || low.x > block->high.x || high.y < block->low.y ||
               low.y > block->high.y;
    }
    return good;
}

static corner_fan make_fan(const corner_fans *k, const outline *ring, uint32_t first, uint32_t last,
                           wend_point tip) {
    wend_vec2 top = in_metres(k, tip), a = in_metres(k, point_at(ring, first)),
              b = in_metres(k, point_at(ring, last));
    return (corner_fan){.segments = {{a, top}, {top, b}, {a, b}},
                        .beside = {{in_metres(k, point_at(ring, first + ring->count - 1)),
                                    in_metres(k, point_at(ring, first + 1))},
                                   {in_metres(k, point_at(ring, last - 1)),
                                    in_metres(k, point_at(ring, last + 1))}},
                        .arc = {.tip = {(int32_t)tip.x, (int32_t)tip.y},
                                .line = ring->line,
                                .count = ring->count,
                                .first = first,
                                .last = last,
                                .reversed = ring->reversed},
                        .is_separate = is_separable(k, ring, first, last, tip)};
}

static void add_corner_fan(corner_fans *k, const outline *ring, uint32_t first, uint32_t last) {
    wend_point tip;
    if (last - first + 1 < FEWEST_ARC_VERTICES || !find_tip(k, ring, first, last, &tip) ||
        !mesh_area_contains(k->b, &k->layer->ground, tip.x, tip.y)) {
        return;
    }
    if (!memory_grow(&k->b->heap, (void **)&k->items, sizeof *k->items, &k->capacity,
                     k->count + 1)) {
        k->b->geos.failed = true;
        return;
    }
    k->items[k->count++] = make_fan(k, ring, first, last, tip);
}

/* Returns a vertex at which no arc continues. If there is none, returns the first vertex by x, then
 * y, so that the fans do not depend on the point at which the ring happens to start. */
static uint32_t find_start(const corner_fans *k, const outline *ring) {
    uint32_t least = 0;
    for (uint32_t i = 0; i < ring->count; i++) {
        wend_point p = point_at(ring, i), q = point_at(ring, least);
        wend_point piece = point_sub(p, point_at(ring, i + ring->count - 1));
        if (!turns_right(ring, i) || point_length(piece) > k->reach) {
            return i;
        }
        least = p.x < q.x || (p.x == q.x && p.y < q.y) ? i : least;
    }
    return least;
}

static void find_corner_fans(corner_fans *k, const outline *ring) {
    uint32_t start = find_start(k, ring);
    for (uint32_t i = start; i < start + ring->count && !k->b->geos.failed;) {
        uint32_t first = i++;
        if (!turns_right(ring, first)) {
            continue;
        }
        while (i < start + ring->count && arc_continues(k, ring, first, i)) {
            i++;
        }
        add_corner_fan(k, ring, first, i - 1);
    }
}

/* Returns a ring of the wall area as it will be triangulated: rounded, without repeated points, and
 * with solid ground on its right. */
static outline take_ring(corner_fans *k, const GEOSGeometry *ring, bool hole) {
    outline out = {.line = NAVMESH_NONE};
    uint32_t count = 0;
    wend_point *points = geos_points(&k->b->geos, ring, true, &k->b->phase_scratch, &count);
    double area = 0.0;
    for (uint32_t i = 0; points != NULL && i < count; i++) {
        wend_point p = mesh_rounded(points[i]);
        if (out.count == 0 || p.x != points[out.count - 1].x || p.y != points[out.count - 1].y) {
            points[out.count++] = p;
        }
    }
    for (uint32_t i = 2; i < out.count; i++) {
        area += point_turn(points[0], points[i - 1], points[i]);
    }
    out.reversed = (area > 0.0) != hole;
    for (uint32_t i = 0; out.reversed && i < out.count / 2; i++) {
        wend_point p = points[i];
        points[i] = points[out.count - 1 - i];
        points[out.count - 1 - i] = p;
    }
    out.points = points;
    if (out.count == count && count > 0 && !point_equal(points[0], points[count - 1]) &&
        k->separates) {
        out.line = k->layer->ring_lines[k->ring];
    }
    k->ring++;
    return out;
}

static void search_ring(corner_fans *k, const GEOSGeometry *ring, bool hole) {
    outline points = take_ring(k, ring, hole);
    if (points.count > FEWEST_ARC_VERTICES) {
        find_corner_fans(k, &points);
    }
}

static void search_area(corner_fans *k) {
    GEOSContextHandle_t handle = k->b->geos.handle;
    const GEOSGeometry *area = k->layer->walls.area;
    int parts = area != NULL ? GEOSGetNumGeometries_r(handle, area) : 0;
    for (int i = 0; i < parts && mesh_count(k->b, (uint32_t)i, (uint32_t)parts); i++) {
        const GEOSGeometry *part = GEOSGetGeometryN_r(handle, area, i);
        if (GEOSGeomTypeId_r(handle, part) != GEOS_POLYGON || geos_is_empty(&k->b->geos, part)) {
            continue;
        }
        search_ring(k, GEOSGetExteriorRing_r(handle, part), false);
        int holes = GEOSGetNumInteriorRings_r(handle, part);
        for (int h = 0; h < holes && !k->b->geos.failed; h++) {
            search_ring(k, GEOSGetInteriorRingN_r(handle, part, h), true);
        }
    }
}

/* ---- Lines ------------------------------------------------------------------------------------
 */

static wend_point in_units(const corner_fans *k, wend_vec2 p) {
    return (wend_point){(double)p.x / k->b->unit, (double)p.y / k->b->unit};
}

static void add_sides(const corner_fans *k, mesh_layer *layer, const corner_fan *fan) {
    for (uint32_t i = 0; i < 2; i++) {
        const pairs_segment *side = &fan->segments[i];
        mesh_add_segment(k->b, &layer->lines, in_units(k, side->a), in_units(k, side->b));
    }
    if (fan->is_separate) {
        layer->arcs[layer->arc_count++] = fan->arc;
    } else {
        layer->tips[layer->tip_count++] = fan->arc.tip;
    }
}

/* Orders fans by their tips, then by the first vertices of their arcs. */
static bool fan_before(const void *left, const void *right) {
    const corner_fan *p = left, *q = right;
    wend_vec2 a = p->segments[0].b, b = q->segments[0].b;
    if (vec_equal(a, b)) {
        a = p->segments[0].a;
        b = q->segments[0].a;
    }
    return a.x != b.x ? a.x < b.x : a.y < b.y;
}

bool mesh_add_corner_fans(mesh_builder *b, mesh_layer *layer, mesh_disc disc) {
    const uint32_t *links = NULL;
    bool separates = space_links_of(b->space, layer->layer, &links) == 0;
    corner_fans k = {.b = b, .layer = layer, .reach = disc.radius, .separates = separates};
    search_area(&k);
    arena_free(&b->phase_scratch);
    layer->tips = arena_take(&b->level, ((size_t)k.count + 1) * sizeof *layer->tips, 16);
    layer->arcs = arena_take(&b->level, ((size_t)k.count + 1) * sizeof *layer->arcs, 16);
    b->geos.failed = b->geos.failed || layer->tips == NULL || layer->arcs == NULL ||
                     !sort_stable_with(&b->heap, k.items, k.count, sizeof *k.items, fan_before) ||
                     !fans_check(b, layer, k.items, k.count);
    layer->tip_count = layer->arc_count = 0;
    for (uint32_t i = 0; i < k.count && !b->geos.failed; i++) {
        if (!k.items[i].meets) {
            add_sides(&k, layer, &k.items[i]);
        }
    }
    memory_free(&b->heap, k.items, k.capacity * sizeof *k.items);
    arena_free(&b->phase_scratch);
    return !b->geos.failed;
}
