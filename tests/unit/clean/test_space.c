/* wend_simplify: definitions of spaces with less detail, for programs. */
#include "support/suite.h"
#include "support/worlds.h"
#include <math.h>
#include <string.h>
#include <wend/kit.h>

static wend_error error;

/* Two floors with a link, a notch, a pillar, a wall, terrain and a connection. */
static const wend_point low_ring[] = {{0, 0},   {5, 0},   {5, 5}, {3, 5},
                                      {3, 5.1}, {2, 5.1}, {2, 5}, {0, 5}};
static const wend_point high_ring[] = {{5, 0}, {9, 0}, {9, 5}, {5, 5}};
static const wend_point pillar[] = {{1, 1}, {1.25, 1}, {1.4, 1.15}, {1.4, 1.4}, {1, 1.4}};
static const wend_point wall[] = {{3, 1}, {3, 2}};
static const wend_point mud[] = {{6, 1}, {8, 1}, {8, 2}};
static const wend_point mud_hole[] = {{7, 1.2}, {7.4, 1.2}, {7.4, 1.3}};

typedef struct sample {
    wend_ring boundaries[2], holes[1];
    wend_solid_def solids[1];
    wend_open_wall_def walls[1];
    wend_terrain_def terrains[1];
    wend_layer_def layers[2];
    wend_link_def links[1];
    wend_connection_def connections[1];
    wend_space_def def;
} sample;

static void make_sample(sample *s) {
    memset(s, 0, sizeof *s);
    s->boundaries[0] = (wend_ring){low_ring, 8};
    s->boundaries[1] = (wend_ring){high_ring, 4};
    s->solids[0] = (wend_solid_def){{pillar, 5}, 0};
    s->walls[0] = (wend_open_wall_def){wall, 2, 0};
    s->holes[0] = (wend_ring){mud_hole, 3};
    s->terrains[0] = (wend_terrain_def){{mud, 3}, 1, s->holes, 1};
    s->layers[0] = (wend_layer_def){.name = "low",
                                    .boundaries = &s->boundaries[0],
                                    .boundary_count = 1,
                                    .solids = s->solids,
                                    .solid_count = 1,
                                    .open_walls = s->walls,
                                    .open_wall_count = 1};
    s->layers[1] = (wend_layer_def){.name = "high",
                                    .boundaries = &s->boundaries[1],
                                    .boundary_count = 1,
                                    .terrains = s->terrains,
                                    .terrain_count = 1};
    s->links[0] = (wend_link_def){{5, 0}, {5, 5}, 0, 1};
    s->connections[0] = wend_default_connection_def();
    s->connections[0].from = (wend_point){0.25, 4.5};
    s->connections[0].to = (wend_point){8.5, 0.5};
    s->connections[0].to_layer = 1;
    s->def = wend_default_space_def();
    s->def.layers = s->layers;
    s->def.layer_count = 2;
    s->def.links = s->links;
    s->def.link_count = 1;
    s->def.connections = s->connections;
    s->def.connection_count = 1;
}

static wend_simplified *simplify(const wend_space_def *space, const wend_simplify_def *how) {
    wend_simplified *made = NULL;
    wend_result result = wend_simplify(space, how, &made, &error);
    ck_assert_msg(result == WEND_OK, "%s", error.message);
    return made;
}

START_TEST(simplifies_all_layers_and_keeps_the_rest) {
    sample s;
    make_sample(&s);
    wend_simplify_def how = wend_default_simplify_def();
    ck_assert_double_eq(how.below, 0.2);
    wend_simplified *made = simplify(&s.def, &how);
    wend_simplify_info info = wend_simplified_info(made);
    /* The notch and one corner of the pillar. */
    ck_assert_uint_eq(info.vertices_before, 8 + 4 + 5);
    ck_assert_uint_eq(info.vertices_after, 4 + 4 + 4);
    ck_assert_double_eq_tol(info.ground_before, 25.1 + 20.0 - 0.14875, 2e-3);
    ck_assert_double_eq_tol(info.ground_after, 25.0 + 20.0 - 0.16, 2e-3);
    const wend_space_def *def = wend_simplified_space_def(made);
    ck_assert_uint_eq(def->layer_count, 2);
    ck_assert_str_eq(def->layers[0].name, "low");
    ck_assert_uint_eq(def->layers[0].open_wall_count, 1);
    ck_assert_uint_eq(def->layers[1].terrain_count, 1);
    ck_assert_uint_eq(def->layers[1].terrains[0].hole_count, 1);
    ck_assert_uint_eq(def->link_count, 1);
    ck_assert_uint_eq(def->connection_count, 1);
    wend_space *space = NULL;
    ck_assert_int_eq(wend_space_create(def, &space, &error), WEND_OK);
    wend_space_release(space);
    wend_simplified_destroy(made);
}
END_TEST

