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
#include "base/file.h"
#include "base/text.h"
#include "read/shapes.h"
#include <ctype.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

enum { WORD_SIZE = 48 };

typedef struct parser {
    const char *at, *end, *line_start;
    int line, column; /* where the last word begins */
    const char *source;
    memory_arena *arena;
    graph_file *out;
    wend_error *error;
    wend_result result;
} parser;

static bool ok(const parser *p) {
    return p->result == WEND_OK;
}

__attribute__((format(printf, 4, 5))) static void fail(parser *p, wend_result code, int line,
                                                       const char *format, ...) {
    if (ok(p)) {
        va_list values;
        va_start(values, format);
        p->result = error_set_list(p->error, code, format, values);
        va_end(values);
        error_set_location(p->error, p->source, line, line == p->line ? p->column : 1);
    }
}

/* ---- Words ----------------------------------------------------------------------------------- */

/* Reads the next word, shortened if it is longer than any number. Returns false at the end of the
 * text. */
static bool next_word(parser *p, char out[WORD_SIZE]) {
    size_t length = 0;
    while (p->at < p->end && isspace((unsigned char)*p->at)) {
        if (*p->at == '\n') {
            p->line += p->line < SHAPES_MAX_LINE;
            p->line_start = p->at + 1;
        }
        p->at++;
    }
    ptrdiff_t column = p->at - p->line_start + 1;
    p->column = column > SHAPES_MAX_LINE ? SHAPES_MAX_LINE : (int)column;
    for (; p->at < p->end && !isspace((unsigned char)*p->at); p->at++) {
        if (length < WORD_SIZE - 1) {
            out[length++] = isgraph((unsigned char)*p->at) ? *p->at : '?';
        }
    }
    out[length] = '\0';
    return length > 0;
}

static void read_word(parser *p, char out[WORD_SIZE], const char *expected) {
    out[0] = '\0';
    if (ok(p) && !next_word(p, out)) {
        fail(p, WEND_ERROR_SYNTAX, p->line, "the file ends where %s was expected", expected);
    }
}

/* Reads a whole number from 0 to `most`. */
static uint32_t read_count(parser *p, uint32_t most, const char *expected) {
    char word[WORD_SIZE];
    int64_t number = 0;
    read_word(p, word, expected);
    if (ok(p) && (!text_parse_int64(word, &number) || number < 0)) {
        fail(p, WEND_ERROR_SYNTAX, p->line, "expected %s (a whole number from 0), found '%s'",
             expected, word);
    }
    if (ok(p) && number > (int64_t)most) {
        fail(p, WEND_ERROR_LIMIT, p->line, "expected %s (at most %u), found '%s'", expected, most,
             word);
    }
    return ok(p) ? (uint32_t)number : 0;
}

static double read_coordinate(parser *p, const char *expected) {
    char word[WORD_SIZE];
    double number = 0.0;
    read_word(p, word, expected);
    if (ok(p) && (!text_parse_double(word, &number) || fabs(number) > SHAPES_MAX_COORDINATE)) {
        fail(p, WEND_ERROR_SYNTAX, p->line, "expected %s (a number), found '%s'", expected, word);
    }
    return number;
}

/* ---- The graph ------------------------------------------------------------------------------- */

/* Returns how many items a count promises, or 0 after a failure. Each item takes at least
 * `least_bytes`, so that a wrong count cannot ask for more memory than the text is long. */
static uint32_t read_item_count(parser *p, size_t least_bytes, const char *expected,
                                const char *items) {
    uint32_t count = read_count(p, GRAPH_FILE_LARGEST, expected);
    if (ok(p) && count > (size_t)(p->end - p->at) / least_bytes) {
        fail(p, WEND_ERROR_SYNTAX, p->line, "the file states %u %s, but is too short for them",
             count, items);
    }
    return ok(p) ? count : 0;
}

static void *take(parser *p, size_t count, size_t size) {
    void *items = arena_take(p->arena, (count + 1) * size, 16);
    if (items == NULL && ok(p)) {
        p->result = error_no_memory(p->error, "%s", p->source);
    }
    return items;
}

static void read_vertices(parser *p) {
    enum { LEAST_BYTES = 6 }; /* a blank and a digit, three times */
    uint32_t count = read_item_count(p, LEAST_BYTES, "the number of vertices", "vertices");
    graph_file_vertex *vertices = take(p, count, sizeof *vertices);
    p->out->vertices = vertices;
    for (uint32_t i = 0; i < count && ok(p); i++) {
        char what[64];
        snprintf(what, sizeof what, "the degree of vertex %u of %u", i, count);
        uint32_t degree = read_count(p, GRAPH_FILE_LARGEST, what);
        int line = p->line;
        snprintf(what, sizeof what, "the x coordinate of vertex %u", i);
        double x = read_coordinate(p, what);
        snprintf(what, sizeof what, "the y coordinate of vertex %u", i);
        double y = read_coordinate(p, what);
        vertices[i] = (graph_file_vertex){{x, y}, degree, line};
        p->out->vertex_count = i + 1;
    }
}

