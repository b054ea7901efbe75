/* Finds a path over a grid by A* (plan/graph/astar.c).
 *
 * `eight` and `sixteen`: the vertices are the centres of squares, and the edges are the moves that
 * are open for the disc. The cost of a move is its weighted length: the exact lengths on each
 * terrain type, times the agent's weights. The path found is the cheapest on this graph.
 *
 * `any_angle`: K. Daniel, A. Nash, S. Koenig, A. Felner, "Theta*: Any-Angle Path Planning on Grids"
 * (2010), section 3, on sixteen moves. When a vertex s is expanded, a neighbour s' is reached by
 * the line from the parent of s (path 2 of the paper) or by the move from s (path 1). Departures:
 *
 * - The line and the move are both measured where weights differ, and the cheaper one counts; on
 *   uniform ground the line is never longer.
 * - A vertex that is reached at a lower cost later is expanded again. Therefore a path is never
 *   more expensive than with `sixteen`: let s' follow s on the cheapest path over moves. If s was
 *   expanded at no more than its cost there, s' is reached at no more than its cost there; so
 *   before the goal is taken at a higher cost, all vertices of that path are expanded.
 *
 * The start is joined to the squares within `reach` that the disc can reach in a straight line, and
 * squares within `reach` of the goal are joined to the nearest point of its region. Where the start
 * or the end has less room than the radius r, these lines keep that room instead.
 *
 *     h(s)   least weight times the distance to the goal. With `eight` moves on squares and a point
 *            as the goal, the octile distance, less what the last line can save: at most
 *            (sqrt(4 - 2 sqrt(2)) - 1) * reach = 0.0824 reach
 *
 * If the search makes more nodes than its limit, a greedy search that visits each square once takes
 * over: squares with the smallest h first. It finds a path wherever there is one.
 *
 * Cost: O(n log n) for n squares visited; `any_angle` adds a visibility check for each line that
 * may improve a vertex. Memory: 16 bytes for each square of the map and 40 for each node, in worker
 * buffers. */
#include <math.h>

#include "geom/point.h"
#include "plan/graph/astar.h"
#include "plan/grid/grid.h"
#include "step/standing.h"
#include "step/worker_buffers.h"

enum { LABEL_LINE = WEND_GRID_MOVES /* label of a line that is not a move */ };

static const float REDUCED = 0.99F;         /* share of the room that lines keep where r is less */
static const double OCTILE_SAVING = 0.0824; /* see above, rounded up */
static const double ESTIMATE_SHARE = 0.999999; /* covers the rounding of centres */
static const double GREEDY = 1e6;              /* factor of h in the greedy search */
static const double REACH_SIDES = 1.5;         /* sides of a cell: see grid_reach */
static const int WIDENINGS = 6;     /* times that the reach of a start without squares is doubled */
static const double MIN_GAIN = 0.1; /* m: a partial path must come this much nearer to its goal */

typedef struct grid_astar {
    const grid_ground *ground;
    const grid_query *query;
    float start_radius;   /* m: radius for lines from the start: the disc's, or the room there */
    double best_goal;     /* lowest cost of a path to the goal so far */
    double longest_reach; /* m: grid_reach is never longer */
    bool greedy;
    bool joined;             /* the start has been joined to a square */
    uint32_t nearest;        /* the node nearest to the goal so far, on the goal's layer */
    double nearest_distance; /* m */
    astar *search;
} grid_astar;

double grid_reach(const grid *map, const grid_query *query, wend_location location) {
    return query->margin + REACH_SIDES * grid_side(map, grid_locate(map, location));
}

/* ---- The goal -------------------------------------------------------------------------------- */

static double distance_to_goal(const grid_query *q, wend_vec2 from, uint32_t *part) {
    double least = (double)INFINITY;
    for (uint32_t i = 0; i < q->part_count; i++) {
        double distance = (double)wend_region_distance(&q->parts[i], from);
        if (distance < least) {
            least = distance;
            *part = i;
        }
    }
    return least;
}

