/* Which share of a scenario's ground a map covers. */
#ifndef CLI_COVERAGE_H
#define CLI_COVERAGE_H

#include <wend/kit.h>

/* By the polygons of a navigation mesh, or the cells of a corridor map; of a roadmap, by places of
 * a raster from which one of the nearest edges can be seen. Of ground without bounds, the box that
 * the map covers counts. */
double coverage_of(const wend_map *map, const wend_scenario *scenario);

#endif
