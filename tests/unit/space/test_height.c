/* Heights: planes, grids, overlapping regions and layers; invalid heights are refused. */
#include <math.h>
#include <string.h>

#include <wend/random.h>
#include <wend/space.h>

#include "support/suite.h"

static wend_result make(const wend_height_def *heights, uint32_t count, wend_point origin,
                        wend_space **out, wend_error *error) {
    const wend_layer_def layers[] = {{.heights = heights, .height_count = count}, {0}};
    wend_space_def def = wend_default_space_def();
    def.layers = layers;
    def.layer_count = 2;
    def.has_origin = true;
    def.origin = origin;
    return wend_space_create(&def, out, error);
}

START_TEST(ramp_is_a_sloped_plane_within_a_polygon) {
    static const wend_point ramp[] = {{1000, 0}, {1010, 0}, {1010, 4}, {1000, 4}};
    /* The ramp rises from 0 m at x = 1000 to 2 m at x = 1010, on a floor at -1 m. */
    const wend_height_def heights[] = {{.z = -1.0},
                                       {.ring = {ramp, 4}, .z = -200.0, .slope = {0.2, 0.0}}};
    wend_space *space = NULL;
    wend_point origin = {1000, 0};
    ck_assert_int_eq(make(heights, 2, origin, &space, NULL), WEND_OK);
    ck_assert(wend_space_has_height(space));
    for (int i = 0; i < 100; i++) {
        double x = 1000.05 + 0.1 * i;
        wend_location at = {wend_space_to_local(space, (wend_point){x, 1.0 + 0.02 * i}), 0};
        ck_assert_double_eq_tol(wend_space_height(space, at), 0.2 * (x - 1000.0), 1e-6);
        ck_assert_float_eq(wend_space_slope(space, at).x, 0.2F);
        ck_assert_float_eq(wend_space_slope(space, at).y, 0.0F);
        at.position.y += 4.0F;
        ck_assert_double_eq(wend_space_height(space, at), -1.0);
        ck_assert_float_eq(wend_space_slope(space, at).x, 0.0F);
        at.layer = 1;
        ck_assert_double_eq(wend_space_height(space, at), 0.0);
    }
    /* Outside the space, the height is 0. */
    ck_assert_double_eq(wend_space_height(space, (wend_location){{0, 0}, 2}), 0.0);
    ck_assert_double_eq(wend_space_height(space, (wend_location){{NAN, 0}, 0}), 0.0);
    ck_assert_float_eq(wend_space_slope(space, (wend_location){{INFINITY, 0}, 0}).x, 0.0F);
    wend_space_release(space);
}
END_TEST

/* The grid samples a bilinear surface, which is reproduced exactly; the slopes are those of the
 * surface. */
START_TEST(heights_are_interpolated_within_grids) {
    enum { COLUMNS = 7, ROWS = 5 };
    float grid[ROWS * COLUMNS];
    for (int y = 0; y < ROWS; y++) {
        for (int x = 0; x < COLUMNS; x++) {
            grid[y * COLUMNS + x] =
                1.0F + 0.5F * (float)x - 0.25F * (float)y + 0.125F * (float)(x * y);
        }
    }
    const wend_height_def height = {.z = 10.0,
                                    .slope = {0.0, 0.5},
                                    .grid = grid,
                                    .columns = COLUMNS,
                                    .rows = ROWS,
                                    .grid_low = {-2, 3},
                                    .grid_cell = 0.5};
    wend_space *space = NULL;
    ck_assert_int_eq(make(&height, 1, (wend_point){0, 0}, &space, NULL), WEND_OK);
    for (uint64_t i = 0; i < 500; i++) {
        wend_vec2 p = {(float)(-2 + 3 * wend_random_uniform(1, i, 0, 0)),
                       (float)(3 + 2 * wend_random_uniform(1, i, 0, 1))};
        double u = ((double)p.x + 2) * 2, v = ((double)p.y - 3) * 2;
        double expected = 11.0 + 0.5 * u - 0.25 * v + 0.125 * u * v + 0.5 * (double)p.y;
        ck_assert_double_eq_tol(wend_space_height(space, (wend_location){p, 0}), expected, 1e-9);
        wend_vec2 slope = wend_space_slope(space, (wend_location){p, 0});
        ck_assert_double_eq_tol((double)slope.x, 2 * (0.5 + 0.125 * v), 1e-5);
        ck_assert_double_eq_tol((double)slope.y, 2 * (-0.25 + 0.125 * u) + 0.5, 1e-5);
    }
    /* Beyond the grid, the height is that of the nearest point on the grid's border. */
    wend_location beyond = {{-9, 3}, 0}, edge = {{-2, 3}, 0};
    ck_assert_double_eq(wend_space_height(space, beyond), wend_space_height(space, edge));
    ck_assert_float_eq(wend_space_slope(space, beyond).x, 0.0F);
    beyond.position = (wend_vec2){1.0F, 9.0F};
    edge.position = (wend_vec2){1.0F, 5.0F};
    ck_assert_double_eq(wend_space_height(space, beyond), wend_space_height(space, edge) + 2.0);
    wend_space_release(space);
}
END_TEST

