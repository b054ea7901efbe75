/* Which ground a lower bound covers, and what is refused: blocked classes, forbidden terrain,
 * layers, ends off the map, wrong numbers, cancelling and memory that runs out. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <wend/kit.h>

#include "map/terrain/terrain.h"
#include "support/suite.h"
#include "support/terrain_worlds.h"

enum { M = 1024, TRIANGLES = 6 };

/* Three squares of 8 m in a row, along x; each of two triangles. The middle one is of type 1. */
static const wend_vec2 corners[8] = {{0, 0}, {8, 0}, {16, 0}, {24, 0},
                                     {0, 8}, {8, 8}, {16, 8}, {24, 8}};
static const uint32_t vertices[3 * TRIANGLES] = {0, 1, 5, 0, 5, 4, 1, 2, 6,
                                                 1, 6, 5, 2, 3, 7, 2, 7, 6};
static const uint32_t across[3 * TRIANGLES] = {NAVMESH_NONE,
                                               3,
                                               1,
                                               0,
                                               NAVMESH_NONE,
                                               NAVMESH_NONE,
                                               NAVMESH_NONE,
                                               5,
                                               3,
                                               2,
                                               NAVMESH_NONE,
                                               0,
                                               NAVMESH_NONE,
                                               NAVMESH_NONE,
                                               5,
                                               4,
                                               NAVMESH_NONE,
                                               2};

/* What to make of the row. */
typedef struct row_def {
    bool two_layers; /* the last square is on another layer, with vertices of its own */
    bool classed;    /* class 3 blocks the middle square */
} row_def;

static wend_map *make_row(row_def def) {
    wend_vec2 points[12];
    navmesh_polygon polygons[TRIANGLES];
    uint32_t own[3 * TRIANGLES], neighbours[3 * TRIANGLES];
    uint32_t types[TRIANGLES] = {0, 0, 1, 1, 0, 0};
    float clearances[3 * TRIANGLES] = {0};
    memcpy(points, corners, sizeof corners);
    const uint32_t last[4] = {2, 3, 7, 6};
    for (uint32_t i = 0; i < 4; i++) {
        points[8 + i] = corners[last[i]];
    }
    for (uint32_t i = 0; i < 3 * TRIANGLES; i++) {
        own[i] = vertices[i];
        for (uint32_t k = 0; def.two_layers && i >= 12 && k < 4; k++) {
            own[i] = vertices[i] == last[k] ? 8 + k : own[i];
        }
        neighbours[i] = across[i];
    }
    for (uint32_t i = 0; i < TRIANGLES; i++) {
        uint16_t set = def.classed && types[i] == 1 ? 1 : 0;
        polygons[i] =
            (navmesh_polygon){3 * i, 3, def.two_layers && i >= 4 ? (uint16_t)1 : (uint16_t)0, set};
    }
    navmesh_level level = {.vertices = points,
                           .vertex_count = def.two_layers ? 12 : 8,
                           .polygons = polygons,
                           .polygon_count = TRIANGLES,
                           .corners = own,
                           .neighbours = neighbours,
                           .clearances = clearances,
                           .corner_count = 3 * TRIANGLES,
                           .types = types};
    navmesh_set sets[2] = {{0, 0}, {0, 1}};
    uint32_t member = 0;
    map_blocker blocker = {.obstacle_class = 3};
    navmesh parts = {.levels = &level,
                     .level_count = 1,
                     .layer_count = 2,
                     .blocking = {.blockers = &blocker, .blocker_count = 1},
                     .sets = sets,
                     .set_count = 2,
                     .members = &member,
                     .member_count = 1};
    wend_map *map = NULL;
    wend_error error = {.message = ""};
    ck_assert_msg(terrain_map_create(&parts, 1, NULL, NULL, &map, &error) == WEND_OK, "%s",
                  error.message);
    return map;
}

static double find_weight(void *user, uint32_t type) {
    const double *weights = user;
    return weights[type];
}

