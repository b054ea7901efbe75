/* Where a goal is, and whether it is open, at a given time.
 *
 * A moving goal's place is its place at `since` plus velocity times elapsed time, never a running
 * sum, so that it does not depend on how often it was asked for. Cost: O(vertices). */
#include "step/store.h"

static wend_vec2 shifted(wend_vec2 base, wend_vec2 velocity, double elapsed) {
    return (wend_vec2){store_clamp((double)base.x + (double)velocity.x * elapsed),
                       store_clamp((double)base.y + (double)velocity.y * elapsed)};
}

/* The clock is step x dt, so that 3 x 0.1 s lies a little beyond 0.3 s. */
static const double clock_rounding = 1e-9; /* s */

bool goal_is_open(const goal_record *goal, double time) {
    return time >= goal->opens - clock_rounding && time <= goal->closes + clock_rounding;
}

void goal_update(goal_record *goal, double time) {
    wend_region *region = &goal->region;
    bool open = goal_is_open(goal, time);
    region->flags =
        (uint8_t)(open ? region->flags & ~WEND_REGION_CLOSED : region->flags | WEND_REGION_CLOSED);
    if (region->shape == WEND_SHAPE_DIRECTION ||
        (region->velocity.x == 0.0F && region->velocity.y == 0.0F)) {
        return;
    }
    double elapsed = time - goal->since;
    region->a = shifted(goal->base_a, region->velocity, elapsed);
    if (region->shape == WEND_SHAPE_SEGMENT) {
        region->b = shifted(goal->base_b, region->velocity, elapsed);
    }
    for (uint32_t i = 0; i < region->count; i++) {
        goal->points[i] = shifted(goal->base_points[i], region->velocity, elapsed);
    }
}
