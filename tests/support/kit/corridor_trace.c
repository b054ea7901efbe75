#include "support/kit/corridor_trace.h"

#include <check.h>
#include <math.h>
#include <stdlib.h>

/* m: error of positions in single precision, and of points on curves at a rounded parameter t. */
static const double TOLERANCE = 1e-4;
static const double FULL_TURN = 6.283185307179586;

enum { CHORDS = 64, ROUND = 128 /* ROUND: number of chords that approximate a disc's circle */ };

static double distance_between(wend_vec2 p, wend_vec2 q) {
    return hypot((double)p.x - (double)q.x, (double)p.y - (double)q.y);
}

typedef struct axis_point {
    uint32_t piece;
    double t;
} axis_point;

typedef struct axis_step {
    uint32_t edge;
    axis_point from, to;
} axis_step;

/* ---- Points on pieces ------------------------------------------------------------------------ */

/* Returns the distance from p to a piece of an edge. The parameter *t of the nearest point is found
 * by projecting p onto the piece's chord. */
static double piece_distance(const wend_map *map, uint32_t edge, uint32_t piece, wend_vec2 p,
                             double *t) {
    wend_vec2 a = wend_corridor_breakpoint_at(map, edge, piece).position;
    wend_vec2 b = wend_corridor_breakpoint_at(map, edge, piece + 1).position;
    double x = (double)b.x - (double)a.x, y = (double)b.y - (double)a.y, square = x * x + y * y;
    double along = ((double)p.x - (double)a.x) * x + ((double)p.y - (double)a.y) * y;
    *t = square > 0.0 ? fmin(1.0, fmax(0.0, along / square)) : 0.0;
    return distance_between(p, wend_corridor_sample_at(map, edge, piece, *t).position);
}

/* Finds the segment of an edge that is nearest to a point, and returns its distance. */
static double find_point(const wend_map *map, uint32_t edge, wend_vec2 p, axis_point *out) {
    double best = HUGE_VAL;
    for (uint32_t k = 0; k + 1 < wend_corridor_edge_at(map, edge).breakpoint_count; k++) {
        double t = 0.0, off = piece_distance(map, edge, k, p, &t);
        if (off < best) {
            best = off;
            *out = (axis_point){k, t};
        }
    }
    return best;
}

/* Finds the edge that fits two points best, by the sum of their distances to it. Of several such
 * edges, it takes the one on which the points are nearest to each other. */
static double find_edge(const wend_map *map, wend_vec2 p, wend_vec2 q, axis_step *out) {
    double best = HUGE_VAL, least = HUGE_VAL;
    for (uint32_t i = 0; i < wend_corridor_edge_count(map); i++) {
        axis_step step = {.edge = i};
        double off = find_point(map, i, p, &step.from) + find_point(map, i, q, &step.to);
        uint32_t far = step.from.piece > step.to.piece ? step.from.piece - step.to.piece
                                                       : step.to.piece - step.from.piece;
        double rank = off < TOLERANCE ? (double)far : HUGE_VAL;
        if (rank < least || (!(rank > least) && off < best)) {
            best = off;
            least = rank;
            *out = step;
        }
    }
    return best;
}

/* Checks that a disc of the route equals the disc of the axis at that point. */
static void check_disc(const wend_map *map, uint32_t edge, axis_point at,
                       const wend_corridor_disc *disc, const char *what) {
    wend_corridor_sample s = wend_corridor_sample_at(map, edge, at.piece, at.t);
    ck_assert_msg(fabs((double)s.clearance - (double)disc->clearance) < TOLERANCE,
                  "%s: a disc of %.9g m at (%.9g, %.9g), where the axis has %.9g", what,
                  (double)disc->clearance, (double)disc->position.x, (double)disc->position.y,
                  (double)s.clearance);
}

/* Appends the segments of a step. There is usually only one, because discs lie at all breakpoints;
 * rounding may add further segments. */
static void add_step(corridor_trace *trace, axis_step step, const char *what) {
    double sum = 0.0, most = 0.0;
    bool ahead = step.from.piece <= step.to.piece;
    for (uint32_t k = step.from.piece;; k = ahead ? k + 1 : k - 1) {
        double from = k == step.from.piece ? step.from.t : ahead ? 0.0 : 1.0;
        double to = k == step.to.piece ? step.to.t : ahead ? 1.0 : 0.0;
        corridor_leg leg = {step.edge, k, from, to};
        trace->legs = realloc(trace->legs, (trace->count + 1) * sizeof *trace->legs);
        ck_assert_ptr_nonnull(trace->legs);
        trace->legs[trace->count++] = leg;
        double length = corridor_leg_length(trace->map, leg);
        sum += length;
        most = fmax(most, length);
        if (k == step.to.piece) {
            break;
        }
    }
    ck_assert_msg(sum - most < 2.0 * TOLERANCE, "%s: events left out over %g m of edge %u", what,
                  sum - most, step.edge);
}

