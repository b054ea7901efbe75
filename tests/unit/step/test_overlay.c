/* Compares the walls of doors and moving obstacles with a plain formula for rigid motion. */
#include <check.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "step/overlay.h"
#include "support/spaces.h"
#include "support/suite.h"

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
                              .angular_velocity = -0.8};
}

static overlay_obstacle door(void) {
    return (overlay_obstacle){.kind = WEND_OBSTACLE_DOOR,
                              .closed = true,
                              .layer = 1,
                              .point_count = 3,
                              .points = chain,
                              .since = 3.0,
                              .angular_velocity = 0.0};
}

static wend_point position_of(const overlay_obstacle *o, wend_vec2 p, double time) {
    double t = time - o->since, angle = o->angle + o->angular_velocity * t;
    return (wend_point){
        o->position.x + o->velocity.x * t + cos(angle) * (double)p.x - sin(angle) * (double)p.y,
        o->position.y + o->velocity.y * t + sin(angle) * (double)p.x + cos(angle) * (double)p.y};
}

static bool is_at(wend_vec2 got, wend_point expected) {
    double rounding = 6e-8 * (1000.0 + fabs(expected.x) + fabs(expected.y));
    return fabs((double)got.x - expected.x) < rounding &&
           fabs((double)got.y - expected.y) < rounding;
}

START_TEST(walls_follow_rigid_motion) {
    static const double times[] = {10.0, 10.1, 13.7, 100.0, 4000.0};
    memory_init(&from, NULL);
    overlay_obstacle obstacles[] = {moving(_i ? box : box_back)};
    overlay over = {.obstacles = obstacles, .obstacle_count = 1};
    for (int k = 0; k < 5; k++) {
        double time = times[k], fastest = 0.0;
        ck_assert(overlay_update_walls(&over, &from, time));
        ck_assert_uint_eq(over.wall_count, 4);
        wend_point centre = position_of(obstacles, (wend_vec2){0.5F, 0.0F}, time);
        for (int i = 0; i < 4; i++) {
            const overlay_wall *wall = &over.walls[i];
            wend_point p = position_of(obstacles, obstacles[0].points[i], time);
            wend_point q = position_of(obstacles, obstacles[0].points[(i + 1) % 4], time);
            ck_assert((is_at(wall->a, p) && is_at(wall->b, q)) ||
                      (is_at(wall->a, q) && is_at(wall->b, p)));
            ck_assert_int_eq(
                exact_side(wall->a, wall->b, (wend_vec2){(float)centre.x, (float)centre.y}), -1);
            ck_assert_uint_eq(wall->layer, 3);
            ck_assert_uint_eq(wall->obstacle, 0);
            /* Velocities equal the displacement over a short time, divided by that time. */
            wend_vec2 point =
                is_at(wall->a, p) ? obstacles[0].points[i] : obstacles[0].points[(i + 1) % 4];
            wend_point before = position_of(obstacles, point, time - 1e-4);
            wend_point after = position_of(obstacles, point, time + 1e-4);
            ck_assert_double_eq_tol((double)wall->velocity_a.x, (after.x - before.x) / 2e-4, 1e-3);
            ck_assert_double_eq_tol((double)wall->velocity_a.y, (after.y - before.y) / 2e-4, 1e-3);
            fastest = fmax(fastest, hypot((double)wall->velocity_a.x, (double)wall->velocity_a.y));
        }
        ck_assert_double_eq_tol((double)over.fastest, fastest, 1e-5);
    }
    over.obstacles = NULL; /* owned by the test */
    over.obstacle_capacity = 0;
    overlay_free(&over, &from);
    ck_assert_uint_eq(from.held, 0);
}
END_TEST

START_TEST(doors_do_not_move) {
    memory_init(&from, NULL);
    overlay_obstacle obstacles[] = {door(), moving(box), door()};
    obstacles[1].closed = false;
    overlay over = {.obstacles = obstacles, .obstacle_count = 3};
    ck_assert(overlay_update_walls(&over, &from, 77.0));
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
    ck_assert(overlay_update_walls(&over, &from, 78.0));
    ck_assert_uint_eq(over.wall_count, 0);
    ck_assert_uint_eq(from.calls, calls);
    over.obstacles = NULL; /* owned by the test */
    over.obstacle_capacity = 0;
    overlay_free(&over, &from);
}
END_TEST

