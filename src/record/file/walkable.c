/* Computes the walkable ground with GEOS. Rings are processed from the largest to the smallest:
 * boundaries are added and solids are subtracted. Rings of obstacle class 0 do not cross, so a ring
 * is processed before the rings that it encloses. A courtyard inside a solid is therefore added
 * after the solid has been subtracted. Consecutive boundaries, or consecutive solids, are united
 * first.
 *
 * Cost: with one boundary around all solids, two GEOS operations in total, O(n log n) in the number
 * of vertices n. The cost grows with the number of alternations between boundaries and solids. */
#include "record/file/walkable.h"
#include "base/error.h"
#include "base/sort.h"
#include "geom/polygon.h"
#include "library/geos.h"
#include <math.h>
#include <stdio.h>
#include <string.h>

enum { DECIMALS = 6 };

static const double GRID = 1e-6;  /* m, size of the grid to which coordinates are snapped */
static const double MARGIN = 1.0; /* m, margin around visited points and solids on open ground */

typedef struct ground_builder {
    GEOSContextHandle_t geos;
    memory *heap;
    char message[200]; /* the last error message from GEOS */
} ground_builder;

typedef struct sized_ring {
    wend_ring ring;
    double area;
    bool solid;
} sized_ring;

/* ---- Boxes ----------------------------------------------------------------------------------- */

record_box box_empty(void) {
    return (record_box){{INFINITY, INFINITY}, {-INFINITY, -INFINITY}};
}

bool box_is_empty(const record_box *box) {
    return !(box->low.x <= box->high.x);
}

void box_add(record_box *box, wend_point point) {
    box->low.x = fmin(box->low.x, point.x);
    box->low.y = fmin(box->low.y, point.y);
    box->high.x = fmax(box->high.x, point.x);
    box->high.y = fmax(box->high.y, point.y);
}

static void box_add_ring(record_box *box, const wend_ring *ring) {
    for (uint32_t i = 0; i < ring->count; i++) {
        box_add(box, ring->points[i]);
    }
}

/* ---- Rings ----------------------------------------------------------------------------------- */

static bool is_larger(const void *left, const void *right) {
    const sized_ring *a = left, *b = right;
    return a->area > b->area;
}

/* Makes a polygon from a copy of a ring. Returns NULL on failure. */
static GEOSGeometry *make_polygon(const ground_builder *w, const wend_ring *ring) {
    GEOSCoordSequence *points = GEOSCoordSeq_create_r(w->geos, ring->count + 1, 2);
    if (points == NULL) {
        return NULL;
    }
    for (uint32_t i = 0; i <= ring->count; i++) {
        wend_point p = ring->points[i % ring->count];
        GEOSCoordSeq_setXY_r(w->geos, points, i, p.x, p.y);
    }
    GEOSGeometry *shell = GEOSGeom_createLinearRing_r(w->geos, points);
    return shell != NULL ? GEOSGeom_createPolygon_r(w->geos, shell, NULL, 0) : NULL;
}

/* Returns the union of `count` geometries, or NULL on failure. The geometries are destroyed in
 * either case. */
static GEOSGeometry *unite(const ground_builder *w, GEOSGeometry **parts, uint32_t count) {
    GEOSGeometry *all = GEOSGeom_createCollection_r(w->geos, GEOS_GEOMETRYCOLLECTION, parts, count);
    if (all == NULL) {
        return NULL;
    }
    GEOSGeometry *united = GEOSUnaryUnionPrec_r(w->geos, all, GRID);
    GEOSGeom_destroy_r(w->geos, all);
    return united;
}

