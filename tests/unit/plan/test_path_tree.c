/* needs: kit */
/* Compares path trees, which are searched backwards from the goal, with a search from each start to
 * the goal: in random worlds of discs, with starts and goals of every shape anywhere. */
/* cost: 12 */
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <wend/kit.h>
#include <wend/math.h>

#include "geom/point.h"
#include "plan/tree/tree.h"
#include "support/kit/disc_worlds.h"
#include "support/suite.h"
#include "support/trials.h"
#include "support/worlds.h"

enum { STARTS = 40, GOALS = 6, MAX_CORNERS = 8, MAX_POINTS = 1024 };

typedef struct tree_trial {
    disc_world world;
    wend_world *buffers; /* provides worker buffers and scratch memory */
    search_ground ground;
    dice from;
    uint64_t seed;
    uint32_t found, none, turned; /* queries with a path, without one, and with one that turns */
} tree_trial;

static wend_vec2 sample_point(tree_trial *t) {
    const navmesh_level *level = t->ground.level;
    if (dice_below(&t->from, 4) == 0) {
        return level->vertices[dice_below(&t->from, level->vertex_count)];
    }
    return (wend_vec2){(float)dice_between(&t->from, 0.0, t->world.side),
                       (float)dice_between(&t->from, 0.0, t->world.side)};
}

/* Samples a goal: a point, a segment, a disc or a convex polygon. Some goals are wider than the
 * gaps between obstacles, some contain vertices of the mesh, and some segments lie along walls. */
static wend_region sample_goal(tree_trial *t, wend_vec2 corners[MAX_CORNERS]) {
    static const uint8_t shapes[] = {WEND_SHAPE_POINT, WEND_SHAPE_SEGMENT, WEND_SHAPE_DISC,
                                     WEND_SHAPE_POLYGON};
    wend_region region = {.shape = shapes[dice_below(&t->from, 4)],
                          .a = sample_point(t),
                          .opens = -INFINITY,
                          .closes = INFINITY};
    double size = dice_below(&t->from, 2) == 0 ? 0.5 : dice_between(&t->from, 1.0, 6.0);
    if (region.shape == WEND_SHAPE_SEGMENT) {
        double rise = dice_below(&t->from, 3) == 0 ? 0.0 : dice_between(&t->from, -size, size);
        region.b = (wend_vec2){region.a.x + (float)dice_between(&t->from, -size, size),
                               region.a.y + (float)rise};
    } else if (region.shape == WEND_SHAPE_DISC) {
        region.b = (wend_vec2){(float)size, 0.0F};
    } else if (region.shape == WEND_SHAPE_POLYGON) {
        region.count = (uint16_t)(3 + dice_below(&t->from, MAX_CORNERS - 2));
        for (uint32_t i = 0; i < region.count; i++) {
            double angle = WEND_FULL_TURN * i / region.count;
            corners[i] = (wend_vec2){region.a.x + (float)(size * cos(angle)),
                                     region.a.y + (float)(size * sin(angle))};
        }
        region.points = corners;
    }
    return region;
}

static double length_of(wend_vec2 from, const search_path *path) {
    double length = 0.0;
    for (uint32_t i = 0; i < path->count; i++) {
        length += wide_distance(from, path->points[i].position);
        from = path->points[i].position;
    }
    return length;
}

/* True if a disc that is slightly smaller than that of the level can follow the path. */
static bool is_free(const tree_trial *t, wend_vec2 from, const search_path *path) {
    for (uint32_t i = 0; i < path->count; i++) {
        wend_location a = {from, 0}, b = {path->points[i].position, 0};
        if (!wend_space_is_visible(t->world.space, a, b, 0.99F * t->ground.level->radius, ~0U)) {
            return false;
        }
        from = b.position;
    }
    return true;
}

static path_tree *build_tree(const tree_trial *t, const target *to, const uint32_t *polygons,
                             uint32_t count, search_outcome *outcome) {
    path_tree_def def = {&t->ground, to, 1, polygons, count, {0}};
    path_tree *tree = NULL;
    *outcome = path_tree_build(&def, &tree);
    return tree;
}

