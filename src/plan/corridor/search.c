/* Finds the shortest path along the medial axis by A* (graph/astar.c), from vertex to vertex.
 *
 * The cost of an edge is the length of its curve. An edge is blocked where its clearance is not
 * above the clearance needed. The path begins and ends with parts of edges; if both lie on the same
 * edge, the part between them is one candidate among others. The heuristic is the straight-line
 * distance to a disc that contains the axis points of all targets; the remaining cost is never less
 * than this.
 *
 * Cost: O(n log n) for n edges visited, plus O(targets) for each vertex. */
#include <math.h>

#include "geom/vec.h"
#include "plan/corridor/corridor.h"
#include "plan/graph/astar.h"

/* The two ends of an edge, as reached from an axis point on it. */
typedef struct exits {
    bool open[2];
    double length[2]; /* m: length along the edge to each end */
    uint32_t vertex[2];
} exits;

typedef struct axis_search {
    const corridor_ground *ground;
    const corridor_projection *from, *targets;
    uint32_t target_count;
    exits ends[CORRIDOR_TARGETS];
    double x, y, radius; /* centre and radius of a disc that contains the targets' axis points */
} axis_search;

/* ---- Parts of edges -------------------------------------------------------------------------- */

/* Measures the lengths from an axis point along its edge to both ends. If the axis point is already
 * too close to a stationary obstacle, a path may still lead away from that obstacle. */
static exits exits_of(const corridor_ground *ground, corridor_axis_point point) {
    const corridor *map = ground->map;
    const corridor_edge *edge = &map->edges[point.edge];
    double before = corridor_length_before(map, point);
    corridor_ground beside = *ground;
    if (ground->around_standing) {
        wend_location location = {corridor_piece_sample(map, point.breakpoint, point.t).position,
                                  edge->layer};
        beside.kept = (float)standing_distance(ground->view, location, (double)ground->kept);
    }
    return (exits){
        {corridor_is_open(&beside, corridor_axis_point_at_vertex(map, 2 * point.edge), point),
         corridor_is_open(&beside, point, corridor_axis_point_at_vertex(map, 2 * point.edge + 1))},
        {before, fmax((double)edge->length - before, 0.0)},
        {edge->from, edge->to}};
}

/* Returns the distance (m) from the axis point of a target to its location. */
static double last_leg(const corridor_projection *to) {
    return (double)vec_length(vec_sub(to->location.position, to->at.position));
}

/* ---- The search ------------------------------------------------------------------------------ */

static void bound_targets(axis_search *s) {
    for (uint32_t i = 0; i < s->target_count; i++) {
        s->x += (double)s->targets[i].at.position.x / s->target_count;
        s->y += (double)s->targets[i].at.position.y / s->target_count;
    }
    for (uint32_t i = 0; i < s->target_count; i++) {
        double x = (double)s->targets[i].at.position.x - s->x;
        double y = (double)s->targets[i].at.position.y - s->y;
        s->radius = fmax(s->radius, sqrt(x * x + y * y));
    }
}

static double estimate(const astar *search, const astar_node *at) {
    const axis_search *s = search->user;
    wend_vec2 position = s->ground->map->vertices[at->vertex].position;
    double x = (double)position.x - s->x, y = (double)position.y - s->y;
    return fmax(sqrt(x * x + y * y) - s->radius, 0.0);
}

/* Adds a path that ends at a target. The label of a target is its index. */
static void reach_target(astar *search, uint32_t which, uint32_t before, double g) {
    const axis_search *s = search->user;
    astar_reach_goal(search, before, which, g + last_leg(&s->targets[which]));
}

/* The label of an edge is `2 * edge`, or `2 * edge + 1` if the edge is walked backwards, as in the
 * map's `ends`. */
static void expand(astar *search, uint32_t index, astar_node at) {
    const axis_search *s = search->user;
    const corridor *map = s->ground->map;
    const corridor_vertex *vertex = &map->vertices[at.vertex];
    for (uint32_t i = 0; i < s->target_count; i++) {
        for (uint32_t k = 0; k < 2; k++) {
            if (s->ends[i].open[k] && s->ends[i].vertex[k] == at.vertex) {
                reach_target(search, i, index, at.g + s->ends[i].length[k]);
            }
        }
    }
    for (uint32_t i = 0; i < vertex->count; i++) {
        uint32_t end = map->ends[vertex->first + i];
        const corridor_edge *edge = &map->edges[end / 2];
        if (corridor_least_clearance(s->ground, end / 2) > s->ground->needed) {
            uint32_t to = end % 2 == 0 ? edge->to : edge->from;
            astar_reach(search, index, to, end, at.g + (double)edge->length);
        }
    }
}

