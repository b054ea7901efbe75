/* Reading of GeoJSON and of the underlying JSON tokens. */
#include "read/geojson.h"
#include "support/suite.h"
#include "json/reader.h"
#include <stdio.h>
#include <string.h>

static memory heap;
static memory_arena arena;
static wend_error error;

static shapes_list read_where(const char *text, const geojson_condition *conditions, uint32_t count,
                              wend_result expected) {
    shapes_list list = {0};
    memory_init(&heap, NULL);
    arena_init(&arena, &heap);
    memset(&error, 0, sizeof error);
    const geojson_filter filter = {conditions, count, NULL};
    wend_result result =
        geojson_read(text, strlen(text), "f.json", &filter, &arena, &list, NULL, &error);
    ck_assert_msg(result == expected, "%s: %d %s", text, result, error.message);
    return list;
}

#define RING "[[0, 0], [4, 0, 9], [4, 4], [0, 0]]"

typedef struct counted {
    const char *text;
    uint32_t polygons, lines, points, vertices;
} counted;

START_TEST(reads_all_geometry_types) {
    static const counted all[] = {
        {"{\"type\": \"Polygon\", \"coordinates\": [" RING "]}", 1, 0, 0, 3},
        {"\xef\xbb\xbf{\"coordinates\": [" RING ", " RING "], \"type\": \"Polygon\"}", 1, 0, 0, 6},
        {"{\"type\": \"MultiPolygon\", \"coordinates\": [[" RING "], [" RING "]]}", 2, 0, 0, 6},
        {"{\"type\": \"LineString\", \"coordinates\": [[1, 2], [3, 4]]}", 0, 1, 0, 2},
        {"{\"type\": \"MultiLineString\", \"coordinates\": [[[1, 2], [3, 4]], [[1, 2], [3, 4]]]}",
         0, 2, 0, 4},
        {"{\"type\": \"Point\", \"coordinates\": [1, 2]}", 0, 0, 1, 0},
        {"{\"type\": \"MultiPoint\", \"coordinates\": [[1, 2], [2, 3]]}", 0, 0, 2, 0},
        {"{\"type\": \"Polygon\", \"coordinates\": []}", 0, 0, 0, 0},
        {"{\"type\": \"GeometryCollection\", \"geometries\": [{\"type\": \"GeometryCollection\", "
         "\"geometries\": [{\"type\": \"Polygon\", \"coordinates\": [" RING "]}]}]}",
         1, 0, 0, 3},
        {"{\"type\": \"Feature\", \"id\": [1, {\"a\": [{}]}], \"geometry\": null}", 0, 0, 0, 0},
        {"{\"features\": [{\"geometry\": {\"type\": \"Polygon\", \"coordinates\": [" RING
         "]}, \"properties\": {\"coordinates\": 3}, \"type\": \"Feature\"}], "
         "\"type\": \"FeatureCollection\", \"crs\": null}",
         1, 0, 0, 3},
        {"{\"t\\u0079pe\": \"Polyg\\u006fn\", \"coordinates\": [" RING "]}", 1, 0, 0, 3},
    };
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++) {
        shapes_list list = read_where(all[i].text, NULL, 0, WEND_OK);
        ck_assert_msg(list.polygon_count == all[i].polygons && list.line_count == all[i].lines &&
                          list.point_count == all[i].points && list.vertex_count == all[i].vertices,
                      "%s", all[i].text);
        arena_free(&arena);
    }
}
END_TEST

static const char town[] =
    "{\"type\": \"FeatureCollection\", \"features\": [\n"
    "{\"type\": \"Feature\", \"properties\": {\"kind\": \"wood\", \"level\": 2, \"wet\": true},\n"
    "  \"geometry\": {\"type\": \"Polygon\", \"coordinates\": [" RING "]}},\n"
    "{\"type\": \"Feature\", \"geometry\": {\"type\": \"LineString\", \"coordinates\": [[1, 1], "
    "[2, "
    "2]]}, \"properties\": {\"kind\": \"ro\\u0061d\", \"level\": 2.0, \"wet\": null}},\n"
    "{\"type\": \"Feature\", \"properties\": null,\n"
    "  \"geometry\": {\"type\": \"Polygon\", \"coordinates\": [" RING "]}}]}";

