/* Follows a route of way portals: crosses the portals one after the other, then heads for the
 * goal's region.
 *
 * S. Curtis, J. Snape, D. Manocha, "Way Portals: Efficient Multi-Agent Navigation with Line-Segment
 * Goals", section 5. The immediate goal is the segment to cross. The agent crosses it at a
 * preferred point, the bias point, if nothing interferes. See follow/route/portal_bias.c for the
 * bias.
 *
 *     zeta_i            bias, 0 at the left end of a portal, 1 at the right
 *     k                 lookahead
 *     approach vector   to the bias point, from the position where the bias was chosen
 *
 * An agent passes a portal when it crosses the portal's line within the portal's width. The
 * distance to a point never decides this. An agent may pass many portals in one step. An agent that
 * crosses the line beyond the width, or loses sight of the portal, was pushed off its route: it
 * requests a new route, at most once a second.
 *
 * Three rules are not in the paper. An agent that has passed its bias point beside the portal
 * crosses at its own position. A portal of zero width is passed when the agent's disc contains it
 * and can move on to the next one: at a corner, walls may keep the agent from crossing its line.
 * Visibility is checked every `check_interval` seconds, at different times for different agents.
 *
 * On a route with a field, the portals are derived one by one from the level lines of the field
 * (route/field_portals.c): the next one when the agent passes the portal, turns too far from it or
 * makes its visibility check. Such an agent requests a new route only if it has left the field.
 *
 * On a route without a map, a new plan would be no better. There, an agent that passes beside a
 * portal continues, and an agent that cannot see the portal heads for the portal's middle.
 *
 * Cost: O(1) per agent and step; a choice of the bias when a portal is passed or the approach
 * vector has turned too far; one visibility check every `check_interval` s. */
#include <math.h>

#include <wend/explain.h>
#include <wend/math.h>
#include <wend/model.h>

#include "follow/route/field_portals.h"
#include "follow/route/portals.h"
#include "follow/route/visibility.h"
#include "geom/segment.h"
#include "step/goal_regions.h"
#include "step/internals.h"
#include "step/prefetch.h"

enum { BIAS_CENTRE, BIAS_LOOKAHEAD, BIAS_VISIBILITY, BIAS_SHORTEST, BIAS_NEAREST };

static const char *const bias_choices[] = {"centre",   "lookahead", "visibility",
                                           "shortest", "nearest",   NULL};

typedef struct portal_params {
    wend_aim aim;
    int32_t bias;
    int64_t lookahead, portals_ahead;
    double approach_threshold, check_interval, max_portal_width;
} portal_params;

static const wend_param params[] = {
    WEND_AIM_ROWS,
    {"bias", WEND_PARAM_CHOICE, offsetof(portal_params, bias), BIAS_SHORTEST, 0.0, 0.0, "",
     "where to cross a portal: in the middle (for groups), or so that the path is short",
     bias_choices},
    {"lookahead", WEND_PARAM_INTEGER, offsetof(portal_params, lookahead), 2.0, 1.0, 100.0, "1",
     "bias lookahead: number of portals ahead to aim at", NULL},
    {"portals_ahead", WEND_PARAM_INTEGER, offsetof(portal_params, portals_ahead), 32.0, 1.0, 1000.0,
     "1", "bias visibility and shortest: largest number of portals to consider", NULL},
    {"approach_threshold", WEND_PARAM_NUMBER, offsetof(portal_params, approach_threshold), 30.0,
     0.0, 180.0, "degrees",
     "how far the direction to the crossing point may turn before the point is chosen again", NULL},
    {"check_interval", WEND_PARAM_NUMBER, offsetof(portal_params, check_interval), 1.0, 0.0, 3600.0,
     "s", "time between visibility checks of the portal; 0: none", NULL},
    {"max_portal_width", WEND_PARAM_NUMBER, offsetof(portal_params, max_portal_width), 10.0, 0.0,
     2000.0, "m", "largest width of portals that are made from the points of a path", NULL},
};

