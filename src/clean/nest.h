/* Nesting depth of rings: determines which rings enclose ground and which are solid, regardless of
 * their orientation. */
#ifndef CLEAN_NEST_H
#define CLEAN_NEST_H

#include "clean/geos.h"

enum { NEST_MAX_DEPTH = 64 };

typedef enum nest_result { NEST_DONE, NEST_TOO_DEEP, NEST_FAILED } nest_result;

/* Finds the depth of each area: the number of larger areas that contain it. If two areas cross, the
 * smaller one counts as contained if the point that was chosen inside it lies in the larger one. Of
 * two equal areas, the later one counts as contained in the earlier one. */
nest_result nest_depths(geos *g, GEOSGeometry *const *areas, uint32_t count, uint32_t *depths);

#endif