corridor_trace corridor_trace_make(const wend_map *map, const wend_route *route, const char *what) {
    corridor_trace trace = {map, NULL, 0};
    for (uint32_t i = 0; i + 1 < route->disc_count; i++) {
        const wend_corridor_disc *a = &route->discs[i], *b = a + 1;
        if (a->position.x == b->position.x && a->position.y == b->position.y) {
            continue;
        }
        axis_step step = {0};
        double off = find_edge(map, a->position, b->position, &step);
        ck_assert_msg(off < 2.0 * TOLERANCE,
                      "%s: discs %u at (%.9g, %.9g) and %u at (%.9g, %.9g) lie on no common edge: "
                      "%g m off edge %u",
                      what, i, (double)a->position.x, (double)a->position.y, i + 1,
                      (double)b->position.x, (double)b->position.y, off, step.edge);
        check_disc(map, step.edge, step.from, a, what);
        check_disc(map, step.edge, step.to, b, what);
        add_step(&trace, step, what);
    }
    return trace;
}

void corridor_trace_free(corridor_trace *trace) {
    free(trace->legs);
}

/* ---- Lengths --------------------------------------------------------------------------------- */

double corridor_leg_length(const wend_map *map, corridor_leg leg) {
    double length = 0.0;
    wend_vec2 last = wend_corridor_sample_at(map, leg.edge, leg.piece, leg.from).position;
    for (int i = 1; i <= CHORDS; i++) {
        double t = leg.from + (leg.to - leg.from) * i / CHORDS;
        wend_vec2 next = wend_corridor_sample_at(map, leg.edge, leg.piece, t).position;
        length += distance_between(last, next);
        last = next;
    }
    return length;
}

double corridor_trace_length(const corridor_trace *trace) {
    double length = 0.0;
    for (uint32_t i = 0; i < trace->count; i++) {
        length += corridor_leg_length(trace->map, trace->legs[i]);
    }
    return length;
}

static bool is_open(const wend_map *map, uint32_t edge, uint32_t breakpoint, double radius) {
    return (double)wend_corridor_breakpoint_at(map, edge, breakpoint).clearance > radius;
}

/* Returns the length from an axis point to an end of its edge, or INFINITY if that part is blocked.
 */
static double length_to_end(const wend_map *map, const wend_corridor_projection *at, bool last,
                            double radius) {
    wend_corridor_edge e = wend_corridor_edge_at(map, at->edge);
    corridor_leg leg = {at->edge, at->segment, (double)at->t, last ? 1.0 : 0.0};
    double length = corridor_leg_length(map, leg);
    uint32_t breakpoint = last ? at->segment + 1 : at->segment;
    while (breakpoint > 0 && breakpoint + 1 < e.breakpoint_count &&
           is_open(map, at->edge, breakpoint, radius)) {
        leg = (corridor_leg){at->edge, last ? breakpoint : breakpoint - 1, 0.0, 1.0};
        length += corridor_leg_length(map, leg);
        breakpoint = last ? breakpoint + 1 : breakpoint - 1;
    }
    return is_open(map, at->edge, breakpoint, radius) ? length : HUGE_VAL;
}

/* Returns the length along the edge between two points that lie on it, or INFINITY if that part is
 * blocked. */
static double length_on_edge(const wend_map *map, const wend_corridor_projection *from,
                             const wend_corridor_projection *to, double radius) {
    if (from->edge != to->edge) {
        return HUGE_VAL;
    }
    bool ahead = from->segment < to->segment || (from->segment == to->segment && from->t <= to->t);
    const wend_corridor_projection *a = ahead ? from : to, *b = ahead ? to : from;
    if (a->segment == b->segment) {
        return corridor_leg_length(map,
                                   (corridor_leg){a->edge, a->segment, (double)a->t, (double)b->t});
    }
    double length =
        corridor_leg_length(map, (corridor_leg){a->edge, a->segment, (double)a->t, 1.0}) +
        corridor_leg_length(map, (corridor_leg){a->edge, b->segment, 0.0, (double)b->t});
    for (uint32_t k = a->segment + 1; k <= b->segment; k++) {
        length +=
            k < b->segment ? corridor_leg_length(map, (corridor_leg){a->edge, k, 0.0, 1.0}) : 0.0;
        length = is_open(map, a->edge, k, radius) ? length : HUGE_VAL;
    }
    return length;
}

