/* Verifies a lower bound for the cost of paths. This file trusts neither the search nor the costs
 * of arcs: it checks the function f itself.
 *
 * f has a value at each node, and is linear between neighbouring slots of an edge. It proves
 * cost >= f(goal) - f(start) for every path if
 *
 *   1. f has one value at each point: both triangles at an edge have the same slots there, and all
 *      edges of a vertex have the same node there;
 *   2. |f(p) - f(q)| <= w |p - q| for all points p, q of the edges of each open triangle, where w
 * is its weight, and for the start and the goal in their triangles.
 *
 * Proof. By condition 2, f on the edges of a triangle T extends to all of T with the Lipschitz
 * constant w: f(x) = min over p of f(p) + w |x - p| (McShane 1934). Let g(s) = f(x(s)) along a path
 * parametrised by its length. The sets E_T of all s with x(s) in T are closed, and within E_T,
 * |g(s) - g(s')| <= w |x(s) - x(s')| <= w |s - s'|. From any s, go to the last point of its E_T,
 * then to the next set, which is a different one, and so on: after finitely many sets all of the
 * path is done, so g is Lipschitz. It has a derivative almost everywhere, which is at most w in
 * almost all of E_T, for each T that contains x(s); on an edge this is the smaller of two weights.
 * The integral of the derivative is f(goal) - f(start), that of the weights is the cost.
 *
 * Condition 2, for p and q on the same edge: it is enough to check the ends of each interval. For p
 * in an interval [a0, a1] and q in [b0, b1] of another edge: it is enough that there is a vector g
 * with |g| <= w and f(a_i) - f(b_j) <= g . (a_i - b_j) for i, j = 0, 1. Both sides are sums of a
 * linear function of p and one of q, so the inequality then holds for all p and q, and
 * g . (p - q) <= w |p - q|. The same with f(b_j) - f(a_i) and another g. (Such a g exists whenever
 * the condition holds, by the minimax theorem: nothing is lost.) A start within a triangle is an
 * interval with a0 = a1.
 *
 * Rounding. The vertices are multiples of a unit and at most 2^24 units in size, parameters t are
 * multiples of 2^-26: so positions a + t (b - a) and their differences are exact in double
 * precision. All of this is checked. A product or sum has the relative error 2^-53; each inequality
 * has to hold with a margin of MARGIN = 2^-49 times the sum of the magnitudes of its terms, which
 * is more than the errors of its few operations.
 *
 * Cost: O(1) for each pair of intervals of the same triangle. */
#include "certify/verify.h"

#include <math.h>

static const double MARGIN = 0x1p-49;
static const double UNITS = 0x1p24;
static const double STEPS = 0x1p26; /* of the parameter */
static const double LEEWAY = 1e-11; /* by which a proposed g exceeds the constraints */

/* Differences of ends, v = a_i - b_j, and of values, d = f(a_i) - f(b_j). */
typedef struct corner {
    double x, y, d;
} corner;

/* ---- Pairs of intervals ---------------------------------------------------------------------- */

/* True if |g| <= w and sign * d <= g . v at all corners, with margins. */
static bool proves(double gx, double gy, double w, const corner c[4], double sign) {
    bool good = gx * gx + gy * gy <= w * w * (1.0 - 8.0 * MARGIN);
    for (uint32_t k = 0; good && k < 4; k++) {
        double x = gx * c[k].x, y = gy * c[k].y, d = sign * c[k].d;
        good = d + MARGIN * (fabs(x) + fabs(y) + fabs(d)) <= x + y;
    }
    return good;
}

/* Finds the vector g of least length that fulfils the constraints of corners k and l, or of k only
 * if they are equal, with some leeway. */
static void propose(const corner c[4], double sign, double w, uint32_t k, uint32_t l, double *gx,
                    double *gy) {
    double lk = sqrt(c[k].x * c[k].x + c[k].y * c[k].y);
    double ll = sqrt(c[l].x * c[l].x + c[l].y * c[l].y);
    double dk = sign * c[k].d + LEEWAY * w * lk, dl = sign * c[l].d + LEEWAY * w * ll;
    double det = c[k].x * c[l].y - c[k].y * c[l].x;
    if (k == l) {
        *gx = dk / (lk * lk) * c[k].x;
        *gy = dk / (lk * lk) * c[k].y;
    } else {
        *gx = (dk * c[l].y - dl * c[k].y) / det;
        *gy = (dl * c[k].x - dk * c[l].x) / det;
    }
}

