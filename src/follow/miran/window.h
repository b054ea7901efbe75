/* follow/miran/window.h: the part of an indicative route that a character considers. It begins at
 * the reference point r_i and ends at sigma_i, `sigma` m farther along the route, or at its end. */
#ifndef FOLLOW_MIRAN_WINDOW_H
#define FOLLOW_MIRAN_WINDOW_H

#include "follow/route/path.h"

typedef struct miran_window {
    wend_location *points; /* the vertices, in a worker buffer */
    double *along;         /* m: for each vertex, the distance along the route from r_i */
    uint32_t *vertices;    /* for each vertex, its number on the path; that of r_i is the number of
                              the vertex before it */
    uint32_t count;        /* at least 2 */
    path_position from;    /* r_i */
    bool reaches_end;      /* true: the last vertex is the end of the route */
} miran_window;

/* Makes the window of a path. With `merges`, vertices on the line between their neighbours are left
 * out: planners may put one on every metre. Returns false when out of memory. */
bool miran_window_make(const wend_view *view, uint32_t worker, const control_path *path,
                       path_position from, double sigma, bool merges, miran_window *out);

static inline double miran_window_length(const miran_window *window) {
    return window->along[window->count - 1];
}

/* Returns the location `s` m along the window. `*hint` is the index of a vertex; the search for the
 * segment starts there, and the hint is updated. */
wend_location miran_window_at(const wend_view *view, const miran_window *window, double s,
                              uint32_t *hint);

/* Returns the position on the path that is `s` m along the window. */
path_position miran_window_position(const control_path *path, const miran_window *window, double s);

/* Returns the distance (m) along the window of a position on the path; more than the window's
 * length if the position lies beyond the window, and negative if it lies before r_i. */
double miran_window_distance(const control_path *path, const miran_window *window,
                             path_position at);

#endif
