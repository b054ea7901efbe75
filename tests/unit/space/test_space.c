/* Creating, sharing and describing a space; its walls and links. */
#include <pthread.h>

#include "space/space.h"
#include "support/suite.h"
#include "worlds.h"

static const wend_point ROOM[] = {{0, 0}, {10, 0}, {10, 10}, {0, 10}};
static const wend_point BLOCK[] = {{2, 2}, {4, 2}, {4, 4}, {2, 4}};
static const wend_point CHAIN[] = {{6, 2}, {8, 2}, {8, 4}};

typedef struct example {
    wend_ring room;
    wend_solid_def block;
    wend_open_wall_def chain;
    wend_layer_def layer;
    wend_space_def def;
} example;

static void make_example(example *e) {
    *e = (example){.room = {ROOM, 4}, .block = {{BLOCK, 4}, 1}, .chain = {CHAIN, 3, 0}};
    e->layer = (wend_layer_def){.name = "hall",
                                .boundaries = &e->room,
                                .boundary_count = 1,
                                .solids = &e->block,
                                .solid_count = 1,
                                .open_walls = &e->chain,
                                .open_wall_count = 1};
    e->def = wend_default_space_def();
    e->def.layers = &e->layer;
    e->def.layer_count = 1;
    e->def.class_count = 2;
}

static wend_space *create(const wend_space_def *def) {
    wend_space *space = NULL;
    wend_error error;
    ck_assert_msg(wend_space_create(def, &space, &error) == WEND_OK, "%s", error.message);
    return space;
}

START_TEST(reports_properties_of_a_space) {
    example e;
    make_example(&e);
    const char *const names[] = {"walls", "gate"};
    e.def.class_names = names;
    wend_space *space = create(&e.def);
    ck_assert_uint_eq(wend_space_layer_count(space), 1);
    ck_assert_uint_eq(wend_space_link_count(space), 0);
    ck_assert_uint_eq(wend_space_wall_count(space), 10);
    ck_assert_uint_eq(wend_space_class_count(space), 2);
    ck_assert_str_eq(wend_space_layer_name(space, 0), "hall");
    ck_assert_str_eq(wend_space_class_name(space, 1), "gate");
    ck_assert(wend_space_area(space, 0) == 96.0);
    wend_vec2 low, high;
    ck_assert(wend_space_bounds(space, &low, &high));
    ck_assert(low.x == 0.0F && low.y == 0.0F && high.x == 10.0F && high.y == 10.0F);
    wend_space_release(space);
    wend_space_release(NULL);
}
END_TEST

START_TEST(walls_have_free_ground_on_their_left) {
    for (int turned = 0; turned < 2; turned++) {
        example e;
        make_example(&e);
        wend_point room[4], block[4];
        for (int i = 0; i < 4; i++) {
            room[i] = ROOM[turned != 0 ? 3 - i : i];
            block[i] = BLOCK[turned != 0 ? 3 - i : i];
        }
        e.room.points = room;
        e.block.ring.points = block;
        wend_space *space = create(&e.def);
        for (uint32_t i = 0; i < 8; i++) {
            wend_wall wall = wend_space_wall(space, i);
            wend_wall next = wend_space_wall(space, wall.next);
            ck_assert(wall.one_sided && wall.layer == 0);
            ck_assert_uint_eq(wall.obstacle_class, i < 4 ? 0 : 1);
            ck_assert(next.a.x == wall.b.x && next.a.y == wall.b.y);
            ck_assert_uint_eq(next.previous, i);
            float x = 0.5F * (wall.a.x + wall.b.x) - 0.1F * (wall.b.y - wall.a.y);
            float y = 0.5F * (wall.a.y + wall.b.y) + 0.1F * (wall.b.x - wall.a.x);
            ck_assert(wend_space_is_walkable(space, (wend_location){{x, y}, 0}, WEND_ALL_CLASSES));
            /* The corners of the block are convex; the corners of the room are not. */
            ck_assert_int_eq(wall.convex_a, i >= 4);
            ck_assert_int_eq(wall.convex_b, i >= 4);
        }
        wend_wall first = wend_space_wall(space, 8), last = wend_space_wall(space, 9);
        ck_assert(!first.one_sided && first.previous == WEND_NO_WALL && first.next == 9);
        ck_assert(last.previous == 8 && last.next == WEND_NO_WALL);
        ck_assert(first.convex_a && last.convex_b);   /* free ends */
        ck_assert(!first.convex_b && !last.convex_a); /* the wall turns left here */
        ck_assert(space_walls(space)[9].a.x == 8.0F);
        wend_space_release(space);
    }
}
END_TEST

