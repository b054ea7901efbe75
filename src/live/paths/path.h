/* The path that an agent is about to walk. */
#ifndef LIVE_PATH_H
#define LIVE_PATH_H

#include <wend/model.h>

/* Where the path of an agent leads, in words for answers. */
const char *live_route_status_text(const wend_route *route);

/* Writes the path of the agent of body `index`: its position, the points of its route that are
 * still ahead, and the point of its goal at which the route ends. Where the route follows a field
 * of distances, it is traced. Writes at most `capacity` (at least 2) locations, and returns how
 * many there are; 0 if the agent has no route. Which points are ahead follows from the piece of the
 * route that is nearest to the agent and visible from it. */
uint32_t live_path_ahead(const wend_view *view, uint32_t index, wend_location *out,
                         uint32_t capacity);

/* Returns the index of the first of `count` points of a path that an agent at a position has not
 * passed yet: the one behind the nearest piece of the path on its layer. */
uint32_t live_path_next(const wend_point *points, const uint32_t *layers, uint32_t count,
                        wend_point position, uint32_t layer);

#endif
