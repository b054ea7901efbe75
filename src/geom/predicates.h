/* geom/predicates.h: geometric questions answered without rounding.
 *
 * Domain: finite floats of magnitude at most 32768, however small, and radii of at most 65536. */
#ifndef GEOM_PREDICATES_H
#define GEOM_PREDICATES_H

#include <wend/base.h>

/* Where c lies as seen along a -> b: 1 left, -1 right, 0 on the line (or a equals b). */
int predicate_orient(wend_vec2 a, wend_vec2 b, wend_vec2 c);

/* True when p lies on the closed segment ab. */
bool predicate_on_segment(wend_vec2 p, wend_vec2 a, wend_vec2 b);

/* For p on the line through v and w, which differ: whether it lies on w's side of v. */
bool predicate_ahead(wend_vec2 p, wend_vec2 v, wend_vec2 w);

/* True when the closed segments pq and ab have a point in common. */
bool predicate_segments_meet(wend_vec2 p, wend_vec2 q, wend_vec2 a, wend_vec2 b);

/* On which side of the chain u -> v -> w one is after a small step from v towards x: 1 left, -1
 * right, 0 on the chain. The chain must not fold back on itself, and x must differ from v. */
int predicate_chain_side(wend_vec2 u, wend_vec2 v, wend_vec2 w, wend_vec2 x);

/* The sign of the distance from p to the closed segment ab minus the radius; radius >= 0. */
int predicate_point_distance(wend_vec2 p, wend_vec2 a, wend_vec2 b, float radius);

/* The sign of the distance between the closed segments pq and ab minus the radius. */
int predicate_segment_distance(wend_vec2 p, wend_vec2 q, wend_vec2 a, wend_vec2 b, float radius);

/* ---- Cuts: where a way p -> q meets a line that is not parallel to it -------------------------
 */

typedef struct predicate_way {
    wend_vec2 p, q;
} predicate_way;

typedef struct predicate_line {
    wend_vec2 a, b;
} predicate_line;

/* The sign of (place on the way where it meets `first`) - (the same for `second`). */
int predicate_compare_cuts(predicate_way way, predicate_line first, predicate_line second);

/* Where the way meets the line, as a fraction of the way: exact up to a relative error of 2^-40, so
 * that fractions which differ by more are in their order. */
double predicate_cut(predicate_way way, predicate_line line);

/* The sign of (foot on the way of the perpendicular from `point`) - (the cut with `line`). */
int predicate_compare_foot(predicate_way way, wend_vec2 point, predicate_line line);

/* The sign of the distance from the cut with `line` to the closed segment ab minus the radius. */
int predicate_cut_distance(predicate_way way, predicate_line line, wend_vec2 a, wend_vec2 b,
                           float radius);

#endif
