/* Converts longitude and latitude to local metres. */
#ifndef READ_PROJECT_H
#define READ_PROJECT_H

#include "read/shapes.h"

/* True if coordinates in this box look like degrees: all within the range of the globe, and less
 * than two units across in both directions, which no walkable ground in metres is. */
bool project_looks_like_degrees(const shapes_box *box);

/* The point on the globe to which local coordinates are relative. */
typedef struct projection {
    double longitude, latitude; /* degrees */
    double east[2], north[3], ecef[3];
} projection;

/* Makes a projection; `origin` is {longitude, latitude} in degrees. */
projection project_from(wend_point origin);
/* Returns the middle of a box, rounded to a millionth of a degree. */
wend_point project_middle(const shapes_box *box);
/* Converts a point to metres east and north of the origin. */
wend_point project_point(const projection *p, wend_point degrees);
/* Converts all points of a list, in place. */
void project_list(const projection *p, shapes_list *list);

#endif
