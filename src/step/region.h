/* step/region.h: the distance between a region and a line segment; the public functions for regions
 * (wend/model.h) are in region.c too. */
#ifndef STEP_REGION_H
#define STEP_REGION_H

#include <wend/model.h>

/* Returns the least distance between the region and the segment from -> to, 0 if they touch;
 * INFINITY for directions. */
float region_gap(const wend_region *region, wend_vec2 from, wend_vec2 to);

#endif
