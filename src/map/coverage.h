/* map/coverage.h: the fraction of the ground that the polygons of a map cover. */
#ifndef MAP_COVERAGE_H
#define MAP_COVERAGE_H

#include <wend/map.h>

/* The area that polygons cover, in m2, and their bounding box. */
typedef struct coverage {
    double area;
    double low_x, low_y, high_x, high_y;
} coverage;

/* Returns a coverage without any polygon. */
coverage coverage_none(void);
/* Adds a counter-clockwise polygon. A polygon with fewer than three points only extends the
 * bounding box. */
void coverage_add(coverage *c, const wend_vec2 *points, uint32_t count);

/* A function that adds the polygons of a layer. */
typedef void (*coverage_layer)(const void *data, uint32_t layer, coverage *c);

/* Returns the fraction of the ground that the polygons cover, exact except for rounding. */
wend_map_coverage coverage_by_area(const void *data, coverage_layer add, const wend_space *space,
                                   const wend_space_def *def);

#endif
