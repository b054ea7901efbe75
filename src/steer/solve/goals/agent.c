/* Finds the velocities that lead an agent to its regions, and among them the velocity that it
 * prefers.
 *
 * Snape and Manocha, "Goal Velocity Obstacles for Spatial Navigation of Multiple Autonomous Robots
 * or Virtual Agents" (2013), sections 4.2, 4.5 and 4.6. The optimisation velocity is
 *
 *     1. the current velocity, if it leads to the region that the agent last headed for;
 *     2. otherwise the nearest velocity that does.
 *
 * Departures from the paper:
 * - Rule 2 is a projection and loses speed, and the paper has no rule to regain it. So the speed of
 *   the optimisation velocity relaxes to the preferred speed (speed_recovery; 0: as published). If
 *   the region has a time window, the speed relaxes no further than the window allows (window.c).
 * - At portals before the goal, the preferred velocity turns to the portal's preferred point
 *   (turn_recovery), because the point at which the agent passes the portal matters for the path
 *   beyond it.
 * - On request (goal_direction), the preferred velocity turns at the same rate to the middle of the
 *   velocities that lead to the goal (bisector.c), so that agents use the whole goal. This holds
 *   for goals without a time window.
 * - An agent at rest starts towards the nearest point of the region, because zero velocity has no
 *   direction to keep. If the region opens later, the agent walks as fast as it must to be there
 *   when it opens.
 * - The initial region is the one with the set nearest to the current velocity. For an agent at
 *   rest, it is the nearest region; the remaining cost beyond a region is added to its distance.
 * - Only a fraction of the radius counts (aim_radius): a velocity on the edge of the full set
 *   grazes the region, and rounding decides whether the agent meets the region. If the agent's
 *   centre must reach the region, the radius that counts is a fraction of the distance instead, and
 *   shrinks to zero as the agent approaches.
 * - The apex is cut off (min_speed_share), because an agent that only moves along with the region
 *   never reaches it. If so little is cut off that an agent still moves along with the region, it
 *   starts towards the region like an agent at rest: relative to the region, it is at rest.
 *
 * Cost: O(corners) for each region. */
#include "steer/solve/goals/agent.h"

#include <math.h>
#include <string.h>

#include <wend/math.h>

#include "geom/vec.h"
#include "steer/solve/goals/bisector.h"
#include "steer/solve/goals/ray.h"
#include "steer/solve/goals/set.h"
#include "steer/solve/goals/window.h"

/* If the agent's centre must reach a region, this fraction of the distance to the region is used
 * instead of a fraction of the agent's radius. It keeps the set of velocities from becoming too
 * narrow. */
static const float least_width = 0.01F;

/* Added to aim_radius for an agent that keeps its velocity. Such an agent may therefore miss its
 * region by slightly more than an agent that turns towards a region. */
static const float kept_margin = 0.02F;

static const wend_vec2 rest = {0.0F, 0.0F};

float goal_recovery_share(double rate, float steer_interval) {
    return 1.0F - wend_expf(-(float)rate * steer_interval);
}

wend_vec2 goal_straight_velocity(const wend_region *region, wend_vec2 from, float speed) {
    wend_region aim = *region;
    aim.flags |= WEND_REGION_AIM_NEAREST | WEND_REGION_INTERCEPT;
    wend_vec2 offset = vec_sub(wend_region_aim(&aim, from, speed), from);
    bool is_portal = region->shape == WEND_SHAPE_SEGMENT && !(region->flags & WEND_REGION_STOP);
    /* An agent on the portal crosses it, with the portal's left end on the agent's left. */
    if (is_portal && vec_equal(offset, rest)) {
        offset = (wend_vec2){region->a.y - region->b.y, region->b.x - region->a.x};
    }
    return vec_scale(vec_normalized(offset), speed);
}

/* ---- Sets ------------------------------------------------------------------------------------ */

