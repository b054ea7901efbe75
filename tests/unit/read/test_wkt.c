/* Well-known text: checks the geometry that is read, and the positions at which errors are
 * reported. */
#include "read/wkt.h"
#include "support/suite.h"
#include <string.h>

static memory heap;
static memory_arena arena;
static wend_error error;

static shapes_list read_text(const char *text, wend_result expected) {
    shapes_list list = {0};
    memory_init(&heap, NULL);
    arena_init(&arena, &heap);
    memset(&error, 0, sizeof error);
    wend_result result = wkt_read(text, strlen(text), "f.wkt", &arena, &list, &error);
    ck_assert_msg(result == expected, "%s: %d %s", text, result, error.message);
    return list;
}

typedef struct counted {
    const char *text;
    uint32_t polygons, rings, lines, points, vertices;
} counted;

START_TEST(reads_all_geometry_types) {
    static const counted all[] = {
        {"POLYGON((0 0,4 0,4 4))", 1, 1, 0, 0, 3},
        {"polygon ((0 0, 4 0, 4 4, 0 0))", 1, 1, 0, 0, 3},
        {"POLYGON Z ((0 0 1, 4 0 nan, 4 4 2), (1 1 0, 2 1 0, 2 2 0))", 1, 2, 0, 0, 6},
        {"POLYGONZM((0 0 1 2,4 0 1 2,4 4 1 2))", 1, 1, 0, 0, 3},
        {"POLYGON EMPTY", 0, 0, 0, 0, 0},
        {"POLYGON (EMPTY)", 1, 1, 0, 0, 0},
        {"MULTIPOLYGON (((0 0, 1 0, 1 1)), EMPTY, ((5 5, 6 5, 6 6), (5 5, 6 6, 5 6)))", 2, 3, 0, 0,
         9},
        {"LINESTRING (0 0, 1e1 -2.5)", 0, 0, 1, 0, 2},
        {"LineString m (0 0 7, 1 1 7)", 0, 0, 1, 0, 2},
        {"MULTILINESTRING ((0 0, 1 1), (2 2, 3 3, 4 4), EMPTY)", 0, 0, 2, 0, 5},
        {"POINT (1 2)", 0, 0, 0, 1, 0},
        {"MULTIPOINT ((1 2), 3 4, EMPTY)", 0, 0, 0, 2, 0},
        {"GEOMETRYCOLLECTION (POINT (1 2), GEOMETRYCOLLECTION (POLYGON ((0 0, 1 0, 1 1))), "
         "LINESTRING EMPTY)",
         1, 1, 0, 1, 3},
        {"TRIANGLE ((0 0, 1 0, 1 1, 0 0))", 1, 1, 0, 0, 3},
        {"SRID=4326;POLYGON((0 0,4 0,4 4))\n\nPOLYGON((9 9,4 0,4 4));\n", 2, 2, 0, 0, 6},
    };
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++) {
        shapes_list list = read_text(all[i].text, WEND_OK);
        uint32_t rings = 0;
        for (uint32_t k = 0; k < list.polygon_count; k++) {
            rings += list.polygons[k].ring_count;
        }
        ck_assert_msg(list.polygon_count == all[i].polygons && rings == all[i].rings &&
                          list.line_count == all[i].lines && list.point_count == all[i].points &&
                          list.vertex_count == all[i].vertices,
                      "%s", all[i].text);
        arena_free(&arena);
    }
}
END_TEST

START_TEST(reads_values_and_positions) {
    shapes_list list = read_text("POINT (0 0)\n  MULTIPOLYGON (((1 2, 3.5 -4e1, .5 6)),\n"
                                 "((7 8, 9 10, 11 12)))  LINESTRING (1 1, 2 2)",
                                 WEND_OK);
    ck_assert_uint_eq(list.polygon_count, 2);
    const wend_point *p = list.polygons[0].rings[0].points;
    ck_assert(p[0].x == 1 && p[0].y == 2 && p[1].x == 3.5 && p[1].y == -40 && p[2].x == 0.5);
    ck_assert_int_eq(list.polygons[0].line, 2);
    ck_assert_int_eq(list.polygons[0].column, 17);
    ck_assert_int_eq(list.polygons[1].line, 3);
    ck_assert_int_eq(list.polygons[1].column, 1);
    ck_assert_int_eq(list.lines[0].line, 3);
    ck_assert_int_eq(list.lines[0].column, 35);
    ck_assert_str_eq(list.source, "f.wkt");
    arena_free(&arena);
}
END_TEST

