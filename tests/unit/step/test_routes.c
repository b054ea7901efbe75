/* Compares the route pool with plain copies, and checks the routes that planners return. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "step/routes.h"
#include "support/spaces.h"
#include "support/suite.h"

enum { HELD = 64, LONGEST = 700 };

typedef struct copy {
    uint32_t handle;
    wend_route route;
    wend_route_point points[LONGEST];
    wend_portal portals[LONGEST];
} copy;

static copy copies[HELD];

static void draw_route(dice *from, copy *out) {
    static const uint32_t sizes[] = {1, 3, 20, 100, LONGEST};
    uint32_t size = sizes[dice_below(from, 5)];
    out->route = (wend_route){.status = WEND_ROUTE_STATUS_PARTIAL,
                              .gives = WEND_ROUTE_POLYLINE | WEND_ROUTE_PORTALS,
                              .map = dice_below(from, 9),
                              .generation = dice_below(from, 9),
                              .points = out->points,
                              .point_count = dice_below(from, size + 1),
                              .portals = out->portals,
                              .portal_count = dice_below(from, size + 1),
                              .field = dice_below(from, 9),
                              .cost = (float)dice_between(from, 0.0, 100.0)};
    for (uint32_t i = 0; i < LONGEST; i++) {
        float x = (float)dice_between(from, -1.0, 1.0);
        out->points[i] = (wend_route_point){{x, -x}, x * x, i};
        out->portals[i] = (wend_portal){{x, x}, {-x, x}, i};
    }
}

static void check_copy(const route_pool *pool, const copy *c) {
    const wend_route *got = route_pool_at(pool, c->handle);
    ck_assert_ptr_nonnull(got);
    ck_assert_int_eq(got->status, c->route.status);
    ck_assert_uint_eq(got->gives, c->route.gives);
    ck_assert_uint_eq(got->map, c->route.map);
    ck_assert_uint_eq(got->generation, c->route.generation);
    ck_assert_uint_eq(got->field, c->route.field);
    ck_assert_float_eq(got->cost, c->route.cost);
    ck_assert_uint_eq(got->point_count, c->route.point_count);
    ck_assert_uint_eq(got->portal_count, c->route.portal_count);
    ck_assert(got->points != c->points && got->portals != c->portals);
    ck_assert(got->point_count == 0 ||
              memcmp(got->points, c->points, got->point_count * sizeof *c->points) == 0);
    ck_assert(got->portal_count == 0 ||
              memcmp(got->portals, c->portals, got->portal_count * sizeof *c->portals) == 0);
}

START_TEST(returns_routes_unchanged) {
    memory from;
    route_pool pool;
    dice random = {4};
    memory_init(&from, NULL);
    ck_assert(route_pool_init(&pool, &from));
    memset(copies, 0, sizeof copies);
    for (int step = 0; step < 6000; step++) {
        copy *c = &copies[dice_below(&random, HELD)];
        route_pool_drop(&pool, c->handle);
        draw_route(&random, c);
        c->handle = route_pool_put(&pool, &c->route);
        ck_assert_uint_gt(c->handle, ROUTE_STRAIGHT);
        check_copy(&pool, c);
        if (step % 100 == 99) {
            for (int i = 0; i < HELD; i++) {
                if (copies[i].handle) {
                    check_copy(&pool, &copies[i]);
                }
            }
        }
    }
    route_pool_free(&pool);
    ck_assert_uint_eq(from.held, 0);
}
END_TEST

START_TEST(steady_reuse_allocates_nothing) {
    memory from;
    route_pool pool;
    memory_init(&from, NULL);
    ck_assert(route_pool_init(&pool, &from));
    uint32_t handles[HELD] = {0};
    uint64_t calls = 0;
    for (int round = 0; round < 50; round++) {
        dice random = {9}; /* each round uses the same sizes, in a different order */
        for (int i = 0; i < HELD; i++) {
            uint32_t at = (uint32_t)(i * 37 + round) % HELD;
            copy *c = &copies[0];
            draw_route(&random, c);
            c->route.point_count = 300;
            c->route.portal_count = 0;
            route_pool_drop(&pool, handles[at]);
            handles[at] = route_pool_put(&pool, &c->route);
        }
        calls = round == 0 ? from.calls : calls;
        ck_assert_uint_eq(from.calls, calls);
    }
    ck_assert_uint_le(pool.count, HELD + 1);
    route_pool_free(&pool);
    ck_assert_uint_eq(from.held, 0);
}
END_TEST