static void expect_same(const tree_trial *t, search_start from, const search_path *path,
                        const search_path *expected, const char *what) {
    bool is_same = path->count == expected->count &&
                   memcmp(path->points, expected->points, path->count * sizeof *path->points) == 0;
    ck_assert_msg(is_same, "world %" PRIu64 ", from (%.9g, %.9g): %s gives another path", t->seed,
                  (double)from.position.x, (double)from.position.y, what);
}

/* Checks that a tree that was built for this start alone gives the same path. */
static void check_alone(const tree_trial *t, const target *to, search_start from,
                        const search_path *expected) {
    search_outcome outcome;
    path_tree *tree = build_tree(t, to, &from.polygon, 1, &outcome);
    path_tree_link link;
    search_path path;
    ck_assert_int_eq(outcome, SEARCH_FOUND);
    ck_assert_int_eq(path_tree_find(tree, from, &link), SEARCH_FOUND);
    ck_assert_int_eq(path_tree_path(tree, &t->ground, from, &link, PATH_TREE_WHOLE, &path),
                     SEARCH_FOUND);
    expect_same(t, from, &path, expected, "a tree for one start");
    path_tree_destroy(tree);
}

/* Checks that a search backwards, without a tree, gives the same path. */
static void check_search(const tree_trial *t, const target *to, search_start from, double length,
                         const search_path *expected) {
    search_path path;
    ck_assert_int_eq(path_tree_search(&t->ground, to, 1, from, length, &path), SEARCH_FOUND);
    expect_same(t, from, &path, expected, "a search backwards");
}

/* Checks that a path that is cut is the beginning of the whole path. */
static void check_cut(const tree_trial *t, const path_tree *tree, search_start from,
                      const path_tree_link *link, const search_path *whole) {
    for (uint32_t limit = 1; limit < whole->count + 2; limit += 1 + limit / 4) {
        search_path path;
        ck_assert_int_eq(path_tree_path(tree, &t->ground, from, link, limit, &path), SEARCH_FOUND);
        ck_assert(path.cut ? path.count <= limit : path.count == whole->count);
        search_path beginning = *whole;
        beginning.count = path.count;
        expect_same(t, from, &path, &beginning, "a path that is cut");
    }
}

static void check_start(tree_trial *t, const path_tree *tree, const target *to, search_start from,
                        bool alone) {
    search_path single = {0}, path = {0};
    path_tree_link link;
    double x = (double)from.position.x, y = (double)from.position.y;
    search_outcome expected = search_shortest(&t->ground, from, to, &single);
    search_outcome outcome = path_tree_find(tree, from, &link);
    ck_assert_msg(outcome == expected, "world %" PRIu64 ", from (%.9g, %.9g): outcome %d, not %d",
                  t->seed, x, y, (int)outcome, (int)expected);
    t->none += outcome == SEARCH_NONE;
    if (outcome != SEARCH_FOUND) {
        return;
    }
    ck_assert_msg(fabs(link.length - single.length) <= 1e-9 * (1.0 + single.length),
                  "world %" PRIu64 ", from (%.9g, %.9g): %.12g, not %.12g", t->seed, x, y,
                  link.length, single.length);
    ck_assert_int_eq(path_tree_path(tree, &t->ground, from, &link, PATH_TREE_WHOLE, &path),
                     SEARCH_FOUND);
    ck_assert_double_eq_tol(length_of(from.position, &path), link.length, 1e-4);
    ck_assert_msg(is_free(t, from.position, &path) || !is_free(t, from.position, &single),
                  "world %" PRIu64 ", from (%.9g, %.9g): not free", t->seed, x, y);
    wend_route_point points[MAX_POINTS]; /* the buffer of the path is used again */
    ck_assert_uint_le(path.count, MAX_POINTS);
    memcpy(points, path.points, path.count * sizeof *points);
    path.points = points;
    check_cut(t, tree, from, &link, &path);
    check_search(t, to, from, single.length, &path);
    if (alone) {
        check_alone(t, to, from, &path);
    }
    t->found++;
    t->turned += path.count > 1;
}