typedef struct mistake {
    const char *text;
    int line, column;
    const char *message;
} mistake;

START_TEST(errors_report_their_position) {
    static const mistake all[] = {
        {"", 1, 1, "there is no geometry; expected one such as POLYGON"},
        {" \n ", 2, 2, "there is no geometry; expected one such as POLYGON"},
        {"POLYGN ((0 0))", 1, 1,
         "expected a geometry such as POLYGON, found 'POLYGN'; did you mean 'POLYGON'?"},
        {"POLYGON", 1, 8, "expected '(' or EMPTY, found the end of the text"},
        {"POLYGON (0 0, 1 1)", 1, 10, "expected '(' before the points, or EMPTY, found '0'"},
        {"POLYGON ((0 0, 1 1\n, 2", 2, 4, "expected a number, found the end of the text"},
        {"POLYGON ((0 0, 1 1\n, 2 b))", 2, 5, "expected a number, found 'b'"},
        {"POLYGON ((0 0; 1 1))", 1, 14, "expected ',' or ')' after a point, found ';'"},
        {"POLYGON ((0 0, 1 1)", 1, 20, "expected ',' or ')', found the end of the text"},
        {"POLYGON ((0 0, nan 1))", 1, 16, "expected a number, found 'nan'"},
        {"POLYGON ((0 0, inf 1))", 1, 16, "expected a number, found 'inf'"},
        {"POLYGON ((0 0, 1e10 1))", 1, 16, "expected a coordinate from -1e9 to 1e9, found '1e10'"},
        {"POLYGON ((0 0, 1 1)) 7", 1, 22, "expected a geometry such as POLYGON, found '7'"},
        {"SRID 3", 1, 6, "expected '=' after SRID, found '3'"},
    };
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++) {
        (void)read_text(all[i].text, WEND_ERROR_SYNTAX);
        ck_assert_msg(
            error.line == all[i].line && error.column == all[i].column &&
                strcmp(error.message, all[i].message) == 0 && strcmp(error.path, "f.wkt") == 0,
            "%s\n%s:%d:%d: %s", all[i].text, error.path, error.line, error.column, error.message);
        arena_free(&arena);
    }
}
END_TEST

START_TEST(refuses_excessive_nesting_depth) {
    char text[2000] = "";
    for (int i = 0; i < 33; i++) {
        strcat(text, "GEOMETRYCOLLECTION(");
    }
    strcat(text, "POLYGON((0 0,1 0,1 1))");
    for (int i = 0; i < 33; i++) {
        strcat(text, ")");
    }
    (void)read_text(text, WEND_ERROR_LIMIT);
    ck_assert_str_eq(error.message, "collections are nested more than 32 deep");
    ck_assert_int_eq(error.column, 33 * 19 + 1);
    arena_free(&arena);
    /* With one nesting level fewer, the text is accepted */
    text[strlen(text) - 1] = '\0';
    shapes_list list = read_text(text + 19, WEND_OK);
    ck_assert_uint_eq(list.polygon_count, 1);
    arena_free(&arena);
}
END_TEST

START_TEST(recognises_wkt_by_its_keyword) {
    ck_assert(wkt_begins("POLYGON ((0 0"));
    ck_assert(wkt_begins(" \n multipolygon z("));
    ck_assert(wkt_begins("GEOMETRYCOLLECTION EMPTY"));
    ck_assert(wkt_begins("SRID=4326;POINT(1 1)"));
    ck_assert(!wkt_begins("polygon.wkt"));
    ck_assert(!wkt_begins("plan"));
    ck_assert(!wkt_begins(""));
}
END_TEST

int main(void) {
    SUITE("build/wkt", reads_all_geometry_types, reads_values_and_positions,
          errors_report_their_position, refuses_excessive_nesting_depth,
          recognises_wkt_by_its_keyword);
}
