/* Finds the cheapest path of a disc over a roadmap by A* (plan/graph/astar.c).
 *
 * S. Narang, "Multi-Agent Simulation for Crowds & Autonomous Driving" (lecture, 2017), slides
 * "Roadmaps: query", line 20. The vertices are the nodes of the roadmap, with the start and the
 * goal linked to them (links.c). An edge is open if its clearance is above the radius now.
 *
 *     cost of an edge   l (1 + v u(seed, key, edge)) + c d: length l, variety v, u uniform in
 *                       [0, 1), and the delay d of crowds (wend/density.h) with its weight c.
 *                       Links cost their length + c d
 *     h(q)              distance from q to the goal's region, in a straight line. No edge costs
 *                       less than its length, so h is consistent
 *
 * u is a function of the agent's key, not of the step: an agent that plans again prefers the same
 * edges. Departure: the goal counts as a node near the start. If it is no farther away than the
 * nodes that were tried, and the straight line to it is open, the path may be that line.
 *
 * Cost: O(n log n) for n edges visited. Memory: 16 bytes for each vertex of the map and 40 for each
 * node of the search, in worker buffers. */
#include <math.h>

#include <wend/density.h>
#include <wend/random.h>

#include "geom/point.h"
#include "geom/vec.h"
#include "plan/graph/astar.h"
#include "plan/roadmap/roads.h"
#include "step/standing.h"
#include "step/worker_buffers.h"

enum {
    PURPOSE_VARIETY = 0x726f6164,    /* purpose of the random numbers */
    LABEL_DIRECT = ROADS_MAX_NEAREST /* label of a goal that the start sees */
};

static const double ESTIMATE_SHARE = 0.999999; /* covers the rounding of the edges' lengths */
static const double MIN_GAIN = 0.1; /* m: a partial path must come this much nearer to its goal */

typedef struct road_search {
    const roadmap_ground *ground;
    const roads_query *query;
    roads_links starts, goals;
    wend_location direct; /* end of the straight line from the start */
} road_search;

/* ---- The graph ------------------------------------------------------------------------------- */

static double estimate(const astar *search, const astar_node *at) {
    const road_search *s = search->user;
    return ESTIMATE_SHARE *
           roads_goal_distance(s->query, s->ground->map->vertices[at->vertex].position);
}

/* Returns what crowds add to the cost of a line. */
static double crowd_cost(const road_search *s, wend_location from, wend_vec2 to) {
    double crowd = s->query->crowd;
    return crowd > 0.0 ? crowd * wend_view_line_delay(s->ground->view, from, to) : 0.0;
}

static double edge_cost(const road_search *s, uint32_t edge) {
    const roads_query *q = s->query;
    const roadmap *map = s->ground->map;
    const roadmap_edge *of = &map->edges[edge];
    double cost = (double)of->length;
    if (q->variety > 0.0) {
        cost *= 1.0 + q->variety * wend_random_uniform(q->seed, q->key, edge, PURPOSE_VARIETY);
    }
    wend_location from = {map->vertices[of->from].position, of->layer};
    return cost + crowd_cost(s, from, map->vertices[of->to].position);
}

static bool is_edge_open(const road_search *s, uint32_t index) {
    const roadmap_ground *ground = s->ground;
    const roadmap_edge *edge = &ground->map->edges[index];
    if (!roadmap_is_open(ground, index) || !ground->around_standing) {
        return roadmap_is_open(ground, index);
    }
    wend_location from = {ground->map->vertices[edge->from].position, edge->layer};
    wend_location to = {ground->map->vertices[edge->to].position, edge->layer};
    return standing_is_clear(ground->view, from, to, (double)ground->needed, 0);
}

static void expand(astar *search, uint32_t index, astar_node at) {
    const road_search *s = search->user;
    const roadmap *map = s->ground->map;
    const roadmap_vertex *vertex = &map->vertices[at.vertex];
    for (uint32_t i = 0; i < s->goals.count; i++) {
        if (s->goals.items[i].vertex == at.vertex) {
            wend_location from = {vertex->position, vertex->layer};
            double crowd = crowd_cost(s, from, s->goals.items[i].end.position);
            astar_reach_goal(search, index, i, at.g + s->goals.items[i].length + crowd);
        }
    }
    for (uint32_t i = 0; i < vertex->count; i++) {
        uint32_t end = map->ends[vertex->first + i], edge = end / 2;
        if (is_edge_open(s, edge)) {
            uint32_t next = end % 2 == 0 ? map->edges[edge].to : map->edges[edge].from;
            astar_reach(search, index, next, edge, at.g + edge_cost(s, edge));
        }
    }
}