static void check_goal(tree_trial *t) {
    wend_vec2 corners[MAX_CORNERS];
    wend_region region = sample_goal(t, corners);
    target to = target_of(&region, 0, 0.0);
    search_start starts[STARTS];
    uint32_t polygons[STARTS], count = 0;
    for (uint32_t i = 0; i < STARTS; i++) {
        wend_vec2 at = sample_point(t);
        uint32_t polygon = navmesh_locate(t->ground.level, (wend_location){at, 0});
        if (polygon != NAVMESH_NONE) {
            starts[count] = (search_start){at, polygon};
            polygons[count++] = polygon;
        }
    }
    search_outcome outcome;
    path_tree *tree = build_tree(t, &to, polygons, count, &outcome);
    ck_assert(outcome == SEARCH_FOUND || outcome == SEARCH_NONE);
    for (uint32_t i = 0; i < count; i++) {
        search_path path;
        if (tree != NULL) {
            check_start(t, tree, &to, starts[i], i % 8 == 0);
        } else {
            ck_assert_int_eq(search_shortest(&t->ground, starts[i], &to, &path), SEARCH_NONE);
        }
    }
    path_tree_destroy(tree);
}

/* On level 0, obstacles that touch leave passages without width, so only the others are tested. */
static void check_levels(tree_trial *t) {
    wend_navmesh_def def = wend_default_navmesh_def();
    wend_error error = {.message = ""};
    wend_map *map = NULL;
    def.space = t->world.space;
    def.radii = t->world.radii;
    def.radius_count = DISC_RADII;
    ck_assert_msg(wend_navmesh_build(&def, &map, &error) == WEND_OK, "%s", error.message);
    t->from = (dice){t->seed + 1};
    for (uint32_t i = 0; i < GOALS; i++) {
        const navmesh *mesh = navmesh_of(map);
        const navmesh_level *level = &mesh->levels[1 + i % (mesh->level_count - 1)];
        if (level->vertex_count > 0) {
            t->ground =
                (search_ground){.view = wend_world_view(t->buffers), .mesh = mesh, .level = level};
            check_goal(t);
        }
    }
    wend_map_release(map);
}

START_TEST(tree_paths_are_as_short_as_single_searches) {
    tree_trial t = {.buffers = worlds_make(worlds_open(), NULL)};
    worlds_profile(t.buffers, "direct");
    for (; t.seed < trials(60); t.seed++) {
        disc_world_make(&t.world, t.seed);
        check_levels(&t);
        disc_world_end(&t.world);
    }
    ck_assert_uint_ge(t.found, trials_bound(5000));
    ck_assert_uint_ge(t.none, trials_bound(500));
    ck_assert_uint_ge(t.turned, trials_bound(3000));
    wend_world_destroy(t.buffers);
}
END_TEST

/* Makes a city of identical blocks, where many paths are equally long. */
static wend_space *make_city(uint32_t count, double side) {
    static sketch s;
    sketch_start(&s);
    sketch_box_boundary(&s, 0, 0.0, 0.0, side, side);
    for (uint32_t i = 0; i < count * count; i++) {
        double x = 4.0 * (i % count) + 2.0, y = 4.0 * (double)(i / count) + 2.0;
        sketch_box(&s, 0, 0, x, y, x + 2.0, y + 2.0);
    }
    return sketch_space(&s);
}

START_TEST(routes_among_equal_paths_do_not_depend_on_how_they_are_found) {
    tree_trial t = {.buffers = worlds_make(worlds_open(), NULL)};
    worlds_profile(t.buffers, "direct");
    for (; t.seed < trials(14); t.seed++) {
        uint32_t count = 1 + (uint32_t)(t.seed % 7);
        t.world = (disc_world){.side = 4.0 * count + 2.0, .radii = {0.25, 0.5, 0.75}};
        t.world.space = make_city(count, t.world.side);
        check_levels(&t);
        wend_space_release(t.world.space);
    }
    ck_assert_uint_ge(t.found, trials_bound(1500));
    ck_assert_uint_ge(t.turned, trials_bound(800));
    wend_world_destroy(t.buffers);
}
END_TEST

int main(void) {
    SUITE("plan/path_tree", tree_paths_are_as_short_as_single_searches,
          routes_among_equal_paths_do_not_depend_on_how_they_are_found);
}
