/* step/goal_regions.h: intents that name more than one region: the parts of a goal, and the other
 * goals of a set that an agent heads for at once. */
#ifndef STEP_GOAL_REGIONS_H
#define STEP_GOAL_REGIONS_H

#include "step/inside.h"

enum { GOAL_REGIONS_MOST = WEND_MAX_INTENT_REGIONS }; /* regions of one intent */

/* Which members of its goal set an agent may head for, a bit for each, besides its own goal. */
#define GOAL_REGIONS_ALL UINT32_MAX
enum {
    GOAL_REGIONS_MEMBERS = WEND_GOAL_MEMBERS
}; /* that have a bit; the rest go by the last one */

/* Whether intents of a profile's agents may have more than one region. */
static inline bool goal_regions_several(const wend_view *view, uint32_t of_profile) {
    return view->internals->goals->has_parts || inside_at_once(view, of_profile);
}

/* Whether an agent may head for goal `goal` on its way to its own: one that is, or will be, open,
 * lies on its layer, has no limit of places and is not known to be unreachable. */
bool goal_regions_counts(const wend_view *view, uint32_t index, uint32_t goal);

/* The part of a goal that somebody on a route, which may be NULL, heads for: if the route comes
 * from a map, the part that it ends in; else the first, or the one nearest to `from`. */
uint32_t goal_regions_part(const goal_record *goal, const wend_route *route, bool nearest,
                           wend_vec2 from);

/* Distance from `from` to the nearest part of a goal; INFINITY for directions. */
float goal_regions_distance(const wend_view *view, uint32_t goal, wend_vec2 from);

/* Regions that agents of one call have in common: those who head for the same goal of the same set,
 * if nothing depends on where they are. */
typedef struct goal_regions_entry {
    const wend_region *more;
    uint32_t count;
    uint64_t unreachable;
    uint32_t set, goal, members;
    uint16_t layer, flags;
    bool known;
} goal_regions_entry;

/* Zeroed at first. */
typedef struct goal_regions_cache {
    goal_regions_entry entries[4]; /* by goal */
} goal_regions_cache;

/* Completes the intent of an agent that heads for its goal, which is there as a follower copied it
 * from the view and flagged it: the other parts of the goal (with WEND_REGION_AIM_NEAREST the
 * nearest one comes first), then those of other goals in the order of the set. Of more than
 * GOAL_REGIONS_MOST the nearest are taken. They lie in scratch memory of the step, where agents
 * share them if they can. */
void goal_regions_add(const wend_view *view, uint32_t worker, uint32_t index, uint32_t members,
                      goal_regions_cache *cache, wend_intent *intent);

#endif
