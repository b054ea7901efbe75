/* The overlay operations of GEOS, with one way to fail.
 *
 * Every function takes ownership of the geometries it gets, gives NULL after a failure, and does
 * nothing with a NULL; so a chain of calls needs one check at its end. Operations are tried in full
 * precision first and again on the grid, where they hardly can fail. */
#ifndef CLEAN_GEOS_H
#define CLEAN_GEOS_H

#include "read/shapes.h"
#define GEOS_USE_ONLY_R_API
#include <geos_c.h>

typedef struct geos {
    GEOSContextHandle_t handle;
    memory *heap; /* for arrays; GEOS itself takes the C++ heap */
    double grid;  /* m */
    bool whole;   /* everything at once: slow, to compare with */
    bool failed;
    char message[160]; /* what GEOS said last */
} geos;

/* False without memory. The struct must stay where it is until geos_close. */
bool geos_open(geos *g, double grid, memory *heap);
void geos_close(geos *g);
void geos_free(geos *g, GEOSGeometry *geometry);
/* An array of so many geometries, all NULL, and its end; NULL is a failure. */
GEOSGeometry **geos_array(geos *g, uint32_t count);
void geos_free_array(geos *g, GEOSGeometry **array, uint32_t count);

/* Every result of GEOS goes through here: NULL is a failure. */
GEOSGeometry *geos_checked(geos *g, GEOSGeometry *made);
/* A collection of a type of GEOS' out of parts, which it takes; the array stays the caller's. */
GEOSGeometry *geos_collect(geos *g, int type, GEOSGeometry **parts, uint32_t count);
/* Geometries that a fixed grid was used on keep it for all that comes after; this forgets it. */
GEOSGeometry *geos_in_full(geos *g, GEOSGeometry *geometry);

GEOSGeometry *geos_empty(geos *g);
GEOSGeometry *geos_box(geos *g, wend_point low, wend_point high);
/* A valid area out of rings that may cross themselves and each other; *repaired tells whether they
 * did. Empty where nothing has an area. */
GEOSGeometry *geos_polygon(geos *g, const shapes_polygon *polygon, bool *repaired);
/* The same of rings that are known to be valid, the first of which has three points at least;
 * *shortened is set if a hole has less and was left out. */
GEOSGeometry *geos_polygon_as_given(geos *g, const shapes_polygon *polygon, bool *shortened);
GEOSGeometry *geos_chain(geos *g, const wend_point *points, uint32_t count, bool closed);
/* Everything nearer to the line than half the width. */
GEOSGeometry *geos_widen(geos *g, GEOSGeometry *line, double width);

/* Polygons that become one area again. */
typedef struct geos_list {
    GEOSGeometry **items;
    uint32_t count, capacity;
} geos_list;

/* Takes an area apart; what is no polygon or empty is left out. */
bool geos_list_take(geos *g, geos_list *list, GEOSGeometry *area);
/* The multipolygon of the list, which is empty afterwards. */
GEOSGeometry *geos_list_end(geos *g, geos_list *list);

/* unite.c: the union of areas; the array itself stays the caller's. */
GEOSGeometry *geos_unite_all(geos *g, GEOSGeometry **areas, uint32_t count);
GEOSGeometry *geos_unite(geos *g, GEOSGeometry *a, GEOSGeometry *b);
GEOSGeometry *geos_subtract(geos *g, GEOSGeometry *a, GEOSGeometry *b);
GEOSGeometry *geos_intersect(geos *g, GEOSGeometry *a, GEOSGeometry *b);
/* The shells alone, without their holes, united. */
GEOSGeometry *geos_fill(geos *g, GEOSGeometry *area);
/* snap.c: areas on the grid; what collapses is gone. Snapping the result changes nothing. */
GEOSGeometry *geos_snap(geos *g, GEOSGeometry *area);
/* Lines on the grid, cut where they meet and joined where just two do; with `within`, only their
 * parts in that area. */
GEOSGeometry *geos_snap_lines(geos *g, GEOSGeometry **lines, uint32_t count,
                              const GEOSGeometry *within);

GEOSGeometry *geos_copy(geos *g, const GEOSGeometry *geometry);
double geos_area(geos *g, const GEOSGeometry *area);
bool geos_is_empty(geos *g, const GEOSGeometry *geometry);
/* Adds the box around it. */
void geos_measure(geos *g, const GEOSGeometry *geometry, shapes_box *box);

/* The points of a ring (without the repeated last) or line, in the arena; NULL after a failure. */
wend_point *geos_points(geos *g, const GEOSGeometry *chain, bool closed, memory_arena *arena,
                        uint32_t *count);

#endif