START_TEST(straight_routes_are_shared) {
    memory from;
    route_pool pool;
    memory_init(&from, NULL);
    ck_assert(route_pool_init(&pool, &from));
    wend_route straight = {
        .status = WEND_ROUTE_STATUS_FOUND, .gives = WEND_ROUTE_POLYLINE, .map = WEND_NO_MAP};
    uint64_t calls = from.calls;
    for (int i = 0; i < 100; i++) {
        ck_assert_uint_eq(route_pool_put(&pool, &straight), ROUTE_STRAIGHT);
        route_pool_drop(&pool, ROUTE_STRAIGHT);
    }
    route_pool_drop(&pool, 0);
    ck_assert_uint_eq(from.calls, calls);
    ck_assert_ptr_null(route_pool_at(&pool, 0));
    const wend_route *got = route_pool_at(&pool, ROUTE_STRAIGHT);
    ck_assert_uint_eq(got->point_count, 0);
    ck_assert_int_eq(got->status, WEND_ROUTE_STATUS_FOUND);
    ck_assert_uint_eq(got->map, WEND_NO_MAP);
    /* This route becomes stale when the map is replaced, so it is not shared. */
    wend_route on_map = straight;
    on_map.map = 0;
    ck_assert_uint_ne(route_pool_put(&pool, &on_map), ROUTE_STRAIGHT);
    wend_route weighed = straight; /* it has a different cost */
    weighed.cost = 12.5F;
    ck_assert_float_eq(route_pool_at(&pool, route_pool_put(&pool, &weighed))->cost, 12.5F);
    route_pool_free(&pool);
    ck_assert_uint_eq(from.held, 0);
}
END_TEST

/* Routes with equal arrays share them, whatever their headers are; the arrays are released with the
 * last of these routes. */
START_TEST(routes_with_equal_arrays_share_them) {
    memory from;
    route_pool pool;
    dice random = {33};
    memory_init(&from, NULL);
    ck_assert(route_pool_init(&pool, &from));
    copy *c = &copies[0];
    draw_route(&random, c);
    c->route.point_count = 300;
    c->route.portal_count = 300;
    uint32_t handles[HELD];
    for (uint32_t i = 0; i < HELD; i++) {
        c->route.cost = (float)i;
        handles[i] = route_pool_put(&pool, &c->route);
        ck_assert_ptr_eq(route_pool_at(&pool, handles[i])->points,
                         route_pool_at(&pool, handles[0])->points);
        ck_assert_float_eq(route_pool_at(&pool, handles[i])->cost, (float)i);
    }
    ck_assert_uint_eq(pool.body_count, 1);
    for (uint32_t i = 0; i < HELD; i++) {
        c->handle = handles[i];
        c->route.cost = (float)i;
        check_copy(&pool, c);
        route_pool_drop(&pool, handles[i]);
        ck_assert_uint_eq(pool.body_count, i + 1 < HELD);
    }
    route_pool_free(&pool);
    ck_assert_uint_eq(from.held, 0);
}
END_TEST

