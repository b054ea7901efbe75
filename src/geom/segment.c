/* Closest points, distances and clipping of segments. */
#include "geom/segment.h"

#include <math.h>

#include "geom/point.h"
#include "geom/predicates.h"

/* Returns the fraction of the segment ab, from 0 to 1, at which the point nearest to p lies. */
static double closest_fraction(wend_vec2 p, wend_vec2 a, wend_vec2 b) {
    double ab_x = (double)b.x - (double)a.x, ab_y = (double)b.y - (double)a.y;
    double ap_x = (double)p.x - (double)a.x, ap_y = (double)p.y - (double)a.y;
    double along = ap_x * ab_x + ap_y * ab_y;
    double length_squared = ab_x * ab_x + ab_y * ab_y;
    if (along <= 0.0) {
        return 0.0;
    }
    return along < length_squared ? along / length_squared : 1.0;
}

wend_vec2 segment_closest(wend_vec2 p, wend_vec2 a, wend_vec2 b) {
    double fraction = closest_fraction(p, a, b);
    if (fraction <= 0.0) {
        return a;
    }
    if (fraction >= 1.0) {
        return b;
    }
    return point_narrow(point_lerp(point_wide(a), point_wide(b), fraction));
}

double segment_point_distance(wend_vec2 p, wend_vec2 a, wend_vec2 b) {
    double fraction = closest_fraction(p, a, b);
    bool at_end = fraction >= 1.0;
    wend_point at = at_end ? point_wide(b) : point_lerp(point_wide(a), point_wide(b), fraction);
    return point_distance(at, point_wide(p));
}

double segment_distance(wend_vec2 p, wend_vec2 q, wend_vec2 a, wend_vec2 b) {
    if (predicate_segments_meet(p, q, a, b)) {
        return 0.0;
    }
    double first = fmin(segment_point_distance(p, a, b), segment_point_distance(q, a, b));
    double second = fmin(segment_point_distance(a, p, q), segment_point_distance(b, p, q));
    return fmin(first, second);
}

/* Returns the point where the segment ab cuts the line from -> to. The points a and b must lie
 * strictly on opposite sides of the line. */
static wend_vec2 cut_with_line(wend_vec2 from, wend_vec2 to, wend_vec2 a, wend_vec2 b) {
    double x = (double)to.x - (double)from.x, y = (double)to.y - (double)from.y;
    double a_side = x * ((double)a.y - (double)from.y) - y * ((double)a.x - (double)from.x);
    double b_side = x * ((double)b.y - (double)from.y) - y * ((double)b.x - (double)from.x);
    double total = a_side - b_side;
    double fraction = total != 0.0 ? fmin(fmax(a_side / total, 0.0), 1.0) : 0.5;
    return point_narrow(point_lerp(point_wide(a), point_wide(b), fraction));
}

bool segment_clip_left(wend_vec2 from, wend_vec2 to, wend_vec2 *a, wend_vec2 *b) {
    int a_side = predicate_orient(from, to, *a), b_side = predicate_orient(from, to, *b);
    if (a_side <= 0 && b_side <= 0) {
        return false;
    }
    if (a_side < 0) {
        *a = cut_with_line(from, to, *a, *b);
    } else if (b_side < 0) {
        *b = cut_with_line(from, to, *a, *b);
    }
    return true;
}
