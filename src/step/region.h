/* step/region.h: how near a way comes to a region. */
#ifndef STEP_REGION_H
#define STEP_REGION_H

#include <wend/model.h>

/* The least distance between the region and the straight way from -> to, 0 if it touches it;
 * INFINITY for directions. */
float region_gap(const wend_region *region, wend_vec2 from, wend_vec2 to);

#endif
