/* Compares walkable ground and terrain with exact containment tests of every ring. */

#include "oracle.h"
#include "support/suite.h"

static const world_style STYLES[] = {
    {1.0, 0.0, 0.0, false},        {0.7310585786300049, 0.1, 0.2, false},
    {1.0, 7000.0, -8000.0, false}, {1.0, 0.0, 0.0, true},
    {0.001, 0.0, 0.0, false},
};

static wend_vec2 random_point(const world *w, const world_style *style) {
    const world_ring *r = &w->rings[world_draw(w->ring_count)];
    wend_vec2 at = world_local(w, r->points[world_draw(r->count)]);
    wend_vec2 b = world_local(w, r->points[world_draw(r->count)]);
    float step = (float)style->scale;
    switch (world_draw(5)) {
    case 0:
        return at;
    case 1:
        return (wend_vec2){0.5F * (at.x + b.x), 0.5F * (at.y + b.y)};
    case 2: /* at the same y as a vertex, so that horizontal rays meet corners */
        return (wend_vec2){at.x + step * ((float)world_draw(64) / 8.0F - 4.0F), at.y};
    case 3:
        return (wend_vec2){nextafterf(at.x, world_draw(2) != 0 ? 9e9F : -9e9F), b.y};
    default:
        return (wend_vec2){at.x + step * ((float)world_draw(4096) / 512.0F - 4.0F),
                           at.y + step * ((float)world_draw(4096) / 512.0F - 4.0F)};
    }
}

static void check_random_worlds(bool rooms) {
    static world w;
    int asked = 0, walkable = 0;
    for (int i = 0; i < 60; i++) {
        const world_style *style = &STYLES[rooms ? i % 3 : i % 5];
        uint64_t seed = (uint64_t)(3000 * i + 1);
        if (rooms) {
            world_make_rooms(&w, seed, style);
        } else {
            world_make_field(&w, seed, style);
        }
        for (int k = 0; k < 300; k++) {
            wend_location location = {random_point(&w, style), world_draw(w.layer_count)};
            uint32_t classes = world_draw(8);
            rational_reset();
            bool expected =
                oracle_walkable(&w, location.layer, rational_from_vec(location.position), classes);
            ck_assert_msg(wend_space_is_walkable(w.space, location, classes) == expected,
                          "seed %llu: (%a, %a) on %u, classes %u: expected %d",
                          (unsigned long long)seed, (double)location.position.x,
                          (double)location.position.y, location.layer, classes, expected);
            asked++;
            walkable += expected;
        }
        world_free(&w);
    }
    ck_assert_int_gt(walkable, asked / 5);
    ck_assert_int_lt(walkable, asked * 9 / 10);
}

START_TEST(matches_exact_containment_in_fields) {
    check_random_worlds(false);
}
END_TEST

START_TEST(matches_exact_containment_in_rooms) {
    check_random_worlds(true);
}
END_TEST

/* ---- Terrain --------------------------------------------------------------------------------- */

START_TEST(later_terrain_covers_earlier_terrain) {
    const wend_point field[] = {{0, 0}, {10, 0}, {10, 10}, {0, 10}};
    const wend_point road[] = {{4, -5}, {6, -5}, {6, 15}, {4, 15}};
    const wend_terrain_def terrains[] = {{.ring = {field, 4}, .type = 3},
                                         {.ring = {road, 4}, .type = 7}};
    wend_layer_def layer = {.terrains = terrains, .terrain_count = 2};
    wend_space_def def = wend_default_space_def();
    def.layers = &layer;
    def.layer_count = 1;
    wend_space *space = NULL;
    ck_assert_int_eq(wend_space_create(&def, &space, NULL), WEND_OK);
    const struct {
        wend_vec2 p;
        uint32_t type;
    } cases[] = {{{1, 1}, 3},  {{5, 5}, 7},  {{5, -1}, 7}, {{-1, 5}, 0}, {{11, 5}, 0},
                 {{4, 5}, 7},  {{6, 5}, 3},  {{0, 5}, 3},  {{10, 5}, 0}, {{1, 0}, 3},
                 {{1, 10}, 0}, {{5, -5}, 7}, {{5, 15}, 0}, {{NAN, 1}, 0}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        ck_assert_msg(wend_space_terrain(space, (wend_location){cases[i].p, 0}) == cases[i].type,
                      "case %zu", i);
    }
    wend_space_release(space);
}
END_TEST

