/* Area, winding, containment and simplicity of rings. Signs are exact; the area is computed in
 * double precision. */
#include "geom/polygon.h"

#include "geom/pairs.h"
#include "geom/point.h"
#include "geom/predicates.h"
#include "geom/vec.h"

double polygon_area(const wend_vec2 *points, uint32_t count) {
    double twice = 0.0;
    for (uint32_t i = 2; i < count; ++i) {
        double x = (double)points[i - 1].x - (double)points[0].x;
        double y = (double)points[i - 1].y - (double)points[0].y;
        double next_x = (double)points[i].x - (double)points[0].x;
        double next_y = (double)points[i].y - (double)points[0].y;
        twice += x * next_y - y * next_x;
    }
    return 0.5 * twice;
}

double polygon_area_wide(const wend_point *points, uint32_t count) {
    double twice = 0.0;
    for (uint32_t i = 2; i < count; i++) {
        twice += point_turn(points[0], points[i - 1], points[i]);
    }
    return twice / 2.0;
}

wend_vec2 polygon_centre(const wend_vec2 *points, uint32_t count) {
    double area = 0.0, x = 0.0, y = 0.0;
    for (uint32_t i = 1; i + 1 < count; i++) {
        wend_vec2 u = vec_sub(points[i], points[0]), v = vec_sub(points[i + 1], points[0]);
        double part = (double)u.x * (double)v.y - (double)u.y * (double)v.x;
        area += part;
        x += part * ((double)u.x + (double)v.x) / 3.0;
        y += part * ((double)u.y + (double)v.y) / 3.0;
    }
    return (wend_vec2){(float)((double)points[0].x + x / area),
                       (float)((double)points[0].y + y / area)};
}

int polygon_winding(const wend_vec2 *points, uint32_t count) {
    uint32_t first = 0;
    for (uint32_t i = 1; i < count; ++i) {
        if (points[i].x < points[first].x ||
            (points[i].x == points[first].x && points[i].y < points[first].y)) {
            first = i;
        }
    }
    /* The ring cannot be straight at its leftmost point (the lowest, if there are several), so it
     * turns there in the direction of its winding. */
    wend_vec2 before = points[(first + count - 1) % count];
    wend_vec2 after = points[(first + 1) % count];
    return predicate_orient(before, points[first], after);
}

int polygon_convex_winding(const wend_vec2 *points, uint32_t count) {
    int turn = 0;
    for (uint32_t i = 0; i < count; ++i) {
        for (uint32_t k = 0; k < count; ++k) {
            int side = predicate_orient(points[i], points[(i + 1) % count], points[k]);
            if (side * turn < 0) {
                return 0;
            }
            turn = turn != 0 ? turn : side;
        }
    }
    return turn;
}

int polygon_contains(const wend_vec2 *points, uint32_t count, wend_vec2 p) {
    int crossings = 0;
    for (uint32_t i = 0, before = count - 1; i < count; before = i++) {
        wend_vec2 a = points[before], b = points[i];
        if (predicate_on_segment(p, a, b)) {
            return 0;
        }
        if ((a.y <= p.y) != (b.y <= p.y)) {
            int side = predicate_orient(a, b, p);
            crossings += a.y <= p.y ? side > 0 : side < 0;
        }
    }
    return (crossings & 1) != 0 ? 1 : -1;
}

/* True if the edge v -> w runs back over the edge u -> v. */
static bool is_fold(wend_vec2 u, wend_vec2 v, wend_vec2 w) {
    return predicate_orient(u, v, w) == 0 && predicate_ahead(w, v, u);
}

polygon_fault polygon_check_corners(const wend_vec2 *points, uint32_t count, bool closed,
                                    uint32_t *where) {
    for (uint32_t i = closed ? 0 : 1; i < count; ++i) {
        if (vec_equal(points[i], points[(i + count - 1) % count])) {
            *where = i;
            return POLYGON_REPEATS;
        }
    }
    for (uint32_t i = closed ? 0 : 1; i < (closed ? count : count - 1); ++i) {
        if (is_fold(points[(i + count - 1) % count], points[i], points[(i + 1) % count])) {
            *where = i;
            return POLYGON_FOLDS;
        }
    }
    return POLYGON_SIMPLE;
}

typedef struct simple_search {
    const pairs_segment *segments;
    uint32_t count;
    uint32_t first_fault;
} simple_search;

static void check_pair(void *context, uint32_t first, uint32_t second) {
    simple_search *s = context;
    bool neighbours = second - first == 1 || second - first == s->count - 1;
    if (neighbours || first >= s->first_fault) {
        return;
    }
    const pairs_segment *first_segment = &s->segments[first],
                        *second_segment = &s->segments[second];
    if (predicate_segments_meet(first_segment->a, first_segment->b, second_segment->a,
                                second_segment->b)) {
        s->first_fault = first;
    }
}

polygon_fault polygon_check_simple(const wend_vec2 *points, uint32_t count, uint32_t *where,
                                   memory *source) {
    polygon_fault fault = polygon_check_corners(points, count, true, where);
    if (fault != POLYGON_SIMPLE) {
        return fault;
    }
    pairs_segment *segments = memory_get_array(source, count, sizeof *segments);
    if (segments == NULL) {
        return POLYGON_NO_MEMORY;
    }
    for (uint32_t i = 0; i < count; ++i) {
        segments[i] = (pairs_segment){points[i], points[(i + 1) % count]};
    }
    simple_search s = {.segments = segments, .count = count, .first_fault = count};
    bool done = pairs_find(segments, count, check_pair, &s, source);
    memory_free(source, segments, count * sizeof *segments);
    *where = s.first_fault;
    if (!done) {
        return POLYGON_NO_MEMORY;
    }
    return s.first_fault < count ? POLYGON_TOUCHES : POLYGON_SIMPLE;
}

/* ---- Convex polygons ------------------------------------------------------------------------- */

/* Two convex sets are apart if a line separates them; here, one parallel to an edge of the polygon
 * or to the segment (separating axes). */
bool polygon_convex_meets(const wend_vec2 *points, uint32_t count, wend_vec2 a, wend_vec2 b) {
    bool left = true, right = true; /* all points are strictly on this side of ab */
    for (uint32_t i = 0; i < count; i++) {
        wend_vec2 p = points[i], q = points[i + 1 < count ? i + 1 : 0];
        if (predicate_orient(p, q, a) < 0 && predicate_orient(p, q, b) < 0) {
            return false;
        }
        int side = predicate_orient(a, b, p);
        left = left && side > 0;
        right = right && side < 0;
    }
    return !left && !right;
}
