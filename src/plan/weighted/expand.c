/* Goes on from a point of a net.
 *
 * Snell pruning: most arcs cannot be part of a path of least cost. A path that reaches a point of
 * an edge from parent p goes on only to points between two refracted rays: those of the lines from
 * p to the two neighbours of the point on its edge, and one point more on either side. It does not
 * return to the triangle that it comes from. It goes along the edge only where the refracted ray
 * would (that is, beyond the critical angle), and a path along an edge leaves it only at the
 * critical angle, into ground of higher weight. Vertices and the start reach everything around
 * them. The rays are those of the discrete path, so this is a heuristic: it was measured to change
 * costs by less than 2e-7, and halves the number of arcs. See also D. Rowe, R. Richbourg, "An
 * efficient Snell's law method for optimal-path planning across multiple two-dimensional,
 * irregular, homogeneous-cost regions", IJRR 9, 1990.
 *
 * Cost: O(k) for k points between the rays; O(points on the edges around it) for a vertex. */
#include "plan/weighted/expand.h"

#include <math.h>

#include "geom/point.h"
#include "plan/weighted/snell.h"

/* ---- Expansion of a point on an edge --------------------------------------------------------- */

/* Reaches the points number `low` to `high`, counted from 1, of the edge at a corner. They are
 * counted in the direction of the triangle with that corner if `forwards` is true. */
static void reach_between(net_search *s, const net_line *by, uint32_t corner, bool forwards,
                          int64_t low, int64_t high) {
    net *n = &s->net;
    const net_edge *edge = &n->edges[net_find_edge(n, corner)];
    bool same = (edge->corner == corner) == forwards;
    wend_point a = point_wide(n->level->points[edge->corner]);
    wend_point b = point_wide(n->level->points[net_next(edge->corner)]);
    uint32_t first = edge->first, count = edge->count;
    low = low > 1 ? low : 1;
    high = high < count ? high : count;
    for (int64_t i = low; i <= high; i++) {
        uint32_t offset = (uint32_t)(same ? i - 1 : count - i);
        wend_point at = point_lerp(a, b, (double)(offset + 1) / (count + 1));
        net_reach_at(s, by, first + offset, at, false);
    }
}

/* Returns the edge at a corner, or NULL when out of memory. */
static const net_edge *edge_at(net *n, uint32_t corner) {
    uint32_t index = net_find_edge(n, corner);
    return index != NET_NONE ? &n->edges[index] : NULL;
}

/* A settled point of an edge, with what its expansion needs. */
typedef struct crossing_point {
    uint32_t index;
    net_edge edge;
    wend_point a, b, u;       /* the edge and its unit direction */
    wend_point before, after; /* its neighbours on the edge, towards a and b */
    wend_point parent;
    uint32_t came; /* the side that the path comes from; 2 if it comes along the edge */
    double came_weight;
    double forward; /* 1 or -1: the direction of a path along the edge */
} crossing_point;

static crossing_point describe(const net_search *s, uint32_t index) {
    const net *n = &s->net;
    const net_point *at = &n->points[index];
    crossing_point c = {.index = index, .edge = n->edges[at->where]};
    uint32_t corner = c.edge.corner, number = index - c.edge.first;
    c.a = point_wide(n->level->points[corner]);
    c.b = point_wide(n->level->points[net_next(corner)]);
    double length = point_distance(c.a, c.b);
    c.u = (wend_point){(c.b.x - c.a.x) / length, (c.b.y - c.a.y) / length};
    c.before = point_lerp(c.a, c.b, (double)number / (c.edge.count + 1));
    c.after = point_lerp(c.a, c.b, (double)(number + 2) / (c.edge.count + 1));
    c.parent = net_position(n, at->parent);
    c.came = at->along ? 2 : at->face == net_face(corner) ? 0 : 1;
    c.came_weight =
        (double)(c.came < 2 ? c.edge.weights[c.came] : fminf(c.edge.weights[0], c.edge.weights[1]));
    wend_point here = net_position(n, index);
    c.forward = point_dot(point_sub(here, c.parent), c.u) >= 0.0 ? 1.0 : -1.0;
    return c;
}

/* Sets the sines of the refracted rays at the two neighbours. */
static void refract(const crossing_point *c, double weight, double *low, double *high) {
    if (c->came == 2) {
        *low = *high = c->forward * c->came_weight / weight;
    } else if (c->came_weight < (double)INFINITY) {
        double ratio = c->came_weight / weight;
        *low = ratio * snell_sine(c->parent, c->before, c->u, -1.0);
        *high = ratio * snell_sine(c->parent, c->after, c->u, 1.0);
    } else { /* from a closed triangle in which the path starts */
        *low = -1.0;
        *high = 1.0;
    }
}

/* Goes on into the triangle on a side of the edge. */
static void cross_edge(net_search *s, const crossing_point *c, uint32_t side) {
    net *n = &s->net;
    double weight = (double)c->edge.weights[side];
    if (!(weight < (double)INFINITY) || c->came == side) {
        return;
    }
    uint32_t corner = side == 0 ? c->edge.corner : n->level->twins[c->edge.corner];
    net_line by = net_line_from(n, c->index, net_face(corner), weight);
    net_reach_target(s, &by);
    if (c->came == 2 && weight <= c->came_weight) {
        return;
    }
    /* The other two edges: on side 0 the triangle runs from b over the apex to a. */
    uint32_t first = side == 0 ? net_before(corner) : net_next(corner);
    uint32_t second = side == 0 ? net_next(corner) : net_before(corner);
    const net_edge *edge = edge_at(n, first);
    uint32_t before = edge != NULL ? edge->count : 0;
    edge = edge_at(n, second);
    if (n->failed) {
        return;
    }
    snell_triangle in = {c->a, c->b, point_wide(n->level->points[net_before(corner)]), before,
                         edge->count};
    double low = 0.0, high = 0.0;
    refract(c, weight, &low, &high);
    int64_t from = (int64_t)ceil(snell_exit(&in, c->before, low)) - 1;
    int64_t to = (int64_t)floor(snell_exit(&in, c->after, high)) + 1;
    int64_t apex = before;
    reach_between(s, &by, first, side != 0, from + 1, to + 1);
    reach_between(s, &by, second, side != 0, from - apex, to - apex);
    if (from <= apex && apex <= to) { /* the apex is an end of both edges */
        edge = edge_at(n, second);
        net_reach(s, &by, edge->ends[(edge->corner == second) == (side == 0) ? 1 : 0], false);
    }
}

