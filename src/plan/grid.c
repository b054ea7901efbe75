/* Plans routes over a grid of squares, rectangles, hexagons or a quadtree.
 *
 * The path runs from the agent through the points of its own path to the nearest point of its
 * goal's region. Its cost is its length, weighted by the terrain: the exact lengths on each terrain
 * type, times the weights of the agent's profile; and, with `crowd`, times 1 + crowd * the mean
 * delay in crowds along each line (wend/density.h). Delays are never negative, so the estimate of
 * the remaining cost stays a lower bound. Forbidden ground is never entered; an agent that
 * stands on it leaves it. With `moves: eight` and `sixteen` the path is the cheapest on the graph
 * of these moves. `any_angle` runs in straight lines of any direction (search.c, smooth.c): usually
 * much shorter, and never longer than `sixteen`.
 *
 * Every line of the path has room for the disc: walls between two centres block it, however thin.
 * The first and the last line may be nearer to walls, as near as the agent or its goal is. Doors
 * that are closed now, and obstacle classes that are active now, block the path. So do moving
 * obstacles that stand still, if there is a path around them; otherwise the route leads up to them
 * and is marked as partial. A passage may be missed if it is narrower than the disc plus a square.
 *
 * If a goal has several parts, the route ends in the part with the cheapest path. Where there is no
 * path and `partial` is on, the agent goes to the reachable square that is nearest to its goal, and
 * the route is marked as partial; not if forbidden terrain separates it from the goal, because the
 * agent would then walk on through that. If the search reaches `max_nodes`, a greedy search finds
 * the route, which is marked as unproven.
 *
 * The route has points with their clearance; followers derive portals from them. The point in the
 * goal is added only if the agent cannot head for the goal from the last corner.
 *
 * Cost: one search for each leg (search.c). If the goal cannot be reached, up to two, which visit
 * everything that can be reached. */
#include <math.h>

#include <wend/world.h>

#include "geom/point.h"
#include "geom/vec.h"
#include "plan/grid/grid.h"
#include "plan/route/legs.h"
#include "plan/route/points.h"
#include "plan/route/walkable.h"
#include "plan/terrain/forbidden.h"
#include "step/standing.h"
#include "step/worker_buffers.h"

typedef struct grid_params {
    const char *map;
    int32_t moves;
    double tolerance;
    int64_t max_nodes;
    int32_t partial;
    double crowd;
} grid_params;

static const char *const move_choices[] = {"any_angle", "eight", "sixteen", NULL};

static const float CLEARANCE_LIMIT = 5.0F; /* m: clearances of points are measured up to this */
static const float MIN_LEG = 1e-3F;        /* m: points of a route are at least this far apart */
static const float HEADING_SHARE = 0.9F; /* share of the radius that the line to a goal must have */

static const wend_param params[] = {
    {"map", WEND_PARAM_NAME, offsetof(grid_params, map), 0.0, 0.0, 0.0, "",
     "name of the grid; default: the first one", NULL},
    {"moves", WEND_PARAM_CHOICE, offsetof(grid_params, moves), 0.0, 0.0, 0.0, "",
     "lines of any direction, moves to the 8 neighbours (6 of a hexagon), or moves to 16 cells "
     "(12)",
     move_choices},
    {"tolerance", WEND_PARAM_NUMBER, offsetof(grid_params, tolerance), 0.5, 0.0, 100.0, "m",
     "how far from an open square, beyond the agent's radius, an agent or its goal may be", NULL},
    {"max_nodes", WEND_PARAM_INTEGER, offsetof(grid_params, max_nodes), 4e6, 1.0, 1e9, "",
     "search nodes (40 bytes each) before a greedy search takes over; the route is then unproven",
     NULL},
    {"partial", WEND_PARAM_CHOICE, offsetof(grid_params, partial), 1.0, 0.0, 0.0, "",
     "if there is no route, go as near to the goal as possible", wend_switch_choices},
    {"crowd", WEND_PARAM_NUMBER, offsetof(grid_params, crowd), 0.0, 0.0, 100.0, "1",
     "how much to avoid crowds: weight of the extra time in slow crowds (needs `density`)", NULL},
};

/* The path of one agent, leg by leg. */
typedef struct grid_route {
    grid_ground ground;
    const grid_params *p;
    wend_location at;    /* the end of the path so far */
    route_points points; /* in a worker buffer */
    double cost;
    bool partial, unproven, standing;
} grid_route;

/* ---- Legs ------------------------------------------------------------------------------------ */

static wend_location put_on_ground(const grid_route *r, wend_location location) {
    return walkable_snap(r->ground.view, location, (float)r->p->tolerance + r->ground.radius);
}

static wend_location put_goal_on_ground(const grid_route *r, wend_location location) {
    return grid_goal_location(&r->ground, location, (float)r->p->tolerance + r->ground.radius);
}

static grid_query query_of(const grid_route *r, const wend_region *parts, uint32_t count,
                           uint32_t layer) {
    return (grid_query){.from = r->at,
                        .parts = parts,
                        .part_count = count,
                        .layer = layer,
                        .moves = (grid_moves)r->p->moves,
                        .margin = r->p->tolerance + (double)r->ground.radius,
                        .leaves = grid_is_forbidden(&r->ground, r->at),
                        .may_be_partial = r->p->partial != 0,
                        .node_limit = (uint32_t)r->p->max_nodes};
}

