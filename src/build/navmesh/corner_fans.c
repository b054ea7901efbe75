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
#include "build/navmesh/navmesh.h"
#include "geom/pairs.h"
#include "geom/point.h"
#include "geom/predicates.h"
#include "geom/vec.h"

enum {
    FEWEST_ARC_VERTICES = 3,
    MOST_PUSHES = 4 /* maximum number of attempts to move a tip outward */
};

/* The arc of one fan turns by at most the angle with this cosine: slightly more than 90 degrees. */
static const double MOST_TURN = -0.2;

typedef struct corner_fan {
    pairs_segment sides[2]; /* m: from the first vertex to the tip, and from the tip to the last */
    bool meets;             /* a side of the fan meets another line */
} corner_fan;

typedef struct corner_fans {
    mesh_builder *b;
    const mesh_layer *layer;
    double reach; /* units: maximum length of one piece of an arc */
    corner_fan *items;
    uint32_t count, capacity;
    const pairs_segment *segments; /* all lines, then the two sides of each fan */
    uint32_t line_count;
} corner_fans;

/* A ring of outlines, with solid ground on its right. */
typedef struct outline {
    wend_point *points;
    uint32_t count;
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
    wend_vec2 top = in_metres(k, tip);
    pairs_segment up = {in_metres(k, point_at(ring, first)), top};
    pairs_segment down = {top, in_metres(k, point_at(ring, last))};
    k->items[k->count++] = (corner_fan){{up, down}, false};
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
    outline out = {NULL, 0};
    uint32_t count = 0;
    wend_point *points = geos_points(&k->b->geos, ring, true, &k->b->level, &count);
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
    for (uint32_t i = 0; (area > 0.0) != hole && i < out.count / 2; i++) {
        wend_point p = points[i];
        points[i] = points[out.count - 1 - i];
        points[out.count - 1 - i] = p;
    }
    out.points = points;
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

/* ---- Conflicts ------------------------------------------------------------------------------- */

static bool is_end(const pairs_segment *s, wend_vec2 p) {
    return vec_equal(s->a, p) || vec_equal(s->b, p);
}

static void check_pair(void *context, uint32_t first, uint32_t second) {
    corner_fans *k = context;
    if (second < k->line_count) {
        return;
    }
    const pairs_segment *one = &k->segments[first], *two = &k->segments[second];
    uint32_t side = (second - k->line_count) % 2;
    corner_fan *fan = &k->items[(second - k->line_count) / 2];
    bool wall = first < k->line_count;
    if (wall ? is_end(one, side == 0 ? two->a : two->b)
             : (first - k->line_count) / 2 == (second - k->line_count) / 2) {
        return; /* a side may touch the arc, the arc's walls and the fan's other side */
    }
    fan->meets = fan->meets || predicate_segments_meet(one->a, one->b, two->a, two->b);
}

static bool check_corner_fans(corner_fans *k) {
    const mesh_builder *b = k->b;
    const uint32_t *links = NULL;
    uint32_t link_count = space_links_of(b->space, k->layer->layer, &links);
    size_t most = (size_t)k->layer->lines.count + link_count + 2 * (size_t)k->count;
    pairs_segment *segments = arena_take(&k->b->level, (most + 1) * sizeof *segments, 16);
    if (segments == NULL) {
        return false;
    }
    uint32_t count = 0;
    for (uint32_t i = 0; i < k->layer->lines.count; i++) {
        const mesh_segment *line = &k->layer->lines.items[i];
        segments[count++] = (pairs_segment){in_metres(k, mesh_rounded(line->a)),
                                            in_metres(k, mesh_rounded(line->b))};
    }
    for (uint32_t i = 0; i < link_count; i++) {
        wend_link link = wend_space_link(b->space, links[i]);
        segments[count++] = (pairs_segment){link.a, link.b};
    }
    k->line_count = count;
    for (uint32_t i = 0; i < k->count; i++) {
        segments[count++] = k->items[i].sides[0];
        segments[count++] = k->items[i].sides[1];
    }
    k->segments = segments;
    return pairs_find(segments, count, check_pair, k, &k->b->heap);
}

static wend_point in_units(const corner_fans *k, wend_vec2 p) {
    return (wend_point){(double)p.x / k->b->unit, (double)p.y / k->b->unit};
}

static void add_sides(const corner_fans *k, mesh_layer *layer, const pairs_segment sides[2]) {
    for (uint32_t i = 0; i < 2; i++) {
        mesh_add_segment(k->b, &layer->lines, in_units(k, sides[i].a), in_units(k, sides[i].b));
    }
    wend_point tip = in_units(k, sides[0].b);
    layer->tips[layer->tip_count++] = (grid_point){(int32_t)tip.x, (int32_t)tip.y};
}

/* Orders fans by their tips, then by the first vertices of their arcs. */
static bool fan_before(const void *left, const void *right) {
    const corner_fan *p = left, *q = right;
    wend_vec2 a = p->sides[0].b, b = q->sides[0].b;
    if (vec_equal(a, b)) {
        a = p->sides[0].a;
        b = q->sides[0].a;
    }
    return a.x != b.x ? a.x < b.x : a.y < b.y;
}

bool mesh_add_corner_fans(mesh_builder *b, mesh_layer *layer, mesh_disc disc) {
    corner_fans k = {.b = b, .layer = layer, .reach = disc.radius};
    search_area(&k);
    b->geos.failed = b->geos.failed ||
                     !sort_stable_with(&b->heap, k.items, k.count, sizeof *k.items, fan_before) ||
                     (k.count > 0 && !check_corner_fans(&k));
    layer->tip_count = 0;
    layer->tips = arena_take(&b->level, ((size_t)k.count + 1) * sizeof *layer->tips, 16);
    b->geos.failed |= layer->tips == NULL;
    for (uint32_t i = 0; i < k.count && !b->geos.failed; i++) {
        if (!k.items[i].meets) {
            add_sides(&k, layer, k.items[i].sides);
        }
    }
    memory_free(&b->heap, k.items, k.capacity * sizeof *k.items);
    return !b->geos.failed;
}