/* True if some g proves the inequality: the shortest vector that fulfils all constraints is 0, or
 * lies on the border of one of them or of two. */
static bool has_proof(const corner c[4], double w, double sign) {
    if (proves(0.0, 0.0, w, c, sign)) {
        return true;
    }
    for (uint32_t k = 0; k < 4; k++) {
        for (uint32_t l = k; l < 4; l++) {
            double gx, gy;
            propose(c, sign, w, k, l, &gx, &gy);
            if (isfinite(gx) && isfinite(gy) && proves(gx, gy, w, c, sign)) {
                return true;
            }
        }
    }
    return false;
}

/* True if the inequality holds for all points of two intervals. Most pairs pass with the middle
 * direction, for both signs. */
static bool pair_holds(const corner c[4], double w) {
    double x = c[0].x + c[3].x, y = c[0].y + c[3].y;
    double scale = w * (1.0 - 16.0 * MARGIN) / sqrt(x * x + y * y);
    if (isfinite(scale) && proves(x * scale, y * scale, w, c, 1.0) &&
        proves(x * scale, y * scale, w, c, -1.0)) {
        return true;
    }
    return has_proof(c, w, 1.0) && has_proof(c, w, -1.0);
}

/* ---- Points ---------------------------------------------------------------------------------- */

typedef struct point_value {
    double x, y, f;
} point_value;

typedef struct check {
    const net *n;
    const navmesh_level *level;
    const double *f;
    uint32_t *node_of; /* indexed by vertex of the level; NET_NONE: not seen yet */
    const char *wrong;
} check;

static bool expect(check *c, bool condition, const char *wrong) {
    if (!condition && c->wrong == NULL) {
        c->wrong = wrong;
    }
    return condition;
}

/* Returns the position and value of a slot, from the vertices of the level. */
static point_value read_slot(const check *c, const net_edge *edge, uint32_t slot) {
    wend_vec2 a = c->level->points[edge->corner];
    wend_vec2 b = c->level->points[edge->corner - edge->corner % 3 + (edge->corner + 1) % 3];
    double t = c->n->slots.t[slot];
    return (point_value){(double)a.x + t * ((double)b.x - (double)a.x),
                         (double)a.y + t * ((double)b.y - (double)a.y),
                         c->f[c->n->slots.nodes[slot]]};
}

static corner subtract(point_value a, point_value b) {
    return (corner){a.x - b.x, a.y - b.y, a.f - b.f};
}

/* True if |f(a) - f(b)| <= w |a - b|. */
static bool points_hold(point_value a, point_value b, double w) {
    corner c = subtract(a, b);
    double length = sqrt(c.x * c.x + c.y * c.y);
    return fabs(c.d) * (1.0 + 8.0 * MARGIN) <= w * length;
}

/* True if all pairs of intervals of two edges pass. */
static bool edges_hold(const check *c, const net_edge *e, const net_edge *o, double w) {
    for (uint32_t i = e->first; i + 1 < e->first + e->count; i++) {
        point_value a0 = read_slot(c, e, i), a1 = read_slot(c, e, i + 1);
        point_value b0 = read_slot(c, o, o->first);
        for (uint32_t j = o->first + 1; j < o->first + o->count; j++) {
            point_value b1 = read_slot(c, o, j);
            const corner corners[4] = {subtract(a0, b0), subtract(a0, b1), subtract(a1, b0),
                                       subtract(a1, b1)};
            if (!pair_holds(corners, w)) {
                return false;
            }
            b0 = b1;
        }
    }
    return true;
}

/* True if all intervals of an edge pass with a point of the triangle. */
static bool point_holds(const check *c, point_value a, const net_edge *o, double w) {
    for (uint32_t j = o->first; j + 1 < o->first + o->count; j++) {
        point_value b0 = read_slot(c, o, j), b1 = read_slot(c, o, j + 1);
        const corner corners[4] = {subtract(a, b0), subtract(a, b1), subtract(a, b0),
                                   subtract(a, b1)};
        if (!pair_holds(corners, w)) {
            return false;
        }
    }
    return true;
}

