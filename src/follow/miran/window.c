/* Makes the window of an indicative route, and converts between distances along the window and
 * positions on the route. Lengths are in double precision: the weights of two candidates that are
 * almost equal must not depend on how far along the route they are. Cost: O(legs of the window). */
#include "follow/miran/window.h"

#include "geom/point.h"
#include "step/worker_buffers.h"

/* Returns the location of a position on a path. Where a leg changes its layer, the layer follows
 * from the links that the leg crosses. */
static wend_location location_of(const wend_view *view, const control_path *path,
                                 path_position at) {
    wend_route_point point = path_point(path, at);
    wend_route_point begin = path_vertex(path, at.leg - 1);
    wend_location location = {point.position, point.layer};
    if (begin.layer != point.layer) {
        wend_location from = {begin.position, begin.layer};
        location.layer = wend_space_layer_after(view->space, from, point.position);
    }
    return location;
}

static wend_location vertex_location(const control_path *path, uint32_t vertex) {
    wend_route_point point = path_vertex(path, vertex);
    return (wend_location){point.position, point.layer};
}

/* Returns the index of the last leg of a window. */
static uint32_t last_leg(const control_path *path, path_position from, double sigma) {
    double length = (double)path_leg_length(path, from.leg) - (double)from.along;
    uint32_t leg = from.leg;
    while (length < sigma && leg < path->last) {
        length += (double)path_leg_length(path, ++leg);
    }
    return leg;
}

/* Cuts the last segment of a window so that the window is `sigma` long. */
static void cut_end(const wend_view *view, const control_path *path, double sigma,
                    miran_window *out) {
    uint32_t last = out->count - 1;
    if (out->along[last] <= sigma) {
        out->reaches_end = out->vertices[last] == path->last;
        return;
    }
    uint32_t hint = last;
    wend_location end = miran_window_at(view, out, sigma, &hint);
    out->points[last] = end;
    out->along[last] = sigma;
}

/* ---- Merging --------------------------------------------------------------------------------- */

enum { FEW_VERTICES = 64 }; /* up to this many are not worth merging */

/* m: merged vertices are at most this far from the line. A disc sees with its radius less 0.1 mm,
 * so that it can still follow a route that touches the discs around corners. */
static const double off_line = 2e-5;

/* The directions of lines from `from` that pass all merged vertices within `off_line`. */
typedef struct line_cone {
    wend_point from, left, right;
    double reached; /* m: distance of the last vertex; the next one must be farther away */
    bool is_open;   /* false: no vertex yet */
} line_cone;

/* True if the line to `to` passes all vertices of a cone. */
static bool passes(const line_cone *cone, wend_point to) {
    return !cone->is_open ||
           (point_cross(cone->right, to) >= 0.0 && point_cross(to, cone->left) >= 0.0 &&
            point_length(to) > cone->reached);
}

/* Restricts a cone to the lines that pass a vertex. */
static void restrict_cone(line_cone *cone, wend_point vertex) {
    double length = point_length(vertex);
    if (!(length > off_line)) {
        return;
    }
    wend_point across = {-vertex.y * off_line / length, vertex.x * off_line / length};
    wend_point left = point_along(vertex, across, 1.0), right = point_along(vertex, across, -1.0);
    cone->left = cone->is_open && point_cross(cone->left, left) > 0.0 ? cone->left : left;
    cone->right = cone->is_open && point_cross(cone->right, right) < 0.0 ? cone->right : right;
    cone->reached = length;
    cone->is_open = true;
}

/* Adds a vertex to a window. Replaces the last one if that is on the line to the new one. */
static void add_vertex(miran_window *out, line_cone *cone, bool merges, wend_location at,
                       uint32_t number) {
    uint32_t last = out->count - 1;
    bool same_layers = merges && out->count >= 2 && out->points[last].layer == at.layer &&
                       out->points[last - 1].layer == at.layer;
    wend_point to = point_sub(point_wide(at.position), cone->from);
    if (!same_layers || !passes(cone, to)) {
        *cone = (line_cone){.from = point_wide(out->points[last].position)};
        to = point_sub(point_wide(at.position), cone->from);
        last = out->count++;
    }
    if (merges) {
        restrict_cone(cone, to);
    }
    out->points[last] = at;
    out->vertices[last] = number;
    out->along[last] =
        out->along[last - 1] + wide_distance(out->points[last - 1].position, at.position);
}

