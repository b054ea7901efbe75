/* Merges triangles into convex polygons.
 *
 * Edges between triangles of one region are removed one by one, the longest first, wherever the two
 * polygons beside an edge together form a convex polygon (S. Hertel, K. Mehlhorn, "Fast
 * triangulation of simple polygons", Foundations of Computation Theory 1983). The polygons are
 * rings of half-edges: half-edge 3 * t + i is edge i of triangle t. After some merges, two convex
 * polygons may share two collinear edges, with a point between them that belongs to no other
 * polygon. If neither edge is fixed, they become one edge, which is tried again; if one is fixed,
 * the two polygons stay separate. As a result, no two of the remaining polygons can be merged.
 *
 * Ties in length are broken by the midpoints of the edges, which differ because edges do not cross.
 * The polygons therefore depend only on coordinates.
 *
 * Cost: O(n log n) for the sort. Temporary memory: at most 232 bytes per point, of which 144 are
 * for the sort. */
#include "base/error.h"
#include "base/sort.h"
#include "base/union_find.h"
#include "geom/triangulate.h"

/* An edge that could be removed: its squared length, twice its midpoint, and one of its half-edges.
 */
typedef struct candidate {
    uint64_t length_squared;
    int32_t middle_x, middle_y;
    uint32_t edge;
} candidate;

typedef struct merger {
    const grid_point *points;
    const grid_triangle *triangles;
    const uint32_t *regions;
    const bool *passable;
    memory *memory;
    const watcher *progress;
    wend_error *error;
    uint32_t triangle_count, candidate_count, retry_count;
    uint32_t *twins;    /* for each half-edge: its twin in the neighbour, or TRIANGULATE_NONE */
    uint32_t *next;     /* for each half-edge: the next one in its polygon; TRIANGULATE_NONE if the
                           half-edge has been removed or its triangle has no region */
    uint32_t *previous; /* for each half-edge: the previous one in its polygon */
    uint32_t *owners; /* for each triangle: its parent in a union-find tree; the root represents the
                         polygon */
    candidate *candidates, *scratch;
    uint32_t *retries; /* half-edges to try again */
} merger;

/* ---- Half-edges ------------------------------------------------------------------------------ */

static uint32_t origin_of(const merger *self, uint32_t h) {
    return self->triangles[h / 3].vertex[h % 3];
}

static uint32_t target_of(const merger *self, uint32_t h) {
    return self->triangles[h / 3].vertex[(h % 3 + 1) % 3];
}

static bool is_fixed(const merger *self, uint32_t h) {
    return self->triangles[h / 3].fixed[h % 3];
}

static uint32_t find_twin(const merger *self, uint32_t h) {
    uint32_t beyond = self->triangles[h / 3].neighbour[h % 3];
    if (beyond == TRIANGULATE_NONE) {
        return TRIANGULATE_NONE;
    }
    const uint32_t *corners = self->triangles[beyond].vertex;
    uint32_t target = target_of(self, h);
    return 3 * beyond + (corners[0] == target ? 0 : corners[1] == target ? 1 : 2);
}

/* Returns the triangle that represents the polygon of a half-edge. */
static uint32_t polygon_of(const merger *self, uint32_t h) {
    return union_find_root(self->owners, h / 3);
}

/* Returns the polygon on the other side of a half-edge, even across a wall, or TRIANGULATE_NONE if
 * there is none. */
static uint32_t polygon_behind(const merger *self, uint32_t h) {
    uint32_t twin = self->twins[h];
    if (twin == TRIANGULATE_NONE || self->regions[twin / 3] == TRIANGULATE_NONE) {
        return TRIANGULATE_NONE;
    }
    return polygon_of(self, twin);
}

static bool is_wall(const merger *self, uint32_t h) {
    uint32_t twin = self->twins[h];
    if (twin == TRIANGULATE_NONE || self->regions[twin / 3] == TRIANGULATE_NONE) {
        return true;
    }
    if (self->passable != NULL) {
        return is_fixed(self, h) && !self->passable[h] && !self->passable[twin];
    }
    return is_fixed(self, h) && self->regions[h / 3] == self->regions[twin / 3];
}

