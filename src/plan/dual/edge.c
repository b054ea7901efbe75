/* The geometry of a dual edge.
 *
 * N. Jaklin, A. Cook IV, R. Geraerts, "Real-time path planning in heterogeneous environments",
 * Computer Animation and Virtual Worlds, 2013, section 4 and Fig. 6. With the symbols of the paper,
 * the dual edge e_uv joins the centroids of the triangles u and v. It passes from u to v at the
 * point p of their common edge, which divides it into e_u and e_v. Its weight is
 *
 *     w(e_uv) = w(T_u) |e_u| + w(T_v) |e_v|
 *
 * The paper takes it for granted that the line between the centroids meets the common edge. In
 * slender triangles it may pass beyond an end of that edge, through a third triangle or a wall.
 * Then p is the point of the common edge that is nearest to the line. Distances from the line are a
 * convex function along the common edge's line, and 0 where the two lines meet; so the nearest
 * point is the end of the common edge on that side. Both parts lie in their triangles, because p is
 * a point of both.
 *
 * Cost: O(1). */
#include "geom/point.h"
#include "plan/dual/dual.h"

wend_point dual_centroid(const navmesh_level *level, uint32_t triangle) {
    const navmesh_polygon *polygon = &level->polygons[triangle];
    const wend_vec2 *p = &level->points[polygon->first];
    return (wend_point){((double)p[0].x + (double)p[1].x + (double)p[2].x) / 3.0,
                        ((double)p[0].y + (double)p[1].y + (double)p[2].y) / 3.0};
}

wend_point dual_crossing(const navmesh_level *level, uint32_t corner, bool *misses) {
    uint32_t twin = level->twins[corner]; /* the twin starts where the edge ends */
    wend_point a = point_wide(level->points[corner]), b = point_wide(level->points[twin]);
    wend_point u = dual_centroid(level, level->neighbours[twin]);
    wend_point v = dual_centroid(level, level->neighbours[corner]);
    /* A point a + t (b - a) of the edge's line is on the line uv if its turn with uv is 0. */
    double at_a = point_turn(u, v, a), at_b = point_turn(u, v, b);
    double t = at_a != at_b ? at_a / (at_a - at_b) : 0.5;
    bool beyond = !(t >= 0.0 && t <= 1.0);
    if (misses != NULL) {
        *misses = beyond;
    }
    return beyond ? (t < 0.0 ? a : b) : point_lerp(a, b, t);
}
