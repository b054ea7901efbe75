/* Compares the agents found in a box, a disc and a polygon with a scan of all agents. */
#include <check.h>
#include <math.h>
#include <stdlib.h>

#include <wend/random.h>

#include "support/suite.h"
#include "support/trials.h"
#include "support/worlds.h"

enum { MOST = 1024 };

static wend_agent_state all[MOST];
static uint32_t all_count;

typedef struct region {
    int kind; /* 0 box, 1 disc, 2 polygon */
    wend_point points[5];
    uint32_t count;
    double radius;
    uint32_t layer;
} region;

/* ---- The oracle ------------------------------------------------------------------------------ */

static double cross(wend_point a, wend_point b, wend_point p) {
    return (b.x - a.x) * (p.y - a.y) - (b.y - a.y) * (p.x - a.x);
}

/* True if p is inside, according to the angle by which the ring turns around p: a full turn if p is
 * inside, 0 if it is outside. */
static bool is_inside(const region *r, wend_point p) {
    double turn = 0.0;
    for (uint32_t i = 0; i < r->count; i++) {
        wend_point a = r->points[i], b = r->points[(i + 1) % r->count];
        double along = (a.x - p.x) * (b.x - p.x) + (a.y - p.y) * (b.y - p.y);
        turn += atan2(cross(p, a, b), along);
    }
    return fabs(turn) > 3.0;
}

static bool contains(const region *r, wend_point p) {
    const wend_point *q = r->points;
    switch (r->kind) {
    case 0:
        return p.x >= q[0].x && p.x <= q[1].x && p.y >= q[0].y && p.y <= q[1].y;
    case 1:
        return (p.x - q[0].x) * (p.x - q[0].x) + (p.y - q[0].y) * (p.y - q[0].y) <=
               r->radius * r->radius;
    default:
        return is_inside(r, p);
    }
}

static int by_key(const void *a, const void *b) {
    const wend_agent_state *one = a, *two = b;
    return (one->key > two->key) - (one->key < two->key);
}

static uint32_t find(wend_world *world, const region *r, wend_agent *out, uint32_t capacity) {
    const wend_point *q = r->points;
    return r->kind == 0 ? wend_world_find_agents_in_box(world, q[0], q[1], r->layer, out, capacity)
           : r->kind == 1
               ? wend_world_find_agents_in_disc(world, q[0], r->radius, r->layer, out, capacity)
               : wend_world_find_agents_in_polygon(world, q, r->count, r->layer, out, capacity);
}

static uint32_t check(wend_world *world, const region *r, uint32_t capacity) {
    wend_agent out[MOST], expected[MOST];
    uint32_t count = 0;
    all_count = wend_world_get_agents(world, all, MOST);
    qsort(all, all_count, sizeof *all, by_key);
    for (uint32_t i = 0; i < all_count; i++) {
        bool on_ground = all[i].activity != WEND_ACTIVITY_CROSSING;
        if (on_ground && all[i].layer == r->layer && contains(r, all[i].position)) {
            expected[count++] = all[i].agent;
        }
    }
    ck_assert_uint_eq(find(world, r, out, capacity), count);
    for (uint32_t i = 0; i < count && i < capacity; i++) {
        ck_assert_msg(out[i].value == expected[i].value, "kind %d: place %u", r->kind, i);
    }
    return count;
}

/* ---- Worlds ---------------------------------------------------------------------------------- */

static uint64_t draws;

static double number(double low, double high) {
    uint64_t bits = wend_random_bits(2024, 1, draws++, 0);
    return low + (high - low) * ((double)(bits >> 11) * 0x1p-53);
}

/* Samples regions of all sizes; polygons are triangles, or darts with one reflex corner. */
static region random_region(void) {
    region r = {.kind = (int)number(0, 3), .layer = (uint32_t)number(0, 3)};
    double x = number(-2, 22), y = number(-2, 22), size = number(0, 1) < 0.3 ? 0.5 : number(0, 15);
    r.radius = size;
    r.points[0] = (wend_point){x, y};
    r.points[1] = (wend_point){x + size, y + number(0, size)};
    r.count = 4;
    if (r.kind == 2) {
        r.points[2] = (wend_point){x + number(0.2, 0.4) * size, y + number(0.45, 0.6) * size};
        r.points[1] = (wend_point){x + size, y};
        r.points[3] = (wend_point){x, y + size};
    }
    return r;
}