/* m: on a path without a map, an agent this near to the line of a portal has crossed it. This
 * tolerance is needed where the path reverses its direction, because the portal there lies along
 * the path. */
static const float touch = 0.01F;
/* m: the same tolerance on a route from a map. Without it, an agent that stands on the line, at the
 * bias point itself, would turn around. */
static const float on_line = 0.001F;

/* Share of the agent's radius for which the line beyond a portal of zero width must be free. It is
 * below 1 because agents touch walls. */
static const float free_share = 0.9F;
/* Distance from a portal at a corner within which there is a wall, as a share of the radius. */
static const float at_wall_share = 1.05F;

/* All zero at the start of each route. Contains all the data that is needed in a step without
 * changes (is_steady). */
typedef struct portal_state {
    uint32_t next;           /* index of the portal to head for */
    visibility_state checks; /* times of the visibility checks of the portal or goal */
    uint8_t heading;         /* HEADING_... */
    uint8_t layer;           /* layer of the portal */
    uint8_t flags;           /* WAS_ON_LAYER and the other bits below */
    uint8_t is_hidden;       /* 1: the portal or goal was hidden at the last visibility check */
    wend_vec2 left, right, direction; /* copied from the way_portal */
    union {
        wend_vec2 approach;  /* the approach vector, unit length */
        uint32_t members[2]; /* used while heading for the goal: members[0] contains GOALS_CHECKED,
                                and bit i is set if goal i of the set is visible */
    };
    wend_vec2 last; /* the agent's position at the previous call */
    float bias;
    float beyond; /* m: approximate length of the path beyond the portal */
} portal_state;

#define GOALS_CHECKED 0x80000000U /* a bit of members[0] */

enum { HEADING_NOWHERE, HEADING_PORTAL, HEADING_GOAL };

enum {
    WAS_ON_LAYER = 1, /* the agent was on the portal's layer while heading for it */
    WAS_BEFORE = 2,   /* the agent was in front of the portal's line */
    ENDS_AT_GOAL = 4  /* the agent heads for the goal, and the route ends at the goal */
};

/* Values that all agents of a call have in common. */
typedef struct portal_call {
    const wend_view *view;
    const portal_params *params;
    float least_cosine; /* cosine of the approach threshold */
    visibility_rules visibility;
    bool at_once; /* true: agents head for all goals of their set at once */
} portal_call;

static portal_call call_of(const wend_view *view, const wend_agents *agents) {
    const portal_params *p = agents->params;
    double degree = WEND_PI / 180.0;
    return (portal_call){.view = view,
                         .params = p,
                         .least_cosine = (float)wend_cos(p->approach_threshold * degree),
                         .visibility = visibility_rules_of(view, p->check_interval),
                         .at_once = internals_takes_all_goals(view, agents->profile)};
}

static way_portal portal_of(const portal_state *state) {
    return (way_portal){state->left, state->right, state->direction, state->layer};
}

/* ---- Steady steps ---------------------------------------------------------------------------- */

/* True if the direction to the bias point has turned too far from the approach vector. */
static bool has_turned(const portal_call *call, const portal_state *state, wend_vec2 position) {
    if (call->params->bias == BIAS_CENTRE) {
        return false;
    }
    wend_vec2 to_point = vec_sub(vec_lerp(state->left, state->right, state->bias), position);
    return vec_dot(to_point, state->approach) < call->least_cosine * vec_length(to_point);
}

/* True if the agent's disc contains its portal, which has zero width. Where the portal is a corner
 * of the free space, the walls that the disc touches may keep the agent from ever crossing it. */
static bool touches_point(const portal_state *state, wend_vec2 position, float radius) {
    return vec_equal(state->left, state->right) &&
           vec_length_squared(vec_sub(state->left, position)) < radius * radius;
}

/* True if the agent still heads for its portal or goal and there is nothing else to do in this
 * step. */
