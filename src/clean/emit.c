/* Converts areas to rings in a canonical order: each ring starts at its lowest point, and rings are
 * sorted by their points. */
#include "base/sort.h"
#include "clean/cleaner.h"
#include <math.h>

/* m: how far the halves of a cut polygon extend beyond the cut. */
static const double OVERLAP = 0.005;

static int compare_points(wend_point a, wend_point b) {
    if (a.x != b.x) {
        return a.x < b.x ? -1 : 1;
    }
    return (a.y > b.y) - (a.y < b.y);
}

int cleaner_compare_points(const wend_point *a, uint32_t a_count, const wend_point *b,
                           uint32_t b_count) {
    uint32_t common = a_count < b_count ? a_count : b_count;
    for (uint32_t i = 0; i < common; i++) {
        int order = compare_points(a[i], b[i]);
        if (order != 0) {
            return order;
        }
    }
    return (a_count > b_count) - (a_count < b_count);
}

static void reverse(wend_point *points, uint32_t first, uint32_t end) {
    while (first + 1 < end) {
        wend_point swapped = points[first];
        points[first++] = points[--end];
        points[end] = swapped;
    }
}

static wend_point point_at_index(const wend_point *points, uint32_t count, bool back,
                                 uint64_t index) {
    uint32_t i = (uint32_t)(index % count);
    return points[back ? count - 1 - i : i];
}

/* Finds the start of the lexicographically smallest rotation of a ring that is read forwards or
 * backwards. If two candidates agree in k points and then differ, the larger one rules out k + 1
 * starts. Cost: O(n). */
static uint32_t find_least_start(const wend_point *points, uint32_t count, bool back) {
    uint64_t one = 0, two = 1, same = 0;
    while (one < count && two < count && same < count) {
        int order = compare_points(point_at_index(points, count, back, one + same),
                                   point_at_index(points, count, back, two + same));
        if (order == 0) {
            same++;
            continue;
        }
        *(order > 0 ? &one : &two) += same + 1;
        two += one == two;
        same = 0;
    }
    return (uint32_t)(one < two ? one : two);
}

void cleaner_order_ring(wend_point *points, uint32_t count) {
    uint32_t forth = find_least_start(points, count, false),
             back = find_least_start(points, count, true);
    int order = 0;
    for (uint32_t i = 0; i < count && order == 0; i++) {
        order = compare_points(point_at_index(points, count, false, (uint64_t)forth + i),
                               point_at_index(points, count, true, (uint64_t)back + i));
    }
    if (order > 0) {
        reverse(points, 0, count);
    }
    uint32_t start = order > 0 ? back : forth;
    if (count > 0) {
        reverse(points, 0, start);
        reverse(points, start, count);
        reverse(points, 0, count);
    }
}

static bool ring_before(const void *left, const void *right) {
    const wend_ring *a = left, *b = right;
    return cleaner_compare_points(a->points, a->count, b->points, b->count) < 0;
}

void cleaner_sort_rings(cleaner *c, wend_ring *rings, uint32_t count) {
    wend_ring *spare = cleaner_take(c, c->scratch, count, sizeof *spare);
    if (spare != NULL) {
        sort_stable(rings, spare, count, sizeof *rings, ring_before);
    }
}

static bool polygon_before(const void *left, const void *right) {
    const clean_polygon *a = left, *b = right;
    return ring_before(&a->shell, &b->shell);
}

static wend_ring emit_ring(cleaner *c, const GEOSGeometry *ring) {
    uint32_t count = 0;
    wend_point *points = geos_points(&c->g, ring, true, c->kept, &count);
    if (points == NULL) {
        return (wend_ring){NULL, 0};
    }
    cleaner_order_ring(points, count);
    return (wend_ring){points, count};
}

