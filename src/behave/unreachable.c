/* Lets agents that have no full route to their own goal try the other goals of their set.
 *
 * When the planner finds no route, or a route that only leads near the goal, the goal is marked as
 * unreachable for that agent, and the agent's selector chooses again. Selectors ignore goals with
 * this mark while the set has goals without it. This repeats within the same step until the agent
 * has a full route, or all goals of its set are unreachable. In the latter case the selector's
 * first choice stands, and the agent reports that it has no route. An agent therefore never
 * alternates between two goals. The marks last until a change may have opened a route: a change of
 * a door, an obstacle class or a map, or a goal that moved.
 *
 * A planner ends a route where the agent's disc touches the goal. If the goal lies in a wall, a
 * closed door may be in front of the goal, nearer to it than the agent's radius. The route ends
 * before that door and does not cross it, but the agent cannot arrive. Such a route does not count
 * as a full route.
 *
 * Cost: O(agents) in a step in which routes have been planned; for an agent without a full route,
 * one plan for each goal of its set. */
#include "behave/behave.h"
#include "geom/predicates.h"
#include "geom/segment.h"
#include "step/goal_regions.h"
#include "step/skin.h"

/* ---- Doors in front of a goal ---------------------------------------------------------------- */

/* True if a closed door on the layer of `from` crosses the straight line to `to`. A door within
 * `touch` m of `to` does not count. */
static bool meets_door(const wend_world *world, wend_location from, wend_vec2 to, float touch) {
    const overlay *over = &world->overlay;
    bool meets = false;
    for (uint32_t i = 0; i < over->wall_count && !meets; i++) {
        const overlay_wall *wall = &over->walls[i];
        meets = wall->layer == from.layer &&
                over->obstacles[wall->obstacle].kind == WEND_OBSTACLE_DOOR &&
                predicate_segments_meet(from.position, to, wall->a, wall->b) &&
                segment_point_distance(to, wall->a, wall->b) > (double)touch;
    }
    return meets;
}

/* True if closed doors lie between a location and both points of a goal that an agent may head for:
 * the nearest point and the point to aim at. */
static bool is_behind_door(const wend_world *world, const goal_record *goal,
                           const wend_route *route, wend_location from) {
    const wend_region *part =
        &goal_parts(goal)[goal_regions_find_part(goal, route, true, from.position)];
    /* A disc stops in front of a door, one skin width away from it. The agent arrives when its disc
     * is within the goal's tolerance. */
    float touch = goal->tolerance - 2.0F * skin_at(from.position);
    touch = touch > 0.0F ? touch : 0.0F;
    return meets_door(world, from, wend_region_nearest(part, from.position), touch) &&
           meets_door(world, from, wend_region_aim(part, from.position, 0.0F), touch);
}

bool route_ends_at_door(const wend_world *world, uint32_t index, const wend_route *route) {
    const wend_body *body = &world->bodies[index];
    uint32_t goal_index = store_target_goal(&world->cold, body->slot), count = route->point_count;
    if (world->overlay.wall_count == 0 || route->map == WEND_NO_MAP || goal_index == WEND_NO_GOAL ||
        (route->gives & (WEND_ROUTE_CONTINUES | WEND_ROUTE_FIELD)) || /* a field avoids doors */
        world->goals.records[goal_index].region.shape == WEND_SHAPE_DIRECTION) {
        return false;
    }
    wend_location from = {body->position, wend_body_layer(body)};
    if (count > 0) { /* check the route's last leg here, and the line from the last point to the
                        goal below */
        const wend_route_point *last = &route->points[count - 1];
        from = count > 1 ? (wend_location){last[-1].position, last[-1].layer} : from;
        if (meets_door(world, from, last->position, 0.0F)) {
            return true;
        }
        from = (wend_location){last->position, last->layer};
    }
    const goal_record *goal = &world->goals.records[goal_index];
    return from.layer == goal->layer && is_behind_door(world, goal, route, from);
}

/* ---- Unreachable goals ----------------------------------------------------------------------- */

/* Returns the goal set that contains an agent's own goal, and sets `*member` to the goal's position
 * in the set. Returns NULL if no set contains the goal. */
static const index_list *set_of(const wend_world *world, uint32_t slot, uint32_t *member) {
    uint32_t set = world->cold.goal_set[slot];
    const index_list *list = set == WEND_NONE ? NULL : &world->goal_sets[set];
    for (uint32_t i = 0; list && i < list->count; i++) {
        if (list->items[i] == world->cold.goal[slot]) {
            *member = i;
            return list;
        }
    }
    return NULL;
}

/* Marks the goal of an agent without a full route as unreachable. Returns true if the agent's
 * selector must choose again, because the mark is new and the set has other goals. */
static bool note_unreachable(wend_world *world, const wend_body *body) {
    uint32_t member = 0, slot = body->slot;
    const index_list *set = set_of(world, slot, &member);
    uint64_t bit = set ? store_member_bit(member) : 0;
    if (!set || set->count < 2 || (store_unreachable(&world->cold, slot) & bit)) {
        return false;
    }
    world->cold.unreachable[slot] |= bit;
    return true;
}

/* ---- Trying other goals ---------------------------------------------------------------------- */

/* Remembers an agent's first goal before other goals are tried. Returns false if out of memory. */
static bool remember_first_goal(wend_world *world, uint32_t index) {
    worker_data *list = &world->workers[0];
    uint32_t slot = world->bodies[index].slot;
    if (store_unreachable(&world->cold, slot) & STORE_TRYING_OTHERS) {
        return true;
    }
    if (!memory_grow(&world->memory, (void **)&list->changes, sizeof *list->changes,
                     &list->change_capacity, list->change_count + 1)) {
        return false;
    }
    world->cold.unreachable[slot] |= STORE_TRYING_OTHERS;
    list->changes[list->change_count++] = (goal_change){index, world->cold.goal[slot]};
    return true;
}

/* Requests a new choice for agents that have just been found to have no full route. Returns false
 * if out of memory. */
static bool request_other_goals(wend_world *world, bool *any) {
    const uint32_t excluded_flags = WEND_BODY_GHOST | WEND_BODY_NEEDS_GOAL | WEND_BODY_NEEDS_ROUTE;
    *any = false;
    for (uint32_t i = 0; i < world->body_count; i++) {
        wend_body *body = &world->bodies[i];
        if (!activity_lacks_route(activity_of(world, body->slot)) ||
            (wend_body_flags(body) & excluded_flags) || !note_unreachable(world, body)) {
            continue;
        }
        if (!remember_first_goal(world, i)) {
            return false;
        }
        agent_change_flags(body, WEND_BODY_NEEDS_GOAL, 0);
        world->goals_pending = *any = true;
    }
    return true;
}

/* Reports the final goals of the agents that tried other goals. Returns false if out of memory. */
static bool report_goals(wend_world *world) {
    worker_data *list = &world->workers[0];
    bool good = true;
    for (uint32_t i = 0; i < list->change_count; i++) {
        uint32_t slot = world->bodies[list->changes[i].index].slot;
        world->cold.unreachable[slot] &= ~STORE_TRYING_OTHERS;
        good = good && (world->cold.goal[slot] == list->changes[i].goal ||
                        event_add(world, WEND_EVENT_GOAL, slot, 0));
    }
    list->change_count = 0;
    return good;
}

bool goals_try_others(wend_world *world, bool (*plan)(wend_world *)) {
    bool any = false, good = request_other_goals(world, &any);
    while (good && any) {
        good = behave_choose_goals(world) && plan(world) && request_other_goals(world, &any);
    }
    return report_goals(world) && good;
}
