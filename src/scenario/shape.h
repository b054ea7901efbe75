/* Shapes as scenarios write them. */
#ifndef SCENARIO_SHAPE_H
#define SCENARIO_SHAPE_H

#include "place/shape.h"
#include "scenario/format/format.h"
#include "scenario/read.h"

/* Reads the one shape key of a mapping, of those its table has. False if there is none; two are a
 * failure. */
bool shape_read(reader *r, const node *mapping, const format_table *table, shape *out);

#endif
