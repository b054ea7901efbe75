/* Creates, overlays and reads geometries with the C API of GEOS. Snapping and the union of many
 * areas have their own files: snap.c and unite.c. */
#include "clean/geos.h"
#include "base/error.h"
#include <math.h>
#include <string.h>

enum {
    FEWEST_POINTS = 3,    /* minimum number of points of a ring */
    QUADRANT_SEGMENTS = 4 /* per quarter circle, for round ends and corners of a widened line */
};

static void keep_message(const char *message, void *user) {
    geos *g = user;
    size_t length = strlen(message);
    length = length < sizeof g->message - 1 ? length : sizeof g->message - 1;
    memcpy(g->message, message, length);
    g->message[length] = '\0';
}

wend_result geos_open(geos *g, double grid, memory *heap, wend_error *error) {
    memset(g, 0, sizeof *g);
    g->grid = grid;
    g->heap = heap;
    wend_result result = library_load(&library_geos, error);
    if (result != WEND_OK) {
        return result;
    }
    g->handle = GEOS_init_r();
    if (g->handle == NULL) {
        return error_no_memory(error, "polygons");
    }
    GEOSContext_setErrorMessageHandler_r(g->handle, keep_message, g);
    return WEND_OK;
}

void geos_close(geos *g) {
    if (g->handle != NULL) {
        GEOS_finish_r(g->handle);
    }
}

void geos_free(geos *g, GEOSGeometry *geometry) {
    if (geometry != NULL) {
        GEOSGeom_destroy_r(g->handle, geometry);
    }
}

GEOSGeometry **geos_array(geos *g, uint32_t count) {
    GEOSGeometry **array = memory_get_zeroed(g->heap, ((size_t)count + 1) * sizeof(void *));
    g->failed |= array == NULL;
    return array;
}

void geos_free_array(geos *g, GEOSGeometry **array, uint32_t count) {
    memory_free(g->heap, array, ((size_t)count + 1) * sizeof(void *));
}

GEOSGeometry *geos_checked(geos *g, GEOSGeometry *made) {
    g->failed |= made == NULL;
    return made;
}

GEOSGeometry *geos_empty(geos *g) {
    return geos_checked(g, GEOSGeom_createEmptyPolygon_r(g->handle));
}

GEOSGeometry *geos_copy(geos *g, const GEOSGeometry *geometry) {
    return geometry != NULL ? geos_checked(g, GEOSGeom_clone_r(g->handle, geometry)) : NULL;
}

GEOSGeometry *geos_box(geos *g, wend_point low, wend_point high) {
    wend_point points[4] = {low, {high.x, low.y}, high, {low.x, high.y}};
    shapes_ring ring = {points, 4};
    shapes_polygon polygon = {.rings = &ring, .ring_count = 1};
    bool repaired = false;
    return geos_polygon(g, &polygon, &repaired);
}

/* ---- Creating geometries --------------------------------------------------------------------- */

static GEOSCoordSequence *sequence_of(geos *g, const wend_point *points, uint32_t count,
                                      bool closed) {
    uint32_t all = count + (closed ? 1 : 0);
    GEOSCoordSequence *made = GEOSCoordSeq_create_r(g->handle, all, 2);
    bool done = made != NULL;
    for (uint32_t i = 0; i < all && done; i++) {
        wend_point p = points[i < count ? i : 0];
        done = GEOSCoordSeq_setXY_r(g->handle, made, i, p.x, p.y) != 0;
    }
    g->failed |= !done;
    if (!done && made != NULL) {
        GEOSCoordSeq_destroy_r(g->handle, made);
    }
    return done ? made : NULL;
}

GEOSGeometry *geos_chain(geos *g, const wend_point *points, uint32_t count, bool closed) {
    GEOSCoordSequence *sequence = sequence_of(g, points, count, closed);
    return sequence != NULL ? geos_checked(g, GEOSGeom_createLineString_r(g->handle, sequence))
                            : NULL;
}

static GEOSGeometry *ring_of(geos *g, const shapes_ring *ring) {
    GEOSCoordSequence *sequence = sequence_of(g, ring->points, ring->count, true);
    return sequence != NULL ? geos_checked(g, GEOSGeom_createLinearRing_r(g->handle, sequence))
                            : NULL;
}

/* Makes a polygon as given, whether or not it is valid. Its rings have at least three points. */
static GEOSGeometry *raw_polygon(geos *g, const shapes_ring *shell, GEOSGeometry **holes,
                                 uint32_t count) {
    GEOSGeometry *outer = ring_of(g, shell);
    if (outer == NULL || g->failed) {
        geos_free(g, outer);
        for (uint32_t i = 0; i < count; i++) {
            geos_free(g, holes[i]);
        }
        return NULL;
    }
    return geos_checked(g, GEOSGeom_createPolygon_r(g->handle, outer, holes, count));
}

