/* Lets agents avoid crowds: fills the grid of the crowd's density once per period, and lets agents
 * whose planner has `crowd` above 0 look for routes with less delay.
 *
 * Periodic planning on the density of a crowd: W. van Toll, A. Cook, R. Geraerts, "Real-time
 * density-based crowd simulation" (2012); A. Treuille, S. Cooper, Z. Popovic, "Continuum Crowds"
 * (2006) for fields. Departures:
 *
 * - Each agent plans once per period, in a step that its key determines, so that the searches of a
 *   crowd are spread evenly over the steps. An agent with a field plans in the step in which the
 *   grid is filled, because all agents share the new field.
 * - An agent takes the new route only if it pays. Both routes are measured in the same manner, from
 *   the agent's position along the points to the goal:
 *
 *       cost of a line   (sum over terrain types of weight * length) * (1 + crowd * mean delay)
 *
 *   The new one must cost less by the share `density_gain`, and by half a metre. Otherwise agents
 *   would go to and fro between routes of nearly equal cost.
 * - No search is made if even a straight line to the goal would not pay.
 *
 * Cost: nothing without a grid; otherwise O(agents) per step, and O(points of the route + length of
 * the route in congestion / cell) for each agent once per period, plus its search. */
#include <math.h>

#include <wend/random.h>

#include "behave/behave.h"
#include "geom/point.h"
#include "geom/segment.h"
#include "world/world.h"

enum {
    MAX_TYPES = 64,             /* terrain types on one line that count */
    PURPOSE_PHASE = 0x63726f77u /* purpose of the random numbers that spread the searches */
};

static const double MIN_GAIN = 0.5; /* m: a new route must be cheaper by this */

/* ---- Costs of routes ------------------------------------------------------------------------- */

static double line_cost(const wend_view *view, uint32_t index, double crowd, wend_location from,
                        wend_vec2 to) {
    double length = wide_distance(from.position, to), cost = length;
    if (!(length > 0.0)) {
        return 0.0;
    }
    if (wend_view_weight_class(view, index) != 0) {
        wend_terrain_length parts[MAX_TYPES];
        uint32_t count = wend_space_segment_terrain(view->space, from, to, parts, MAX_TYPES);
        cost = 0.0;
        for (uint32_t i = 0; i < count && i < MAX_TYPES; i++) {
            double weight = (double)wend_view_terrain_weight(view, index, parts[i].type);
            cost += parts[i].length > 0.0 ? weight * parts[i].length : 0.0;
        }
    }
    return cost * (1.0 + crowd * wend_view_line_delay(view, from, to) / length);
}

/* Returns the point of the goal that a route leads to from its last point. */
static wend_vec2 end_of(const wend_view *view, uint32_t index, wend_vec2 last) {
    const wend_region *parts;
    uint32_t goal = internals_goal(view, index);
    uint32_t count = goal != WEND_NO_GOAL ? wend_view_goal_parts(view, goal, &parts) : 0;
    wend_vec2 best = last;
    float least = INFINITY;
    for (uint32_t i = 0; i < count && parts[0].shape != WEND_SHAPE_DIRECTION; i++) {
        float distance = wend_region_distance(&parts[i], last);
        best = distance < least ? wend_region_nearest(&parts[i], last) : best;
        least = distance < least ? distance : least;
    }
    return best;
}

/* Returns the point of a route that an agent passes next: the end of the nearest leg on its layer,
 * the later of two equally near ones; point_count for the leg to `end`. */
static uint32_t find_next_point(const wend_body *body, const wend_route *route, wend_vec2 end) {
    uint32_t best = 0, count = route->point_count;
    double least = (double)INFINITY;
    for (uint32_t i = 1; i <= count; i++) {
        wend_vec2 to = i < count ? route->points[i].position : end;
        double distance = segment_point_distance(body->position, route->points[i - 1].position, to);
        if (route->points[i - 1].layer == wend_body_layer(body) && distance <= least) {
            least = distance;
            best = i;
        }
    }
    double first = count > 0 ? wide_distance(body->position, route->points[0].position) : 0.0;
    return first < least ? 0 : best;
}

/* Returns the cost (m) of a route from the agent's position on. If `is_new` is true, the agent has
 * not begun to follow it. */
