/* Links the start and the goal of a path to nodes of a roadmap.
 *
 * S. Narang, "Multi-Agent Simulation for Crowds & Autonomous Driving" (lecture, 2017), slides
 * "Roadmaps: query", lines 1 to 19: the k nodes nearest to the start are tried in the order of
 * their distance, until one can be linked; the goal is linked in the same way.
 *
 *     k            query->nearest
 *     dist         distance in a straight line; to a goal with an extent, to its nearest point
 *     Delta(q, q') the local planner: a straight line with room for the disc
 *
 * Departures:
 * - One map serves discs of all sizes: only nodes with an edge that is wide enough now count.
 * - With ROADS_LINK_ALL, all of the k nodes that can be linked are linked.
 * - Each part of a goal is linked on its own.
 * - If no node on the layer itself can be linked, nodes on each layer to which its links lead are.
 * - A start or goal nearer to a wall than the radius is linked, if no line has room for the disc,
 *   by lines with as much room as there is at that end.
 *
 * Cost: O(k) visibility checks, and those of the index of vertices. */
#include <math.h>

#include "geom/point.h"
#include "geom/vec.h"
#include "plan/roadmap/roads.h"
#include "space/space.h"
#include "step/standing.h"

static const float REDUCED = 0.99F; /* share of the room at an end that lines keep */

enum { MAX_LAYERS_TRIED = 16 }; /* the layer itself, and layers that links lead to */

/* One end of the path, and how it is linked. */
typedef struct linker {
    const roadmap_ground *ground;
    const roads_query *query;
    bool is_goal;
    const wend_region *part; /* the part of the goal to link */
    uint32_t first;          /* number of links of other parts and layers */
    bool is_reduced;         /* lines have as much room as there is at their end */
    uint32_t ends;           /* STANDING_...: ends of a line that may be beside an obstacle */
    roads_links *out;
} linker;

double roads_goal_distance(const roads_query *query, wend_vec2 from) {
    double least = (double)INFINITY;
    for (uint32_t i = 0; i < query->part_count; i++) {
        least = fmin(least, (double)wend_region_distance(&query->parts[i], from));
    }
    return least;
}

static double part_distance(const void *user, wend_vec2 from) {
    return (double)wend_region_distance(((const linker *)user)->part, from);
}

/* True if no node of this layer is linked to the start, or to this part of the goal, yet. */
static bool is_unlinked(const linker *l) {
    return l->out->count == l->first;
}

/* True if an edge at a vertex is wide enough. */
static bool has_open_edge(const void *user, uint32_t index) {
    const roadmap_ground *ground = ((const linker *)user)->ground;
    const roadmap *map = ground->map;
    const roadmap_vertex *vertex = &map->vertices[index];
    bool open = false;
    for (uint32_t i = 0; i < vertex->count && !open; i++) {
        open = roadmap_is_open(ground, map->ends[vertex->first + i] / 2);
    }
    return open;
}

static bool is_open_to(const linker *l, wend_location end, wend_location node) {
    float radius = l->ground->needed;
    if (l->is_reduced) {
        float room = roads_room(l->ground, end, radius);
        radius = room < radius ? REDUCED * room : radius;
    }
    return l->is_goal ? roads_is_line_open(l->ground, node, end, radius, l->ends)
                      : roads_is_line_open(l->ground, end, node, radius, l->ends);
}

/* Finds the point of the goal that a line from `from` leads to: the nearest one or, if a wall
 * beside that leaves no room, the preferred one. */
static bool find_goal_line(const linker *l, wend_location from, wend_location *end) {
    wend_region part = *l->part;
    *end = (wend_location){wend_region_nearest(&part, from.position), l->query->layer};
    if (is_open_to(l, *end, from)) {
        return true;
    }
    part.flags = 0;
    wend_vec2 preferred = wend_region_aim(&part, from.position, 0.0F);
    if (part.shape == WEND_SHAPE_POINT || vec_equal(preferred, end->position)) {
        return false;
    }
    end->position = preferred;
    return is_open_to(l, *end, from);
}

bool roads_line_to_goal(const roadmap_ground *ground, const roads_query *query,
                        wend_location *end) {
    linker l = {.ground = ground,
                .query = query,
                .is_goal = true,
                .part = &query->parts[0],
                .ends = STANDING_AT_START | STANDING_AT_END};
    for (uint32_t i = 1; i < query->part_count; i++) {
        if (part_distance(&l, query->from.position) >
            (double)wend_region_distance(&query->parts[i], query->from.position)) {
            l.part = &query->parts[i];
        }
    }
    return find_goal_line(&l, query->from, end);
}