bool miran_window_make(const wend_view *view, uint32_t worker, const control_path *path,
                       path_position from, double sigma, bool merges, miran_window *out) {
    uint32_t last = last_leg(path, from, sigma);
    size_t count = (size_t)last - from.leg + 2;
    size_t size = sizeof(double) + sizeof(wend_location) + sizeof(uint32_t);
    char *buffer = worker_buffer_take(view, worker, BUFFER_NODES, count * size);
    if (buffer == NULL) {
        return false;
    }
    char *points = buffer + count * sizeof(double);
    char *vertices = points + count * sizeof(wend_location);
    *out = (miran_window){.along = (double *)(void *)buffer,
                          .points = (wend_location *)(void *)points,
                          .vertices = (uint32_t *)(void *)vertices,
                          .count = 1,
                          .from = from};
    out->points[0] = location_of(view, path, from);
    out->along[0] = 0.0;
    out->vertices[0] = from.leg - 1;
    line_cone cone = {.from = point_wide(out->points[0].position)};
    for (uint32_t vertex = from.leg; vertex <= last; vertex++) {
        add_vertex(out, &cone, merges && count > FEW_VERTICES, vertex_location(path, vertex),
                   vertex);
    }
    cut_end(view, path, sigma, out);
    return true;
}

wend_location miran_window_at(const wend_view *view, const miran_window *window, double s,
                              uint32_t *hint) {
    uint32_t i = *hint < window->count ? *hint : window->count - 1;
    while (i > 0 && window->along[i] > s) {
        i--;
    }
    while (i + 1 < window->count && window->along[i + 1] < s) {
        i++;
    }
    *hint = i;
    const wend_location *a = &window->points[i], *b = a + 1;
    if (i + 1 == window->count || s <= window->along[i]) {
        return *a;
    }
    if (s >= window->along[i + 1]) {
        return *b;
    }
    double t = (s - window->along[i]) / (window->along[i + 1] - window->along[i]);
    wend_location at = {
        point_narrow(point_lerp(point_wide(a->position), point_wide(b->position), t)), a->layer};
    if (a->layer != b->layer) {
        at.layer = wend_space_layer_after(view->space, *a, at.position);
    }
    return at;
}

path_position miran_window_position(const control_path *path, const miran_window *window,
                                    double s) {
    uint32_t i = 0;
    while (i + 2 < window->count && window->along[i + 1] <= s) {
        i++;
    }
    uint32_t leg = window->vertices[i] + 1;
    bool is_last = i + 2 == window->count && window->reaches_end && s >= window->along[i + 1];
    if (is_last) {
        return path_at_vertex(path, window->vertices[i + 1]);
    }
    double along = s - window->along[i] + (i == 0 ? (double)window->from.along : 0.0);
    double length = (double)path_leg_length(path, leg);
    while (leg < window->vertices[i + 1] && along >= length) { /* merged legs */
        along -= length;
        length = (double)path_leg_length(path, ++leg);
    }
    return along < length ? (path_position){leg, (float)along} : path_at_vertex(path, leg);
}

double miran_window_distance(const control_path *path, const miran_window *window,
                             path_position at) {
    if (at.leg < window->from.leg) {
        return -1.0;
    }
    uint32_t i = 0;
    while (i + 1 < window->count && window->vertices[i + 1] < at.leg) {
        i++;
    }
    if (i + 1 == window->count) {
        return miran_window_length(window) + 1.0;
    }
    double begin = i == 0 ? -(double)window->from.along : 0.0;
    for (uint32_t leg = window->vertices[i] + 1; leg < at.leg; leg++) { /* merged legs */
        begin += (double)path_leg_length(path, leg);
    }
    return window->along[i] + begin + (double)at.along;
}
