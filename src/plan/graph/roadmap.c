/* Finds the shortest path over a roadmap by A* (astar.c), and the points where paths enter and
 * leave it.
 *
 * The cost of an edge is its length. An edge is blocked if its clearance is not above the clearance
 * needed. The straight-line distance is the lower bound on the remaining cost.
 *
 * Cost: O(n log n) for n edges visited. */
#include "plan/graph/roadmap.h"

#include <math.h>

#include "geom/point.h"
#include "geom/segment.h"
#include "geom/vec.h"
#include "plan/graph/astar.h"
#include "plan/route/legs.h"
#include "step/worker_buffers.h"

/* The graph: the vertices of a roadmap, with a start and an end that lie on its edges. */
typedef struct road_search {
    const roadmap_ground *ground;
    const wend_roadmap_projection *from, *to;
} road_search;

/* ---- What is open ---------------------------------------------------------------------------- */

static double distance_to(const void *map, uint32_t part, const blocked_wall *wall) {
    const roadmap *r = map;
    const roadmap_edge *edge = &r->edges[part];
    return edge->layer != wall->layer
               ? (double)INFINITY
               : segment_distance(r->vertices[edge->from].position, r->vertices[edge->to].position,
                                  wall->a, wall->b);
}

static float clearance_of(const void *map, uint32_t part) {
    return ((const roadmap *)map)->edges[part].clearance;
}

bool roadmap_find_blockers(roadmap_ground *ground) {
    const roadmap *map = ground->map;
    blocked_parts parts = {&map->blocking, map, map->edge_count, distance_to, clearance_of};
    return blocked_find(ground->view, ground->worker, &parts, ground->around_standing,
                        &ground->now);
}

/* ---- The search ------------------------------------------------------------------------------ */

static double estimate(const astar *search, const astar_node *at) {
    const road_search *s = search->user;
    return wide_distance(s->ground->map->vertices[at->vertex].position, s->to->position);
}

/* Labels have the same form as entries of the roadmap's `ends`. */
static void expand(astar *search, uint32_t index, astar_node at) {
    const road_search *s = search->user;
    const roadmap *map = s->ground->map;
    const roadmap_vertex *vertex = &map->vertices[at.vertex];
    for (uint32_t i = 0; i < vertex->count; i++) {
        uint32_t end = map->ends[vertex->first + i];
        const roadmap_edge *edge = &map->edges[end / 2];
        if (end / 2 == s->to->edge) {
            astar_reach_goal(search, index, end,
                             at.g + wide_distance(vertex->position, s->to->position));
        }
        if (roadmap_is_open(s->ground, end / 2)) {
            uint32_t next = end % 2 == 0 ? edge->to : edge->from;
            astar_reach(search, index, next, end, at.g + (double)edge->length);
        }
    }
}

static const astar_graph road_graph = {.expand = expand, .estimate = estimate};

/* Adds the first paths of the search. They run along the edge that contains the start. They lead to
 * both vertices of that edge, and to the end if the end lies on the same edge. */
static void reach_from_start(astar *search) {
    const road_search *s = search->user;
    const roadmap *map = s->ground->map;
    const roadmap_edge *edge = &map->edges[s->from->edge];
    wend_vec2 from = s->from->position;
    uint32_t end = 2 * s->from->edge;
    if (s->from->edge == s->to->edge) {
        astar_reach_goal(search, ASTAR_NONE, end, wide_distance(from, s->to->position));
    }
    astar_reach(search, ASTAR_NONE, edge->from, end + 1,
                wide_distance(from, map->vertices[edge->from].position));
    astar_reach(search, ASTAR_NONE, edge->to, end,
                wide_distance(from, map->vertices[edge->to].position));
}

/* ---- The path -------------------------------------------------------------------------------- */

static void append(const roadmap_ground *ground, roadmap_path *out, wend_location *at,
                   wend_vec2 position) {
    bool same = out->count > 0 && vec_equal(out->locations[out->count - 1].position, position);
    at->layer = wend_space_layer_after(ground->view->space, *at, position);
    at->position = position;
    if (!same) {
        out->locations[out->count++] = *at;
    }
}

static bool build_path(astar *search, uint32_t last, wend_location at, roadmap_path *out) {
    const road_search *s = search->user;
    uint32_t count;
    const uint32_t *path = astar_path(search, last, &count);
    *out = (roadmap_path){.length = search->nodes[last].g};
    out->locations = worker_buffer_take(search->view, search->worker, BUFFER_LOCATIONS,
                                        ((size_t)count + 1) * sizeof *out->locations);
    if (out->locations == NULL) {
        return false;
    }
    append(s->ground, out, &at, s->from->position);
    for (uint32_t i = 0; i + 1 < count; i++) {
        uint32_t vertex = search->nodes[path[i]].vertex;
        append(s->ground, out, &at, s->ground->map->vertices[vertex].position);
    }
    append(s->ground, out, &at, s->to->position);
    return true;
}