START_TEST(matches_brute_force_while_agents_come_and_go) {
    wend_world_def def = wend_default_world_def();
    wend_registry *registry = worlds_registry();
    wend_world *world = worlds_busy(def, registry, NULL);
    uint32_t found = 0, rounds = trials(200);
    for (uint32_t i = 0; i < rounds; i++) {
        region r = random_region();
        found += check(world, &r, MOST);
        check(world, &r,
              (uint32_t)number(0, 12)); /* a small array gets the agents with the lowest keys */
        if (i % 4 == 0) {
            worlds_busy_run(world, 1);
            found += check(world, &r, MOST); /* directly after a step, so bodies are unsorted */
        }
        if (i % 8 == 0 && all_count > 0) {
            uint32_t victim = (uint32_t)number(0, all_count);
            wend_world_remove_agent(world, all[victim].agent, NULL);
            check(world, &r, MOST); /* the removal is queued, so the agent is still there */
        }
    }
    ck_assert_uint_gt(found, rounds);
    wend_world_destroy(world);
    wend_registry_destroy(registry);
}
END_TEST

START_TEST(agents_on_the_border_of_a_region_are_found) {
    wend_world *world = worlds_make(worlds_open(), NULL);
    worlds_profile(world, "direct");
    wend_agent agent = worlds_agent(world, 3.0, 4.0, (wend_goal){0}), out;
    wend_point low = {3.0, 4.0}, high = {5.0, 6.0}, origin = {0.0, 0.0};
    wend_point triangle[] = {{0.0, 0.0}, {6.0, 8.0}, {0.0, 8.0}};
    /* The agent is queued, so it is not on the ground yet. */
    ck_assert_uint_eq(wend_world_find_agents_in_box(world, low, high, 0, &out, 1), 0);
    worlds_step(world, 1);
    ck_assert_uint_eq(wend_world_find_agents_in_box(world, low, high, 0, &out, 1), 1);
    ck_assert_uint_eq(out.value, agent.value);
    ck_assert_uint_eq(wend_world_find_agents_in_box(world, high, low, 0, &out, 1), 0);
    ck_assert_uint_eq(wend_world_find_agents_in_disc(world, origin, 5.0, 0, &out, 1), 1);
    ck_assert_uint_eq(wend_world_find_agents_in_disc(world, origin, nextafter(5.0, 0), 0, &out, 1),
                      0);
    ck_assert_uint_eq(wend_world_find_agents_in_disc(world, origin, INFINITY, 0, NULL, 0), 1);
    ck_assert_uint_eq(wend_world_find_agents_in_disc(world, origin, NAN, 0, NULL, 0), 0);
    ck_assert_uint_eq(wend_world_find_agents_in_disc(world, origin, -1.0, 0, NULL, 0), 0);
    ck_assert_uint_eq(wend_world_find_agents_in_polygon(world, triangle, 3, 0, &out, 1), 1);
    high = (wend_point){INFINITY, INFINITY};
    ck_assert_uint_eq(wend_world_find_agents_in_box(world, low, high, 0, &out, 1), 1);
    ck_assert_uint_eq(wend_world_find_agents_in_box(world, low, high, 1, &out, 1), 0);
    high.x = NAN;
    ck_assert_uint_eq(wend_world_find_agents_in_box(world, low, high, 0, &out, 1), 0);
    ck_assert_uint_eq(wend_world_find_agents_in_polygon(world, triangle, 3, 7, &out, 1), 0);
    triangle[1].x = INFINITY;
    ck_assert_uint_eq(wend_world_find_agents_in_polygon(world, triangle, 3, 0, &out, 1), 0);
    triangle[1].x = NAN;
    ck_assert_uint_eq(wend_world_find_agents_in_polygon(world, triangle, 3, 0, &out, 1), 0);
    wend_world_destroy(world);
}
END_TEST

int main(void) {
    SUITE("world/find_agents", matches_brute_force_while_agents_come_and_go,
          agents_on_the_border_of_a_region_are_found);
}