/* The agent, and the result to fill in. */
typedef struct goal_search {
    const goal_rules *rules;
    const wend_body *body;
    const wend_intent *intent;
    double time;
    float dt, steer_interval;
    agent_goals *out;
} goal_search;

static goal_timing timing_of(const goal_search *search, const wend_region *region) {
    wend_vec2 from = search->body->position;
    return (goal_timing){.region = region,
                         .from = from,
                         .radius = region->flags & WEND_REGION_INSIDE
                                       ? least_width * wend_region_distance(region, from)
                                       : search->rules->aim_radius * search->body->radius,
                         .window = goal_window_find(region, search->time, search->dt)};
}

/* Cuts the tip off a cone: removes the velocities that approach the region at less than `least`
 * m/s. The first two sides of the cone are its right and left side. */
static void cut_tip(const wend_region *region, wend_vec2 offset, float least, goal_set *goal) {
    wend_vec2 towards = vec_normalized(offset);
    velocity_side *right = &goal->sides[0], *left = &goal->sides[1];
    float right_rate = vec_dot(right->along, towards), left_rate = -vec_dot(left->along, towards);
    if (goal->set.side_count != 2 || !(right_rate > least_width && left_rate > least_width)) {
        return;
    }
    right->low = least / right_rate;
    left->high = -least / left_rate;
    wend_vec2 along = {towards.y, -towards.x};
    goal->sides[goal->set.side_count++] =
        (velocity_side){.from = vec_add(region->velocity, vec_scale(towards, least)),
                        .along = along,
                        .low = vec_dot(left->along, along) * left->high,
                        .high = vec_dot(right->along, along) * right->low};
}

/* Adds a set if there is space for it. */
static void add_set(agent_goals *out, const goal_set *goal, uint32_t region) {
    const velocity_set *set = &goal->set;
    bool room = out->side_count + set->side_count <= GOALS_SIDES &&
                out->arc_count + set->arc_count <= GOALS_ARCS;
    if (out->count == GOALS_MOST || !room) {
        return;
    }
    velocity_side *sides = &out->sides[out->side_count];
    velocity_arc *arcs = &out->arcs[out->arc_count];
    memcpy(sides, set->sides, set->side_count * sizeof *sides);
    memcpy(arcs, set->arcs, set->arc_count * sizeof *arcs);
    out->sets[out->count] = (velocity_set){sides, arcs, set->side_count, set->arc_count};
    out->regions[out->count++] = (uint16_t)region;
    out->side_count += set->side_count;
    out->arc_count += set->arc_count;
}

static void add_region(const goal_search *search, uint32_t index) {
    const wend_region *region = wend_intent_region(search->intent, index);
    if (region->shape == WEND_SHAPE_DIRECTION) {
        return;
    }
    goal_timing timing = timing_of(search, region);
    goal_window window = timing.window;
    wend_vec2 offset = vec_sub(wend_region_nearest(region, timing.from), timing.from);
    goal_set goal;
    if (!(window.latest > 0.0F) || !goal_set_make(region, timing.from, offset, timing.radius,
                                                  window.earliest, window.latest, &goal)) {
        return;
    }
    if (!goal_window_is_limited(window)) {
        cut_tip(region, offset, search->rules->min_speed_share * search->intent->speed, &goal);
    }
    add_set(search->out, &goal, index);
}

/* ---- Order of the regions -------------------------------------------------------------------- */

static const wend_region *region_at(const goal_search *search, uint32_t index) {
    return wend_intent_region(search->intent, search->out->regions[index]);
}

/* Returns the cost of choosing a set as the initial one. */
static float initial_cost(const goal_search *search, uint32_t index, bool stands) {
    wend_vec2 velocity = search->body->velocity;
    if (!stands) {
        return vec_length(
            vec_sub(velocity_set_nearest(&search->out->sets[index], velocity), velocity));
    }
    const wend_region *region = region_at(search, index);
    return wend_region_distance(region, search->body->position) + region->cost;
}

