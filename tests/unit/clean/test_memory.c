/* Running out of memory while files are read and cleaned: for every k, the k-th allocation fails.
 */
#include "clean/clean.h"
#include "read/geojson.h"
#include "read/wkt.h"
#include "support/suite.h"
#include "support/worlds.h"
#include <string.h>

static const char wkt[] =
    "MULTIPOLYGON (((0 0, 20 0, 20 20, 0 20), (4 4, 6 4, 6 6)), ((15 15, 30 15, 30 30, 15 30)), "
    "((3 3, 9 9, 9 3, 3 9))) LINESTRING (0 0, 10 10, 12 3)";
static const char geojson[] =
    "{\"type\": \"MultiPolygon\", \"coordinates\": [[[[1, 1], [3, 1], [3, 3]], [[2, 1.5], [2.5, "
    "1.5], "
    "[2.5, 1.8]]], [[[5, 5], [9, 5], [9, 9], [5, 9]], [[6, 6], [7, 6], [7, 7]]]]}";

static wend_result read_and_clean(worlds_heap *given, wend_error *error) {
    wend_allocator allocator = worlds_allocator(given);
    memory heap;
    memory_arena arena;
    memory_init(&heap, &allocator);
    arena_init(&arena, &heap);
    shapes_list ground = {0}, blocks = {0};
    wend_result result = wkt_read(wkt, strlen(wkt), "a", &arena, &ground, error);
    if (result == WEND_OK) {
        result = geojson_read(geojson, strlen(geojson), "b", NULL, &arena, &blocks, NULL, error);
    }
    clean_source ground_source = {&ground, 0, 0.5}, block_source = {&blocks, 1, 0.0};
    clean_source terrain = {&blocks, 2, 0.0}, walls = {&ground, 0, 0.0};
    clean_layer layer = {.obstacles = {&block_source, 1},
                         .walls = {&walls, 1},
                         .terrain = {&terrain, 1},
                         .margin = -1.0};
    wend_layer_def out = {0};
    clean_report report;
    for (int i = 0; i < 2 && result == WEND_OK; i++) {
        *(i == 0 ? &layer.walkable : &layer.rings) = (clean_sources){&ground_source, 1};
        result = clean_make_layer(&layer, CLEAN_MILLIMETRE, &arena, &arena, &out, &report, error);
        layer.walkable.count = 0;
    }
    arena_free(&arena);
    return result;
}

START_TEST(reports_every_failed_allocation) {
    wend_error error = {0};
    worlds_heap counting = {0};
    ck_assert_msg(read_and_clean(&counting, &error) == WEND_OK, "%s", error.message);
    unsigned long all = counting.calls;
    ck_assert_uint_gt(all, 5);
    for (unsigned long k = 1; k <= all; k++) {
        worlds_heap failing = {.fails_at = k};
        wend_result result = read_and_clean(&failing, &error);
        ck_assert_msg(result == WEND_ERROR_MEMORY, "allocation %lu of %lu: %d %s", k, all, result,
                      error.message);
        ck_assert_uint_eq(failing.held, 0);
    }
}
END_TEST

int main(void) {
    SUITE("build/memory", reports_every_failed_allocation);
}