START_TEST(terrain_matches_exact_containment) {
    enum { COUNT = 400 };
    static wend_point star[COUNT];
    world_state = 9;
    for (uint32_t i = 0; i < COUNT; i++) {
        double turn = 6.283185307179586 * i / COUNT, r = 3.0 + world_draw(1000) / 100.0;
        star[i] = (wend_point){(double)(float)(r * cos(turn)), (double)(float)(r * sin(turn))};
    }
    const wend_terrain_def terrain = {.ring = {star, COUNT}, .type = 1};
    wend_layer_def layer = {.terrains = &terrain, .terrain_count = 1};
    wend_space_def def = wend_default_space_def();
    def.layers = &layer;
    def.layer_count = 1;
    wend_space *space = NULL;
    ck_assert_int_eq(wend_space_create(&def, &space, NULL), WEND_OK);
    int inside = 0;
    for (int i = 0; i < 3000; i++) {
        wend_vec2 p = {(float)world_draw(26000) / 1000.0F - 13.0F,
                       i % 4 == 0 ? (float)star[world_draw(COUNT)].y
                                  : (float)world_draw(26000) / 1000.0F - 13.0F};
        rational_reset();
        rational_point at = rational_from_vec(p);
        bool odd = false;
        for (uint32_t k = 0; k < COUNT; k++) {
            const wend_point *a = &star[k], *b = &star[(k + 1) % COUNT];
            if ((a->x <= (double)p.x) != (b->x <= (double)p.x)) {
                rational_point ra = {rational_of(a->x), rational_of(a->y)};
                rational_point rb = {rational_of(b->x), rational_of(b->y)};
                rational t = rational_div(rational_sub(at.x, ra.x), rational_sub(rb.x, ra.x));
                odd ^= rational_compare(rational_along(ra, rb, t).y, at.y) < 0;
            }
        }
        ck_assert_msg(wend_space_terrain(space, (wend_location){p, 0}) == (odd ? 1U : 0U),
                      "(%a, %a): expected %d", (double)p.x, (double)p.y, odd);
        inside += odd;
    }
    ck_assert_int_gt(inside, 500);
    wend_space_release(space);
}
END_TEST

/* Nested squares: a point is covered if it lies in an odd number of them. */
START_TEST(terrain_can_have_holes_and_islands) {
    static const wend_point outer[] = {{0, 0}, {10, 0}, {10, 10}, {0, 10}};
    static const wend_point hole[] = {{2, 2}, {2, 8}, {8, 8}, {8, 2}};
    static const wend_point island[] = {{4, 4}, {6, 4}, {6, 6}, {4, 6}};
    static const wend_point other[] = {{8.5, 8.5}, {9.5, 8.5}, {9.5, 9.5}};
    const wend_ring holes[] = {{hole, 4}, {island, 4}, {other, 3}};
    const wend_terrain_def terrain = {
        .ring = {outer, 4}, .type = 5, .holes = holes, .hole_count = 3};
    wend_layer_def layer = {.terrains = &terrain, .terrain_count = 1};
    wend_space_def def = wend_default_space_def();
    def.layers = &layer;
    def.layer_count = 1;
    wend_space *space = NULL;
    ck_assert_int_eq(wend_space_create(&def, &space, NULL), WEND_OK);
    for (int i = -10; i < 220; i++) {
        for (int k = -10; k < 220; k++) {
            float x = (float)i * 0.05F + 0.013F, y = (float)k * 0.05F + 0.017F;
            bool in = x > 0 && x < 10 && y > 0 && y < 10;
            in ^= x > 2 && x < 8 && y > 2 && y < 8;
            in ^= x > 4 && x < 6 && y > 4 && y < 6;
            in ^= x < 9.5F && y > 8.5F && x - 8.5F > y - 8.5F;
            wend_location location = {{x, y}, 0};
            ck_assert_msg(wend_space_terrain(space, location) == (in ? 5U : 0U), "(%g, %g)",
                          (double)x, (double)y);
        }
    }
    uint64_t hash = wend_space_hash(space);
    wend_space_release(space);
    wend_terrain_def plain = terrain;
    plain.hole_count = 2;
    layer.terrains = &plain;
    ck_assert_int_eq(wend_space_create(&def, &space, NULL), WEND_OK);
    ck_assert_uint_ne(wend_space_hash(space), hash);
    wend_space_release(space);
}
END_TEST

START_TEST(rejects_invalid_terrain_holes) {
    static const wend_point outer[] = {{0, 0}, {10, 0}, {10, 10}, {0, 10}};
    static const wend_point bow[] = {{2, 2}, {4, 4}, {4, 2}, {2, 4}};
    wend_ring hole = {bow, 4};
    wend_terrain_def terrain = {.ring = {outer, 4}, .type = 5, .hole_count = 1};
    wend_layer_def layer = {.terrains = &terrain, .terrain_count = 1};
    wend_space_def def = wend_default_space_def();
    def.layers = &layer;
    def.layer_count = 1;
    wend_space *space = NULL;
    wend_error error;
    ck_assert_int_eq(wend_space_create(&def, &space, &error), WEND_ERROR_INVALID);
    ck_assert_str_eq(error.message, "layer 0: the list of 1 holes of terrain 0 is NULL");
    terrain.holes = &hole;
    ck_assert_int_eq(wend_space_create(&def, &space, &error), WEND_ERROR_GEOMETRY);
    ck_assert_str_eq(error.message,
                     "layer 0: terrain 0 crosses or touches itself on its edge from (2, 2)");
    hole.count = 2;
    ck_assert_int_eq(wend_space_create(&def, &space, &error), WEND_ERROR_INVALID);
    ck_assert_str_eq(error.message,
                     "layer 0: a hole of terrain 0 has 2 points; at least 3 are needed");
}
END_TEST

int main(void) {
    SUITE("space/walkable", matches_exact_containment_in_fields, matches_exact_containment_in_rooms,
          later_terrain_covers_earlier_terrain, terrain_matches_exact_containment,
          terrain_can_have_holes_and_islands, rejects_invalid_terrain_holes);
}