static float reduced_radius(const grid_ground *ground, wend_location at) {
    float room = grid_room(ground, at, ground->radius);
    return room < ground->radius ? REDUCED * room : ground->radius;
}

static wend_location parent_location(const astar *search, uint32_t node) {
    const grid_astar *s = search->user;
    return node == ASTAR_NONE ? s->query->from
                              : grid_centre(s->ground->map, search->nodes[node].vertex);
}

/* Adds the path that leads from a location straight to the nearest point of a part of the goal. If
 * it may not be `far`, only within reach of that point. */
static void reach_goal(astar *search, uint32_t node, wend_location from, double g, uint32_t part,
                       bool far) {
    grid_astar *s = search->user;
    const grid_ground *ground = s->ground;
    const grid_query *q = s->query;
    wend_location end = {wend_region_nearest(&q->parts[part], from.position), q->layer};
    double length = wide_distance(from.position, end.position);
    double reach = grid_reach(ground->map, q, end);
    if ((length > reach && !far) || g + ground->least_weight * length >= s->best_goal) {
        return;
    }
    float radius = reduced_radius(ground, end);
    bool from_start = node == ASTAR_NONE;
    /* A line that is longer than the reach must have room for the whole disc. */
    bool is_far = length > reach;
    if (is_far && (radius < ground->radius || (from_start && s->start_radius < ground->radius))) {
        return;
    }
    radius = from_start ? fminf(radius, s->start_radius) : radius;
    uint32_t ends = STANDING_AT_END | (from_start ? (uint32_t)STANDING_AT_START : 0U);
    double cost =
        g + grid_line_cost(ground, from, end.position, q->leaves && from_start && !is_far);
    if (cost < s->best_goal && grid_is_line_open(ground, from, end, radius, ends)) {
        s->best_goal = cost;
        astar_reach_goal(search, node, part, cost);
    }
}

/* ---- The graph ------------------------------------------------------------------------------- */

static double estimate(const astar *search, const astar_node *at) {
    const grid_astar *s = search->user;
    const grid_query *q = s->query;
    wend_vec2 from = grid_centre(s->ground->map, at->vertex).position;
    uint32_t part = 0;
    double distance = distance_to_goal(q, from, &part);
    if (q->moves == GRID_MOVES_EIGHT && s->ground->map->shape == WEND_GRID_SQUARES &&
        q->part_count == 1 && q->parts[0].shape == WEND_SHAPE_POINT) {
        double x = fabs((double)from.x - (double)q->parts[0].a.x);
        double y = fabs((double)from.y - (double)q->parts[0].a.y);
        double octile = fmax(x, y) + (sqrt(2.0) - 1.0) * fmin(x, y);
        distance = fmax(distance, octile - OCTILE_SAVING * s->longest_reach);
    }
    double factor = s->greedy ? GREEDY : ESTIMATE_SHARE;
    return factor * s->ground->least_weight * distance;
}

static bool improves(const astar *search, uint32_t vertex, double g) {
    const grid_astar *s = search->user;
    return s->greedy ? search->marks[vertex].stamp != search->stamp
                     : astar_improves(search, vertex, g);
}

/* Reaches a square by the line from the parent of the expanded node. Returns true if the move from
 * the node itself cannot be cheaper. */
static bool reach_by_line(astar *search, astar_node at, wend_location parent, uint32_t target,
                          wend_location to) {
    const grid_astar *s = search->user;
    const grid_ground *ground = s->ground;
    bool from_start = at.parent == ASTAR_NONE;
    if (from_start && s->start_radius < ground->radius) {
        return false;
    }
    double before = from_start ? 0.0 : search->nodes[at.parent].g;
    double least = before + ground->least_weight * wide_distance(parent.position, to.position);
    if (!improves(search, target, least)) {
        return true; /* the move is no cheaper, because of the triangle inequality */
    }
    double g = before + grid_line_cost(ground, parent, to.position, false);
    uint32_t ends = from_start ? (uint32_t)STANDING_AT_START : 0U;
    if (!isfinite(g) || !improves(search, target, g) ||
        !grid_is_line_open(ground, parent, to, ground->radius, ends)) {
        return false;
    }
    astar_reach(search, at.parent, target, LABEL_LINE, g);
    return grid_is_uniform(ground) && !(ground->crowd > 0.0);
}

