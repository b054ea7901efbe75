/* Widens portals across a straight part of a path: see lane.h.
 *
 * The edges of a triangulation may lie along a path rather than across it. A portal along the path
 * has no use: an agent could cross it anywhere, also far behind. So portals at right angles to the
 * path replace them, as wide as the channel allows.
 *
 *     s, o        coordinates along the path and across it, towards the side that is widened
 *     s_k, h_k    position and width of portal k on this side
 *     chain       the boundary of the channel on this side: the ends of the edges and, before and
 *                 after them, the other vertices of the first and of the last triangle
 *
 * The channel is the union of the triangles between the edges. All lines between two successive
 * portals lie in their convex hull, which lies in the channel if its boundary does, because the
 * channel has no holes. On each side this boundary is the line between the ends of the portals. It
 * lies in the channel if
 *
 *     1. h_k is at most the offset o at s_k of each edge of the chain, and
 *     2. no vertex of the chain lies between the path and the line.
 *
 * Parts of the chain that are hidden behind others count too, which is simpler and only makes
 * portals narrower. Widths are only ever lowered, so an earlier condition stays true.
 *
 * Cost: O(n log n) for n edges, plus the number of portals beside each edge of the chain. */
#include "plan/terrain/lane.h"

#include <math.h>

#include <wend/view.h>

#include "geom/point.h"

enum { OUTER = 4 /* vertices of the chain that are not ends of edges on its side */ };

/* m: the path may be on the wrong side of an end of an edge by this much: see crossings.c. */
static const double ERROR = 2e-3;
/* m: portals end this far inside the channel, so that rounding does not move them out of it. */
static const double SLACK = 0.01;

/* One side of a lane. */
typedef struct lane_side {
    const lane *lane;
    double sign;     /* 1: left; -1: right */
    const double *s; /* m, by portal; ascending */
    double *widths;  /* m, by portal */
} lane_side;

/* Returns the coordinates (s, o) of a point. */
static wend_point local(const lane_side *side, wend_point p) {
    wend_point from = point_sub(p, side->lane->crossings[0].at);
    return (wend_point){point_dot(side->lane->along, from),
                        side->sign * point_cross(side->lane->along, from)};
}

/* Returns the vertex of a triangle that is opposite to the edge at a corner. */
static wend_point opposite(const navmesh_level *level, uint32_t corner) {
    uint32_t triangle = level->neighbours[level->twins[corner]];
    uint32_t first = level->polygons[triangle].first;
    return point_wide(level->points[first + (corner - first + 2) % 3]);
}

/* Returns vertex `index` of the chain, from 0 to count + OUTER - 1. */
static wend_point chain_vertex(const lane_side *side, uint32_t index) {
    const lane *l = side->lane;
    const navmesh_level *level = l->ground->level;
    uint32_t first = l->crossings[0].corner, last = l->crossings[l->count - 1].corner;
    if (index == 1) {
        return local(side, opposite(level, first));
    }
    if (index == l->count + 2) {
        return local(side, opposite(level, level->twins[last]));
    }
    bool is_left = side->sign > 0.0;
    if (index == 0 || index == l->count + 3) { /* the end of an outer edge on the other side */
        uint32_t corner = index == 0 ? first : last;
        return local(side, point_wide(level->points[is_left ? corner : level->twins[corner]]));
    }
    uint32_t corner = l->crossings[index - 2].corner;
    return local(side, point_wide(level->points[is_left ? level->twins[corner] : corner]));
}

/* Returns the first portal at s or beyond it. */
static uint32_t first_from(const lane_side *side, double s) {
    uint32_t low = 0, high = side->lane->count;
    while (low < high) {
        uint32_t middle = (low + high) / 2;
        if (side->s[middle] < s) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low;
}

static void limit(double *width, double to) {
    *width = fmax(fmin(*width, to), 0.0);
}

/* Condition 1, for the edge of the chain between two vertices. */
static void limit_by_edge(lane_side *side, wend_point u, wend_point v) {
    double low = fmin(u.x, v.x), high = fmax(u.x, v.x);
    if (low == high) {
        return;
    }
    for (uint32_t k = first_from(side, low); k < side->lane->count && side->s[k] <= high; k++) {
        double offset = u.y + (v.y - u.y) * (side->s[k] - u.x) / (v.x - u.x);
        if (offset > -ERROR) { /* otherwise the edge is on the other side here */
            limit(&side->widths[k], offset);
        }
    }
}

/* Condition 2, for a vertex between two portals of the lane. */
static void limit_by_vertex(lane_side *side, wend_point v) {
    uint32_t k = first_from(side, v.x);
    if (v.y <= 0.0 || k == 0 || k == side->lane->count || !(side->s[k] > v.x)) {
        return;
    }
    double share = (v.x - side->s[k - 1]) / (side->s[k] - side->s[k - 1]);
    double *before = &side->widths[k - 1], *after = &side->widths[k];
    if (*before + (*after - *before) * share > v.y) {
        limit(before, v.y);
        limit(after, v.y);
    }
}

/* Condition 2, for a vertex between portal `k` of the lane and the portal beyond it that ends at
 * `end`. */
static void limit_towards(lane_side *side, uint32_t k, wend_point end, wend_point v) {
    double span = side->s[k] - end.x, share = span != 0.0 ? (v.x - end.x) / span : 0.0;
    if (v.y > 0.0 && share > 0.0 && share < 1.0) {
        limit(&side->widths[k], end.y + (v.y - end.y) / share);
    }
}

static void widen(lane_side *side) {
    const lane *l = side->lane;
    bool left = side->sign > 0.0;
    wend_point before = local(side, left ? l->before->left : l->before->right);
    wend_point after = local(side, left ? l->after->left : l->after->right);
    wend_point u = chain_vertex(side, 0);
    for (uint32_t i = 1; i < l->count + OUTER; i++) {
        wend_point v = chain_vertex(side, i);
        limit_by_edge(side, u, v);
        u = v;
    }
    for (uint32_t i = 0; i < l->count + OUTER; i++) {
        wend_point v = chain_vertex(side, i);
        limit_by_vertex(side, v);
        limit_towards(side, 0, before, v);
        limit_towards(side, l->count - 1, after, v);
    }
}

bool lane_widen(const lane *l, double reach, lane_portal *portals) {
    const search_ground *ground = l->ground;
    double *s = wend_view_scratch(ground->view, ground->worker, l->count * sizeof *s);
    double *widths = wend_view_scratch(ground->view, ground->worker, l->count * sizeof *widths);
    if (s == NULL || widths == NULL) {
        return false;
    }
    for (uint32_t turn = 0; turn < 2; turn++) {
        lane_side side = {l, turn == 0 ? 1.0 : -1.0, s, widths};
        for (uint32_t k = 0; k < l->count; k++) {
            s[k] = local(&side, l->crossings[k].at).x;
            s[k] = k > 0 ? fmax(s[k], s[k - 1]) : s[k];
            widths[k] = reach;
        }
        widen(&side);
        wend_point across = {-side.sign * l->along.y, side.sign * l->along.x};
        for (uint32_t k = 0; k < l->count; k++) {
            wend_point end = point_along(portals[k].at, across, fmax(widths[k] - SLACK, 0.0));
            *(turn == 0 ? &portals[k].left : &portals[k].right) = end;
        }
    }
    return true;
}
