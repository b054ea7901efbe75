/* Requests new routes for agents whose goal has moved.
 *
 * A route leads to the position that the goal had when the route was planned. The world keeps that
 * position for each agent. It requests a new route when the goal has moved away from that position
 * and the old route is no longer good enough. This is decided by three rules, each of which is
 * sufficient:
 *
 *     no full route   the planner found no route to the old position: it may find one now
 *     large movement  the goal has moved by more than `replan_share` of the straight-line distance
 *                     to it, and the route is not simply the straight line to the goal
 *     not visible     the agent has come to the last leg of the route, and its disc can no longer
 *                     move straight along that leg to the goal's region
 *
 * The route along a field is good enough as long as the world would give the agent the same field
 * again (state/fields.c).
 *
 * The second rule lets distant agents replan rarely: while a goal moves away at a constant speed,
 * the number of plans grows with the logarithm of the distance. As an agent approaches, the
 * permitted error shrinks with the distance. The route to a goal that has stopped is therefore
 * corrected before the agent reaches the old position. All three rules use only geometry, so they
 * are the same for every planner and follower.
 *
 * Each agent is checked every `check_every` seconds, in a step that depends on its key. Cost:
 * nothing in worlds without moving goals; otherwise O(agents) per step, plus O(points of the route)
 * and at most four visibility queries for each agent that is due and has a goal that has moved. */
#include <math.h>

#include "behave/behave.h"
#include "geom/segment.h"
#include "geom/vec.h"
#include "state/ground.h"
#include "step/goal_regions.h"

static const double check_every = 0.5;   /* s: period of the checks */
static const float replan_share = 0.25F; /* fraction of the distance to the goal */
static const float min_move = 0.01F;     /* m: a goal that has moved by less counts as unmoved */
/* Fraction of the agent's radius that must be clear along the last leg, as in planners and
 * followers. */
static const float radius_share = 0.9F;
/* m: within this distance of a route point, followers may head for the next point. */
static const float near_distance = 2.0F;

bool goal_has_moved(const wend_world *world, uint32_t slot) {
    uint32_t goal = world->cold.goal[slot];
    if (goal == WEND_NO_GOAL || world->goals.records[goal].region.shape == WEND_SHAPE_DIRECTION) {
        return false;
    }
    wend_vec2 moved = vec_sub(world->goals.records[goal].region.a, world->cold.planned[slot]);
    return vec_length_squared(moved) > min_move * min_move;
}

void goal_note_layer_change(wend_world *world, uint32_t goal) {
    for (uint32_t i = 0; i < world->body_count; i++) {
        uint32_t slot = world->bodies[i].slot;
        if (world->cold.goal[slot] == goal) {
            world->cold.planned[slot] = (wend_vec2){-STORE_MAX_COORDINATE, -STORE_MAX_COORDINATE};
        }
    }
}

/* True if an agent's disc can move in a straight line from a location until it touches the goal. */
static bool can_walk_straight(const wend_view *view, const goal_record *goal,
                              const wend_route *route, wend_location from, float radius) {
    uint32_t part = goal_regions_find_part(goal, route, true, from.position);
    wend_vec2 end = wend_region_nearest(&goal_parts(goal)[part], from.position);
    wend_vec2 back = vec_sub(from.position, end);
    float distance = vec_length(back);
    wend_location to = {end, goal->layer}, touching = from;
    if (distance > radius) {
        touching = (wend_location){vec_add(end, vec_scale(back, radius / distance)), goal->layer};
    }
    return wend_view_is_visible(view, from, touching, radius_share * radius) &&
           wend_view_is_visible(view, touching, to, 0.0F);
}

/* Progress of an agent along its route. */
typedef enum progress { BEFORE_LAST_POINT, NEAR_LAST_POINT, ON_LAST_LEG } progress;

/* Finds an agent's progress. `end` is the point to which the route was planned. An agent is on the
 * last leg if it is beside that leg and nearer to it than to all earlier legs. */
static progress find_progress(const wend_route *route, wend_vec2 here, wend_vec2 end) {
    wend_vec2 last = route->points[route->point_count - 1].position;
    bool beside = !vec_equal(segment_closest(here, last, end), last);
    double gap = segment_point_distance(here, last, end);
    for (uint32_t i = 1; i < route->point_count && beside; i++) {
        beside = gap <= segment_point_distance(here, route->points[i - 1].position,
                                               route->points[i].position);
    }
    return beside                                             ? ON_LAST_LEG
           : vec_length(vec_sub(here, last)) <= near_distance ? NEAR_LAST_POINT
                                                              : BEFORE_LAST_POINT;
}

