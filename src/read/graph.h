/* Reads graph files in the format of Menge (roadmaps). */
#ifndef READ_GRAPH_H
#define READ_GRAPH_H

#include "base/memory.h"
#include <wend/base.h>

typedef struct graph_file_vertex {
    wend_point position;
    uint32_t degree; /* number of edges that end here, as stated in the file */
    int line;        /* its line in the file, from 1 */
} graph_file_vertex;

typedef struct graph_file_edge {
    uint32_t from, to;
    int line;
} graph_file_edge;

typedef struct graph_file {
    const char *source; /* name of the file for messages; not copied */
    graph_file_vertex *vertices;
    graph_file_edge *edges;
    uint32_t vertex_count, edge_count;
} graph_file;

enum { GRAPH_FILE_LARGEST = 1 << 22 }; /* the largest number of vertices, and of edges */

/* Reads a graph file; arrays are in `arena`. Fails with WEND_ERROR_SYNTAX (the message gives line
 * and column, what was found and what was expected), WEND_ERROR_LIMIT or WEND_ERROR_MEMORY. */
wend_result graph_file_read(const char *text, size_t size, const char *source, memory_arena *arena,
                            graph_file *out, wend_error *error);

/* Reads a file from the disk; also fails with WEND_ERROR_IO. `path` must stay valid as long as
 * `out`. */
wend_result graph_file_load(const char *path, memory_arena *arena, graph_file *out,
                            wend_error *error);

#endif
