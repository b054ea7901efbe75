/* Compares the results of nearest-wall queries with a search of all walls in rational arithmetic.
 */
#include <float.h>

#include "oracle.h"
#include "space/space.h"
#include "support/spaces.h"
#include "support/suite.h"

enum { MOST = 512 };

typedef struct expected_hit {
    uint32_t wall;
    double distance;
} expected_hit;

static int order_hits(const void *left, const void *right) {
    const expected_hit *a = left, *b = right;
    float one = (float)a->distance, two = (float)b->distance;
    if (one != two) {
        return one < two ? -1 : 1;
    }
    return a->wall < b->wall ? -1 : a->wall > b->wall;
}

static bool class_on(uint32_t obstacle_class, uint32_t classes) {
    return (((classes | 1U) >> obstacle_class) & 1U) != 0;
}

/* Updates the distance to each wall of a layer. If `link` is given, walls are clipped at its line.
 */
static void add_walls(const wend_space *space, uint32_t layer, wend_vec2 position,
                      const wend_link *link, uint32_t classes, double *nearest) {
    for (uint32_t i = 0; i < wend_space_wall_count(space); i++) {
        wend_wall wall = wend_space_wall(space, i);
        if (wall.layer != layer || !class_on(wall.obstacle_class, classes)) {
            continue;
        }
        rational_point a = rational_from_vec(wall.a), b = rational_from_vec(wall.b);
        if (link != NULL && !oracle_clip(rational_from_vec(link->a), rational_from_vec(link->b),
                                         link->left_layer == layer ? 1 : -1, &a, &b)) {
            continue;
        }
        rational squared = rational_point_distance(rational_from_vec(position), a, b);
        nearest[i] = fmin(nearest[i], sqrt(mpq_get_d(squared)));
    }
}

static uint32_t expect(const wend_space *space, wend_location location, float radius,
                       uint32_t classes, expected_hit *out) {
    static double nearest[MOST];
    uint32_t walls = wend_space_wall_count(space);
    ck_assert_uint_le(walls, MOST);
    for (uint32_t i = 0; i < walls; i++) {
        nearest[i] = DBL_MAX;
    }
    add_walls(space, location.layer, location.position, NULL, classes, nearest);
    for (uint32_t i = 0; i < wend_space_link_count(space); i++) {
        wend_link link = wend_space_link(space, i);
        bool left = link.left_layer == location.layer;
        if (!left && link.right_layer != location.layer) {
            continue;
        }
        rational_point a = rational_from_vec(link.a), b = rational_from_vec(link.b);
        rational_point p = rational_from_vec(location.position);
        rational r = rational_of((double)radius);
        bool near = rational_compare(rational_point_distance(p, a, b), rational_mul(r, r)) <= 0;
        if (near && (left ? 1 : -1) * rational_orient(a, b, p) >= 0) {
            add_walls(space, left ? link.right_layer : link.left_layer, location.position, &link,
                      classes, nearest);
        }
    }
    uint32_t count = 0;
    for (uint32_t i = 0; i < walls; i++) {
        if ((float)nearest[i] <= radius) {
            out[count++] = (expected_hit){i, nearest[i]};
        }
    }
    qsort(out, count, sizeof *out, order_hits);
    return count;
}

/* The tolerance `fuzz` covers the rounding of clipped ends and of the result to single precision.
 */
static void check_hit(const wend_wall_hit *hit, wend_location location, double expected,
                      double fuzz, uint64_t seed) {
    ck_assert_msg(fabs((double)hit->distance - expected) <= fuzz,
                  "seed %llu: (%a, %a) on %u: wall %u at %.9g, expected %.9g",
                  (unsigned long long)seed, (double)location.position.x,
                  (double)location.position.y, location.layer, hit->wall, (double)hit->distance,
                  expected);
    double x = (double)hit->point.x - (double)location.position.x;
    double y = (double)hit->point.y - (double)location.position.y;
    ck_assert_double_eq_tol(sqrt(x * x + y * y), (double)hit->distance, fuzz);
    ck_assert(hit->velocity.x == 0.0F && hit->velocity.y == 0.0F);
}

