/* The ground inset by a radius, and shortest paths in it.
 *
 * For each wall separately, GEOS makes the polygon of all points nearer than the radius, because
 * the buffer of a whole ring would be simplified by up to a hundredth of the radius. The union of
 * these polygons is subtracted from the ground. GEOS rounds the remaining area to a grid of 2^-20 m
 * and keeps it valid. Everything that follows is then exact in integers.
 *
 * A shortest path turns at corners of the remaining area at which a solid lies on the inner side
 * (Lozano-Perez and Wesley 1979), and is tangent there. Therefore a visibility check is made only
 * for tangent pairs of corners: at each of the two corners, both edges lie on the same side of the
 * line through the pair. The search uses Dijkstra's algorithm (1959), without a heap.
 *
 * Cost: O(n^2) for n corners, O(n) for each tangent pair, O(n^2) for a path. */
#include "support/kit/disc_oracle.h"

#include <check.h>
#include <geos_c.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

enum { QUARTER = 64 /* chords per quarter circle */ };

#define NO_CORNER UINT32_MAX

static const double GRID = 0x1p-20; /* m: spacing of the grid */
/* m: the unit of coordinates, so that midpoints of grid points are integers. */
static const double HALF_GRID = 0x1p-21;

typedef struct contact {
    int64_t x, y;
} contact;

typedef struct corner {
    contact at, before, after; /* free ground lies on the left of before -> at -> after */
} corner;

typedef struct sight_edge {
    uint32_t from, to;
    double length;
} sight_edge;

struct disc_oracle {
    corner *corners; /* one for each edge, which runs from the corner's `at` to its `after` */
    uint32_t count, room;
    uint32_t *turns; /* corners at which paths may turn */
    uint32_t turning_point_count;
    sight_edge *edges; /* each edge appears in both directions; sorted by `from` */
    uint32_t edge_count, edge_room;
    uint32_t *first_edge; /* index of the first edge of each turning corner, followed by the number
                             of edges */
    double *reached;      /* length of the path to each turning corner during a search */
    double *to_goal;
    uint32_t *before; /* the previous turning corner on the path to each corner, or NO_CORNER */
    bool *done;
};

/* ---- The inset ground ------------------------------------------------------------------------ */

static void report_fault(const char *format, ...) {
    char text[200];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    ck_abort_msg("GEOS: %s", text);
}

static GEOSGeometry *checked(GEOSGeometry *geometry) {
    ck_assert_ptr_nonnull(geometry);
    return geometry;
}

static GEOSGeometry *ring_area(GEOSContextHandle_t geos, const wend_ring *ring, wend_point origin) {
    GEOSCoordSequence *points = GEOSCoordSeq_create_r(geos, ring->count + 1, 2);
    for (uint32_t i = 0; i <= ring->count; i++) {
        wend_point p = ring->points[i % ring->count];
        GEOSCoordSeq_setXY_r(geos, points, i, p.x - origin.x, p.y - origin.y);
    }
    GEOSGeometry *line = checked(GEOSGeom_createLinearRing_r(geos, points));
    return checked(GEOSGeom_createPolygon_r(geos, line, NULL, 0));
}

/* For each wall of a ring, stores the area within `radius` of the wall in `out`. */
static void widen_ring(GEOSContextHandle_t geos, const wend_ring *ring, wend_point origin,
                       double radius, GEOSGeometry **out) {
    for (uint32_t i = 0; i < ring->count; i++) {
        wend_point a = ring->points[i], b = ring->points[(i + 1) % ring->count];
        GEOSCoordSequence *ends = GEOSCoordSeq_create_r(geos, 2, 2);
        GEOSCoordSeq_setXY_r(geos, ends, 0, a.x - origin.x, a.y - origin.y);
        GEOSCoordSeq_setXY_r(geos, ends, 1, b.x - origin.x, b.y - origin.y);
        GEOSGeometry *wall = checked(GEOSGeom_createLineString_r(geos, ends));
        out[i] = checked(GEOSBuffer_r(geos, wall, radius, QUARTER));
        GEOSGeom_destroy_r(geos, wall);
    }
}

static const wend_ring *ring_at(const wend_layer_def *layer, uint32_t i) {
    return i < layer->boundary_count ? &layer->boundaries[i]
                                     : &layer->solids[i - layer->boundary_count].ring;
}

/* Makes the whole ground: the points that lie in an odd number of rings. */
static GEOSGeometry *make_ground(GEOSContextHandle_t geos, const wend_layer_def *layer,
                                 wend_point origin) {
    GEOSGeometry *ground = checked(GEOSGeom_createEmptyPolygon_r(geos));
    for (uint32_t i = 0; i < layer->boundary_count + layer->solid_count; i++) {
        GEOSGeometry *ring = ring_area(geos, ring_at(layer, i), origin);
        GEOSGeometry *sum = checked(GEOSSymDifference_r(geos, ground, ring));
        GEOSGeom_destroy_r(geos, ground);
        GEOSGeom_destroy_r(geos, ring);
        ground = sum;
    }
    return ground;
}

