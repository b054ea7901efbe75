/* The overlay operations of GEOS, with uniform error handling.
 *
 * Every function takes ownership of the geometries it gets, returns NULL after a failure, and does
 * nothing with a NULL, so a chain of calls needs only one check at its end. Operations are tried in
 * full precision first and then on the grid, where they hardly ever fail. */
#ifndef CLEAN_GEOS_H
#define CLEAN_GEOS_H

#include "read/shapes.h"
#define GEOS_USE_ONLY_R_API
#include <geos_c.h>

typedef struct geos {
    GEOSContextHandle_t handle;
    memory *heap; /* for arrays; GEOS itself uses the C++ heap */
    double grid;  /* m */
    bool by_geos; /* without this library's short cuts: slow, for comparison in tests */
    bool failed;
    char message[160]; /* the last message of GEOS */
} geos;

/* Opens a context. The struct must stay at its address until geos_close. Returns false if out of
 * memory. */
bool geos_open(geos *g, double grid, memory *heap);
void geos_close(geos *g);
void geos_free(geos *g, GEOSGeometry *geometry);
/* Allocate an array of `count` geometries, all NULL, and free it; NULL is a failure. */
GEOSGeometry **geos_array(geos *g, uint32_t count);
void geos_free_array(geos *g, GEOSGeometry **array, uint32_t count);

/* Checks a result of GEOS: NULL is a failure. Every result passes through here. */
GEOSGeometry *geos_checked(geos *g, GEOSGeometry *made);
/* Makes a collection of a GEOS type from parts, and takes over the parts but not the array. */
GEOSGeometry *geos_collect(geos *g, int type, GEOSGeometry **parts, uint32_t count);
/* Restores full precision; otherwise a geometry made on a fixed grid keeps that grid in later
 * operations. */
GEOSGeometry *geos_to_full_precision(geos *g, GEOSGeometry *geometry);

GEOSGeometry *geos_empty(geos *g);
GEOSGeometry *geos_box(geos *g, wend_point low, wend_point high);
/* Makes a valid area from rings that may cross themselves and each other; *repaired is set if they
 * did. The result is empty if nothing has an area. */
GEOSGeometry *geos_polygon(geos *g, const shapes_polygon *polygon, bool *repaired);
/* Does the same for rings that are known to be valid, the first with at least three points;
 * *shortened is set if a hole has fewer and was left out. */
GEOSGeometry *geos_polygon_as_given(geos *g, const shapes_polygon *polygon, bool *shortened);
/* Makes a line from points; a closed one returns to its first point. */
GEOSGeometry *geos_chain(geos *g, const wend_point *points, uint32_t count, bool closed);
/* Returns everything nearer to the line than half the width. */
GEOSGeometry *geos_widen(geos *g, GEOSGeometry *line, double width);

/* A growable list of polygons, which become one area. */
typedef struct geos_list {
    GEOSGeometry **items;
    uint32_t count, capacity;
} geos_list;

/* Adds the polygons of an area, which it takes over; other and empty parts are left out. */
bool geos_list_take(geos *g, geos_list *list, GEOSGeometry *area);
/* Returns the multipolygon of the list, and empties the list. */
GEOSGeometry *geos_list_end(geos *g, geos_list *list);

/* Returns the union of areas; the array itself stays the caller's (unite.c). */
GEOSGeometry *geos_unite_all(geos *g, GEOSGeometry **areas, uint32_t count);
GEOSGeometry *geos_unite(geos *g, GEOSGeometry *a, GEOSGeometry *b);
GEOSGeometry *geos_subtract(geos *g, GEOSGeometry *a, GEOSGeometry *b);
GEOSGeometry *geos_intersect(geos *g, GEOSGeometry *a, GEOSGeometry *b);
/* Returns the union of the shells, without their holes. */
GEOSGeometry *geos_fill(geos *g, GEOSGeometry *area);
/* Snaps an area to the grid and drops what collapses. Snapping the result again does not change it
 * (snap.c). */
GEOSGeometry *geos_snap(geos *g, GEOSGeometry *area);
/* Snaps lines to the grid, cuts them where they meet and joins them where exactly two meet. With
 * `within`, only their parts in that area remain. */
GEOSGeometry *geos_snap_lines(geos *g, GEOSGeometry **lines, uint32_t count,
                              const GEOSGeometry *within);

GEOSGeometry *geos_copy(geos *g, const GEOSGeometry *geometry);
double geos_area(geos *g, const GEOSGeometry *area);
bool geos_is_empty(geos *g, const GEOSGeometry *geometry);
/* Extends the box by a geometry. */
void geos_measure(geos *g, const GEOSGeometry *geometry, shapes_box *box);

/* Returns the points of a ring (without the repeated last) or line, in the arena; NULL after a
 * failure. */
wend_point *geos_points(geos *g, const GEOSGeometry *chain, bool closed, memory_arena *arena,
                        uint32_t *count);

#endif
