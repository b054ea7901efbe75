/* follow/route/path.h: the control path of a route, and positions on it.
 *
 * It leads from where the agent began the route, through the points of the route, to its goal. Its
 * vertices are numbered: 0 is the beginning, then come the points, then the goal, if there is one
 * that is not a direction. Leg i leads from vertex i - 1 to vertex i. */
#ifndef FOLLOW_ROUTE_PATH_H
#define FOLLOW_ROUTE_PATH_H

#include <wend/model.h>

typedef struct control_path {
    const wend_route *route; /* has at least one point */
    wend_location start;
    wend_location goal; /* the end, if `last` is beyond the points */
    uint32_t last;      /* index of the last vertex */
} control_path;

/* A position on the path. Zero: before its first leg. */
typedef struct path_position {
    uint32_t leg; /* from 1 on */
    float along;  /* m: from the start of that leg, at most its length */
} path_position;

/* Returns a vertex. The clearance of the start and of the goal is what that of the adjacent point
 * guarantees. */
wend_route_point path_vertex(const control_path *path, uint32_t vertex);

/* Returns the length of a leg, m. */
float path_leg_length(const control_path *path, uint32_t leg);

static inline path_position path_at_vertex(const control_path *path, uint32_t vertex) {
    return (path_position){vertex, path_leg_length(path, vertex)};
}

static inline bool path_is_before(path_position a, path_position b) {
    return a.leg < b.leg || (a.leg == b.leg && a.along < b.along);
}

bool path_is_end(const control_path *path, path_position position);

/* Returns position, clearance (interpolated between two vertices) and layer. On a leg between two
 * layers it is not known where the link is crossed: the layer is that of the leg's end. */
wend_route_point path_point(const control_path *path, path_position position);

/* Returns the position `distance` m beyond `position`; the end of the path if that is nearer.
 * O(legs). */
path_position path_ahead(const control_path *path, path_position position, float distance);

/* Returns the length of the path from `from` to `to`, which lies beyond it, m. O(legs). */
float path_between(const control_path *path, path_position from, path_position to);

/* Returns the position between `from` and `to` nearest to a location, the first one if there are
 * several. Legs on other layers do not count. O(legs). */
path_position path_closest(const control_path *path, path_position from, path_position to,
                           wend_location here);

/* Returns where the path, at or after `from`, leaves a disc for the last time before it has been
 * outside for `window` m; `from` if it does not enter the disc. Legs on other layers count as long
 * as the path stays inside. O(legs). */
path_position path_last_inside(const control_path *path, path_position from, wend_location centre,
                               float radius, float window);

#endif
