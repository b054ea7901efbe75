/* geom/predicates.h: exact geometric predicates: no result is affected by rounding.
 *
 * Domain: floats of magnitude at most 32768, including the smallest ones, and radii of at most
 * 65536. */
#ifndef GEOM_PREDICATES_H
#define GEOM_PREDICATES_H

#include <wend/base.h>

/* Returns the side of a -> b on which c lies: 1 for left, -1 for right, 0 if c is on the line or a
 * equals b. */
int predicate_orient(wend_vec2 a, wend_vec2 b, wend_vec2 c);

/* True if p lies on the closed segment ab. */
bool predicate_on_segment(wend_vec2 p, wend_vec2 a, wend_vec2 b);

/* True if p lies on the same side of v as w does. p must be on the line through v and w, and v and
 * w must differ. */
bool predicate_ahead(wend_vec2 p, wend_vec2 v, wend_vec2 w);

/* True if the closed segments pq and ab have a point in common. */
bool predicate_segments_meet(wend_vec2 p, wend_vec2 q, wend_vec2 a, wend_vec2 b);

/* Returns the side of the chain u -> v -> w to which a small step from v towards x leads: 1 for
 * left, -1 for right, 0 if it stays on the chain. The chain must not fold back on itself, and x
 * must differ from v. */
int predicate_chain_side(wend_vec2 u, wend_vec2 v, wend_vec2 w, wend_vec2 x);

/* Returns the sign of (distance from p to the closed segment ab) - radius; radius >= 0. */
int predicate_point_distance(wend_vec2 p, wend_vec2 a, wend_vec2 b, float radius);

/* Returns the sign of (distance between the closed segments pq and ab) - radius. */
int predicate_segment_distance(wend_vec2 p, wend_vec2 q, wend_vec2 a, wend_vec2 b, float radius);

/* ---- Cuts of a segment p -> q with a line that is not parallel to it ------------------------- */

typedef struct predicate_segment {
    wend_vec2 p, q;
} predicate_segment;

typedef struct predicate_line {
    wend_vec2 a, b;
} predicate_line;

/* Returns the sign of (fraction at which the segment cuts `first`) - (fraction at which it cuts
 * `second`). */
int predicate_compare_cuts(predicate_segment segment, predicate_line first, predicate_line second);

/* Returns the fraction of the segment p -> q at which it cuts the line. The relative error is at
 * most 2^-40, so fractions that differ by more are in the right order. */
double predicate_cut(predicate_segment segment, predicate_line line);

/* Returns the sign of (foot of the perpendicular from `point`) - (cut with `line`), where both are
 * fractions of the segment p -> q. */
int predicate_compare_foot(predicate_segment segment, wend_vec2 point, predicate_line line);

/* Returns the sign of (distance from the point where the segment p -> q cuts `line` to the closed
 * segment ab) - radius. */
int predicate_cut_distance(predicate_segment segment, predicate_line line, wend_vec2 a, wend_vec2 b,
                           float radius);

#endif
