/* Finds shortest paths by brute force: builds the exact visibility graph of all vertices of an
 * area, and runs Dijkstra's algorithm on it. */
#include <check.h>
#include <math.h>
#include <stdlib.h>

#include "support/meshes.h"

typedef struct wide_point {
    int64_t x, y;
} wide_point;

static int side(wide_point a, wide_point b, wide_point c) {
    __int128 value = (__int128)(b.x - a.x) * (c.y - a.y) - (__int128)(b.y - a.y) * (c.x - a.x);
    return (value > 0) - (value < 0);
}

static bool is_between(int64_t v, int64_t a, int64_t b) {
    return a < b ? a <= v && v <= b : b <= v && v <= a;
}

static bool lies_on(wide_point p, wide_point a, wide_point b) {
    return side(a, b, p) == 0 && is_between(p.x, a.x, b.x) && is_between(p.y, a.y, b.y);
}

static uint32_t edge_end(const mesh_area *area, uint32_t i) {
    for (uint32_t r = 0; r < area->ring_count; r++) {
        if (i + 1 == area->ring_ends[r]) {
            return r ? area->ring_ends[r - 1] : 0;
        }
    }
    return i + 1;
}

/* Doubles coordinates, so that the midpoint of two grid points is an integer point too. */
static wide_point doubled(grid_point p) {
    return (wide_point){2 * (int64_t)p.x, 2 * (int64_t)p.y};
}

bool meshes_is_free(const mesh_area *area, int64_t x2, int64_t y2) {
    wide_point p = {x2, y2};
    bool inside = false;
    for (uint32_t i = 0; i < area->point_count; i++) {
        wide_point a = doubled(area->points[i]), b = doubled(area->points[edge_end(area, i)]);
        if (lies_on(p, a, b)) {
            return true;
        }
        if ((a.y > p.y) != (b.y > p.y)) {
            int s = side(a, b, p);
            inside = inside != (b.y > a.y ? s > 0 : s < 0);
        }
    }
    return inside;
}

typedef struct touch {
    double along;
    wide_point at;
} touch;

static int compare_touches(const void *left, const void *right) {
    double a = ((const touch *)left)->along, b = ((const touch *)right)->along;
    return (a > b) - (a < b);
}

static bool runs_along_edge(const mesh_area *area, wide_point a, wide_point b) {
    for (uint32_t i = 0; i < area->point_count; i++) {
        wide_point u = doubled(area->points[i]), v = doubled(area->points[edge_end(area, i)]);
        if (lies_on(a, u, v) && lies_on(b, u, v)) {
            return true;
        }
    }
    return false;
}

bool meshes_is_visible(const mesh_area *area, grid_point from, grid_point to) {
    wide_point p = doubled(from), q = doubled(to);
    touch touches[256];
    uint32_t count = 0;
    touches[count++] = (touch){0.0, p};
    touches[count++] = (touch){1.0, q};
    double length = (double)((q.x - p.x) * (q.x - p.x) + (q.y - p.y) * (q.y - p.y));
    for (uint32_t i = 0; i < area->point_count; i++) {
        wide_point a = doubled(area->points[i]), b = doubled(area->points[edge_end(area, i)]);
        int sa = side(p, q, a), sb = side(p, q, b);
        if (sa * sb < 0 && side(a, b, p) * side(a, b, q) < 0) {
            return false;
        }
        if (lies_on(a, p, q)) {
            double along = (double)((a.x - p.x) * (q.x - p.x) + (a.y - p.y) * (q.y - p.y));
            ck_assert_uint_lt(count, 256);
            touches[count++] = (touch){along / length, a};
        }
    }
    qsort(touches, count, sizeof *touches, compare_touches);
    for (uint32_t i = 0; i + 1 < count; i++) {
        wide_point a = touches[i].at, b = touches[i + 1].at;
        /* The sum of two grid points is their midpoint in doubled units. */
        if ((a.x != b.x || a.y != b.y) && !runs_along_edge(area, a, b) &&
            !meshes_is_free(area, (a.x + b.x) / 2, (a.y + b.y) / 2)) {
            return false;
        }
    }
    return true;
}

/* ---- The graph ------------------------------------------------------------------------------- */

struct mesh_graph {
    const mesh_area *area;
    uint32_t count;
    bool *sees;       /* count * count values: whether vertex i sees vertex j */
    double *distance; /* distances of the current query; count + 2 elements */
    bool *done;
};

mesh_graph *meshes_graph(const mesh_area *area) {
    mesh_graph *graph = calloc(1, sizeof *graph);
    ck_assert_ptr_nonnull(graph);
    uint32_t count = area->point_count;
    *graph = (mesh_graph){area, count, calloc((size_t)count * count, sizeof(bool)),
                          calloc(count + 2, sizeof(double)), calloc(count + 2, sizeof(bool))};
    ck_assert(graph->sees != NULL && graph->distance != NULL && graph->done != NULL);
    for (uint32_t i = 0; i < count; i++) {
        for (uint32_t k = 0; k < i; k++) {
            bool seen = meshes_is_visible(area, area->points[i], area->points[k]);
            graph->sees[i * count + k] = graph->sees[k * count + i] = seen;
        }
    }
    return graph;
}

void meshes_free_graph(mesh_graph *graph) {
    free(graph->sees);
    free(graph->distance);
    free(graph->done);
    free(graph);
}

static double distance_between(grid_point a, grid_point b) {
    double x = ((double)b.x - a.x) / MESHES_GRID, y = ((double)b.y - a.y) / MESHES_GRID;
    return sqrt(x * x + y * y);
}

double meshes_length(mesh_graph *graph, grid_point from, grid_point to) {
    const mesh_area *area = graph->area;
    uint32_t count = graph->count;
    if (meshes_is_visible(area, from, to)) {
        return distance_between(from, to);
    }
    double best = INFINITY;
    for (uint32_t i = 0; i < count; i++) {
        bool first = meshes_is_visible(area, from, area->points[i]);
        graph->distance[i] = first ? distance_between(from, area->points[i]) : INFINITY;
        graph->done[i] = false;
    }
    for (;;) {
        uint32_t at = count;
        for (uint32_t i = 0; i < count; i++) {
            if (!graph->done[i] && graph->distance[i] < best &&
                (at == count || graph->distance[i] < graph->distance[at])) {
                at = i;
            }
        }
        if (at == count) {
            return best;
        }
        graph->done[at] = true;
        if (meshes_is_visible(area, area->points[at], to)) {
            best = fmin(best, graph->distance[at] + distance_between(area->points[at], to));
        }
        for (uint32_t i = 0; i < count; i++) {
            double through =
                graph->distance[at] + distance_between(area->points[at], area->points[i]);
            if (graph->sees[at * count + i] && through < graph->distance[i]) {
                graph->distance[i] = through;
            }
        }
    }
}
