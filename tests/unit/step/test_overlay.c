/* The walls of doors and moving obstacles against rigid motion written down plainly. */
#include <check.h>
#include <math.h>
#include <stdlib.h>

#include "step/overlay.h"
#include "support/spaces.h"

static memory from;

static wend_vec2 box[] = {{-1.0F, -0.5F}, {2.0F, -0.5F}, {2.0F, 0.5F}, {-1.0F, 0.5F}};
static wend_vec2 box_back[] = {{-1.0F, 0.5F}, {2.0F, 0.5F}, {2.0F, -0.5F}, {-1.0F, -0.5F}};
static wend_vec2 chain[] = {{5.0F, 0.0F}, {6.0F, 0.0F}, {6.0F, 1.0F}};

static overlay_obstacle moving(wend_vec2 *points) {
    return (overlay_obstacle){.kind = WEND_OBSTACLE_MOVING,
                              .closed = true,
                              .layer = 3,
                              .point_count = 4,
                              .points = points,
                              .since = 10.0,
                              .position = {100.0, -50.0},
                              .velocity = {1.5, -0.25},
                              .angle = 0.4,
                              .turning = -0.8};
}

static overlay_obstacle door(void) {
    return (overlay_obstacle){.kind = WEND_OBSTACLE_DOOR,
                              .closed = true,
                              .layer = 1,
                              .point_count = 3,
                              .points = chain,
                              .since = 3.0,
                              .turning = 0.0};
}

static wend_point place(const overlay_obstacle *o, wend_vec2 p, double time) {
    double t = time - o->since, angle = o->angle + o->turning * t;
    return (wend_point){
        o->position.x + o->velocity.x * t + cos(angle) * (double)p.x - sin(angle) * (double)p.y,
        o->position.y + o->velocity.y * t + sin(angle) * (double)p.x + cos(angle) * (double)p.y};
}

static bool is_at(wend_vec2 got, wend_point expected) {
    double rounding = 6e-8 * (1000.0 + fabs(expected.x) + fabs(expected.y));
    return fabs((double)got.x - expected.x) < rounding &&
           fabs((double)got.y - expected.y) < rounding;
}

START_TEST(walls_move_and_turn) {
    static const double times[] = {10.0, 10.1, 13.7, 100.0, 4000.0};
    memory_init(&from, NULL);
    overlay_obstacle obstacles[] = {moving(_i ? box : box_back)};
    overlay over = {.obstacles = obstacles, .obstacle_count = 1};
    for (int k = 0; k < 5; k++) {
        double time = times[k], fastest = 0.0;
        ck_assert(overlay_lay_out(&over, &from, time));
        ck_assert_uint_eq(over.wall_count, 4);
        wend_point centre = place(obstacles, (wend_vec2){0.5F, 0.0F}, time);
        for (int i = 0; i < 4; i++) {
            const overlay_wall *wall = &over.walls[i];
            wend_point p = place(obstacles, obstacles[0].points[i], time);
            wend_point q = place(obstacles, obstacles[0].points[(i + 1) % 4], time);
            ck_assert((is_at(wall->a, p) && is_at(wall->b, q)) ||
                      (is_at(wall->a, q) && is_at(wall->b, p)));
            ck_assert_int_eq(
                exact_side(wall->a, wall->b, (wend_vec2){(float)centre.x, (float)centre.y}), -1);
            ck_assert_uint_eq(wall->layer, 3);
            ck_assert_uint_eq(wall->obstacle, 0);
            /* Velocities are what a small time changes. */
            wend_vec2 point =
                is_at(wall->a, p) ? obstacles[0].points[i] : obstacles[0].points[(i + 1) % 4];
            wend_point before = place(obstacles, point, time - 1e-4);
            wend_point after = place(obstacles, point, time + 1e-4);
            ck_assert_double_eq_tol((double)wall->velocity_a.x, (after.x - before.x) / 2e-4, 1e-3);
            ck_assert_double_eq_tol((double)wall->velocity_a.y, (after.y - before.y) / 2e-4, 1e-3);
            fastest = fmax(fastest, hypot((double)wall->velocity_a.x, (double)wall->velocity_a.y));
        }
        ck_assert_double_eq_tol((double)over.fastest, fastest, 1e-5);
    }
    over.obstacles = NULL; /* the test's own */
    over.obstacle_capacity = 0;
    overlay_free(&over, &from);
    ck_assert_uint_eq(from.held, 0);
}
END_TEST

START_TEST(doors_stand_where_they_are) {
    memory_init(&from, NULL);
    overlay_obstacle obstacles[] = {door(), moving(box), door()};
    obstacles[1].closed = false;
    overlay over = {.obstacles = obstacles, .obstacle_count = 3};
    ck_assert(overlay_lay_out(&over, &from, 77.0));
    ck_assert_uint_eq(over.wall_count, 4);
    ck_assert_float_eq(over.fastest, 0.0F);
    for (int i = 0; i < 4; i++) {
        ck_assert(
            is_at(over.walls[i].a, (wend_point){(double)chain[i % 2].x, (double)chain[i % 2].y}));
        ck_assert(is_at(over.walls[i].b,
                        (wend_point){(double)chain[i % 2 + 1].x, (double)chain[i % 2 + 1].y}));
        ck_assert_uint_eq(over.walls[i].obstacle, i < 2 ? 0 : 2);
        ck_assert_float_eq(over.walls[i].velocity_a.x, 0.0F);
    }
    obstacles[0].closed = obstacles[2].closed = false;
    uint64_t calls = from.calls;
    ck_assert(overlay_lay_out(&over, &from, 78.0));
    ck_assert_uint_eq(over.wall_count, 0);
    ck_assert_uint_eq(from.calls, calls);
    over.obstacles = NULL; /* the test's own */
    over.obstacle_capacity = 0;
    overlay_free(&over, &from);
}
END_TEST

static void *allocate_nothing(void *user, size_t size) {
    (void)user;
    (void)size;
    return NULL;
}

static void release_nothing(void *user, void *block, size_t size) {
    (void)user;
    (void)block;
    (void)size;
}

START_TEST(memory_that_runs_out_is_told) {
    wend_allocator none = {allocate_nothing, release_nothing, NULL};
    memory_init(&from, &none);
    overlay_obstacle obstacles[] = {door()};
    overlay over = {.obstacles = obstacles, .obstacle_count = 1};
    ck_assert(!overlay_lay_out(&over, &from, 0.0));
    ck_assert_uint_eq(over.wall_count, 0);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("overlay");
    TCase *tests = tcase_create("overlay");
    tcase_set_timeout(tests, 60.0);
    tcase_add_loop_test(tests, walls_move_and_turn, 0, 2);
    tcase_add_test(tests, doors_stand_where_they_are);
    tcase_add_test(tests, memory_that_runs_out_is_told);
    suite_add_tcase(suite, tests);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_ENV);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
