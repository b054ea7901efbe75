/* Converts longitude and latitude to local metres. */
#ifndef READ_PROJECT_H
#define READ_PROJECT_H

#include "read/shapes.h"

/* True if the coordinates in this box look like degrees: all of them are valid longitudes and
 * latitudes, and the box is less than two units wide and high. No walkable ground in metres is that
 * small. */
bool project_looks_like_degrees(const shapes_box *box);

/* A projection to local coordinates, with its origin on the globe. */
typedef struct projection {
    double longitude, latitude; /* degrees */
    double east[2], north[3], ecef[3];
} projection;

/* Makes a projection; `origin` is {longitude, latitude} in degrees. */
projection project_from(wend_point origin);
/* Returns the middle of a box, rounded to a millionth of a degree. */
wend_point project_centre(const shapes_box *box);
/* Converts a point to metres east and north of the origin. */
wend_point project_point(const projection *p, wend_point degrees);
/* Converts all points of a list, in place. */
void project_list(const projection *p, shapes_list *list);

#endif