/* From (2, 4) to (22, 4): 12 m on type 0 and 8 m on type 1. */
static wend_certify_def make_def(const wend_map *map, double *weights) {
    wend_certify_def def = wend_default_certify_def();
    def.map = map;
    def.from.position = (wend_vec2){2, 4};
    def.to.position = (wend_vec2){22, 4};
    def.weight = find_weight;
    def.weight_user = weights;
    return def;
}

static void check_refused(const wend_certify_def *def, wend_result code, const char *text) {
    wend_certificate found;
    wend_error error = {.message = ""};
    ck_assert_int_eq(wend_certify_path(def, &found, &error), code);
    ck_assert_msg(strstr(error.message, text) != NULL, "'%s' lacks '%s'", error.message, text);
}

static wend_certificate certify(const wend_certify_def *def) {
    wend_certificate found;
    wend_error error = {.message = ""};
    ck_assert_msg(wend_certify_path(def, &found, &error) == WEND_OK, "%s", error.message);
    return found;
}

START_TEST(a_straight_line_is_bounded_on_one_layer_and_on_two) {
    double weights[2] = {1.0, 3.0}, best = 12.0 + 3.0 * 8.0;
    wend_map *one = make_row((row_def){false, false}), *two = make_row((row_def){true, false});
    wend_certify_def def = make_def(one, weights);
    wend_certificate first = certify(&def);
    ck_assert(first.lower_bound <= best && first.lower_bound >= best / 1.01);
    def.map = two;
    def.to.layer = 1;
    wend_certificate second = certify(&def);
    ck_assert(second.lower_bound <= best && second.lower_bound >= best / 1.01);
    wend_map_release(one);
    wend_map_release(two);
}
END_TEST

START_TEST(blocked_classes_and_forbidden_terrain_leave_no_path) {
    double weights[2] = {1.0, 3.0};
    wend_map *map = make_row((row_def){false, true});
    wend_certify_def def = make_def(map, weights);
    check_refused(&def, WEND_ERROR_GEOMETRY, "no path leads from the start to the goal");
    def.classes = WEND_ALL_CLASSES & ~(1U << 3);
    ck_assert_double_gt(certify(&def).lower_bound, 35.0);
    weights[1] = INFINITY;
    check_refused(&def, WEND_ERROR_GEOMETRY, "no path leads from the start to the goal");
    def.to.position = (wend_vec2){12, 4};
    check_refused(&def, WEND_ERROR_INVALID, "the goal (12, 4) lies on ground that is forbidden");
    wend_map_release(map);
}
END_TEST

START_TEST(ends_off_the_map_move_to_it_within_the_tolerance) {
    double weights[2] = {1.0, 1.0};
    wend_map *map = make_row((row_def){false, false});
    wend_certify_def def = make_def(map, weights);
    def.from.position = (wend_vec2){-1, 4};
    check_refused(&def, WEND_ERROR_INVALID, "the start (-1, 4) on layer 0 is not within 0 m");
    def.tolerance = 1.5F;
    wend_certificate found = certify(&def);
    ck_assert(found.from.position.x == 0.0F && found.from.position.y == 4.0F);
    ck_assert(found.lower_bound <= 22.0 && found.lower_bound >= 22.0 / 1.01);
    def.from.position = def.to.position;
    ck_assert_double_eq(certify(&def).lower_bound, 0.0);
    def.from.layer = 7;
    check_refused(&def, WEND_ERROR_INVALID, "on layer 7");
    def.from = (wend_location){{NAN, 0}, 0};
    check_refused(&def, WEND_ERROR_INVALID, "the start");
    wend_map_release(map);
}
END_TEST