static bool is_steady(const portal_call *call, const portal_state *state, wend_vec2 position,
                      float radius) {
    if (state->heading == HEADING_NOWHERE || state->is_hidden ||
        visibility_is_due(call->visibility, &state->checks)) {
        return false;
    }
    if (state->heading == HEADING_GOAL && call->at_once && !(state->members[0] & GOALS_CHECKED)) {
        return false;
    }
    float ahead = vec_dot(vec_sub(state->left, position), state->direction);
    return state->heading == HEADING_GOAL || (ahead > touch && !has_turned(call, state, position) &&
                                              !touches_point(state, position, radius));
}

/* ---- From portal to portal ------------------------------------------------------------------- */

/* Starts heading for the portal with index `state->next`. */
static void head_for_next_portal(portal_state *state, route_ahead *ahead) {
    wend_vec2 before = portal_middle(&ahead->portal);
    bool first = state->heading == HEADING_NOWHERE;
    ahead->next = state->next;
    ahead->portal =
        portal_at(ahead->route, state->next, ahead->from.position, ahead->radius, ahead->widest);
    float leg = first ? 0.0F : vec_length(vec_sub(portal_middle(&ahead->portal), before));
    state->beyond = state->beyond > leg ? state->beyond - leg : 0.0F;
    state->heading = HEADING_PORTAL;
    state->left = ahead->portal.left;
    state->right = ahead->portal.right;
    state->direction = ahead->portal.ahead;
    state->layer = (uint8_t)ahead->portal.layer;
    state->flags = state->is_hidden = 0;
}

/* Begins a route: starts heading for its first portal. */
static void begin_route(const portal_call *call, portal_state *state, route_ahead *ahead,
                        uint64_t key) {
    *state = (portal_state){.checks = visibility_begin(call->visibility, key),
                            .last = ahead->from.position};
    if (ahead->count) {
        state->beyond = portals_length(ahead);
        head_for_next_portal(state, ahead);
    } else {
        state->heading = HEADING_GOAL;
    }
}

/* True if the agent is on a layer from which it can pass the portal: the portal's own layer; or the
 * next portal's layer, if the agent was on the portal's layer before and has crossed a link. */
static bool is_on_route(portal_state *state, const route_ahead *ahead, uint32_t goal_layer) {
    if (ahead->from.layer == state->layer) {
        state->flags |= WAS_ON_LAYER;
        return true;
    }
    if (!(state->flags & WAS_ON_LAYER)) {
        return false;
    }
    uint32_t after = state->next + 1;
    return ahead->from.layer ==
           (after < ahead->count
                ? wend_route_portal(ahead->route, after, ahead->from.position).layer
                : goal_layer);
}

/* True if the agent has room to move straight to the portal after the next one, or to its goal. */
static bool sees_beyond(const route_ahead *ahead) {
    uint32_t after = ahead->next + 1;
    wend_location to = {portals_goal_point(ahead, ahead->from.position), ahead->portal.layer};
    if (after < ahead->count) {
        way_portal next =
            portal_at(ahead->route, after, ahead->from.position, ahead->radius, ahead->widest);
        to = (wend_location){segment_closest(ahead->from.position, next.left, next.right),
                             next.layer};
    }
    return wend_view_is_visible(ahead->view, ahead->from, to, free_share * ahead->radius);
}

/* True if a disc at a portal of zero width touches a wall. Such portals also lie at the borders of
 * terrain, where nothing keeps an agent from crossing their lines. */
static bool is_at_wall(const portal_state *state, const route_ahead *ahead) {
    wend_location at = {state->left, ahead->portal.layer};
    float limit = at_wall_share * ahead->radius;
    return wend_view_find_closest_wall(ahead->view, at, limit).distance <= limit;
}

typedef enum passing { PASSING_NOT, PASSING_THROUGH, PASSING_BESIDE } passing;

