/* Inserts links into layers: the ends of a link become neighbouring vertices of a ring.
 *
 * Cost: O(vertices of the layer) for each link. */
#include "clean/clean.h"
#include "geom/point.h"
#include <math.h>
#include <string.h>

/* m: largest distance between an end of a link and a ring. */
static const double TOLERANCE = 1.0001e-3;

typedef struct nearest_result {
    double distance;
    uint32_t edge; /* index of the vertex at which the edge starts */
} nearest_result;

static nearest_result nearest_edge(const wend_ring *ring, wend_point p) {
    nearest_result best = {INFINITY, 0};
    for (uint32_t i = 0; i < ring->count; i++) {
        wend_point a = ring->points[i], b = ring->points[(i + 1) % ring->count];
        double d = point_distance(p, point_nearest(p, a, b));
        if (d < best.distance) {
            best = (nearest_result){d, i};
        }
    }
    return best;
}

/* Makes p a vertex of a ring: if an end of the nearest edge is within the tolerance of p, moves
 * that end to p; otherwise inserts p. `points` must have room for one more point. */
static void make_vertex(wend_point *points, uint32_t *count, wend_point p) {
    for (uint32_t i = 0; i < *count; i++) {
        if (point_equal(points[i], p)) {
            return;
        }
    }
    wend_ring ring = {points, *count};
    uint32_t edge = nearest_edge(&ring, p).edge;
    for (uint32_t k = 0; k < 2; k++) {
        wend_point *vertex = &points[(edge + k) % *count];
        if (fmax(fabs(vertex->x - p.x), fabs(vertex->y - p.y)) <= TOLERANCE) {
            *vertex = p;
            return;
        }
    }
    memmove(&points[edge + 2], &points[edge + 1], (*count - edge - 1) * sizeof *points);
    points[edge + 1] = p;
    ++*count;
}

/* Removes the vertices that follow a and precede b, if all of them lie on the segment ab. */
static void remove_between(wend_point *points, uint32_t *count, wend_point a, wend_point b) {
    uint32_t start = 0;
    while (start < *count && !point_equal(points[start], a)) {
        start++;
    }
    uint32_t between = 0;
    for (;; between++) {
        wend_point at = points[(start + 1 + between) % *count];
        if (point_equal(at, b) || between + 3 > *count) {
            break;
        }
        if (point_distance(at, point_nearest(at, a, b)) > TOLERANCE) {
            return;
        }
    }
    for (uint32_t i = 0; *count > 3 && i < between; i++) {
        uint32_t removed = (start + 1) % *count;
        memmove(&points[removed], &points[removed + 1], (*count - removed - 1) * sizeof *points);
        --*count;
        start -= removed < start;
    }
}

static bool edit_ring(wend_ring *ring, wend_point a, wend_point b, memory_arena *kept) {
    wend_point *points = arena_take(kept, ((size_t)ring->count + 2) * sizeof *points, 16);
    if (points == NULL) {
        return false;
    }
    memcpy(points, ring->points, ring->count * sizeof *points);
    uint32_t count = ring->count;
    make_vertex(points, &count, a);
    make_vertex(points, &count, b);
    remove_between(points, &count, a, b);
    remove_between(points, &count, b, a);
    *ring = (wend_ring){points, count};
    return true;
}

static double distance_to_ring(const wend_ring *ring, wend_point a, wend_point b) {
    return fmax(nearest_edge(ring, a).distance, nearest_edge(ring, b).distance);
}

bool clean_insert_link(wend_layer_def *layer, wend_point a, wend_point b, memory_arena *kept) {
    wend_ring *best = NULL;
    double nearest = TOLERANCE;
    for (uint32_t i = 0; i < layer->boundary_count; i++) {
        wend_ring *ring = (wend_ring *)&layer->boundaries[i];
        double distance = distance_to_ring(ring, a, b);
        if (distance <= nearest && (best == NULL || distance < nearest)) {
            best = ring;
            nearest = distance;
        }
    }
    for (uint32_t i = 0; i < layer->solid_count; i++) {
        wend_ring *ring = (wend_ring *)&layer->solids[i].ring;
        double distance = distance_to_ring(ring, a, b);
        if (layer->solids[i].obstacle_class == 0 && distance <= nearest &&
            (best == NULL || distance < nearest)) {
            best = ring;
            nearest = distance;
        }
    }
    return best == NULL || point_equal(a, b) || edit_ring(best, a, b, kept);
}
