/* Constrained Delaunay triangulation: the insertion order of the points, and the output.
 *
 * Points are inserted in rounds, each about twice as large as the previous one, and along a Hilbert
 * curve within a round (N. Amenta, S. Choi, G. Rote, "Incremental constructions con BRIO",
 * Symposium on Computational Geometry 2003). A hash of the coordinates chooses the round, so that
 * the order depends only on the points. geom/delaunay.c inserts the points and geom/constrain.c the
 * segments; geom/halfedge.h describes the choice of edges among points on a circle.
 *
 * Temporary memory: 58 bytes per point for half-edges, 16 for copies of points and 8 for triangle
 * indices (32 bytes for sorting are released earlier), 8 to 12 bytes per segment, and lists of the
 * triangles that the longest segment crosses. The result takes 56 bytes per point. The measured
 * total is 138 bytes per point, or 146 if there are as many segments as points. */
#include "geom/triangulate.h"

#include "base/error.h"
#include "base/hash.h"
#include "base/sort.h"
#include "geom/halfedge.h"

/* A point and its `key`, which determines the order of insertion. */
typedef struct curve_position {
    uint64_t key;
    uint32_t point; /* index of the point in the input */
} curve_position;

/* HILBERT_BITS is the number of bits of a coordinate after translation to [0, 2^25]. */
enum { HILBERT_BITS = 26, MAX_POINTS = 1 << 28 };

typedef struct triangulator {
    memory *memory;
    const watcher *progress;
    wend_error *error;
    uint32_t point_count, edge_count;
    curve_position *curve_positions, *scratch;
    grid_point *points;          /* the points in insertion order */
    uint32_t *input_indices;     /* for each of `points`: its index in the input */
    uint32_t *insertion_indices; /* for each point of the input: its index in `points` */
    grid_edge *edges;            /* segments between indices into `points` */
    halfedge_mesh mesh;
} triangulator;

/* ---- Input ----------------------------------------------------------------------------------- */

static wend_result check_points(const triangulator *self, const grid_point *points) {
    if (self->point_count > MAX_POINTS) {
        return error_set(self->error, WEND_ERROR_LIMIT, "%u points to triangulate; at most %d",
                         self->point_count, (int)MAX_POINTS);
    }
    for (uint32_t i = 0; i < self->point_count; i++) {
        int32_t x = points[i].x, y = points[i].y;
        if (x > TRIANGULATE_LIMIT || x < -TRIANGULATE_LIMIT || y > TRIANGULATE_LIMIT ||
            y < -TRIANGULATE_LIMIT) {
            return error_set(self->error, WEND_ERROR_LIMIT,
                             "point %u lies at (%d, %d); expected coordinates of at most %d", i, x,
                             y, (int)TRIANGULATE_LIMIT);
        }
    }
    return WEND_OK;
}

static wend_result check_edges(const triangulator *self, const grid_edge *edges) {
    for (uint32_t i = 0; i < self->edge_count; i++) {
        if (edges[i].a >= self->point_count || edges[i].b >= self->point_count ||
            edges[i].a == edges[i].b) {
            return error_set(self->error, WEND_ERROR_INVALID,
                             "segment %u joins point %u to %u; expected two of the %u points", i,
                             edges[i].a, edges[i].b, self->point_count);
        }
    }
    return WEND_OK;
}

/* ---- Order ----------------------------------------------------------------------------------- */

/* Returns the position of (x, y) along the Hilbert curve that fills the square of all coordinates.
 */
static uint64_t hilbert_distance(uint32_t x, uint32_t y) {
    uint64_t distance = 0;
    for (uint32_t bit = UINT32_C(1) << (HILBERT_BITS - 1); bit > 0; bit >>= 1) {
        uint32_t right = (x & bit) != 0, up = (y & bit) != 0;
        distance = distance << 2 | ((3 * right) ^ up);
        if (up == 0) {
            uint32_t turned = right != 0 ? ~y : y;
            y = right != 0 ? ~x : x;
            x = turned;
        }
    }
    return distance;
}

/* Returns the sort key of a point. The key contains 31 - round, because round 0, which has half of
 * the points, is the last one. Equal keys mean equal points. */
static uint64_t order_key(grid_point point) {
    uint32_t x = (uint32_t)(point.x + TRIANGULATE_LIMIT);
    uint32_t y = (uint32_t)(point.y + TRIANGULATE_LIMIT);
    uint64_t hash = hash_mix64((uint64_t)x << 32 | y);
    uint64_t round = hash == 0 ? 31 : (uint64_t)__builtin_ctzll(hash);
    round = round > 31 ? 31 : round;
    return (31 - round) << (2 * HILBERT_BITS) | hilbert_distance(x, y);
}

static bool comes_before(const void *left, const void *right) {
    return ((const curve_position *)left)->key < ((const curve_position *)right)->key;
}