static GEOSGeometry *unite_rings(const ground_builder *w, const sized_ring *rings, uint32_t count) {
    GEOSGeometry **parts = memory_get_array(w->heap, count, sizeof(GEOSGeometry *));
    GEOSGeometry *united = NULL;
    uint32_t made = 0;
    while (parts != NULL && made < count) {
        parts[made] = make_polygon(w, &rings[made].ring);
        if (parts[made] == NULL) {
            break;
        }
        made++;
    }
    if (parts != NULL && made == count) {
        united = unite(w, parts, count);
    } else {
        for (uint32_t i = 0; i < made; i++) {
            GEOSGeom_destroy_r(w->geos, parts[i]);
        }
    }
    memory_free(w->heap, parts, count * sizeof(GEOSGeometry *));
    return united;
}

/* ---- Layers ---------------------------------------------------------------------------------- */

/* Adds `count` boundaries to `ground`, or subtracts `count` solids from it, and returns the result.
 * The rings are either all boundaries or all solids. Destroys `ground`. Returns NULL on failure. */
static GEOSGeometry *apply_run(const ground_builder *w, GEOSGeometry *ground,
                               const sized_ring *rings, uint32_t count) {
    GEOSGeometry *run = unite_rings(w, rings, count);
    GEOSGeometry *next = NULL;
    if (run != NULL && ground != NULL) {
        next = rings[0].solid ? GEOSDifferencePrec_r(w->geos, ground, run, GRID)
                              : GEOSUnionPrec_r(w->geos, ground, run, GRID);
    }
    GEOSGeom_destroy_r(w->geos, run);
    GEOSGeom_destroy_r(w->geos, ground);
    return next;
}

static GEOSGeometry *apply_rings(const ground_builder *w, sized_ring *rings, uint32_t count) {
    GEOSGeometry *ground = GEOSGeom_createEmptyPolygon_r(w->geos);
    for (uint32_t begin = 0, end = 0; begin < count; begin = end) {
        while (end < count && rings[end].solid == rings[begin].solid) {
            end++;
        }
        ground = apply_run(w, ground, rings + begin, end - begin);
    }
    return ground;
}

/* Computes the corners of the box that stands for open ground. The box contains all visited points
 * and all solids. */
static void find_open_ground(const wend_layer_def *layer, const record_box *visited,
                             wend_point out[4]) {
    record_box box = *visited;
    for (uint32_t i = 0; i < layer->solid_count; i++) {
        box_add_ring(&box, &layer->solids[i].ring);
    }
    if (box_is_empty(&box)) {
        box_add(&box, (wend_point){0.0, 0.0});
    }
    box.low = (wend_point){floor(box.low.x - MARGIN), floor(box.low.y - MARGIN)};
    box.high = (wend_point){ceil(box.high.x + MARGIN), ceil(box.high.y + MARGIN)};
    out[0] = box.low;
    out[1] = (wend_point){box.high.x, box.low.y};
    out[2] = box.high;
    out[3] = (wend_point){box.low.x, box.high.y};
}

/* Computes the walkable ground of a layer. Returns NULL on failure. */
static GEOSGeometry *compute_layer_ground(const ground_builder *w, const wend_layer_def *layer,
                                          const record_box *visited) {
    wend_point corners[4];
    wend_ring open = {corners, 4};
    bool bounded = layer->boundary_count > 0;
    uint32_t capacity = layer->boundary_count + layer->solid_count + 1, count = 0;
    sized_ring *rings = memory_get_array(w->heap, 2 * (size_t)capacity, sizeof *rings);
    if (rings == NULL) {
        return NULL;
    }
    if (!bounded) {
        find_open_ground(layer, visited, corners);
        rings[count++] = (sized_ring){open, INFINITY, false};
    }
    for (uint32_t i = 0; i < layer->boundary_count; i++) {
        wend_ring ring = layer->boundaries[i];
        double area = fabs(polygon_area_wide(ring.points, ring.count));
        rings[count++] = (sized_ring){ring, area, false};
    }
    for (uint32_t i = 0; i < layer->solid_count; i++) {
        const wend_solid_def *solid = &layer->solids[i];
        if (solid->obstacle_class == 0) {
            double area = fabs(polygon_area_wide(solid->ring.points, solid->ring.count));
            rings[count++] = (sized_ring){solid->ring, area, true};
        }
    }
    sort_stable(rings, rings + capacity, count, sizeof *rings, is_larger);
    GEOSGeometry *ground = apply_rings(w, rings, count);
    memory_free(w->heap, rings, 2 * (size_t)capacity * sizeof *rings);
    return ground;
}