/* ---- Edges and triangles --------------------------------------------------------------------- */

/* True if the edge belongs to corner k of a polygon, in this direction or the other one. */
static bool edge_fits(const check *c, const net_edge *edge, uint32_t at) {
    uint32_t next = at - at % 3 + (at + 1) % 3;
    uint32_t from = edge->corner, to = from - from % 3 + (from + 1) % 3;
    const wend_vec2 *p = c->level->points;
    bool forward = p[at].x == p[from].x && p[at].y == p[from].y && p[next].x == p[to].x &&
                   p[next].y == p[to].y;
    bool backward = p[at].x == p[to].x && p[at].y == p[to].y && p[next].x == p[from].x &&
                    p[next].y == p[from].y;
    return forward || backward;
}

/* Returns the node of an edge at corner `at` of a polygon. */
static uint32_t node_at(const check *c, const net_edge *edge, uint32_t at) {
    const wend_vec2 *p = c->level->points;
    bool first = p[at].x == p[edge->corner].x && p[at].y == p[edge->corner].y;
    return c->n->slots.nodes[first ? edge->first : edge->first + edge->count - 1];
}

/* Checks the slots of an edge: parameters from 0 to 1 on the grid of steps, in ascending order, and
 * differences of values along the edge. */
static bool check_edge(check *c, const net_edge *edge, double w) {
    const double *t = c->n->slots.t;
    uint32_t last = edge->first + edge->count - 1;
    bool good = edge->count >= 2 && t[edge->first] == 0.0 && t[last] == 1.0;
    for (uint32_t k = edge->first; good && k <= last; k++) {
        good = t[k] * STEPS == floor(t[k] * STEPS) && (k == edge->first || t[k] > t[k - 1]);
    }
    if (!expect(c, good, "points of an edge are not in order")) {
        return false;
    }
    for (uint32_t k = edge->first; good && k < last; k++) {
        good = points_hold(read_slot(c, edge, k), read_slot(c, edge, k + 1), w);
    }
    return expect(c, good, "the function is too steep along an edge");
}

/* Checks that corner `at` of a polygon has one node, the same for all polygons of its vertex. */
static bool check_corner(check *c, uint32_t at, uint32_t node, uint32_t other) {
    uint32_t *seen = &c->node_of[c->level->corners[at]];
    *seen = *seen == NET_NONE ? node : *seen;
    return expect(c, node == other && node == *seen, "a vertex has two values");
}

static bool check_anchor(check *c, const net_face *face, uint32_t anchor, double w) {
    const net *n = c->n;
    point_value at = {n->anchors[anchor].x, n->anchors[anchor].y, c->f[n->vertex_count + anchor]};
    bool good = at.x == (double)(float)at.x && at.y == (double)(float)at.y &&
                navmesh_contains(c->level, face->polygon, (wend_vec2){(float)at.x, (float)at.y});
    for (uint32_t k = 0; good && k < 3; k++) {
        good = point_holds(c, at, &n->edges[face->edges[k]], w);
    }
    for (uint32_t other = 0; good && other < anchor; other++) {
        const net_anchor *o = &n->anchors[other];
        point_value to = {o->x, o->y, c->f[n->vertex_count + other]};
        good = o->face != n->anchors[anchor].face || points_hold(at, to, w);
    }
    return expect(c, good, "the function is too steep at the start or the goal");
}

static bool check_face(check *c, uint32_t f, const double *weights) {
    const net_face *face = &c->n->faces[f];
    const net_edge *edges = c->n->edges;
    double w = weights[face->polygon];
    bool good = isfinite(w) && w > 0.0;
    for (uint32_t k = 0; good && k < 3; k++) {
        uint32_t at = 3 * face->polygon + k;
        const net_edge *edge = &edges[face->edges[k]], *before = &edges[face->edges[(k + 2) % 3]];
        good = expect(c, edge_fits(c, edge, at) && edge_fits(c, before, at - k + (k + 2) % 3),
                      "an edge is not that of its triangle") &&
               check_corner(c, at, node_at(c, edge, at), node_at(c, before, at)) &&
               check_edge(c, edge, w) &&
               expect(c, edges_hold(c, edge, before, w), "the function is too steep in a triangle");
    }
    for (uint32_t i = 0; good && i < NET_ANCHORS; i++) {
        good = c->n->anchors[i].face != f || check_anchor(c, face, i, w);
    }
    return good;
}

