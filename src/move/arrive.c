/* When has an agent arrived? `touch`: its disc came within the tolerance of the region somewhere on
 * the step; `inside`: its centre is in the region, or within the tolerance of a point or segment,
 * at the end of it. Without a tolerance an exit on a wall would be met late or never: the nearer
 * walls are, the slower one walks towards them, and the last of it is the skin. The region, any of
 * its parts, is at its place at the start of the step; its own way is taken off the agent's, so
 * that fast agents and fast goals do not pass each other unseen. */
#include "move/move.h"

#include "geom/vec.h"
#include "step/region.h"
#include "step/skin.h"

/* m: between two parts of a goal rounding may leave a gap. */
static const float seam = 1e-4F;

static bool reaches(const goal_record *goal, const wend_region *part, wend_vec2 from, wend_vec2 end,
                    float radius) {
    if (goal->arrive == WEND_ARRIVE_TOUCH) {
        float least = 2.0F * skin_at(from);
        float within = goal->tolerance > least ? goal->tolerance : least;
        return region_gap(part, from, end) <= radius + within;
    }
    bool thin = part->shape == WEND_SHAPE_POINT || part->shape == WEND_SHAPE_SEGMENT;
    float within = thin ? goal->tolerance : goal->part_count > 1 ? seam : 0.0F;
    return wend_region_distance(part, end) <= within;
}

bool move_arrives(const goal_record *goal, wend_vec2 from, wend_vec2 to, float radius, float dt,
                  double time_after) {
    wend_vec2 end = vec_sub(to, vec_scale(goal->region.velocity, dt));
    if (move_is_far(goal, from, to, radius, dt) || !goal_is_open(goal, time_after)) {
        return false;
    }
    const wend_region *parts = goal_parts(goal);
    bool arrives = false;
    for (uint32_t i = 0; i < goal->part_count && !arrives; i++) {
        arrives = reaches(goal, &parts[i], from, end, radius);
    }
    return arrives;
}
