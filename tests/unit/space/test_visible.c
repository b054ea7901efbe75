/* Visibility along straight lines: cases worked out by hand, and random worlds compared with the
 * oracle. */
/* cost: 7 */
#include <stdio.h>

#include "oracle.h"
#include "space/space.h"
#include "support/suite.h"

/* ---- By hand --------------------------------------------------------------------------------- */

static void square(world *w, world_kind kind, uint32_t obstacle_class, double x, double y,
                   double side) {
    world_ring *r = world_add(w, kind, 0, obstacle_class);
    r->count = 4;
    r->points[0] = (wend_point){x, y};
    r->points[1] = (wend_point){x + side, y};
    r->points[2] = (wend_point){x + side, y + side};
    r->points[3] = (wend_point){x, y + side};
}

static bool sees(const world *w, float px, float py, float qx, float qy, float r, uint32_t mask) {
    return wend_space_is_visible(w->space, (wend_location){{px, py}, 0},
                                 (wend_location){{qx, qy}, 0}, r, mask);
}

START_TEST(lines_that_only_touch_walls_are_free) {
    world w = {.layer_count = 1};
    square(&w, WORLD_SOLID, 0, 0, 0, 4);
    square(&w, WORLD_SOLID, 0, 4, 4, 4); /* touches the first square at (4, 4) */
    ck_assert_int_eq(world_create(&w, NULL), WEND_OK);
    ck_assert(!sees(&w, -1, 2, 5, 2, 0, 0));  /* through the square */
    ck_assert(sees(&w, -1, 0, 9, 0, 0, 0));   /* along the lower side */
    ck_assert(sees(&w, -2, 2, 2, -2, 0, 0));  /* grazes the corner (0, 0) */
    ck_assert(!sees(&w, -1, -1, 2, 2, 0, 0)); /* into the corner (0, 0) */
    ck_assert(!sees(&w, 0, 0, 4, 4, 0, 0));   /* from corner to corner, through the inside */
    ck_assert(sees(&w, 0, 0, 4, 0, 0, 0));    /* from corner to corner, along a side */
    ck_assert(sees(&w, 2, 6, 6, 2, 0, 0)); /* between the two squares, through their common point */
    ck_assert(!sees(&w, 3, 5, 4.5F, 3, 0, 0));
    ck_assert(sees(&w, 2, 0, 2, -3, 0, 0)); /* leaves a side outwards */
    ck_assert(!sees(&w, 2, 0, 2, 3, 0, 0)); /* leaves a side inwards */
    ck_assert(sees(&w, 2, -3, 2, 0, 0, 0)); /* arrives on a side from outside */
    ck_assert(sees(&w, 1, 1, 1, 1, 0, 0));  /* a zero-length path crosses nothing */
    world_free(&w);
}
END_TEST

START_TEST(walls_of_disabled_classes_do_not_block) {
    world w = {.layer_count = 1};
    square(&w, WORLD_SOLID, 1, 0, 0, 4);
    square(&w, WORLD_SOLID, 2, 2, 2, 4);
    ck_assert_int_eq(world_create(&w, NULL), WEND_OK);
    ck_assert(!sees(&w, -1, 3, 9, 3, 0, WEND_ALL_CLASSES));
    ck_assert(!sees(&w, -1, 3, 9, 3, 0, 2));
    ck_assert(!sees(&w, -1, 3, 9, 3, 0, 4));
    ck_assert(sees(&w, -1, 3, 9, 3, 0, 1));
    ck_assert(sees(&w, -1, 1, 9, 1, 0, 4));
    ck_assert(!sees(&w, -1, 1, 9, 1, 1.5F, 4));
    world_free(&w);
}
END_TEST

