/* needs: kit */
/* Queries on grids. The lengths of paths are compared with those of a navigation mesh, which are
 * the shortest ones; the nearest location with a search over all squares. */
#include <check.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "spaces.h"
#include "support/spaces.h"
#include "support/suite.h"
#include "support/trials.h"

enum { QUERIES = 20, POINTS = 512 };

static const float RADIUS = 0.25F;

static wend_error error;

static wend_grid_shape shape; /* of the grids that `build` builds */

static wend_map *build(wend_space *space, double cell) {
    wend_grid_def def = wend_default_grid_def();
    wend_map *map = NULL;
    def.space = space;
    def.cell = cell;
    def.shape = shape;
    def.cell_height = shape == WEND_GRID_RECTANGLES ? 0.5 * cell : 0.0;
    ck_assert_msg(wend_grid_build(&def, &map, &error) == WEND_OK, "%s", error.message);
    return map;
}

static wend_path_result find(const wend_map *map, const wend_space *space, const wend_path_def *def,
                             wend_location *points) {
    wend_path_result result;
    ck_assert_msg(wend_map_find_path(map, space, def, NULL, points, POINTS, &result, &error) ==
                      WEND_OK,
                  "%s", error.message);
    return result;
}

static uint32_t draw_locations(const wend_map *map, const wend_space *space, uint64_t seed,
                               wend_location *out, uint32_t count) {
    uint32_t written = 0;
    ck_assert_int_eq(wend_map_sample(map, space, seed, RADIUS + 2e-3F, WEND_ALL_CLASSES, NULL, out,
                                     count, &written, &error),
                     WEND_OK);
    return written;
}

/* ---- Lengths --------------------------------------------------------------------------------- */

enum { MOST_RATIOS = 4096 };

typedef struct ratios {
    double values[MOST_RATIOS], sum;
    uint32_t count, missed;
    uint64_t cells, bytes;
} ratios;

static int compare_values(const void *left, const void *right) {
    double a = *(const double *)left, b = *(const double *)right;
    return (a > b) - (a < b);
}

/* Compares the paths of a grid with the shortest ones in one space. */
static void compare(wend_space *space, uint32_t index, double cell, ratios *out) {
    wend_map *mesh = rooms_navmesh(space, (double)RADIUS), *map = build(space, cell);
    wend_location ends[2 * QUERIES], points[POINTS];
    out->cells += wend_grid_square_count(map);
    out->bytes += wend_map_get_info(map).bytes;
    uint32_t count = draw_locations(map, space, index, ends, 2 * QUERIES);
    for (uint32_t i = 0; i + 1 < count; i += 2) {
        wend_path_def def = wend_default_path_def();
        def.from = ends[i];
        def.to = ends[i + 1];
        def.radius = RADIUS;
        def.may_be_partial = false;
        wend_path_result shortest = find(mesh, space, &def, points);
        wend_path_result path = find(map, space, &def, points);
        ck_assert_int_eq(path.status == WEND_PATH_FOUND && shortest.status == WEND_PATH_NONE, 0);
        out->missed += path.status != shortest.status;
        if (path.status != WEND_PATH_FOUND || shortest.length < 1.0) {
            continue;
        }
        for (uint32_t k = 1; k < path.point_count; k++) {
            wend_location to = points[k];
            to.layer = wend_space_layer_after(space, points[k - 1], to.position);
            ck_assert(
                wend_space_is_visible(space, points[k - 1], to, 0.999F * RADIUS, WEND_ALL_CLASSES));
        }
        double ratio = path.length / shortest.length;
        /* The corners of a mesh are up to 0.1 % too far from the wall, so a path may be shorter. */
        ck_assert_double_ge(ratio, 0.995);
        out->sum += ratio;
        ck_assert_uint_lt(out->count, MOST_RATIOS);
        out->values[out->count++] = ratio;
    }
    wend_map_release(mesh);
    wend_map_release(map);
}

/* Passages that the lattice misses make some paths much longer, so means and medians count. */
START_TEST(paths_are_little_longer_than_the_shortest) {
    static const double cells[] = {1.0, 0.5, 0.25}, medians[] = {1.02, 1.01, 1.005};
    double mean[3];
    static ratios all;
    for (int c = 0; c < 3; c++) {
        all = (ratios){.count = 0};
        for (uint32_t i = 0; i < ROOMS_BY_HAND + trials_at_most(16); i++) {
            wend_space *space = rooms_space(i);
            compare(space, i, cells[c], &all);
            wend_space_release(space);
        }
        mean[c] = all.sum / all.count;
        qsort(all.values, all.count, sizeof *all.values, compare_values);
        double median = all.values[all.count / 2], high = all.values[all.count * 95 / 100];
        if (getenv("WEND_PRINT") != NULL) { /* with CK_FORK=no: the table of decision 0044 */
            printf("| %.2f | %u | %.4f | %.4f | %.4f | %.4f | %u |\n", cells[c], all.count, median,
                   mean[c], high, all.values[all.count - 1], all.missed);
        }
        ck_assert_uint_gt(all.count, trials_bound(150));
        ck_assert_double_lt(median, medians[c]);
    }
    ck_assert_double_lt(mean[1], 1.02);
    ck_assert_double_lt(mean[2], 1.01);
    ck_assert_double_lt(mean[2], mean[0]);
}
END_TEST

