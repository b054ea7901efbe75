/* Checks the areas of terrain types: known figures, sums, dense samples on random polygons, walls,
 * regions that cover each other, and input that is made to be hard. */
#include <math.h>

#include <wend/math.h>
#include <wend/random.h>
#include <wend/space.h>

#include "support/suite.h"
#include "support/worlds.h"

static double sample(uint64_t seed, uint32_t purpose, double low, double high) {
    return low + (high - low) * wend_random_uniform(seed, 1, 0, purpose);
}

static wend_space *make(const wend_layer_def *layer) {
    wend_space_def def = wend_default_space_def();
    wend_space *space = NULL;
    wend_error error;
    def.layers = layer;
    def.layer_count = 1;
    ck_assert_msg(wend_space_create(&def, &space, &error) == WEND_OK, "%s", error.message);
    return space;
}

static void expect(const wend_space *space, const wend_terrain_area *expected, uint32_t count) {
    wend_terrain_area found[8];
    ck_assert_uint_eq(wend_space_terrain_areas(space, 0, NULL, 0), count);
    ck_assert_uint_eq(wend_space_terrain_areas(space, 0, found, 8), count);
    for (uint32_t i = 0; i < count; i++) {
        ck_assert_uint_eq(found[i].type, expected[i].type);
        ck_assert_msg(isinf(expected[i].area)
                          ? isinf(found[i].area)
                          : fabs(found[i].area - expected[i].area) < 1e-6 * expected[i].area + 1e-9,
                      "type %u: %.9g, expected %.9g", found[i].type, found[i].area,
                      expected[i].area);
    }
}

static const wend_point room[] = {{0, 0}, {20, 0}, {20, 10}, {0, 10}};
static const wend_ring boundary = {room, 4};

/* A lawn of 10 x 4 m with a hole of 2 x 2 m, of which the lower half is outside the room; a path of
 * 2 x 6 m over it; and a pond that the path and a solid cover in part. */
START_TEST(later_regions_cover_earlier_ones) {
    static const wend_point lawn[] = {{2, -2}, {12, -2}, {12, 2}, {2, 2}};
    static const wend_point hole[] = {{3, -1}, {5, -1}, {5, 1}, {3, 1}};
    static const wend_point path[] = {{8, -1}, {10, -1}, {10, 5}, {8, 5}};
    static const wend_point pond[] = {{9, 4}, {13, 4}, {13, 8}, {9, 8}};
    static const wend_point solid[] = {{11, 6}, {15, 6}, {15, 9}, {11, 9}};
    static const wend_point hidden[] = {{8.5, 1}, {9.5, 1}, {9.5, 2}};
    static const wend_point outside[] = {{30, 1}, {31, 1}, {31, 2}};
    const wend_ring holes = {hole, 4};
    const wend_solid_def solids = {{solid, 4}, 0};
    const wend_terrain_def terrains[] = {
        {.ring = {lawn, 4}, .type = 3, .holes = &holes, .hole_count = 1},
        {.ring = {hidden, 3}, .type = 7},
        {.ring = {pond, 4}, .type = 2},
        {.ring = {path, 4}, .type = 5},
        {.ring = {outside, 3}, .type = 9}};
    const wend_layer_def layer = {.boundaries = &boundary,
                                  .boundary_count = 1,
                                  .solids = &solids,
                                  .solid_count = 1,
                                  .terrains = terrains,
                                  .terrain_count = 5};
    wend_space *space = make(&layer);
    /* The lawn in the room: 20 - 2 for the hole - 4 below the path. The pond: 16 - 1 below the path
     * - 4 below the solid. The path: 10. */
    const wend_terrain_area all[] = {
        {0, 200 - 12 - 14 - 11 - 10}, {2, 11}, {3, 14}, {5, 10}, {7, 0}, {9, 0}};
    expect(space, all, 6);
    wend_terrain_area two[2];
    ck_assert_uint_eq(wend_space_terrain_areas(space, 0, two, 2), 6);
    ck_assert_uint_eq(two[1].type, 2);
    wend_space_release(space);
}
END_TEST

START_TEST(unbounded_ground_has_infinite_area) {
    static const wend_point mud[] = {{0, 0}, {4, 0}, {0, 3}};
    const wend_terrain_def terrain = {.ring = {mud, 3}, .type = 1};
    wend_layer_def layer = {.terrains = &terrain, .terrain_count = 1};
    wend_space *space = make(&layer);
    const wend_terrain_area all[] = {{0, (double)INFINITY}, {1, 6}};
    expect(space, all, 2);
    wend_space_release(space);
    layer.terrain_count = 0;
    space = make(&layer);
    expect(space, all, 1);
    wend_space_release(space);
}
END_TEST

/* ---- Random stars ---------------------------------------------------------------------------- */

enum { STARS = 40, CORNERS = 30, TYPES = 5, GRID = 1500 };

static wend_point corners[STARS][CORNERS];

static wend_space *make_stars(uint64_t seed) {
    static wend_terrain_def terrains[STARS];
    for (uint32_t i = 0; i < STARS; i++) {
        double x = sample(seed, 1000 + i, 0, 20), y = sample(seed, 2000 + i, 0, 10);
        for (uint32_t k = 0; k < CORNERS; k++) {
            double angle = 2.0 * WEND_PI * k / CORNERS;
            double radius = sample(seed, 3000 + i * CORNERS + k, 0.3, 3.0);
            corners[i][k] =
                (wend_point){x + radius * wend_cos(angle), y + radius * wend_sin(angle)};
        }
        terrains[i] =
            (wend_terrain_def){.ring = {corners[i], CORNERS}, .type = 1 + i % (TYPES - 1)};
    }
    static const wend_point pillar[] = {{9, 3}, {13, 5}, {9, 7}};
    const wend_solid_def solid = {{pillar, 3}, 0};
    const wend_layer_def layer = {.boundaries = &boundary,
                                  .boundary_count = 1,
                                  .solids = &solid,
                                  .solid_count = 1,
                                  .terrains = terrains,
                                  .terrain_count = STARS};
    return make(&layer);
}