START_TEST(discs_may_touch_walls) {
    world w = {.layer_count = 1};
    square(&w, WORLD_SOLID, 0, 0, 0, 4);
    ck_assert_int_eq(world_create(&w, NULL), WEND_OK);
    float less = nextafterf(1.0F, 0.0F), more = nextafterf(1.0F, 2.0F);
    ck_assert(sees(&w, -9, -1, 9, -1, 1.0F, 0));
    ck_assert(sees(&w, -9, -1, 9, -1, less, 0));
    ck_assert(!sees(&w, -9, -1, 9, -1, more, 0));
    /* The distance from the corner (0, 0) to (-3, -4) is exactly 5. */
    ck_assert(sees(&w, -3, -4, -3, -4, 5.0F, 0));
    ck_assert(!sees(&w, -3, -4, -3, -4, nextafterf(5.0F, 9.0F), 0));
    /* The distance from the corner to the line 3 * x + 4 * y + 25 = 0 is exactly 5. */
    ck_assert(sees(&w, -11, 2, 1, -7, 5.0F, 0));
    ck_assert(!sees(&w, -11, 2, 1, -7, nextafterf(5.0F, 9.0F), 0));
    ck_assert(!sees(&w, -9, 0, 9, 0, 0.001F, 0)); /* along the wall, so the distance is 0 */
    world_free(&w);
}
END_TEST

START_TEST(chains_block_lines_at_corners_and_along_collinear_parts) {
    world w = {.layer_count = 1};
    world_ring *r = world_add(&w, WORLD_OPEN, 0, 0);
    /* The chain goes down to y = 0, along it, and down again. */
    const wend_point points[] = {{0, 3}, {0, 0}, {2, 0}, {4, 0}, {4, -3}};
    memcpy(r->points, points, sizeof points);
    r->count = 5;
    ck_assert_int_eq(world_create(&w, NULL), WEND_OK);
    ck_assert(!sees(&w, -2, 0, 6, 0, 0, 0)); /* along the collinear part, crossing the chain */
    ck_assert(sees(&w, -2, 0, 4, 0, 0, 0));  /* ends on the collinear part */
    ck_assert(sees(&w, 1, 0, 6, 0, 0, 0));   /* begins on the collinear part */
    ck_assert(!sees(&w, 6, 0, -2, 0, 0, 0));
    ck_assert(!sees(&w, 1, 1, -1, -1, 0, 0)); /* through the corner (0, 0) */
    ck_assert(sees(&w, -1, 1, 1, -1, 0, 0));  /* grazes that corner */
    ck_assert(sees(&w, -1, 3, 1, 3, 0, 0));   /* touches the free end */
    ck_assert(!sees(&w, 3, 1, 3, -1, 0, 0));
    ck_assert(!sees(&w, 2, 1, 2, -1, 0, 0)); /* through a collinear vertex */
    world_free(&w);

    world u = {.layer_count = 1};
    r = world_add(&u, WORLD_OPEN, 0, 0);
    const wend_point bay[] = {{0, 3}, {0, 0}, {4, 0}, {4, 3}};
    memcpy(r->points, bay, sizeof bay);
    r->count = 4;
    ck_assert_int_eq(world_create(&u, NULL), WEND_OK);
    ck_assert(sees(&u, -2, 0, 6, 0, 0, 0));  /* along the bottom, from outside to outside */
    ck_assert(sees(&u, -1, 1, 1, -1, 0, 0)); /* grazes the corner (0, 0) */
    world_free(&u);
}
END_TEST

START_TEST(a_closed_chain_has_no_gap) {
    world w = {.layer_count = 1};
    world_ring *r = world_add(&w, WORLD_OPEN, 0, 0);
    const wend_point points[] = {{0, 0}, {4, 0}, {4, 4}, {0, 4}, {0, 0}};
    memcpy(r->points, points, sizeof points);
    r->count = 5;
    ck_assert_int_eq(world_create(&w, NULL), WEND_OK);
    ck_assert_uint_eq(wend_space_wall_count(w.space), 4);
    ck_assert(!sees(&w, -1, -1, 1, 1, 0, 0)); /* through the first point of the chain */
    ck_assert(!sees(&w, 1, 1, 5, 5, 0, 0));
    ck_assert(sees(&w, 1, 1, 3, 3, 0, 0));
    world_free(&w);
}
END_TEST