/* The number of buckets grows with the number of routes, and equal routes are still found. */
START_TEST(finds_equal_routes_among_many) {
    enum { MANY = 5000 };
    memory from;
    route_pool pool;
    memory_init(&from, NULL);
    ck_assert(route_pool_init(&pool, &from));
    static uint32_t handles[MANY];
    wend_route_point point = {{0.0F, 0.0F}, 1.0F, 0};
    wend_route route = {.map = 1, .points = &point, .point_count = 1};
    for (uint32_t round = 0; round < 2; round++) {
        for (uint32_t i = 0; i < MANY; i++) {
            point.position.x = (float)i;
            uint32_t handle = route_pool_put(&pool, &route);
            ck_assert(round == 0 ? handle != 0 : handle == handles[i]);
            handles[i] = handle;
        }
    }
    ck_assert_uint_eq(pool.body_count, MANY);
    ck_assert_uint_ge(pool.bucket_count, MANY);
    ck_assert_uint_ge(pool.body_bucket_count, MANY);
    for (uint32_t i = 0; i < 2 * MANY; i++) {
        route_pool_drop(&pool, handles[i % MANY]);
    }
    ck_assert_uint_eq(pool.body_count + pool.route_count, 0);
    route_pool_free(&pool);
    ck_assert_uint_eq(from.held, 0);
}
END_TEST

/* Equal routes share one copy; routes that differ in any field or point do not. */
START_TEST(equal_routes_share_one_copy) {
    memory from;
    route_pool pool;
    dice random = {21};
    memory_init(&from, NULL);
    ck_assert(route_pool_init(&pool, &from));
    copy *c = &copies[0];
    draw_route(&random, c);
    c->route.point_count = 50;
    c->route.portal_count = 20;
    uint32_t handle = route_pool_put(&pool, &c->route);
    size_t held = from.held;
    for (int i = 0; i < 1000; i++) {
        ck_assert_uint_eq(route_pool_put(&pool, &c->route), handle);
    }
    ck_assert_uint_eq(from.held, held);
    uint32_t others[9];
    for (int i = 0; i < 9; i++) {
        copies[i + 1] = *c;
        wend_route *route = &copies[i + 1].route;
        route->points = copies[i + 1].points;
        route->portals = copies[i + 1].portals;
        route->status = i == 0 ? WEND_ROUTE_STATUS_FOUND : route->status;
        route->gives ^= i == 1 ? WEND_ROUTE_FIELD : 0;
        route->map += i == 2;
        route->generation += i == 3;
        route->field += i == 4;
        route->cost += i == 5 ? 1.0F : 0.0F;
        route->point_count -= i == 6;
        copies[i + 1].points[49].clearance += i == 7 ? 1.0F : 0.0F;
        copies[i + 1].portals[19].layer += i == 8;
        others[i] = copies[i + 1].handle = route_pool_put(&pool, route);
        ck_assert_uint_ne(others[i], handle);
        for (int k = 0; k < i; k++) {
            ck_assert_uint_ne(others[i], others[k]);
        }
    }
    c->handle = handle;
    for (int i = 0; i < 1000; i++) { /* the route still has a holder */
        route_pool_drop(&pool, handle);
        check_copy(&pool, c);
    }
    for (int i = 0; i < 10; i++) {
        check_copy(&pool, &copies[i]);
    }
    route_pool_drop(&pool, handle);
    for (int i = 1; i < 10; i++) { /* releasing one route keeps the others */
        check_copy(&pool, &copies[i]);
        route_pool_drop(&pool, others[i - 1]);
    }
    draw_route(&random, c); /* no released route is found again */
    c->handle = route_pool_put(&pool, &c->route);
    check_copy(&pool, c);
    route_pool_free(&pool);
    ck_assert_uint_eq(from.held, 0);
}
END_TEST

/* Routes with a few different contents are added and released at random. A handle keeps its content
 * as long as it has a holder. */