static GEOSGeometry *make_valid(geos *g, GEOSGeometry *polygon, bool *repaired) {
    char valid = polygon != NULL ? GEOSisValid_r(g->handle, polygon) : 1;
    if (valid == 1) {
        return polygon;
    }
    *repaired = true;
    GEOSMakeValidParams *params = GEOSMakeValidParams_create_r(g->handle);
    GEOSGeometry *made = NULL;
    if (params != NULL &&
        GEOSMakeValidParams_setMethod_r(g->handle, params, GEOS_MAKE_VALID_STRUCTURE) != 0 &&
        GEOSMakeValidParams_setKeepCollapsed_r(g->handle, params, 0) != 0) {
        made = GEOSMakeValidWithParams_r(g->handle, polygon, params);
    }
    if (params != NULL) {
        GEOSMakeValidParams_destroy_r(g->handle, params);
    }
    geos_free(g, polygon);
    return geos_checked(g, made);
}

GEOSGeometry *geos_polygon_as_given(geos *g, const shapes_polygon *polygon, bool *shortened) {
    GEOSGeometry **holes = geos_array(g, polygon->ring_count);
    if (holes == NULL) {
        return NULL;
    }
    uint32_t count = 0;
    for (uint32_t i = 1; i < polygon->ring_count; i++) {
        bool is_ring = polygon->rings[i].count >= FEWEST_POINTS;
        *shortened |= !is_ring;
        GEOSGeometry *hole = is_ring ? ring_of(g, &polygon->rings[i]) : NULL;
        if (hole != NULL) {
            holes[count++] = hole;
        }
    }
    GEOSGeometry *made = raw_polygon(g, &polygon->rings[0], holes, count);
    geos_free_array(g, holes, polygon->ring_count);
    return made;
}

GEOSGeometry *geos_polygon(geos *g, const shapes_polygon *polygon, bool *repaired) {
    *repaired = false;
    if (g->failed) {
        return NULL;
    }
    if (polygon->ring_count == 0 || polygon->rings[0].count < FEWEST_POINTS) {
        *repaired = true;
        return geos_empty(g);
    }
    bool shortened = false;
    GEOSGeometry *made = geos_polygon_as_given(g, polygon, &shortened);
    made = make_valid(g, made, repaired);
    *repaired |= shortened;
    return made;
}

GEOSGeometry *geos_widen(geos *g, GEOSGeometry *line, double width) {
    if (line == NULL) {
        return NULL;
    }
    GEOSGeometry *made =
        geos_checked(g, GEOSBuffer_r(g->handle, line, width / 2.0, QUADRANT_SEGMENTS));
    geos_free(g, line);
    return made;
}

/* ---- Overlay --------------------------------------------------------------------------------- */

GEOSGeometry *geos_collect(geos *g, int type, GEOSGeometry **parts, uint32_t count) {
    bool all_made = true;
    for (uint32_t i = 0; i < count; i++) {
        all_made &= parts[i] != NULL;
    }
    if (!all_made || g->failed) {
        for (uint32_t i = 0; i < count; i++) {
            geos_free(g, parts[i]);
        }
        g->failed = true;
        return NULL;
    }
    return geos_checked(g, GEOSGeom_createCollection_r(g->handle, type, parts, count));
}

GEOSGeometry *geos_to_full_precision(geos *g, GEOSGeometry *geometry) {
    if (geometry == NULL) {
        return NULL;
    }
    GEOSGeometry *made = geos_checked(g, GEOSGeom_setPrecision_r(g->handle, geometry, 0.0, 0));
    geos_free(g, geometry);
    return made;
}

bool geos_list_take(geos *g, geos_list *list, GEOSGeometry *area) {
    int parts = area != NULL ? GEOSGetNumGeometries_r(g->handle, area) : 0;
    uint32_t most = parts > 0 ? (uint32_t)parts : 0;
    if (!memory_grow(g->heap, (void **)&list->items, sizeof(void *), &list->capacity,
                     list->count + most)) {
        g->failed = true;
    }
    for (int i = 0; i < parts && !g->failed; i++) {
        const GEOSGeometry *part = GEOSGetGeometryN_r(g->handle, area, i);
        if (part == NULL || GEOSGeomTypeId_r(g->handle, part) != GEOS_POLYGON ||
            geos_is_empty(g, part)) {
            continue;
        }
        bool itself = part == area;
        list->items[list->count++] = itself ? area : geos_copy(g, part);
        area = itself ? NULL : area;
    }
    geos_free(g, area);
    return !g->failed;
}