/* Finds whether the agent's last step passed the portal. An agent that was never in front of the
 * portal's line has not passed the portal, no matter where it is. */
static passing find_passing(portal_state *state, const route_ahead *ahead) {
    wend_vec2 position = ahead->from.position;
    bool planned = ahead->route->map != WEND_NO_MAP;
    float beyond = vec_dot(vec_sub(position, state->left), state->direction);
    if (beyond <= (planned ? -on_line : -touch)) {
        state->flags |= WAS_BEFORE;
        return planned && touches_point(state, position, ahead->radius) &&
                       is_at_wall(state, ahead) && sees_beyond(ahead)
                   ? PASSING_THROUGH
                   : PASSING_NOT;
    }
    float at = portal_crossing(&ahead->portal, state->last, position);
    float width = vec_length(vec_sub(state->right, state->left));
    float margin = portal_margin(ahead->route, ahead->radius);
    if (at >= -margin && at <= width + margin) {
        return PASSING_THROUGH;
    }
    wend_vec2 point = vec_lerp(state->left, state->right, state->bias);
    bool past = vec_dot(vec_sub(position, point), state->approach) > 0.0F;
    return !(state->flags & WAS_BEFORE) ? PASSING_NOT
           : planned                    ? PASSING_BESIDE
           : past                       ? PASSING_THROUGH
                                        : PASSING_NOT;
}

/* True if an agent that has not crossed the portal is within its radius of the bias point. Walls
 * keep it away from the point itself, so it would move back and forth. */
static bool is_near_bias_point(const portal_state *state, const route_ahead *ahead) {
    wend_vec2 point = vec_lerp(state->left, state->right, state->bias);
    return vec_length(vec_sub(point, ahead->from.position)) < ahead->radius;
}

/* Chooses where to cross the portal. `again`: the direction to the previously chosen point has
 * turned too far. */
static void set_bias(const portal_call *call, portal_state *state, const route_ahead *ahead,
                     bool again) {
    const portal_params *p = call->params;
    wend_vec2 here = ahead->from.position;
    if (again && is_near_bias_point(state, ahead)) {
        state->bias = bias_toward(&ahead->portal, here, here);
        state->approach = state->direction;
        return;
    }
    switch (p->bias) {
    case BIAS_LOOKAHEAD:
        state->bias = bias_lookahead(ahead, (uint32_t)p->lookahead);
        break;
    case BIAS_VISIBILITY:
        state->bias = bias_visibility(ahead, (uint32_t)p->portals_ahead);
        break;
    case BIAS_SHORTEST:
        state->bias = bias_shortest(ahead, (uint32_t)p->portals_ahead);
        break;
    case BIAS_NEAREST:
        state->bias = bias_toward(&ahead->portal, here, here);
        break;
    default:
        state->bias = 0.5F;
    }
    wend_vec2 point = vec_lerp(state->left, state->right, state->bias);
    state->approach = vec_normalized(vec_sub(point, here));
}

/* Advances past the portals crossed since the last step. Returns true if the agent is off its
 * route. */
static bool pass_portals(const portal_call *call, portal_state *state, route_ahead *ahead,
                         uint32_t goal_layer) {
    passing now = PASSING_NOT;
    bool fresh = vec_equal(state->approach, (wend_vec2){0.0F, 0.0F});
    while (state->heading == HEADING_PORTAL && is_on_route(state, ahead, goal_layer) &&
           (now = find_passing(state, ahead)) == PASSING_THROUGH) {
        fresh = true;
        if (++state->next < ahead->count) {
            head_for_next_portal(state, ahead);
        } else {
            state->heading = HEADING_GOAL;
        }
        state->approach = (wend_vec2){0.0F, 0.0F};
    }
    state->last = ahead->from.position;
    bool heads = state->heading == HEADING_PORTAL;
    if (heads && (fresh || has_turned(call, state, ahead->from.position))) {
        set_bias(call, state, ahead, !fresh);
    }
    return state->heading == HEADING_PORTAL && now == PASSING_BESIDE;
}