START_TEST(selects_features_by_properties) {
    static const char *const wood[] = {"wood", "rock"}, *const road[] = {"road"},
                             *const two[] = {"2"}, *const yes[] = {"true"},
                             *const null[] = {"null"};
    static const struct {
        geojson_condition conditions[2];
        uint32_t count, polygons, lines;
    } all[] = {
        {{{"kind", wood, 2}}, 1, 1, 0}, {{{"kind", road, 1}}, 1, 0, 1},
        {{{"level", two, 1}}, 1, 1, 1}, {{{"level", two, 1}, {"wet", yes, 1}}, 2, 1, 0},
        {{{"wet", null, 1}}, 1, 0, 1},  {{{"kin", wood, 2}}, 1, 0, 0},
        {{{NULL, NULL, 0}}, 0, 2, 1},
    };
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++) {
        shapes_list list = read_where(town, all[i].conditions, all[i].count, WEND_OK);
        ck_assert_msg(list.polygon_count == all[i].polygons && list.line_count == all[i].lines,
                      "case %zu: %u, %u", i, list.polygon_count, list.line_count);
        arena_free(&arena);
    }
    shapes_list list = read_where(town, NULL, 0, WEND_OK);
    ck_assert_int_eq(list.polygons[0].line, 3);
    ck_assert_int_eq(list.polygons[0].column, 50);
    ck_assert_int_eq(list.lines[0].line, 4);
    arena_free(&arena);
}
END_TEST

START_TEST(labels_shapes_by_a_property) {
    static const struct {
        const char *property, *polygon,
            *line; /* expected labels; NULL if the feature is not read */
        uint32_t unlabelled;
    } all[] = {{"kind", "wood", "road", 1},
               {"level", "2", "2", 1},
               {"wet", "true", NULL, 2},
               {"none", NULL, NULL, 3}};
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++) {
        const geojson_filter filter = {.label = all[i].property};
        shapes_list list = {0};
        uint32_t unlabelled = 0;
        memory_init(&heap, NULL);
        arena_init(&arena, &heap);
        ck_assert_int_eq(
            geojson_read(town, strlen(town), "f.json", &filter, &arena, &list, &unlabelled, &error),
            WEND_OK);
        ck_assert_uint_eq(list.polygon_count, all[i].polygon != NULL);
        ck_assert_uint_eq(list.line_count, all[i].line != NULL);
        if (all[i].polygon != NULL) {
            ck_assert_str_eq(list.polygons[0].label, all[i].polygon);
        }
        if (all[i].line != NULL) {
            ck_assert_str_eq(list.lines[0].label, all[i].line);
        }
        ck_assert_uint_eq(unlabelled, all[i].unlabelled);
        arena_free(&arena);
    }
}
END_TEST

typedef struct mistake {
    const char *text;
    int line, column;
    const char *message;
} mistake;

START_TEST(errors_report_their_position) {
    static const mistake all[] = {
        {"", 1, 1, "the text ends here; expected a value"},
        {"[]", 1, 1, "expected a GeoJSON object, found a list"},
        {"{}", 1, 1, "a GeoJSON object needs the member \"type\""},
        {"{\"type\": 3}", 1, 10, "expected the name of a type, found a number"},
        {"{\"type\": \"Polygn\"}", 1, 10,
         "'Polygn' is not a GeoJSON type; did you mean 'Polygon'?"},
        {"{\"type\": \"Polygon\"}", 1, 1, "this GeoJSON object has no content"},
        {"{\"type\": \"Polygon\",\n\"coordinates\": 1}", 2, 16,
         "expected a list of coordinates, found a number"},
        {"{\"type\": \"Polygon\",\n\"coordinates\": [[[1, 2], [\"a\", 3]]]}", 2, 27,
         "expected a number, found a string"},
        {"{\"type\": \"Polygon\",\n\"coordinates\": [[[1, 2], [3, 1e300]]]}", 2, 30,
         "a coordinate is not between -1e9 and 1e9"},
        {"{\"type\": \"Polygon\",\n\"coordinates\": [[[1, 2], [3]]]}", 2, 26,
         "a position needs at least two numbers"},
        {"{\"type\": \"Polygon\",\n\"coordinates\": [[1, 2]]}", 2, 18,
         "expected a position [x, y], found a number"},
        {"{\"type\": \"Feature\", \"geometry\": {\"type\": \"Feature\"}}", 1, 33,
         "a Feature is not allowed here; expected a geometry"},
        {"{\"type\": \"FeatureCollection\", \"features\": [{\"type\": \"FeatureCollection\"}]}", 1,
         44, "a FeatureCollection is not allowed here; expected a Feature"},
        {"{\"type\": \"Polygon\" \"a\": 1}", 1, 20, "expected ',' or '}', found '\"'"},
        {"{\"type\": \"Polygon\", \"a\": tru}", 1, 26, "expected a value, found 't'"},
        {"{\"type\": \"Polygon\", \"a\": 01x}", 1, 28, "expected ',' or '}', found 'x'"},
        {"{\"type\": \"Polygon\", \"a\": 1e999}", 1, 26,
         "expected a number in the range of a double, found '1'"},
        {"{\"type\": \"Polygon\", \"a\": \"\\q\"}", 1, 27,
         "expected an escape such as \\n or \\u00e9, found '\\'"},
        {"{\"type\": \"Polygon\", \"a\": \"b", 1, 28,
         "the text ends here; expected '\"' at the end of a string"},
        {"{\"type\": \"Polygon\", a: 1}", 1, 21, "expected a key in quotes, found 'a'"},
        {"{\"type\": \"Polygon\", \"coordinates\": []} x", 1, 40,
         "expected the end of the text, found 'x'"},
    };
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++) {
        shapes_list list = {0};
        memory_init(&heap, NULL);
        arena_init(&arena, &heap);
        wend_result result = geojson_read(all[i].text, strlen(all[i].text), "f.json", NULL, &arena,
                                          &list, NULL, &error);
        ck_assert_msg(result != WEND_OK, "%s", all[i].text);
        ck_assert_msg(error.line == all[i].line && error.column == all[i].column &&
                          strcmp(error.message, all[i].message) == 0,
                      "%s\n%d:%d: %s", all[i].text, error.line, error.column, error.message);
        arena_free(&arena);
    }
}
END_TEST

