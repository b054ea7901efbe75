#include "support/plane_trials.h"

#include <check.h>

#include "support/plane_checks.h"

enum { MOST_TRIANGLES = 2 * PLANE_MOST_POINTS };

static memory heap;
static memory_arena arena;
static triangulation triangles;
static uint32_t regions[MOST_TRIANGLES];
static bool passable[3 * MOST_TRIANGLES];

static void begin(void) {
    memory_init(&heap, NULL);
    arena_init(&arena, &heap);
}

/* Checks that the arena has been freed and that no other memory is allocated. */
static void finish(const plane_shape *shape) {
    arena_free(&arena);
    ck_assert_msg(heap.held == 0, "%s: %zu bytes are lost", shape->name, heap.held);
}

static triangulation solve(const plane_shape *shape) {
    triangulation result = {0};
    wend_error error = {0};
    wend_result code = triangulate(shape->points, shape->point_count, shape->segments,
                                   shape->segment_count, &heap, &arena, &result, &error);
    ck_assert_msg(code == WEND_OK, "%s: %s", shape->name, error.message);
    return result;
}

uint32_t plane_trial_triangles(const plane_shape *shape) {
    static plane_shape shuffled;
    begin();
    triangulation result = solve(shape);
    plane_check_partition(shape, &result);
    plane_check_fixed(shape, &result);
    plane_check_delaunay(shape, &result);
    plane_shuffle(shape, &shuffled);
    triangulation other = solve(&shuffled);
    plane_check_same(shape, &result, &shuffled, &other);
    finish(shape);
    return result.count;
}

/* ---- Regions --------------------------------------------------------------------------------- */

static void set_regions(uint32_t region) {
    for (uint32_t t = 0; t < triangles.count; t++) {
        regions[t] = region;
    }
}

/* Gives a number to all triangles that can be reached from triangle `seed` across edges that are
 * not fixed. */
static void number_piece(uint32_t seed, uint32_t number) {
    static uint32_t stack[MOST_TRIANGLES];
    uint32_t count = 0;
    stack[count++] = seed;
    regions[seed] = number;
    while (count > 0) {
        const grid_triangle *triangle = &triangles.triangles[stack[--count]];
        for (uint32_t i = 0; i < 3; i++) {
            uint32_t beyond = triangle->neighbour[i];
            if (beyond != TRIANGULATE_NONE && !triangle->fixed[i] &&
                regions[beyond] == TRIANGULATE_NONE) {
                regions[beyond] = number;
                stack[count++] = beyond;
            }
        }
    }
}

static uint32_t number_pieces(void) {
    uint32_t pieces = 0;
    set_regions(TRIANGULATE_NONE);
    for (uint32_t t = 0; t < triangles.count; t++) {
        if (regions[t] == TRIANGULATE_NONE) {
            number_piece(t, pieces++);
        }
    }
    return pieces;
}

/* Gives each piece a random region from 0 to 2, or none. */
static void sample_regions_of_pieces(void) {
    uint32_t choices[MOST_TRIANGLES], pieces = number_pieces();
    for (uint32_t i = 0; i < pieces; i++) {
        uint32_t choice = plane_random(4);
        choices[i] = choice < 3 ? choice : TRIANGULATE_NONE;
    }
    for (uint32_t t = 0; t < triangles.count; t++) {
        regions[t] = choices[regions[t]];
    }
}

static void sample_regions_of_triangles(void) {
    for (uint32_t t = 0; t < triangles.count; t++) {
        uint32_t choice = plane_random(8);
        regions[t] = choice == 0 ? TRIANGULATE_NONE : choice == 1 ? 1 : 0;
    }
}

static void sample_passable(void) {
    for (uint32_t i = 0; i < 3 * triangles.count; i++) {
        passable[i] = plane_random(4) == 0;
    }
}

/* ---- Parts ----------------------------------------------------------------------------------- */

static convex_parts merge(const plane_shape *shape, const bool *passable_edges) {
    convex_parts parts;
    wend_error error = {0};
    wend_result code = convex_merge(shape->points, &triangles, regions, passable_edges, &heap,
                                    &arena, &parts, &error);
    ck_assert_msg(code == WEND_OK, "%s: %s", shape->name, error.message);
    plane_check_parts(shape, &triangles, regions, passable_edges, &parts);
    return parts;
}

void plane_trial_parts(const plane_shape *shape) {
    begin();
    triangles = solve(shape);
    set_regions(7);
    merge(shape, NULL);
    sample_passable();
    merge(shape, passable);
    sample_regions_of_pieces();
    merge(shape, passable);
    sample_regions_of_triangles();
    merge(shape, passable);
    finish(shape);
}

/* ---- Reflex corners -------------------------------------------------------------------------- */

static bool is_border(uint32_t t, uint32_t i) {
    return triangles.triangles[t].fixed[i] ||
           triangles.triangles[t].neighbour[i] == TRIANGULATE_NONE;
}

/* Advances from edge `*i` of triangle `*t` to the next border edge of the same region, by turning
 * from triangle to triangle around the end of that edge. */
static void next_border(uint32_t *t, uint32_t *i) {
    uint32_t around = triangles.triangles[*t].vertex[(*i + 1) % 3];
    *i = (*i + 1) % 3;
    while (!is_border(*t, *i)) {
        *t = triangles.triangles[*t].neighbour[*i];
        *i = 0;
        while (triangles.triangles[*t].vertex[*i] != around) {
            ++*i;
        }
    }
}

static bool is_reflex(const plane_shape *shape, uint32_t t, uint32_t i) {
    grid_point a = shape->points[triangles.triangles[t].vertex[i]];
    grid_point b = shape->points[triangles.triangles[t].vertex[(i + 1) % 3]];
    next_border(&t, &i);
    grid_point c = shape->points[triangles.triangles[t].vertex[(i + 1) % 3]];
    int64_t turn =
        ((int64_t)b.x - a.x) * ((int64_t)c.y - b.y) - ((int64_t)b.y - a.y) * ((int64_t)c.x - b.x);
    int64_t along =
        ((int64_t)b.x - a.x) * ((int64_t)c.x - b.x) + ((int64_t)b.y - a.y) * ((int64_t)c.y - b.y);
    return turn < 0 || (turn == 0 && along < 0);
}

/* Counts the points that are not an end of any border edge. */
static uint32_t count_free_points(const plane_shape *shape) {
    bool bound[PLANE_MOST_POINTS] = {false};
    uint32_t count = shape->point_count;
    for (uint32_t i = 0; i < 3 * triangles.count; i++) {
        uint32_t end = triangles.triangles[i / 3].vertex[i % 3];
        uint32_t other = triangles.triangles[i / 3].vertex[(i % 3 + 1) % 3];
        if (is_border(i / 3, i % 3)) {
            count -= (uint32_t)!bound[end] + (uint32_t)!bound[other];
            bound[end] = bound[other] = true;
        }
    }
    return count;
}

void plane_trial_part_count(const plane_shape *shape) {
    uint32_t reflex = 0;
    begin();
    triangles = solve(shape);
    uint32_t pieces = number_pieces(), free_points = count_free_points(shape);
    for (uint32_t i = 0; i < 3 * triangles.count; i++) {
        reflex += is_border(i / 3, i % 3) && is_reflex(shape, i / 3, i % 3);
    }
    convex_parts parts = merge(shape, NULL);
    ck_assert_msg(triangles.count == 0 || parts.part_count <= 2 * reflex + 3 * free_points + pieces,
                  "%s: %u parts of %u pieces with %u reflex corners and %u free points",
                  shape->name, parts.part_count, pieces, reflex, free_points);
    finish(shape);
}
