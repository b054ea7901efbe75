/* Dominance pruning of intervals: an interval is dominated if shorter paths to all of its points
 * are known. A path that crosses the edge in a dominated interval reaches nothing beyond the edge
 * sooner.
 *
 * Two kinds of paths are known. One leads to an end of the edge and then along the edge. Let d(x)
 * be the node's length to a point x of the interval, and v the end of the edge. As x moves along
 * the edge, d(x) grows at most as fast as the distance from v, so d(x) - |x - v| is smallest at the
 * point farthest from v. Checking that point is enough (S.-Q. Xin, G.-J. Wang, "Improving Chen and
 * Han's algorithm on the discrete geodesic problem", ACM Transactions on Graphics 28(4), 2009,
 * theorem 3.2).
 *
 * The other kind leads from roots that see the whole edge. Its length is convex along the edge, so
 * it is at most the linear interpolation between its lengths at the two ends. The length from one
 * root is g + sqrt(h^2 + x^2), with x measured from the foot of the root and h its height above the
 * edge. The difference between this length and a line of slope k is smallest at
 *
 *     x = h * k / sqrt(1 - k^2).
 *
 * Lengths are kept for each vertex, and for each edge that is not inside a corner fan, whichever
 * side the edge is crossed from. Cost: O(1). */
#include "plan/polyanya/nodes.h"

/* The edge of an interval: `a` is its left end, `b` its right end. */
typedef struct edge {
    wend_point a, b;
    search_mark *mark; /* two marks: the length to the corner that owns them, and to the other end
                          of the edge; NULL inside a corner fan */
    bool from_b;       /* true if that corner is at b */
} edge;

static edge edge_of(const search *s, const node *n, const span *part) {
    bool from_b = part->corner < n->corner;
    uint32_t key = from_b ? part->corner : n->corner;
    search_mark *mark = key < s->level->first_fan_corner ? s->edge_marks + 2 * (size_t)key : NULL;
    return (edge){point_wide(part->b), point_wide(part->a), mark, from_b};
}

/* True if a known path that leads to a vertex and then straight to a point is shorter than d. */
static bool is_dominated_by_vertex(const search *s, uint32_t vertex, wend_point at, wend_point to,
                                   double d) {
    const search_mark *mark = &s->marks[vertex];
    double spare = d - SAME_LENGTH - mark->g, x = to.x - at.x, y = to.y - at.y;
    return mark->stamp == s->stamp && spare > 0.0 && x * x + y * y < spare * spare;
}

/* Compares the path from a root to points of an edge with a length that is linear along the edge:
 * `first` at a, growing by k per metre. Returns the smallest difference, (length of the path) -
 * (linear length). `range` bounds the part of the edge that is compared, as two distances from a.
 */
static double least_excess(wend_point root, double g, const edge *e, double length, double first,
                           double k, const double range[2]) {
    double x = (e->b.x - e->a.x) / length, y = (e->b.y - e->a.y) / length;
    double u = root.x - e->a.x, v = root.y - e->a.y;
    double foot = u * x + v * y, height = fabs(u * y - v * x);
    double flat = 1.0 - k * k;
    double at = flat > 0.0 ? foot + height * k / sqrt(flat) : k * (double)INFINITY;
    at = at < range[0] ? range[0] : at > range[1] ? range[1] : at;
    return g + point_length((wend_point){height, at - foot}) - (first + k * at);
}

/* True if known paths from roots that see the whole edge are shorter at every point of the
 * interval. */
static bool is_dominated_by_edge(const search *s, const node *n, const span *part, const edge *e) {
    if (e->mark == NULL || e->mark->stamp != s->stamp || (n->flags & FROM_SOURCE)) {
        return false; /* the bound below needs a single root */
    }
    double first = e->mark[e->from_b].g, last = e->mark[!e->from_b].g;
    if ((part->at_b && first + SAME_LENGTH >= n->left_d) ||
        (part->at_a && last + SAME_LENGTH >= n->right_d)) {
        return false;
    }
    double length = point_distance(e->a, e->b), k = (last - first) / length;
    double ends[2] = {part->at_b ? 0.0 : point_distance(e->a, n->left),
                      part->at_a ? length : point_distance(e->a, n->right)};
    if (first + k * ends[0] + SAME_LENGTH >= n->left_d ||
        first + k * ends[1] + SAME_LENGTH >= n->right_d) {
        return false;
    }
    /* The straight line from the root with the smaller g is a lower bound on the node's path. */
    bool left_first = n->left_g <= n->right_g;
    return least_excess(left_first ? n->left_root : n->right_root,
                        left_first ? n->left_g : n->right_g, e, length, first, k,
                        ends) > SAME_LENGTH;
}

static void mark_vertex(search *s, uint32_t vertex, double d) {
    search_mark *mark = &s->marks[vertex];
    if (mark->stamp != s->stamp || d < mark->g) {
        *mark = (search_mark){d, s->stamp};
    }
}

static void mark_edge(const search *s, const node *n, const edge *e) {
    if (e->mark->stamp != s->stamp || n->left_d + n->right_d < e->mark[0].g + e->mark[1].g) {
        e->mark[e->from_b] = (search_mark){n->left_d, s->stamp};
        e->mark[!e->from_b] = (search_mark){n->right_d, s->stamp};
    }
}

bool seek_measure_interval(search *s, node *n, const span *part) {
    n->left_d = n->left_g + point_distance(n->left_root, n->left);
    n->right_d = n->right_g + point_distance(n->right_root, n->right);
    if (s->edge_marks == NULL) {
        return true;
    }
    edge e = edge_of(s, n, part);
    if (is_dominated_by_vertex(s, s->level->corners[n->corner], e.a, n->right, n->right_d) ||
        is_dominated_by_vertex(s, s->level->corners[part->corner], e.b, n->left, n->left_d) ||
        is_dominated_by_edge(s, n, part, &e)) {
        return false;
    }
    if (part->at_b) {
        mark_vertex(s, n->left_vertex, n->left_d);
    }
    if (part->at_a) {
        mark_vertex(s, n->right_vertex, n->right_d);
    }
    if (part->at_a && part->at_b && e.mark != NULL) {
        mark_edge(s, n, &e);
    }
    return true;
}