search_outcome roadmap_search(const roadmap_ground *ground, const wend_roadmap_projection *from,
                              const wend_roadmap_projection *to, wend_location at,
                              roadmap_path *out) {
    road_search s = {ground, from, to};
    astar search = {.view = ground->view,
                    .worker = ground->worker,
                    .graph = &road_graph,
                    .user = &s,
                    .vertex_count = ground->map->vertex_count};
    if (!astar_begin(&search)) {
        return SEARCH_NO_MEMORY;
    }
    reach_from_start(&search);
    uint32_t last;
    search_outcome outcome = astar_find(&search, &last);
    return outcome != SEARCH_FOUND || build_path(&search, last, at, out) ? outcome
                                                                         : SEARCH_NO_MEMORY;
}

/* ---- Entries to the roadmap ------------------------------------------------------------------ */

enum {
    MAX_NEAR_EDGES = 64, /* largest number of edges considered near a position */
    ENTRIES = 4          /* largest number of entries kept */
};

static bool is_line_open(const roadmap_ground *ground, wend_location from, wend_location to,
                         float radius) {
    return wend_space_is_visible(ground->view->space, from, to, radius, 1U) &&
           legs_is_line_open(ground->view, from, to, radius);
}

/* True if a position has already been kept: edges that meet at a vertex may share their nearest
 * point. */
static bool is_kept(const wend_roadmap_projection *kept, uint32_t count, wend_vec2 position) {
    bool found = false;
    for (uint32_t i = 0; i < count && !found; i++) {
        found = vec_equal(kept[i].position, position);
    }
    return found;
}

static uint32_t keep_visible(const roadmap_ground *ground, wend_location from,
                             const wend_roadmap_projection *near, uint32_t count, float radius,
                             wend_roadmap_projection out[ENTRIES]) {
    uint32_t kept = 0;
    for (uint32_t i = 0; i < count && kept < ENTRIES; i++) {
        wend_location to = {near[i].position, ground->map->edges[near[i].edge].layer};
        if (!is_kept(out, kept, to.position) && is_line_open(ground, from, to, radius)) {
            out[kept++] = near[i];
        }
    }
    return kept;
}

/* Finds points of open edges where an agent can enter the roadmap, nearest first. These are the
 * points that its disc can reach in a straight line; if there are no such points, those that its
 * centre can reach in a straight line; if there are no such points either, only the nearest point.
 * Returns the number of points. */
static uint32_t find_entries(const roadmap_ground *ground, wend_location location, float radius,
                             wend_roadmap_projection out[ENTRIES]) {
    wend_roadmap_projection near[MAX_NEAR_EDGES];
    uint32_t found = roadmap_find_edges(ground->map, location, INFINITY, near, MAX_NEAR_EDGES),
             count = 0;
    for (uint32_t i = 0; i < found; i++) {
        if (roadmap_is_open(ground, near[i].edge)) {
            near[count++] = near[i];
        }
    }
    uint32_t kept = keep_visible(ground, location, near, count, radius, out);
    if (kept == 0) {
        kept = keep_visible(ground, location, near, count, 0.0F, out);
    }
    if (kept == 0 && count > 0) {
        out[kept++] = near[0];
    }
    return kept;
}

/* Appends the destination, without changing its layer. */
static bool append_destination(const roadmap_ground *ground, wend_location to, roadmap_path *out) {
    out->locations = worker_buffer_take(ground->view, ground->worker, BUFFER_LOCATIONS,
                                        ((size_t)out->count + 1) * sizeof *out->locations);
    if (out->locations == NULL) {
        return false;
    }
    out->locations[out->count++] = to;
    return true;
}

search_outcome roadmap_find_path(const roadmap_ground *ground, wend_location from, wend_location to,
                                 float radius, roadmap_path *out) {
    wend_roadmap_projection starts[ENTRIES], ends[ENTRIES];
    uint32_t start_count = find_entries(ground, from, radius, starts);
    uint32_t end_count = find_entries(ground, to, radius, ends);
    *out = (roadmap_path){.count = 0};
    if (start_count == 0 || end_count == 0) {
        return SEARCH_NONE;
    }
    double off_roadmap = (double)starts[0].distance + (double)ends[0].distance;
    bool straight = wide_distance(from.position, to.position) <= off_roadmap &&
                    is_line_open(ground, from, to, radius);
    search_outcome outcome = straight ? SEARCH_FOUND : SEARCH_NONE;
    for (uint32_t i = 0; i < start_count * end_count && outcome == SEARCH_NONE; i++) {
        outcome = roadmap_search(ground, &starts[i / end_count], &ends[i % end_count], from, out);
    }
    if (outcome == SEARCH_FOUND && !append_destination(ground, to, out)) {
        outcome = SEARCH_NO_MEMORY;
    }
    return outcome;
}
