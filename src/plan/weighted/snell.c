/* Follows refracted rays through a triangle. By Snell's law, a path of least cost that crosses an
 * edge from ground of weight w1 to ground of weight w2 satisfies w1 sin(t1) = w2 sin(t2), where t1
 * and t2 are its angles with the normal of the edge (J. Mitchell, C. Papadimitriou, "The weighted
 * region problem", J. ACM 38, 1991, lemma 3.2). O(1). */
#include "plan/weighted/snell.h"

#include <math.h>

#include "geom/point.h"

/* Returns the fraction of the segment pq at which a ray crosses its line, in the range 0 to 1. */
static double cross_at(wend_point from, wend_point direction, wend_point p, wend_point q) {
    double side_p = point_cross(direction, point_sub(p, from));
    double side_q = point_cross(direction, point_sub(q, from));
    double t = side_p != side_q ? side_p / (side_p - side_q) : 0.5;
    return fmin(fmax(t, 0.0), 1.0);
}

double snell_exit(const snell_triangle *in, wend_point from, double sine) {
    double last = (double)in->before + in->after + 1.0;
    if (!(sine > -1.0 && sine < 1.0)) {
        return sine < 0.0 ? -1.0 : last;
    }
    wend_point along = point_sub(in->b, in->a);
    double length = point_length(along), cosine = sqrt(1.0 - sine * sine);
    bool is_left = point_cross(along, point_sub(in->apex, in->a)) > 0.0;
    double normal = is_left ? cosine : -cosine;
    wend_point direction = {(sine * along.x - normal * along.y) / length,
                            (sine * along.y + normal * along.x) / length};
    double side = point_cross(direction, point_sub(in->apex, from));
    if (is_left ? side > 0.0 : side < 0.0) { /* the apex is on the side of a */
        return in->before + cross_at(from, direction, in->apex, in->b) * (in->after + 1.0);
    }
    return cross_at(from, direction, in->a, in->apex) * (in->before + 1.0) - 1.0;
}

double snell_sine(wend_point p, wend_point q, wend_point u, double if_equal) {
    wend_point line = point_sub(q, p);
    double length = point_length(line);
    return length > 0.0 ? point_dot(line, u) / length : if_equal;
}
