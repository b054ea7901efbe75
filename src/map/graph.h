/* map/graph.h: lists the edges at each vertex of a graph, and counts its cycles. For all map kinds
 * that consist of vertices and edges. */
#ifndef MAP_GRAPH_H
#define MAP_GRAPH_H

#include <stddef.h>
#include <stdint.h>

/* A graph whose edges are structs of any type that begin with the indices of their two vertices. */
typedef struct graph {
    const void *edges;
    size_t edge_size; /* bytes: size of one edge */
    uint32_t edge_count, vertex_count;
} graph;

/* Lists the edges at each vertex, in ascending order. The entries of vertex i in `ends` begin at
 * index `starts[i]` and end before `starts[i + 1]`. An entry is `2 * edge` if the edge begins at
 * the vertex, and `2 * edge + 1` if it ends there. The arrays have room for `vertex_count + 1`
 * starts and `2 * edge_count` ends. */
void graph_list_ends(const graph *g, uint32_t *starts, uint32_t *ends);

/* Counts the independent cycles: the edges between vertices that earlier edges already connect.
 * `parents` has room for all vertices. Afterwards, union_find_root can use `parents` to find the
 * representative of a vertex's component. */
uint32_t graph_count_cycles(const graph *g, uint32_t *parents);

#endif