/* Goes along the edge to the next point towards b if `forwards` is true, else towards a. */
static void go_along(net_search *s, const crossing_point *c, bool forwards) {
    uint32_t number = c->index - c->edge.first;
    bool cheaper = c->edge.weights[0] <= c->edge.weights[1];
    uint32_t corner = c->edge.corner;
    net_line by = net_line_from(&s->net, c->index,
                                cheaper ? net_face(corner) : s->net.level->neighbours[corner],
                                (double)c->edge.weights[cheaper ? 0 : 1]);
    bool at_end = forwards ? number + 1 == c->edge.count : number == 0;
    if (at_end) {
        net_reach(s, &by, c->edge.ends[forwards ? 1 : 0], false);
    } else {
        net_reach(s, &by, forwards ? c->index + 1 : c->index - 1, true);
    }
}

void net_expand_crossing(net_search *s, uint32_t index) {
    crossing_point c = describe(s, index);
    cross_edge(s, &c, 0);
    cross_edge(s, &c, 1);
    double least = (double)fminf(c.edge.weights[0], c.edge.weights[1]);
    if (s->net.failed) {
        return;
    }
    if (c.came == 2) {
        go_along(s, &c, c.forward > 0.0);
    } else if (least < c.came_weight) {
        double ratio = c.came_weight / least;
        if (ratio * snell_sine(c.parent, c.after, c.u, 1.0) >= 1.0) {
            go_along(s, &c, true);
        }
        if (ratio * snell_sine(c.parent, c.before, c.u, -1.0) <= -1.0) {
            go_along(s, &c, false);
        }
    }
}

/* ---- Expansion of vertices and of the start -------------------------------------------------- */

/* Goes from the vertex of a corner to the nearest point of an edge of its triangle. */
static void leave_along(net_search *s, uint32_t index, uint32_t corner, bool starts_here) {
    net *n = &s->net;
    const net_edge *edge = edge_at(n, corner);
    if (edge == NULL) {
        return;
    }
    bool cheaper = edge->weights[0] <= edge->weights[1];
    net_line by = net_line_from(
        n, index, cheaper ? net_face(edge->corner) : n->level->neighbours[edge->corner],
        (double)edge->weights[cheaper ? 0 : 1]);
    bool first = (edge->corner == corner) == starts_here;
    net_reach(s, &by, first ? edge->first : edge->first + edge->count - 1, true);
}

/* Reaches everything in the triangle of a corner from the corner's vertex. */
static void fan_out(net_search *s, uint32_t index, uint32_t corner) {
    net *n = &s->net;
    net_line by = net_line_from(n, index, net_face(corner), net_weigh(n, net_face(corner)));
    net_reach_target(s, &by);
    if (edge_at(n, net_next(corner)) == NULL) {
        return;
    }
    reach_between(s, &by, net_next(corner), true, 1, INT32_MAX);
    leave_along(s, index, corner, true);
    if (net_turn(n, corner, true) == NET_NONE) {
        leave_along(s, index, net_before(corner), false);
    }
}

void net_expand_vertex(net_search *s, uint32_t index) {
    net *n = &s->net;
    uint32_t first = n->points[index].where, corner = first;
    do {
        fan_out(s, index, corner);
        corner = net_turn(n, corner, true);
    } while (corner != NET_NONE && corner != first && !n->failed);
    bool all = corner == first;
    corner = first;
    while (!all && !n->failed && (corner = net_turn(n, corner, false)) != NET_NONE) {
        fan_out(s, index, corner);
    }
}

/* Reaches all points of a triangle that contains the start. */
static void leave_start(net_search *s, uint32_t face) {
    net *n = &s->net;
    net_line by = net_line_from(n, s->start, face, net_weigh(n, face));
    net_reach_target(s, &by);
    for (uint32_t corner = 3 * face; corner < 3 * face + 3 && !n->failed; corner++) {
        const net_edge *edge = edge_at(n, corner);
        if (edge != NULL) {
            uint32_t end = edge->ends[edge->corner == corner ? 0 : 1];
            reach_between(s, &by, corner, true, 1, INT32_MAX);
            net_reach(s, &by, end, false);
        }
    }
}

void net_expand_start(net_search *s) {
    const navmesh_level *level = s->net.level;
    uint32_t others[NET_MOST_FACES];
    wend_location at = {s->from.position, level->polygons[s->from.polygon].layer};
    uint32_t count = navmesh_find_containing(level, at, others, NET_MOST_FACES);
    if (search_terrain_weight(s->net.ground, s->from.polygon) < INFINITY) {
        leave_start(s, s->from.polygon); /* even if a door or an obstacle class closes it */
    }
    for (uint32_t i = 0; i < count && !s->net.failed; i++) {
        if (others[i] != s->from.polygon && net_is_open(&s->net, others[i])) {
            leave_start(s, others[i]);
        }
    }
}
