/* Four floats at a time, as the machine does it. */
#include "unit/geom/quads.h"