/* Checks whether the portal or goal is visible, if a check is due. */
static void check_visibility(const portal_call *call, uint32_t index, portal_state *state,
                             const route_ahead *ahead) {
    if (!visibility_is_due(call->visibility, &state->checks)) {
        return;
    }
    state->checks.next = call->visibility.now + call->visibility.period;
    if (state->heading == HEADING_GOAL) {
        state->is_hidden = !visibility_sees_goal(call->view, index, ahead->route, 0.0F);
        return;
    }
    state->is_hidden = !portal_is_seen(call->view, ahead->from, &ahead->portal);
    if (state->is_hidden && ahead->route->map == WEND_NO_MAP) {
        state->is_hidden = 0;
        state->bias = 0.5F; /* the portal's middle, where the point of the path lies */
    }
}

/* Checks the visibility of the other goals of the set. On a route without a map, all of them count
 * as visible. */
static void check_other_goals(const portal_call *call, uint32_t index, const route_ahead *ahead,
                              portal_state *state) {
    const wend_view *view = call->view;
    const uint32_t *goals;
    uint32_t count = wend_view_active_goals(view, index, &goals);
    bool planned = ahead->route && ahead->route->map != WEND_NO_MAP;
    state->members[0] = GOALS_CHECKED;
    for (uint32_t i = 0; i < count && i < GOAL_REGIONS_MEMBERS; i++) {
        bool counts = goal_regions_can_head_for(view, index, goals[i]);
        bool seen =
            counts && (!planned || visibility_sees_goal_from(view, ahead->from, goals[i], 0.0F));
        state->members[0] |= (uint32_t)seen << i;
    }
}

/* Returns the goal region that the route leads to, or NULL if there is no goal. */
static const wend_region *goal_ahead(const portal_call *call, uint32_t goal,
                                     const wend_route *route, wend_vec2 from) {
    if (goal == WEND_NO_GOAL) {
        return NULL;
    }
    const goal_record *record = &call->view->internals->goals->records[goal];
    bool nearest = call->params->aim.aim != 0;
    return &goal_parts(record)[goal_regions_find_part(record, route, nearest, from)];
}

/* ---- Level lines of a field ------------------------------------------------------------------ */

enum { LEVEL_LINES = 64 }; /* number of different ids of portals that are derived from a field */

static void head_for_level_line(const portal_call *call, portal_state *state,
                                const route_ahead *ahead, const wend_field_portal *line) {
    uint32_t number = state->next >= ahead->count ? state->next - ahead->count + 1 : 0;
    state->next = ahead->count + number % LEVEL_LINES;
    state->heading = HEADING_PORTAL;
    state->left = line->portal.left;
    state->right = line->portal.right;
    state->direction = line->direction;
    state->layer = (uint8_t)line->portal.layer;
    state->flags = state->is_hidden = 0;
    state->bias = call->params->bias == BIAS_CENTRE ? 0.5F : line->bias;
    state->beyond = line->distance;
    wend_vec2 point = vec_lerp(state->left, state->right, state->bias);
    state->approach = vec_normalized(vec_sub(point, ahead->from.position));
}

/* Chooses the portal or goal of an agent on a field. Returns WEND_REGION_LOST or 0. */
static uint8_t follow_field(const portal_call *call, uint32_t index, portal_state *state,
                            const route_ahead *ahead) {
    wend_field_portal line;
    state->last = ahead->from.position;
    if (visibility_is_due(call->visibility, &state->checks)) {
        state->checks.next = call->visibility.now + call->visibility.period;
    }
    switch (field_target_of(call->view, index, ahead->route, &line)) {
    case FIELD_TARGET_PORTAL:
        head_for_level_line(call, state, ahead, &line);
        return 0;
    case FIELD_TARGET_GOAL:
        state->heading = HEADING_GOAL;
        state->flags = state->is_hidden = 0;
        state->members[0] = GOALS_CHECKED;
        state->members[1] = 0;
        if (call->at_once) {
            check_other_goals(call, index, ahead, state);
        }
        return 0;
    default:
        return visibility_may_request_route(call->visibility, &state->checks) ? WEND_REGION_LOST
                                                                              : 0;
    }
}