START_TEST(refuses_excessive_nesting_depth) {
    char text[3000] = "";
    for (int i = 0; i < 34; i++) {
        strcat(text, "{\"type\":\"GeometryCollection\",\"geometries\":[");
    }
    (void)read_where(text, NULL, 0, WEND_ERROR_LIMIT);
    ck_assert_str_eq(error.message, "collections are nested more than 32 deep");
    arena_free(&arena);
    memset(text, '[', 200);
    memcpy(text, "{\"a\": ", 6);
    text[200] = '\0';
    (void)read_where(text, NULL, 0, WEND_ERROR_LIMIT);
    ck_assert_str_eq(error.message, "values are nested more than 128 deep");
    arena_free(&arena);
}
END_TEST

/* Compares strings that contain escapes with their unescaped form. */
START_TEST(compares_strings_after_resolving_escapes) {
    static const struct {
        const char *json, *text;
        bool same;
    } all[] = {
        {"\"a\\/b\"", "a/b", true},
        {"\"\\u00e9\"", "\xc3\xa9", true},
        {"\"\\u20AC\"", "\xe2\x82\xac", true},
        {"\"\\ud83d\\ude00\"", "\xf0\x9f\x98\x80", true},
        {"\"\\n\\t\\\"\"", "\n\t\"", true},
        {"\"abc\"", "ab", false},
        {"\"ab\"", "abc", false},
        {"\"\\u0000\"", "", false},
        {"\"\"", "", true},
        {"\"\\ud83d\"", "\xf0\x9f\x98\x80", false},
    };
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++) {
        json_reader r;
        json_open(&r, all[i].json, strlen(all[i].json), "f", &error);
        json_token token = json_next(&r);
        ck_assert_int_eq(token.kind, JSON_TEXT);
        ck_assert_msg(json_equals(&token, all[i].text) == all[i].same, "%s", all[i].json);
        ck_assert_int_eq(json_next(&r).kind, JSON_END);
        ck_assert_int_eq(r.result, WEND_OK);
    }
}
END_TEST

/* Every proper prefix of a valid text is an error, and the reader never reads beyond the prefix. */
START_TEST(refuses_truncated_text) {
    for (size_t size = 0; size + 1 < sizeof town; size++) {
        shapes_list list = {0};
        memory_init(&heap, NULL);
        arena_init(&arena, &heap);
        char *copy = memory_get_array(&heap, size + 1, 1);
        memcpy(copy, town, size);
        ck_assert_int_ne(geojson_read(copy, size, "f", NULL, &arena, &list, NULL, &error), WEND_OK);
        ck_assert_int_gt(error.line, 0);
        memory_free(&heap, copy, size + 1);
        arena_free(&arena);
    }
}
END_TEST

int main(void) {
    SUITE("build/geojson", reads_all_geometry_types, selects_features_by_properties,
          labels_shapes_by_a_property, errors_report_their_position,
          refuses_excessive_nesting_depth, compares_strings_after_resolving_escapes,
          refuses_truncated_text);
}
