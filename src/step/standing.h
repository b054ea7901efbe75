/* step/standing.h: standing obstacles: obstacles of the kind "moving" that have been at rest for a
 * while, so that routes lead around them. */
#ifndef STEP_STANDING_H
#define STEP_STANDING_H

#include <wend/model.h>
#include <wend/world.h>

/* Returns the distance from a point to the nearest standing obstacle on its layer, m, at most
 * `limit`; 0 inside one. */
double standing_distance(const wend_view *view, wend_location location, double limit);

/* Flags: which ends of a leg may lie nearer to an obstacle than the radius. An agent beside or in
 * an obstacle can leave it, and a goal beside one can be approached. */
enum { STANDING_AT_START = 1, STANDING_AT_END = 2 };

/* Returns the next standing obstacle that comes nearer than `radius` to the segment between two
 * locations, and nearer than it already is to one of the `ends`; WEND_NONE after the last one.
 * *cursor is 0 at first. */
uint32_t standing_next_blocker(const wend_view *view, wend_location from, wend_location to,
                               double radius, uint32_t ends, uint32_t *cursor);

/* True if no standing obstacle blocks a disc on the straight line between two locations. */
static inline bool standing_is_clear(const wend_view *view, wend_location from, wend_location to,
                                     double radius, uint32_t ends) {
    uint32_t cursor = 0;
    return standing_next_blocker(view, from, to, radius, ends, &cursor) == WEND_NONE;
}

/* Finds the next standing obstacle that is nearer than `gap` to standing obstacle `index`. Returns
 * false after the last one. *cursor is 0 at first. */
bool standing_next_beside(const wend_view *view, uint32_t index, double gap, uint32_t *cursor,
                          uint32_t *beside);

/* m: extra distance of points around obstacles, beyond the radius. */
#define STANDING_MARGIN 0.01

/* Writes one or two points around each vertex of an obstacle. The straight lines between them keep
 * a distance of at least `distance` less STANDING_MARGIN from it. Returns their number, at most
 * `capacity`. */
uint32_t standing_corners(const wend_view *view, uint32_t index, double distance, wend_vec2 *points,
                          uint32_t capacity);

#endif