START_TEST(wrong_values_are_refused) {
    double weights[2] = {1.0, 3.0};
    wend_map *map = make_row((row_def){false, false}), *mesh = NULL;
    wend_certify_def good = make_def(map, weights), def = good;
    def.map = NULL;
    check_refused(&def, WEND_ERROR_INVALID, "needs a map of kind \"terrain\"");
    ck_assert(navmesh_create(terrain_map_of(map), 1, NULL, &mesh, NULL) == WEND_OK);
    def.map = mesh;
    check_refused(&def, WEND_ERROR_INVALID, "not navmesh");
    const double targets[] = {1.0, 0.0, NAN, INFINITY, 3.0};
    for (uint32_t i = 0; i < sizeof targets / sizeof *targets; i++) {
        def = good;
        def.target = targets[i];
        check_refused(&def, WEND_ERROR_INVALID, "target is");
    }
    const double wrong[] = {0.0, -1.0, NAN, -INFINITY, 1e7};
    for (uint32_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        weights[1] = wrong[i];
        check_refused(&good, WEND_ERROR_INVALID, "the weight of terrain type 1 is");
    }
    def = good;
    def.radius = 2.0F;
    check_refused(&def, WEND_ERROR_INVALID, "no level for a radius of 2 m");
    def.radius = NAN;
    check_refused(&def, WEND_ERROR_INVALID, "radius");
    def.size = 0;
    check_refused(&def, WEND_ERROR_INVALID, "wend_default_certify_def");
    wend_map_release(mesh);
    wend_map_release(map);
}
END_TEST

/* ---- Cancelling and memory ------------------------------------------------------------------- */

static volatile sig_atomic_t cancel;

static void cancel_after(void *user, double done) {
    const double *limit = user;
    cancel = done >= *limit;
}

START_TEST(cancelling_ends_the_search_and_the_verification) {
    terrain_world_def world_def = {3, 100, 10.0, 0.0};
    terrain_world *w = terrain_world_make(&world_def);
    wend_map *map = terrain_world_map(w, 1);
    wend_certify_def def = make_def(map, w->weights);
    def.to.position = (wend_vec2){50, 50};
    def.cancel = &cancel;
    def.progress = cancel_after;
    double limits[] = {0.0, 0.3, 0.85, 2.0};
    for (uint32_t i = 0; i < 4; i++) {
        wend_certificate found;
        wend_error error = {.message = ""};
        cancel = 0;
        def.user = &limits[i];
        ck_assert_int_eq(wend_certify_path(&def, &found, &error),
                         i < 3 ? WEND_ERROR_CANCELLED : WEND_OK);
    }
    wend_map_release(map);
    terrain_world_free(w);
}
END_TEST

/* An allocator that fails after some calls. */
typedef struct quota {
    uint32_t calls, held;
} quota;

static void *get(void *user, size_t size) {
    quota *q = user;
    if (q->calls == 0) {
        return NULL;
    }
    q->calls--;
    q->held++;
    return aligned_alloc(64, (size + 63) / 64 * 64);
}

static void give(void *user, void *block, size_t size) {
    (void)size;
    ((quota *)user)->held -= block != NULL;
    free(block);
}

START_TEST(memory_that_runs_out_is_reported_at_every_allocation) {
    double weights[2] = {1.0, 30.0};
    wend_map *map = make_row((row_def){false, false});
    wend_certify_def def = make_def(map, weights);
    uint32_t failures = 0;
    for (wend_result result = WEND_ERROR_MEMORY; result != WEND_OK; failures++) {
        quota q = {failures, 0};
        def.allocator = (wend_allocator){.allocate = get, .release = give, .user = &q};
        wend_certificate found;
        wend_error error = {.message = ""};
        result = wend_certify_path(&def, &found, &error);
        ck_assert(result == WEND_OK || result == WEND_ERROR_MEMORY);
        ck_assert_uint_eq(q.held, 0);
        ck_assert_uint_lt(failures, 10000);
    }
    ck_assert_uint_gt(failures, 20);
    wend_map_release(map);
}
END_TEST

int main(void) {
    SUITE("certify/ground", a_straight_line_is_bounded_on_one_layer_and_on_two,
          blocked_classes_and_forbidden_terrain_leave_no_path,
          ends_off_the_map_move_to_it_within_the_tolerance, wrong_values_are_refused,
          cancelling_ends_the_search_and_the_verification,
          memory_that_runs_out_is_reported_at_every_allocation);
}