static GEOSGeometry *widen_walls(GEOSContextHandle_t geos, const wend_layer_def *layer,
                                 wend_point origin, double radius) {
    uint32_t rings = layer->boundary_count + layer->solid_count, count = 0;
    for (uint32_t i = 0; i < rings; i++) {
        count += ring_at(layer, i)->count;
    }
    GEOSGeometry **parts = calloc(count + 1, sizeof(void *));
    count = 0;
    for (uint32_t i = 0; i < rings; i++) {
        widen_ring(geos, ring_at(layer, i), origin, radius, parts + count);
        count += ring_at(layer, i)->count;
    }
    GEOSGeometry *all =
        checked(GEOSGeom_createCollection_r(geos, GEOS_GEOMETRYCOLLECTION, parts, count));
    GEOSGeometry *one = checked(GEOSUnaryUnion_r(geos, all));
    GEOSGeom_destroy_r(geos, all);
    free(parts);
    return one;
}

/* ---- Corners --------------------------------------------------------------------------------- */

/* Returns twice the area of triangle abc, positive if c lies on the left of a -> b. */
static int64_t turn(contact a, contact b, contact c) {
    return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
}

static bool is_same(contact a, contact b) {
    return a.x == b.x && a.y == b.y;
}

static contact contact_at(double x, double y) {
    if (!(fabs(x) < 0x1p8 && fabs(y) < 0x1p8)) {
        ck_abort_msg("a place is too far from the origin");
    }
    return (contact){llround(x / HALF_GRID), llround(y / HALF_GRID)};
}

/* Adds a ring, oriented with free ground on its left. */
static void add_ring(GEOSContextHandle_t geos, disc_oracle *oracle, const GEOSGeometry *ring,
                     bool outer) {
    const GEOSCoordSequence *points = GEOSGeom_getCoordSeq_r(geos, ring);
    unsigned count = 0;
    char left = 0;
    GEOSCoordSeq_getSize_r(geos, points, &count);
    GEOSCoordSeq_isCCW_r(geos, points, &left);
    count--;
    contact *contacts = calloc(count, sizeof *contacts);
    for (unsigned i = 0; i < count; i++) {
        double x = 0.0, y = 0.0;
        GEOSCoordSeq_getXY_r(geos, points, (left != 0) == outer ? i : count - i, &x, &y);
        contacts[i] = contact_at(x, y);
    }
    oracle->corners = realloc(oracle->corners, (oracle->count + count) * sizeof(corner));
    for (unsigned i = 0; i < count; i++) {
        oracle->corners[oracle->count++] =
            (corner){contacts[i], contacts[(i + count - 1) % count], contacts[(i + 1) % count]};
    }
    free(contacts);
}

static void add_rings(GEOSContextHandle_t geos, disc_oracle *oracle, const GEOSGeometry *area) {
    for (int i = 0; i < GEOSGetNumGeometries_r(geos, area); i++) {
        const GEOSGeometry *part = GEOSGetGeometryN_r(geos, area, i);
        if (GEOSGeomTypeId_r(geos, part) != GEOS_POLYGON || GEOSisEmpty_r(geos, part)) {
            continue;
        }
        add_ring(geos, oracle, GEOSGetExteriorRing_r(geos, part), true);
        for (int k = 0; k < GEOSGetNumInteriorRings_r(geos, part); k++) {
            add_ring(geos, oracle, GEOSGetInteriorRingN_r(geos, part, k), false);
        }
    }
}

static void erode(disc_oracle *oracle, const wend_layer_def *layer, wend_point origin,
                  double radius) {
    GEOSContextHandle_t geos = GEOS_init_r();
    GEOSContext_setErrorHandler_r(geos, report_fault);
    GEOSGeometry *ground = make_ground(geos, layer, origin);
    GEOSGeometry *walls = widen_walls(geos, layer, origin, radius);
    GEOSGeometry *rest = checked(GEOSDifference_r(geos, ground, walls));
    GEOSGeometry *rounded = checked(GEOSGeom_setPrecision_r(geos, rest, GRID, 0));
    add_rings(geos, oracle, rounded);
    GEOSGeom_destroy_r(geos, ground);
    GEOSGeom_destroy_r(geos, walls);
    GEOSGeom_destroy_r(geos, rest);
    GEOSGeom_destroy_r(geos, rounded);
    GEOS_finish_r(geos);
}

