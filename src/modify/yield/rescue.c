/* Rescues agents that make no progress.
 *
 * Two agents may block each other forever although there is room: each would have to step back,
 * which its model never chooses. An agent is stalled if it has not come nearer to its next portal
 * or goal by `least_progress` within `patience` seconds. If an agent with a lower key is ahead, the
 * stalled agent steps back for a while, and away from the nearest wall. Of two agents that block
 * each other, one therefore yields. If no such agent is ahead, the stalled agent requests a new
 * route, because the world may have changed, and tries a step to the side. It waits longer before
 * each further attempt, and turns farther. A rescue never changes positions, radii or neighbours:
 * only the preferred velocity changes, and the model avoids other agents and walls as always.
 *
 * Cost: O(1) for an agent that makes progress; one neighbour query and one wall query at the start
 * of a rescue. */
#include "modify/yield/rescue.h"

#include <math.h>

#include "geom/vec.h"
#include "modify/yield/heading.h"
#include "step/internals.h"

enum {
    MOST_NEAR = 16,
    PURPOSE_SIDE = 0x7e5c /* identifies the random numbers that choose a side */
};

/* m: a reduction of the distance by this much counts as progress; less is enough for slow agents.
 */
static const float least_progress = 0.1F;
/* Another agent is ahead if the gap to it is at most `near_gap` (m) and the cosine of the angle
 * between the direction to it and the direction of travel is above `ahead_cosine`. */
static const float near_gap = 0.6F, ahead_cosine = 0.2F;
/* An agent walks in circles if it stays near one point for `circle_patience` times its patience.
 * Near means within the distance that it walks in `circle_time` (s). */
static const float circle_time = 1.5F, circle_patience = 3.0F;
/* Fraction of the preferred speed at which an agent walks during a rescue. */
static const float rescue_speed = 0.8F;

/* True if an agent with a lower key is close ahead. Sets *crowded if any agent is close ahead. */
static bool yields_to_other(const wend_view *view, uint32_t index, wend_vec2 aim, bool *crowded) {
    const wend_body *body = &view->bodies[index];
    wend_neighbour near[MOST_NEAR];
    wend_location location = {body->position, wend_body_layer(body)};
    float range = 2.0F * body->radius + near_gap;
    uint32_t count = wend_view_find_agents(view, location, range, near, MOST_NEAR);
    bool yields = false;
    *crowded = false;
    for (uint32_t i = 0; i < count; i++) {
        const wend_body *other = &view->bodies[near[i].index];
        wend_vec2 apart = vec_sub(other->position, body->position);
        if (other->slot == body->slot || vec_dot(apart, aim) < ahead_cosine * vec_length(apart)) {
            continue;
        }
        *crowded = true;
        yields = yields || wend_view_key(view, near[i].index) < wend_view_key(view, index);
    }
    return yields;
}

/* Returns the direction away from the nearest wall within reach, or zero if there is no such wall.
 */
static wend_vec2 away_from_walls(const wend_view *view, const wend_body *body) {
    wend_location location = {body->position, wend_body_layer(body)};
    wend_wall_hit hit = wend_view_find_closest_wall(view, location, 2.0F * body->radius);
    return hit.wall == WEND_NO_WALL ? (wend_vec2){0.0F, 0.0F}
                                    : vec_normalized(vec_sub(body->position, hit.point));
}

/* Returns the direction of a rescue: back or to a side, and away from walls. */
static wend_vec2 direction_of_rescue(const wend_view *view, uint32_t index, wend_vec2 aim,
                                     bool yields, uint32_t attempts) {
    const wend_body *body = &view->bodies[index];
    uint64_t random = wend_view_random(view, index, PURPOSE_SIDE);
    float side = (random >> 8 & 1U) ? 1.0F : -1.0F;
    float back = yields ? 1.0F : (float)(attempts % 3) * 0.5F;
    float aside = yields && attempts == 0 ? 0.0F : 1.0F;
    wend_vec2 turned = vec_sub(vec_scale(vec_perp(aim), side * aside), vec_scale(aim, back));
    wend_vec2 sum = vec_add(vec_normalized(turned), away_from_walls(view, body));
    return vec_length_squared(sum) > 0.01F ? vec_normalized(sum) : vec_normalized(turned);
}

static void begin_rescue(const wend_view *view, uint32_t index, const rescue_rules *rules,
                         rescue_state *state, wend_intent *intent) {
    wend_vec2 position = view->bodies[index].position;
    wend_vec2 aim = vec_normalized(
        vec_sub(wend_region_aim(&intent->region, position, intent->speed), position));
    bool crowded, yields = yields_to_other(view, index, aim, &crowded);
    state->stalled = 0.0F;
    state->attempts++;
    if (crowded && !yields && state->attempts % 3 != 0) {
        return; /* leave it to the other agents to make room */
    }
    state->towards = direction_of_rescue(view, index, aim, yields, state->attempts - 1);
    state->time_left = rules->duration;
    intent->region.flags |= WEND_REGION_RESCUE;
    const wend_route *route = internals_route(view, index);
    if (!crowded && route && route->status == WEND_ROUTE_STATUS_FOUND) {
        intent->region.flags |= WEND_REGION_LOST;
    }
}