/* Links a node if it can be linked. */
static void try_node(linker *l, uint32_t vertex, uint32_t layer) {
    wend_location node = {l->ground->map->vertices[vertex].position, layer};
    wend_location end = l->query->from;
    bool open = l->is_goal ? find_goal_line(l, node, &end) : is_open_to(l, end, node);
    if (open && l->out->count < ROADS_MAX_NEAREST) {
        l->out->items[l->out->count++] =
            (roads_link){vertex, end, wide_distance(end.position, node.position)};
    }
}

/* Returns the distance (m) from a point to the farthest point of a region. */
static float farthest_distance(const wend_region *region, wend_vec2 from) {
    float most = vec_length(vec_sub(region->a, from));
    if (region->shape == WEND_SHAPE_DISC) {
        return most + region->b.x;
    }
    if (region->shape == WEND_SHAPE_SEGMENT) {
        return fmaxf(most, vec_length(vec_sub(region->b, from)));
    }
    for (uint32_t i = 0; region->shape == WEND_SHAPE_POLYGON && i < region->count; i++) {
        most = fmaxf(most, vec_length(vec_sub(region->points[i], from)));
    }
    return most;
}

/* Returns what to search around on a layer. */
static roadmap_probe probe_of(const linker *l, uint32_t layer) {
    wend_vec2 from = l->query->from.position;
    roadmap_probe probe = {.centre = {from, layer}, .accepts = has_open_edge, .user = l};
    if (l->is_goal) {
        probe.centre.position = wend_region_nearest(l->part, from);
        probe.distance = part_distance;
        probe.extent = farthest_distance(l->part, probe.centre.position);
    }
    return probe;
}

static void link_layer(linker *l, uint32_t layer) {
    roadmap_near near[ROADS_MAX_NEAREST];
    roadmap_probe probe = probe_of(l, layer);
    uint32_t most = l->is_goal ? ROADS_MAX_NEAREST / l->query->part_count : ROADS_MAX_NEAREST;
    uint32_t wanted = l->query->nearest < most ? l->query->nearest : most;
    uint32_t count = roadmap_find_vertices(l->ground->map, &probe, near, wanted);
    bool all = l->query->linking == ROADS_LINK_ALL;
    for (uint32_t i = 0; i < count && (all || is_unlinked(l)); i++) {
        l->out->farthest = fmax(l->out->farthest, near[i].distance);
        try_node(l, near[i].vertex, layer);
    }
}

/* Links a node on each of the layers that the links of a layer lead to: which of them lead to the
 * goal is not known yet. */
static void link_adjacent_layers(linker *l, uint32_t layer) {
    const wend_space *space = l->ground->view->space;
    const uint32_t *links;
    uint32_t count = space_links_of(space, layer, &links), tried[MAX_LAYERS_TRIED], tried_count = 0;
    for (uint32_t i = 0; i < count && tried_count < MAX_LAYERS_TRIED; i++) {
        const wend_link *link = &space->links[links[i]];
        uint32_t other = link->left_layer == layer ? link->right_layer : link->left_layer;
        bool known = other == layer;
        for (uint32_t k = 0; k < tried_count && !known; k++) {
            known = tried[k] == other;
        }
        if (!known) {
            tried[tried_count++] = other;
            l->first = l->out->count;
            link_layer(l, other);
        }
    }
}

static void link_end(linker *l, uint32_t layer) {
    uint32_t before = l->out->count;
    for (int i = 0; i < 2 && l->out->count == before && layer < l->ground->map->layer_count; i++) {
        l->is_reduced = i > 0;
        l->first = before;
        link_layer(l, layer);
        if (l->out->count == before) {
            link_adjacent_layers(l, layer);
        }
    }
}

void roads_link_start(const roadmap_ground *ground, const roads_query *query, roads_links *out) {
    linker l = {.ground = ground, .query = query, .ends = STANDING_AT_START, .out = out};
    out->count = 0;
    out->farthest = 0.0;
    link_end(&l, query->from.layer);
    if (out->count == 0 && out->farthest == 0.0) { /* there are no nodes: the goal is nearer */
        out->farthest = (double)INFINITY;
    }
}

void roads_link_goal(const roadmap_ground *ground, const roads_query *query, roads_links *out) {
    linker l = {
        .ground = ground, .query = query, .is_goal = true, .ends = STANDING_AT_END, .out = out};
    out->count = 0;
    out->farthest = 0.0;
    for (uint32_t i = 0; i < query->part_count; i++) {
        l.part = &query->parts[i];
        link_end(&l, query->layer);
    }
}