/* Handles a step for which is_steady is false. Returns WEND_REGION_LOST or 0. */
static uint8_t update_route_state(const portal_call *call, uint32_t index, portal_state *state) {
    const wend_view *view = call->view;
    const wend_body *body = &view->bodies[index];
    const wend_route *route = internals_route(view, index);
    uint32_t goal = internals_goal(view, index);
    route_ahead ahead = {.view = view,
                         .route = route,
                         .goal = goal_ahead(call, goal, route, body->position),
                         .nearest = call->params->aim.aim != 0,
                         .from = {body->position, wend_body_layer(body)},
                         .radius = body->radius,
                         .widest = (float)call->params->max_portal_width,
                         .portal = portal_of(state),
                         .next = state->next,
                         .count = route ? wend_route_portal_count(route) : 0};
    bool is_new = state->heading == HEADING_NOWHERE, guided = route_has_level_lines(route);
    if (is_new) {
        begin_route(call, state, &ahead, wend_view_key(view, index));
    }
    if (guided && state->next >= ahead.count) {
        return follow_field(call, index, state, &ahead);
    }
    if (!is_new && state->next >= ahead.count && state->heading != HEADING_GOAL) {
        state->heading = HEADING_GOAL;
        state->members[0] = state->members[1] = 0;
    }
    uint32_t goal_layer = goal == WEND_NO_GOAL ? UINT32_MAX : wend_view_goal_layer(view, goal);
    bool off = pass_portals(call, state, &ahead, goal_layer);
    if (guided && state->heading == HEADING_GOAL) { /* it has passed the points before the field */
        return follow_field(call, index, state, &ahead);
    }
    if (state->heading == HEADING_GOAL && call->params->aim.aim == 0) {
        state->flags = (uint8_t)(state->flags & ~ENDS_AT_GOAL);
        state->flags |= route_ends_at_goal(view, index, route) ? ENDS_AT_GOAL : 0;
    }
    bool due =
        visibility_is_due(call->visibility, &state->checks) || !(state->members[0] & GOALS_CHECKED);
    check_visibility(call, index, state, &ahead);
    if (call->at_once && state->heading == HEADING_GOAL && due) {
        check_other_goals(call, index, &ahead, state);
    }
    bool lost = off || state->is_hidden;
    return lost && visibility_may_request_route(call->visibility, &state->checks) ? WEND_REGION_LOST
                                                                                  : 0;
}

/* ---- The follower ---------------------------------------------------------------------------- */

/* Sets the region that the agent heads for. Returns the region's flags. */
static uint8_t set_region(const wend_view *view, uint32_t index, const portal_state *state,
                          wend_region *region) {
    uint32_t goal = state->heading == HEADING_PORTAL ? WEND_NO_GOAL : internals_goal(view, index);
    if (goal != WEND_NO_GOAL) {
        *region = *internals_goal_region(view, goal);
        uint8_t nearest = state->flags & ENDS_AT_GOAL ? WEND_REGION_AIM_NEAREST : 0;
        return region->flags | WEND_REGION_STOP | nearest;
    }
    bool stays = state->heading != HEADING_PORTAL;
    bool is_point = stays || vec_equal(state->left, state->right);
    *region = (wend_region){.shape = is_point ? WEND_SHAPE_POINT : WEND_SHAPE_SEGMENT,
                            .id = wend_region_id_of(WEND_REGION_KIND_PORTAL, state->next, 0),
                            .a = stays ? view->bodies[index].position : state->left,
                            .b = state->right,
                            .opens = -INFINITY,
                            .closes = INFINITY,
                            .bias = state->bias,
                            .cost = state->beyond};
    return stays ? WEND_REGION_STOP : WEND_REGION_INSIDE;
}