static uint32_t check_location(const world *w, wend_location location, float radius,
                               uint32_t classes, double fuzz, uint64_t seed) {
    static wend_wall_hit hits[MOST], few[MOST];
    static expected_hit expected[MOST];
    rational_reset();
    uint32_t count = expect(w->space, location, radius, classes, expected);
    uint32_t found = wend_space_find_walls(w->space, location, radius, classes, hits, MOST);
    ck_assert_msg(found == count, "seed %llu: (%a, %a) on %u, radius %a: %u walls, expected %u",
                  (unsigned long long)seed, (double)location.position.x,
                  (double)location.position.y, location.layer, (double)radius, found, count);
    for (uint32_t i = 0; i < found; i++) {
        check_hit(&hits[i], location, expected[i].distance, fuzz, seed);
        bool ordered =
            i == 0 || hits[i - 1].distance < hits[i].distance ||
            (hits[i - 1].distance == hits[i].distance && hits[i - 1].wall < hits[i].wall);
        ck_assert(ordered);
        bool same = false;
        for (uint32_t k = 0; k < count; k++) {
            same |= expected[k].wall == hits[i].wall;
        }
        ck_assert(same);
    }
    /* With a small capacity, the result is a prefix of the full list. */
    uint32_t capacity = 1 + world_draw(6);
    uint32_t held = wend_space_find_walls(w->space, location, radius, classes, few, capacity);
    ck_assert_uint_eq(held, found < capacity ? found : capacity);
    for (uint32_t i = 0; i < held; i++) {
        ck_assert_uint_eq(few[i].wall, hits[i].wall);
        ck_assert(few[i].distance == hits[i].distance);
        ck_assert(memcmp(&few[i], &hits[i], sizeof few[i]) == 0);
    }
    wend_wall_hit closest = wend_space_find_closest_wall(w->space, location, radius, classes);
    ck_assert_uint_eq(closest.wall, found > 0 ? hits[0].wall : (uint32_t)WEND_NO_WALL);
    float clearance = wend_space_clearance(w->space, location, radius, classes);
    ck_assert(clearance == (found > 0 ? hits[0].distance : radius));
    return count;
}

static wend_vec2 random_point(const world *w, const world_style *style) {
    const world_ring *r = &w->rings[world_draw(w->ring_count)];
    wend_vec2 at = world_local(w, r->points[world_draw(r->count)]);
    float step = (float)style->scale, spread = world_draw(10) == 0 ? 40.0F : 3.0F;
    if (world_draw(2) != 0) {
        return (wend_vec2){at.x + step * ((float)world_draw(9) - 4.0F),
                           at.y + step * ((float)world_draw(9) - 4.0F)};
    }
    return (wend_vec2){at.x + step * spread * ((float)world_draw(4096) / 2048.0F - 1.0F),
                       at.y + step * spread * ((float)world_draw(4096) / 2048.0F - 1.0F)};
}

static const world_style STYLES[] = {
    {1.0, 0.0, 0.0, false},        {0.7310585786300049, 0.1, 0.2, false},
    {1.0, 7000.0, -8000.0, false}, {1.0, 0.0, 0.0, true},
    {0.001, 0.0, 0.0, false},
};
static const double FUZZ[] = {1e-5, 1e-5, 2e-3, 1e-5, 1e-5};

static void check_random_worlds(bool rooms) {
    static world w;
    uint32_t total = 0;
    for (int i = 0; i < 40; i++) {
        int kind = rooms ? i % 3 : i % 5;
        const world_style *style = &STYLES[kind];
        uint64_t seed = (uint64_t)(2000 * i + (rooms ? 1 : 0));
        if (rooms) {
            world_make_rooms(&w, seed, style);
        } else {
            world_make_field(&w, seed, style);
        }
        for (int k = 0; k < 100; k++) {
            static const float radii[] = {0.5F, 1.0F, 3.3F, 5.0F, 100.0F};
            float radius = radii[world_draw(5)] * (float)style->scale;
            wend_location location = {random_point(&w, style), world_draw(w.layer_count)};
            total += check_location(&w, location, radius, world_draw(8), FUZZ[kind], seed);
        }
        world_free(&w);
    }
    ck_assert_uint_gt(total, 10000);
}

