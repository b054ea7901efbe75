/* Computes positions on a control path. Distances that are compared with each other are computed in
 * double precision from the original coordinates. Cost: O(1) or O(legs passed), as the header
 * states. */
#include "follow/route/path.h"

#include <math.h>

#include "geom/segment.h"
#include "geom/vec.h"

/* m: a tolerance larger than the rounding error of lengths in single precision. */
static const float rounding = 0.001F;

/* Returns a location with a clearance that it is certain to have: the clearance of `point` minus
 * the distance between them, at least 0. */
static wend_route_point with_certain_clearance(const wend_route_point *point,
                                               wend_location location) {
    float away = vec_length(vec_sub(location.position, point->position));
    float certain = point->clearance > away ? point->clearance - away : 0.0F;
    return (wend_route_point){location.position, certain, location.layer};
}

wend_route_point path_vertex(const control_path *path, uint32_t vertex) {
    const wend_route *route = path->route;
    if (vertex == 0) {
        return with_certain_clearance(&route->points[0], path->start);
    }
    return vertex <= route->point_count
               ? route->points[vertex - 1]
               : with_certain_clearance(&route->points[route->point_count - 1], path->goal);
}

static wend_location vertex_location(const control_path *path, uint32_t vertex) {
    if (vertex == 0 || vertex > path->route->point_count) {
        return vertex == 0 ? path->start : path->goal;
    }
    const wend_route_point *point = &path->route->points[vertex - 1];
    return (wend_location){point->position, point->layer};
}

float path_leg_length(const control_path *path, uint32_t leg) {
    return vec_length(
        vec_sub(vertex_location(path, leg).position, vertex_location(path, leg - 1).position));
}

bool path_is_end(const control_path *path, path_position position) {
    return position.leg > path->last ||
           (position.leg == path->last && position.along >= path_leg_length(path, position.leg));
}

/* Interpolates clearance. Where the clearance of one end is infinite, the smaller clearance
 * applies, because infinite clearance is known only at the end itself. */
static float interpolate_clearance(float a, float b, float t) {
    if (isinf(a) || isinf(b)) {
        return a < b ? a : b;
    }
    return a + (b - a) * t;
}

wend_route_point path_point(const control_path *path, path_position here) {
    wend_route_point from = path_vertex(path, here.leg - 1), to = path_vertex(path, here.leg);
    float length = path_leg_length(path, here.leg);
    if (here.along >= length) {
        return to;
    }
    float t = here.along / length;
    wend_vec2 at = vec_lerp(from.position, to.position, t);
    if (here.leg == 1 || here.leg > path->route->point_count) {
        uint32_t known = here.leg == 1 ? 0 : path->route->point_count - 1;
        return with_certain_clearance(&path->route->points[known], (wend_location){at, to.layer});
    }
    return (wend_route_point){at, interpolate_clearance(from.clearance, to.clearance, t), to.layer};
}

path_position path_ahead(const control_path *path, path_position position, float distance) {
    float left = path_leg_length(path, position.leg) - position.along;
    while (distance > left && position.leg < path->last) {
        distance -= left > 0.0F ? left : 0.0F;
        position = (path_position){position.leg + 1, 0.0F};
        left = path_leg_length(path, position.leg);
    }
    return distance < left ? (path_position){position.leg, position.along + distance}
                           : path_at_vertex(path, position.leg);
}

float path_between(const control_path *path, path_position from, path_position to) {
    if (from.leg >= to.leg) {
        return to.along - from.along;
    }
    float sum = path_leg_length(path, from.leg) - from.along + to.along;
    for (uint32_t leg = from.leg + 1; leg < to.leg; leg++) {
        sum += path_leg_length(path, leg);
    }
    return sum;
}

/* True if a leg may lie on a layer. A leg between two layers may also cross other layers. */
static bool leg_is_on(const control_path *path, uint32_t leg, uint32_t layer) {
    uint32_t from = vertex_location(path, leg - 1).layer, to = vertex_location(path, leg).layer;
    return from != to || from == layer;
}

path_position path_closest(const control_path *path, path_position from, path_position to,
                           wend_location here) {
    path_position best = from;
    double least = INFINITY;
    for (uint32_t leg = from.leg; leg <= to.leg; leg++) {
        if (!leg_is_on(path, leg, here.layer)) {
            continue;
        }
        wend_vec2 begin = vertex_location(path, leg - 1).position;
        wend_vec2 a = leg == from.leg ? path_point(path, from).position : begin;
        wend_vec2 b =
            leg == to.leg ? path_point(path, to).position : vertex_location(path, leg).position;
        wend_vec2 nearest = segment_closest(here.position, a, b);
        double distance = segment_point_distance(here.position, a, b);
        if (distance < least) {
            least = distance;
            best = (path_position){leg, vec_length(vec_sub(nearest, begin))};
        }
    }
    return path_is_before(best, from) ? from : path_is_before(to, best) ? to : best;
}

/* Returns the distance (m) along a leg to its last point inside a disc. Only the part of the leg
 * from `along` m on is considered. Returns a negative value if no point is inside, and INFINITY if
 * the last point inside is the end of the leg. */
static double last_inside_leg(wend_vec2 a, wend_vec2 b, double along, wend_vec2 centre,
                              double radius) {
    double dx = (double)b.x - (double)a.x, dy = (double)b.y - (double)a.y;
    double cx = (double)centre.x - (double)a.x, cy = (double)centre.y - (double)a.y;
    double length = sqrt(dx * dx + dy * dy);
    if (!(length > 0.0)) {
        return cx * cx + cy * cy <= radius * radius ? INFINITY : -1.0;
    }
    double foot = (cx * dx + cy * dy) / length, off = (cx * dy - cy * dx) / length;
    double square = radius * radius - off * off;
    if (!(square >= 0.0)) {
        return -1.0;
    }
    double half = sqrt(square);
    if (foot - half > length || foot + half < along) {
        return -1.0;
    }
    return foot + half < length ? foot + half : INFINITY;
}

/* Returns a lower bound (m) on the distance from a vertex to a disc. */
static float distance_back(const control_path *path, uint32_t vertex, wend_vec2 centre,
                           float radius) {
    wend_vec2 away = vec_sub(vertex_location(path, vertex).position, centre);
    return vec_length(away) - radius - rounding;
}

path_position path_last_inside(const control_path *path, path_position from, wend_location centre,
                               float radius, float window) {
    path_position best = from;
    float outside = 0.0F, back = 0.0F;
    bool inside = false; /* true if the start of the leg is inside the disc */
    for (uint32_t leg = from.leg; leg <= path->last && outside <= window; leg++) {
        float begin = leg == from.leg ? from.along : 0.0F, length = path_leg_length(path, leg);
        outside += length - begin;
        if (back > length) {
            back -= length;
            continue;
        }
        double at = -1.0;
        if (inside || leg_is_on(path, leg, centre.layer)) {
            at = last_inside_leg(vertex_location(path, leg - 1).position,
                                 vertex_location(path, leg).position, (double)begin,
                                 centre.position, (double)radius);
        }
        inside = isinf(at);
        if (at >= 0.0) {
            best = (path_position){leg, inside ? length : (float)at};
            outside = length - best.along;
        }
        back = inside ? 0.0F : distance_back(path, leg, centre.position, radius);
    }
    return path_is_before(best, from) ? from : best;
}