/* Makes two rooms side by side, layer 0 in the west and layer 1 in the east, joined by a door from
 * (4, 1) to (4, 3). */
static void two_rooms(world *w) {
    *w = (world){.layer_count = 2};
    world_ring *r = world_add(w, WORLD_BOUNDARY, 0, 0);
    const wend_point west[] = {{0, 0}, {4, 0}, {4, 1}, {4, 3}, {4, 4}, {0, 4}};
    memcpy(r->points, west, sizeof west);
    r->count = 6;
    r = world_add(w, WORLD_BOUNDARY, 1, 0);
    const wend_point east[] = {{4, 0}, {8, 0}, {8, 4}, {4, 4}, {4, 3}, {4, 1}};
    memcpy(r->points, east, sizeof east);
    r->count = 6;
    w->links[w->link_count++] = (wend_link_def){{4, 1}, {4, 3}, 0, 1};
    ck_assert_int_eq(world_create(w, NULL), WEND_OK);
}

static bool sees_across(const world *w, float px, float py, float qx, float qy, uint32_t from,
                        uint32_t to, float r) {
    return wend_space_is_visible(w->space, (wend_location){{px, py}, from},
                                 (wend_location){{qx, qy}, to}, r, 0);
}

START_TEST(lines_of_sight_continue_across_links) {
    world w;
    two_rooms(&w);
    ck_assert(sees_across(&w, 1, 2, 7, 2, 0, 1, 0));
    ck_assert(sees_across(&w, 7, 2, 1, 2, 1, 0, 0));
    ck_assert(!sees_across(&w, 1, 2, 7, 2, 0, 0, 0)); /* the line ends on layer 1, not 0 */
    ck_assert(sees_across(&w, 1, 2, 4, 2, 0, 0, 0));  /* ends on the link without crossing it */
    ck_assert(!sees_across(&w, 1, 2, 4, 2, 0, 1, 0));
    ck_assert(sees_across(&w, 4, 2, 7, 2, 0, 1, 0)); /* starts on the link and crosses it */
    ck_assert(sees_across(&w, 4, 2, 1, 2, 1, 0, 0));
    ck_assert(!sees_across(&w, 1, 0.5F, 7, 0.5F, 0, 1, 0)); /* blocked beside the door */
    ck_assert(sees_across(&w, 2, 3, 6, 3, 0, 1, 0));        /* grazes the door post (4, 3) */
    ck_assert(sees_across(&w, 3, 2, 5, 4, 0, 1, 0));
    ck_assert(sees_across(&w, 1, 2, 7, 2, 0, 1, 1.0F)); /* the disc just fits through the door */
    ck_assert(!sees_across(&w, 1, 2, 7, 2, 0, 1, nextafterf(1.0F, 2.0F)));
    ck_assert_uint_eq(
        wend_space_layer_after(w.space, (wend_location){{1, 2}, 0}, (wend_vec2){7, 2}), 1);
    ck_assert_uint_eq(
        wend_space_layer_after(w.space, (wend_location){{1, 2}, 0}, (wend_vec2){4, 2}), 0);
    ck_assert_uint_eq(
        wend_space_layer_after(w.space, (wend_location){{1, 0.5F}, 0}, (wend_vec2){7, 0.5F}), 0);
    world_free(&w);
}
END_TEST