static uint32_t find_first(const goal_search *search, wend_region_id last, bool stands) {
    uint32_t best = 0;
    float least = INFINITY;
    for (uint32_t i = 0; i < search->out->count; i++) {
        if (last.bits != 0 && wend_region_id_equal(region_at(search, i)->id, last)) {
            return i;
        }
        float cost = initial_cost(search, i, stands);
        if (cost < least) {
            least = cost;
            best = i;
        }
    }
    return best;
}

static void move_to_front(agent_goals *out, uint32_t index) {
    velocity_set set = out->sets[index];
    uint16_t region = out->regions[index];
    for (uint32_t i = index; i > 0; i--) {
        out->sets[i] = out->sets[i - 1];
        out->regions[i] = out->regions[i - 1];
    }
    out->sets[0] = set;
    out->regions[0] = region;
}

/* ---- The optimisation velocity --------------------------------------------------------------- */

/* Finds the velocity to which the optimisation velocity turns. At a region before the goal, it
 * leads to the preferred point, because the point where the agent passes a portal matters for the
 * path beyond. At the goal, it leads along the bisector if the rules say so. */
static bool find_turn(const goal_search *search, const wend_region *region, wend_vec2 *out) {
    float preferred = search->intent->speed;
    wend_vec2 from = search->body->position;
    if (region->flags & WEND_REGION_STOP) {
        return search->rules->bisects && goal_find_bisector(region, from, preferred, out);
    }
    wend_vec2 offset = vec_sub(wend_region_aim(region, from, preferred), from);
    *out = vec_scale(vec_normalized(offset), preferred);
    return !vec_equal(offset, rest);
}

/* Returns a velocity that leads to a region, after a part of the lost speed has been recovered. For
 * a region before the goal, and under the rule `bisects`, it also turns. */
static wend_vec2 recover_velocity(const goal_search *search, const wend_region *region,
                                  wend_vec2 velocity) {
    wend_vec2 turn, preferred_velocity = velocity;
    if (find_turn(search, region, &turn)) {
        preferred_velocity = vec_lerp(velocity, turn, search->rules->turned);
    }
    float speed = vec_length(preferred_velocity), preferred = search->intent->speed;
    float recovered = speed + (preferred - speed) * search->rules->recovered;
    return speed > 0.0F ? vec_scale(preferred_velocity, recovered / speed) : preferred_velocity;
}

/* True if an agent that must stop in a region is inside it, or reaches its nearest point in the
 * next step. If so, also sets the agent's preferred velocity. */
static bool find_final_velocity(const goal_search *search, const wend_region *region) {
    bool inside = (region->flags & WEND_REGION_INSIDE) != 0;
    float reach = inside ? search->intent->speed * search->steer_interval
                         : search->rules->aim_radius * search->body->radius;
    /* An agent that a moving region passes before it opens need not follow it: the region's set
     * contains the velocities with which the agent is in the region when it opens. */
    bool passes = !vec_equal(region->velocity, rest) && (double)region->opens > search->time;
    if (!(region->flags & WEND_REGION_STOP) || passes) {
        return false;
    }
    wend_vec2 from = search->body->position,
              offset = vec_sub(wend_region_nearest(region, from), from);
    if (!(vec_length_squared(offset) <= reach * reach)) {
        return false;
    }
    search->out->preferred_velocity =
        vec_add(region->velocity, inside ? vec_scale(offset, 1.0F / search->steer_interval) : rest);
    return true;
}

/* ---- Rule 1 only ----------------------------------------------------------------------------- */

/* Returns the region that the agent last headed for if it is certainly open and has no closing
 * time. */
static const wend_region *find_open_region(const goal_search *search, wend_region_id last,
                                           uint32_t *index) {
    const wend_intent *intent = search->intent;
    for (uint32_t i = 0; i <= intent->more_count; i++) {
        const wend_region *region = wend_intent_region(intent, i);
        if (intent->more_count == 0 || wend_region_id_equal(region->id, last)) {
            bool open = (double)region->opens <= search->time && region->closes == INFINITY;
            *index = i;
            return open && region->shape != WEND_SHAPE_DIRECTION ? region : NULL;
        }
    }
    return NULL;
}

