/* map/graph.h: lists the edges at each vertex of a graph, and counts its cycles. For all map kinds
 * that consist of vertices and edges. */
#ifndef MAP_GRAPH_H
#define MAP_GRAPH_H

#include <stddef.h>
#include <stdint.h>

/* A graph whose edges are structs of any type that begin with the indices of their two vertices. */
typedef struct graph {
    const void *edges;
    size_t edge_size; /* bytes: of an edge */
    uint32_t edge_count, vertex_count;
} graph;

/* Lists the edges at each vertex: starts[i] to starts[i + 1] - 1 of `ends`; 2 * edge if the edge
 * begins there, + 1 if it ends there; ascending. The arrays have room for vertex_count + 1 and 2 *
 * edge_count. */
void graph_list_ends(const graph *g, uint32_t *starts, uint32_t *ends);

/* Counts independent cycles: edges whose vertices are connected already. `parents` has room for all
 * vertices; afterwards graph_root finds the representative of each vertex's component in it. */
uint32_t graph_count_cycles(const graph *g, uint32_t *parents);
uint32_t graph_root(uint32_t *parents, uint32_t vertex);

#endif