START_TEST(matches_brute_force_in_fields) {
    check_random_worlds(false);
}
END_TEST

START_TEST(matches_brute_force_in_rooms) {
    check_random_worlds(true);
}
END_TEST

/* Returns the distance from a location to the nearest edge of its layer, from exact arithmetic. */
static double exact_nearest_edge(const world *w, wend_location location) {
    double nearest = (double)INFINITY;
    rational_reset();
    for (uint32_t r = 0; r < w->ring_count; r++) {
        const world_ring *ring = &w->rings[r];
        for (uint32_t e = 0; e < oracle_edges(ring) && ring->layer == location.layer; e++) {
            rational squared = rational_point_distance(
                rational_from_vec(location.position),
                rational_from_vec(world_local(w, ring->points[e])),
                rational_from_vec(world_local(w, ring->points[(e + 1) % oracle_count(ring)])));
            nearest = fmin(nearest, sqrt(mpq_get_d(squared)));
        }
    }
    return nearest;
}

START_TEST(clearance_bound_is_a_lower_bound) {
    static world w;
    int useful = 0, asked = 0;
    for (int i = 0; i < 40; i++) {
        const world_style *style = &STYLES[i % 3];
        if (i % 2 != 0) {
            world_make_rooms(&w, (uint64_t)i, style);
        } else {
            world_make_field(&w, (uint64_t)i, style);
        }
        for (int k = 0; k < 100; k++) {
            wend_location location = {random_point(&w, style), world_draw(w.layer_count)};
            double nearest = exact_nearest_edge(&w, location);
            float bound = space_clearance_bound(w.space, location.layer, location.position);
            ck_assert_msg((double)bound <= nearest, "world %d: (%a, %a) on %u: %.9g > %.9g", i,
                          (double)location.position.x, (double)location.position.y, location.layer,
                          (double)bound, nearest);
            asked++;
            useful += (double)bound >= nearest - 0.75 && nearest < 8.0;
        }
        world_free(&w);
    }
    ck_assert_int_gt(useful, asked / 2);
}
END_TEST

START_TEST(edges_within_a_radius_are_found_exactly_by_lists) {
    static world w;
    int asked = 0, listed = 0, near = 0, beyond_bound = 0;
    for (int i = 0; i < 60; i++) {
        const world_style *style = &STYLES[i % 2 != 0 ? i % 3 : i % 5];
        if (i % 2 != 0) {
            world_make_rooms(&w, (uint64_t)i, style);
        } else {
            world_make_field(&w, (uint64_t)i, style);
        }
        for (int k = 0; k < 100; k++) {
            wend_location location = {random_point(&w, style), world_draw(w.layer_count)};
            float radius = 0.001F * (float)world_draw(2500);
            double nearest = exact_nearest_edge(&w, location);
            bool found = space_has_edge_within(w.space, location.layer, location.position, radius);
            space_nearby nearby = space_nearby_at(w.space, location.layer, location.position);
            bool has_list = nearby.near != NULL && radius <= SPACE_LIST_RADIUS;
            double rounding = 1e-6 * (double)radius;
            ck_assert_msg(found || nearest > (double)radius - rounding,
                          "world %d: (%a, %a) on %u: %.9g is within %.9g", i,
                          (double)location.position.x, (double)location.position.y, location.layer,
                          nearest, (double)radius);
            ck_assert(!found || !has_list || nearest <= (double)radius + rounding);
            asked++;
            listed += has_list;
            near += found;
            beyond_bound += !found && nearby.clearance <= radius;
        }
        world_free(&w);
    }
    ck_assert_int_gt(listed, asked / 4);
    ck_assert_int_gt(near, asked / 20);
    ck_assert_int_gt(beyond_bound, asked / 50);
}
END_TEST