static void reach_by_move(astar *search, uint32_t index, astar_node at, wend_location from,
                          uint32_t move, uint32_t target, wend_location to) {
    const grid_astar *s = search->user;
    double length = wide_distance(from.position, to.position);
    if (!improves(search, target, at.g + s->ground->least_weight * length)) {
        return;
    }
    double g = at.g + grid_line_cost(s->ground, from, to.position, false);
    if (isfinite(g) && improves(search, target, g) &&
        grid_is_move_open(s->ground, at.vertex, from, target, to)) {
        astar_reach(search, index, target, move, g);
    }
}

static void note_nearest(astar *search, uint32_t index, wend_location at, double distance) {
    grid_astar *s = search->user;
    if (at.layer == s->query->layer && distance < s->nearest_distance) {
        s->nearest_distance = distance;
        s->nearest = index;
    }
}

static void expand(astar *search, uint32_t index, astar_node at) {
    grid_astar *s = search->user;
    const grid *map = s->ground->map;
    const grid_query *q = s->query;
    wend_location from = grid_centre(map, at.vertex);
    wend_location parent = parent_location(search, at.parent);
    bool any_angle = q->moves == GRID_MOVES_ANY_ANGLE;
    uint32_t part = 0;
    double distance = distance_to_goal(q, from.position, &part);
    note_nearest(search, index, from, distance);
    for (uint32_t i = 0; i < q->part_count && distance <= s->longest_reach; i++) {
        reach_goal(search, index, from, at.g, i, false);
        if (any_angle) {
            double before = at.parent == ASTAR_NONE ? 0.0 : search->nodes[at.parent].g;
            reach_goal(search, at.parent, parent, before, i, true);
        }
    }
    uint32_t moves = grid_move_count(map, at.vertex, q->moves == GRID_MOVES_EIGHT);
    bool tree = map->shape == WEND_GRID_QUADTREE; /* its moves have no common directions */
    for (uint32_t move = 0; move < moves; move++) {
        if (!grid_has_move(map, at.vertex, move)) {
            continue;
        }
        uint32_t target = grid_target(map, at.vertex, from.layer, move);
        wend_location to = grid_centre(map, target);
        if (!any_angle || !reach_by_line(search, at, parent, target, to)) {
            reach_by_move(search, index, at, from, tree ? (uint32_t)LABEL_LINE : move, target, to);
        }
    }
}

static const astar_graph grid_graph = {.expand = expand, .estimate = estimate};

/* ---- The start ------------------------------------------------------------------------------- */

static bool join_start(void *context, const grid_near *near) {
    grid_astar *s = context;
    const grid_ground *ground = s->ground;
    wend_location from = s->query->from, to = grid_centre(ground->map, near->square);
    float clearance = ground->map->squares[near->square].clearance;
    bool has_room = clearance >= s->start_radius || clearance >= WEND_GRID_MAX_CLEARANCE;
    if (!has_room || grid_is_forbidden(ground, to) ||
        grid_room(ground, to, ground->radius) < ground->radius ||
        !grid_is_line_open(ground, from, to, s->start_radius, STANDING_AT_START)) {
        return true;
    }
    double cost = grid_line_cost(ground, from, to.position, s->query->leaves);
    if (isfinite(cost)) {
        s->joined = true;
        astar_reach(s->search, ASTAR_NONE, near->square, LABEL_LINE, cost);
    }
    return true;
}

/* Joins the start to the squares around it. If there is none within reach, looks farther. */
static void join_squares(grid_astar *s) {
    double distance = grid_reach(s->ground->map, s->query, s->query->from);
    for (int i = 0; i < WIDENINGS && !s->joined; i++, distance *= 2.0) {
        grid_visit_near(s->ground->map, s->query->from, &distance, join_start, s);
    }
}