/* Returns the cross product of two consecutive half-edges: positive if the ring turns left between
 * them. */
static int64_t turn_between(const merger *self, uint32_t before, uint32_t after) {
    grid_point a = self->points[origin_of(self, before)];
    grid_point b = self->points[origin_of(self, after)];
    grid_point c = self->points[origin_of(self, self->next[after])];
    return ((int64_t)b.x - a.x) * ((int64_t)c.y - b.y) -
           ((int64_t)b.y - a.y) * ((int64_t)c.x - b.x);
}

/* ---- Candidates ------------------------------------------------------------------------------ */

static bool can_remove(const merger *self, uint32_t h) {
    uint32_t twin = self->twins[h];
    return twin != TRIANGULATE_NONE && !is_fixed(self, h) &&
           self->regions[h / 3] != TRIANGULATE_NONE &&
           self->regions[h / 3] == self->regions[twin / 3];
}

static candidate make_candidate(const merger *self, uint32_t h) {
    grid_point a = self->points[origin_of(self, h)], b = self->points[target_of(self, h)];
    int64_t x = (int64_t)a.x - b.x, y = (int64_t)a.y - b.y;
    return (candidate){(uint64_t)(x * x + y * y), a.x + b.x, a.y + b.y, h};
}

static bool candidate_before(const void *left, const void *right) {
    const candidate *a = left, *b = right;
    if (a->length_squared != b->length_squared) {
        return a->length_squared > b->length_squared;
    }
    return a->middle_x != b->middle_x ? a->middle_x < b->middle_x : a->middle_y < b->middle_y;
}

/* Makes each triangle of a region a ring of its own. */
static void init_rings(merger *self) {
    for (uint32_t h = 0; h < 3 * self->triangle_count; h++) {
        uint32_t first = h - h % 3;
        bool inside = self->regions[h / 3] != TRIANGULATE_NONE;
        self->twins[h] = find_twin(self, h);
        self->next[h] = inside ? first + (h + 1) % 3 : TRIANGULATE_NONE;
        self->previous[h] = inside ? first + (h + 2) % 3 : TRIANGULATE_NONE;
        self->owners[h / 3] = h / 3;
    }
    for (uint32_t h = 0; h < 3 * self->triangle_count; h++) {
        self->candidate_count += can_remove(self, h) && h < self->twins[h];
    }
}

static void sort_candidates(merger *self) {
    uint32_t count = 0;
    for (uint32_t h = 0; h < 3 * self->triangle_count; h++) {
        if (can_remove(self, h) && h < self->twins[h]) {
            self->candidates[count++] = make_candidate(self, h);
        }
    }
    sort_stable(self->candidates, self->scratch, count, sizeof *self->candidates, candidate_before);
}

/* ---- Merging --------------------------------------------------------------------------------- */

static void link_in_ring(merger *self, uint32_t before, uint32_t after) {
    self->next[before] = after;
    self->previous[after] = before;
}

static void remove_from_ring(merger *self, uint32_t h) {
    link_in_ring(self, self->previous[h], self->next[h]);
    self->next[h] = TRIANGULATE_NONE;
}

/* True if the previous or the next edge also borders on the polygon on the other side of `h`. In
 * that case, `h` or that edge is fixed. */
static bool has_double_border(const merger *self, uint32_t h) {
    uint32_t behind = polygon_behind(self, h);
    return polygon_behind(self, self->previous[h]) == behind ||
           polygon_behind(self, self->next[h]) == behind;
}

/* Merges two consecutive edges into one if the point between them belongs only to the two polygons
 * beside them. `before` and the twin of `after` remain and become twins. */
static void straighten(merger *self, uint32_t before, uint32_t after) {
    if (!can_remove(self, before) || !can_remove(self, after) ||
        polygon_behind(self, before) != polygon_behind(self, after)) {
        return;
    }
    uint32_t twin = self->twins[after];
    remove_from_ring(self, after);
    remove_from_ring(self, self->twins[before]);
    self->twins[before] = twin;
    self->twins[twin] = before;
    self->retries[self->retry_count++] = before;
}