START_TEST(edges_with_links_are_not_walls) {
    const wend_point west[] = {{0, 0}, {4, 0}, {4, 4}, {0, 4}};
    const wend_point east[] = {{4, 0}, {8, 0}, {8, 4}, {4, 4}};
    const wend_ring rings[] = {{west, 4}, {east, 4}};
    const wend_layer_def layers[] = {{.boundaries = &rings[0], .boundary_count = 1},
                                     {.boundaries = &rings[1], .boundary_count = 1}};
    const wend_link_def link = {{4, 0}, {4, 4}, 0, 1};
    wend_space_def def = wend_default_space_def();
    def.layers = layers;
    def.layer_count = 2;
    def.links = &link;
    def.link_count = 1;
    wend_space *space = create(&def);
    ck_assert_uint_eq(wend_space_wall_count(space), 6);
    wend_link found = wend_space_link(space, 0);
    ck_assert(found.a.x == 4.0F && found.a.y == 0.0F && found.b.y == 4.0F);
    ck_assert_uint_eq(found.left_layer, 0);
    ck_assert_uint_eq(found.right_layer, 1);
    wend_wall south = wend_space_wall(space, 0), north = wend_space_wall(space, 1);
    ck_assert(south.next == WEND_NO_WALL && south.convex_b && !south.convex_a);
    ck_assert(north.previous == WEND_NO_WALL && north.convex_a && !north.convex_b);
    wend_space_release(space);
}
END_TEST

START_TEST(chooses_an_origin_near_distant_geometry) {
    const struct {
        double x, y;
        wend_point origin;
    } cases[] = {{0, 0, {0, 0}},
                 {1014, -1024, {0, 0}},
                 {1014.5, 0, {1020, 5}},
                 {500000.25, 200000, {500005, 200005}}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        example e;
        make_example(&e);
        wend_point room[4];
        for (int k = 0; k < 4; k++) {
            room[k] = (wend_point){ROOM[k].x + cases[i].x, ROOM[k].y + cases[i].y};
        }
        e.room.points = room;
        e.layer.solid_count = 0;
        e.layer.open_wall_count = 0;
        wend_space *space = create(&e.def);
        wend_point origin = wend_space_origin(space);
        ck_assert_msg(origin.x == cases[i].origin.x && origin.y == cases[i].origin.y,
                      "case %zu: (%g, %g)", i, origin.x, origin.y);
        wend_vec2 local = wend_space_to_local(space, room[2]);
        wend_point back = wend_space_from_local(space, local);
        ck_assert(back.x == room[2].x && back.y == room[2].y);
        wend_space_release(space);
    }
    example e;
    make_example(&e);
    e.def.has_origin = true;
    e.def.origin = (wend_point){5, -3};
    wend_space *space = create(&e.def);
    ck_assert(wend_space_wall(space, 0).a.x == -5.0F && wend_space_wall(space, 0).a.y == 3.0F);
    wend_space_release(space);
}
END_TEST

static uint64_t hash_of(const wend_space_def *def) {
    wend_space *space = create(def);
    uint64_t hash = wend_space_hash(space);
    wend_space_release(space);
    return hash;
}

START_TEST(hash_depends_on_content) {
    example e;
    make_example(&e);
    uint64_t base = hash_of(&e.def);
    ck_assert_uint_eq(hash_of(&e.def), base);
    wend_point moved[4] = {ROOM[0], ROOM[1], ROOM[2], {0, 10.00001}};
    e.room.points = moved;
    ck_assert_uint_ne(hash_of(&e.def), base);
    moved[3].y = 10.0 + 1e-12; /* the same point after rounding */
    ck_assert_uint_eq(hash_of(&e.def), base);
    moved[0].x = -0.0;
    ck_assert_uint_eq(hash_of(&e.def), base);
    e.block.obstacle_class = 0;
    ck_assert_uint_ne(hash_of(&e.def), base);
    e.block.obstacle_class = 1;
    e.layer.name = "other"; /* names are not part of the content */
    ck_assert_uint_eq(hash_of(&e.def), base);
    e.layer.name = NULL;
    e.def.class_names = NULL;
    ck_assert_uint_eq(hash_of(&e.def), base);
    e.def.class_count = 3;
    ck_assert_uint_ne(hash_of(&e.def), base);
    e.def.class_count = 2;
    wend_terrain_def terrain = {.ring = {BLOCK, 4}, .type = 1};
    e.layer.terrains = &terrain;
    e.layer.terrain_count = 1;
    ck_assert_uint_ne(hash_of(&e.def), base);
    e.layer.terrain_count = 0;
    e.def.has_origin = true;
    e.def.origin.x = 1.0;
    ck_assert_uint_ne(hash_of(&e.def), base);
}
END_TEST

/* Two floors have two links between them. The links may be given in any order and direction. */
START_TEST(hash_does_not_depend_on_order_or_direction_of_links) {
    static const wend_point low[] = {{0, 0}, {10, 0}, {10, 3}, {10, 5}, {10, 7}, {10, 9}, {0, 9}};
    static const wend_point high[] = {{10, 0}, {20, 0}, {20, 9}, {10, 9},
                                      {10, 7}, {10, 5}, {10, 3}};
    wend_ring rings[] = {{low, 7}, {high, 7}};
    wend_layer_def layers[] = {{.boundaries = &rings[0], .boundary_count = 1},
                               {.boundaries = &rings[1], .boundary_count = 1}};
    wend_link_def links[] = {{{10, 3}, {10, 5}, 0, 1}, {{10, 7}, {10, 9}, 0, 1}};
    wend_link_def others[] = {{{10, 9}, {10, 7}, 1, 0}, {{10, 3}, {10, 5}, 0, 1}};
    wend_space_def def = wend_default_space_def();
    def.layers = layers;
    def.layer_count = 2;
    def.links = links;
    def.link_count = 2;
    uint64_t base = hash_of(&def);
    def.links = others;
    ck_assert_uint_eq(hash_of(&def), base);
    def.link_count = 1;
    ck_assert_uint_ne(hash_of(&def), base);
}
END_TEST

