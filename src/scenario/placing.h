/* Reads the regions in which groups place their agents. */
#ifndef SCENARIO_PLACING_H
#define SCENARIO_PLACING_H

#include "scenario/scenario.h"
#include "scenario/shape.h"

/* Reads the shape in a mapping, which must have an area. If there is none, uses the bounding box of
 * the space; `corners` then stores the box's two corners. Returns false after a failure. */
bool placing_read_region(const wend_scenario *s, reader *r, const node *mapping,
                         const format_table *table, wend_point *corners, shape *out);

#endif