/* Merges the two polygons beside a half-edge if the result is convex. */
static void merge_across(merger *self, uint32_t h) {
    if (self->next[h] == TRIANGULATE_NONE || has_double_border(self, h)) {
        return;
    }
    uint32_t twin = self->twins[h];
    uint32_t start_before = self->previous[h], start_after = self->next[twin];
    uint32_t end_before = self->previous[twin], end_after = self->next[h];
    if (turn_between(self, start_before, start_after) < 0 ||
        turn_between(self, end_before, end_after) < 0) {
        return;
    }
    uint32_t here = polygon_of(self, h), there = polygon_of(self, twin);
    self->owners[here > there ? here : there] = here > there ? there : here;
    self->next[h] = self->next[twin] = TRIANGULATE_NONE;
    link_in_ring(self, start_before, start_after);
    link_in_ring(self, end_before, end_after);
    straighten(self, start_before, start_after);
    straighten(self, self->previous[end_after], end_after);
}

/* Returns false if cancelled. */
static bool merge_all(merger *self) {
    watcher merging = watch_part(self->progress, 0.4, 0.8);
    for (uint32_t i = 0; i < self->candidate_count; i++) {
        if (!watch_count(&merging, i, self->candidate_count)) {
            return false;
        }
        merge_across(self, self->candidates[i].edge);
        while (self->retry_count > 0) {
            merge_across(self, self->retries[--self->retry_count]);
        }
    }
    return true;
}

/* ---- Output ---------------------------------------------------------------------------------- */

/* True if the origin of a half-edge is a corner of the result: the ring turns there, or what lies
 * on the other side changes there. The polygons on both sides of a straight border agree on this.
 */
static bool is_corner(const merger *self, uint32_t h) {
    uint32_t before = self->previous[h];
    if (turn_between(self, before, h) != 0) {
        return true;
    }
    uint32_t behind = polygon_behind(self, h);
    return behind != polygon_behind(self, before) ||
           (behind != TRIANGULATE_NONE && is_fixed(self, h) != is_fixed(self, before)) ||
           is_wall(self, h) != is_wall(self, before);
}

static bool is_on_ring(const merger *self, uint32_t h) {
    return self->next[h] != TRIANGULATE_NONE;
}

typedef struct part_totals {
    uint32_t parts, corners;
} part_totals;

/* Numbers the polygons in the order of their first half-edges. Stores the numbers in `retries`,
 * which is no longer needed. */
static part_totals number_parts(merger *self) {
    uint32_t *numbers = self->retries;
    part_totals found = {0};
    for (uint32_t t = 0; t < self->triangle_count; t++) {
        numbers[t] = TRIANGULATE_NONE;
    }
    for (uint32_t h = 0; h < 3 * self->triangle_count; h++) {
        if (!is_on_ring(self, h)) {
            continue;
        }
        uint32_t polygon = polygon_of(self, h);
        if (numbers[polygon] == TRIANGULATE_NONE) {
            numbers[polygon] = found.parts++;
        }
        found.corners += is_corner(self, h);
    }
    return found;
}

/* Writes the corners of the polygon of half-edge `first`, starting at index `corner`. Returns the
 * index after the last corner written. */
static uint32_t write_ring(const merger *self, uint32_t first, uint32_t corner,
                           convex_parts *parts) {
    uint32_t h = first;
    do {
        if (is_corner(self, h)) {
            uint32_t behind = polygon_behind(self, h);
            parts->corners[corner] = origin_of(self, h);
            parts->neighbours[corner] = is_wall(self, h) ? TRIANGULATE_NONE : self->retries[behind];
            corner++;
        }
        h = self->next[h];
    } while (h != first);
    return corner;
}

static void write_parts(const merger *self, convex_parts *parts) {
    uint32_t part = 0, corner = 0;
    for (uint32_t h = 0; h < 3 * self->triangle_count; h++) {
        if (is_on_ring(self, h) && self->retries[polygon_of(self, h)] == part) {
            parts->starts[part] = corner;
            parts->regions[part] = self->regions[h / 3];
            corner = write_ring(self, h, corner, parts);
            part++;
        }
    }
    parts->starts[part] = corner;
}