START_TEST(shapes_work_without_a_size) {
    sample s;
    make_sample(&s);
    wend_simplify_def how = wend_default_simplify_def();
    how.below = 0.0;
    how.shapes = WEND_OUTLINE_BOX;
    wend_simplified *made = simplify(&s.def, &how);
    wend_simplify_info info = wend_simplified_info(made);
    ck_assert_uint_eq(info.vertices_after, 8 + 4 + 4);
    ck_assert_double_eq_tol(info.ground_after, 25.1 + 20.0 - 0.16, 2e-3);
    wend_simplified_destroy(made);
}
END_TEST

START_TEST(small_obstacles_are_dropped_on_request) {
    sample s;
    make_sample(&s);
    wend_simplify_def how = wend_default_simplify_def();
    how.below = 0.6;
    how.drop_small = true;
    wend_simplified *made = simplify(&s.def, &how);
    ck_assert_uint_eq(wend_simplified_info(made).dropped_obstacles, 1);
    wend_simplified_destroy(made);
    const wend_point kept[] = {{1.6, 1.2}};
    how.kept = kept;
    how.kept_count = 1;
    made = simplify(&s.def, &how);
    ck_assert_uint_eq(wend_simplified_info(made).dropped_obstacles, 0);
    wend_simplified_destroy(made);
}
END_TEST

START_TEST(refuses_bad_definitions) {
    static const double sizes[] = {-1.0, NAN, INFINITY, 1e-4, 1e4};
    sample s;
    make_sample(&s);
    wend_simplified *made = NULL;
    for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
        wend_simplify_def how = wend_default_simplify_def();
        how.below = sizes[i];
        ck_assert_int_eq(wend_simplify(&s.def, &how, &made, &error), WEND_ERROR_INVALID);
        ck_assert_ptr_null(made);
    }
    wend_simplify_def how = wend_default_simplify_def();
    how.shapes = (wend_outline)17;
    ck_assert_int_eq(wend_simplify(&s.def, &how, &made, &error), WEND_ERROR_INVALID);
    how = wend_default_simplify_def();
    how.below = 100.0;
    s.def.link_count = 0;
    s.def.connection_count = 0;
    ck_assert_int_eq(wend_simplify(&s.def, &how, &made, &error), WEND_ERROR_GEOMETRY);
    const wend_point bad[] = {{0, 0}, {NAN, 0}, {1, 1}};
    s.boundaries[0] = (wend_ring){bad, 3};
    how = wend_default_simplify_def();
    ck_assert_int_eq(wend_simplify(&s.def, &how, &made, &error), WEND_ERROR_INVALID);
    ck_assert_ptr_null(made);
}
END_TEST

static wend_result simplify_with(worlds_heap *given) {
    sample s;
    make_sample(&s);
    wend_simplify_def how = wend_default_simplify_def();
    how.allocator = worlds_allocator(given);
    how.drop_small = true;
    wend_simplified *made = NULL;
    wend_result result = wend_simplify(&s.def, &how, &made, &error);
    wend_simplified_destroy(made);
    return result;
}

START_TEST(reports_every_failed_allocation) {
    worlds_heap counting = {0};
    ck_assert_msg(simplify_with(&counting) == WEND_OK, "%s", error.message);
    ck_assert_uint_eq(counting.held, 0);
    ck_assert_uint_gt(counting.calls, 10);
    for (unsigned long k = 1; k <= counting.calls; k++) {
        worlds_heap failing = {.fails_at = k};
        wend_result result = simplify_with(&failing);
        ck_assert_msg(result == WEND_ERROR_MEMORY, "allocation %lu of %lu: %d %s", k,
                      counting.calls, result, error.message);
        ck_assert_uint_eq(failing.held, 0);
    }
}
END_TEST

int main(void) {
    SUITE("clean/space", simplifies_all_layers_and_keeps_the_rest, shapes_work_without_a_size,
          small_obstacles_are_dropped_on_request, refuses_bad_definitions,
          reports_every_failed_allocation);
}
