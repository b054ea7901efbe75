/* Longitude and latitude to local metres. */
#ifndef READ_PROJECT_H
#define READ_PROJECT_H

#include "read/shapes.h"

/* Whether coordinates in this box look like degrees: all within the globe, and less than two units
 * across both ways, which no walkable ground in metres is. */
bool project_looks_like_degrees(const shapes_box *box);

/* A place on the globe that local coordinates are relative to. */
typedef struct projection {
    double longitude, latitude; /* degrees */
    double east[2], north[3], ecef[3];
} projection;

/* `origin` is {longitude, latitude} in degrees. */
projection project_from(wend_point origin);
/* The middle of a box, rounded to a millionth of a degree. */
wend_point project_middle(const shapes_box *box);
/* Metres east and north of the origin. */
wend_point project_point(const projection *p, wend_point degrees);
/* All points of a list, in place. */
void project_list(const projection *p, shapes_list *list);

#endif