static uint32_t *allocate_indices(memory_arena *arena, uint32_t count) {
    return arena_take(arena, count * sizeof(uint32_t), _Alignof(uint32_t));
}

static wend_result output_parts(merger *self, memory_arena *arena, convex_parts *out) {
    part_totals found = number_parts(self);
    convex_parts parts = {.starts = allocate_indices(arena, found.parts + 1),
                          .part_count = found.parts,
                          .corners = allocate_indices(arena, found.corners),
                          .neighbours = allocate_indices(arena, found.corners),
                          .regions = allocate_indices(arena, found.parts)};
    if (parts.starts == NULL ||
        (found.parts > 0 &&
         (parts.corners == NULL || parts.regions == NULL || parts.neighbours == NULL))) {
        return error_no_memory(self->error, "convex polygons");
    }
    write_parts(self, &parts);
    *out = parts;
    return WEND_OK;
}

/* ---- Entry point ----------------------------------------------------------------------------- */

static bool allocate_rings(merger *self) {
    size_t count = 3 * (size_t)self->triangle_count;
    self->twins = memory_get_array(self->memory, count, sizeof *self->twins);
    self->next = memory_get_array(self->memory, count, sizeof *self->next);
    self->previous = memory_get_array(self->memory, count, sizeof *self->previous);
    self->owners = memory_get_array(self->memory, self->triangle_count, sizeof *self->owners);
    self->retries =
        memory_get_array(self->memory, (size_t)self->triangle_count + 2, sizeof *self->retries);
    return self->twins != NULL && self->next != NULL && self->previous != NULL &&
           self->owners != NULL && self->retries != NULL;
}

static bool allocate_candidates(merger *self) {
    size_t count = self->candidate_count;
    self->candidates = memory_get_array(self->memory, count, sizeof *self->candidates);
    self->scratch = memory_get_array(self->memory, count, sizeof *self->scratch);
    return count == 0 || (self->candidates != NULL && self->scratch != NULL);
}

static void release_candidates(merger *self) {
    size_t size = self->candidate_count * sizeof *self->candidates;
    memory_free(self->memory, self->candidates, size);
    memory_free(self->memory, self->scratch, size);
}

static void release_rings(merger *self) {
    size_t size = 3 * (size_t)self->triangle_count * sizeof(uint32_t);
    memory_free(self->memory, self->twins, size);
    memory_free(self->memory, self->next, size);
    memory_free(self->memory, self->previous, size);
    memory_free(self->memory, self->owners, self->triangle_count * sizeof(uint32_t));
    memory_free(self->memory, self->retries, ((size_t)self->triangle_count + 2) * sizeof(uint32_t));
}

static wend_result run(merger *self, memory_arena *arena, convex_parts *out) {
    if (self->triangle_count > 0 && !allocate_rings(self)) {
        return error_no_memory(self->error, "convex polygons");
    }
    init_rings(self);
    bool good = allocate_candidates(self), finished = false;
    if (good) {
        sort_candidates(self);
        finished = merge_all(self);
    }
    release_candidates(self);
    if (good && !finished) {
        return error_set(self->error, WEND_ERROR_CANCELLED,
                         "the merging of triangles was cancelled");
    }
    return good ? output_parts(self, arena, out) : error_no_memory(self->error, "convex polygons");
}

wend_result convex_merge(const grid_point *points, const triangulation *from_triangles,
                         const uint32_t *regions, const bool *passable, memory *from,
                         memory_arena *out_arena, convex_parts *out, wend_error *error) {
    return convex_merge_watched(points, from_triangles, regions, passable, from, out_arena, out,
                                NULL, error);
}

wend_result convex_merge_watched(const grid_point *points, const triangulation *from_triangles,
                                 const uint32_t *regions, const bool *passable, memory *from,
                                 memory_arena *out_arena, convex_parts *out,
                                 const watcher *progress, wend_error *error) {
    merger self = {.points = points,
                   .triangles = from_triangles->triangles,
                   .regions = regions,
                   .passable = passable,
                   .memory = from,
                   .progress = progress,
                   .error = error,
                   .triangle_count = from_triangles->count};
    wend_result result = run(&self, out_arena, out);
    release_rings(&self);
    return result;
}