/* ---- Finding them by their boxes ------------------------------------------------------------- */

enum { MOST = 400, POINTS = 4 };

static overlay_obstacle many[MOST];
static wend_vec2 corners[MOST][POINTS];
static bool met[MOST];

/* Samples an obstacle: either a door of two to four points, or a square that moves and rotates.
 * Some obstacles are very large, and some are open. */
static overlay_obstacle draw_obstacle(dice *random, wend_vec2 *points) {
    bool is_door = dice_below(random, 2);
    double size = dice_below(random, 20) ? dice_between(random, 0.05, 3.0) : 60.0;
    double x = dice_between(random, -50, 50), y = dice_between(random, -50, 50);
    uint32_t count = is_door ? 2 + dice_below(random, 3) : POINTS;
    for (uint32_t i = 0; i < count; i++) {
        if (is_door) {
            points[i] = (wend_vec2){(float)(x + dice_between(random, -size, size)),
                                    (float)(y + dice_between(random, -size, size))};
        } else {
            points[i] = (wend_vec2){(float)(i == 0 || i == 3 ? -size : size),
                                    (float)(i < 2 ? -size : size)};
        }
    }
    return (overlay_obstacle){
        .kind = is_door ? WEND_OBSTACLE_DOOR : WEND_OBSTACLE_MOVING,
        .closed = dice_below(random, 8) != 0,
        .point_count = count,
        .points = points,
        .position = {x, y},
        .velocity = {dice_between(random, -2, 2), dice_between(random, -2, 2)},
        .angular_velocity = dice_between(random, -1, 1)};
}

static wend_vec2 least[MOST], most[MOST]; /* bounding box of each obstacle's walls */

static void scan_boxes(const overlay *over) {
    for (uint32_t i = 0; i < over->obstacle_count; i++) {
        least[i] = (wend_vec2){INFINITY, INFINITY};
        most[i] = (wend_vec2){-INFINITY, -INFINITY};
    }
    for (uint32_t i = 0; i < over->wall_count; i++) {
        const overlay_wall *wall = &over->walls[i];
        wend_vec2 *low = &least[wall->obstacle], *high = &most[wall->obstacle];
        *low = (wend_vec2){fminf(low->x, fminf(wall->a.x, wall->b.x)),
                           fminf(low->y, fminf(wall->a.y, wall->b.y))};
        *high = (wend_vec2){fmaxf(high->x, fmaxf(wall->a.x, wall->b.x)),
                            fmaxf(high->y, fmaxf(wall->a.y, wall->b.y))};
    }
}

static bool boxes_meet(uint32_t i, wend_vec2 low, wend_vec2 high) {
    return least[i].x <= high.x && most[i].x >= low.x && least[i].y <= high.y && most[i].y >= low.y;
}

static void check_found(const overlay *over, wend_vec2 low, wend_vec2 high) {
    memset(met, 0, sizeof met);
    uint32_t cursor = 0;
    const overlay_obstacle *found;
    while ((found = overlay_next(over, low, high, &cursor)) != NULL) {
        bool *seen = &met[found - over->obstacles];
        if (*seen) {
            ck_abort_msg("obstacle %d came twice", (int)(found - over->obstacles));
        }
        *seen = true;
    }
    ck_assert_ptr_null(overlay_next(over, low, high, &cursor)); /* stays NULL after the end */
    for (uint32_t i = 0; i < over->obstacle_count; i++) {
        if (met[i] != boxes_meet(i, low, high)) {
            ck_abort_msg("obstacle %u of %u, box (%g, %g) - (%g, %g)", i, over->obstacle_count,
                         (double)low.x, (double)low.y, (double)high.x, (double)high.y);
        }
    }
}

static void check_finding(const overlay *over, dice *random, int queries) {
    scan_boxes(over);
    for (int q = 0; q < queries; q++) {
        double size = dice_below(random, 3) ? dice_between(random, 0, 4) : 40.0;
        wend_vec2 low = {(float)dice_between(random, -60, 60),
                         (float)dice_between(random, -60, 60)};
        wend_vec2 high = {low.x + (float)size, low.y + (float)size};
        if (q % 4 == 0 && over->wall_count) { /* sometimes a box with a corner at the end of a wall,
                                                 or a single point */
            low = over->walls[dice_below(random, over->wall_count)].a;
            high = q % 8 ? low : (wend_vec2){low.x + 1.0F, low.y + 1.0F};
        }
        check_found(over, low, high);
    }
}