START_TEST(hash_covers_heights) {
    wend_height_def height = {.z = 1.0};
    wend_space *bare = NULL, *one = NULL, *two = NULL;
    wend_point origin = {0, 0};
    ck_assert_int_eq(make(NULL, 0, origin, &bare, NULL), WEND_OK);
    ck_assert_int_eq(make(&height, 1, origin, &one, NULL), WEND_OK);
    height.z = 2.0;
    ck_assert_int_eq(make(&height, 1, origin, &two, NULL), WEND_OK);
    ck_assert(!wend_space_has_height(bare));
    ck_assert_double_eq(wend_space_height(bare, (wend_location){{1, 1}, 0}), 0.0);
    ck_assert_uint_ne(wend_space_hash(bare), wend_space_hash(one));
    ck_assert_uint_ne(wend_space_hash(two), wend_space_hash(one));
    wend_space_release(bare);
    wend_space_release(one);
    wend_space_release(two);
}
END_TEST

START_TEST(refuses_invalid_heights) {
    static const wend_point two[] = {{0, 0}, {1, 1}};
    static const wend_point odd[] = {{0, 0}, {1, NAN}, {2, 0}};
    static const float grid[] = {0, 1, 2, 3}, broken[] = {0, NAN, 2, 3};
    const struct {
        wend_height_def def;
        const char *words;
    } bad[] = {
        {{.z = NAN}, "plane"},
        {{.slope = {INFINITY, 0}}, "plane"},
        {{.ring = {two, 2}}, "three points"},
        {{.ring = {NULL, 4}}, "three points"},
        {{.ring = {odd, 3}}, "not finite"},
        {{.grid = grid, .columns = 1, .rows = 4, .grid_cell = 1}, "two columns"},
        {{.grid = grid, .columns = 65536, .rows = 65536, .grid_cell = 1}, "at most 16,777,216"},
        {{.grid = grid, .columns = 2, .rows = 2, .grid_cell = 0}, "larger than 0"},
        {{.grid = broken, .columns = 2, .rows = 2, .grid_cell = 1}, "grid is not finite"}};
    wend_space *space = NULL;
    wend_error error = {0};
    wend_point origin = {0, 0};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        ck_assert_int_eq(make(&bad[i].def, 1, origin, &space, &error), WEND_ERROR_INVALID);
        ck_assert_msg(strstr(error.message, bad[i].words), "%zu: %s", i, error.message);
    }
    ck_assert_int_eq(make(NULL, 1, origin, &space, &error), WEND_ERROR_INVALID);
}
END_TEST

int main(void) {
    SUITE("space/height", ramp_is_a_sloped_plane_within_a_polygon,
          heights_are_interpolated_within_grids, hash_covers_heights, refuses_invalid_heights);
}