static const astar_graph axis_graph = {.expand = expand, .estimate = estimate};

/* Adds the first paths. They run along the edge on which the start lies, to the targets on that
 * edge and to both of its vertices. */
static void reach_from_start(astar *search, axis_search *s) {
    corridor_axis_point from = s->from->point;
    exits out = exits_of(s->ground, from);
    for (uint32_t i = 0; i < s->target_count; i++) {
        corridor_axis_point to = s->targets[i].point;
        s->ends[i] = exits_of(s->ground, to);
        if (to.edge == from.edge && corridor_is_open(s->ground, from, to)) {
            reach_target(search, i, ASTAR_NONE, fabs(s->ends[i].length[0] - out.length[0]));
        }
    }
    for (uint32_t k = 0; k < 2; k++) {
        if (out.open[k]) {
            uint32_t by = 2 * from.edge + (k == 0 ? 1 : 0);
            astar_reach(search, ASTAR_NONE, out.vertex[k], by, out.length[k]);
        }
    }
}

/* ---- The path -------------------------------------------------------------------------------- */

/* Appends the last part of the path. It leads to the target from the previous vertex or, if the
 * path passes no vertex, from the start. */
static bool append_last(const axis_search *s, corridor_axis_path *axis_path, uint32_t which,
                        uint32_t vertex) {
    const corridor_projection *to = &s->targets[which];
    const exits *ends = &s->ends[which];
    if (vertex == ASTAR_NONE) {
        return corridor_append(s->ground, axis_path, s->from->point, to->point);
    }
    bool first = ends->open[0] && ends->vertex[0] == vertex;
    bool second = ends->open[1] && ends->vertex[1] == vertex;
    if (first && second) { /* the edge ends at the vertex where it begins */
        first = ends->length[0] <= ends->length[1];
    }
    corridor_axis_point from =
        corridor_axis_point_at_vertex(s->ground->map, 2 * to->point.edge + (first ? 0 : 1));
    return corridor_append(s->ground, axis_path, from, to->point);
}

static bool append_all(astar *search, uint32_t last, corridor_axis_path *axis_path) {
    const axis_search *s = search->user;
    const corridor *map = s->ground->map;
    uint32_t count, vertex = ASTAR_NONE;
    const uint32_t *path = astar_path(search, last, &count);
    for (uint32_t i = 0; i + 1 < count; i++) {
        const astar_node *at = &search->nodes[path[i]];
        corridor_axis_point from =
            i == 0 ? s->from->point : corridor_axis_point_at_vertex(map, at->label);
        corridor_axis_point to = corridor_axis_point_at_vertex(map, at->label ^ 1U);
        if (!corridor_append(s->ground, axis_path, from, to)) {
            return false;
        }
        vertex = at->vertex;
    }
    return append_last(s, axis_path, search->nodes[last].label, vertex);
}

search_outcome corridor_search(const corridor_ground *ground, const corridor_projection *from,
                               const corridor_projection *targets, uint32_t target_count,
                               corridor_axis_path *axis_path, uint32_t *reached) {
    axis_search s = {
        .ground = ground, .from = from, .targets = targets, .target_count = target_count};
    astar search = {.view = ground->view,
                    .worker = ground->worker,
                    .graph = &axis_graph,
                    .user = &s,
                    .vertex_count = ground->map->vertex_count};
    if (!astar_begin(&search)) {
        return SEARCH_NO_MEMORY;
    }
    bound_targets(&s);
    reach_from_start(&search, &s);
    uint32_t last;
    search_outcome outcome = astar_find(&search, &last);
    if (outcome != SEARCH_FOUND) {
        return outcome;
    }
    *reached = search.nodes[last].label;
    return append_all(&search, last, axis_path) ? SEARCH_FOUND : SEARCH_NO_MEMORY;
}
