/* follow/route/path.h: the control path of a route, and positions on it.
 *
 * The path starts where the agent began the route, and leads through the points of the route to its
 * goal. Its vertices are numbered: vertex 0 is the start, the points of the route follow, and the
 * goal is last. There is no goal vertex if the agent has no goal or its goal is a direction. Leg i
 * leads from vertex i - 1 to vertex i. */
#ifndef FOLLOW_ROUTE_PATH_H
#define FOLLOW_ROUTE_PATH_H

#include <wend/model.h>

typedef struct control_path {
    const wend_route *route; /* has at least one point */
    wend_location start;
    wend_location goal; /* the goal vertex, if `last` is greater than the number of points */
    uint32_t last;      /* index of the last vertex */
} control_path;

/* A position on the path. All zero: before the first leg. */
typedef struct path_position {
    uint32_t leg; /* number of the leg; the first leg is 1 */
    float along;  /* m: distance from the start of that leg, at most its length */
} path_position;

/* Returns a vertex. The clearance of the start and of the goal is a lower bound, derived from the
 * clearance of the adjacent point. */
wend_route_point path_vertex(const control_path *path, uint32_t vertex);

/* Returns the length (m) of a leg. */
float path_leg_length(const control_path *path, uint32_t leg);

static inline path_position path_at_vertex(const control_path *path, uint32_t vertex) {
    return (path_position){vertex, path_leg_length(path, vertex)};
}

static inline bool path_is_before(path_position a, path_position b) {
    return a.leg < b.leg || (a.leg == b.leg && a.along < b.along);
}

bool path_is_end(const control_path *path, path_position position);

/* Returns the position, clearance (interpolated between two vertices) and layer. On a leg between
 * two layers it is not known where the path crosses the link; the layer is that of the leg's end.
 */
wend_route_point path_point(const control_path *path, path_position position);

/* Returns the position `distance` m beyond `position`, or the end of the path if that comes first.
 * O(legs). */
path_position path_ahead(const control_path *path, path_position position, float distance);

/* Returns the length (m) of the path from `from` to `to`; `to` must lie beyond `from`. O(legs). */
float path_between(const control_path *path, path_position from, path_position to);

/* Returns the position between `from` and `to` that is nearest to a location, or the first of
 * several such positions. Legs on other layers do not count. O(legs). */
path_position path_closest(const control_path *path, path_position from, path_position to,
                           wend_location here);

/* Returns the position, at or after `from`, where the path leaves a disc for the last time. The
 * search ends when the path has been outside the disc for `window` m. Returns `from` if the path
 * does not enter the disc. Legs on other layers count as long as the path stays inside the disc.
 * O(legs). */
path_position path_last_inside(const control_path *path, path_position from, wend_location centre,
                               float radius, float window);

#endif
