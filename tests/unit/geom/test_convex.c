/* Merging triangles into convex parts: random shapes are checked by brute force, and small shapes
 * are compared with results computed by hand. */
#include "geom/triangulate.h"

#include "support/plane_trials.h"
#include "support/suite.h"
#include "support/trials.h"

enum { MOST = 64 };

static memory heap;
static memory_arena arena;
static triangulation triangles;
static convex_parts parts;

static void begin(void) {
    memory_init(&heap, NULL);
    arena_init(&arena, &heap);
}

static void finish(void) {
    arena_free(&arena);
    ck_assert_uint_eq(heap.held, 0);
}

/* Triangulates the points and merges all triangles as one region. If `door` is not NULL, that
 * segment is passable. */
static void merge_all(const grid_point *points, uint32_t point_count, const grid_edge *segments,
                      uint32_t segment_count, const grid_edge *door) {
    uint32_t regions[MOST] = {0};
    bool passable[3 * MOST] = {false};
    ck_assert_int_eq(
        triangulate(points, point_count, segments, segment_count, &heap, &arena, &triangles, NULL),
        WEND_OK);
    ck_assert_uint_le(triangles.count, MOST);
    for (uint32_t i = 0; door != NULL && i < 3 * triangles.count; i++) {
        const uint32_t *corners = triangles.triangles[i / 3].vertex;
        /* passable in only one of the two triangles beside the door */
        passable[i] = corners[i % 3] == door->a && corners[(i % 3 + 1) % 3] == door->b;
    }
    ck_assert_int_eq(
        convex_merge(points, &triangles, regions, passable, &heap, &arena, &parts, NULL), WEND_OK);
}

static uint32_t corner_count(uint32_t part) {
    return parts.starts[part + 1] - parts.starts[part];
}

/* Counts the edges of a part that lead to `neighbour`. */
static uint32_t count_edges_to(uint32_t part, uint32_t neighbour) {
    uint32_t count = 0;
    for (uint32_t i = parts.starts[part]; i < parts.starts[part + 1]; i++) {
        count += parts.neighbours[i] == neighbour;
    }
    return count;
}

/* ---- Random shapes --------------------------------------------------------------------------- */

START_TEST(parts_of_random_shapes_are_valid) {
    static plane_shape shape;
    for (uint32_t kind = 0; kind < PLANE_KIND_COUNT; kind++) {
        for (uint64_t seed = 0; seed < trials(30); seed++) {
            plane_make_shape((plane_kind)kind, seed, 3 + (uint32_t)seed, &shape);
            plane_trial_parts(&shape);
            plane_trial_part_count(&shape);
        }
    }
}
END_TEST

/* ---- Handmade cases -------------------------------------------------------------------------- */

/* Points on the sides of a square and inside it are not corners of the part: only the four corners
 * of the square are left. */
START_TEST(a_square_full_of_points_is_one_part) {
    grid_point points[25];
    for (int32_t i = 0; i < 25; i++) {
        points[i] = (grid_point){i % 5, i / 5};
    }
    begin();
    merge_all(points, 25, NULL, 0, NULL);
    ck_assert_uint_eq(parts.part_count, 1);
    ck_assert_uint_eq(corner_count(0), 4);
    ck_assert_uint_eq(count_edges_to(0, TRIANGULATE_NONE), 4);
    finish();
}
END_TEST

/* A wall from side to side divides the square; the two parts are not neighbours. */
START_TEST(wall_divides_a_square) {
    const grid_point points[] = {{0, 0}, {5, 0}, {10, 0}, {10, 10}, {5, 10}, {0, 10}};
    const grid_edge wall = {1, 4};
    begin();
    merge_all(points, 6, &wall, 1, NULL);
    ck_assert_uint_eq(parts.part_count, 2);
    ck_assert_uint_eq(corner_count(0) + corner_count(1), 8);
    ck_assert_uint_eq(count_edges_to(0, TRIANGULATE_NONE) + count_edges_to(1, TRIANGULATE_NONE), 8);
    merge_all(points, 6, &wall, 1, &wall);
    ck_assert_uint_eq(parts.part_count, 2);
    ck_assert_uint_eq(corner_count(0) + corner_count(1), 8);
    ck_assert_uint_eq(count_edges_to(0, 1), 1);
    ck_assert_uint_eq(count_edges_to(1, 0), 1);
    finish();
}
END_TEST