static void follow_portal(const wend_view *view, const wend_agents *agents, wend_intent *intents) {
    portal_call call = call_of(view, agents);
    uint8_t aim = wend_aim_flags(&call.params->aim);
    bool several = goal_regions_has_several(view, agents->profile);
    goal_regions_cache cache = {0};
    for (uint32_t k = 0; k < agents->range_count; k++) {
        for (uint32_t i = agents->ranges[k].begin; i < agents->ranges[k].end; i++) {
            prefetch_state(view, agents, i, agents->ranges[k].end);
            const wend_body *body = &view->bodies[i];
            portal_state *state = wend_agents_state(agents, body->slot);
            uint8_t flags = aim;
            if (is_steady(&call, state, body->position, body->radius)) {
                state->flags |=
                    wend_body_layer(body) == state->layer ? WAS_ON_LAYER | WAS_BEFORE : WAS_BEFORE;
                state->last = body->position;
            } else {
                flags |= update_route_state(&call, i, state);
            }
            wend_intent *intent = &intents[i - agents->first];
            flags |= set_region(view, i, state, &intent->region);
            if (state->heading == HEADING_PORTAL) { /* the bias determines the point to cross */
                flags &= (uint8_t)~WEND_REGION_AIM_NEAREST;
            }
            intent->region.flags = flags;
            intent->more = NULL;
            intent->more_count = 0;
            intent->speed = wend_column_at(agents->preferred_speed, body->slot);
            if (several && state->heading == HEADING_GOAL) {
                goal_regions_add(view, agents->worker, i, state->members[0], &cache, intent);
            }
        }
    }
}

/* ---- Explanation ----------------------------------------------------------------------------- */

enum { PORTALS_SHOWN = 16 };

static void explain_portal(const wend_view *view, const wend_agents *agents, uint32_t index,
                           const wend_intent *intent, wend_sketch *sketch) {
    const portal_params *p = agents->params;
    const wend_body *body = &view->bodies[index];
    const wend_route *route = internals_route(view, index);
    const wend_region *region = &intent->region;
    bool is_portal = !(region->flags & WEND_REGION_STOP);
    wend_vec2 aim = wend_region_aim(region, body->position, intent->speed);
    wend_sketch_add(sketch, (wend_mark){.kind = WEND_MARK_PATH,
                                        .a = body->position,
                                        .b = aim,
                                        .label = is_portal ? "where to cross" : "goal",
                                        .subject = wend_view_region_subject(view, region)});
    uint32_t count = is_portal && route ? wend_route_portal_count(route) : 0;
    uint32_t first = wend_region_id_index(region->id);
    for (uint32_t i = first; i < count && i - first < PORTALS_SHOWN; i++) {
        way_portal portal =
            portal_at(route, i, body->position, body->radius, (float)p->max_portal_width);
        bool now = i == first;
        wend_sketch_add(sketch, (wend_mark){.kind = WEND_MARK_REGION,
                                            .a = now ? region->a : portal.left,
                                            .b = now ? region->b : portal.right,
                                            .label = now ? "portal" : "portal ahead",
                                            .subject = {.kind = WEND_SUBJECT_PORTAL, .index = i}});
    }
}

const wend_follower wend_follower_portal = {
    .stage = {.entry = {WEND_HEAD(wend_follower), .name = "portal",
                        .summary = "heads through the portals of the route, then for the goal",
                        .citation = "S. Curtis, J. Snape, D. Manocha: Way Portals: Efficient "
                                    "Multi-Agent Navigation with Line-Segment Goals (2012)",
                        .params = params, .param_count = sizeof params / sizeof *params,
                        .params_size = sizeof(portal_params)},
              .state_size = sizeof(portal_state),
              .explain = explain_portal},
    .needs = WEND_ROUTE_PORTALS,
    .follow = follow_portal,
};