/* The sum is that of the room without its pillar; each area is that of the points of a fine grid,
 * each of which stands for 0.9 cm^2. */
START_TEST(areas_match_dense_samples) {
    for (uint64_t seed = 1; seed <= 2; seed++) {
        wend_space *space = make_stars(seed);
        wend_terrain_area found[TYPES];
        double samples[TYPES] = {0.0}, sum = 0.0;
        ck_assert_uint_eq(wend_space_terrain_areas(space, 0, found, TYPES), TYPES);
        for (int i = 0; i < GRID * GRID; i++) {
            wend_point p = {20.0 * (i % GRID + 0.5) / GRID, 10.0 * (i / GRID + 0.5) / GRID};
            wend_location at = {wend_space_to_local(space, p), 0};
            if (wend_space_is_walkable(space, at, WEND_ALL_CLASSES)) {
                samples[wend_space_terrain(space, at)] += 200.0 / GRID / GRID;
            }
        }
        for (uint32_t i = 0; i < TYPES; i++) {
            sum += found[i].area;
            ck_assert_msg(fabs(found[i].area - samples[i]) < 0.02, "seed %d, type %u: %g, %g",
                          (int)seed, i, found[i].area, samples[i]);
        }
        ck_assert_double_eq_tol(sum, 192.0, 1e-4);
        wend_space_release(space);
    }
}
END_TEST

/* ---- Hard input ------------------------------------------------------------------------------ */

/* Combs of 100 teeth each, at right angles: 10,000 squares. And one of them four times. */
START_TEST(many_crossings_and_copies_are_measured) {
    enum { TEETH = 100, COPIES = 4, COUNT = 4 * TEETH + 2 };
    static wend_point across[COUNT], up[COUNT];
    static wend_terrain_def terrains[COPIES + 1];
    across[COUNT - 2] = (wend_point){30, 41};
    across[COUNT - 1] = (wend_point){0, 41};
    for (int i = 0; i < TEETH; i++) {
        double at = 30.0 * i / TEETH, next = at + 0.05, end = 30.0 * (i + 1) / TEETH;
        wend_point tooth[] = {{at, 1}, {next, 1}, {next, 40}, {end, 40}};
        for (int k = 0; k < 4; k++) {
            across[4 * i + k] = tooth[k];
        }
    }
    for (int i = 0; i < COUNT; i++) {
        up[i] = (wend_point){across[i].y, across[i].x};
    }
    terrains[0] = (wend_terrain_def){.ring = {across, COUNT}, .type = 1};
    for (int i = 1; i <= COPIES; i++) {
        terrains[i] = (wend_terrain_def){.ring = {up, COUNT}, .type = (uint32_t)(1 + i)};
    }
    wend_layer_def layer = {.terrains = terrains, .terrain_count = COPIES + 1};
    wend_space *space = make(&layer);
    wend_terrain_area areas[COPIES + 2];
    ck_assert_uint_eq(wend_space_terrain_areas(space, 0, areas, COPIES + 2), COPIES + 2);
    double shown = 0.0;
    for (uint32_t i = 2; i < COPIES + 1; i++) {
        ck_assert_double_eq(areas[i].area, 0.0);
    }
    for (int i = 0; i < COUNT; i++) { /* the shoelace formula */
        wend_point p = up[i], q = up[(i + 1) % COUNT];
        shown += 0.5 * (p.x * q.y - q.x * p.y);
    }
    ck_assert_double_eq_tol(areas[COPIES + 1].area, fabs(shown), 1e-3);
    wend_space_release(space);
}
END_TEST

START_TEST(running_out_of_memory_gives_zero) {
    static const wend_point mud[] = {{0, 0}, {4, 0}, {0, 3}};
    const wend_terrain_def terrain = {.ring = {mud, 3}, .type = 1};
    const wend_layer_def layer = {.terrains = &terrain, .terrain_count = 1};
    worlds_heap heap = {0};
    wend_space_def def = wend_default_space_def();
    wend_space *space = NULL;
    def.layers = &layer;
    def.layer_count = 1;
    def.allocator = worlds_allocator(&heap);
    ck_assert_int_eq(wend_space_create(&def, &space, NULL), WEND_OK);
    wend_terrain_area areas[2];
    uint32_t found = 0, failures = 0;
    size_t held = heap.held;
    for (unsigned long i = 1; found == 0; i++, failures++) {
        heap.fails_at = heap.calls + i;
        found = wend_space_terrain_areas(space, 0, areas, 2);
        heap.fails_at = 0;
        ck_assert_uint_eq(heap.held, held);
    }
    ck_assert_uint_eq(found, 2);
    ck_assert_uint_gt(failures, 3);
    ck_assert_double_eq_tol(areas[1].area, 6.0, 1e-9);
    wend_space_release(space);
}
END_TEST

int main(void) {
    SUITE("space/areas", later_regions_cover_earlier_ones, unbounded_ground_has_infinite_area,
          areas_match_dense_samples, many_crossings_and_copies_are_measured,
          running_out_of_memory_gives_zero);
}
