/* Reads the regions in which groups place their agents. */
#ifndef SCENARIO_PLACING_H
#define SCENARIO_PLACING_H

#include "scenario/scenario.h"
#include "scenario/shape.h"

/* Reads the shape given in a mapping; the shape must have an area. If the mapping gives no shape,
 * uses the bounding box of the space; `corners` then stores the box's two corners. Returns false
 * after a failure. */
bool placing_read_region(const wend_scenario *s, reader *r, const node *mapping,
                         const format_table *table, wend_point *corners, shape *out);

#endif