static void emit_polygon(cleaner *c, const GEOSGeometry *polygon, clean_polygon *out) {
    int holes = GEOSGetNumInteriorRings_r(c->g.handle, polygon);
    out->hole_count = holes > 0 ? (uint32_t)holes : 0;
    out->shell = emit_ring(c, GEOSGetExteriorRing_r(c->g.handle, polygon));
    out->holes = cleaner_take(c, c->kept, out->hole_count, sizeof *out->holes);
    for (uint32_t i = 0; i < out->hole_count && cleaner_ok(c); i++) {
        out->holes[i] = emit_ring(c, GEOSGetInteriorRingN_r(c->g.handle, polygon, (int)i));
    }
    if (cleaner_ok(c)) {
        cleaner_sort_rings(c, out->holes, out->hole_count);
    }
}

/* Returns a part of an area, or NULL if it is not a polygon or is too small. */
static const GEOSGeometry *part_of(cleaner *c, const GEOSGeometry *area, uint32_t index,
                                   double least) {
    const GEOSGeometry *part = GEOSGetGeometryN_r(c->g.handle, area, (int)index);
    bool wanted = part != NULL && GEOSGeomTypeId_r(c->g.handle, part) == GEOS_POLYGON &&
                  !geos_is_empty(&c->g, part) && geos_area(&c->g, part) >= least;
    return wanted ? part : NULL;
}

static uint32_t part_count(cleaner *c, const GEOSGeometry *area) {
    int count = area != NULL ? GEOSGetNumGeometries_r(c->g.handle, area) : 0;
    return count > 0 ? (uint32_t)count : 0;
}

clean_polygon *cleaner_emit(cleaner *c, const GEOSGeometry *area, double least, uint32_t *count) {
    uint32_t parts = part_count(c, area);
    clean_polygon *made = cleaner_take(c, c->scratch, 2 * (size_t)parts, sizeof *made);
    *count = 0;
    for (uint32_t i = 0; i < parts && cleaner_ok(c); i++) {
        const GEOSGeometry *part = part_of(c, area, i, least);
        if (part != NULL) {
            emit_polygon(c, part, &made[(*count)++]);
        }
    }
    if (cleaner_ok(c)) {
        sort_stable(made, made + parts, *count, sizeof *made, polygon_before);
    }
    return made;
}

/* ---- Polygons without holes ------------------------------------------------------------------ */

typedef struct solid_list {
    wend_ring *rings;
    uint32_t count, capacity;
} solid_list;

static void add_solid(cleaner *c, solid_list *list, const GEOSGeometry *polygon) {
    void *rings = list->rings;
    wend_ring ring = emit_ring(c, GEOSGetExteriorRing_r(c->g.handle, polygon));
    if (!cleaner_ok(c)) {
        return;
    }
    if (!shapes_grow(c->kept, &rings, sizeof ring, list->count, &list->capacity)) {
        c->g.failed = true;
        return;
    }
    list->rings = rings;
    list->rings[list->count++] = ring;
}

/* A straight cut that divides a polygon at a hole. */
typedef struct cut {
    shapes_box bounds; /* box around the polygon */
    bool across_x;
    double at; /* m: x of the cut if across_x, else y */
} cut;

/* True if the extent of a hole is clearly larger than the overlap of the halves. Only then does the
 * cut open the hole in both halves. */
static bool is_wide(double low, double high) {
    return high - low >= 4.0 * OVERLAP;
}

/* Chooses a cut through the hole whose middle is nearest to the middle of the polygon, so that the
 * halves have similar sizes. A vertical cut opens all holes that it crosses, so a vertical cut is
 * preferred unless the holes are too narrow. Returns false if all holes are too small in both
 * directions. */
static bool choose_cut(cleaner *c, const GEOSGeometry *polygon, int holes, cut *made) {
    *made = (cut){.at = 0.0};
    geos_measure(&c->g, polygon, &made->bounds);
    wend_point low = made->bounds.low, high = made->bounds.high;
    wend_point middle = {(low.x + high.x) / 2.0, (low.y + high.y) / 2.0};
    double nearest = INFINITY;
    bool found = false;
    for (int i = 0; i < holes; i++) {
        shapes_box box = {0};
        geos_measure(&c->g, GEOSGetInteriorRingN_r(c->g.handle, polygon, i), &box);
        bool by_x = is_wide(box.low.x, box.high.x), by_y = is_wide(box.low.y, box.high.y);
        double at = by_x ? (box.low.x + box.high.x) / 2.0 : (box.low.y + box.high.y) / 2.0;
        double off = fabs(at - (by_x ? middle.x : middle.y));
        bool better = by_x && !made->across_x ? true : by_x == made->across_x && off < nearest;
        if ((by_x || by_y) && better) {
            nearest = off;
            made->at = at;
            made->across_x = by_x;
            found = true;
        }
    }
    return found;
}