/* ---- The level ------------------------------------------------------------------------------- */

/* Checks that all vertices are multiples of a unit, and at most 2^24 units in size. */
static bool check_grid(check *c) {
    const navmesh_level *level = c->level;
    double size = 0.0;
    for (uint32_t i = 0; i < level->corner_count; i++) {
        size = fmax(size, fmax(fabs((double)level->points[i].x), fabs((double)level->points[i].y)));
    }
    int exponent = 0;
    frexp(size, &exponent);
    double units = ldexp(UNITS, -exponent); /* per m */
    bool good = isfinite(size);
    for (uint32_t i = 0; good && i < level->corner_count; i++) {
        double x = (double)level->points[i].x * units, y = (double)level->points[i].y * units;
        good = x == floor(x) && y == floor(y);
    }
    return expect(c, good, "the vertices are not on a common grid");
}

/* Checks that each open polygon is a face, and that neighbours have the same edge. `edge_of` is
 * indexed by corner. */
static bool check_topology(check *c, const double *weights, uint32_t *edge_of) {
    const navmesh_level *level = c->level;
    for (uint32_t i = 0; i < level->corner_count; i++) {
        edge_of[i] = NET_NONE;
    }
    bool good = level->corner_count == 3 * level->polygon_count;
    for (uint32_t i = 0; good && i < 3 * c->n->face_count; i++) {
        const net_face *face = &c->n->faces[i / 3];
        uint32_t at = 3 * face->polygon + i % 3;
        good = edge_of[at] == NET_NONE && isfinite(weights[face->polygon]);
        edge_of[at] = face->edges[i % 3];
    }
    for (uint32_t i = 0; good && i < level->corner_count; i++) {
        uint32_t next = level->neighbours[i];
        bool is_open = isfinite(weights[i / 3]);
        good = is_open == (edge_of[i] != NET_NONE) &&
               (!is_open || next == NAVMESH_NONE || !isfinite(weights[next]) ||
                edge_of[i] == edge_of[level->twins[i]]);
    }
    return expect(c, good, "the faces are not the open triangles");
}

static verify_result run_checks(check *c, const double *weights, uint32_t *edge_of,
                                const watcher *progress) {
    bool good = check_grid(c) && check_topology(c, weights, edge_of);
    for (uint32_t i = 0; i < c->level->vertex_count; i++) {
        c->node_of[i] = NET_NONE;
    }
    for (uint32_t i = 0; good && i < NET_ANCHORS; i++) {
        good = expect(c, c->n->anchors[i].face < c->n->face_count, "an end has no triangle");
    }
    for (uint32_t f = 0; good && f < c->n->face_count; f++) {
        if (!watch_report(progress, (double)f / c->n->face_count)) {
            return VERIFY_CANCELLED;
        }
        good = check_face(c, f, weights);
    }
    return good ? VERIFY_GOOD : VERIFY_WRONG;
}

verify_result verify_bound(const net *n, const double *weights, const double *f,
                           const watcher *progress, const char **what) {
    check c = {.n = n, .level = n->level, .f = f};
    size_t vertices = n->level->vertex_count, corners = n->level->corner_count;
    verify_result result = VERIFY_NO_MEMORY;
    c.node_of = memory_get_array(n->heap, vertices, sizeof *c.node_of);
    uint32_t *edge_of = memory_get_array(n->heap, corners, sizeof *edge_of);
    if (c.node_of != NULL && edge_of != NULL) {
        result = run_checks(&c, weights, edge_of, progress);
    }
    memory_free(n->heap, c.node_of, vertices * sizeof *c.node_of);
    memory_free(n->heap, edge_of, corners * sizeof *edge_of);
    *what = c.wrong;
    return result;
}
