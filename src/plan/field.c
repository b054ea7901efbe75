/* Guides agents by a field: the distance to their goal on a grid, which all agents with that goal
 * share.
 *
 * The field is the solution of the eikonal equation |grad T| = w by fast marching (field/march.c);
 * w is the cost of one metre for the terrain weights of the agent. Forbidden terrain is never
 * entered; agents that stand on it leave it. There is one field for each goal, class of terrain
 * weights, mask of obstacle classes and class of radii: radii are rounded up to multiples of
 * `radius_step`. Closed doors, active obstacle classes and obstacles that stand still are left out
 * of the field, and it is built again when one of them changes. With `crowd`, w is multiplied by 1
 * + crowd * the delay in crowds at the centre of each cell (wend/density.h), and the field is built
 * again each time that the density is measured; this is in the spirit of A. Treuille, S. Cooper,
 * Z. Popovic, "Continuum Crowds" (2006), whose fields also depend on the direction of the crowd.
 * Several fields are built at the same time by different workers.
 *
 * A cell of the grid is open if the disc fits at its centre; the field uses only moves between
 * centres along which the disc fits. So no value crosses a wall, however thin, and a passage may be
 * missed if it is narrower than the disc plus a cell, as on grids in general.
 *
 * An agent outside of the open cells is led back to them, within `tolerance`. If the field has no
 * value where the agent is, there is no route. Points that the agent must pass before its goal are
 * joined by any-angle paths over the same grid (plan/grid).
 *
 * Cost: O(n log n) for a field on n cells; O(1) for each agent. */
#include <math.h>

#include <wend/world.h>

#include "geom/vec.h"
#include "plan/field/field.h"
#include "plan/route/points.h"
#include "plan/route/walkable.h"
#include "step/worker_buffers.h"

typedef struct field_params {
    const char *map;
    double tolerance, radius_step;
    double crowd;
} field_params;

static const float CLEARANCE_LIMIT = 5.0F; /* m: clearances of points are measured up to this */
enum { MAX_NODES = 4000000 /* of a search for the paths between points */ };

static const wend_param params[] = {
    {"map", WEND_PARAM_NAME, offsetof(field_params, map), 0.0, 0.0, 0.0, "",
     "name of the grid; default: the first one", NULL},
    {"tolerance", WEND_PARAM_NUMBER, offsetof(field_params, tolerance), 0.5, 0.0, 100.0, "m",
     "how far from an open cell, beyond the agent's radius, an agent or its goal may be", NULL},
    {"radius_step", WEND_PARAM_NUMBER, offsetof(field_params, radius_step), 0.05, 0.0, 10.0, "m",
     "agents whose radii are equal after rounding up to a multiple of this share fields; 0: 1 mm",
     NULL},
    {"crowd", WEND_PARAM_NUMBER, offsetof(field_params, crowd), 0.0, 0.0, 25.0, "1",
     "how much to avoid crowds: weight of the extra time in slow crowds (needs `density`); rounded "
     "up to a tenth",
     NULL},
};

/* Returns the radius of the field for a disc. */
static float class_radius(const field_params *p, float radius) {
    double step = fmax(p->radius_step, 1e-3);
    /* A radius that is a multiple but for rounding stays what it is. */
    return (float)(ceil((double)radius / step - 1e-4) * step);
}

/* Finds the grid. Returns NULL if there is none for the space. */
static const grid *find_grid(const wend_view *view, const field_params *p, uint32_t *map) {
    const wend_map *found = wend_view_find_map(view, "grid", p->map, map);
    const grid *of = found ? grid_of(found) : NULL;
    return of && of->layer_count == wend_space_layer_count(view->space) ? of : NULL;
}

/* ---- Points before the goal ------------------------------------------------------------------ */

/* The agent's path through its points. */
typedef struct point_path {
    grid_ground ground;
    const field_params *p;
    wend_location at; /* the end of the path so far */
    route_points points;
    bool is_partial; /* the path ends as near as possible to a point that cannot be reached */
} point_path;

