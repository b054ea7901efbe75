/* Nesting depth of rings: determines which rings enclose ground and which are solid, regardless of
 * their orientation. */
#ifndef CLEAN_NEST_H
#define CLEAN_NEST_H

#include "clean/geos.h"

enum { NEST_MAX_DEPTH = 64 };

typedef enum nest_result { NEST_DONE, NEST_TOO_DEEP, NEST_FAILED } nest_result;

/* Finds the depth of each area: the number of larger areas in which it lies. If two areas cross,
 * the smaller one lies in the larger one if the point chosen inside the smaller one does. Of two
 * equal areas, the later one lies in the earlier one. */
nest_result nest_depths(geos *g, GEOSGeometry *const *areas, uint32_t count, uint32_t *depths);

#endif
