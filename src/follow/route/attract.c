/* The common part of followers that use an attraction point.
 *
 * The agent passes through its attraction point: the region that it heads for is that point, with
 * the clearance there. When the point has reached the end of the path and the goal is visible, the
 * agent heads for the goal's own region and stops there. On a route from a map, an agent is lost if
 * it cannot see its attraction point (with `by_reference`: if it sees neither the attraction point
 * nor its reference point), or if it is outside the corridor by more than its radius. A lost agent
 * requests a new route, at most once a second. On a route without a map, a new plan would be no
 * better.
 *
 * Cost: O(1) per agent and step, plus the follower's `move`; one or two visibility checks every
 * `check_interval` seconds; one check in each step while the point is at the end of the path and
 * the goal is hidden. */
#include "follow/route/attract.h"

#include <wend/explain.h>

#include <math.h>

#include "geom/vec.h"
#include "step/goal_regions.h"
#include "step/internals.h"

/* m: an agent within this distance of a point has reached it. */
static const float on_point = 0.1F;

path_position attract_next(const control_path *path, path_position at) {
    bool within = at.along < path_leg_length(path, at.leg);
    return path_at_vertex(path, within || at.leg == path->last ? at.leg : at.leg + 1);
}

bool attract_sees(const attract_agent *walker, path_position at, float radius) {
    wend_route_point to = path_point(&walker->path, at);
    if (path_vertex(&walker->path, at.leg - 1).layer != to.layer) {
        /* The point where the path crosses the link is not known. */
        to = path_vertex(&walker->path, at.leg);
    }
    return wend_view_is_visible(walker->view, walker->here, (wend_location){to.position, to.layer},
                                radius);
}

bool attract_has_reached(const attract_agent *walker, path_position at, float within) {
    const control_path *path = &walker->path;
    wend_route_point point = path_point(path, at);
    path_position next = attract_next(path, at);
    wend_vec2 past = vec_sub(walker->here.position, point.position);
    /* An agent that has crossed a link is on the layer of the next vertex after the point. */
    if (walker->here.layer != point.layer &&
        walker->here.layer != path_vertex(path, next.leg).layer) {
        return false;
    }
    float away = vec_length(past);
    if (away <= on_point || away > within) {
        return away <= on_point;
    }
    wend_vec2 leg_vector = vec_sub(point.position, path_vertex(path, at.leg - 1).position);
    if (!(vec_dot(past, leg_vector) > 0.0F)) {
        return false;
    }
    return path->route->map == WEND_NO_MAP || attract_sees(walker, next, 0.0F);
}

/* ---- The path -------------------------------------------------------------------------------- */

/* Returns the control path of an agent that has begun a route. The route has at least one point. */
static control_path path_of(const wend_view *view, const wend_route *route, uint32_t goal,
                            const attract_state *state) {
    control_path path = {
        .route = route, .start = {state->start, state->start_layer}, .last = route->point_count};
    const wend_region *region = goal == WEND_NO_GOAL ? NULL : internals_goal_region(view, goal);
    if (region && region->shape != WEND_SHAPE_DIRECTION) {
        wend_vec2 end = route->points[route->point_count - 1].position;
        path.goal =
            (wend_location){wend_region_nearest(region, end), wend_view_goal_layer(view, goal)};
        path.last++;
    }
    return path;
}

control_path attract_path(const wend_view *view, uint32_t index, const attract_state *state) {
    return path_of(view, internals_route(view, index), internals_goal(view, index), state);
}

static void begin_route(const attract_agent *walker, visibility_rules visibility,
                        attract_state *state) {
    *state = (attract_state){
        .checks = visibility_begin(visibility, wend_view_key(walker->view, walker->index)),
        .start = walker->here.position,
        .start_layer = (uint8_t)walker->here.layer,
        .began = 1,
        .at = {1, 0.0F},
        .reference = {1, 0.0F}};
}