/* Adds the straight line to each part of the goal. Without any-angle moves, only within reach. */
static void join_goal(grid_astar *s) {
    const grid_query *q = s->query;
    for (uint32_t i = 0; i < q->part_count; i++) {
        reach_goal(s->search, ASTAR_NONE, q->from, 0.0, i, q->moves == GRID_MOVES_ANY_ANGLE);
    }
}

/* ---- The path -------------------------------------------------------------------------------- */

/* Lists the points of the path to a node; straight runs of equal moves have one point. */
static bool build_path(astar *search, uint32_t last, grid_path *out) {
    const grid_astar *s = search->user;
    uint32_t count;
    const uint32_t *nodes = astar_path(search, last, &count);
    out->points = worker_buffer_take(search->view, search->worker, BUFFER_LOCATIONS,
                                     2 * ((size_t)count + 1) * sizeof *out->points);
    if (out->points == NULL) {
        return false;
    }
    wend_location at = s->query->from;
    uint32_t before = LABEL_LINE;
    for (uint32_t i = 0; i < count; i++) {
        const astar_node *node = &search->nodes[nodes[i]];
        bool is_goal = node->vertex == ASTAR_NONE;
        uint32_t label = is_goal ? (uint32_t)LABEL_LINE : node->label;
        wend_location next =
            is_goal
                ? (wend_location){wend_region_nearest(&s->query->parts[node->label], at.position),
                                  s->query->layer}
                : grid_centre(s->ground->map, node->vertex);
        bool runs_on = label != LABEL_LINE && label == before && next.layer == at.layer;
        out->count -= runs_on ? 1 : 0;
        out->points[out->count++] = next;
        at = next;
        before = label;
    }
    out->cost = search->nodes[last].g;
    return true;
}

static search_outcome run(grid_astar *s, astar *search, grid_path *out) {
    s->best_goal = s->nearest_distance = (double)INFINITY;
    s->nearest = ASTAR_NONE;
    s->joined = false;
    if (!astar_begin(search)) {
        return SEARCH_NO_MEMORY;
    }
    join_goal(s);
    join_squares(s);
    uint32_t last = ASTAR_NONE;
    search_outcome outcome = astar_find(search, &last);
    if (outcome == SEARCH_NONE && s->query->may_be_partial && s->nearest != ASTAR_NONE) {
        uint32_t part = 0;
        double before = distance_to_goal(s->query, s->query->from.position, &part);
        bool here = s->query->from.layer == s->query->layer;
        if (!here || s->nearest_distance <= before - MIN_GAIN) {
            last = s->nearest;
            out->partial = true;
            outcome = SEARCH_FOUND;
        }
    }
    return outcome != SEARCH_FOUND || build_path(search, last, out) ? outcome : SEARCH_NO_MEMORY;
}

search_outcome grid_search(const grid_ground *ground, const grid_query *query, grid_path *out) {
    *out = (grid_path){.count = 0};
    if (!isfinite(ground->least_weight) || query->from.layer >= ground->map->layer_count) {
        return SEARCH_NONE;
    }
    grid_astar s = {.ground = ground,
                    .query = query,
                    .longest_reach = query->margin + REACH_SIDES * grid_longest_side(ground->map),
                    .start_radius = reduced_radius(ground, query->from)};
    astar search = {.view = ground->view,
                    .worker = ground->worker,
                    .graph = &grid_graph,
                    .user = &s,
                    .vertex_count = ground->map->square_count,
                    .node_limit = query->node_limit};
    s.search = &search;
    search_outcome outcome = run(&s, &search, out);
    if (outcome == SEARCH_LIMIT) {
        s.greedy = true;
        search.node_limit = 0; /* each square has one node */
        *out = (grid_path){.unproven = true};
        outcome = run(&s, &search, out);
    }
    return outcome;
}
