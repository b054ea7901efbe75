/* How deep rings lie in each other: what encloses and what is solid, without regard to winding. */
#ifndef CLEAN_NEST_H
#define CLEAN_NEST_H

#include "clean/geos.h"

enum { NEST_MAX_DEPTH = 64 };

typedef enum nest_result { NEST_DONE, NEST_TOO_DEEP, NEST_FAILED } nest_result;

/* The depth of each area: in how many larger ones it lies. Areas that cross lie in each other if a
 * place inside the smaller one lies in the larger; of equal areas the later lies in the earlier. */
nest_result nest_depths(geos *g, GEOSGeometry *const *areas, uint32_t count, uint32_t *depths);

#endif