/* A damaged snapshot may contain any position on the path. */
static path_position sound_position(const control_path *path, path_position at) {
    float along = at.along >= 0.0F && isfinite(at.along) ? at.along : 0.0F;
    return at.leg == 0           ? (path_position){1, 0.0F}
           : at.leg > path->last ? path_at_vertex(path, path->last)
                                 : (path_position){at.leg, along};
}

/* Corrects what a damaged snapshot may contain, so that the positions on the path exist. */
static void make_sound(const attract_agent *walker, attract_state *state) {
    bool is_sound = isfinite(state->start.x) && isfinite(state->start.y) &&
                    fabsf(state->start.x) <= WEND_MAX_EXTENT &&
                    fabsf(state->start.y) <= WEND_MAX_EXTENT &&
                    state->start_layer < wend_space_layer_count(walker->view->space);
    if (!is_sound) {
        state->start = walker->here.position;
        state->start_layer = (uint8_t)walker->here.layer;
    }
}

/* ---- Visibility checks ----------------------------------------------------------------------- */

/* True if the route has a corridor and the agent's disc lies entirely outside it. */
static bool is_outside(const attract_agent *walker, attract_state *state) {
    return wend_route_bound(walker->path.route, walker->here, &state->cursor).distance <
           -walker->radius;
}

static void check_visibility(const attract_agent *walker, bool by_reference, attract_state *state) {
    if (state->at_goal) {
        state->is_hidden =
            !visibility_sees_goal(walker->view, walker->index, walker->path.route, 0.0F);
        return;
    }
    bool seen = attract_sees(walker, state->at, 0.0F);
    seen = seen || (by_reference && attract_sees(walker, state->reference, 0.0F));
    state->is_hidden = !seen || is_outside(walker, state);
}

/* Checks visibility if a check is due. Returns WEND_REGION_LOST or 0. */
static uint8_t lost_flag(const attract_agent *walker, const attract_rules *rules,
                         visibility_rules visibility, attract_state *state) {
    if (visibility_is_due(visibility, &state->checks)) {
        state->checks.next = visibility.now + visibility.period;
        check_visibility(walker, rules->by_reference, state);
    }
    bool lost = state->is_hidden && walker->path.route->map != WEND_NO_MAP;
    return lost && visibility_may_request_route(visibility, &state->checks) ? WEND_REGION_LOST : 0;
}

/* ---- Regions --------------------------------------------------------------------------------- */

/* `point` is the index of the route point that the path leads to next. It increases as the
 * attraction point moves, and thereby shows that the agent makes progress. */
static wend_region point_region(wend_vec2 position, float room, uint32_t point, uint8_t flags) {
    return (wend_region){.shape = WEND_SHAPE_POINT,
                         .flags = flags,
                         .id = wend_region_id_of(WEND_REGION_KIND_POINT, point, 0),
                         .a = position,
                         .b = {room, 0.0F},
                         .opens = -INFINITY,
                         .closes = INFINITY};
}

/* Returns the goal's region. Without a goal, returns the agent's own position, so that the agent
 * stays there. */
static wend_region goal_region(const wend_view *view, uint32_t index, uint32_t goal) {
    if (goal == WEND_NO_GOAL) {
        return point_region(view->bodies[index].position, 0.0F, 0, WEND_REGION_STOP);
    }
    wend_region region = *internals_goal_region(view, goal);
    region.flags |= WEND_REGION_STOP;
    return region;
}

/* Advances the attraction point along the path. Returns the region to head for. */
static wend_region next_region(attract_agent *walker, const attract_rules *rules,
                               visibility_rules visibility, uint32_t goal) {
    const wend_view *view = walker->view;
    attract_state *state = wend_agents_state(walker->agents, view->bodies[walker->index].slot);
    const wend_route *route = walker->path.route;
    if (!state->began) {
        begin_route(walker, visibility, state);
    }
    make_sound(walker, state);
    walker->path = path_of(view, route, goal, state);
    state->at = sound_position(&walker->path, state->at);
    state->reference = sound_position(&walker->path, state->reference);
    if (!state->at_goal || rules->may_leave_goal) {
        rules->move(walker, state);
        state->at_goal = path_is_end(&walker->path, state->at) &&
                         visibility_sees_goal(view, walker->index, route, 0.0F);
    }
    uint8_t lost = lost_flag(walker, rules, visibility, state);
    wend_region region;
    if (state->at_goal) {
        region = goal_region(view, walker->index, goal);
        bool nearest = route_ends_at_goal(view, walker->index, route);
        region.flags |= nearest ? WEND_REGION_AIM_NEAREST : 0;
    } else {
        wend_route_point at = path_point(&walker->path, state->at);
        region = point_region(at.position, at.clearance, state->at.leg - 1, 0);
    }
    region.flags |= lost;
    return region;
}

