/* Where agents of a group start. */
#ifndef SCENARIO_PLACING_H
#define SCENARIO_PLACING_H

#include "scenario/scenario.h"
#include "scenario/shape.h"

/* Reads the shape with an area that a mapping has, or takes the whole space: `corners` holds two
 * points for that. False after a failure. */
bool placing_region(const wend_scenario *s, reader *r, const node *mapping,
                    const format_table *table, wend_point *corners, shape *out);

#endif