static double route_cost(const wend_view *view, uint32_t index, double crowd,
                         const wend_route *route, bool is_new) {
    const wend_body *body = &view->bodies[index];
    uint32_t count = route->point_count;
    wend_vec2 last = count > 0 ? route->points[count - 1].position : body->position;
    wend_vec2 end = end_of(view, index, last);
    wend_location at = {body->position, wend_body_layer(body)};
    double cost = 0.0;
    for (uint32_t i = is_new ? 0 : find_next_point(body, route, end); i < count; i++) {
        cost += line_cost(view, index, crowd, at, route->points[i].position);
        at = (wend_location){route->points[i].position, route->points[i].layer};
    }
    return cost + line_cost(view, index, crowd, at, end);
}

/* ---- Steps ----------------------------------------------------------------------------------- */

bool crowd_update(wend_world *world) {
    const density_grid *grid = &world->density;
    if (grid->values && world->step > 0 && world->step % grid->period_steps == 0 &&
        !world->is_density_filled) {
        density_fill(world);
        world->is_density_filled = true; /* not again if the step fails and is repeated */
    }
    return true;
}

/* True if an agent follows a complete route that another one may replace. */
static bool may_reroute(const wend_world *world, const wend_body *body, const wend_route *route) {
    const uint32_t excluded =
        WEND_BODY_GHOST | WEND_BODY_REMOVED | WEND_BODY_NEEDS_GOAL | WEND_BODY_NEEDS_ROUTE;
    wend_activity activity = activity_of(world, body->slot);
    return !(wend_body_flags(body) & excluded) && route &&
           route->status == WEND_ROUTE_STATUS_FOUND && !(route->gives & WEND_ROUTE_CONTINUES) &&
           !activity_is_waiting(activity) && !activity_lacks_route(activity) &&
           activity != WEND_ACTIVITY_ARRIVED;
}

/* True if an agent plans in this step. */
static bool is_due(const wend_world *world, const wend_body *body, const wend_route *route) {
    uint32_t steps = world->density.period_steps, now = (uint32_t)(world->step % steps);
    bool has_field = route->gives & WEND_ROUTE_FIELD;
    uint64_t bits =
        wend_random_bits(world->seed, world->cold.key[body->slot], 0, PURPOSE_PHASE) % steps;
    return now == (has_field ? 0 : (uint32_t)bits);
}

static bool is_gain(const wend_world *world, double before, double after) {
    return after < before * (1.0 - world->density.gain) && after < before - MIN_GAIN;
}

/* True if a straight line to the goal would not be cheap enough to replace a route. */
static bool is_hopeless(const wend_world *world, uint32_t index, double crowd,
                        const wend_route *route) {
    const wend_view *view = &world->view;
    const wend_body *body = &world->bodies[index];
    uint32_t goal = internals_goal(view, index);
    if (wend_view_weight_class(view, index) != 0 || (route->gives & WEND_ROUTE_FIELD) ||
        goal == WEND_NO_GOAL || world->cold.path[body->slot] != WEND_NONE ||
        wend_view_goal_layer(view, goal) != wend_body_layer(body)) {
        return false;
    }
    double least = (double)wend_view_goal_distance(view, goal, body->position);
    return !is_gain(world, route_cost(view, index, crowd, route, false), least);
}

void crowd_request_routes(wend_world *world) {
    bool any = false;
    for (uint32_t i = 0; i < world->profile_count && world->density.generation > 0; i++) {
        any = any || world->profiles[i].crowd > 0.0;
    }
    for (uint32_t i = 0; i < world->body_count && any; i++) {
        const wend_body *body = &world->bodies[i];
        double crowd = world->profiles[wend_body_profile(body)].crowd;
        if (!(crowd > 0.0) || (wend_body_flags(body) & WEND_BODY_GHOST)) {
            continue;
        }
        const wend_route *route = route_pool_at(&world->routes, world->cold.route[body->slot]);
        if (may_reroute(world, body, route) && is_due(world, body, route) &&
            !is_hopeless(world, i, crowd, route)) {
            agent_request_route(world, body->slot, true);
            world->cold.behaviour[body->slot].is_rerouting = true;
        }
    }
}

bool crowd_keeps_route(const wend_world *world, uint32_t index, const wend_route *found) {
    const wend_body *body = &world->bodies[index];
    const wend_route *old = route_pool_at(&world->routes, world->cold.route[body->slot]);
    double crowd = world->profiles[wend_body_profile(body)].crowd;
    if (!old || (found && (found->gives & WEND_ROUTE_FIELD))) {
        return false;
    }
    return !found || found->status != WEND_ROUTE_STATUS_FOUND ||
           !is_gain(world, route_cost(&world->view, index, crowd, old, false),
                    route_cost(&world->view, index, crowd, found, true));
}
