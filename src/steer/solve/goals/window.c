/* Chooses the speed of an agent whose region is open only for a time.
 *
 * Snape and Manocha, "Goal Velocity Obstacles for Spatial Navigation of Multiple Autonomous Robots
 * or Virtual Agents" (2013), section 4.6, truncate the set of velocities at both ends:
 *
 *     GVO = { v : s * (v - v_G) in K for some s in [tau_1, tau_2] }
 *
 * with K, v_G as in set.c. The recovery of lost speed (agent.c) is ours, and must respect the
 * window. A preferred velocity beyond the end of the truncated cone is projected onto that end, and
 * the end's point nearest to a fast velocity is the one farthest along the region: an agent beside
 * a gate would walk to the gate's other side, only to walk fast.
 *
 * So an agent keeps the direction that rules 1 and 2 of section 4.2 give, and only its speed
 * relaxes, to the least of
 * - the preferred speed, and
 * - the speed with which it first touches the region when the region opens, at tau_1,
 * but to no speed outside the set. The speeds of one direction that lie in the convex set are an
 * interval.
 *
 * Departure from the paper: tau_2 is the end of the last step that ends before the region closes,
 * because an arrival counts at the end of a step.
 *
 * Cost: O(corners) for each call, and two or three square roots. */
#include "steer/solve/goals/window.h"

#include <math.h>

#include "geom/vec.h"
#include "steer/solve/goals/set.h"
#include "steer/solve/programs/velocity_cut.h"
#include "steer/solve/programs/velocity_set.h"

/* Sets are made larger by this fraction of a speed, so that a ray along a side meets the set. */
static const float slack_share = 0x1p-20F;

/* Fraction of a step by which a step may end after the region has closed, to allow for rounding of
 * times. */
static const double step_rounding = 1e-4;

static const wend_vec2 rest = {0.0F, 0.0F};

goal_window goal_window_find(const wend_region *region, double time, float dt) {
    double opens = (double)region->opens - time, closes = (double)region->closes - time;
    goal_window window = {opens > 0.0 ? (float)opens : 0.0F, (float)closes};
    if (closes < INFINITY) {
        float last = (float)(floor(closes / (double)dt + step_rounding) * (double)dt);
        /* A window that begins and ends within one step is kept as an instant. */
        window.latest = last < window.earliest && closes >= opens ? window.earliest : last;
        window.latest = window.latest > 0.0F ? window.latest : 0.0F;
    }
    return window;
}

static float clamp_to(float value, float low, float high) {
    value = value < high ? value : high;
    return value > low ? value : low;
}

/* Finds the speeds at which a direction lies in a set. Returns false if there are none. */
static bool find_speeds(const velocity_set *set, wend_vec2 direction, float preferred, float *low,
                        float *high) {
    velocity_line ray = {rest, direction, 0.0F, INFINITY};
    bool met = set_cut(set, &ray, -slack_share * preferred, low, high);
    *low = *low > 0.0F ? *low : 0.0F;
    return met;
}

/* Returns the speed that an agent prefers in a direction: the preferred speed, but no more than
 * brings the agent to the region when it opens. */
static float find_timely_speed(const goal_timing *timing, wend_vec2 direction, float preferred) {
    float opens = timing->window.earliest, low, high;
    goal_set opening;
    wend_vec2 offset = vec_sub(wend_region_nearest(timing->region, timing->from), timing->from);
    bool waits = opens > 0.0F && goal_set_make(timing->region, timing->from, offset, timing->radius,
                                               opens, opens, &opening);
    if (waits && find_speeds(&opening.set, direction, preferred, &low, &high)) {
        return low < preferred ? low : preferred;
    }
    return preferred;
}

wend_vec2 goal_window_recover(const goal_timing *timing, const velocity_set *set,
                              wend_vec2 velocity, float preferred, float recovered) {
    float speed = vec_length(velocity), low, high;
    if (!(speed > 0.0F)) {
        return velocity;
    }
    wend_vec2 direction = vec_scale(velocity, 1.0F / speed);
    if (!find_speeds(set, direction, preferred, &low, &high)) {
        return velocity;
    }
    float timely = clamp_to(find_timely_speed(timing, direction, preferred), low, high);
    return vec_scale(direction, speed + (timely - speed) * recovered);
}

/* Returns the displacement from the agent to the nearest point of the region at its opening. */
static wend_vec2 offset_at_opening(const goal_timing *timing) {
    wend_vec2 ahead = vec_scale(timing->region->velocity, timing->window.earliest);
    wend_vec2 from = vec_sub(timing->from, ahead);
    return vec_sub(wend_region_nearest(timing->region, from), from);
}

wend_vec2 goal_window_start(const goal_timing *timing, const velocity_set *set, wend_vec2 straight,
                            float preferred) {
    float opens = timing->window.earliest, low, high;
    if (opens > 0.0F) {
        wend_vec2 offset = offset_at_opening(timing);
        float distance = vec_length(offset), path = distance - timing->radius;
        if (path <= preferred * opens) {
            return path > 0.0F ? vec_scale(offset, path / (distance * opens)) : rest;
        }
    }
    wend_vec2 direction = vec_scale(straight, 1.0F / preferred);
    return find_speeds(set, direction, preferred, &low, &high)
               ? vec_scale(direction, clamp_to(preferred, low, high))
               : velocity_set_nearest(set, straight);
}