double corridor_shortest(const wend_map *map, const wend_corridor_projection *from,
                         const wend_corridor_projection *to, double radius) {
    uint32_t count = wend_corridor_vertex_count(map), edges = wend_corridor_edge_count(map);
    double *reached = calloc(count, sizeof *reached);
    bool *done = calloc(count, sizeof *done);
    ck_assert(reached != NULL && done != NULL);
    for (uint32_t i = 0; i < count; i++) {
        reached[i] = HUGE_VAL;
    }
    wend_corridor_edge first = wend_corridor_edge_at(map, from->edge);
    wend_corridor_edge last = wend_corridor_edge_at(map, to->edge);
    reached[first.from] = length_to_end(map, from, false, radius);
    reached[first.to] = fmin(reached[first.to], length_to_end(map, from, true, radius));
    for (;;) {
        uint32_t best = count;
        for (uint32_t i = 0; i < count; i++) {
            if (!done[i] && isfinite(reached[i]) && (best == count || reached[i] < reached[best])) {
                best = i;
            }
        }
        if (best == count) {
            break;
        }
        done[best] = true;
        for (uint32_t i = 0; i < edges; i++) {
            wend_corridor_edge e = wend_corridor_edge_at(map, i);
            uint32_t other = e.from == best ? e.to : e.from;
            if ((e.from == best || e.to == best) && (double)e.least_clearance > radius) {
                reached[other] = fmin(reached[other], reached[best] + (double)e.length);
            }
        }
    }
    double length = fmin(length_on_edge(map, from, to, radius),
                         fmin(reached[last.from] + length_to_end(map, to, false, radius),
                              reached[last.to] + length_to_end(map, to, true, radius)));
    free(reached);
    free(done);
    return length;
}

/* ---- Areas ----------------------------------------------------------------------------------- */

typedef struct parts {
    GEOSContextHandle_t geos;
    GEOSGeometry **items;
    uint32_t count, room;
} parts;

static void add_part(parts *all, const double (*xy)[2], uint32_t count) {
    GEOSCoordSequence *points = GEOSCoordSeq_create_r(all->geos, count + 1, 2);
    for (uint32_t i = 0; i <= count; i++) {
        GEOSCoordSeq_setXY_r(all->geos, points, i, xy[i % count][0], xy[i % count][1]);
    }
    GEOSGeometry *ring = GEOSGeom_createLinearRing_r(all->geos, points);
    GEOSGeometry *area = GEOSGeom_createPolygon_r(all->geos, ring, NULL, 0);
    ck_assert_ptr_nonnull(area);
    if (GEOSisValid_r(all->geos, area) != 1) { /* a degenerate part, without area */
        GEOSGeometry *mended = GEOSBuffer_r(all->geos, area, 0.0, 8);
        ck_assert_ptr_nonnull(mended);
        GEOSGeom_destroy_r(all->geos, area);
        area = mended;
    }
    if (all->count == all->room) {
        all->room = 2 * all->room + 64;
        all->items = realloc(all->items, all->room * sizeof(void *));
        ck_assert_ptr_nonnull(all->items);
    }
    all->items[all->count++] = area;
}

static GEOSGeometry *unite(parts *all) {
    GEOSGeometry *heap =
        GEOSGeom_createCollection_r(all->geos, GEOS_GEOMETRYCOLLECTION, all->items, all->count);
    GEOSGeometry *one = GEOSUnaryUnion_r(all->geos, heap);
    ck_assert_ptr_nonnull(one);
    GEOSGeom_destroy_r(all->geos, heap);
    free(all->items);
    return one;
}

/* Adds a disc as a polygon of the same area. */
static void add_disc(parts *all, wend_vec2 at, double radius) {
    double step = FULL_TURN / ROUND, xy[ROUND][2];
    radius *= sqrt(step / sin(step));
    for (int i = 0; i < ROUND; i++) {
        xy[i][0] = (double)at.x + radius * cos(step * i);
        xy[i][1] = (double)at.y + radius * sin(step * i);
    }
    add_part(all, (const double(*)[2])xy, ROUND);
}

