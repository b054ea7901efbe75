/* geom/segment.h: closest points, distances and clipping of segments. Points are in single
 * precision; computations are in double precision. */
#ifndef GEOM_SEGMENT_H
#define GEOM_SEGMENT_H

#include <wend/base.h>

/* Returns the point of the closed segment ab nearest to p. If this is an end of the segment, the
 * result is exactly a or b. */
wend_vec2 segment_closest(wend_vec2 p, wend_vec2 a, wend_vec2 b);

/* Returns the distance from p to the closed segment ab. */
double segment_point_distance(wend_vec2 p, wend_vec2 a, wend_vec2 b);

/* Returns the distance between the closed segments pq and ab; exactly 0 if they meet. */
double segment_distance(wend_vec2 p, wend_vec2 q, wend_vec2 a, wend_vec2 b);

/* Clips the segment from *a to *b to the part that lies to the left of the line from -> to. Returns
 * false, and leaves the segment unchanged, if no part of it lies strictly to the left (decided
 * exactly). An end that is clipped moves to the line, up to rounding. */
bool segment_clip_left(wend_vec2 from, wend_vec2 to, wend_vec2 *a, wend_vec2 *b);

#endif