/* Finds a point that is not collinear with the first two points, and moves it to index 2. Returns
 * false if all points are collinear. */
static bool start_with_triangle(triangulator *self) {
    for (uint32_t i = 2; i < self->point_count; i++) {
        if (halfedge_area(self->points[0], self->points[1], self->points[i]) != 0) {
            grid_point point = self->points[i];
            uint32_t input_index = self->input_indices[i];
            self->points[i] = self->points[2];
            self->input_indices[i] = self->input_indices[2];
            self->points[2] = point;
            self->input_indices[2] = input_index;
            return true;
        }
    }
    return false;
}

static wend_result sort_points(triangulator *self, const grid_point *points) {
    self->curve_positions =
        memory_get_array(self->memory, self->point_count, sizeof *self->curve_positions);
    self->scratch = memory_get_array(self->memory, self->point_count, sizeof *self->scratch);
    if (self->curve_positions == NULL || self->scratch == NULL) {
        return error_no_memory(self->error, "a triangulation");
    }
    for (uint32_t i = 0; i < self->point_count; i++) {
        self->curve_positions[i] = (curve_position){order_key(points[i]), i};
    }
    sort_stable(self->curve_positions, self->scratch, self->point_count,
                sizeof *self->curve_positions, comes_before);
    for (uint32_t i = 0; i < self->point_count; i++) {
        if (i > 0 && self->curve_positions[i - 1].key == self->curve_positions[i].key) {
            grid_point duplicate = points[self->curve_positions[i].point];
            return error_set(self->error, WEND_ERROR_INVALID,
                             "points %u and %u both lie at (%d, %d); expected points that differ",
                             self->curve_positions[i - 1].point, self->curve_positions[i].point,
                             duplicate.x, duplicate.y);
        }
        self->input_indices[i] = self->curve_positions[i].point;
        self->points[i] = points[self->curve_positions[i].point];
    }
    return WEND_OK;
}

static void release_positions(triangulator *self) {
    memory_free(self->memory, self->curve_positions,
                self->point_count * sizeof *self->curve_positions);
    memory_free(self->memory, self->scratch, self->point_count * sizeof *self->scratch);
    self->curve_positions = self->scratch = NULL;
}

static void renumber_edges(triangulator *self, const grid_edge *edges) {
    for (uint32_t i = 0; i < self->point_count; i++) {
        self->insertion_indices[self->input_indices[i]] = i;
    }
    for (uint32_t i = 0; i < self->edge_count; i++) {
        self->edges[i] =
            (grid_edge){self->insertion_indices[edges[i].a], self->insertion_indices[edges[i].b]};
    }
}

/* ---- Memory ---------------------------------------------------------------------------------- */

static bool allocate_points(triangulator *self) {
    self->points = memory_get_array(self->memory, self->point_count, sizeof *self->points);
    self->input_indices =
        memory_get_array(self->memory, self->point_count, sizeof *self->input_indices);
    self->insertion_indices =
        memory_get_array(self->memory, self->point_count, sizeof *self->insertion_indices);
    self->edges = memory_get_array(self->memory, self->edge_count, sizeof *self->edges);
    return self->points != NULL && self->input_indices != NULL && self->insertion_indices != NULL &&
           (self->edges != NULL || self->edge_count == 0);
}

static size_t halfedge_count(const triangulator *self) {
    return 3 * (2 * (size_t)self->point_count - 2);
}

static bool allocate_mesh(triangulator *self) {
    halfedge_mesh *mesh = &self->mesh;
    size_t count = halfedge_count(self);
    mesh->points = self->points;
    mesh->ghost = self->point_count;
    mesh->origin = memory_get_array(self->memory, count, sizeof *mesh->origin);
    mesh->twin = memory_get_array(self->memory, count, sizeof *mesh->twin);
    mesh->flags = memory_get_array(self->memory, count, sizeof *mesh->flags);
    mesh->leaving =
        memory_get_array(self->memory, (size_t)self->point_count + 1, sizeof *mesh->leaving);
    return mesh->origin != NULL && mesh->twin != NULL && mesh->flags != NULL &&
           mesh->leaving != NULL;
}

static void release(triangulator *self) {
    halfedge_mesh *mesh = &self->mesh;
    size_t count = halfedge_count(self);
    release_positions(self);
    memory_free(self->memory, self->points, self->point_count * sizeof *self->points);
    memory_free(self->memory, self->input_indices, self->point_count * sizeof *self->input_indices);
    memory_free(self->memory, self->insertion_indices,
                self->point_count * sizeof *self->insertion_indices);
    memory_free(self->memory, self->edges, self->edge_count * sizeof *self->edges);
    memory_free(self->memory, mesh->origin, count * sizeof *mesh->origin);
    memory_free(self->memory, mesh->twin, count * sizeof *mesh->twin);
    memory_free(self->memory, mesh->flags, count * sizeof *mesh->flags);
    memory_free(self->memory, mesh->leaving,
                ((size_t)self->point_count + 1) * sizeof *mesh->leaving);
}

