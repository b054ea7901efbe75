/* Extends paths over a net by straight lines within triangles, and ends them in the target. The
 * estimate of the remaining cost is the straight-line distance times the lowest weight of the map.
 * O(1), plus the doors that the mesh does not contain; O(corners of the target) at the target. */
#include "plan/weighted/reach.h"

#include <math.h>

#include "geom/point.h"
#include "geom/segment.h"

/* How many edges `slide` considers, and the distance between two of them, as a share of the spacing
 * of the net. */
enum { MOST_SLIDES = 8 };
static const double NARROW = 1.0;

double net_weigh(const net *n, uint32_t face) {
    return (double)search_weight(n->ground, face);
}

/* True if a door that the mesh does not contain blocks the line to a point. `room` is the distance
 * that the point must keep from doors. */
static bool is_blocked(const search_ground *ground, const net_line *by, wend_point to,
                       double room) {
    uint32_t layer = ground->level->polygons[by->face].layer;
    for (uint32_t i = 0; i < ground->now.door_count; i++) {
        const blocked_wall *door = &ground->now.doors[i];
        if (door->layer == layer &&
            segment_point_distance(point_narrow(to), door->a, door->b) < room) {
            return true;
        }
    }
    return search_is_crossed(ground, by->face, by->from, to);
}

static double estimate(const net_search *s, wend_point at) {
    double distance = point_distance(at, s->to->centre) - s->to->radius;
    return distance > 0.0 ? distance * (double)s->net.ground->least_weight : 0.0;
}

/* Returns the cost of the path along a line to a point. Where triangles are narrower than the
 * spacing of the net, the points on their sides are not opposite each other, and a path over them
 * zigzags. So this also considers paths that cross the last edges nearest to the point instead of
 * at their points. These are paths through the same triangles. */
static double slide(const net *n, const net_line *by, wend_point at, double cost) {
    double rest = 0.0, weight = by->weight;
    uint32_t index = by->parent;
    for (uint32_t i = 0; i < MOST_SLIDES && n->points[index].kind == NET_INNER; i++) {
        const net_point *point = &n->points[index];
        uint32_t corner = n->edges[point->where].corner;
        wend_point to = point_nearest(at, point_wide(n->level->points[corner]),
                                      point_wide(n->level->points[net_next(corner)]));
        double distance = point_distance(to, at);
        if (distance > NARROW * n->spacing) {
            break;
        }
        rest += weight * distance;
        weight = net_weigh(n, point->face);
        double length = point_distance(net_position(n, point->parent), to);
        cost = fmin(cost, (double)n->points[point->parent].g + weight * length + rest);
        index = point->parent;
        at = to;
    }
    return cost;
}

void net_reach_at(net_search *s, const net_line *by, uint32_t index, wend_point at, bool along) {
    net *n = &s->net;
    net_point *to = &n->points[index];
    if (to->settled || (double)to->g <= by->g) { /* its path may lead to the line */
        return;
    }
    double length = point_distance(by->from, at), cost = by->g + by->weight * length;
    bool is_simple = n->ground->now.door_count == 0 && !(n->ground->crowd > 0.0);
    if (length < n->spacing && !along && is_simple) { /* weights of crowds are slow to compute */
        cost = slide(n, by, at, cost);
    }
    float g = (float)cost;
    if (g >= to->g || (n->ground->now.door_count > 0 &&
                       is_blocked(n->ground, by, at, (double)n->ground->radius))) {
        return;
    }
    to->g = g;
    to->parent = by->parent;
    to->face = by->face & NET_INDEX;
    to->along = along;
    net_push(n, (float)((double)g + estimate(s, at)), index);
}

void net_reach(net_search *s, const net_line *by, uint32_t index, bool along) {
    if (index != NET_NONE) {
        net_reach_at(s, by, index, net_position(&s->net, index), along);
    }
}

uint32_t net_target_part(const net_search *s, uint32_t face, wend_point *out) {
    const target *to = s->to;
    if (to->count > 1) {
        return target_in_polygon(to, s->net.level, face, out);
    }
    for (uint32_t i = 0; i < s->face_count; i++) {
        if (s->faces[i] == face) {
            out[0] = to->points[0];
            return 1;
        }
    }
    return 0;
}

void net_reach_target(net_search *s, const net_line *by) {
    wend_point part[TARGET_POINTS], end;
    uint32_t count = net_target_part(s, by->face, part);
    if (count == 0) {
        return;
    }
    double g = by->g + by->weight * target_nearest(part, count, by->from, &end);
    const search_ground *ground = s->net.ground;
    if (g < s->end.g && (ground->now.door_count == 0 || !is_blocked(ground, by, end, 0.0))) {
        s->end = (net_end){g, by->parent, by->face, end};
    }
}