GEOSGeometry *corridor_area_of_discs(GEOSContextHandle_t geos, const corridor_trace *trace,
                                     double spacing) {
    parts all = {.geos = geos};
    for (uint32_t i = 0; i < trace->count; i++) {
        corridor_leg leg = trace->legs[i];
        int steps = 1 + (int)(corridor_leg_length(trace->map, leg) / spacing);
        for (int k = 0; k <= steps; k++) {
            double t = leg.from + (leg.to - leg.from) * k / steps;
            wend_corridor_sample s = wend_corridor_sample_at(trace->map, leg.edge, leg.piece, t);
            add_disc(&all, s.position, (double)s.clearance);
        }
    }
    return unite(&all);
}

/* Adds the sector of a disc that extends clockwise from one point on its edge to another. Adds
 * nothing if the points coincide. */
static void add_sector(parts *all, const wend_corridor_disc *disc, wend_vec2 from, wend_vec2 to) {
    if (from.x == to.x && from.y == to.y) {
        return;
    }
    double x = (double)disc->position.x, y = (double)disc->position.y;
    double radius = (double)disc->clearance;
    double start = atan2((double)from.y - y, (double)from.x - x);
    double turn = start - atan2((double)to.y - y, (double)to.x - x);
    turn += turn < 0.0 ? FULL_TURN : 0.0;
    enum { MOST = 720 };
    double xy[MOST + 2][2] = {{x, y}};
    uint32_t count = 2 + (uint32_t)(turn / FULL_TURN * (MOST - 2));
    for (uint32_t i = 0; i < count; i++) {
        double angle = start - turn * i / (count - 1);
        xy[i + 1][0] = x + radius * cos(angle);
        xy[i + 1][1] = y + radius * sin(angle);
    }
    const wend_vec2 ends[2] = {from, to}; /* exactly the points that the adjacent cells use */
    for (uint32_t i = 0; i < 2; i++) {
        xy[i == 0 ? 1 : count][0] = (double)ends[i].x;
        xy[i == 0 ? 1 : count][1] = (double)ends[i].y;
    }
    add_part(all, (const double(*)[2])xy, count + 1);
}

static void add_cell(parts *all, const wend_corridor_disc *a, const wend_corridor_disc *b) {
    const wend_vec2 round[6] = {a->position, a->left, b->left, b->position, b->right, a->right};
    double xy[6][2];
    for (int i = 0; i < 6; i++) {
        xy[i][0] = (double)round[i].x;
        xy[i][1] = (double)round[i].y;
    }
    add_part(all, (const double(*)[2])xy, 6);
}

GEOSGeometry *corridor_area_of_route(GEOSContextHandle_t geos, const wend_route *route,
                                     double *sum) {
    parts all = {.geos = geos};
    const wend_corridor_disc *first = &route->discs[0];
    const wend_corridor_disc *last = &route->discs[route->disc_count - 1];
    add_sector(&all, first, first->right, first->left);
    add_sector(&all, last, last->left, last->right);
    for (const wend_corridor_disc *d = first; d < last; d++) {
        if (d->position.x == d[1].position.x && d->position.y == d[1].position.y) {
            add_sector(&all, d, d->left, d[1].left);
            add_sector(&all, d, d[1].right, d->right);
        } else {
            add_cell(&all, d, d + 1);
        }
    }
    *sum = 0.0;
    for (uint32_t i = 0; i < all.count; i++) {
        double area = 0.0;
        ck_assert_int_eq(GEOSArea_r(geos, all.items[i], &area), 1);
        *sum += area;
    }
    return unite(&all);
}

double corridor_area_depth(GEOSContextHandle_t geos, const GEOSGeometry *area, wend_vec2 at) {
    GEOSGeometry *point = GEOSGeom_createPointFromXY_r(geos, (double)at.x, (double)at.y);
    GEOSGeometry *edge = GEOSBoundary_r(geos, area);
    ck_assert(point != NULL && edge != NULL);
    double distance = 0.0;
    ck_assert_int_eq(GEOSDistance_r(geos, edge, point, &distance), 1);
    bool inside = GEOSIntersects_r(geos, area, point) == 1;
    GEOSGeom_destroy_r(geos, point);
    GEOSGeom_destroy_r(geos, edge);
    return inside ? distance : -distance;
}