/* ---- Output ---------------------------------------------------------------------------------- */

static bool is_real(const halfedge_mesh *mesh, uint32_t t) {
    const uint32_t *corners = &mesh->origin[3 * t];
    return corners[0] != mesh->ghost && corners[1] != mesh->ghost && corners[2] != mesh->ghost;
}

/* Numbers the triangles that do not have the ghost as a corner. */
static uint32_t number_triangles(const halfedge_mesh *mesh, uint32_t *numbers) {
    uint32_t count = 0;
    for (uint32_t t = 0; t < mesh->count; t++) {
        numbers[t] = is_real(mesh, t) ? count++ : TRIANGULATE_NONE;
    }
    return count;
}

static void write_triangles(const triangulator *self, const uint32_t *numbers,
                            grid_triangle *triangles) {
    const halfedge_mesh *mesh = &self->mesh;
    for (uint32_t t = 0; t < mesh->count; t++) {
        if (numbers[t] == TRIANGULATE_NONE) {
            continue;
        }
        grid_triangle *triangle = &triangles[numbers[t]];
        for (uint32_t i = 0; i < 3; i++) {
            triangle->vertex[i] = self->input_indices[mesh->origin[3 * t + i]];
            triangle->neighbour[i] = numbers[mesh->twin[3 * t + i] / 3];
            triangle->fixed[i] = (mesh->flags[3 * t + i] & HALFEDGE_FIXED) != 0;
        }
    }
}

static wend_result write_result(triangulator *self, memory_arena *arena, triangulation *out) {
    size_t numbers_size = self->mesh.count * sizeof(uint32_t);
    uint32_t *numbers = memory_get(self->memory, numbers_size);
    if (numbers == NULL) {
        return error_no_memory(self->error, "a triangulation");
    }
    uint32_t count = number_triangles(&self->mesh, numbers);
    grid_triangle *triangles =
        arena_take(arena, count * sizeof *triangles, _Alignof(grid_triangle));
    if (triangles != NULL) {
        write_triangles(self, numbers, triangles);
        *out = (triangulation){triangles, count};
    }
    memory_free(self->memory, numbers, numbers_size);
    return triangles != NULL ? WEND_OK : error_no_memory(self->error, "a triangulation");
}

/* ---- Entry point ----------------------------------------------------------------------------- */

static wend_result run(triangulator *self, const grid_point *points, const grid_edge *edges,
                       memory_arena *arena, triangulation *out) {
    if (!allocate_points(self)) {
        return error_no_memory(self->error, "a triangulation");
    }
    wend_result result = sort_points(self, points);
    release_positions(self);
    if (result != WEND_OK) {
        return result;
    }
    if (!start_with_triangle(self)) {
        *out = (triangulation){0};
        return WEND_OK;
    }
    renumber_edges(self, edges);
    if (!allocate_mesh(self)) {
        return error_no_memory(self->error, "a triangulation");
    }
    watcher inserting = watch_part(self->progress, 0.2, 0.8);
    watcher constraining = watch_part(self->progress, 0.8, 0.9);
    if (!halfedge_insert_points(&self->mesh, &inserting)) {
        return error_set(self->error, WEND_ERROR_CANCELLED, "the triangulation was cancelled");
    }
    result = halfedge_insert_segments(&self->mesh, self->edges, self->edge_count, self->memory,
                                      &constraining, self->error);
    return result == WEND_OK ? write_result(self, arena, out) : result;
}

wend_result triangulate(const grid_point *points, uint32_t point_count, const grid_edge *edges,
                        uint32_t edge_count, memory *from, memory_arena *out_arena,
                        triangulation *out, wend_error *error) {
    return triangulate_watched(points, point_count, edges, edge_count, from, out_arena, out, NULL,
                               error);
}

wend_result triangulate_watched(const grid_point *points, uint32_t point_count,
                                const grid_edge *edges, uint32_t edge_count, memory *from,
                                memory_arena *out_arena, triangulation *out,
                                const watcher *progress, wend_error *error) {
    triangulator self = {.memory = from,
                         .progress = progress,
                         .error = error,
                         .point_count = point_count,
                         .edge_count = edge_count};
    wend_result result = check_points(&self, points);
    if (result == WEND_OK) {
        result = check_edges(&self, edges);
    }
    if (result == WEND_OK && point_count == 0) {
        *out = (triangulation){0};
    } else if (result == WEND_OK) {
        result = run(&self, points, edges, out_arena, out);
        release(&self);
    }
    return result;
}