static const astar_graph road_graph = {.expand = expand, .estimate = estimate};

static void reach_from_start(astar *search) {
    road_search *s = search->user;
    double direct = roads_goal_distance(s->query, s->query->from.position);
    if (direct <= s->starts.farthest && roads_line_to_goal(s->ground, s->query, &s->direct)) {
        astar_reach_goal(search, ASTAR_NONE, LABEL_DIRECT,
                         wide_distance(s->query->from.position, s->direct.position) +
                             crowd_cost(s, s->query->from, s->direct.position));
    }
    for (uint32_t i = 0; i < s->starts.count; i++) {
        const roads_link *link = &s->starts.items[i];
        wend_vec2 to = s->ground->map->vertices[link->vertex].position;
        astar_reach(search, ASTAR_NONE, link->vertex, i,
                    link->length + crowd_cost(s, s->query->from, to));
    }
}

/* ---- The path -------------------------------------------------------------------------------- */

static void append(const road_search *s, roads_path *out, wend_location *at, wend_vec2 position,
                   float width) {
    at->layer = wend_space_layer_after(s->ground->view->space, *at, position);
    bool same = vec_equal(at->position, position);
    at->position = position;
    if (!same) {
        out->points[out->count++] = (roads_point){*at, width};
    }
}

/* Lists the points of the path to a node. */
static bool build_path(const astar *search, const uint32_t *nodes, uint32_t count,
                       roads_path *out) {
    const road_search *s = search->user;
    const roadmap *map = s->ground->map;
    out->points = worker_buffer_take(search->view, search->worker, BUFFER_LOCATIONS,
                                     ((size_t)count + 1) * sizeof *out->points);
    if (out->points == NULL) {
        return false;
    }
    wend_location at = s->query->from;
    for (uint32_t i = 0; i < count; i++) {
        const astar_node *node = &search->nodes[nodes[i]];
        if (node->vertex == ASTAR_NONE) {
            wend_location end =
                node->label == LABEL_DIRECT ? s->direct : s->goals.items[node->label].end;
            append(s, out, &at, end.position, -1.0F);
        } else {
            float width = i > 0 ? roadmap_least_clearance(s->ground, node->label) : -1.0F;
            append(s, out, &at, map->vertices[node->vertex].position, width);
        }
    }
    if (out->count == 0) { /* the goal is at the start */
        out->points[out->count++] = (roads_point){at, -1.0F};
    }
    return true;
}

/* Returns the node of the search that is nearest to the goal, on the goal's layer, or ASTAR_NONE if
 * none is nearer than the start. */
static uint32_t find_nearest_node(const astar *search) {
    const road_search *s = search->user;
    const roads_query *q = s->query;
    uint32_t best = ASTAR_NONE;
    double least = q->from.layer == q->layer ? roads_goal_distance(q, q->from.position) - MIN_GAIN
                                             : (double)INFINITY;
    for (uint32_t i = 0; i < search->node_count; i++) {
        const roadmap_vertex *vertex = &s->ground->map->vertices[search->nodes[i].vertex];
        double distance =
            vertex->layer == q->layer ? roads_goal_distance(q, vertex->position) : (double)INFINITY;
        bool cheaper = best != ASTAR_NONE && distance == least &&
                       search->nodes[i].vertex == search->nodes[best].vertex &&
                       search->nodes[i].g < search->nodes[best].g;
        if (distance < least || cheaper) {
            least = distance;
            best = i;
        }
    }
    return best;
}

search_outcome roads_search(const roadmap_ground *ground, const roads_query *query,
                            roads_path *out) {
    road_search s = {.ground = ground, .query = query};
    astar search = {.view = ground->view,
                    .worker = ground->worker,
                    .graph = &road_graph,
                    .user = &s,
                    .vertex_count = ground->map->vertex_count};
    *out = (roads_path){.count = 0};
    if (!astar_begin(&search)) {
        return SEARCH_NO_MEMORY;
    }
    roads_link_start(ground, query, &s.starts);
    roads_link_goal(ground, query, &s.goals);
    reach_from_start(&search);
    uint32_t last = ASTAR_NONE, count;
    search_outcome outcome = astar_find(&search, &last);
    if (outcome == SEARCH_NONE && query->may_be_partial) {
        last = find_nearest_node(&search);
        out->partial = last != ASTAR_NONE;
        outcome = out->partial ? SEARCH_FOUND : SEARCH_NONE;
    }
    if (outcome != SEARCH_FOUND) {
        return outcome;
    }
    const uint32_t *nodes = astar_path(&search, last, &count);
    return build_path(&search, nodes, count, out) ? SEARCH_FOUND : SEARCH_NO_MEMORY;
}