static GEOSGeometry *half_of(cleaner *c, const GEOSGeometry *polygon, const cut *by,
                             bool low_side) {
    wend_point low = by->bounds.low, high = by->bounds.high;
    double *side = low_side ? (by->across_x ? &high.x : &high.y) : (by->across_x ? &low.x : &low.y);
    *side = by->at + (low_side ? OVERLAP : -OVERLAP);
    return geos_intersect(&c->g, geos_copy(&c->g, polygon), geos_box(&c->g, low, high));
}

/* Snaps a piece without holes to the grid and adds it to the list. */
static void add_piece(cleaner *c, const GEOSGeometry *piece, bool snapped, solid_list *list) {
    if (snapped) {
        add_solid(c, list, piece);
        return;
    }
    GEOSGeometry *area = geos_snap(&c->g, geos_copy(&c->g, piece));
    for (uint32_t i = 0; i < part_count(c, area) && cleaner_ok(c); i++) {
        const GEOSGeometry *part = part_of(c, area, i, 0.0);
        if (part != NULL) {
            add_solid(c, list, part);
        }
    }
    geos_free(&c->g, area);
}

/* Cuts the parts of an area until no part has a hole, and adds them to the list. */
static void split_at_holes(cleaner *c, const GEOSGeometry *area, solid_list *list, uint32_t depth) {
    enum { MOST_CUTS = 64 };
    for (uint32_t i = 0; i < part_count(c, area) && cleaner_ok(c); i++) {
        const GEOSGeometry *part = part_of(c, area, i, 0.0);
        int holes = part != NULL ? GEOSGetNumInteriorRings_r(c->g.handle, part) : -1;
        if (part == NULL) {
            continue;
        }
        cut by;
        if (depth == MOST_CUTS || !choose_cut(c, part, holes, &by)) {
            add_piece(c, part, depth == 0 && holes == 0, list);
            continue;
        }
        for (int side = 0; side < 2 && cleaner_ok(c); side++) {
            GEOSGeometry *half = half_of(c, part, &by, side == 0);
            split_at_holes(c, half, list, depth + 1);
            geos_free(&c->g, half);
        }
    }
}

wend_ring *cleaner_emit_solid(cleaner *c, GEOSGeometry *area, uint32_t *count) {
    solid_list list = {NULL, 0, 0};
    split_at_holes(c, area, &list, 0);
    geos_free(&c->g, area);
    *count = list.count;
    if (cleaner_ok(c)) {
        cleaner_sort_rings(c, list.rings, list.count);
    }
    return list.rings;
}

wend_ring *cleaner_emit_lines(cleaner *c, const GEOSGeometry *lines, uint32_t *count) {
    uint32_t parts = part_count(c, lines);
    wend_ring *made = cleaner_take(c, c->scratch, parts, sizeof *made);
    *count = 0;
    for (uint32_t i = 0; i < parts && cleaner_ok(c); i++) {
        const GEOSGeometry *part = GEOSGetGeometryN_r(c->g.handle, lines, (int)i);
        if (part == NULL || GEOSGeomTypeId_r(c->g.handle, part) != GEOS_LINESTRING ||
            geos_is_empty(&c->g, part)) {
            continue;
        }
        uint32_t number = 0;
        const wend_point *points = geos_points(&c->g, part, false, c->kept, &number);
        made[*count] = (wend_ring){points, number};
        *count += points != NULL;
    }
    if (cleaner_ok(c)) {
        cleaner_sort_rings(c, made, *count);
    }
    return made;
}