void attract_follow(const wend_view *view, const wend_agents *agents, wend_intent *intents,
                    const attract_rules *rules) {
    visibility_rules visibility = visibility_rules_of(view, rules->check_interval);
    uint8_t shortcut = rules->takes_shortcuts ? WEND_REGION_SHORTCUT : 0;
    uint8_t flags = wend_aim_flags(rules->aim) | shortcut;
    bool several = goal_regions_has_several(view, agents->profile);
    goal_regions_cache cache = {0};
    for (uint32_t k = 0; k < agents->range_count; k++) {
        for (uint32_t i = agents->ranges[k].begin; i < agents->ranges[k].end; i++) {
            const wend_body *body = &view->bodies[i];
            wend_intent *intent = &intents[i - agents->first];
            const wend_route *route = internals_route(view, i);
            uint32_t goal = internals_goal(view, i);
            intent->speed = wend_column_at(agents->preferred_speed, body->slot);
            intent->more = NULL;
            intent->more_count = 0;
            if (!route || route->point_count == 0) {
                intent->region = goal_region(view, i, goal);
            } else {
                attract_agent walker = {.view = view,
                                        .agents = agents,
                                        .index = i,
                                        .here = {body->position, wend_body_layer(body)},
                                        .radius = body->radius,
                                        .speed = intent->speed,
                                        .path = {.route = route}};
                intent->region = next_region(&walker, rules, visibility, goal);
            }
            intent->region.flags |= flags;
            if (several && goal != WEND_NO_GOAL && (intent->region.flags & WEND_REGION_STOP)) {
                goal_regions_add(view, agents->worker, i, GOAL_REGIONS_ALL, &cache, intent);
            }
        }
    }
}

/* ---- Explanation ----------------------------------------------------------------------------- */

enum { LEGS_SHOWN = 16 };

void attract_explain(const wend_view *view, const wend_agents *agents, uint32_t index,
                     const wend_intent *intent, wend_sketch *sketch) {
    const wend_body *body = &view->bodies[index];
    const wend_route *route = internals_route(view, index);
    const wend_region *region = &intent->region;
    const attract_state *state = wend_agents_state(agents, body->slot);
    bool has_attraction_point = route && route->point_count && state->began && !state->at_goal;
    wend_vec2 aim = wend_region_aim(region, body->position, intent->speed);
    wend_sketch_add(sketch, (wend_mark){.kind = WEND_MARK_PATH,
                                        .a = body->position,
                                        .b = aim,
                                        .label = has_attraction_point ? "attraction point" : "goal",
                                        .subject = wend_view_region_subject(view, region)});
    if (!has_attraction_point) {
        return;
    }
    control_path path = attract_path(view, index, state);
    if (isfinite(region->b.x)) {
        wend_sketch_add(sketch, (wend_mark){.kind = WEND_MARK_DISC,
                                            .a = region->a,
                                            .b = region->b,
                                            .label = "clearance"});
    }
    wend_vec2 from = region->a;
    for (uint32_t leg = state->at.leg; leg <= path.last && leg - state->at.leg < LEGS_SHOWN;
         leg++) {
        wend_vec2 to = path_vertex(&path, leg).position;
        bool first = leg == state->at.leg;
        wend_sketch_add(sketch, (wend_mark){.kind = WEND_MARK_PATH,
                                            .a = from,
                                            .b = to,
                                            .label = first ? "control path" : NULL});
        from = to;
    }
}