bool agent_goals_keep(const goal_rules *rules, const wend_view *view, uint32_t index,
                      const wend_intent *intent, wend_region_id last, agent_goals *out) {
    goal_search search = {rules,    &view->bodies[index], intent, view->time,
                          view->dt, view->steer_interval, out};
    const wend_body *body = search.body;
    uint32_t region_index;
    const wend_region *region = find_open_region(&search, last, &region_index);
    float speed = intent->speed, slow = 2.0F * rules->min_speed_share * speed;
    if (!region || !(speed > 0.0F) || region_index >= UINT16_MAX) {
        return false;
    }
    bool inside = (region->flags & WEND_REGION_INSIDE) != 0;
    float radius = inside ? 0.0F : (rules->aim_radius + kept_margin) * body->radius;
    float reach = (inside ? speed * view->steer_interval : radius) + slow * view->steer_interval;
    if (!goal_ray_meets(region, body->position, body->velocity, radius, reach, slow)) {
        return false;
    }
    out->count = 0;
    out->regions[0] = (uint16_t)region_index;
    out->stays = false;
    out->preferred_velocity = recover_velocity(&search, region, body->velocity);
    return true;
}

/* ---- Entry point ----------------------------------------------------------------------------- */

/* Returns the optimisation velocity of an agent whose first set is that of `region`. */
static wend_vec2 find_optimisation_velocity(const goal_search *search, const wend_region *region,
                                            bool stands) {
    const velocity_set *set = &search->out->sets[0];
    float preferred = search->intent->speed;
    wend_vec2 velocity = stands ? goal_straight_velocity(region, search->body->position, preferred)
                                : velocity_set_nearest(set, search->body->velocity);
    if (goal_window_is_limited(goal_window_find(region, search->time, search->dt))) {
        goal_timing timing = timing_of(search, region);
        return stands ? goal_window_start(&timing, set, velocity, preferred)
                      : goal_window_recover(&timing, set, velocity, preferred,
                                            search->rules->recovered);
    }
    if (stands) {
        wend_vec2 turn;
        bool turns = search->rules->bisects && find_turn(search, region, &turn);
        return turns ? turn : velocity;
    }
    return goal_moves_along(region, search->body->position, velocity, preferred)
               ? goal_straight_velocity(region, search->body->position, preferred)
               : recover_velocity(search, region, velocity);
}

static void find_all(const goal_search *search, wend_region_id last) {
    agent_goals *out = search->out;
    for (uint32_t i = 0; i <= search->intent->more_count && i < UINT16_MAX; i++) {
        add_region(search, i);
    }
    if (out->count == 0) {
        return;
    }
    float slow = search->rules->min_speed_share * search->intent->speed;
    bool stands = !(vec_length_squared(search->body->velocity) > slow * slow);
    if (out->count > 1) {
        move_to_front(out, find_first(search, last, stands));
    }
    const wend_region *region = region_at(search, 0);
    out->stays = find_final_velocity(search, region);
    if (!out->stays) {
        out->preferred_velocity = find_optimisation_velocity(search, region, stands);
    }
}

void agent_goals_find(const goal_rules *rules, const wend_view *view, uint32_t index,
                      const wend_intent *intent, wend_region_id last, agent_goals *out) {
    out->count = out->side_count = out->arc_count = 0;
    out->stays = false;
    out->preferred_velocity = rest;
    if (!(intent->speed > 0.0F)) {
        return;
    }
    if (intent->region.shape == WEND_SHAPE_DIRECTION) {
        out->preferred_velocity = vec_scale(intent->region.a, intent->speed);
        return;
    }
    goal_search search = {rules,    &view->bodies[index], intent, view->time,
                          view->dt, view->steer_interval, out};
    find_all(&search, last);
}