static bool append(grid_route *r, wend_location at) {
    route_points *to = &r->points;
    if (to->count + 1 > to->room) {
        to->room = 2 * (to->count + 1);
        to->items = worker_buffer_take(r->ground.view, r->ground.worker, BUFFER_POINTS,
                                       to->room * sizeof *to->items);
    }
    if (to->items == NULL) {
        return false;
    }
    double room = (double)grid_room(&r->ground, at, CLEARANCE_LIMIT);
    room = standing_distance(r->ground.view, at, room);
    if (!grid_is_uniform(&r->ground)) { /* beside the line, other terrain may begin */
        room = fmin(room, (double)r->ground.radius);
    }
    wend_route_point point = {at.position, (float)room, at.layer};
    const wend_route_point *last = to->count > 0 ? &to->items[to->count - 1] : NULL;
    bool same = last != NULL && last->layer == at.layer &&
                vec_length(vec_sub(last->position, at.position)) < MIN_LEG;
    to->items[to->count] = point;
    to->count += same ? 0 : 1;
    return true;
}

/* Adds the points of a path; the last one only if `with_end` is true. */
static search_outcome add_leg(grid_route *r, const grid_path *path, bool with_end) {
    bool good = true;
    for (uint32_t i = 0; i < path->count && good; i++) {
        good = (i + 1 == path->count && !with_end) || append(r, path->points[i]);
    }
    r->at = path->points[path->count - 1];
    r->cost += path->cost;
    r->partial = r->partial || path->partial;
    r->unproven = r->unproven || path->unproven;
    return good ? SEARCH_FOUND : SEARCH_NO_MEMORY;
}

static search_outcome find_leg(grid_route *r, const wend_region *parts, uint32_t count,
                               uint32_t layer, grid_path *path) {
    grid_query query = query_of(r, parts, count, layer);
    bool standing;
    search_outcome outcome = grid_find_path(&r->ground, &query, &standing, path);
    r->standing = r->standing || standing;
    return outcome;
}

/* True if an agent can head for the goal itself from the last corner of its path. */
static bool can_head_for_goal(const grid_route *r, const grid_path *path, const wend_region *parts,
                              uint32_t count, uint32_t layer) {
    const wend_region *region = &parts[0];
    if (region->shape == WEND_SHAPE_POINT || region->velocity.x != 0.0F ||
        region->velocity.y != 0.0F) {
        return true;
    }
    if (count > 1) {
        return false;
    }
    wend_location from = path->count > 1 ? path->points[path->count - 2] : r->at;
    wend_vec2 end = path->points[path->count - 1].position;
    wend_location to = {wend_region_aim(region, end, 0.0F), layer};
    return grid_is_uniform(&r->ground) &&
           wend_view_is_visible(r->ground.view, from, to, HEADING_SHARE * r->ground.radius);
}

static search_outcome go_to_goal(grid_route *r, uint32_t goal) {
    const wend_view *view = r->ground.view;
    const wend_region *parts;
    uint32_t count = wend_view_goal_parts(view, goal, &parts);
    uint32_t layer = wend_view_goal_layer(view, goal);
    wend_region snapped = parts[0];
    grid_path path;
    bool is_forbidden = false; /* then the agent goes to the nearest border first */
    if (count == 1 && snapped.shape == WEND_SHAPE_POINT) {
        is_forbidden = grid_is_forbidden(&r->ground, (wend_location){snapped.a, layer});
        snapped.a = put_goal_on_ground(r, (wend_location){snapped.a, layer}).position;
        parts = &snapped;
    }
    search_outcome outcome = find_leg(r, parts, count, layer, &path);
    return outcome == SEARCH_FOUND ? add_leg(r, &path,
                                             path.partial || is_forbidden ||
                                                 !can_head_for_goal(r, &path, parts, count, layer))
                                   : outcome;
}

static search_outcome find_legs(grid_route *r, uint32_t index) {
    const wend_view *view = r->ground.view;
    const wend_route_point *via;
    uint32_t count = wend_view_path_points(view, index, &via), goal = wend_view_goal(view, index);
    search_outcome outcome = SEARCH_FOUND;
    for (uint32_t i = 0; i < count && !r->partial && outcome == SEARCH_FOUND; i++) {
        wend_location at = put_goal_on_ground(r, (wend_location){via[i].position, via[i].layer});
        const wend_region point = {.shape = WEND_SHAPE_POINT, .a = at.position};
        wend_location drawn = {via[i].position, via[i].layer};
        grid_path path = {.points = &drawn, .count = 1};
        if (i > 0 && legs_is_drawn(view, index, r->at, drawn)) {
            path.cost = wide_distance(r->at.position, drawn.position);
        } else {
            outcome = find_leg(r, &point, 1, at.layer, &path);
        }
        outcome = outcome == SEARCH_FOUND ? add_leg(r, &path, true) : outcome;
    }
    bool goes_on = outcome == SEARCH_FOUND && !r->partial && goal != WEND_NO_GOAL &&
                   wend_view_goal_region(view, goal)->shape != WEND_SHAPE_DIRECTION;
    return goes_on ? go_to_goal(r, goal) : outcome;
}

