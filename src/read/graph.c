/* Reads graph files in the format of Menge: numbers separated by blanks or line breaks.
 *
 *     V                       the number of vertices
 *     V times: degree x y     a vertex, and the number of edges that end there
 *     E                       the number of edges
 *     E times: from to        an edge; vertices are numbered from 0
 *
 * Every count is checked: the numbers of vertices and edges, and the degree of each vertex. There
 * are no comments. Cost: one pass; memory linear in the text. */
#include "read/graph.h"
#include "base/error.h"
#include "read/shapes.h"
#include "read/words.h"
#include <stdio.h>
#include <string.h>

typedef struct parser {
    words text;
    memory_arena *arena;
    graph_file *out;
} parser;

/* ---- The graph ------------------------------------------------------------------------------- */

/* Returns how many items a count promises, or 0 after a failure. Each item takes at least
 * `least_bytes`, so that a wrong count cannot ask for more memory than the text is long. */
static uint32_t read_item_count(parser *p, size_t least_bytes, const char *expected,
                                const char *items) {
    uint32_t count = words_count(&p->text, GRAPH_FILE_LARGEST, expected);
    if (words_ok(&p->text) && count > words_left(&p->text) / least_bytes) {
        words_fail(&p->text, WEND_ERROR_SYNTAX, p->text.line,
                   "the file states %u %s, but is too short for them", count, items);
    }
    return words_ok(&p->text) ? count : 0;
}

static void *take(parser *p, size_t count, size_t size) {
    void *items = arena_take(p->arena, (count + 1) * size, 16);
    if (items == NULL && words_ok(&p->text)) {
        p->text.result = error_no_memory(p->text.error, "%s", p->text.source);
    }
    return items;
}

static void read_vertices(parser *p) {
    enum { LEAST_BYTES = 6 }; /* a blank and a digit, three times */
    uint32_t count = read_item_count(p, LEAST_BYTES, "the number of vertices", "vertices");
    graph_file_vertex *vertices = take(p, count, sizeof *vertices);
    p->out->vertices = vertices;
    for (uint32_t i = 0; i < count && words_ok(&p->text); i++) {
        char what[64];
        snprintf(what, sizeof what, "the degree of vertex %u of %u", i, count);
        uint32_t degree = words_count(&p->text, GRAPH_FILE_LARGEST, what);
        int line = p->text.line;
        snprintf(what, sizeof what, "the x coordinate of vertex %u", i);
        double x = words_number(&p->text, SHAPES_MAX_COORDINATE, what);
        snprintf(what, sizeof what, "the y coordinate of vertex %u", i);
        double y = words_number(&p->text, SHAPES_MAX_COORDINATE, what);
        vertices[i] = (graph_file_vertex){{x, y}, degree, line};
        p->out->vertex_count = i + 1;
    }
}

/* Reads the number of one of the vertices of an edge. */
static uint32_t read_end(parser *p, uint32_t edge, uint32_t edges) {
    char what[64];
    snprintf(what, sizeof what, "a vertex of edge %u of %u", edge, edges);
    uint32_t vertex = words_count(&p->text, UINT32_MAX, what);
    if (words_ok(&p->text) && vertex >= p->out->vertex_count) {
        words_fail(&p->text, WEND_ERROR_SYNTAX, p->text.line,
                   "edge %u ends at vertex %u, but the graph has %u vertices, numbered from 0",
                   edge, vertex, p->out->vertex_count);
    }
    return vertex;
}

static void read_edges(parser *p) {
    enum { LEAST_BYTES = 4 };
    uint32_t count = read_item_count(p, LEAST_BYTES, "the number of edges", "edges");
    graph_file_edge *edges = take(p, count, sizeof *edges);
    p->out->edges = edges;
    for (uint32_t i = 0; i < count && words_ok(&p->text); i++) {
        uint32_t from = read_end(p, i, count);
        int line = p->text.line;
        uint32_t to = words_ok(&p->text) ? read_end(p, i, count) : 0;
        if (words_ok(&p->text) && from == to) {
            words_fail(&p->text, WEND_ERROR_SYNTAX, p->text.line,
                       "edge %u joins vertex %u to itself", i, from);
        }
        edges[i] = (graph_file_edge){from, to, line};
        p->out->edge_count = i + 1;
    }
}

static void check_end(parser *p) {
    char word[WORDS_SIZE];
    if (words_ok(&p->text) && words_next(&p->text, word)) {
        words_fail(&p->text, WEND_ERROR_SYNTAX, p->text.line,
                   "expected the end of the file after %u edges, found '%s'", p->out->edge_count,
                   word);
    }
}

static void check_degrees(parser *p) {
    graph_file *g = p->out;
    uint32_t *degrees = words_ok(&p->text) ? take(p, g->vertex_count, sizeof *degrees) : NULL;
    if (degrees == NULL) {
        return;
    }
    memset(degrees, 0, g->vertex_count * sizeof *degrees);
    for (uint32_t i = 0; i < g->edge_count; i++) {
        degrees[g->edges[i].from]++;
        degrees[g->edges[i].to]++;
    }
    for (uint32_t i = 0; i < g->vertex_count && words_ok(&p->text); i++) {
        if (degrees[i] != g->vertices[i].degree) {
            p->text.column = 1;
            words_fail(
                &p->text, WEND_ERROR_SYNTAX, g->vertices[i].line,
                "the degree of vertex %u is stated as %u, but the file has %u edges that end there",
                i, g->vertices[i].degree, degrees[i]);
        }
    }
}

wend_result graph_file_read(const char *text, size_t size, const char *source, memory_arena *arena,
                            graph_file *out, wend_error *error) {
    *out = (graph_file){.source = source};
    parser p = {.text = words_of(text, size, source, error), .arena = arena, .out = out};
    read_vertices(&p);
    read_edges(&p);
    check_end(&p);
    check_degrees(&p);
    return p.text.result;
}

/* ---- Files ----------------------------------------------------------------------------------- */

typedef struct target {
    memory_arena *arena;
    graph_file *out;
} target;

static wend_result load(const char *text, size_t size, const char *source, void *context,
                        wend_error *error) {
    const target *to = context;
    return graph_file_read(text, size, source, to->arena, to->out, error);
}

wend_result graph_file_load(const char *path, memory_arena *arena, graph_file *out,
                            wend_error *error) {
    target to = {arena, out};
    return words_load(path, "the graph", &arena->source->allocator, load, &to, error);
}
