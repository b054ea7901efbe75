/* behave/reach.h: detects which bodies have reached a goal in this step. */
#ifndef BEHAVE_REACH_H
#define BEHAVE_REACH_H

#include <math.h>

#include <wend/model.h>

#include "step/store.h"
#include "step/tally.h"

typedef struct reach_job {
    const wend_view *view;
    const goal_record *goals;     /* indexed by goal */
    const wend_outcome *outcomes; /* indexed by body */
    wend_body *next;              /* indexed by body: its state after the move stage */
    step_tally *tallies;          /* indexed by worker */
    memory *from;
    double time_after;           /* s: time at the end of the step */
    const bool *takes_all_goals; /* indexed by profile: true if agents arrive at any goal of their
                                    set; NULL if this holds for no profile */
} reach_job;

/* Notes the arrivals of the bodies [begin, end), after they have moved. */
void reach_bodies(const reach_job *job, uint32_t begin, uint32_t end, uint32_t worker);

/* True if, along one axis, all points from `from` to `to` are farther than `reach` from the
 * interval [low, high]. The factor 1.001 is a margin for rounding. */
static inline bool reach_is_beyond(float from, float to, float low, float high, float reach) {
    float gap = low - to > to - high ? low - to : to - high;
    return gap > 1.001F * (reach + fabsf(to - from));
}

/* m: an upper bound for twice the skin (step/skin.h) at any position in a world. */
#define REACH_SKINS 0.004F

/* Does the same for the single number `at` instead of an interval. */
static inline bool reach_is_beyond_point(float from, float to, float at, float reach) {
    return fabsf(to - at) > 1.001F * (reach + fabsf(to - from));
}

/* True if a goal is too far away to be reached in one step, judging by its bounding box. The check
 * is cheap, and the result is true for most bodies. */
static inline bool reach_is_far(const goal_record *goal, wend_vec2 from, wend_vec2 to, float radius,
                                float dt) {
    const wend_region *region = &goal->region;
    wend_vec2 low = region->a, high = region->a;
    wend_vec2 end = {to.x - region->velocity.x * dt, to.y - region->velocity.y * dt};
    bool is_disc = region->shape == WEND_SHAPE_DISC;
    float size = is_disc ? region->b.x : 0.0F;
    float reach = size + radius + goal->tolerance + REACH_SKINS;
    if (is_disc || region->shape == WEND_SHAPE_POINT) {
        return reach_is_beyond_point(from.x, end.x, low.x, reach) ||
               reach_is_beyond_point(from.y, end.y, low.y, reach);
    }
    if (region->shape == WEND_SHAPE_DIRECTION) {
        return true;
    }
    bool is_polygon = region->shape == WEND_SHAPE_POLYGON;
    uint32_t corners = is_polygon ? goal->point_count : 1;
    const wend_vec2 *others = is_polygon ? goal->points : &region->b; /* points of all parts */
    for (uint32_t i = 0; i < corners; i++) {
        wend_vec2 p = others[i];
        low = (wend_vec2){p.x < low.x ? p.x : low.x, p.y < low.y ? p.y : low.y};
        high = (wend_vec2){p.x > high.x ? p.x : high.x, p.y > high.y ? p.y : high.y};
    }
    return reach_is_beyond(from.x, end.x, low.x, high.x, reach) ||
           reach_is_beyond(from.y, end.y, low.y, high.y, reach);
}

/* True if a body that moved from `from` to `to` during the last `dt` seconds reached a goal. */
bool reach_arrives(const goal_record *goal, wend_vec2 from, wend_vec2 to, float radius, float dt,
                   double time_after);

#endif
