/* Simplifies a layer: converts its rings to outlines on the grid, and back. */
#include "base/error.h"
#include "clean/clean.h"
#include "clean/cleaner.h"
#include "clean/simplify.h"
#include "clean/simplify/outline.h"
#include "geom/polygon.h"
#include <math.h>
#include <string.h>

enum { TESTS_PER_VERTEX = 2048, SPARE_TESTS = 1000000 };

/* The layer and its outlines. Number the boundaries first, then the solids. */
typedef struct simplifier {
    outline_set set;
    const wend_layer_def *layer;
    const clean_detail *detail;
    double grid;
    double low_x, low_y; /* grid units: the corner to which the outlines are relative */
    memory_arena *scratch, *kept;
} simplifier;

static const wend_ring *ring_at(const wend_layer_def *layer, uint32_t index) {
    return index < layer->boundary_count ? &layer->boundaries[index]
                                         : &layer->solids[index - layer->boundary_count].ring;
}

/* True if an outline is simplified: a boundary or a solid of class 0. */
static bool is_outline(const wend_layer_def *layer, uint32_t index) {
    return index < layer->boundary_count ||
           layer->solids[index - layer->boundary_count].obstacle_class == 0;
}

static double ring_area(const wend_ring *ring) {
    return fabs(polygon_area_wide(ring->points, ring->count));
}

/* ---- Loading --------------------------------------------------------------------------------- */

static cell_point to_cell(const simplifier *s, wend_point p) {
    return (cell_point){(int64_t)(floor(p.x / s->grid + 0.5) - s->low_x),
                        (int64_t)(floor(p.y / s->grid + 0.5) - s->low_y)};
}

static void *take_from(simplifier *s, memory_arena *arena, size_t count, size_t size) {
    void *block = arena_take(arena, (count + 1) * size, 16);
    if (block == NULL) {
        s->set.failed = true;
        return NULL;
    }
    return memset(block, 0, (count + 1) * size);
}

static void *take(simplifier *s, size_t count, size_t size) {
    return take_from(s, s->scratch, count, size);
}

/* Finds the box of everything, and enlarges it by the size of details, so that new corners stay in
 * it. */
static void measure(simplifier *s) {
    shapes_box box = {0};
    const wend_layer_def *layer = s->layer;
    for (uint32_t i = 0; i < layer->boundary_count + layer->solid_count; i++) {
        const wend_ring *ring = ring_at(layer, i);
        for (uint32_t k = 0; k < ring->count && is_outline(layer, i); k++) {
            shapes_include(&box, ring->points[k]);
        }
        s->set.vertex_count += is_outline(layer, i) ? ring->count : 0;
        s->set.ring_count += is_outline(layer, i);
    }
    double margin = ceil(s->detail->below / s->grid) + 2.0;
    s->low_x = box.any ? floor(box.low.x / s->grid) - margin : 0.0;
    s->low_y = box.any ? floor(box.low.y / s->grid) - margin : 0.0;
    cell_point high = box.any ? to_cell(s, box.high) : (cell_point){0, 0};
    s->set.extent = (cell_point){high.x + (int64_t)margin, high.y + (int64_t)margin};
}

/* Loads a ring so that the ground lies on the left of its edges. */
static void load_ring(simplifier *s, const wend_ring *from, outline_ring *ring, uint32_t number) {
    bool is_left = polygon_area_wide(from->points, from->count) > 0.0;
    bool back = is_left != ring->is_boundary;
    for (uint32_t i = 0; i < ring->count; i++) {
        cell_point p = to_cell(s, from->points[back ? ring->count - 1 - i : i]);
        uint32_t first = ring->first;
        s->set.originals[first + i] = p;
        s->set.vertices[first + i] =
            (outline_vertex){.at = p,
                             .previous = first + (i + ring->count - 1) % ring->count,
                             .next = first + (i + 1) % ring->count,
                             .ring = number,
                             .anchor = i};
        ring->low.x = i == 0 || p.x < ring->low.x ? p.x : ring->low.x;
        ring->low.y = i == 0 || p.y < ring->low.y ? p.y : ring->low.y;
        ring->high.x = i == 0 || p.x > ring->high.x ? p.x : ring->high.x;
        ring->high.y = i == 0 || p.y > ring->high.y ? p.y : ring->high.y;
    }
    ring->left = ring->count;
    ring->start = ring->first;
}