static GEOSGeometry *compute_space_ground(const ground_builder *w, const wend_space_def *space,
                                          const record_box *visited) {
    static const wend_layer_def nothing = {.name = NULL};
    bool known = space != NULL && space->layer_count > 0;
    const wend_layer_def *layers = known ? space->layers : &nothing;
    uint32_t count = known ? space->layer_count : 1;
    GEOSGeometry *all = compute_layer_ground(w, &layers[0], visited);
    for (uint32_t i = 1; i < count && all != NULL; i++) {
        GEOSGeometry *parts[2] = {all, compute_layer_ground(w, &layers[i], visited)};
        if (parts[1] == NULL) {
            GEOSGeom_destroy_r(w->geos, all);
            return NULL;
        }
        all = unite(w, parts, 2);
    }
    return all;
}

/* ---- Text ------------------------------------------------------------------------------------ */

static char *write_text(const ground_builder *w, const GEOSGeometry *ground) {
    GEOSWKTWriter *writer = GEOSWKTWriter_create_r(w->geos);
    if (writer == NULL) {
        return NULL;
    }
    GEOSWKTWriter_setTrim_r(w->geos, writer, 1);
    GEOSWKTWriter_setRoundingPrecision_r(w->geos, writer, DECIMALS);
    char *text = GEOSWKTWriter_write_r(w->geos, writer, ground);
    GEOSWKTWriter_destroy_r(w->geos, writer);
    char *copy = text != NULL ? memory_copy_text(w->heap, text) : NULL;
    GEOSFree_r(w->geos, text);
    return copy;
}

static bool find_bounds(const ground_builder *w, const GEOSGeometry *ground, record_box *out) {
    *out = box_empty();
    return GEOSisEmpty_r(w->geos, ground) == 1 ||
           (GEOSGeom_getXMin_r(w->geos, ground, &out->low.x) == 1 &&
            GEOSGeom_getYMin_r(w->geos, ground, &out->low.y) == 1 &&
            GEOSGeom_getXMax_r(w->geos, ground, &out->high.x) == 1 &&
            GEOSGeom_getYMax_r(w->geos, ground, &out->high.y) == 1);
}

static void store_message(const char *message, void *user) {
    ground_builder *w = user;
    snprintf(w->message, sizeof w->message, "%s", message);
}

static void ignore_message(const char *message, void *user) {
    (void)message;
    (void)user;
}

wend_result walkable_text(const wend_space_def *space, const record_box *visited, memory *heap,
                          char **text, record_box *bounds, wend_error *error) {
    *text = NULL;
    wend_result result = library_load(&library_geos, error);
    if (result != WEND_OK) {
        return result;
    }
    ground_builder w = {.geos = GEOS_init_r(), .heap = heap, .message = "out of memory"};
    if (w.geos != NULL) {
        GEOSContext_setNoticeMessageHandler_r(w.geos, ignore_message, NULL);
        GEOSContext_setErrorMessageHandler_r(w.geos, store_message, &w);
        GEOSGeometry *ground = compute_space_ground(&w, space, visited);
        /* Normalise the geometry, so that equal grounds give equal text. */
        if (ground != NULL && GEOSNormalize_r(w.geos, ground) == 0 &&
            find_bounds(&w, ground, bounds)) {
            *text = write_text(&w, ground);
        }
        GEOSGeom_destroy_r(w.geos, ground);
        GEOS_finish_r(w.geos);
    }
    if (*text == NULL) {
        return error_set(error, WEND_ERROR_GEOMETRY,
                         "the walkable ground cannot be written as one geometry: %s", w.message);
    }
    return WEND_OK;
}
