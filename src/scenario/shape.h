/* Reads shapes (goals, start regions) from mappings of a scenario. */
#ifndef SCENARIO_SHAPE_H
#define SCENARIO_SHAPE_H

#include "geom/shape.h"
#include "scenario/format/format.h"
#include "scenario/read.h"

/* Reads the shape in a mapping, given by one of the shape keys in its table. Returns false if the
 * mapping gives no shape. More than one shape is a failure. */
bool shape_read(reader *r, const node *mapping, const format_table *table, shape *out);

#endif
