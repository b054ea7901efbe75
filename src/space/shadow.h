/* space/shadow.h: the part of a segment that one wall hides from a disc, and sets of such parts. */
#ifndef SPACE_SHADOW_H
#define SPACE_SHADOW_H

#include "geom/point.h"

/* A segment p + t * d, for t from 0 to 1, as seen by a disc of radius r. All points are relative to
 * the centre x of the disc. */
typedef struct shadow_segment {
    wend_point p, q, d;                  /* q = p + d */
    double p_length, q_length, d_length; /* m: lengths of p, q and d */
    double low_x, low_y, high_x, high_y; /* bounding box of x, p and q, extended by r */
    double r;
} shadow_segment;

/* Returns the segment from p to q, relative to x. */
shadow_segment shadow_segment_of(wend_point p, wend_point q, double r);

/* True if the wall ab, relative to x, may hide a point of the segment. False only if it hides none:
 * a line separates it from the triangle x, p, q by at least r. */
bool shadow_may_fall(const shadow_segment *s, wend_point a, wend_point b);

/* Finds the open interval of t that the wall ab, relative to x, hides: the points that the disc
 * cannot reach in a straight line without coming nearer to the wall than r. If the disc is already
 * nearer, the wall counts with a radius that is a little smaller than its distance. Returns false
 * if the wall hides nothing. */
bool shadow_find(const shadow_segment *s, wend_point a, wend_point b, double *begin, double *end);

/* A set of hidden values of t: disjoint intervals in ascending order. */
enum { SHADOW_MAX_INTERVALS = 48 };
typedef struct shadow_set {
    double begin[SHADOW_MAX_INTERVALS + 1], end[SHADOW_MAX_INTERVALS + 1];
    uint32_t count;
    bool is_full; /* true once an interval did not fit; the set is then unusable */
} shadow_set;

/* Adds an interval. Intervals with a gap of at most `gap` between them are joined. */
void shadow_set_add(shadow_set *set, double begin, double end, double gap);

/* True if the set covers the interval from `begin` to `end`, except for `gap` at each end. */
static inline bool shadow_set_covers(const shadow_set *set, double begin, double end, double gap) {
    return set->count == 1 && set->begin[0] <= begin + gap && set->end[0] >= end - gap;
}

#endif
