/* step/goal_regions.h: intents with more than one region: the parts of a goal, and the goals of a
 * set that an agent heads for at the same time. */
#ifndef STEP_GOAL_REGIONS_H
#define STEP_GOAL_REGIONS_H

#include "step/internals.h"

enum { GOAL_REGIONS_MAX = WEND_MAX_INTENT_REGIONS }; /* largest number of regions in one intent */

/* A bit set: the members of an agent's goal set that the agent may head for, besides its own goal.
 * GOAL_REGIONS_ALL contains all members. */
#define GOAL_REGIONS_ALL UINT32_MAX
enum {
    GOAL_REGIONS_MEMBERS = WEND_GOAL_MEMBERS
}; /* number of bits; all members with higher indices share the last bit */

/* True if the intents of a profile's agents may have more than one region. */
static inline bool goal_regions_has_several(const wend_view *view, uint32_t of_profile) {
    return view->internals->goals->has_parts || internals_takes_all_goals(view, of_profile);
}

/* True if an agent may head for `goal` besides its own goal: `goal` is or will be open, lies on the
 * agent's layer, has no capacity limit, is not a direction, and is not known to be unreachable. */
bool goal_regions_can_head_for(const wend_view *view, uint32_t index, uint32_t goal);

/* Returns the part of a goal that an agent with the given route heads for; `route` may be NULL. If
 * the route comes from a map, this is the part in which the route ends. Otherwise it is the part
 * nearest to `from` if `nearest` is true, else the first part. */
uint32_t goal_regions_find_part(const goal_record *goal, const wend_route *route, bool nearest,
                                wend_vec2 from);

/* Returns the distance from `from` to the nearest part of a goal; INFINITY if the goal is a
 * direction. */
float goal_regions_distance(const wend_view *view, uint32_t goal, wend_vec2 from);

/* Regions that several agents share within one call. Agents share regions if they head for the same
 * goal of the same set and the regions do not depend on the agent's position. */
typedef struct goal_regions_entry {
    const wend_region *more;
    uint32_t count;
    uint64_t unreachable;
    uint32_t set, goal, members;
    uint16_t layer, flags;
    bool known;
} goal_regions_entry;

/* Cache of shared regions. Must be zero-initialised. */
typedef struct goal_regions_cache {
    goal_regions_entry entries[4]; /* indexed by goal modulo 4 */
} goal_regions_cache;

/* Completes the intent of an agent that heads for its goal. The follower has already copied the
 * goal's region from the view and set the region's flags. Adds the other parts of the goal (with
 * WEND_REGION_AIM_NEAREST the nearest part comes first), then the parts of other goals in the order
 * of the set. If there are more than GOAL_REGIONS_MAX regions, only the nearest are kept. The
 * regions are stored in scratch memory of the step, and agents share them where possible. */
void goal_regions_add(const wend_view *view, uint32_t worker, uint32_t index, uint32_t members,
                      goal_regions_cache *cache, wend_intent *intent);

#endif
