/* Builds roadmaps from graph files in the format of Menge. Vertices and edges stay as they are in
 * the file: edges that cross are not joined, because a graph need not be planar.
 *
 * A graph file has no layers. In each connected part of the graph, the first vertex lies on the
 * lowest layer on which it is on walkable ground; the others follow along the edges, through the
 * links that the edges cross. An edge that crosses a link is cut there.
 *
 * Cost: two visibility checks for each edge, and the cost of the clearances (clearance.c). */
#include "read/graph.h"
#include "base/error.h"
#include "build/cross.h"
#include "build/roadmap/roadmap.h"
#include "map/graph.h"
#include <stdio.h>
#include <string.h>

/* A graph file on its way into the network. */
typedef struct graph_reader {
    roadmap_builder *b;
    graph_file file;
    uint32_t *layers;  /* for each vertex: its layer; ROADMAP_NONE until it is reached */
    uint32_t *starts;  /* for each vertex: where its list in `ends` begins */
    uint32_t *ends;    /* see map/graph.h */
    uint32_t *waiting; /* vertices that were reached and not yet expanded */
} graph_reader;

__attribute__((format(printf, 4, 5))) static wend_result
reject(const graph_reader *g, wend_result code, int line, const char *format, ...) {
    va_list values;
    va_start(values, format);
    error_set_list(g->b->error, code, format, values);
    va_end(values);
    error_set_location(g->b->error, g->file.source, line, 1);
    return code;
}

static wend_result add_vertices(graph_reader *g) {
    for (uint32_t i = 0; i < g->file.vertex_count; i++) {
        const graph_file_vertex *v = &g->file.vertices[i];
        wend_vec2 local = wend_space_to_local(g->b->space, v->position);
        if (!space_in_domain(local)) {
            return reject(g, WEND_ERROR_INVALID, v->line,
                          "vertex %u at (%.6g, %.6g) is too far from the space", i, v->position.x,
                          v->position.y);
        }
        if (roadmap_add_vertex(g->b, (wend_location){local, 0}, SPACE_NONE) == ROADMAP_NONE) {
            return error_no_memory(g->b->error, "a roadmap");
        }
        g->layers[i] = ROADMAP_NONE;
    }
    return WEND_OK;
}

/* Sets the layer of the first vertex of a connected part. */
static wend_result place_vertex(graph_reader *g, uint32_t vertex) {
    const wend_space *space = g->b->space;
    wend_location at = {g->b->network.vertices[vertex].position, 0};
    while (at.layer < space->layer_count && !wend_space_is_walkable(space, at, 1)) {
        at.layer++;
    }
    const graph_file_vertex *v = &g->file.vertices[vertex];
    if (at.layer == space->layer_count) {
        return reject(g, WEND_ERROR_GEOMETRY, v->line,
                      "vertex %u at (%.6g, %.6g) is not on walkable ground", vertex, v->position.x,
                      v->position.y);
    }
    g->layers[vertex] = at.layer;
    g->b->network.vertices[vertex].layer = at.layer;
    return WEND_OK;
}

/* Checks the line from a vertex with a known layer to the other vertex of an edge. Sets or checks
 * the layer of the latter. */
static wend_result check_edge(graph_reader *g, uint32_t edge, uint32_t from, uint32_t to) {
    const graph_file_edge *e = &g->file.edges[edge];
    wend_location start = {g->b->network.vertices[from].position, g->layers[from]};
    wend_vec2 end = g->b->network.vertices[to].position;
    if (!cross_is_line_open(g->b->space, start, end)) {
        wend_vec2 at = cross_find_wall(g->b->space, start, end);
        wend_point where = wend_space_from_local(g->b->space, at);
        return reject(g, WEND_ERROR_GEOMETRY, e->line,
                      "edge %u from vertex %u to vertex %u crosses a wall at (%.6g, %.6g)", edge,
                      e->from, e->to, where.x, where.y);
    }
    uint32_t layer = wend_space_layer_after(g->b->space, start, end);
    if (!wend_space_is_walkable(g->b->space, (wend_location){end, layer}, 1)) {
        const graph_file_vertex *v = &g->file.vertices[to];
        return reject(g, WEND_ERROR_GEOMETRY, v->line,
                      "vertex %u at (%.6g, %.6g) is not on walkable ground", to, v->position.x,
                      v->position.y);
    }
    if (g->layers[to] != ROADMAP_NONE && g->layers[to] != layer) {
        return reject(g, WEND_ERROR_GEOMETRY, e->line,
                      "edge %u leads to vertex %u on layer %u, but other edges lead to it on layer "
                      "%u",
                      edge, to, layer, g->layers[to]);
    }
    g->layers[to] = layer;
    g->b->network.vertices[to].layer = layer;
    return WEND_OK;
}

/* Follows the edges of a connected part from its first vertex. */
static wend_result follow_part(graph_reader *g, uint32_t first) {
    uint32_t count = 1;
    wend_result result = place_vertex(g, first);
    g->waiting[0] = first;
    while (count > 0 && result == WEND_OK) {
        uint32_t from = g->waiting[--count];
        for (uint32_t i = g->starts[from]; i < g->starts[from + 1] && result == WEND_OK; i++) {
            const graph_file_edge *e = &g->file.edges[g->ends[i] / 2];
            uint32_t to = e->from == from ? e->to : e->from;
            bool reached = g->layers[to] != ROADMAP_NONE;
            result = check_edge(g, g->ends[i] / 2, from, to);
            if (!reached && result == WEND_OK) {
                g->waiting[count++] = to;
            }
        }
    }
    return result;
}

static wend_result add_edges(graph_reader *g) {
    for (uint32_t i = 0; i < g->file.edge_count; i++) {
        const graph_file_edge *e = &g->file.edges[i];
        if (roadmap_add_straight(g->b, e->from, e->to, g->layers[e->from]) == ROADMAP_NONE) {
            return error_no_memory(g->b->error, "a roadmap");
        }
    }
    return WEND_OK;
}

static bool allocate(graph_reader *g) {
    memory_arena *kept = &g->b->kept;
    size_t vertices = (size_t)g->file.vertex_count + 1;
    g->layers = arena_take(kept, vertices * sizeof *g->layers, 16);
    g->starts = arena_take(kept, vertices * sizeof *g->starts, 16);
    g->waiting = arena_take(kept, vertices * sizeof *g->waiting, 16);
    g->ends = arena_take(kept, (2 * (size_t)g->file.edge_count + 1) * sizeof *g->ends, 16);
    return g->layers != NULL && g->starts != NULL && g->waiting != NULL && g->ends != NULL;
}

wend_result roadmap_add_graph(roadmap_builder *b) {
    graph_reader g = {.b = b};
    if (b->def->graph == NULL || b->def->graph[0] == '\0') {
        return error_set(b->error, WEND_ERROR_INVALID,
                         "a roadmap from a graph needs 'graph', the name of a graph file");
    }
    wend_result result = graph_file_load(b->def->graph, &b->kept, &g.file, b->error);
    if (result != WEND_OK) {
        return result;
    }
    if (!allocate(&g)) {
        return error_no_memory(b->error, "a roadmap");
    }
    result = add_vertices(&g);
    graph ends = {g.file.edges, sizeof *g.file.edges, g.file.edge_count, g.file.vertex_count};
    graph_list_ends(&ends, g.starts, g.ends);
    for (uint32_t i = 0; i < g.file.vertex_count && result == WEND_OK; i++) {
        result = g.layers[i] == ROADMAP_NONE ? follow_part(&g, i) : WEND_OK;
    }
    return result == WEND_OK ? add_edges(&g) : result;
}