static void load_rings(simplifier *s) {
    outline_set *set = &s->set;
    uint32_t used = 0, vertices = 0;
    set->vertices = take(s, set->vertex_count, sizeof *set->vertices);
    set->originals = take(s, set->vertex_count, sizeof *set->originals);
    set->rings = take(s, set->ring_count, sizeof *set->rings);
    for (uint32_t i = 0; i < s->layer->boundary_count + s->layer->solid_count && !set->failed;
         i++) {
        if (is_outline(s->layer, i)) {
            const wend_ring *from = ring_at(s->layer, i);
            set->rings[used] = (outline_ring){.first = vertices,
                                              .count = from->count,
                                              .is_boundary = i < s->layer->boundary_count};
            load_ring(s, from, &set->rings[used], used);
            vertices += from->count;
            used++;
        }
    }
}

static void load_segments(simplifier *s) {
    outline_set *set = &s->set;
    size_t most = s->detail->kept_count;
    for (uint32_t i = 0; i < s->layer->open_wall_count; i++) {
        most += s->layer->open_walls[i].count;
    }
    set->segments = take(s, most, sizeof *set->segments);
    for (uint32_t i = 0; i < s->layer->open_wall_count && !set->failed; i++) {
        const wend_open_wall_def *wall = &s->layer->open_walls[i];
        for (uint32_t k = 0; k + 1 < wall->count; k++) {
            set->segments[set->segment_count++] =
                (outline_segment){to_cell(s, wall->points[k]), to_cell(s, wall->points[k + 1])};
        }
    }
    set->kept_first = set->segment_count;
    for (uint32_t i = 0; i < s->detail->kept_count && !set->failed; i++) {
        wend_point p = s->detail->kept[i];
        double x = p.x / s->grid - s->low_x, y = p.y / s->grid - s->low_y;
        /* Points far away cannot be in the way. */
        if (x >= 0.0 && y >= 0.0 && x <= (double)set->extent.x && y <= (double)set->extent.y) {
            cell_point at = to_cell(s, p);
            set->segments[set->segment_count++] = (outline_segment){at, at};
        }
    }
}

/* A fixed point, and the set of outlines in which its vertex is searched for. */
typedef struct fixed_search {
    outline_set *set;
    cell_point point;
} fixed_search;

static bool fix_vertex(void *user, uint32_t item, cell_point a, cell_point b) {
    const fixed_search *search = user;
    (void)b;
    if (item < search->set->vertex_count && cell_equal(a, search->point)) {
        outline_vertex *v = &search->set->vertices[item];
        v->is_fixed = true;
        search->set->rings[v->ring].is_fixed = true;
    }
    return false;
}

static void fix_points(simplifier *s) {
    for (uint32_t i = 0; i < s->detail->fixed_count; i++) {
        fixed_search search = {&s->set, to_cell(s, s->detail->fixed[i])};
        index_area area = {&search.point, 1};
        outline_index_find(&s->set, area, fix_vertex, &search);
    }
}

/* Makes all rings as they were. */
static void restore(outline_set *set) {
    for (uint32_t i = 0; i < set->ring_count; i++) {
        set->rings[i].is_dropped = set->rings[i].is_isolated = false;
    }
    for (uint32_t i = 0; i < set->vertex_count; i++) {
        set->vertices[i].is_removed = false;
    }
}

/* ---- Storing --------------------------------------------------------------------------------- */

/* Vertices that did not move get the very coordinates that they had. */
static wend_point point_of(const simplifier *s, const outline_vertex *v, const wend_ring *from,
                           const outline_ring *ring, uint32_t number) {
    if (!v->is_new) {
        bool is_left = polygon_area_wide(from->points, from->count) > 0.0;
        uint32_t i = number - ring->first;
        return from->points[is_left != ring->is_boundary ? ring->count - 1 - i : i];
    }
    return (wend_point){((double)v->at.x + s->low_x) * s->grid + 0.0,
                        ((double)v->at.y + s->low_y) * s->grid + 0.0};
}

static wend_ring store_ring(simplifier *s, const wend_ring *from, const outline_ring *ring) {
    wend_point *points = arena_take(s->kept, ring->left * sizeof *points, 16);
    if (points == NULL) {
        s->set.failed = true;
        return *from;
    }
    uint32_t v = ring->start;
    for (uint32_t i = 0; i < ring->left; i++) {
        points[i] = point_of(s, &s->set.vertices[v], from, ring, v);
        v = s->set.vertices[v].next;
    }
    cleaner_order_ring(points, ring->left);
    return (wend_ring){points, ring->left};
}