START_TEST(clearance_bound_holds_in_large_spaces) {
    static world w;
    w = (world){.layer_count = 1};
    world_ring *r = world_add(&w, WORLD_BOUNDARY, 0, 0);
    r->count = 4;
    r->points[0] = (wend_point){-4000, -4000};
    r->points[1] = (wend_point){4000, -4000};
    r->points[2] = (wend_point){4000, 4000};
    r->points[3] = (wend_point){-4000, 4000};
    r = world_add(&w, WORLD_OPEN, 0, 0);
    r->count = 2;
    r->points[0] = (wend_point){-1000, -500};
    r->points[1] = (wend_point){2000, 1000};
    ck_assert_int_eq(world_create(&w, NULL), WEND_OK);
    world_state = 5;
    for (int i = 0; i < 20000; i++) {
        wend_vec2 p = {(float)world_draw(8191000) / 1000.0F - 4095.5F,
                       (float)world_draw(8191000) / 1000.0F - 4095.5F};
        double edge = fmin(fabs(4000.0 - fabs((double)p.x)), fabs(4000.0 - fabs((double)p.y)));
        if (fabsf(p.x) > 4000.0F || fabsf(p.y) > 4000.0F) {
            double x = fmax(fabs((double)p.x) - 4000.0, 0.0);
            double y = fmax(fabs((double)p.y) - 4000.0, 0.0);
            edge = sqrt(x * x + y * y);
        }
        double t =
            fmin(fmax((((double)p.x + 1000.0) * 2.0 + (double)p.y + 500.0) / 7500.0, 0.0), 1.0);
        double x = (double)p.x + 1000.0 - 3000.0 * t, y = (double)p.y + 500.0 - 1500.0 * t;
        double nearest = fmin(edge, sqrt(x * x + y * y));
        double bound = (double)space_clearance_bound(w.space, 0, p);
        ck_assert_msg(bound <= nearest && bound >= 0.7 * nearest - 12.0, "(%a, %a): %.9g for %.9g",
                      (double)p.x, (double)p.y, bound, nearest);
    }
    world_free(&w);
}
END_TEST

/* Checks that the list of a location contains every wall of the layer within SPACE_LIST_RADIUS, and
 * none twice. */
static uint32_t check_list(const wend_space *space, wend_location location) {
    const uint32_t *near = space_nearby_at(space, location.layer, location.position).near;
    if (near == NULL) {
        return 0;
    }
    static bool listed[MOST];
    memset(listed, 0, sizeof listed);
    uint32_t length = 0;
    for (; near[length] != SPACE_NONE; length++) {
        const space_edge *edge = space_edge_at(space, near[length]);
        ck_assert(length == 0 || near[length] > near[length - 1]);
        if (edge->link == SPACE_NONE) {
            ck_assert_uint_eq(wend_space_wall(space, edge->wall).layer, location.layer);
            listed[edge->wall] = true;
        }
    }
    for (uint32_t i = 0; i < wend_space_wall_count(space); i++) {
        wend_wall wall = wend_space_wall(space, i);
        double far = plain_gap(location.position, location.position, wall.a, wall.b);
        ck_assert_msg(wall.layer != location.layer || far > (double)SPACE_LIST_RADIUS || listed[i],
                      "(%a, %a) on %u: wall %u at %.9g is not listed", (double)location.position.x,
                      (double)location.position.y, location.layer, i, far);
    }
    return 1 + length;
}

START_TEST(edge_lists_contain_all_nearby_walls) {
    static world w;
    uint32_t lists = 0, entries = 0, asked = 0;
    for (int i = 0; i < 60; i++) {
        const world_style *style = &STYLES[i % 2 != 0 ? i % 3 : i % 5];
        if (i % 2 != 0) {
            world_make_rooms(&w, (uint64_t)i, style);
        } else {
            world_make_field(&w, (uint64_t)i, style);
        }
        ck_assert_uint_le(wend_space_wall_count(w.space), MOST);
        for (int k = 0; k < 400; k++) {
            wend_location location = {random_point(&w, style), world_draw(w.layer_count)};
            uint32_t length = check_list(w.space, location);
            lists += length > 0;
            entries += length;
            asked++;
        }
        world_free(&w);
    }
    ck_assert_uint_gt(lists, asked / 3);
    ck_assert_uint_gt(entries, 3 * lists);
}
END_TEST

