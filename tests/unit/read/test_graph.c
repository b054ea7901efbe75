/* Graph files in the format of Menge: what they contain is read, and everything that is wrong is
 * reported with its line. */
#include "read/graph.h"

#include <stdio.h>
#include <string.h>

#include "support/suite.h"

static wend_error error;
static memory heap;
static memory_arena arena;

static wend_result read_text(const char *text, graph_file *out) {
    memset(&error, 0, sizeof error);
    return graph_file_read(text, strlen(text), "map.txt", &arena, out, &error);
}

static void begin(void) {
    memory_init(&heap, NULL);
    arena_init(&arena, &heap);
}

static void end(void) {
    arena_free(&arena);
    ck_assert_uint_eq(heap.held, 0);
}

START_TEST(reads_vertices_and_edges) {
    graph_file g;
    begin();
    ck_assert_int_eq(read_text("3\n2 -0.5 3\n1 1e1 -2.25\n1 0 0\n2\n0 1\n2 0\n", &g), WEND_OK);
    ck_assert_uint_eq(g.vertex_count, 3);
    ck_assert_uint_eq(g.edge_count, 2);
    ck_assert_double_eq(g.vertices[0].position.x, -0.5);
    ck_assert_double_eq(g.vertices[0].position.y, 3.0);
    ck_assert_double_eq(g.vertices[1].position.x, 10.0);
    ck_assert_double_eq(g.vertices[1].position.y, -2.25);
    ck_assert_uint_eq(g.vertices[0].degree, 2);
    ck_assert_int_eq(g.vertices[2].line, 4);
    ck_assert_uint_eq(g.edges[1].from, 2);
    ck_assert_uint_eq(g.edges[1].to, 0);
    ck_assert_int_eq(g.edges[1].line, 7);
    end();
}
END_TEST

START_TEST(line_breaks_have_no_meaning) {
    graph_file g;
    begin();
    ck_assert_int_eq(read_text("  2 1 0 0\t1 4 0\r\n\r\n1 0\n1", &g), WEND_OK);
    ck_assert_uint_eq(g.vertex_count, 2);
    ck_assert_uint_eq(g.edge_count, 1);
    ck_assert_int_eq(read_text("0 0", &g), WEND_OK);
    ck_assert_uint_eq(g.vertex_count + g.edge_count, 0);
    end();
}
END_TEST

static const struct {
    const char *text;
    int line, column;
    const char *message;
} wrong[] = {
    {"", 1, 1, "the file ends where the number of vertices was expected"},
    {"two", 1, 1, "expected the number of vertices (a whole number from 0), found 'two'"},
    {"-1", 1, 1, "expected the number of vertices (a whole number from 0), found '-1'"},
    {"1.5", 1, 1, "expected the number of vertices (a whole number from 0), found '1.5'"},
    {"99999999", 1, 1, "expected the number of vertices (at most 4194304), found '99999999'"},
    {"9\n1 2 3\n", 1, 1, "the file states 9 vertices, but is too short for them"},
    {"2\n0 1.000 1.000\n0 2", 3, 4,
     "the file ends where the y coordinate of vertex 1 was expected"},
    {"1\n0 1 east\n0\n", 2, 5, "expected the y coordinate of vertex 0 (a number), found 'east'"},
    {"1\n0 nan 1\n0\n", 2, 3, "expected the x coordinate of vertex 0 (a number), found 'nan'"},
    {"1\n0 1e300 1\n0\n", 2, 3, "expected the x coordinate of vertex 0 (a number), found '1e300'"},
    {"2\n0 1 1\n0 2 2\n", 4, 1, "the file ends where the number of edges was expected"},
    {"2\n1 1 1\n1 2 2\n2\n0 1\n", 4, 1, "the file states 2 edges, but is too short for them"},
    /* More edges than stated, and fewer. */
    {"2\n1 1 1\n1 2 2\n1\n0 1\n1 0\n", 6, 1,
     "expected the end of the file after 1 edges, found '1'"},
    {"2\n1 1 1\n1 2 2\n2\n0 1     \n", 6, 1,
     "the file ends where a vertex of edge 1 of 2 was expected"},
    {"2\n1 1 1\n1 2 2\n1\n0 2\n", 5, 3,
     "edge 0 ends at vertex 2, but the graph has 2 vertices, numbered from 0"},
    {"2\n1 1 1\n1 2 2\n1\n0 -1\n", 5, 3,
     "expected a vertex of edge 0 of 1 (a whole number from 0), found '-1'"},
    {"2\n1 1 1\n1 2 2\n1\n1 1\n", 5, 3, "edge 0 joins vertex 1 to itself"},
    {"2\n1 1 1\n2 2 2\n1\n0 1\n", 3, 1,
     "the degree of vertex 1 is stated as 2, but the file has 1 edges that end there"},
};

START_TEST(reports_what_is_wrong_and_where) {
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        graph_file g;
        begin();
        ck_assert_msg(read_text(wrong[i].text, &g) != WEND_OK, "taken: %s", wrong[i].text);
        ck_assert_str_eq(error.message, wrong[i].message);
        ck_assert_str_eq(error.path, "map.txt");
        ck_assert_msg(error.line == wrong[i].line && error.column == wrong[i].column,
                      "%s: at %d:%d, not %d:%d", wrong[i].message, error.line, error.column,
                      wrong[i].line, wrong[i].column);
        end();
    }
}
END_TEST

START_TEST(files_are_read_and_errors_keep_their_line) {
    graph_file g;
    begin();
    ck_assert_int_eq(graph_file_load("no-such-graph.txt", &arena, &g, &error), WEND_ERROR_IO);
    ck_assert_str_eq(error.path, "no-such-graph.txt");
    FILE *file = fopen("test_graph.txt", "w");
    ck_assert_ptr_nonnull(file);
    fputs("2\n1 0 0\n1 1 0\n1\n0 7\n", file);
    fclose(file);
    ck_assert_int_eq(graph_file_load("test_graph.txt", &arena, &g, &error), WEND_ERROR_SYNTAX);
    ck_assert_str_eq(error.path, "test_graph.txt");
    ck_assert_int_eq(error.line, 5);
    remove("test_graph.txt");
    end();
}
END_TEST

int main(void) {
    SUITE("read/graph", reads_vertices_and_edges, line_breaks_have_no_meaning,
          reports_what_is_wrong_and_where, files_are_read_and_errors_keep_their_line);
}
