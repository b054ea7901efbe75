/* map/graph.h: what maps of vertices and edges have in common. */
#ifndef MAP_GRAPH_H
#define MAP_GRAPH_H

#include <stddef.h>
#include <stdint.h>

/* Edges are structs of any kind that begin with the indices of their two vertices. */
typedef struct graph {
    const void *edges;
    size_t size; /* of an edge */
    uint32_t edge_count, vertex_count;
} graph;

/* Lists the edges at each vertex: from starts[i] to starts[i + 1] - 1 of `ends`, 2 * edge for one
 * that leaves, + 1 for one that comes, ascending. Room for vertex_count + 1 and 2 * edge_count. */
void graph_list_ends(const graph *g, uint32_t *starts, uint32_t *ends);

/* Edges that join what is joined already: independent cycles. `parents` has room for all vertices;
 * each of them then leads to one vertex of its piece, graph_root. */
uint32_t graph_count_cycles(const graph *g, uint32_t *parents);
uint32_t graph_root(uint32_t *parents, uint32_t vertex);

#endif