/* ---- Routes ---------------------------------------------------------------------------------- */

/* Finds the grid, and what is blocked on it now. Returns false if there is no grid for the space,
 * or when out of memory. */
static bool prepare_ground(const wend_view *view, const wend_agents *agents, grid_ground *ground,
                           uint32_t *map) {
    const grid_params *p = agents->params;
    const wend_map *found = wend_view_find_map(view, "grid", p->map, map);
    return found != NULL && grid_of(found)->layer_count == wend_space_layer_count(view->space) &&
           grid_ground_prepare(view, agents->worker, grid_of(found), ground);
}

/* Begins a path of body `index` at a location. Returns false when out of memory. */
static bool begin_route(const grid_ground *ground, const wend_agents *agents, uint32_t index,
                        wend_location from, grid_route *out) {
    *out = (grid_route){.ground = *ground, .p = agents->params};
    bool good = grid_ground_weigh(&out->ground, index);
    out->ground.crowd = out->p->crowd;
    out->at = put_on_ground(out, from);
    return good;
}

static bool put_route(grid_route *r, uint32_t index, uint32_t map, wend_route_sink *sink) {
    uint32_t generation = 0;
    bool cut = r->points.count > WEND_MAX_PATH;
    wend_view_map(r->ground.view, map, &generation);
    wend_route route = {
        .status = r->partial || cut ? WEND_ROUTE_STATUS_PARTIAL : WEND_ROUTE_STATUS_FOUND,
        .gives = WEND_ROUTE_POLYLINE | (r->unproven ? (uint32_t)WEND_ROUTE_UNPROVEN : 0U) |
                 (r->standing ? (uint32_t)WEND_ROUTE_STANDING : 0U),
        .map = map,
        .generation = generation,
        .points = r->points.items,
        .point_count = cut ? WEND_MAX_PATH : r->points.count,
        .cost = (float)r->cost};
    return wend_route_sink_add(sink, index, &route);
}

/* Plans a route for one body. Returns false when out of memory. */
static bool plan_one(const grid_ground *ground, const wend_agents *agents, uint32_t index,
                     uint32_t map, wend_route_sink *sink) {
    const wend_body *body = &ground->view->bodies[index];
    grid_route r;
    wend_location from = {body->position, wend_body_layer(body)};
    if (!begin_route(ground, agents, index, from, &r)) {
        return false;
    }
    search_outcome outcome = find_legs(&r, index);
    if (outcome == SEARCH_FOUND && r.partial && r.ground.has_forbidden &&
        forbidden_lies_beyond(ground->view, ground->worker, index, r.at)) {
        outcome = SEARCH_NONE;
    }
    return outcome == SEARCH_FOUND ? put_route(&r, index, map, sink) : outcome == SEARCH_NONE;
}

static void plan_grid(const wend_view *view, const wend_agents *agents, wend_route_sink *sink) {
    uint32_t map = 0;
    grid_ground ground;
    if (!prepare_ground(view, agents, &ground, &map)) {
        return;
    }
    for (uint32_t k = 0; k < agents->range_count; k++) {
        for (uint32_t i = agents->ranges[k].begin; i < agents->ranges[k].end; i++) {
            if (!plan_one(&ground, agents, i, map, sink)) {
                return;
            }
        }
    }
}

static double measure_grid(const wend_view *view, const wend_agents *agents, uint32_t index,
                           wend_location from, const wend_region *to, uint32_t layer) {
    uint32_t map = 0;
    grid_ground ground;
    grid_route r;
    grid_path path;
    if (!prepare_ground(view, agents, &ground, &map) ||
        !begin_route(&ground, agents, index, from, &r)) {
        return (double)INFINITY;
    }
    bool found = find_leg(&r, to, 1, layer, &path) == SEARCH_FOUND && !path.partial;
    return found ? path.cost : (double)INFINITY;
}

static bool is_grid_open(const wend_view *view, const wend_agents *agents, uint32_t index,
                         const wend_route *route) {
    (void)agents;
    return legs_is_route_open(view, index, route);
}

static const wend_map_need maps[] = {{"grid", "map", NULL, NULL}};

const wend_planner wend_planner_grid = {
    .stage = {.entry = {WEND_HEAD(wend_planner), .name = "grid",
                        .summary = "cheapest path over a grid, weighted by terrain",
                        .citation = "K. Daniel, A. Nash, S. Koenig, A. Felner: Theta*: Any-Angle "
                                    "Path Planning on Grids (2010)",
                        .params = params, .param_count = sizeof params / sizeof *params,
                        .params_size = sizeof(grid_params)},
              .uses_terrain_weights = true,
              .crowd_param = "crowd"},
    .gives = WEND_ROUTE_POLYLINE,
    .maps = maps,
    .map_count = sizeof maps / sizeof *maps,
    .plan = plan_grid,
    .is_route_open = is_grid_open,
    .route_length = measure_grid,
};