START_TEST(shared_routes_live_until_last_holder_drops_them) {
    enum { CONTENTS = 40, HOLDERS = 200 };
    memory from;
    route_pool pool;
    dice random = {33};
    memory_init(&from, NULL);
    ck_assert(route_pool_init(&pool, &from));
    for (int i = 0; i < CONTENTS; i++) {
        draw_route(&random, &copies[i]);
        copies[i].route.cost = (float)i; /* makes all routes different */
        copies[i].handle = 0;
    }
    int holds[HOLDERS];
    memset(holds, 0xff, sizeof holds);
    uint32_t counts[CONTENTS] = {0};
    for (int step = 0; step < 20000; step++) {
        uint32_t index = dice_below(&random, HOLDERS), what = dice_below(&random, CONTENTS);
        if (holds[index] >= 0) {
            route_pool_drop(&pool, copies[holds[index]].handle);
            counts[holds[index]]--;
            holds[index] = -1;
        } else {
            uint32_t handle = route_pool_put(&pool, &copies[what].route);
            ck_assert_msg(counts[what] == 0 || handle == copies[what].handle,
                          "step %d: route %u was copied again", step, what);
            copies[what].handle = handle;
            counts[what]++;
            holds[index] = (int)what;
        }
        if (step % 50 == 0) {
            for (int i = 0; i < CONTENTS; i++) {
                if (counts[i]) {
                    check_copy(&pool, &copies[i]);
                }
            }
        }
    }
    ck_assert_uint_le(pool.count, CONTENTS + 1);
    route_pool_free(&pool);
    ck_assert_uint_eq(from.held, 0);
}
END_TEST

START_TEST(a_route_that_is_too_large_is_refused) {
    memory from;
    route_pool pool;
    memory_init(&from, NULL);
    ck_assert(route_pool_init(&pool, &from));
    uint32_t count = (96U << 15) / 4 * 7 / sizeof(wend_route_point) + 1;
    wend_route_point *points = calloc(count, sizeof *points);
    wend_route route = {.status = WEND_ROUTE_STATUS_FOUND, .points = points, .point_count = count};
    ck_assert_uint_eq(route_pool_put(&pool, &route), 0);
    route.point_count = count - 100;
    uint32_t handle = route_pool_put(&pool, &route);
    ck_assert_uint_ne(handle, 0);
    ck_assert_uint_eq(route_pool_at(&pool, handle)->point_count, count - 100);
    free(points);
    route_pool_free(&pool);
    ck_assert_uint_eq(from.held, 0);
}
END_TEST

START_TEST(a_sink_copies_added_routes) {
    memory from;
    memory_arena scratch;
    memory_init(&from, NULL);
    arena_init(&scratch, &from);
    struct wend_route_sink sink = {.scratch = &scratch, .from = &from};
    dice random = {1};
    copy *c = &copies[0];
    draw_route(&random, c);
    for (uint32_t i = 0; i < 40; i++) {
        c->route.point_count = i;
        c->points[0].layer = i;
        ck_assert(wend_route_sink_add(&sink, 100 - i, &c->route));
    }
    ck_assert_uint_eq(sink.count, 40);
    for (uint32_t i = 0; i < 40; i++) {
        ck_assert_uint_eq(sink.added[i].index, 100 - i);
        ck_assert_uint_eq(sink.added[i].order, i);
        ck_assert_uint_eq(sink.added[i].route->point_count, i);
        ck_assert(i == 0 || sink.added[i].route->points[0].layer == i);
    }
    memory_free(&from, sink.added, sink.capacity * sizeof *sink.added);
    arena_free(&scratch);
    ck_assert_uint_eq(from.held, 0);
}
END_TEST

int main(void) {
    SUITE("step/routes", returns_routes_unchanged, steady_reuse_allocates_nothing,
          straight_routes_are_shared, equal_routes_share_one_copy,
          routes_with_equal_arrays_share_them, finds_equal_routes_among_many,
          shared_routes_live_until_last_holder_drops_them, a_route_that_is_too_large_is_refused,
          a_sink_copies_added_routes);
}
