/* step/standing.h: stationary obstacles. These are obstacles of the kind "moving" that have been at
 * rest for so long that routes go around them. In names, "standing" refers to them. */
#ifndef STEP_STANDING_H
#define STEP_STANDING_H

#include <wend/model.h>
#include <wend/world.h>

/* Returns the distance (m) from a location to the nearest stationary obstacle on its layer; 0
 * inside an obstacle, and at most `limit`. */
double standing_distance(const wend_view *view, wend_location location, double limit);

/* Flags for the ends of a leg at which the agent may be nearer to an obstacle than its radius. They
 * allow an agent beside or inside an obstacle to leave it, and a goal beside an obstacle to be
 * approached. */
enum { STANDING_AT_START = 1, STANDING_AT_END = 2 };

/* Returns the next stationary obstacle that blocks a disc on the segment between two locations. An
 * obstacle blocks the disc if the obstacle's distance from the segment is less than `radius`, and
 * also less than its distance from each end that is listed in `ends`. Returns WEND_NONE after the
 * last obstacle. `*cursor` must be 0 on the first call. */
uint32_t standing_next_blocker(const wend_view *view, wend_location from, wend_location to,
                               double radius, uint32_t ends, uint32_t *cursor);

/* True if no stationary obstacle blocks a disc on the straight line between two locations. */
static inline bool standing_is_clear(const wend_view *view, wend_location from, wend_location to,
                                     double radius, uint32_t ends) {
    uint32_t cursor = 0;
    return standing_next_blocker(view, from, to, radius, ends, &cursor) == WEND_NONE;
}

/* Finds the next stationary obstacle that is nearer than `gap` to the stationary obstacle `index`.
 * Returns false after the last one. `*cursor` must be 0 on the first call. */
bool standing_next_beside(const wend_view *view, uint32_t index, double gap, uint32_t *cursor,
                          uint32_t *beside);

/* m: distance, in addition to the radius, between obstacles and the points around them. */
#define STANDING_MARGIN 0.01

/* Writes one or two points around each vertex of an obstacle. The straight lines between successive
 * points keep at least `distance - STANDING_MARGIN` away from the obstacle. Returns the number of
 * points, at most `capacity`. */
uint32_t standing_corners(const wend_view *view, uint32_t index, double distance, wend_vec2 *points,
                          uint32_t capacity);

#endif