static bool append(point_path *path, wend_location at) {
    route_points *to = &path->points;
    if (to->count + 1 > to->room) {
        to->room = 2 * (to->count + 1);
        to->items = worker_buffer_take(path->ground.view, path->ground.worker, BUFFER_POINTS,
                                       to->room * sizeof *to->items);
    }
    if (to->items == NULL) {
        return false;
    }
    float room = grid_room(&path->ground, at, CLEARANCE_LIMIT);
    to->items[to->count++] = (wend_route_point){at.position, room, at.layer};
    return true;
}

static search_outcome find_leg(const point_path *path, const wend_region *to, uint32_t layer,
                               bool may_be_partial, grid_path *out) {
    const grid_ground *ground = &path->ground;
    const grid_query query = {.from = path->at,
                              .parts = to,
                              .part_count = 1,
                              .layer = layer,
                              .moves = GRID_MOVES_ANY_ANGLE,
                              .margin = path->p->tolerance + (double)ground->radius,
                              .leaves = grid_is_forbidden(ground, path->at),
                              .may_be_partial = may_be_partial,
                              .node_limit = MAX_NODES};
    bool standing;
    return grid_find_path(ground, &query, &standing, out);
}

/* Adds the paths to the agent's points, up to the first one that cannot be reached. */
static search_outcome pass_points(point_path *path, const wend_route_point *via, uint32_t count) {
    search_outcome outcome = SEARCH_FOUND;
    for (uint32_t i = 0; i < count && outcome == SEARCH_FOUND && !path->is_partial; i++) {
        wend_location to =
            grid_goal_location(&path->ground, (wend_location){via[i].position, via[i].layer},
                               (float)path->p->tolerance + path->ground.radius);
        const wend_region point = {.shape = WEND_SHAPE_POINT, .a = to.position};
        grid_path leg;
        outcome = find_leg(path, &point, to.layer, true, &leg);
        for (uint32_t k = 0; outcome == SEARCH_FOUND && k < leg.count; k++) {
            outcome = append(path, leg.points[k]) ? outcome : SEARCH_NO_MEMORY;
        }
        path->is_partial = outcome == SEARCH_FOUND && leg.partial;
        path->at = to;
    }
    return outcome;
}

/* Begins a path of body `index` at a location. Returns false when out of memory. */
static bool begin_path(const wend_view *view, const wend_agents *agents, uint32_t index,
                       const grid *map, wend_location from, point_path *out) {
    *out = (point_path){.p = agents->params};
    bool good = grid_ground_prepare(view, agents->worker, map, &out->ground) &&
                grid_ground_weigh(&out->ground, index);
    out->ground.crowd = out->p->crowd;
    out->at =
        good ? walkable_snap(view, from, (float)out->p->tolerance + out->ground.radius) : from;
    return good;
}

/* ---- Routes ---------------------------------------------------------------------------------- */

static bool has_field(const wend_view *view, uint32_t goal) {
    return goal != WEND_NO_GOAL && wend_view_goal_region(view, goal)->shape != WEND_SHAPE_DIRECTION;
}

/* Plans a route for one body. Returns false when out of memory. */
static bool plan_one(const wend_view *view, const wend_agents *agents, uint32_t index,
                     const grid *map, uint32_t map_index, wend_route_sink *sink) {
    const field_params *p = agents->params;
    const wend_body *body = &view->bodies[index];
    const wend_route_point *via;
    uint32_t count = wend_view_path_points(view, index, &via), goal = wend_view_goal(view, index);
    wend_route route = {.status = WEND_ROUTE_STATUS_FOUND, .map = map_index};
    point_path path;
    wend_view_map(view, map_index, &route.generation);
    if (count > 0) {
        wend_location from = {body->position, wend_body_layer(body)};
        search_outcome outcome = begin_path(view, agents, index, map, from, &path)
                                     ? pass_points(&path, via, count)
                                     : SEARCH_NO_MEMORY;
        if (outcome != SEARCH_FOUND) {
            return outcome == SEARCH_NONE;
        }
        if (path.points.count > WEND_MAX_PATH) {
            return true;
        }
        route.status = path.is_partial ? WEND_ROUTE_STATUS_PARTIAL : WEND_ROUTE_STATUS_FOUND;
        route.gives = WEND_ROUTE_POLYLINE;
        route.points = path.points.items;
        route.point_count = path.points.count;
    }
    if (!has_field(view, goal)) {
        return wend_route_sink_add(sink, index, &route);
    }
    route.gives |= WEND_ROUTE_POTENTIAL;
    const wend_field_key key = {
        .map = map_index,
        .goal = goal,
        .weights = wend_view_weight_class(view, index),
        .variant = field_pack_variant(
            (field_variant){class_radius(p, body->radius), (float)p->tolerance, route.generation,
                            (float)p->crowd, wend_view_density_generation(view)})};
    return wend_route_sink_add_field(sink, index, &route, &key);
}