/* True if the last leg of an agent's route still leads to the goal, or the agent is still far from
 * that leg. */
static bool reaches_goal(const wend_view *view, uint32_t index, const goal_record *goal,
                         const wend_route *route, wend_vec2 moved) {
    const wend_body *body = &view->bodies[index];
    wend_location here = {body->position, wend_body_layer(body)};
    if (route->gives & WEND_ROUTE_CONTINUES) {
        return true; /* its last leg is not known yet */
    }
    if (route->point_count == 0) {
        return can_walk_straight(view, goal, route, here, body->radius);
    }
    const wend_route_point *last = &route->points[route->point_count - 1];
    uint32_t part = goal_regions_find_part(goal, route, true, last->position);
    wend_vec2 end = wend_region_nearest(&goal_parts(goal)[part], last->position);
    progress at = find_progress(route, here.position, vec_sub(end, moved));
    return at == BEFORE_LAST_POINT || can_walk_straight(view, goal, route, here, body->radius) ||
           (at == NEAR_LAST_POINT &&
            can_walk_straight(view, goal, route, (wend_location){last->position, last->layer},
                              body->radius));
}

/* True if the route of an agent whose goal has moved is still good enough. */
static bool is_route_good_enough(const wend_world *world, uint32_t index) {
    const wend_body *body = &world->bodies[index];
    wend_view storage;
    const wend_view *view = internals_view_of(&world->view, body->slot, &storage);
    const wend_route *route = internals_route(view, index);
    uint32_t goal_index = world->cold.goal[body->slot];
    const goal_record *goal = &world->goals.records[goal_index];
    if (!route || route->status != WEND_ROUTE_STATUS_FOUND) {
        return false;
    }
    wend_vec2 moved = vec_sub(goal->region.a, world->cold.planned[body->slot]);
    /* Another connection may be better for the goal's new position. */
    if (store_is_on_leg(&world->cold, body->slot)) {
        return vec_length(moved) <=
               replan_share * goal_regions_distance(view, goal_index, body->position);
    }
    if (route->gives & WEND_ROUTE_FIELD) {
        wend_location here = {body->position, wend_body_layer(body)};
        return fields_is_near_enough(view, route->field, here, goal->region.a);
    }
    bool from_map = route->map != WEND_NO_MAP;
    bool straight = route->point_count == 0 && wend_route_portal_count(route) == 0;
    float distance = goal_regions_distance(view, goal_index, body->position);
    if (from_map && !straight && vec_length(moved) > replan_share * distance) {
        return false;
    }
    return reaches_goal(view, index, goal, route, moved);
}

/* True if an agent may now be able to reach a goal of its set that it could not reach before,
 * because that goal has moved within the last `period` steps. */
static bool may_reach_moved_goal(const wend_world *world, uint32_t slot, uint64_t period) {
    uint32_t set = world->cold.goal_set[slot];
    bool moved = false;
    for (uint32_t i = 0; set != WEND_NONE && i < world->goal_sets[set].count && !moved; i++) {
        const goal_record *goal = &world->goals.records[world->goal_sets[set].items[i]];
        moved = (store_unreachable(&world->cold, slot) & store_member_bit(i)) && goal->moved > 0 &&
                goal->moved + period > world->step;
    }
    return moved;
}

static void check_block(void *context, uint32_t begin, uint32_t end, uint32_t worker) {
    const uint32_t excluded_flags = WEND_BODY_GHOST | WEND_BODY_NEEDS_GOAL | WEND_BODY_NEEDS_ROUTE;
    wend_world *world = context;
    uint64_t period = (uint64_t)(check_every / world->dt) + 1;
    for (uint32_t i = begin; i < end; i++) {
        const wend_body *body = &world->bodies[i];
        wend_activity activity = activity_of(world, body->slot);
        if ((wend_body_flags(body) & excluded_flags) || activity == WEND_ACTIVITY_ARRIVED ||
            activity_is_waiting(activity) ||
            (world->step + world->cold.key[body->slot]) % period != 0) {
            continue;
        }
        if (activity_lacks_route(activity) && may_reach_moved_goal(world, body->slot, period)) {
            store_set_unreachable(&world->cold, body->slot, 0);
            route_request_note(world, worker, i);
        } else if (goal_has_moved(world, body->slot) && !is_route_good_enough(world, i)) {
            route_request_note(world, worker, i);
        }
    }
}

bool goals_check_moved(wend_world *world) {
    if (!world->goals_moved) {
        return true;
    }
    task_run(&world->tasks, check_block, world, world->body_count, WORLD_BLOCK);
    return route_requests_apply(world);
}