GEOSGeometry *geos_list_end(geos *g, geos_list *list) {
    GEOSGeometry *made = geos_collect(g, GEOS_MULTIPOLYGON, list->items, list->count);
    memory_free(g->heap, list->items, list->capacity * sizeof(void *));
    *list = (geos_list){NULL, 0, 0};
    return made;
}

typedef GEOSGeometry *exact_operation(GEOSContextHandle_t, const GEOSGeometry *,
                                      const GEOSGeometry *);
typedef GEOSGeometry *grid_operation(GEOSContextHandle_t, const GEOSGeometry *,
                                     const GEOSGeometry *, double);

static GEOSGeometry *overlay(geos *g, GEOSGeometry *a, GEOSGeometry *b, exact_operation *exact,
                             grid_operation *on_grid) {
    GEOSGeometry *made = NULL;
    if (a != NULL && b != NULL && !g->failed) {
        made = exact(g->handle, a, b);
        made = made != NULL ? made : on_grid(g->handle, a, b, g->grid);
    }
    geos_free(g, a);
    geos_free(g, b);
    return geos_to_full_precision(g, geos_checked(g, made));
}

GEOSGeometry *geos_unite(geos *g, GEOSGeometry *a, GEOSGeometry *b) {
    return overlay(g, a, b, GEOSUnion_r, GEOSUnionPrec_r);
}

GEOSGeometry *geos_subtract(geos *g, GEOSGeometry *a, GEOSGeometry *b) {
    return overlay(g, a, b, GEOSDifference_r, GEOSDifferencePrec_r);
}

GEOSGeometry *geos_intersect(geos *g, GEOSGeometry *a, GEOSGeometry *b) {
    return overlay(g, a, b, GEOSIntersection_r, GEOSIntersectionPrec_r);
}

GEOSGeometry *geos_fill(geos *g, GEOSGeometry *area) {
    int parts = area != NULL ? GEOSGetNumGeometries_r(g->handle, area) : 0;
    uint32_t most = parts > 0 ? (uint32_t)parts : 0, count = 0;
    GEOSGeometry **shells = geos_array(g, most + 1);
    for (int i = 0; i < parts && shells != NULL; i++) {
        const GEOSGeometry *part = GEOSGetGeometryN_r(g->handle, area, i);
        bool polygon = part != NULL && GEOSGeomTypeId_r(g->handle, part) == GEOS_POLYGON;
        const GEOSGeometry *outer = polygon ? GEOSGetExteriorRing_r(g->handle, part) : NULL;
        GEOSGeometry *ring = !geos_is_empty(g, outer) ? geos_copy(g, outer) : NULL;
        if (ring != NULL) {
            shells[count++] = geos_checked(g, GEOSGeom_createPolygon_r(g->handle, ring, NULL, 0));
        }
    }
    GEOSGeometry *filled = shells != NULL ? geos_unite_all(g, shells, count) : NULL;
    if (shells != NULL) {
        geos_free_array(g, shells, most + 1);
    }
    geos_free(g, area);
    return filled;
}

/* ---- Reading geometries ---------------------------------------------------------------------- */

double geos_area(geos *g, const GEOSGeometry *area) {
    double value = 0.0;
    if (area != NULL && GEOSArea_r(g->handle, area, &value) != 1) {
        g->failed = true;
    }
    return value;
}

bool geos_is_empty(geos *g, const GEOSGeometry *geometry) {
    return geometry == NULL || GEOSisEmpty_r(g->handle, geometry) != 0;
}

void geos_measure(geos *g, const GEOSGeometry *geometry, shapes_box *box) {
    wend_point low, high;
    if (geos_is_empty(g, geometry)) {
        return;
    }
    if (GEOSGeom_getExtent_r(g->handle, geometry, &low.x, &low.y, &high.x, &high.y) == 0) {
        g->failed = true;
        return;
    }
    shapes_include(box, low);
    shapes_include(box, high);
}

wend_point *geos_points(geos *g, const GEOSGeometry *chain, bool closed, memory_arena *arena,
                        uint32_t *count) {
    const GEOSCoordSequence *sequence = GEOSGeom_getCoordSeq_r(g->handle, chain);
    unsigned int all = 0;
    if (sequence == NULL || GEOSCoordSeq_getSize_r(g->handle, sequence, &all) == 0 || all < 2) {
        g->failed = true;
        return NULL;
    }
    wend_point *points = arena_take(arena, all * sizeof *points, 16);
    bool done = points != NULL;
    for (unsigned int i = 0; i < all && done; i++) {
        done = GEOSCoordSeq_getXY_r(g->handle, sequence, i, &points[i].x, &points[i].y) != 0;
        /* Turns -0 into 0. */
        points[i].x += 0.0;
        points[i].y += 0.0;
    }
    g->failed |= !done;
    *count = all - (closed ? 1 : 0);
    return done ? points : NULL;
}