/* Where walls are very dense, lists would be long, so cells have none; queries still find all
 * walls. */
START_TEST(cells_with_dense_walls_have_no_edge_lists) {
    static world w;
    w = (world){.layer_count = 1};
    for (int i = 0; i < 40; i++) {
        world_ring *r = world_add(&w, WORLD_OPEN, 0, 0);
        r->count = 2;
        r->points[0] = (wend_point){0.05 * i, 0.0};
        r->points[1] = (wend_point){0.05 * i, 3.0};
    }
    world_ring *alone = world_add(&w, WORLD_OPEN, 0, 0);
    alone->count = 2;
    alone->points[0] = (wend_point){50.0, 0.0};
    alone->points[1] = (wend_point){50.0, 3.0};
    ck_assert_int_eq(world_create(&w, NULL), WEND_OK);
    ck_assert_ptr_null(space_nearby_at(w.space, 0, (wend_vec2){1.0F, 1.0F}).near);
    ck_assert_uint_eq(check_list(w.space, (wend_location){{49.0F, 1.0F}, 0}), 2);
    ck_assert_uint_eq(check_list(w.space, (wend_location){{30.0F, 1.0F}, 0}), 1);
    for (int i = 0; i < 50; i++) {
        check_location(&w, (wend_location){{0.04F * (float)i, 0.06F * (float)i}, 0}, 1.0F, 0, 1e-5,
                       0);
    }
    world_free(&w);
}
END_TEST

START_TEST(handles_empty_layers_and_invalid_positions) {
    wend_layer_def layer = {.name = NULL};
    wend_space_def def = wend_default_space_def();
    def.layers = &layer;
    def.layer_count = 1;
    wend_space *space = NULL;
    ck_assert_int_eq(wend_space_create(&def, &space, NULL), WEND_OK);
    wend_location here = {{1.0F, 2.0F}, 0};
    ck_assert(isinf(space_clearance_bound(space, 0, here.position)));
    ck_assert_uint_eq(wend_space_find_closest_wall(space, here, 100.0F, 0).wall, WEND_NO_WALL);
    ck_assert(wend_space_clearance(space, here, 7.0F, 0) == 7.0F);
    ck_assert(wend_space_is_visible(space, here, here, 1.0F, 0));
    ck_assert(wend_space_is_walkable(space, here, 0));
    ck_assert(isinf(wend_space_area(space, 0)));
    wend_vec2 low, high;
    ck_assert(!wend_space_bounds(space, &low, &high));
    wend_space_release(space);

    static world w;
    world_make_field(&w, 11, &STYLES[0]);
    wend_wall_hit hits[4];
    wend_location nowhere = {{NAN, 0.0F}, 0};
    ck_assert_uint_eq(wend_space_find_walls(w.space, nowhere, 5.0F, 0, hits, 4), 0);
    ck_assert(!wend_space_is_walkable(w.space, nowhere, 0));
    ck_assert_uint_eq(wend_space_find_walls(w.space, here, 5.0F, 0, NULL, 0), 0);
    ck_assert_uint_eq(wend_space_find_walls(w.space, here, INFINITY, 0, hits, 4), 4);
    ck_assert_uint_eq(wend_space_find_walls(w.space, here, NAN, 0, hits, 4),
                      wend_space_find_walls(w.space, here, 0.0F, 0, hits, 4));
    world_free(&w);
}
END_TEST

int main(void) {
    SUITE("space/nearest", matches_brute_force_in_fields, matches_brute_force_in_rooms,
          clearance_bound_is_a_lower_bound, edges_within_a_radius_are_found_exactly_by_lists,
          clearance_bound_holds_in_large_spaces, edge_lists_contain_all_nearby_walls,
          cells_with_dense_walls_have_no_edge_lists, handles_empty_layers_and_invalid_positions);
}
