/* Reads the regions in which groups place their agents. */
#ifndef SCENARIO_PLACING_H
#define SCENARIO_PLACING_H

#include "scenario/scenario.h"
#include "scenario/shape.h"

/* Reads the shape of a mapping, which must have an area. Without a shape it takes the bounding box
 * of the space, for which `corners` holds two points. Returns false after a failure. */
bool placing_read_region(const wend_scenario *s, reader *r, const node *mapping,
                         const format_table *table, wend_point *corners, shape *out);

#endif
