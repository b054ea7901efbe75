/* Four floats at a time, in plain C. */
#define QUAD_PLAIN
#include "unit/geom/quads.h"