START_TEST(walls_across_links_block_discs) {
    world w;
    two_rooms(&w);
    world_ring *r = world_add(&w, WORLD_SOLID, 1, 0);
    const wend_point post[] = {{4.5, 1.5}, {5.5, 1.5}, {5.5, 2.5}, {4.5, 2.5}};
    memcpy(r->points, post, sizeof post);
    r->count = 4;
    ck_assert_int_eq(world_create(&w, NULL), WEND_OK);
    /* The disc stands in the west room, 0.75 m from the post beyond the door. */
    ck_assert(sees_across(&w, 3.75F, 2, 3.75F, 2, 0, 0, 0.75F));
    ck_assert(!sees_across(&w, 3.75F, 2, 3.75F, 2, 0, 0, 0.8F));
    world_free(&w);
}
END_TEST

/* Makes two layers: layer 0 is the plane around a block, and layer 1 is entered through the block's
 * west side. */
static void block_with_door(world *w, const wend_point *inside, uint32_t count) {
    *w = (world){.layer_count = 2};
    world_ring *r = world_add(w, WORLD_SOLID, 0, 0);
    const wend_point block[] = {{10, 0}, {14, 0}, {14, 4}, {10, 4}};
    memcpy(r->points, block, sizeof block);
    r->count = 4;
    r = world_add(w, WORLD_BOUNDARY, 1, 0);
    memcpy(r->points, inside, count * sizeof *inside);
    r->count = count;
    w->links[w->link_count++] = (wend_link_def){{10, 0}, {10, 4}, 0, 1};
    ck_assert_int_eq(world_create(w, NULL), WEND_OK);
}

START_TEST(walls_beyond_a_link_block_only_if_the_link_is_within_the_radius) {
    world w;
    const wend_point leaning[] = {{10, 0}, {20, 0}, {20, 20}, {10.5, 20}, {10, 4}};
    block_with_door(&w, leaning, 5);
    /* The door post is exactly 5 m away. The slanting wall beyond the link's line is about 3 m
     * away. */
    ck_assert(!sees_across(&w, 7, 8, 7, 8, 0, 0, 5.0F));
    ck_assert(sees_across(&w, 7, 8, 7, 8, 0, 0, nextafterf(5.0F, 0.0F)));
    world_free(&w);
}
END_TEST

START_TEST(walls_of_the_other_layer_on_this_side_of_a_link_are_ignored) {
    world w;
    const wend_point wrapped[] = {{10, 0},  {20, 0},    {20, 10}, {0, 10},
                                  {0, 3.6}, {9.4, 3.6}, {9.8, 7}, {10, 4}};
    block_with_door(&w, wrapped, 8);
    ck_assert(sees_across(&w, 9.5F, 3, 9.5F, 3, 0, 0, 0.8F));
    world_free(&w);
}
END_TEST

START_TEST(invalid_or_distant_points_are_not_visible) {
    world w;
    two_rooms(&w);
    ck_assert(!sees_across(&w, 1, 2, NAN, 2, 0, 0, 0));
    ck_assert(!sees_across(&w, INFINITY, 2, 1, 2, 0, 0, 0));
    ck_assert(!sees_across(&w, 1, 2, 1e30F, 2, 0, 1, 0));
    ck_assert(!sees_across(&w, 1, 2, 1, 3, 0, 0, INFINITY));
    ck_assert(sees_across(&w, 1, 2, 1, 3, 0, 0, NAN));
    world_free(&w);
}
END_TEST

/* ---- At random ------------------------------------------------------------------------------- */

static float random_radius(const world_style *style) {
    static const float radii[] = {0.5F, 1.0F, 1.4142135F, 0.125F, 0.25F, 0.05F};
    return radii[world_draw(6)] * (float)style->scale;
}

typedef struct tally {
    int asked, open, unsure, linked;
} tally;

