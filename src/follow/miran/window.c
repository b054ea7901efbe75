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
        out->reaches_end = out->from.leg + last - 1 == path->last;
        return;
    }
    uint32_t hint = last;
    wend_location end = miran_window_at(view, out, sigma, &hint);
    out->points[last] = end;
    out->along[last] = sigma;
}

bool miran_window_make(const wend_view *view, uint32_t worker, const control_path *path,
                       path_position from, double sigma, miran_window *out) {
    uint32_t last = last_leg(path, from, sigma);
    size_t count = (size_t)last - from.leg + 2;
    char *buffer = worker_buffer_take(view, worker, BUFFER_NODES,
                                      count * (sizeof(double) + sizeof(wend_location)));
    if (buffer == NULL) {
        return false;
    }
    *out = (miran_window){.along = (double *)(void *)buffer,
                          .points = (wend_location *)(void *)(buffer + count * sizeof(double)),
                          .count = (uint32_t)count,
                          .from = from};
    out->points[0] = location_of(view, path, from);
    out->along[0] = 0.0;
    for (uint32_t i = 1; i < out->count; i++) {
        out->points[i] = vertex_location(path, from.leg + i - 1);
        out->along[i] =
            out->along[i - 1] + wide_distance(out->points[i - 1].position, out->points[i].position);
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
    uint32_t leg = window->from.leg + i;
    double begin = i == 0 ? (double)window->from.along : 0.0;
    float along = (float)(begin + s - window->along[i]), length = path_leg_length(path, leg);
    bool is_last = i + 2 == window->count && window->reaches_end && s >= window->along[i + 1];
    return along < length && !is_last ? (path_position){leg, along} : path_at_vertex(path, leg);
}

double miran_window_distance(const miran_window *window, path_position at) {
    if (at.leg < window->from.leg) {
        return -1.0;
    }
    uint32_t i = at.leg - window->from.leg;
    if (i == 0) {
        return (double)at.along - (double)window->from.along;
    }
    return i + 1 < window->count ? window->along[i] + (double)at.along
                                 : miran_window_length(window) + 1.0;
}
