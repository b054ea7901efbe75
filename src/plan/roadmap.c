/* Plans routes over a roadmap: a network of lines, or a probabilistic roadmap.
 *
 * S. Narang, "Multi-Agent Simulation for Crowds & Autonomous Driving" (lecture, 2017), slides
 * "Roadmaps: query". The start and the goal are linked to the first of the `nearest` nearest nodes
 * to which a straight line has room for the disc (links.c); A* finds the cheapest path between them
 * over the edges that are wide enough (search.c). If nothing can be linked, or the roadmap does not
 * connect the nodes, the agent has no route.
 *
 * Ours are: routes that do not lead back to a node behind the agent or its goal (ends.c);
 * `link: all`; `shorten`, which leaves out nodes where a later one is visible for the
 * disc (shorten.c); the portals at the nodes (portals.c); and `variety`, by which each agent finds
 * other edges longer, so that a crowd uses alternative routes; and `crowd`, which adds the delays
 * in crowds to the costs (wend/density.h).
 *
 * Doors that are closed now, and obstacle classes that are active now, block edges and links. So do
 * moving obstacles that stand still: the route leads around them (path.c). If they leave no
 * passage, it leads up to them and is marked as partial. The route leads through the points of the
 * agent's own path. If a goal has several parts, it ends in the part that is cheapest to reach.
 * Where there is no route and `partial` is on, the agent goes to the reachable node that is nearest
 * to its goal.
 *
 * The route has points with their clearance, and a portal at each of them. The point in the goal is
 * added only if the agent cannot head for the goal from the last node.
 *
 * Cost: one search for each leg of the agent's own path, plus the visibility checks of the links
 * and of the widths of legs that are not edges. */
#include <math.h>

#include <wend/world.h>

#include "geom/point.h"
#include "geom/vec.h"
#include "plan/roadmap/roads.h"
#include "plan/route/legs.h"
#include "plan/route/points.h"
#include "plan/route/walkable.h"
#include "step/worker_buffers.h"

typedef struct roadmap_params {
    const char *map;
    int64_t nearest;
    int32_t link;
    int32_t shorten;
    double variety, tolerance;
    int32_t partial;
    double crowd;
} roadmap_params;

static const char *const link_choices[] = {"first", "all", NULL};

static const float HEADING_SHARE = 0.9F; /* share of the radius that the line to a goal must have */

static const wend_param params[] = {
    {"map", WEND_PARAM_NAME, offsetof(roadmap_params, map), 0.0, 0.0, 0.0, "",
     "name of the roadmap; default: the first one", NULL},
    {"nearest", WEND_PARAM_INTEGER, offsetof(roadmap_params, nearest), ROADS_NEAREST, 1.0,
     ROADS_MAX_NEAREST, "1",
     "number of nodes near the agent, and near its goal, that are tried as links", NULL},
    {"link", WEND_PARAM_CHOICE, offsetof(roadmap_params, link), ROADS_LINK_FIRST, 0.0, 0.0, "",
     "link the nearest node that can be linked, or all of them", link_choices},
    {"shorten", WEND_PARAM_CHOICE, offsetof(roadmap_params, shorten), 0.0, 0.0, 0.0, "",
     "leave out nodes where a later point of the route is visible", wend_switch_choices},
    {"variety", WEND_PARAM_NUMBER, offsetof(roadmap_params, variety), 0.0, 0.0, 100.0, "1",
     "fraction by which edges may seem longer to an agent, so that agents use alternative routes",
     NULL},
    {"tolerance", WEND_PARAM_NUMBER, offsetof(roadmap_params, tolerance), 0.5, 0.0, 100.0, "m",
     "how far off the walkable ground, beyond the agent's radius, an agent or its goal may be",
     NULL},
    {"partial", WEND_PARAM_CHOICE, offsetof(roadmap_params, partial), 0.0, 0.0, 0.0, "",
     "if there is no route, go as near to the goal as the roadmap leads", wend_switch_choices},
    {"crowd", WEND_PARAM_NUMBER, offsetof(roadmap_params, crowd), 0.0, 0.0, 100.0, "1",
     "how much to avoid crowds: weight of the extra time in slow crowds (needs `density`)", NULL},
};

/* The path of one agent, leg by leg. */
typedef struct road_route {
    roadmap_ground ground;
    const roadmap_params *p;
    uint64_t key;
    wend_location at;    /* the end of the path so far */
    float end_width;     /* m: width of the last leg, if its end is not a point of the route */
    route_points points; /* in a worker buffer; their clearance is the width of the leg to them */
    double length;       /* m */
    bool partial, standing;
} road_route;

/* ---- Legs ------------------------------------------------------------------------------------ */

static wend_location put_on_ground(const road_route *r, wend_location location) {
    return walkable_snap(r->ground.view, location, (float)r->p->tolerance + r->ground.needed);
}