static void store(simplifier *s, wend_layer_def *out, clean_change *change) {
    wend_ring *boundaries = take_from(s, s->kept, out->boundary_count, sizeof *boundaries);
    wend_solid_def *solids = take_from(s, s->kept, out->solid_count, sizeof *solids);
    uint32_t boundary_count = 0, solid_count = 0, used = 0;
    for (uint32_t i = 0; i < out->boundary_count + out->solid_count && !s->set.failed; i++) {
        const wend_ring *from = ring_at(s->layer, i);
        const outline_ring *ring = is_outline(s->layer, i) ? &s->set.rings[used++] : NULL;
        bool is_boundary = i < out->boundary_count;
        if (ring != NULL && ring->is_dropped) {
            *(is_boundary ? &change->dropped_regions : &change->dropped_obstacles) += 1;
            continue;
        }
        wend_ring made = ring != NULL ? store_ring(s, from, ring) : *from;
        if (is_boundary) {
            boundaries[boundary_count++] = made;
        } else {
            solids[solid_count++] = (wend_solid_def){
                made, s->layer->solids[i - s->layer->boundary_count].obstacle_class};
        }
    }
    if (!s->set.failed) {
        out->boundaries = boundaries;
        out->boundary_count = boundary_count;
        out->solids = solids;
        out->solid_count = solid_count;
    }
}

void clean_measure_layer(const wend_layer_def *layer, uint32_t *vertices, double *ground) {
    double area = 0.0;
    for (uint32_t i = 0; i < layer->boundary_count + layer->solid_count; i++) {
        if (is_outline(layer, i)) {
            const wend_ring *ring = ring_at(layer, i);
            *vertices += ring->count;
            area += i < layer->boundary_count ? ring_area(ring) : -ring_area(ring);
        }
    }
    *ground += layer->boundary_count > 0 ? area : 0.0;
}

/* The area of the obstacles that are dropped on ground that stays. */
static double added_area(const simplifier *s) {
    double area = 0.0;
    uint32_t used = 0;
    for (uint32_t i = 0; i < s->layer->boundary_count + s->layer->solid_count; i++) {
        if (is_outline(s->layer, i)) {
            const outline_ring *ring = &s->set.rings[used++];
            area += ring->is_isolated ? ring_area(ring_at(s->layer, i)) : 0.0;
        }
    }
    return area;
}

static void simplify(simplifier *s) {
    measure(s);
    load_rings(s);
    load_segments(s);
    if (s->set.failed) {
        return;
    }
    s->set.budget = (uint64_t)TESTS_PER_VERTEX *
                        (s->set.vertex_count + s->set.segment_count + s->detail->fixed_count) +
                    SPARE_TESTS;
    outline_index_build(&s->set);
    if (!s->set.failed) {
        fix_points(s);
        outline_drop_small(&s->set, s->detail->drop_small);
        if (s->set.budget == 0) {
            /* Not all fixed points were found, or not everything in a region. */
            restore(&s->set);
        }
        outline_reduce(&s->set);
    }
    outline_index_free(&s->set);
}

wend_result clean_simplify_layer(wend_layer_def *layer, const clean_detail *detail, double grid,
                                 memory_arena *kept, memory_arena *scratch, clean_change *change,
                                 wend_error *error) {
    wend_layer_def given = *layer;
    simplifier s = {.layer = &given, .detail = detail, .grid = grid};
    s.scratch = scratch;
    s.kept = kept;
    s.set.heap = scratch->source;
    s.set.below = detail->below / grid;
    *change = (clean_change){0};
    clean_measure_layer(&given, &change->vertices_before, &change->ground_before);
    simplify(&s);
    if (!s.set.failed) {
        store(&s, layer, change);
    }
    if (s.set.failed) {
        *layer = given;
        return error_no_memory(error, "polygons");
    }
    change->added = added_area(&s);
    clean_measure_layer(layer, &change->vertices_after, &change->ground_after);
    if (given.boundary_count > 0 && layer->boundary_count == 0) {
        return error_set(error, WEND_ERROR_GEOMETRY,
                         "nothing walkable is left: the ground is at most %.6g m across, and "
                         "details below that size are dropped",
                         detail->below);
    }
    return WEND_OK;
}