static void check_query(const world *w, const world_style *style, uint64_t seed, bool with_radius,
                        tally *t) {
    uint32_t classes = world_draw(8);
    wend_location from = {.layer = world_draw(w->layer_count)};
    from.position = world_random_point(w, style, from.layer);
    wend_vec2 to = world_random_point(w, style, from.layer);
    rational_reset();
    if (!oracle_walkable(w, from.layer, rational_from_vec(from.position), classes)) {
        return;
    }
    oracle_path path;
    oracle_follow(w, &path, from.position, to, from.layer);
    uint32_t after = path.parts[path.count - 1].layer;
    ck_assert_msg(wend_space_layer_after(w->space, from, to) == after,
                  "seed %llu: layer after (%a, %a) on %u -> (%a, %a): expected %u",
                  (unsigned long long)seed, (double)from.position.x, (double)from.position.y,
                  from.layer, (double)to.x, (double)to.y, after);
    wend_location goal = {to, world_draw(8) == 0 ? world_draw(w->layer_count) : after};
    float radius = with_radius ? random_radius(style) : 0.0F;
    bool unsure;
    bool expected = oracle_visible(w, from, goal, radius, classes, &unsure);
    t->asked++;
    t->unsure += unsure;
    t->open += expected;
    t->linked += path.count > 1 && expected;
    if (unsure) {
        return;
    }
    ck_assert_msg(wend_space_is_visible(w->space, from, goal, radius, classes) == expected,
                  "seed %llu: (%a, %a) on %u -> (%a, %a) on %u, radius %a, classes %u: expected %d",
                  (unsigned long long)seed, (double)from.position.x, (double)from.position.y,
                  from.layer, (double)to.x, (double)to.y, goal.layer, (double)radius, classes,
                  expected);
}

static void check_random_worlds(bool rooms, bool with_radius, int worlds, int queries) {
    tally total = {0};
    for (int i = 0; i < worlds; i++) {
        const world_style *style = &WORLD_STYLES[i % 5];
        uint64_t seed = (uint64_t)(1000 * i + (rooms ? 7 : 3) + (with_radius ? 100 : 0));
        static world w;
        if (rooms) {
            /* Links must match their edges exactly, so these coordinates are not nudged. */
            world_make_rooms(&w, seed, i % 5 == 1 ? &WORLD_STYLES[0] : style);
        } else {
            world_make_field(&w, seed, style);
        }
        for (int k = 0; k < queries; k++) {
            check_query(&w, style, seed, with_radius, &total);
        }
        world_free(&w);
    }
    ck_assert_int_gt(total.asked, worlds * queries / 8);
    ck_assert_int_gt(total.open, total.asked / 40);
    ck_assert_int_lt(total.open, total.asked * 9 / 10);
    ck_assert_int_lt(total.unsure, total.asked / 10);
    if (rooms) {
        ck_assert_int_gt(total.linked, total.asked / 100);
    }
    printf("%d ways, %d open, %d of them through links, %d left out\n", total.asked, total.open,
           total.linked, total.unsure);
}

START_TEST(matches_oracle_for_points_in_fields) {
    check_random_worlds(false, false, 40, 250);
}
END_TEST

START_TEST(matches_oracle_for_discs_in_fields) {
    check_random_worlds(false, true, 40, 250);
}
END_TEST

START_TEST(matches_oracle_for_points_in_rooms) {
    check_random_worlds(true, false, 60, 250);
}
END_TEST

START_TEST(matches_oracle_for_discs_in_rooms) {
    check_random_worlds(true, true, 60, 250);
}
END_TEST

int main(void) {
    SUITE("space/visible", lines_that_only_touch_walls_are_free,
          walls_of_disabled_classes_do_not_block, discs_may_touch_walls,
          chains_block_lines_at_corners_and_along_collinear_parts, a_closed_chain_has_no_gap,
          lines_of_sight_continue_across_links, walls_across_links_block_discs,
          walls_beyond_a_link_block_only_if_the_link_is_within_the_radius,
          walls_of_the_other_layer_on_this_side_of_a_link_are_ignored,
          invalid_or_distant_points_are_not_visible, matches_oracle_for_points_in_fields,
          matches_oracle_for_discs_in_fields, matches_oracle_for_points_in_rooms,
          matches_oracle_for_discs_in_rooms);
}