START_TEST(finds_all_obstacles_with_boxes_that_overlap_the_query) {
    dice random = {(uint64_t)_i + 1};
    memory_init(&from, NULL);
    overlay over = {.obstacles = many};
    ck_assert(overlay_update_walls(&over, &from, 0.0));
    check_finding(&over, &random, 3);     /* without obstacles */
    for (uint32_t i = 0; i < MOST; i++) { /* added one by one */
        many[i] = draw_obstacle(&random, corners[i]);
        over.obstacle_count = i + 1;
        ck_assert(overlay_add_walls(&over, &from, 0.0, over.obstacle_count - 1));
        check_finding(&over, &random, i % 20 ? 1 : 20);
    }
    for (int k = 1; k <= 5; k++) { /* all obstacles, as they move, appear and disappear */
        ck_assert(overlay_update_walls(&over, &from, k * 3.7));
        check_finding(&over, &random, 200);
        for (int i = 0; i < 40; i++) {
            uint32_t which = dice_below(&random, MOST);
            many[which].closed = !many[which].closed;
        }
    }
    over.obstacles = NULL; /* owned by the test */
    over.obstacle_capacity = 0;
    overlay_free(&over, &from);
    ck_assert_uint_eq(from.held, 0);
}
END_TEST

/* Adding the walls of one obstacle after the other gives the same result as computing all walls at
 * once. */
START_TEST(walls_added_one_by_one_match_full_update) {
    dice random = {5};
    memory_init(&from, NULL);
    overlay one = {.obstacles = many}, all = {.obstacles = many};
    for (uint32_t i = 0; i < MOST; i++) {
        many[i] = draw_obstacle(&random, corners[i]);
        one.obstacle_count = all.obstacle_count = i + 1;
        ck_assert(overlay_add_walls(&one, &from, 2.0, one.obstacle_count - 1));
    }
    ck_assert(overlay_update_walls(&all, &from, 2.0));
    ck_assert_uint_eq(one.wall_count, all.wall_count);
    ck_assert_uint_eq(one.box_count, all.box_count);
    ck_assert_float_eq(one.widest, all.widest);
    ck_assert_float_eq(one.fastest, all.fastest);
    for (uint32_t i = 0; i < all.wall_count; i++) {
        ck_assert_mem_eq(&one.walls[i], &all.walls[i], sizeof all.walls[i]);
    }
    for (uint32_t i = 0; i < all.box_count; i++) {
        ck_assert_uint_eq(one.boxes[i].obstacle, all.boxes[i].obstacle);
        ck_assert(i == 0 || all.boxes[i - 1].low.x <= all.boxes[i].low.x);
    }
    one.obstacles = all.obstacles = NULL;
    overlay_free(&one, &from);
    overlay_free(&all, &from);
    ck_assert_uint_eq(from.held, 0);
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

START_TEST(update_fails_when_out_of_memory) {
    wend_allocator none = {allocate_nothing, release_nothing, NULL};
    memory_init(&from, &none);
    overlay_obstacle obstacles[] = {door()};
    overlay over = {.obstacles = obstacles, .obstacle_count = 1};
    ck_assert(!overlay_update_walls(&over, &from, 0.0));
    ck_assert_uint_eq(over.wall_count, 0);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("overlay");
    TCase *tests = tcase_create("overlay");
    tcase_set_timeout(tests, 60.0);
    tcase_add_loop_test(tests, walls_follow_rigid_motion, 0, 2);
    tcase_add_test(tests, doors_do_not_move);
    tcase_add_loop_test(tests, finds_all_obstacles_with_boxes_that_overlap_the_query, 0, 6);
    tcase_add_test(tests, walls_added_one_by_one_match_full_update);
    tcase_add_test(tests, update_fails_when_out_of_memory);
    suite_add_tcase(suite, tests);
    return suite_finish(suite);
}
