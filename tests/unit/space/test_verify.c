/* Tests which space definitions are accepted, which are refused, and with which messages. Some
 * cases were worked out by hand. Others are small lattice rings, which are compared with an oracle
 * that cuts every ring at all others and tests where the pieces lie. */

#include "oracle.h"
#include "support/suite.h"

/* ---- Definitions in short -------------------------------------------------------------------- */

#define RING(name, ...)                                                                            \
    const wend_point name##_points[] = {__VA_ARGS__};                                              \
    const wend_ring name = {name##_points, sizeof name##_points / sizeof name##_points[0]}

static wend_error error;

static wend_result create(const wend_space_def *def) {
    wend_space *space = NULL;
    memset(&error, 0, sizeof error);
    wend_result result = wend_space_create(def, &space, &error);
    ck_assert((result == WEND_OK) == (space != NULL));
    ck_assert(result == WEND_OK || error.code == result);
    wend_space_release(space);
    return result;
}

static wend_result create_layers(const wend_layer_def *layers, uint32_t count,
                                 const wend_link_def *links, uint32_t link_count) {
    wend_space_def def = wend_default_space_def();
    def.layers = layers;
    def.layer_count = count;
    def.links = links;
    def.link_count = link_count;
    def.class_count = 2;
    return create(&def);
}

/* Creates a space with a layer named "ground", with the given boundaries and class-0 solids. */
static wend_result create_ground(const wend_ring *boundaries, uint32_t boundary_count,
                                 const wend_ring *solids, uint32_t solid_count) {
    wend_solid_def solid_defs[4] = {{{NULL, 0}, 0}};
    for (uint32_t i = 0; i < solid_count; i++) {
        solid_defs[i].ring = solids[i];
    }
    wend_layer_def layer = {.name = "ground",
                            .boundaries = boundaries,
                            .boundary_count = boundary_count,
                            .solids = solid_defs,
                            .solid_count = solid_count};
    return create_layers(&layer, 1, NULL, 0);
}

#define ASSERT_REFUSED(call, expected_code, expected_message)                                      \
    do {                                                                                           \
        ck_assert_int_eq(call, expected_code);                                                     \
        ck_assert_str_eq(error.message, expected_message);                                         \
    } while (0)

/* ---- Input ----------------------------------------------------------------------------------- */

START_TEST(rejects_invalid_counts) {
    wend_layer_def layer = {.name = NULL};
    wend_space_def def = wend_default_space_def();
    ck_assert_int_eq(create(&def), WEND_OK); /* valid: open ground */
    def.layer_count = 2;
    ASSERT_REFUSED(create(&def), WEND_ERROR_INVALID, "layer_count is 2, but layers is NULL");
    def.layers = &layer;
    def.layer_count = 257;
    ASSERT_REFUSED(create(&def), WEND_ERROR_LIMIT,
                   "the space has 257 layers; at most 256 are possible");
    def.layer_count = 1;
    def.class_count = 33;
    ASSERT_REFUSED(create(&def), WEND_ERROR_LIMIT,
                   "the space has 33 obstacle classes; at most 32 are possible");
    def.class_count = 0;
    ASSERT_REFUSED(create(&def), WEND_ERROR_INVALID,
                   "class_count is 0; it counts class 0 and is at least 1");
    def.class_count = 32;
    ck_assert_int_eq(create(&def), WEND_OK);
    def.link_count = 3;
    ASSERT_REFUSED(create(&def), WEND_ERROR_INVALID, "link_count is 3, but links is NULL");
    def.link_count = 0;
    def.has_origin = true;
    def.origin.x = (double)NAN;
    ASSERT_REFUSED(create(&def), WEND_ERROR_INVALID, "the origin is (nan, 0); it must be finite");
    def.has_origin = false;
    layer.solid_count = 2;
    ASSERT_REFUSED(create(&def), WEND_ERROR_INVALID, "layer 0: the list of 2 solids is NULL");
}
END_TEST

START_TEST(rejects_invalid_points) {
    RING(two, {0, 0}, {1, 0});
    ASSERT_REFUSED(create_ground(&two, 1, NULL, 0), WEND_ERROR_INVALID,
                   "layer 0 'ground': boundary 0 has 2 points; at least 3 are needed");
    RING(nan, {0, 0}, {1, 0}, {1, (double)INFINITY});
    ASSERT_REFUSED(create_ground(NULL, 0, &nan, 1), WEND_ERROR_INVALID,
                   "layer 0 'ground': point 2 of solid 0 is (1, inf); it must be finite");
    wend_ring missing = {NULL, 4};
    ASSERT_REFUSED(create_ground(&missing, 1, NULL, 0), WEND_ERROR_INVALID,
                   "layer 0 'ground': the points of boundary 0 are NULL");
    RING(ring, {0, 0}, {1, 0}, {1, 1});
    wend_solid_def solid = {ring, 2};
    wend_layer_def layer = {.solids = &solid, .solid_count = 1};
    ASSERT_REFUSED(create_layers(&layer, 1, NULL, 0), WEND_ERROR_INVALID,
                   "layer 0: solid 0 has obstacle class 2; the space has the classes 0 to 1");
    wend_terrain_def terrain = {.ring = ring};
    wend_layer_def other = {.terrains = &terrain, .terrain_count = 1};
    ASSERT_REFUSED(create_layers(&other, 1, NULL, 0), WEND_ERROR_INVALID,
                   "layer 0: terrain 0 has type 0, which is reserved for ground without a terrain");
    const wend_open_wall_def open_walls[] = {{ring_points, 2, 0}, {ring_points, 1, 0}};
    wend_layer_def third = {.open_walls = open_walls, .open_wall_count = 2};
    ASSERT_REFUSED(create_layers(&third, 1, NULL, 0), WEND_ERROR_INVALID,
                   "layer 0: open wall 1 has 1 points; at least 2 are needed");
}
END_TEST

START_TEST(rejects_duplicate_names) {
    wend_layer_def layers[] = {{.name = "a"}, {.name = ""}, {.name = NULL}, {.name = ""}};
    ck_assert_int_eq(create_layers(layers, 4, NULL, 0), WEND_OK);
    layers[3].name = "a";
    ASSERT_REFUSED(create_layers(layers, 4, NULL, 0), WEND_ERROR_NAME,
                   "layers 0 and 3 are both named 'a'");
    const char *const classes[] = {"", "door", NULL, "door"};
    wend_space_def def = wend_default_space_def();
    def.layers = layers;
    def.layer_count = 1;
    def.class_names = classes;
    def.class_count = 4;
    ASSERT_REFUSED(create(&def), WEND_ERROR_NAME, "obstacle classes 1 and 3 are both named 'door'");
}
END_TEST

START_TEST(rejects_spaces_that_are_too_large) {
    RING(large, {0, 0}, {8192, 0}, {8192, 5000});
    ck_assert_int_eq(create_ground(&large, 1, NULL, 0), WEND_OK);
    RING(larger, {0, 0}, {8192.5, 0}, {8192, 5000});
    ASSERT_REFUSED(create_ground(&larger, 1, NULL, 0), WEND_ERROR_LIMIT,
                   "the space is 8192.5 m x 5000 m; at most 8192 m x 8192 m are possible");
    RING(endless, {-1e308, 0}, {1e308, 0}, {8192, 5000});
    ck_assert_int_eq(create_ground(&endless, 1, NULL, 0), WEND_ERROR_LIMIT);
    wend_layer_def layer = {.boundaries = &large, .boundary_count = 1};
    wend_space_def def = wend_default_space_def();
    def.layers = &layer;
    def.layer_count = 1;
    def.has_origin = true;
    def.origin = (wend_point){-1000, 0};
    ASSERT_REFUSED(create(&def), WEND_ERROR_LIMIT,
                   "a vertex lies 9192 m from the origin (-1000, 0); at most 8192 m are possible");
}
END_TEST

/* ---- Rings ----------------------------------------------------------------------------------- */

START_TEST(rejects_rings_that_are_not_simple) {
    RING(twice, {0, 0}, {4, 0}, {4, 1e-9}, {4, 4});
    RING(twice_rounded, {0, 0}, {4, 0}, {4.00000001, 0}, {4, 4});
    RING(last, {0, 0}, {4, 0}, {4, 4}, {0, 0});
    RING(spike, {0, 0}, {4, 0}, {2, 0}, {2, 4});
    RING(bow, {0, 0}, {4, 4}, {4, 0}, {0, 4});
    RING(pinched, {0, 0}, {4, 0}, {2, 2}, {4, 4}, {0, 4}, {2, 2});
    RING(straight, {0, 0}, {2, 0}, {4, 0}, {4, 4});
    ck_assert_int_eq(create_ground(&straight, 1, NULL, 0), WEND_OK);
    ck_assert_int_eq(create_ground(&twice, 1, NULL, 0), WEND_OK); /* valid: the two points differ */
    ASSERT_REFUSED(create_ground(&twice_rounded, 1, NULL, 0), WEND_ERROR_GEOMETRY,
                   "layer 0 'ground': boundary 0 has the point (4, 0) twice in a row (after "
                   "rounding to single precision)");
    ASSERT_REFUSED(create_ground(&last, 1, NULL, 0), WEND_ERROR_GEOMETRY,
                   "layer 0 'ground': boundary 0 has the point (0, 0) twice in a row (after "
                   "rounding to single precision)");
    ASSERT_REFUSED(create_ground(NULL, 0, &spike, 1), WEND_ERROR_GEOMETRY,
                   "layer 0 'ground': solid 0 folds back over itself at (4, 0)");
    ASSERT_REFUSED(create_ground(NULL, 0, &bow, 1), WEND_ERROR_GEOMETRY,
                   "layer 0 'ground': solid 0 crosses or touches itself on its edge from (0, 0)");
    ASSERT_REFUSED(
        create_ground(&pinched, 1, NULL, 0), WEND_ERROR_GEOMETRY,
        "layer 0 'ground': boundary 0 crosses or touches itself on its edge from (4, 0)");
    wend_solid_def solid = {bow, 1};
    wend_layer_def layer = {.solids = &solid, .solid_count = 1};
    ASSERT_REFUSED(create_layers(&layer, 1, NULL, 0), WEND_ERROR_GEOMETRY,
                   "layer 0: solid 0 crosses or touches itself on its edge from (0, 0)");
    wend_terrain_def terrain = {.ring = bow, .type = 1};
    wend_layer_def other = {.terrains = &terrain, .terrain_count = 1};
    ASSERT_REFUSED(create_layers(&other, 1, NULL, 0), WEND_ERROR_GEOMETRY,
                   "layer 0: terrain 0 crosses or touches itself on its edge from (0, 0)");
    const wend_open_wall_def folded = {spike_points, 3, 0};
    wend_layer_def third = {.open_walls = &folded, .open_wall_count = 1};
    ASSERT_REFUSED(create_layers(&third, 1, NULL, 0), WEND_ERROR_GEOMETRY,
                   "layer 0: open wall 0 folds back over itself at (4, 0)");
    const wend_open_wall_def crossing = {bow_points, 4, 0};
    wend_layer_def fourth = {.open_walls = &crossing, .open_wall_count = 1};
    ck_assert_int_eq(create_layers(&fourth, 1, NULL, 0), WEND_OK);
}
END_TEST

START_TEST(messages_give_positions_in_user_coordinates) {
    RING(bow, {500000.5, 200000}, {500004, 200004}, {500004, 200000}, {500000.5, 200004});
    ASSERT_REFUSED(create_ground(&bow, 1, NULL, 0), WEND_ERROR_GEOMETRY,
                   "layer 0 'ground': boundary 0 crosses or touches itself on its edge from "
                   "(500000.5, 200000)");
}
END_TEST

START_TEST(rejects_crossing_rings) {
    RING(room, {0, 0}, {10, 0}, {10, 10}, {0, 10});
    RING(across, {8, 4}, {12, 4}, {12, 6}, {8, 6});
    ASSERT_REFUSED(create_ground(&room, 1, &across, 1), WEND_ERROR_GEOMETRY,
                   "layer 0 'ground': boundary 0 crosses solid 0 on the edge at (10, 0)");
    RING(beside, {8, 4}, {10, 4}, {10, 6}, {8, 6});
    ASSERT_REFUSED(
        create_ground(&room, 1, &beside, 1), WEND_ERROR_GEOMETRY,
        "layer 0 'ground': boundary 0 shares part of an edge with solid 0 on the edge at "
        "(10, 0)");
    RING(same, {10, 10}, {0, 10}, {0, 0}, {10, 0});
    ck_assert_int_eq(create_ground(&room, 1, &same, 1), WEND_ERROR_GEOMETRY);
    /* This solid crosses the boundary only through its own corners. */
    RING(through_corners, {5, -5}, {10, 0}, {15, 5}, {10, 10}, {5, 15}, {7, 5});
    ck_assert_int_eq(create_ground(&room, 1, &through_corners, 1), WEND_ERROR_GEOMETRY);
    /* The second solid enters the first through two of its own corners; the first point of each
     * solid lies outside the other. */
    const wend_ring dipping[] = {
        room, {(const wend_point[]){{12, 0}, {10, 2}, {5, 5}, {10, 8}, {12, 10}}, 5}};
    ASSERT_REFUSED(create_ground(NULL, 0, dipping, 2), WEND_ERROR_GEOMETRY,
                   "layer 0 'ground': solid 0 crosses solid 1 on the edge at (10, 2)");
    /* Two solids overlap although no edges properly cross, because corners lie on edges. */
    const wend_ring overlapping[] = {room,
                                     {(const wend_point[]){{5, 0}, {10, 5}, {5, 10}, {0, 5}}, 4}};
    ck_assert_int_eq(create_ground(NULL, 0, overlapping, 2), WEND_ERROR_GEOMETRY);
}
END_TEST

START_TEST(rings_may_touch_at_points) {
    RING(room, {0, 0}, {10, 0}, {10, 10}, {0, 10});
    const wend_ring solids[] = {
        {(const wend_point[]){{5, 0}, {6, 3}, {4, 3}}, 3}, /* a corner touches the wall */
        {(const wend_point[]){{0, 10}, {2, 6}, {4, 8}},
         3}, /* a corner touches a corner of the room */
        {(const wend_point[]){{4, 8}, {6, 8}, {5, 3}}, 3}, /* touches two other solids */
        {(const wend_point[]){{6, 8}, {9, 9}, {9, 2}, {6, 3}},
         4}}; /* touches two solids and encloses a courtyard */
    ck_assert_int_eq(create_ground(&room, 1, solids, 4), WEND_OK);
    const wend_ring rooms[] = {room, {(const wend_point[]){{10, 10}, {20, 10}, {20, 20}}, 3}};
    ck_assert_int_eq(create_ground(rooms, 2, solids, 4), WEND_OK);
}
END_TEST

START_TEST(rejects_wrongly_nested_rings) {
    RING(room, {0, 0}, {20, 0}, {20, 20}, {0, 20});
    const wend_ring block = {(const wend_point[]){{2, 2}, {18, 2}, {18, 18}, {2, 18}}, 4};
    const wend_ring court = {(const wend_point[]){{4, 4}, {16, 4}, {16, 16}, {4, 16}}, 4};
    const wend_ring fountain = {(const wend_point[]){{8, 8}, {9, 8}, {9, 9}}, 3};
    const wend_ring outside = {(const wend_point[]){{30, 8}, {31, 8}, {31, 9}}, 3};
    const wend_ring boundaries[] = {room, court};
    const wend_ring solids[] = {block, fountain};
    ck_assert_int_eq(create_ground(boundaries, 2, solids, 2), WEND_OK);
    ASSERT_REFUSED(create_ground(boundaries, 2, &fountain, 1), WEND_ERROR_GEOMETRY,
                   "layer 0 'ground': boundary 1 at (4, 4) lies inside boundary 0; a boundary must "
                   "lie outside the others, or in a class-0 solid");
    ASSERT_REFUSED(
        create_ground(&room, 1, solids, 2), WEND_ERROR_GEOMETRY,
        "layer 0 'ground': solid 1 at (8, 8) lies inside solid 0; solids of class 0 must "
        "lie on walkable ground");
    ASSERT_REFUSED(create_ground(&room, 1, &outside, 1), WEND_ERROR_GEOMETRY,
                   "layer 0 'ground': solid 0 at (30, 8) lies outside every boundary");
    ck_assert_int_eq(create_ground(NULL, 0, solids, 2), WEND_ERROR_GEOMETRY);
    ck_assert_int_eq(create_ground(NULL, 0, &block, 1), WEND_OK);
    /* A solid lies in a corner of another solid. A ring that touches from inside counts as inside.
     */
    const wend_ring corner[] = {block, {(const wend_point[]){{2, 2}, {8, 4}, {4, 8}}, 3}};
    ck_assert_int_eq(create_ground(&room, 1, corner, 2), WEND_ERROR_GEOMETRY);
}
END_TEST

/* ---- Links ----------------------------------------------------------------------------------- */

START_TEST(rejects_invalid_links) {
    RING(west, {0, 0}, {4, 0}, {4, 4}, {0, 4});
    RING(east, {4, 0}, {8, 0}, {8, 4}, {4, 4});
    const wend_layer_def layers[] = {{.name = "west", .boundaries = &west, .boundary_count = 1},
                                     {.boundaries = &east, .boundary_count = 1}};
    wend_link_def link = {{4, 0}, {4, 4}, 0, 1};
    ck_assert_int_eq(create_layers(layers, 2, &link, 1), WEND_OK);
    wend_link_def wrong = {{4, 4}, {4, 0}, 0, 1};
    ASSERT_REFUSED(create_layers(layers, 2, &wrong, 1), WEND_ERROR_GEOMETRY,
                   "link 0 from (4, 4) to (4, 0): the free ground of layer 0 'west' lies on the "
                   "other side; swap left_layer and right_layer, or the ends");
    wend_link_def part = {{4, 0}, {4, 2}, 0, 1};
    ASSERT_REFUSED(
        create_layers(layers, 2, &part, 1), WEND_ERROR_GEOMETRY,
        "link 0 from (4, 0) to (4, 2) is not an edge of a boundary or class-0 solid of layer "
        "0 'west', its left layer; the nearest one is from (4, 0) to (4, 4)");
    const wend_link_def repeated[] = {link, {{4, 4}, {4, 0}, 1, 0}};
    ASSERT_REFUSED(create_layers(layers, 2, repeated, 2), WEND_ERROR_GEOMETRY,
                   "link 1 repeats link 0");
    wend_link_def alone = {{4, 0}, {4, 4}, 1, 1};
    ASSERT_REFUSED(create_layers(layers, 2, &alone, 1), WEND_ERROR_INVALID,
                   "link 0 joins layer 1 with itself");
    wend_link_def unknown = {{4, 0}, {4, 4}, 0, 2};
    ASSERT_REFUSED(create_layers(layers, 2, &unknown, 1), WEND_ERROR_INVALID,
                   "link 0 names layer 2; the space has the layers 0 to 1");
    wend_link_def nan = {{4, (double)NAN}, {4, 4}, 0, 1};
    ASSERT_REFUSED(create_layers(layers, 2, &nan, 1), WEND_ERROR_INVALID,
                   "link 0 goes from (4, nan) to (4, 4); both must be finite");
}
END_TEST

/* ---- At random ------------------------------------------------------------------------------- */

static bool ring_is_simple(const world *w, const world_ring *r) {
    for (uint32_t i = 0; i < r->count; i++) {
        rational_point a = oracle_point(w, r, i), b = oracle_point(w, r, i + 1);
        rational_point c = oracle_point(w, r, i + 2);
        if (rational_sign(rational_point_distance(a, b, c)) == 0 ||
            rational_sign(rational_point_distance(c, a, b)) == 0) {
            return false;
        }
        for (uint32_t j = i + 2; j < r->count && !(i == 0 && j == r->count - 1); j++) {
            if (rational_sign(rational_segment_distance(a, b, oracle_point(w, r, j),
                                                        oracle_point(w, r, j + 1))) == 0) {
                return false;
            }
        }
    }
    return true;
}

/* Returns the position of a ring relative to another one: 1 if all of it is inside and -1 if all of
 * it is outside (except for single points), 0 otherwise. */
static int ring_side(const world *w, const world_ring *r, const world_ring *other) {
    int found = 0;
    for (uint32_t i = 0; i < r->count; i++) {
        oracle_path path = {.p = oracle_point(w, r, i), .q = oracle_point(w, r, i + 1)};
        rational cuts[2 * WORLD_POINTS + 2];
        size_t count = 0;
        cuts[count++] = rational_of(0.0);
        cuts[count++] = rational_of(1.0);
        rational_point pq = rational_between(path.p, path.q);
        for (uint32_t k = 0; k < other->count; k++) {
            rational_point a = oracle_point(w, other, k), b = oracle_point(w, other, k + 1);
            rational_point ab = rational_between(a, b);
            rational across = rational_cross(pq, ab);
            rational t = rational_sign(across) != 0
                             ? rational_div(rational_cross(rational_between(path.p, a), ab), across)
                             : rational_div(rational_dot(rational_between(path.p, a), pq),
                                            rational_dot(pq, pq));
            if (rational_sign(t) > 0 && rational_compare(t, rational_of(1.0)) < 0) {
                cuts[count++] = t;
            }
        }
        qsort(cuts, count, sizeof cuts[0], oracle_order);
        for (size_t k = 0; k + 1 < count; k++) {
            if (rational_compare(cuts[k], cuts[k + 1]) == 0) {
                continue;
            }
            int side = oracle_inside(
                w, other, rational_along(path.p, path.q, oracle_mean(cuts[k], cuts[k + 1])));
            if (side == 0 || (found != 0 && side != found)) {
                return 0;
            }
            found = side;
        }
    }
    return found;
}

/* True if the world's boundaries (one or none) and its solids of class 0 make a valid space. */
static bool is_valid(const world *w) {
    for (uint32_t i = 0; i < w->ring_count; i++) {
        if (!ring_is_simple(w, &w->rings[i])) {
            return false;
        }
    }
    for (uint32_t i = 0; i < w->ring_count; i++) {
        for (uint32_t j = 0; j < i; j++) {
            const world_ring *one = &w->rings[j], *two = &w->rings[i];
            int wanted = one->kind == WORLD_BOUNDARY ? 1 : -1;
            int back = ring_side(w, one, two);
            if (ring_side(w, two, one) != wanted || back != -1) {
                return false;
            }
        }
    }
    return true;
}

START_TEST(matches_oracle_on_small_rings) {
    static world w;
    int valid = 0, refused = 0;
    world_state = 77;
    for (int i = 0; i < 6000; i++) {
        memset(&w, 0, sizeof w);
        w.layer_count = 1;
        if (i % 2 == 0) {
            world_ring *r = world_add(&w, WORLD_BOUNDARY, 0, 0);
            r->count = 3 + world_draw(3);
            for (uint32_t k = 0; k < r->count; k++) {
                r->points[k] = (wend_point){7.0 * world_draw(2) + world_draw(2),
                                            7.0 * world_draw(2) + world_draw(2)};
            }
        }
        for (uint32_t solids = 1 + world_draw(2); solids > 0; solids--) {
            world_ring *r = world_add(&w, WORLD_SOLID, 0, 0);
            r->count = 3 + world_draw(3);
            for (uint32_t k = 0; k < r->count; k++) {
                r->points[k] = (wend_point){1.0 + world_draw(6), 1.0 + world_draw(6)};
            }
        }
        rational_reset();
        bool expected = is_valid(&w);
        ck_assert_msg((world_create(&w, &error) == WEND_OK) == expected,
                      "case %d: expected %d, message %s", i, expected,
                      expected ? error.message : "none");
        valid += expected;
        refused += !expected;
        world_free(&w);
    }
    ck_assert_int_gt(valid, 300);
    ck_assert_int_gt(refused, 300);
}
END_TEST

int main(void) {
    SUITE("space/verify", rejects_invalid_counts, rejects_invalid_points, rejects_duplicate_names,
          rejects_spaces_that_are_too_large, rejects_rings_that_are_not_simple,
          messages_give_positions_in_user_coordinates, rejects_crossing_rings,
          rings_may_touch_at_points, rejects_wrongly_nested_rings, rejects_invalid_links,
          matches_oracle_on_small_rings);
}
