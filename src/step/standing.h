/* step/standing.h: moving obstacles that stand still, which routes lead around. */
#ifndef STEP_STANDING_H
#define STEP_STANDING_H

#include <wend/model.h>
#include <wend/world.h>

/* m: from the centre of a disc to the nearest obstacle that stands still on a layer, at most
 * `limit`; 0 within one. */
double standing_distance(const wend_view *view, wend_location place, double limit);

/* Which ends of a leg may lie nearer to an obstacle than the radius: an agent beside or in one can
 * leave it, and a goal beside one can be approached. */
enum { STANDING_AT_START = 1, STANDING_AT_END = 2 };

/* The next obstacle that stands still and comes nearer than `radius` to the straight line between
 * two places, and nearer than it is to one of the `ends` already; WEND_NONE after the last one.
 * *cursor is 0 at first. */
uint32_t standing_next_blocker(const wend_view *view, wend_location from, wend_location to,
                               double radius, uint32_t ends, uint32_t *cursor);

/* Whether a disc can go straight from one place to another: there is no such obstacle. */
static inline bool standing_is_clear(const wend_view *view, wend_location from, wend_location to,
                                     double radius, uint32_t ends) {
    uint32_t cursor = 0;
    return standing_next_blocker(view, from, to, radius, ends, &cursor) == WEND_NONE;
}

/* The next obstacle that stands still and comes nearer than `gap` to another one, which stands
 * still too; false after the last one. *cursor is 0 at first. */
bool standing_next_beside(const wend_view *view, uint32_t index, double gap, uint32_t *cursor,
                          uint32_t *beside);

/* m: by which points around obstacles keep farther away than the radius. */
#define STANDING_MARGIN 0.01

/* Puts one or two points around each vertex of an obstacle, so that the straight lines between them
 * keep away from it by `distance` less STANDING_MARGIN. Returns how many, at most `room`. */
uint32_t standing_corners(const wend_view *view, uint32_t index, double distance, wend_vec2 *points,
                          uint32_t room);

#endif
