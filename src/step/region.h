/* step/region.h: the distance between a region and a line segment. The public functions for regions
 * (wend/model.h) are also defined in region.c. */
#ifndef STEP_REGION_H
#define STEP_REGION_H

#include <wend/model.h>

/* Returns the smallest distance between a region and the segment from -> to; 0 if they touch.
 * Returns INFINITY if the region is a direction. */
float region_gap(const wend_region *region, wend_vec2 from, wend_vec2 to);

#endif