/* Reads the number of one of the vertices of an edge. */
static uint32_t read_end(parser *p, uint32_t edge, uint32_t edges) {
    char what[64];
    snprintf(what, sizeof what, "a vertex of edge %u of %u", edge, edges);
    uint32_t vertex = read_count(p, UINT32_MAX, what);
    if (ok(p) && vertex >= p->out->vertex_count) {
        fail(p, WEND_ERROR_SYNTAX, p->line,
             "edge %u ends at vertex %u, but the graph has %u vertices, numbered from 0", edge,
             vertex, p->out->vertex_count);
    }
    return vertex;
}

static void read_edges(parser *p) {
    enum { LEAST_BYTES = 4 };
    uint32_t count = read_item_count(p, LEAST_BYTES, "the number of edges", "edges");
    graph_file_edge *edges = take(p, count, sizeof *edges);
    p->out->edges = edges;
    for (uint32_t i = 0; i < count && ok(p); i++) {
        uint32_t from = read_end(p, i, count);
        int line = p->line;
        uint32_t to = ok(p) ? read_end(p, i, count) : 0;
        if (ok(p) && from == to) {
            fail(p, WEND_ERROR_SYNTAX, p->line, "edge %u joins vertex %u to itself", i, from);
        }
        edges[i] = (graph_file_edge){from, to, line};
        p->out->edge_count = i + 1;
    }
}

static void check_end(parser *p) {
    char word[WORD_SIZE];
    if (ok(p) && next_word(p, word)) {
        fail(p, WEND_ERROR_SYNTAX, p->line,
             "expected the end of the file after %u edges, found '%s'", p->out->edge_count, word);
    }
}

static void check_degrees(parser *p) {
    graph_file *g = p->out;
    uint32_t *degrees = ok(p) ? take(p, g->vertex_count, sizeof *degrees) : NULL;
    if (degrees == NULL) {
        return;
    }
    memset(degrees, 0, g->vertex_count * sizeof *degrees);
    for (uint32_t i = 0; i < g->edge_count; i++) {
        degrees[g->edges[i].from]++;
        degrees[g->edges[i].to]++;
    }
    for (uint32_t i = 0; i < g->vertex_count && ok(p); i++) {
        if (degrees[i] != g->vertices[i].degree) {
            p->column = 1;
            fail(
                p, WEND_ERROR_SYNTAX, g->vertices[i].line,
                "the degree of vertex %u is stated as %u, but the file has %u edges that end there",
                i, g->vertices[i].degree, degrees[i]);
        }
    }
}

wend_result graph_file_read(const char *text, size_t size, const char *source, memory_arena *arena,
                            graph_file *out, wend_error *error) {
    *out = (graph_file){.source = source};
    parser p = {.at = text,
                .end = text + size,
                .line_start = text,
                .line = 1,
                .source = source,
                .arena = arena,
                .out = out,
                .error = error};
    read_vertices(&p);
    read_edges(&p);
    check_end(&p);
    check_degrees(&p);
    return p.result;
}

/* ---- Files ----------------------------------------------------------------------------------- */

/* What the codec of graph files needs besides the bytes, and where an error is. */
typedef struct target {
    const char *path;
    memory_arena *arena;
    graph_file *out;
    int line, column;
} target;

static wend_result load(const void *bytes, size_t size, const wend_allocator *allocator, void *out,
                        wend_error *error) {
    (void)allocator;
    target *to = out;
    const char *text = bytes != NULL ? bytes : "";
    wend_result result = graph_file_read(text, size, to->path, to->arena, to->out, error);
    if (result != WEND_OK && error != NULL) {
        to->line = error->line;
        to->column = error->column;
    }
    return result;
}

wend_result graph_file_load(const char *path, memory_arena *arena, graph_file *out,
                            wend_error *error) {
    const file_codec codec = {.what = "the graph", .load = load};
    target to = {path, arena, out, 0, 0};
    wend_result result = file_load(&codec, path, &arena->source->allocator, &to, error);
    if (result != WEND_OK && error != NULL && to.line > 0) {
        error_set_location(error, path, to.line, to.column);
    }
    return result;
}
