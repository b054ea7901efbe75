/* When has an agent arrived? `touch`: its disc met the region somewhere on the step; `inside`: its
 * centre is in the region, or within the tolerance of a point or segment, at the end of it. The
 * region is at its place at the start of the step; its own way is taken off the agent's, so that
 * fast agents and fast goals do not pass each other unseen. */
#include "move/move.h"

#include "geom/vec.h"
#include "step/region.h"

bool move_arrives(const goal_record *goal, wend_vec2 from, wend_vec2 to, float radius, float dt,
                  double time_after) {
    const wend_region *region = &goal->region;
    wend_vec2 end = vec_sub(to, vec_scale(region->velocity, dt));
    if (move_is_far(goal, from, to, radius, dt) || !goal_is_open(goal, time_after)) {
        return false;
    }
    if (goal->arrive == WEND_ARRIVE_TOUCH) {
        return region_gap(region, from, end) <= radius;
    }
    bool thin = region->shape == WEND_SHAPE_POINT || region->shape == WEND_SHAPE_SEGMENT;
    return wend_region_distance(region, end) <= (thin ? goal->tolerance : 0.0F);
}
