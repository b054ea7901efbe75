/* follow/route/path.h: the control path of a route, and places on it.
 *
 * It leads from where the agent set out along the points of the route to its goal. Its vertices are
 * numbered: 0 is where the agent set out, then come the points, then the goal, if there is one that
 * has a place. Leg i leads from vertex i - 1 to vertex i. */
#ifndef FOLLOW_ROUTE_PATH_H
#define FOLLOW_ROUTE_PATH_H

#include <wend/model.h>

typedef struct control_path {
    const wend_route *route; /* with at least one point */
    wend_location start;
    wend_location goal; /* where it ends, if `last` is beyond the points */
    uint32_t last;      /* vertex */
} control_path;

/* A place on the path; zeroed: before its first leg. */
typedef struct path_place {
    uint32_t leg; /* from 1 on */
    float along;  /* m: from the start of that leg, at most its length */
} path_place;

/* The clearance of the start and the goal is what that of the next point leaves sure. */
wend_route_point path_vertex(const control_path *path, uint32_t vertex);

/* m */
float path_leg_length(const control_path *path, uint32_t leg);

static inline path_place path_at_vertex(const control_path *path, uint32_t vertex) {
    return (path_place){vertex, path_leg_length(path, vertex)};
}

static inline bool path_is_before(path_place a, path_place b) {
    return a.leg < b.leg || (a.leg == b.leg && a.along < b.along);
}

bool path_is_end(const control_path *path, path_place place);

/* Position, clearance (between two vertices: in proportion) and layer. Between two layers, where
 * the link is crossed is not known: the layer is that of the leg's end. */
wend_route_point path_point(const control_path *path, path_place place);

/* The place on from `place` by `distance` m; the end of the path, if that is nearer. O(legs). */
path_place path_ahead(const control_path *path, path_place place, float distance);

/* m: along the path from `from` to `to`, which lies beyond it. O(legs). */
float path_between(const control_path *path, path_place from, path_place to);

/* The first of the places from `from` to `to` that are nearest to where somebody stands. Legs on
 * other layers do not count. O(legs). */
path_place path_closest(const control_path *path, path_place from, path_place to,
                        wend_location here);

/* Where the path, from `from` on, leaves a disc for the last time before it has been outside for
 * `window` m; `from` where it does not come into it. Legs on other layers count as long as the path
 * stays inside. O(legs). */
path_place path_last_inside(const control_path *path, path_place from, wend_location centre,
                            float radius, float window);

#endif