static void plan_field(const wend_view *view, const wend_agents *agents, wend_route_sink *sink) {
    uint32_t index = 0;
    const grid *map = find_grid(view, agents->params, &index);
    for (uint32_t k = 0; map != NULL && k < agents->range_count; k++) {
        for (uint32_t i = agents->ranges[k].begin; i < agents->ranges[k].end; i++) {
            if (!plan_one(view, agents, i, map, index, sink)) {
                return;
            }
        }
    }
}

/* A door, a class or an obstacle has changed: the world finds or builds the field for it. */
static bool is_field_open(const wend_view *view, const wend_agents *agents, uint32_t index,
                          const wend_route *route) {
    (void)view;
    (void)agents;
    (void)index;
    (void)route;
    return false;
}

static double measure_field(const wend_view *view, const wend_agents *agents, uint32_t index,
                            wend_location from, const wend_region *to, uint32_t layer) {
    uint32_t map_index = 0;
    const grid *map = find_grid(view, agents->params, &map_index);
    point_path path;
    grid_path leg;
    bool found = map != NULL && begin_path(view, agents, index, map, from, &path) &&
                 find_leg(&path, to, layer, false, &leg) == SEARCH_FOUND;
    return found ? leg.cost : (double)INFINITY;
}

/* ---- Fields ---------------------------------------------------------------------------------- */

static void *build(const wend_view *view, const wend_field_key *key, uint32_t worker,
                   const wend_allocator *allocator, void *user) {
    (void)user;
    return field_build(view, key, worker, allocator);
}

static bool sample(const wend_view *view, const void *of, wend_location at, float *distance,
                   wend_vec2 *direction, void *user) {
    (void)user;
    return field_sample(view, of, at, distance, direction);
}

static void destroy(void *of, const wend_allocator *allocator, void *user) {
    (void)user;
    field_free(of, allocator);
}

static size_t save(const void *of, void *out, size_t capacity, void *user) {
    (void)user;
    return field_save(of, out, capacity);
}

static void *load(const void *bytes, size_t size, const wend_allocator *allocator, void *user) {
    (void)user;
    return field_load(bytes, size, allocator);
}

static const wend_field_type type = {
    .build = build, .sample = sample, .destroy = destroy, .save = save, .load = load};

/* Fast marching needs neighbours along two axes at right angles. */
static const char *refuse_map(const wend_map *map) {
    wend_grid_shape shape = grid_of(map)->shape;
    bool fits = shape == WEND_GRID_SQUARES || shape == WEND_GRID_RECTANGLES;
    return fits ? NULL : "a grid of squares or rectangles";
}

static const char *const cells[] = {"square", "rectangle", NULL};

static const wend_map_need maps[] = {{"grid", "map", NULL, NULL}};

const wend_planner wend_planner_field = {
    .stage = {.entry = {WEND_HEAD(wend_planner), .name = "field",
                        .summary = "distance field to the goal on a grid, shared by all agents "
                                   "that head there",
                        .citation = "J. A. Sethian: A fast marching level set method for "
                                    "monotonically advancing fronts (1996)",
                        .params = params, .param_count = sizeof params / sizeof *params,
                        .params_size = sizeof(field_params)},
              .uses_terrain_weights = true,
              .crowd_param = "crowd"},
    .gives = WEND_ROUTE_FIELD | WEND_ROUTE_POTENTIAL,
    .maps = maps,
    .map_count = sizeof maps / sizeof *maps,
    .plan = plan_field,
    .is_route_open = is_field_open,
    .route_length = measure_field,
    .field_type = &type,
    .refuse_map = refuse_map,
    .map_choice = "cells",
    .map_choices = cells,
};
