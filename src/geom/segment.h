/* geom/segment.h: segments in single precision, computed in double. */
#ifndef GEOM_SEGMENT_H
#define GEOM_SEGMENT_H

#include <wend/base.h>

/* The point of the closed segment ab nearest to p. Its ends come out unrounded. */
wend_vec2 segment_closest(wend_vec2 p, wend_vec2 a, wend_vec2 b);

/* Distance from p to the closed segment ab. */
double segment_point_distance(wend_vec2 p, wend_vec2 a, wend_vec2 b);

/* Distance between the closed segments pq and ab; 0 exactly when they meet. */
double segment_distance(wend_vec2 p, wend_vec2 q, wend_vec2 a, wend_vec2 b);

/* Cuts *a, *b down to the part left of the line from -> to. Returns false, and leaves them, when no
 * point lies strictly left (decided exactly). An end that is cut off moves to the line, rounded. */
bool segment_clip_left(wend_vec2 from, wend_vec2 to, wend_vec2 *a, wend_vec2 *b);

#endif