static roads_query query_of(const road_route *r, const wend_region *parts, uint32_t count,
                            uint32_t layer) {
    return (roads_query){.from = r->at,
                         .parts = parts,
                         .part_count = count,
                         .layer = layer,
                         .nearest = (uint32_t)r->p->nearest,
                         .linking = (roads_linking)r->p->link,
                         .variety = r->p->variety,
                         .seed = r->ground.view->seed,
                         .key = r->key,
                         .crowd = r->p->crowd,
                         .shortens = r->p->shorten != 0,
                         .may_be_partial = r->p->partial != 0};
}

static search_outcome find_leg(road_route *r, const wend_region *parts, uint32_t count,
                               uint32_t layer, roads_path *path) {
    roads_query query = query_of(r, parts, count, layer);
    search_outcome outcome = roads_find_path(&r->ground, &query, path);
    if (outcome == SEARCH_FOUND) {
        roads_measure(&r->ground, r->at, path);
    }
    return outcome;
}

static bool append(road_route *r, const roads_point *from) {
    route_points *to = &r->points;
    if (to->count + 1 > to->room) {
        to->room = 2 * (to->count + 1);
        to->items = worker_buffer_take(r->ground.view, r->ground.worker, BUFFER_POINTS,
                                       to->room * sizeof *to->items);
    }
    if (to->items == NULL) {
        return false;
    }
    to->items[to->count++] = (wend_route_point){from->at.position, from->width, from->at.layer};
    return true;
}

/* Adds the points of a path; the last one only if `with_end` is true. */
static search_outcome add_leg(road_route *r, const roads_path *path, bool with_end) {
    bool good = true;
    for (uint32_t i = 0; i < path->count && good; i++) {
        const roads_point *point = &path->points[i];
        r->length += wide_distance(r->at.position, point->at.position);
        r->at = point->at;
        r->end_width = point->width;
        good = (i + 1 == path->count && !with_end) || append(r, point);
    }
    r->partial = r->partial || path->partial;
    r->standing = r->standing || path->standing;
    return good ? SEARCH_FOUND : SEARCH_NO_MEMORY;
}

/* True if an agent can head for the goal itself from the last node of its path. */
static bool can_head_for_goal(const road_route *r, const roads_path *path, const wend_region *parts,
                              uint32_t count, uint32_t layer) {
    const wend_region *region = &parts[0];
    if (region->shape == WEND_SHAPE_POINT || region->velocity.x != 0.0F ||
        region->velocity.y != 0.0F) {
        return true;
    }
    wend_location from = path->count > 1 ? path->points[path->count - 2].at : r->at;
    wend_vec2 end = path->points[path->count - 1].at.position;
    wend_location to = {wend_region_aim(region, end, 0.0F), layer};
    return count == 1 &&
           wend_view_is_visible(r->ground.view, from, to, HEADING_SHARE * r->ground.needed);
}

static search_outcome go_to_goal(road_route *r, uint32_t goal) {
    const wend_view *view = r->ground.view;
    const wend_region *parts;
    uint32_t count = wend_view_goal_parts(view, goal, &parts);
    uint32_t layer = wend_view_goal_layer(view, goal);
    wend_region snapped = parts[0];
    roads_path path;
    if (count == 1 && snapped.shape == WEND_SHAPE_POINT) {
        snapped.a = put_on_ground(r, (wend_location){snapped.a, layer}).position;
        parts = &snapped;
    }
    search_outcome outcome = find_leg(r, parts, count, layer, &path);
    return outcome == SEARCH_FOUND
               ? add_leg(r, &path,
                         path.partial || !can_head_for_goal(r, &path, parts, count, layer))
               : outcome;
}

static search_outcome find_legs(road_route *r, uint32_t index) {
    const wend_view *view = r->ground.view;
    const wend_route_point *via;
    uint32_t count = wend_view_path_points(view, index, &via), goal = wend_view_goal(view, index);
    search_outcome outcome = SEARCH_FOUND;
    for (uint32_t i = 0; i < count && !r->partial && outcome == SEARCH_FOUND; i++) {
        wend_location at = put_on_ground(r, (wend_location){via[i].position, via[i].layer});
        const wend_region point = {.shape = WEND_SHAPE_POINT, .a = at.position};
        roads_path path;
        outcome = find_leg(r, &point, 1, at.layer, &path);
        outcome = outcome == SEARCH_FOUND ? add_leg(r, &path, true) : outcome;
    }
    bool goes_on = outcome == SEARCH_FOUND && !r->partial && goal != WEND_NO_GOAL &&
                   wend_view_goal_region(view, goal)->shape != WEND_SHAPE_DIRECTION;
    return goes_on ? go_to_goal(r, goal) : outcome;
}

/* ---- Routes ---------------------------------------------------------------------------------- */

/* Finds the roadmap, and what is blocked on it now. Returns false if there is no roadmap for the
 * space, or when out of memory. */
