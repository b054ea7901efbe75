/* geom/segment.h: closest points, distances and clipping of segments. Points are in single
 * precision; the computation is in double. */
#ifndef GEOM_SEGMENT_H
#define GEOM_SEGMENT_H

#include <wend/base.h>

/* Returns the point of the closed segment ab nearest to p. The ends a and b are returned
 * unrounded. */
wend_vec2 segment_closest(wend_vec2 p, wend_vec2 a, wend_vec2 b);

/* Returns the distance from p to the closed segment ab. */
double segment_point_distance(wend_vec2 p, wend_vec2 a, wend_vec2 b);

/* Returns the distance between the closed segments pq and ab; 0 exactly if they meet. */
double segment_distance(wend_vec2 p, wend_vec2 q, wend_vec2 a, wend_vec2 b);

/* Clips *a, *b to the part left of the line from -> to. Returns false, and leaves them unchanged,
 * if no point lies strictly left (decided exactly). An end that is clipped moves to the line,
 * rounded. */
bool segment_clip_left(wend_vec2 from, wend_vec2 to, wend_vec2 *a, wend_vec2 *b);

#endif