/* Returns the part of the preferred speed that remains if the agent walks against its belt. */
static float net_speed(const wend_view *view, const wend_intent *intent) {
    float net = intent->speed - vec_length(view->frame);
    return net > 0.0F ? net : 0.0F;
}

/* Sets an anchor at the agent's position whenever the agent has moved far from the previous anchor.
 * Returns true if the agent has stayed near the anchor for too long. */
static bool walks_in_circles(const wend_view *view, uint32_t index, const rescue_rules *rules,
                             const wend_intent *intent, rescue_state *state) {
    wend_vec2 position = view->bodies[index].position;
    float away = circle_time * net_speed(view, intent);
    bool is_far = vec_length_squared(vec_sub(position, state->anchor)) > away * away;
    if (is_far || !(intent->speed > 0.0F)) {
        state->anchor = position;
        state->anchored = 0.0F;
    }
    state->anchored += view->steer_interval;
    return state->anchored > circle_patience * rules->patience;
}

/* True if the agent has come nearer to the route point or goal that it heads for, or now heads for
 * a later one. Such an agent may pass beside portals of the route, and then makes no progress
 * towards the portals. An attraction point moves ahead of the agent, so the distance to its former
 * position counts. */
static bool nears_target(const wend_view *view, uint32_t index, const wend_intent *intent,
                         bool fresh, float step, rescue_state *state) {
    const wend_region *region = &intent->region;
    bool is_goal = wend_region_id_kind(region->id) == WEND_REGION_KIND_GOAL;
    bool moves = !vec_equal(region->velocity, (wend_vec2){0.0F, 0.0F});
    if (is_goal ? moves : region->shape != WEND_SHAPE_POINT || region->flags & WEND_REGION_STOP) {
        return false;
    }
    wend_vec2 position = view->bodies[index].position;
    float distance = wend_region_distance(region, position);
    float to_former = is_goal ? distance : vec_length(vec_sub(state->target_at, position));
    uint32_t target = is_goal ? RESCUE_GOAL : wend_region_id_index(region->id);
    bool changed = fresh || target != state->target;
    bool later = !fresh && target > state->farthest;
    bool nears = !changed && to_former < state->target_best - step;
    if (changed || nears) {
        state->target = target;
        state->target_at = region->a;
        state->target_best = distance;
    }
    state->farthest = fresh || later ? target : state->farthest;
    return later || nears;
}

/* Returns the distance to the next portal or the goal or, on a guiding field, that which the field
 * gives. INFINITY if it is unknown. */
static float distance_left(const wend_view *view, uint32_t index, const route_cursor *cursor,
                           const wend_intent *intent) {
    const wend_route *route = wend_view_route(view, index);
    bool follows_field = intent->region.shape == WEND_SHAPE_DIRECTION && route != NULL &&
                         (route->gives & WEND_ROUTE_FIELD);
    return follows_field ? intent->region.cost : cursor_distance(view, index, cursor);
}

/* Measures progress towards the next portal or the goal. An agent does not count as stalled while
 * this distance is unknown or while the agent is meant to stand still. */
static void update_progress(const wend_view *view, uint32_t index, const route_cursor *cursor,
                            const wend_intent *intent, rescue_state *state) {
    float distance = distance_left(view, index, cursor, intent);
    float step = fminf(least_progress, 0.25F * net_speed(view, intent));
    bool fresh = state->route != cursor->route, farther = fresh || cursor->next > state->next;
    bool nears = nears_target(view, index, intent, fresh, step, state);
    bool closer = nears || (cursor->next == state->next && distance < state->best - step);
    state->route = cursor->route;
    state->next = farther ? cursor->next : state->next;
    if (farther || closer || !(distance < INFINITY) || !(intent->speed > 0.0F)) {
        state->best = nears && !farther ? fminf(state->best, distance) : distance;
        state->stalled = 0.0F;
        state->attempts = closer || (farther && !fresh) ? 0 : state->attempts;
    } else {
        state->stalled += view->steer_interval;
    }
}

void rescue_apply(const wend_view *view, uint32_t index, const route_cursor *cursor,
                  const rescue_rules *rules, rescue_state *state, wend_intent *intent) {
    update_progress(view, index, cursor, intent, state);
    float wait_time = rules->patience * (1.0F + 0.5F * (float)(state->attempts % 4));
    bool circles = walks_in_circles(view, index, rules, intent, state);
    if (!(state->time_left > 0.0F) && (state->stalled > wait_time || circles) &&
        intent->speed > 0.0F) {
        state->anchored = 0.0F;
        begin_rescue(view, index, rules, state, intent);
    }
    if (state->time_left > 0.0F) {
        state->time_left -= view->steer_interval;
        state->stalled = 0.0F;
        set_heading(intent, state->towards, rescue_speed * intent->speed);
    }
}
