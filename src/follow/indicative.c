/* Implements the Indicative Route Method: heads for the point where the route leaves the free
 * ground around the character.
 *
 * I. Karamouzas, R. Geraerts, M. Overmars, "Indicative Routes for Path Planning and Crowd
 * Simulation" (FDG 2009), as described by N. Jaklin, A. Cook, R. Geraerts, "Real-time path planning
 * in heterogeneous environments" (2013), section 1. The character is retracted onto the medial
 * axis, and lies in the clearance disc of its retraction. The attraction point is where the
 * indicative route, here the control path, leaves that disc for the last time. Turns of the route
 * that fit into the disc are skipped; this is part of the method.
 *
 *     x, B, R   the character, its retraction, and the clearance there
 *
 * The retraction is exact; it comes from the corridor map that the route was planned on. The
 * attraction point lies on the disc's circle and never moves back.
 *
 * Departures from the paper: if the route leaves the disc and returns, the return counts only
 * within `window` m of the point where it left, so that the cost does not grow with the length of
 * the route. Parts of the route on other layers count only if the route leads to them inside the
 * disc. Without a corridor map, the disc of the retraction is replaced by the corridor disc in
 * which x lies deepest. The map does not contain moving obstacles. If such an obstacle is
 * stationary in the disc, the largest free disc around x is used.
 *
 * Cost: one retraction (constant where walls are spread evenly) and O(points in the disc and the
 * window) per agent and step. */
#include <math.h>

#include "follow/route/attract.h"
#include "geom/vec.h"
#include "map/corridor/corridor.h"
#include "step/internals.h"
#include "step/standing.h"

typedef struct indicative_params {
    wend_aim aim;
    double window, check_interval;
} indicative_params;

static const wend_param params[] = {
    WEND_AIM_ROWS,
    {"window", WEND_PARAM_NUMBER, offsetof(indicative_params, window), 50.0, 0.0, 10000.0, "m",
     "length of route that is searched for a return into the disc", NULL},
    {"check_interval", WEND_PARAM_NUMBER, offsetof(indicative_params, check_interval), 1.0, 0.0,
     3600.0, "s", "time between visibility checks of the attraction point; 0: none", NULL},
};

typedef struct free_disc {
    wend_vec2 centre;
    float radius; /* m; 0 if there is no disc */
} free_disc;

/* Returns the corridor map that a route was planned on. If the route was not planned on a corridor
 * map, returns the world's first corridor map. */
static const wend_map *map_of(const wend_view *view, const wend_route *route) {
    uint32_t index = route->map;
    if (index != WEND_NO_MAP && view->internals->maps[index].is_held) {
        const wend_map *map = view->internals->maps[index].object;
        if (corridor_of(map) != NULL) {
            return map;
        }
    }
    return wend_view_find_map(view, "corridor", NULL, &index);
}

/* Of the corridor's discs, returns the one that contains a location with the largest margin. */
static free_disc find_deepest_disc(const wend_route *route, wend_location here) {
    free_disc best = {{0.0F, 0.0F}, 0.0F};
    float most = -INFINITY;
    for (uint32_t i = 0; i < route->disc_count; i++) {
        const wend_corridor_disc *disc = &route->discs[i];
        float depth = disc->clearance - vec_length(vec_sub(here.position, disc->position));
        if (disc->layer == here.layer && depth > most) {
            most = depth;
            best = (free_disc){disc->position, disc->clearance};
        }
    }
    return best;
}

static free_disc find_retraction_disc(const attract_agent *walker) {
    const wend_map *map = map_of(walker->view, walker->path.route);
    wend_corridor_projection projection;
    if (map && wend_corridor_project(map, walker->here, &projection)) {
        return (free_disc){projection.sample.position, projection.sample.clearance};
    }
    return find_deepest_disc(walker->path.route, walker->here);
}

/* If an obstacle stands still in the disc, replaces the disc by the free disc around the character.
 */
static free_disc avoid_standing_obstacles(const attract_agent *walker, free_disc disc) {
    const wend_view *view = walker->view;
    wend_location centre = {disc.centre, walker->here.layer};
    if (view->internals->overlay->standing_count == 0 ||
        standing_distance(view, centre, (double)disc.radius) >= (double)disc.radius) {
        return disc;
    }
    float room = wend_space_clearance(view->space, walker->here, disc.radius, view->classes);
    return (free_disc){walker->here.position,
                       (float)standing_distance(view, walker->here, (double)room)};
}

static void move_to_circle(const attract_agent *walker, attract_state *state) {
    const indicative_params *p = walker->agents->params;
    const control_path *path = &walker->path;
    free_disc disc = avoid_standing_obstacles(walker, find_retraction_disc(walker));
    wend_location centre = {disc.centre, walker->here.layer};
    state->at = path_last_inside(path, state->at, centre, disc.radius, (float)p->window);
    float within = state->is_hidden ? INFINITY : walker->radius;
    if (!path_is_end(path, state->at) && attract_has_reached(walker, state->at, within)) {
        state->at = attract_next(path, state->at);
    }
}

static void follow_indicative(const wend_view *view, const wend_agents *agents,
                              wend_intent *intents) {
    const indicative_params *p = agents->params;
    attract_rules rules = {
        .aim = &p->aim, .check_interval = p->check_interval, .move = move_to_circle};
    attract_follow(view, agents, intents, &rules);
}

const wend_follower wend_follower_indicative = {
    .stage = {.entry = {WEND_HEAD(wend_follower), .name = "indicative",
                        .summary =
                            "heads for where the route leaves the clearance disc of the agent",
                        .citation = "I. Karamouzas, R. Geraerts, M. Overmars: Indicative Routes "
                                    "for Path Planning and Crowd Simulation (2009)",
                        .params = params, .param_count = sizeof params / sizeof *params,
                        .params_size = sizeof(indicative_params)},
              .state_size = sizeof(attract_state),
              .explain = attract_explain},
    .needs = WEND_ROUTE_POLYLINE | WEND_ROUTE_CORRIDOR,
    .follow = follow_indicative,
};
