/* Snaps areas to a grid. If a polygon has edges close to vertices, GEOS snaps it by snap rounding;
 * for all other polygons, each vertex is rounded to the grid.
 *
 * Cost: O(n log n). */
#include "clean/clean.h"
#include "clean/close.h"
#include "clean/geos.h"

enum {
    MOST_SNAPS = 16 /* limit on the number of rounds; two or three usually suffice */
};

/* In grid cells: 1.5, by which rounding can bring two points closer to each other, plus 0.71, half
 * the diagonal of a cell, plus a margin of about 1.8 for edges that snapping moves. */
static const double REACH = 4.0;

static GEOSGeometry *normalise(geos *g, GEOSGeometry *geometry) {
    if (geometry != NULL && GEOSNormalize_r(g->handle, geometry) != 0) {
        geos_free(g, geometry);
        return geos_checked(g, NULL);
    }
    return geometry;
}

static GEOSGeometry *snap_once(geos *g, const GEOSGeometry *area) {
    GEOSGeometry *made = geos_checked(g, GEOSGeom_setPrecision_r(g->handle, area, g->grid, 0));
    return normalise(g, geos_to_full_precision(g, made));
}

/* Snaps repeatedly until nothing changes: snapping moves edges that are close to vertices, and the
 * moved edges may then come close to other edges. */
static GEOSGeometry *snap_by_geos(geos *g, GEOSGeometry *area) {
    area = normalise(g, area);
    for (int i = 0; i < MOST_SNAPS && area != NULL; i++) {
        GEOSGeometry *next = snap_once(g, area);
        bool same = next != NULL && GEOSEqualsExact_r(g->handle, area, next, 0.0) == 1;
        geos_free(g, area);
        area = next;
        if (same) {
            break;
        }
    }
    return area;
}

/* ---- Snapping only close parts --------------------------------------------------------------- */

/* The rings of an area, polygon by polygon. */
typedef struct ring_table {
    memory_arena arena;
    const GEOSGeometry **parts;
    uint32_t *first; /* per part: its first ring; the last entry is the ring count */
    close_chain *rings;
    uint32_t part_count, ring_count;
} ring_table;

static uint32_t rings_in(geos *g, const GEOSGeometry *part) {
    bool polygon = part != NULL && GEOSGeomTypeId_r(g->handle, part) == GEOS_POLYGON &&
                   !geos_is_empty(g, part);
    int holes = polygon ? GEOSGetNumInteriorRings_r(g->handle, part) : -1;
    return (uint32_t)(holes + 1);
}

static bool allocate_tables(geos *g, const GEOSGeometry *area, ring_table *t) {
    int number = GEOSGetNumGeometries_r(g->handle, area);
    uint32_t parts = number > 0 ? (uint32_t)number : 0;
    size_t rings = 1;
    for (uint32_t i = 0; i < parts; i++) {
        rings += rings_in(g, GEOSGetGeometryN_r(g->handle, area, (int)i));
    }
    t->parts = arena_take(&t->arena, ((size_t)parts + 1) * sizeof(void *), 16);
    t->first = arena_take(&t->arena, ((size_t)parts + 1) * sizeof *t->first, 16);
    t->rings = arena_take(&t->arena, rings * sizeof *t->rings, 16);
    g->failed |= t->parts == NULL || t->first == NULL || t->rings == NULL;
    for (uint32_t i = 0; i < parts && !g->failed; i++) {
        const GEOSGeometry *part = GEOSGetGeometryN_r(g->handle, area, (int)i);
        uint32_t count = rings_in(g, part);
        if (count > 0) {
            t->parts[t->part_count] = part;
            t->first[t->part_count++] = t->ring_count;
            t->ring_count += count;
        }
    }
    return !g->failed;
}

static bool fill_tables(geos *g, ring_table *t) {
    t->first[t->part_count] = t->ring_count;
    for (uint32_t i = 0; i < t->part_count; i++) {
        for (uint32_t k = t->first[i]; k < t->first[i + 1] && !g->failed; k++) {
            int hole = (int)(k - t->first[i]) - 1;
            const GEOSGeometry *ring = hole < 0
                                           ? GEOSGetExteriorRing_r(g->handle, t->parts[i])
                                           : GEOSGetInteriorRingN_r(g->handle, t->parts[i], hole);
            close_chain chain = {.closed = true};
            chain.points = geos_points(g, ring, true, &t->arena, &chain.count);
            t->rings[k] = chain;
        }
    }
    return !g->failed;
}

