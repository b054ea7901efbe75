/* plan/standing.h: moving obstacles that stand still, which routes lead around. */
#ifndef PLAN_STANDING_H
#define PLAN_STANDING_H

#include "plan/search.h"

/* m: from the centre of a disc to the nearest obstacle that stands still on a layer; 0 within one,
 * INFINITY without any. O(walls of such obstacles). */
double standing_distance(const wend_view *view, wend_place place);

/* Which ends of a leg may lie nearer to an obstacle than the radius: an agent beside one can leave
 * it, and a goal beside one can be approached. */
enum { STANDING_AT_START = 1, STANDING_AT_END = 2 };

/* Whether a disc can go straight from one place to another: no obstacle that stands still comes
 * nearer than `radius`, or nearer than it is to one of the `ends` already. */
bool standing_is_clear(const wend_view *view, wend_place from, wend_place to, double radius,
                       uint32_t ends);

/* A path around all obstacles that stand still, of which some are in the way of the shortest one;
 * short, but not always the shortest. SEARCH_NONE: they leave no passage. See detour.c. */
search_outcome search_detour(const search_ground *ground, search_start from, const target *to,
                             search_path *out);

#endif