/* ---- Lines of sight -------------------------------------------------------------------------- */

static bool is_between(contact a, contact b, contact p) {
    return turn(a, b, p) == 0 && (p.x - a.x) * (p.x - b.x) <= 0 && (p.y - a.y) * (p.y - b.y) <= 0;
}

static bool contains(const disc_oracle *oracle, contact p) {
    bool inside = false;
    for (uint32_t i = 0; i < oracle->count; i++) {
        contact a = oracle->corners[i].at, b = oracle->corners[i].after;
        if (is_between(a, b, p)) {
            return true;
        }
        if ((a.y > p.y) != (b.y > p.y) && (turn(a, b, p) > 0) == (b.y > a.y)) {
            inside = !inside;
        }
    }
    return inside;
}

static bool are_apart(int64_t a, int64_t b, int64_t c, int64_t d) {
    return (a < c && a < d && b < c && b < d) || (a > c && a > d && b > c && b > d);
}

/* True if an edge separates two points: it crosses the line between them, or begins on that line.
 * (A line through a corner need not count as visible, because the path via that corner has the same
 * length.) */
static bool separates(const corner *edge, contact from, contact to) {
    if (are_apart(edge->at.x, edge->after.x, from.x, to.x) ||
        are_apart(edge->at.y, edge->after.y, from.y, to.y)) {
        return false;
    }
    int64_t a = turn(from, to, edge->at), b = turn(from, to, edge->after);
    if (a == 0 && !is_same(edge->at, from) && !is_same(edge->at, to) &&
        is_between(from, to, edge->at)) {
        return true;
    }
    if ((a > 0) == (b > 0) || a == 0 || b == 0) {
        return false;
    }
    int64_t c = turn(edge->at, edge->after, from), d = turn(edge->at, edge->after, to);
    return (c > 0 && d < 0) || (c < 0 && d > 0);
}

/* True if the straight line between two points stays in the area and meets no corner. */
static bool is_visible(const disc_oracle *oracle, contact from, contact to) {
    for (uint32_t i = 0; i < oracle->count; i++) {
        if (separates(&oracle->corners[i], from, to)) {
            return false;
        }
    }
    return contains(oracle, (contact){(from.x + to.x) / 2, (from.y + to.y) / 2});
}

/* True if both edges of a corner lie on the same side of the line from the corner to a point. */
static bool touches(const corner *c, contact point) {
    int64_t a = turn(point, c->at, c->before), b = turn(point, c->at, c->after);
    return (a >= 0 && b >= 0) || (a <= 0 && b <= 0);
}

static double distance(contact a, contact b) {
    return hypot((double)(b.x - a.x), (double)(b.y - a.y)) * HALF_GRID;
}

/* ---- The graph ------------------------------------------------------------------------------- */

static void add_edge(disc_oracle *oracle, uint32_t from, uint32_t to, double length) {
    if (oracle->edge_count + 2 > oracle->edge_room) {
        oracle->edge_room = 2 * oracle->edge_room + 1024;
        oracle->edges = realloc(oracle->edges, oracle->edge_room * sizeof *oracle->edges);
    }
    oracle->edges[oracle->edge_count++] = (sight_edge){from, to, length};
    oracle->edges[oracle->edge_count++] = (sight_edge){to, from, length};
}

static int by_from(const void *a, const void *b) {
    uint32_t i = ((const sight_edge *)a)->from, k = ((const sight_edge *)b)->from;
    return (i > k) - (i < k);
}

static void find_edges(disc_oracle *oracle) {
    for (uint32_t i = 0; i < oracle->turning_point_count; i++) {
        const corner *a = &oracle->corners[oracle->turns[i]];
        for (uint32_t k = i + 1; k < oracle->turning_point_count; k++) {
            const corner *b = &oracle->corners[oracle->turns[k]];
            bool beside =
                is_same(a->at, b->at) || is_same(a->after, b->at) || is_same(b->after, a->at);
            if (beside ||
                (touches(a, b->at) && touches(b, a->at) && is_visible(oracle, a->at, b->at))) {
                add_edge(oracle, i, k, distance(a->at, b->at));
            }
        }
    }
    if (oracle->edge_count > 0) {
        qsort(oracle->edges, oracle->edge_count, sizeof *oracle->edges, by_from);
    }
    for (uint32_t i = 0, k = 0; i <= oracle->turning_point_count; i++) {
        while (k < oracle->edge_count && oracle->edges[k].from < i) {
            k++;
        }
        oracle->first_edge[i] = k;
    }
}

