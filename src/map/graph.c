/* Lists the edges of each vertex with a counting sort, O(n), and counts cycles with union-find,
 * nearly O(n). */
#include "map/graph.h"
#include "base/union_find.h"

#include <string.h>

static const uint32_t *vertices_of(const graph *g, uint32_t edge) {
    return (const uint32_t *)(const void *)((const char *)g->edges + edge * g->edge_size);
}

void graph_list_ends(const graph *g, uint32_t *starts, uint32_t *ends) {
    memset(starts, 0, ((size_t)g->vertex_count + 1) * sizeof *starts);
    for (uint32_t i = 0; i < g->edge_count; i++) {
        const uint32_t *vertices = vertices_of(g, i);
        starts[vertices[0]]++;
        starts[vertices[1]]++;
    }
    uint32_t total = 0;
    for (uint32_t i = 0; i <= g->vertex_count; i++) {
        uint32_t degree = starts[i];
        starts[i] = total;
        total += degree;
    }
    for (uint32_t i = 0; i < g->edge_count; i++) {
        const uint32_t *vertices = vertices_of(g, i);
        ends[starts[vertices[0]]++] = 2 * i;
        ends[starts[vertices[1]]++] = 2 * i + 1;
    }
    /* By now each start has moved to the start of the next vertex. */
    memmove(starts + 1, starts, (size_t)g->vertex_count * sizeof *starts);
    starts[0] = 0;
}

uint32_t graph_count_cycles(const graph *g, uint32_t *parents) {
    uint32_t cycles = 0;
    for (uint32_t i = 0; i < g->vertex_count; i++) {
        parents[i] = i;
    }
    for (uint32_t i = 0; i < g->edge_count; i++) {
        const uint32_t *vertices = vertices_of(g, i);
        uint32_t from = union_find_root(parents, vertices[0]),
                 to = union_find_root(parents, vertices[1]);
        cycles += from == to;
        parents[from] = to;
    }
    return cycles;
}
