/* Declarations shared by the files that clean a layer: clean.c runs the steps, gather.c converts
 * the input to areas, and emit.c converts areas to rings. */
#ifndef CLEAN_CLEANER_H
#define CLEAN_CLEANER_H

#include "clean/geos.h"
#include "clean/layer.h"

typedef struct cleaner {
    geos g;
    memory_arena *kept, *scratch;
    wend_outline shapes; /* of obstacles */
    clean_report *report;
    wend_error *error;
    wend_result result;
} cleaner;

/* True if nothing has failed so far. */
static inline bool cleaner_ok(const cleaner *c) {
    return c->result == WEND_OK && !c->g.failed;
}

/* Sets the error, unless one is set already. */
__attribute__((format(printf, 3, 4))) void cleaner_fail(cleaner *c, wend_result code,
                                                        const char *format, ...);
/* Returns zeroed memory. Returns NULL and sets the error if out of memory. */
void *cleaner_take(cleaner *c, memory_arena *arena, size_t count, size_t size);

/* Returns the union of all polygons and wide lines of the sources with the given tag; ANY_TAG means
 * all sources (gather.c). */
enum { ANY_TAG = UINT32_MAX };
GEOSGeometry *cleaner_gather(cleaner *c, clean_sources sources, uint32_t tag, clean_tally *tally);
/* Returns the ground enclosed by nested rings: rings of even depth add ground, rings of odd depth
 * remove it. */
GEOSGeometry *cleaner_gather_rings(cleaner *c, clean_sources sources, clean_tally *tally);
/* Returns all lines and rings of the sources with the given tag, snapped to the grid. If an area is
 * given, they are clipped to it. */
GEOSGeometry *cleaner_gather_lines(cleaner *c, clean_sources sources, uint32_t tag,
                                   const GEOSGeometry *within);
/* Replaces an area by its bounding shape (bound.c). */
GEOSGeometry *cleaner_bound(cleaner *c, GEOSGeometry *area);
/* Replaces each hole of an area by its bounding shape, which may extend beyond the area. */
GEOSGeometry *cleaner_bound_holes(cleaner *c, GEOSGeometry *area);
/* Fails if the segments of these sources cross too often. */
void cleaner_check_crossings(cleaner *c, const clean_sources *lists, uint32_t list_count);

/* A polygon of the result. */
typedef struct clean_polygon {
    wend_ring shell;
    wend_ring *holes;
    uint32_t hole_count;
} clean_polygon;

/* Returns the polygons of an area in canonical order (emit.c). Polygons smaller than `least` (m2)
 * are dropped. */
clean_polygon *cleaner_emit(cleaner *c, const GEOSGeometry *area, double least, uint32_t *count);
/* Does the same, but cuts the area into polygons without holes, which overlap slightly. Takes
 * ownership of the area. */
wend_ring *cleaner_emit_solid(cleaner *c, GEOSGeometry *area, uint32_t *count);
/* Returns lines as open chains of points. */
wend_ring *cleaner_emit_lines(cleaner *c, const GEOSGeometry *lines, uint32_t *count);

/* Rotates and, if necessary, reverses a ring, so that its sequence of points is the smallest of all
 * rotations in both directions: it starts at the lowest point, followed by the lower of that
 * point's two neighbours, and so on. This also works if the lowest point occurs several times. */
void cleaner_order_ring(wend_point *points, uint32_t count);
int cleaner_compare_points(const wend_point *a, uint32_t a_count, const wend_point *b,
                           uint32_t b_count);
void cleaner_sort_rings(cleaner *c, wend_ring *rings, uint32_t count);

#endif