disc_oracle *disc_oracle_make(const wend_layer_def *layer, wend_point origin, double radius) {
    disc_oracle *oracle = calloc(1, sizeof *oracle);
    erode(oracle, layer, origin, radius);
    oracle->turns = calloc(oracle->count + 1, sizeof *oracle->turns);
    for (uint32_t i = 0; i < oracle->count; i++) {
        const corner *c = &oracle->corners[i];
        if (turn(c->before, c->at, c->after) <= 0) {
            oracle->turns[oracle->turning_point_count++] = i;
        }
    }
    size_t most = oracle->turning_point_count + 1;
    oracle->first_edge = calloc(most, sizeof *oracle->first_edge);
    oracle->reached = calloc(most, sizeof *oracle->reached);
    oracle->to_goal = calloc(most, sizeof *oracle->to_goal);
    oracle->before = calloc(most, sizeof *oracle->before);
    oracle->done = calloc(most, sizeof *oracle->done);
    find_edges(oracle);
    return oracle;
}

void disc_oracle_free(disc_oracle *oracle) {
    free(oracle->corners);
    free(oracle->turns);
    free(oracle->edges);
    free(oracle->first_edge);
    free(oracle->reached);
    free(oracle->to_goal);
    free(oracle->before);
    free(oracle->done);
    free(oracle);
}

/* ---- Paths ----------------------------------------------------------------------------------- */

bool disc_oracle_contains(const disc_oracle *oracle, wend_vec2 at) {
    return contains(oracle, contact_at((double)at.x, (double)at.y));
}

static void find_turns(const disc_oracle *oracle, contact from, double *out) {
    for (uint32_t i = 0; i < oracle->turning_point_count; i++) {
        const corner *c = &oracle->corners[oracle->turns[i]];
        bool seen = touches(c, from) && is_visible(oracle, from, c->at);
        out[i] = seen ? distance(from, c->at) : INFINITY;
    }
}

/* Returns the nearest turning corner that the search has not finished, or turning_point_count. */
static uint32_t find_nearest(const disc_oracle *oracle) {
    uint32_t best = oracle->turning_point_count;
    double least = INFINITY;
    for (uint32_t i = 0; i < oracle->turning_point_count; i++) {
        if (!oracle->done[i] && oracle->reached[i] < least) {
            least = oracle->reached[i];
            best = i;
        }
    }
    return best;
}

static double angle_at(contact a, contact b, contact c) {
    double x = (double)(b.x - a.x), y = (double)(b.y - a.y);
    double u = (double)(c.x - b.x), v = (double)(c.y - b.y);
    return fabs(atan2(x * v - y * u, x * u + y * v));
}

/* Returns the sum of the turn angles of the path that ends with corner `last`; 0 if the path has no
 * corners. */
static double turn_angle(const disc_oracle *oracle, contact start, uint32_t last, contact end) {
    double sum = 0.0;
    contact after = end;
    for (uint32_t i = last; i != NO_CORNER; i = oracle->before[i]) {
        contact at = oracle->corners[oracle->turns[i]].at, before = start;
        if (oracle->before[i] != NO_CORNER) {
            before = oracle->corners[oracle->turns[oracle->before[i]]].at;
        }
        sum += angle_at(before, at, after);
        after = at;
    }
    return sum;
}

static void expand_turn(disc_oracle *oracle, uint32_t turn) {
    oracle->done[turn] = true;
    for (uint32_t i = oracle->first_edge[turn]; i < oracle->first_edge[turn + 1]; i++) {
        uint32_t to = oracle->edges[i].to;
        double length = oracle->reached[turn] + oracle->edges[i].length;
        if (length < oracle->reached[to]) {
            oracle->reached[to] = length;
            oracle->before[to] = turn;
        }
    }
}

disc_path disc_oracle_find(disc_oracle *oracle, wend_vec2 from, wend_vec2 to) {
    contact start = contact_at((double)from.x, (double)from.y),
            end = contact_at((double)to.x, (double)to.y);
    double best = is_visible(oracle, start, end) ? distance(start, end) : INFINITY;
    uint32_t last = NO_CORNER;
    find_turns(oracle, start, oracle->reached);
    find_turns(oracle, end, oracle->to_goal);
    for (uint32_t i = 0; i < oracle->turning_point_count; i++) {
        oracle->done[i] = false;
        oracle->before[i] = NO_CORNER;
    }
    uint32_t turn = find_nearest(oracle);
    while (turn < oracle->turning_point_count && oracle->reached[turn] < best) {
        if (oracle->reached[turn] + oracle->to_goal[turn] < best) {
            best = oracle->reached[turn] + oracle->to_goal[turn];
            last = turn;
        }
        expand_turn(oracle, turn);
        turn = find_nearest(oracle);
    }
    return (disc_path){best, turn_angle(oracle, start, last, end)};
}