/* Measures the paths in all rooms; prints a line of the table of decision 0056 with CK_FORK=no. */
static double measure_shape(double cell, ratios *all) {
    static const char *const names[] = {"squares", "rectangles", "hexagons", "quadtree"};
    *all = (ratios){.count = 0};
    for (uint32_t i = 0; i < ROOMS_BY_HAND + trials_at_most(16); i++) {
        wend_space *space = rooms_space(i);
        compare(space, i, cell, all);
        wend_space_release(space);
    }
    qsort(all->values, all->count, sizeof *all->values, compare_values);
    double mean = all->sum / all->count;
    if (getenv("WEND_PRINT") != NULL) {
        printf("| %s | %.2f | %llu | %llu | %u | %.4f | %.4f | %.4f | %u |\n", names[shape], cell,
               (unsigned long long)all->cells, (unsigned long long)all->bytes, all->count,
               all->values[all->count / 2], mean, all->values[all->count * 95 / 100], all->missed);
    }
    return mean;
}

START_TEST(paths_on_all_shapes_are_little_longer_than_the_shortest) {
    static ratios all;
    for (shape = WEND_GRID_RECTANGLES; shape <= WEND_GRID_QUADTREE; shape++) {
        double coarse = measure_shape(0.5, &all);
        ck_assert_uint_gt(all.count, trials_bound(150));
        ck_assert_double_lt(all.values[all.count / 2], 1.01);
        double fine = measure_shape(0.25, &all);
        ck_assert_double_lt(coarse, 1.03);
        ck_assert_double_lt(fine, 1.015);
        ck_assert_uint_le(all.missed, 1);
    }
    shape = WEND_GRID_SQUARES; /* the test above checks squares */
    for (double cell = 0.5; getenv("WEND_PRINT") != NULL && cell >= 0.25; cell *= 0.5) {
        measure_shape(cell, &all);
    }
}
END_TEST

/* ---- The nearest location -------------------------------------------------------------------- */

static void check_nearest(void) {
    wend_space *space = worlds_pillars();
    wend_map *map = build(space, 0.5);
    dice from = {3};
    uint32_t moved = 0;
    for (uint32_t i = 0; i < trials(500); i++) {
        wend_location at = {
            {(float)dice_between(&from, -1, 21), (float)dice_between(&from, -1, 13)}, 0};
        wend_location near;
        bool found;
        ck_assert_int_eq(wend_map_find_nearest(map, space, at, RADIUS, 3.0F, WEND_ALL_CLASSES, NULL,
                                               &found, &near, &error),
                         WEND_OK);
        bool room = wend_space_is_walkable(space, at, 1) &&
                    wend_space_clearance(space, at, 1.0F, 1) >= RADIUS;
        double best = 3.0 + 1e-9;
        for (uint32_t k = 0; k < wend_grid_square_count(map); k++) {
            wend_grid_square square = wend_grid_square_at(map, k);
            double apart = hypot((double)square.centre.position.x - (double)at.position.x,
                                 (double)square.centre.position.y - (double)at.position.y);
            best = square.walkable && square.clearance >= RADIUS ? fmin(best, apart) : best;
        }
        ck_assert(found);
        double apart = hypot((double)near.position.x - (double)at.position.x,
                             (double)near.position.y - (double)at.position.y);
        ck_assert_double_eq_tol(apart, room ? 0.0 : best, 1e-6);
        moved += !room;
    }
    ck_assert_uint_gt(moved, trials_bound(50));
    wend_map_release(map);
    wend_space_release(space);
}

START_TEST(nearest_location_matches_a_search_over_all_squares) {
    for (shape = WEND_GRID_SQUARES; shape <= WEND_GRID_QUADTREE; shape++) {
        check_nearest();
    }
}
END_TEST

int main(void) {
    SUITE("query/grid", paths_are_little_longer_than_the_shortest,
          paths_on_all_shapes_are_little_longer_than_the_shortest,
          nearest_location_matches_a_search_over_all_squares);
}
