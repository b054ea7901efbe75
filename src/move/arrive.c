/* When has an agent arrived? `touch`: its disc met the region somewhere on the step; `inside`: its
 * centre is in the region, or within the tolerance of a point or segment, at the end of it. The
 * region, any of its parts, is at its place at the start of the step; its own way is taken off the
 * agent's, so that fast agents and fast goals do not pass each other unseen. */
#include "move/move.h"

#include "geom/vec.h"
#include "step/region.h"
#include "step/skin.h"

/* m: between two parts of a goal rounding may leave a gap. */
static const float seam = 1e-4F;

static bool reaches(const goal_record *goal, const wend_region *part, wend_vec2 from, wend_vec2 end,
                    float radius) {
    if (goal->arrive == WEND_ARRIVE_TOUCH) {
        /* Walls keep it off by its skin: a goal that lies on one is met all the same. */
        return region_gap(part, from, end) <= radius + 2.0F * skin_at(from);
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
