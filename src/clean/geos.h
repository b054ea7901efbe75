/* The overlay operations of GEOS, with uniform error handling.
 *
 * Every function takes ownership of the geometries passed to it and returns NULL after a failure.
 * If it is passed NULL, it does nothing and returns NULL, so a chain of calls needs only one check
 * at its end. Operations are first tried in full precision, then on the grid, where they hardly
 * ever fail. */
#ifndef CLEAN_GEOS_H
#define CLEAN_GEOS_H

#include "base/watch.h"
#include "library/geos.h"
#include "read/shapes.h"

typedef struct geos {
    GEOSContextHandle_t handle;
    memory *heap; /* for arrays; GEOS itself uses the C++ heap */
    double grid;  /* m: size of a grid cell */
    bool by_geos; /* use only GEOS, without this library's faster methods; for tests */
    bool failed;
    const watcher *progress; /* of a union of many areas, which fails if cancelled; may be NULL */
    char message[160];       /* the last message of GEOS */
} geos;

/* Opens a context. The struct must stay at its address until geos_close. Fails if GEOS cannot be
 * loaded or memory runs out; geos_close may be called all the same. */
wend_result geos_open(geos *g, double grid, memory *heap, wend_error *error);
void geos_close(geos *g);
void geos_free(geos *g, GEOSGeometry *geometry);
/* geos_array allocates an array of `count` geometries, all NULL; it returns NULL after a failure.
 * geos_free_array frees it. */
GEOSGeometry **geos_array(geos *g, uint32_t count);
void geos_free_array(geos *g, GEOSGeometry **array, uint32_t count);

/* Checks a result of GEOS: if it is NULL, records a failure. Every result passes through here. */
GEOSGeometry *geos_checked(geos *g, GEOSGeometry *made);
/* Makes a collection of a GEOS type from parts. Takes ownership of the parts, but not of the array.
 */
GEOSGeometry *geos_collect(geos *g, int type, GEOSGeometry **parts, uint32_t count);
/* Restores full precision; otherwise a geometry made on a fixed grid keeps that grid in later
 * operations. */
GEOSGeometry *geos_to_full_precision(geos *g, GEOSGeometry *geometry);

GEOSGeometry *geos_empty(geos *g);
GEOSGeometry *geos_box(geos *g, wend_point low, wend_point high);
/* Makes a valid area from rings that may cross themselves and each other. Sets `*repaired` if the
 * rings had to be repaired. The result is empty if no ring encloses an area. */
GEOSGeometry *geos_polygon(geos *g, const shapes_polygon *polygon, bool *repaired);
/* Like geos_polygon, but for rings that are known to be valid; the first ring must have at least
 * three points. A hole with fewer than three points is left out, and `*shortened` is set. */
GEOSGeometry *geos_polygon_as_given(geos *g, const shapes_polygon *polygon, bool *shortened);
/* Makes a line from points. If `closed`, the line returns to its first point. */
GEOSGeometry *geos_chain(geos *g, const wend_point *points, uint32_t count, bool closed);
/* Returns the area of all points within half of `width` of a line. */
GEOSGeometry *geos_widen(geos *g, GEOSGeometry *line, double width);

/* A growable list of polygons, which are later combined into one area. */
typedef struct geos_list {
    GEOSGeometry **items;
    uint32_t count, capacity;
} geos_list;

/* Takes ownership of an area and adds its polygons; empty parts and parts of other types are left
 * out. */
bool geos_list_take(geos *g, geos_list *list, GEOSGeometry *area);
/* Returns a multipolygon of the polygons in the list, and empties the list. */
GEOSGeometry *geos_list_end(geos *g, geos_list *list);

/* Returns the union of areas (unite.c). The caller keeps ownership of the array, but not of the
 * areas. */
GEOSGeometry *geos_unite_all(geos *g, GEOSGeometry **areas, uint32_t count);
GEOSGeometry *geos_unite(geos *g, GEOSGeometry *a, GEOSGeometry *b);
GEOSGeometry *geos_subtract(geos *g, GEOSGeometry *a, GEOSGeometry *b);
GEOSGeometry *geos_intersect(geos *g, GEOSGeometry *a, GEOSGeometry *b);
/* Returns the union of an area's shells, without their holes. */
GEOSGeometry *geos_fill(geos *g, GEOSGeometry *area);
/* Snaps an area to the grid and drops parts that collapse. Snapping the result again does not
 * change it (snap.c). */
GEOSGeometry *geos_snap(geos *g, GEOSGeometry *area);
/* Snaps lines to the grid, cuts them where they meet, and joins them where exactly two meet. If
 * `within` is given, only the parts of the lines in that area remain. */
GEOSGeometry *geos_snap_lines(geos *g, GEOSGeometry **lines, uint32_t count,
                              const GEOSGeometry *within);

GEOSGeometry *geos_copy(geos *g, const GEOSGeometry *geometry);
double geos_area(geos *g, const GEOSGeometry *area);
bool geos_is_empty(geos *g, const GEOSGeometry *geometry);
/* Extends the box to contain a geometry. */
void geos_measure(geos *g, const GEOSGeometry *geometry, shapes_box *box);

/* Returns the points of a line or a ring, in memory from the arena. For a ring, the repeated last
 * point is left out. Returns NULL after a failure. */
wend_point *geos_points(geos *g, const GEOSGeometry *chain, bool closed, memory_arena *arena,
                        uint32_t *count);

#endif
