/* Computes the lower bound f of a search node: the length of a path from the start to the node's
 * root, across the node's interval, and on to the target, as if nothing behind the interval were
 * blocked. A target on the root's side of the interval is mirrored across the interval (Cui et al.
 * 2017, section 4). O(1); O(log n) if the roots are on a chain. */
#include "plan/polyanya/nodes.h"

/* A target with more corners than this, such as the polygon of a disc, is approximated by a disc
 * around it. */
enum { EXACT_CORNERS = 8 };

/* True if two values have the same sign. */
static bool is_same_side(double one, double other) {
    return (one < 0.0 && other < 0.0) || (one > 0.0 && other > 0.0);
}

/* Returns the side of a node's interval on which the roots of the node lie. Returns 0 if the path
 * continues only from an end of the interval. If one of two roots is an end of the interval, the
 * other root decides. */
static double side_of_roots(const node *n) {
    double left = point_turn(n->right, n->left, n->left_root);
    bool is_informative = n->chain == NAVMESH_NONE || left < 0.0 || left > 0.0;
    return is_informative ? left : point_turn(n->right, n->left, n->right_root);
}

/* Mirrors a point across the line of an interval; `side` is the result of point_turn for the point.
 */
static wend_point mirror(const node *n, wend_point to, double side) {
    double x = n->left.x - n->right.x, y = n->left.y - n->right.y;
    double k = 2.0 * side / (x * x + y * y);
    return (wend_point){to.x + y * k, to.y - x * k};
}

/* Returns a lower bound on the length of a path to a point. The bound assumes a straight line from
 * the root with the smaller g. */
static double straight_length(const node *n, wend_point to) {
    bool left_first = n->left_g <= n->right_g;
    return (left_first ? n->left_g : n->right_g) +
           point_distance(left_first ? n->left_root : n->right_root, to);
}

/* Estimates the length to a point that lies on the root's side of an interval's chord. The interval
 * bulges towards the root, because it spans several edges of a polygon. The path must at least
 * reach the line that is parallel to the chord and touches the bulge. */
static double estimate_near(const navmesh_level *level, const node *n, wend_point to, double side) {
    double deepest = 0.0;
    for (uint32_t i = n->corner; i != n->last;) {
        i = next_corner(level, n->polygon, i);
        double depth = point_turn(n->right, n->left, point_wide(level->points[i]));
        deepest = fabs(depth) > fabs(deepest) ? depth : deepest;
    }
    return straight_length(n, fabs(side) > fabs(deepest) ? mirror(n, to, side - deepest) : to);
}

/* Estimates the length from the start across an interval to a point, as if nothing behind the
 * interval were blocked. The path is straight if a line from the roots meets the interval;
 * otherwise it goes around the nearer end. */
static double estimate(const navmesh_level *level, const node *n, wend_point to) {
    wend_point left_root = n->left_root, right_root = n->right_root;
    double here = side_of_roots(n), there = point_turn(n->right, n->left, to);
    if (n->chain != NAVMESH_NONE && !(here < 0.0 || here > 0.0)) {
        return straight_length(n, to);
    }
    if (is_same_side(here, there)) {
        if (n->corner != n->last) {
            return estimate_near(level, n, to, there);
        }
        to = mirror(n, to, there);
    }
    if (point_turn(left_root, n->left, to) > 0.0) {
        return n->left_d + point_distance(n->left, to);
    }
    if (point_turn(right_root, n->right, to) < 0.0) {
        return n->right_d + point_distance(n->right, to);
    }
    if (n->chain == NAVMESH_NONE) {
        return n->left_g + point_distance(left_root, to);
    }
    chain c = chain_of(level, n->chain);
    uint32_t at = chain_leave(&c, n->left_at, n->right_at, to);
    return chain_g(&c, n, at) + point_distance(point_wide(c.points[at]), to);
}

/* Estimates the length to the nearest point of the target. The estimate is exact if there is one
 * root and the whole target lies beyond the interval. It is then the length of the straight line,
 * if this line meets the interval, or otherwise the length of the path around one of the ends. */
static double estimate_target(const navmesh_level *level, const node *n, const target *to) {
    wend_point root = n->left_root, end;
    double here = point_turn(n->right, n->left, root);
    bool beyond = n->chain == NAVMESH_NONE && to->count > 1 && to->count <= EXACT_CORNERS;
    for (uint32_t i = 0; i < to->count && beyond; i++) {
        beyond = here * point_turn(n->right, n->left, to->points[i]) <= 0.0;
    }
    if (!beyond) {
        return estimate(level, n, to->centre) - to->radius;
    }
    double straight = target_nearest(to->points, to->count, root, &end);
    if (point_turn(root, n->left, end) <= 0.0 && point_turn(root, n->right, end) >= 0.0) {
        return n->left_g + straight;
    }
    double left =
        point_distance(root, n->left) + target_nearest(to->points, to->count, n->left, &end);
    double right =
        point_distance(root, n->right) + target_nearest(to->points, to->count, n->right, &end);
    return n->left_g + fmin(left, right);
}

/* Estimates the length to the target from a root that sees the whole polygon. */
static double estimate_all(const node *n, const target *to) {
    wend_point root = n->left_root, end;
    double rest = to->count <= EXACT_CORNERS ? target_nearest(to->points, to->count, root, &end)
                                             : point_distance(root, to->centre) - to->radius;
    return n->left_g + rest;
}

/* Returns a lower bound on the length of the path to a segment: straight from the source, or from
 * the root with the smaller g. */
static double estimate_segment(const search *s, const node *n, wend_point a, wend_point b) {
    if (n->flags & FROM_SOURCE) {
        const search_source *from = &s->sources[n->root_vertex];
        double best =
            fmin(point_distance(a, source_root(s, n, a)), point_distance(b, source_root(s, n, b)));
        for (uint32_t i = 0; i < from->count; i++) {
            wend_point p = from->points[i];
            best = fmin(best, point_distance(p, point_nearest(p, a, b)));
        }
        return best;
    }
    wend_point root = n->left_g <= n->right_g ? n->left_root : n->right_root;
    return fmin(n->left_g, n->right_g) + point_distance(root, point_nearest(root, a, b));
}

/* Returns a lower bound on the length of the path to the interval of a node, which may span several
 * edges of the polygon. */
static double estimate_interval(const search *s, const node *n) {
    wend_point from = n->left;
    double best = (double)INFINITY;
    for (uint32_t i = n->corner; i != n->last;) {
        i = next_corner(s->level, n->polygon, i);
        wend_point to = point_wide(s->level->points[i]);
        best = fmin(best, estimate_segment(s, n, from, to));
        from = to;
    }
    return fmin(best, estimate_segment(s, n, from, n->right));
}

double seek_estimate(const search *s, const node *n) {
    if (s->to == NULL) {
        return estimate_interval(s, n);
    }
    double length =
        n->flags & SEES_ALL ? estimate_all(n, s->to) : estimate_target(s->level, n, s->to);
    return fmax(length, n->left_g < n->right_g ? n->left_g : n->right_g);
}