static bool is_close(const ring_table *t, uint32_t part) {
    bool close = false;
    for (uint32_t k = t->first[part]; k < t->first[part + 1]; k++) {
        close |= t->rings[k].close;
    }
    return close;
}

/* Returns a part with its vertices rounded to the grid. */
static GEOSGeometry *round_part(geos *g, ring_table *t, uint32_t part) {
    uint32_t count = t->first[part + 1] - t->first[part];
    shapes_ring *rings = arena_take(&t->arena, count * sizeof *rings, 16);
    if (rings == NULL) {
        return geos_checked(g, NULL);
    }
    for (uint32_t k = 0; k < count; k++) {
        const close_chain *given = &t->rings[t->first[part] + k];
        rings[k] = (shapes_ring){(wend_point *)given->points, given->count};
        for (uint32_t i = 0; i < given->count; i++) {
            rings[k].points[i] = clean_to_grid(rings[k].points[i], g->grid);
        }
    }
    bool shortened = false;
    shapes_polygon polygon = {.rings = rings, .ring_count = count};
    return geos_polygon_as_given(g, &polygon, &shortened);
}

static GEOSGeometry *snap_parts(geos *g, ring_table *t) {
    geos_list done = {NULL, 0, 0}, close = {NULL, 0, 0};
    for (uint32_t i = 0; i < t->part_count && !g->failed; i++) {
        if (is_close(t, i)) {
            geos_list_take(g, &close, geos_copy(g, t->parts[i]));
        } else {
            geos_list_take(g, &done, round_part(g, t, i));
        }
    }
    uint32_t close_count = close.count;
    GEOSGeometry *others = geos_list_end(g, &close);
    geos_list_take(g, &done, close_count > 0 ? snap_by_geos(g, others) : others);
    return geos_list_end(g, &done);
}

/* A polygon is rounded vertex by vertex, without GEOS, only if nothing comes within REACH of its
 * vertices or edges: no other vertex or edge of this polygon or of another. Then no edge passes
 * close to a vertex, either before or after rounding, and GEOS would give the same result. */
GEOSGeometry *geos_snap(geos *g, GEOSGeometry *area) {
    if (area == NULL || g->failed || g->by_geos) {
        return snap_by_geos(g, area);
    }
    ring_table t = {.part_count = 0};
    arena_init(&t.arena, g->heap);
    GEOSGeometry *made = NULL;
    if (allocate_tables(g, area, &t) && fill_tables(g, &t)) {
        g->failed |= !close_find(t.rings, t.ring_count, REACH * g->grid, g->heap);
        made = !g->failed ? snap_parts(g, &t) : NULL;
    }
    arena_free(&t.arena);
    geos_free(g, area);
    return made;
}

/* ---- Lines ----------------------------------------------------------------------------------- */

static GEOSGeometry *merge_lines(geos *g, GEOSGeometry *lines) {
    GEOSGeometry *made = lines != NULL ? geos_checked(g, GEOSLineMerge_r(g->handle, lines)) : NULL;
    geos_free(g, lines);
    return normalise(g, geos_to_full_precision(g, made));
}

static GEOSGeometry *snap_lines_once(geos *g, const GEOSGeometry *lines,
                                     const GEOSGeometry *within) {
    GEOSGeometry *made = within != NULL ? GEOSIntersectionPrec_r(g->handle, lines, within, g->grid)
                                        : GEOSUnaryUnionPrec_r(g->handle, lines, g->grid);
    return merge_lines(g, geos_checked(g, made));
}

GEOSGeometry *geos_snap_lines(geos *g, GEOSGeometry **lines, uint32_t count,
                              const GEOSGeometry *within) {
    GEOSGeometry *all = geos_collect(g, GEOS_MULTILINESTRING, lines, count);
    for (int i = 0; i < MOST_SNAPS && all != NULL; i++) {
        GEOSGeometry *noded = snap_lines_once(g, all, NULL);
        GEOSGeometry *next =
            noded != NULL && within != NULL ? snap_lines_once(g, noded, within) : NULL;
        if (within != NULL) {
            geos_free(g, noded);
        } else {
            next = noded;
        }
        bool same = next != NULL && GEOSEqualsExact_r(g->handle, all, next, 0.0) == 1;
        geos_free(g, all);
        all = next;
        if (same) {
            break;
        }
    }
    return all;
}