/* ---- Memory and threads ---------------------------------------------------------------------- */

typedef struct counted {
    size_t left, held;
} counted;

static void *counted_allocate(void *user, size_t size) {
    counted *c = user;
    if (c->left == 0) {
        return NULL;
    }
    c->left--;
    c->held += size;
    return aligned_alloc(64, (size + 63) / 64 * 64);
}

static void counted_release(void *user, void *block, size_t size) {
    counted *c = user;
    c->held -= size;
    free(block);
}

START_TEST(every_failed_allocation_is_reported_without_leaks) {
    example e;
    make_example(&e);
    wend_terrain_def terrain = {.ring = {BLOCK, 4}, .type = 1};
    e.layer.terrains = &terrain;
    e.layer.terrain_count = 1;
    bool made = false;
    int failed = 0;
    for (size_t allowed = 0; allowed < 1000 && !made; allowed++) {
        counted c = {allowed, 0};
        e.def.allocator = (wend_allocator){counted_allocate, counted_release, &c};
        wend_space *space = NULL;
        wend_error error;
        wend_result result = wend_space_create(&e.def, &space, &error);
        made = result == WEND_OK;
        failed += !made;
        ck_assert(made || (result == WEND_ERROR_MEMORY && space == NULL));
        wend_space_release(space);
        ck_assert_uint_eq(c.held, 0);
    }
    ck_assert(made);
    ck_assert_int_gt(failed, 5);
}
END_TEST

static void *share(void *argument) {
    wend_space *space = argument;
    for (int i = 0; i < 20000; i++) {
        wend_space_retain(space);
        wend_location from = {{1.0F, 1.0F}, 0}, to = {{5.0F, (float)(i % 10)}, 0};
        ck_assert_int_eq(wend_space_is_visible(space, from, to, 0.0F, 0), true);
        wend_space_release(space);
    }
    return NULL;
}

START_TEST(threads_can_share_a_space) {
    example e;
    make_example(&e);
    counted c = {1000000, 0};
    e.def.allocator = (wend_allocator){counted_allocate, counted_release, &c};
    wend_space *space = create(&e.def);
    size_t left = c.left;
    pthread_t threads[2];
    for (int i = 0; i < 2; i++) {
        ck_assert_int_eq(pthread_create(&threads[i], NULL, share, space), 0);
    }
    for (int i = 0; i < 2; i++) {
        pthread_join(threads[i], NULL);
    }
    ck_assert_uint_eq(c.left, left); /* queries allocate nothing */
    ck_assert_uint_gt(c.held, 0);
    wend_space_release(space);
    ck_assert_uint_eq(c.held, 0);
}
END_TEST

/* A wall as long as the space comes near many cells. The index must stay small even with many such
 * walls. */
START_TEST(index_stays_small_with_long_walls) {
    enum { COUNT = 3000 };
    static wend_point ends[COUNT][2];
    static wend_open_wall_def walls[COUNT];
    for (int i = 0; i < COUNT; i++) {
        ends[i][0] = (wend_point){0, i};
        ends[i][1] = (wend_point){1000, i + 0.5};
        walls[i] = (wend_open_wall_def){ends[i], 2, 0};
    }
    wend_layer_def layer = {.open_walls = walls, .open_wall_count = COUNT};
    wend_space_def def = wend_default_space_def();
    def.layers = &layer;
    def.layer_count = 1;
    wend_space *space = create(&def);
    const space_grid *grid = &space->layers[0].grid;
    ck_assert_uint_le(grid->start[grid->columns * grid->rows], 16 * COUNT + 65536);
    ck_assert_uint_lt(space->memory.held, 64U << 20);
    wend_vec2 origin = {(float)wend_space_origin(space).x, (float)wend_space_origin(space).y};
    wend_location from = {{500.0F - origin.x, 99.75F - origin.y}, 0};
    wend_location to = {{500.0F - origin.x, 100.75F - origin.y}, 0};
    ck_assert(!wend_space_is_visible(space, from, to, 0.0F, 0));
    wend_space_release(space);
}
END_TEST

int main(void) {
    SUITE("space/space", reports_properties_of_a_space, walls_have_free_ground_on_their_left,
          edges_with_links_are_not_walls, chooses_an_origin_near_distant_geometry,
          hash_depends_on_content, hash_does_not_depend_on_order_or_direction_of_links,
          every_failed_allocation_is_reported_without_leaks, threads_can_share_a_space,
          index_stays_small_with_long_walls);
}