/* A door lies between two walls on one line. The door's ends are corners of both parts, although
 * the border is straight there. */
START_TEST(ends_of_a_door_in_a_wall_stay_corners) {
    const grid_point points[] = {{0, 0},  {5, 0},  {10, 0}, {10, 10},
                                 {5, 10}, {0, 10}, {5, 4},  {5, 6}};
    const grid_edge segments[] = {{1, 6}, {6, 7}, {7, 4}};
    begin();
    merge_all(points, 8, segments, 3, &segments[1]);
    ck_assert_uint_eq(parts.part_count, 2);
    for (uint32_t part = 0; part < 2; part++) {
        ck_assert_uint_eq(corner_count(part), 6);
        ck_assert_uint_eq(count_edges_to(part, 1 - part), 1);
        for (uint32_t i = parts.starts[part]; i < parts.starts[part + 1]; i++) {
            bool end = parts.corners[i] == 6 || parts.corners[i] == 7;
            ck_assert(end || parts.neighbours[i] == TRIANGULATE_NONE);
        }
    }
    finish();
}
END_TEST

/* A wall ends in the middle of a square. There are two or three parts, with the wall between two of
 * them. */
START_TEST(free_standing_wall_blocks_passage) {
    const grid_point points[] = {{0, 0}, {5, 0}, {10, 0}, {10, 10}, {0, 10}, {5, 5}};
    const grid_edge wall = {1, 5};
    begin();
    merge_all(points, 6, &wall, 1, NULL);
    ck_assert_uint_ge(parts.part_count, 2);
    ck_assert_uint_le(parts.part_count, 3);
    uint32_t walls = 0;
    for (uint32_t part = 0; part < parts.part_count; part++) {
        for (uint32_t i = parts.starts[part]; i < parts.starts[part + 1]; i++) {
            uint32_t next = i + 1 < parts.starts[part + 1] ? i + 1 : parts.starts[part];
            bool along = (parts.corners[i] == 1 && parts.corners[next] == 5) ||
                         (parts.corners[i] == 5 && parts.corners[next] == 1);
            walls += along && parts.neighbours[i] == TRIANGULATE_NONE;
        }
    }
    ck_assert_uint_eq(walls, 2);
    finish();
}
END_TEST

START_TEST(empty_triangulation_has_no_parts) {
    const grid_point points[] = {{0, 0}, {5, 5}, {10, 10}};
    begin();
    merge_all(points, 3, NULL, 0, NULL);
    ck_assert_uint_eq(triangles.count, 0);
    ck_assert_uint_eq(parts.part_count, 0);
    ck_assert_uint_eq(parts.starts[0], 0);
    finish();
}
END_TEST

START_TEST(triangles_without_a_region_are_left_out) {
    const grid_point points[] = {{0, 0}, {10, 0}, {10, 10}, {0, 10}};
    const grid_edge wall = {0, 2};
    begin();
    merge_all(points, 4, &wall, 1, NULL);
    const uint32_t regions[] = {TRIANGULATE_NONE, 3}, different[] = {4, 3};
    ck_assert_int_eq(convex_merge(points, &triangles, regions, NULL, &heap, &arena, &parts, NULL),
                     WEND_OK);
    ck_assert_uint_eq(parts.part_count, 1);
    ck_assert_uint_eq(parts.regions[0], 3);
    ck_assert_uint_eq(count_edges_to(0, TRIANGULATE_NONE), 3);
    ck_assert_int_eq(convex_merge(points, &triangles, different, NULL, &heap, &arena, &parts, NULL),
                     WEND_OK);
    ck_assert_uint_eq(parts.part_count, 2);
    ck_assert_uint_eq(count_edges_to(0, 1), 1);
    ck_assert_uint_eq(count_edges_to(1, 0), 1);
    finish();
}
END_TEST

int main(void) {
    SUITE("geom/convex", parts_of_random_shapes_are_valid, a_square_full_of_points_is_one_part,
          wall_divides_a_square, ends_of_a_door_in_a_wall_stay_corners,
          free_standing_wall_blocks_passage, empty_triangulation_has_no_parts,
          triangles_without_a_region_are_left_out);
}