static bool prepare_ground(const wend_view *view, const wend_agents *agents, roadmap_ground *ground,
                           uint32_t *map) {
    const roadmap_params *p = agents->params;
    const wend_map *found = wend_view_find_map(view, "roadmap", p->map, map);
    *ground = (roadmap_ground){.view = view, .worker = agents->worker};
    if (found == NULL || roadmap_of(found)->layer_count != wend_space_layer_count(view->space)) {
        return false;
    }
    ground->map = roadmap_of(found);
    return roadmap_find_blockers(ground);
}

static road_route begin_route(const roadmap_ground *ground, const wend_agents *agents,
                              uint32_t index, wend_location from) {
    road_route r = {
        .ground = *ground, .p = agents->params, .key = wend_view_key(ground->view, index)};
    r.ground.needed = ground->view->bodies[index].radius;
    r.at = put_on_ground(&r, from);
    return r;
}

static bool put_route(road_route *r, uint32_t index, uint32_t map, wend_route_sink *sink) {
    const wend_view *view = r->ground.view;
    uint32_t generation = 0, count = r->points.count;
    bool cut = count > WEND_MAX_PATH;
    count = cut ? WEND_MAX_PATH : count;
    const wend_portal *portals =
        roads_portals(&r->ground, view->bodies[index].position, r->points.items, count,
                      r->at.position, r->end_width);
    if (portals == NULL) {
        return false;
    }
    wend_view_map(view, map, &generation);
    wend_route route = {.status =
                            r->partial || cut ? WEND_ROUTE_STATUS_PARTIAL : WEND_ROUTE_STATUS_FOUND,
                        .gives = WEND_ROUTE_POLYLINE | WEND_ROUTE_PORTALS |
                                 (r->standing ? (uint32_t)WEND_ROUTE_STANDING : 0U),
                        .map = map,
                        .generation = generation,
                        .points = r->points.items,
                        .point_count = count,
                        .portals = portals,
                        .portal_count = count,
                        .inset = count > 0 ? r->ground.needed : 0.0F,
                        .cost = (float)r->length};
    return wend_route_sink_add(sink, index, &route);
}

/* Plans a route for one body. Returns false when out of memory. */
static bool plan_one(const roadmap_ground *ground, const wend_agents *agents, uint32_t index,
                     uint32_t map, wend_route_sink *sink) {
    const wend_body *body = &ground->view->bodies[index];
    wend_location from = {body->position, wend_body_layer(body)};
    road_route r = begin_route(ground, agents, index, from);
    search_outcome outcome = find_legs(&r, index);
    return outcome == SEARCH_FOUND ? put_route(&r, index, map, sink) : outcome == SEARCH_NONE;
}

static void plan_roadmap(const wend_view *view, const wend_agents *agents, wend_route_sink *sink) {
    uint32_t map = 0;
    roadmap_ground ground;
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

static double measure_roadmap(const wend_view *view, const wend_agents *agents, uint32_t index,
                              wend_location from, const wend_region *to, uint32_t layer) {
    uint32_t map = 0;
    roadmap_ground ground;
    roads_path path;
    if (!prepare_ground(view, agents, &ground, &map)) {
        return (double)INFINITY;
    }
    road_route r = begin_route(&ground, agents, index, from);
    roads_query query = query_of(&r, to, 1, layer);
    if (roads_find_path(&r.ground, &query, &path) != SEARCH_FOUND || path.partial) {
        return (double)INFINITY;
    }
    double length = 0.0;
    wend_vec2 at = r.at.position;
    for (uint32_t i = 0; i < path.count; i++) {
        length += wide_distance(at, path.points[i].at.position);
        at = path.points[i].at.position;
    }
    return length;
}

static bool is_roadmap_open(const wend_view *view, const wend_agents *agents, uint32_t index,
                            const wend_route *route) {
    (void)agents;
    return legs_is_route_open(view, index, route);
}

static const wend_map_need maps[] = {{"roadmap", "map", NULL, NULL}};

const wend_planner wend_planner_roadmap = {
    .stage = {.entry = {WEND_HEAD(wend_planner), .name = "roadmap",
                        .summary = "shortest path over a roadmap, with a portal at each node",
                        .citation = "S. Narang: Multi-Agent Simulation for Crowds & Autonomous "
                                    "Driving (lecture, 2017), slides 'Roadmaps: query'",
                        .params = params, .param_count = sizeof params / sizeof *params,
                        .params_size = sizeof(roadmap_params)},
              .crowd_param = "crowd"},
    .gives = WEND_ROUTE_POLYLINE | WEND_ROUTE_PORTALS,
    .maps = maps,
    .map_count = sizeof maps / sizeof *maps,
    .plan = plan_roadmap,
    .is_route_open = is_roadmap_open,
    .route_length = measure_roadmap,
};
