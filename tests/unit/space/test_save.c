/* Saved definitions of spaces: they either load as the same space or are refused. */
/* cost: 7 */
#define _XOPEN_SOURCE 700
#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <wend/random.h>
#include <wend/space.h>

#include "base/hash.h"
#include "support/suite.h"
#include "support/trials.h"

enum { MOST_LAYERS = 4, MOST_PARTS = 6, CLASSES = 3, HEADER = 24 };

/* A random valid space: square floors with sides of 100 m, each with squares in the cells of a
 * grid. Floors are joined along edges, as if by stairs. */
typedef struct sample {
    wend_point points[MOST_LAYERS][4 * MOST_PARTS + 1][5];
    wend_ring boundaries[MOST_LAYERS];
    wend_solid_def solids[MOST_LAYERS][MOST_PARTS];
    wend_open_wall_def walls[MOST_LAYERS][MOST_PARTS];
    wend_terrain_def terrains[MOST_LAYERS][MOST_PARTS];
    wend_ring holes[MOST_LAYERS][MOST_PARTS][2];
    wend_point hole_points[MOST_LAYERS][MOST_PARTS][2][4];
    wend_height_def heights[MOST_LAYERS][2];
    wend_layer_def layers[MOST_LAYERS];
    wend_link_def links[MOST_LAYERS];
    wend_space_def def;
} sample;

static wend_error error;

static uint32_t sample_below(uint64_t seed, uint32_t what, uint32_t below) {
    return (uint32_t)(wend_random_uniform(seed, what, 0, 0) * below);
}

static const wend_point *square(wend_point *out, double x, double y, double size) {
    out[0] = (wend_point){x, y};
    out[1] = (wend_point){x + size, y};
    out[2] = (wend_point){x + size, y + size};
    out[3] = (wend_point){x, y + size};
    return out;
}

/* Makes a square terrain region with up to two square holes side by side in it. */
static void fill_terrain(sample *s, uint32_t l, uint32_t i, double x, double size, uint32_t holes) {
    wend_terrain_def *terrain = &s->terrains[l][i];
    wend_point *corners = s->points[l][1 + 2 * MOST_PARTS + i];
    terrain->ring = (wend_ring){square(corners, x, 50.0, size), 4};
    terrain->type = 1 + i;
    for (uint32_t h = 0; h < holes; h++) {
        double left = x + size * (h == 0 ? 0.125 : 0.5);
        s->holes[l][i][h] =
            (wend_ring){square(s->hole_points[l][i][h], left, 50.0 + 0.25 * size, 0.25 * size), 4};
    }
    terrain->holes = holes > 0 ? s->holes[l][i] : NULL;
    terrain->hole_count = holes;
}

static void fill_layer(sample *s, uint32_t l, uint64_t seed) {
    static const char *const names[MOST_LAYERS] = {"ground", "", NULL, "roof \xc3\xa9"};
    wend_layer_def *layer = &s->layers[l];
    /* Floors with an odd index lie beside the others, so that links can join their coinciding
     * edges. */
    double left = 100.0 * (l % 2);
    layer->name = names[l];
    s->boundaries[l] = (wend_ring){square(s->points[l][0], left, 0.0, 100.0), 4};
    layer->boundaries = &s->boundaries[l];
    layer->boundary_count = 1;
    layer->solid_count = sample_below(seed, 10 * l + 1, MOST_PARTS + 1);
    layer->open_wall_count = sample_below(seed, 10 * l + 2, MOST_PARTS + 1);
    layer->terrain_count = sample_below(seed, 10 * l + 3, MOST_PARTS + 1);
    for (uint32_t i = 0; i < MOST_PARTS; i++) {
        double size = 0.5 + 5.0 * wend_random_uniform(seed, 100 * l + i, 1, 0);
        double x = left + 10.0 * i + 5.0;
        s->solids[l][i] = (wend_solid_def){{square(s->points[l][1 + i], x, 10.0, size), 4},
                                           sample_below(seed, 1000 * l + i, CLASSES)};
        square(s->points[l][1 + MOST_PARTS + i], x, 30.0, size);
        s->walls[l][i] =
            (wend_open_wall_def){s->points[l][1 + MOST_PARTS + i], 2 + i % 3, i % CLASSES};
        fill_terrain(s, l, i, x, size, sample_below(seed, 2000 + 100 * l + i, 3));
    }
    static const float grid[] = {1.0F, 2.0F, 3.0F, 4.0F, 5.0F, 6.0F};
    s->heights[l][0] = (wend_height_def){.z = (double)l, .slope = {0.25, -0.5}};
    s->heights[l][1] = (wend_height_def){.ring = {s->points[l][1], 4},
                                         .z = 7.0,
                                         .grid = grid,
                                         .columns = 3,
                                         .rows = 2,
                                         .grid_low = {1.0, 2.0},
                                         .grid_cell = 0.5};
    layer->heights = s->heights[l];
    layer->height_count = seed % 4 > 1 ? (uint32_t)((l + seed) % 3) : 0;
    layer->solids = s->solids[l];
    layer->open_walls = s->walls[l];
    layer->terrains = s->terrains[l];
}

static void fill(sample *s, uint64_t seed) {
    static const char *const class_names[CLASSES] = {NULL, "crates", "night doors"};
    memset(s, 0, sizeof *s);
    s->def = wend_default_space_def();
    s->def.class_count = CLASSES;
    s->def.class_names = seed % 3 != 0 ? class_names : NULL;
    s->def.has_origin = seed % 4 == 0;
    s->def.origin = (wend_point){12.5, -3.25};
    static const char *const terrain_names[] = {"floor", NULL, "mud \xc3\xa9"};
    s->def.terrain_names = seed % 5 < 2 ? terrain_names : NULL;
    s->def.terrain_name_count = seed % 5 < 2 ? 3 : 0;
    s->def.layer_count = 1 + sample_below(seed, 0, MOST_LAYERS);
    for (uint32_t l = 0; l < s->def.layer_count; l++) {
        fill_layer(s, l, seed);
    }
    s->def.layers = s->layers;
    if (s->def.layer_count >= 2) {
        s->links[0] = (wend_link_def){{100.0, 0.0}, {100.0, 100.0}, 0, 1};
        s->def.links = s->links;
        s->def.link_count = 1;
    }
}

static uint64_t hash_of(const wend_space_def *def) {
    wend_space *space = NULL;
    wend_result result = wend_space_create(def, &space, &error);
    ck_assert_msg(result == WEND_OK, "%s", error.message);
    uint64_t hash = wend_space_hash(space);
    wend_space_release(space);
    return hash;
}

static void *save(const wend_space_def *def, size_t *size) {
    *size = wend_space_def_save(def, NULL, 0);
    ck_assert_uint_gt(*size, HEADER);
    void *bytes = malloc(*size);
    ck_assert_ptr_nonnull(bytes);
    ck_assert_uint_eq(wend_space_def_save(def, bytes, *size), *size);
    return bytes;
}

static void same_points(const wend_point *a, uint32_t n, const wend_point *b, uint32_t m) {
    ck_assert_uint_eq(n, m);
    ck_assert(n == 0 || memcmp(a, b, n * sizeof *a) == 0);
}

static void same_layer(const wend_layer_def *a, const wend_layer_def *b) {
    ck_assert_pstr_eq(a->name, b->name);
    ck_assert_uint_eq(a->boundary_count, b->boundary_count);
    ck_assert_uint_eq(a->solid_count, b->solid_count);
    ck_assert_uint_eq(a->open_wall_count, b->open_wall_count);
    ck_assert_uint_eq(a->terrain_count, b->terrain_count);
    ck_assert_uint_eq(a->height_count, b->height_count);
    for (uint32_t i = 0; i < a->boundary_count; i++) {
        same_points(a->boundaries[i].points, a->boundaries[i].count, b->boundaries[i].points,
                    b->boundaries[i].count);
    }
    for (uint32_t i = 0; i < a->solid_count; i++) {
        same_points(a->solids[i].ring.points, a->solids[i].ring.count, b->solids[i].ring.points,
                    b->solids[i].ring.count);
        ck_assert_uint_eq(a->solids[i].obstacle_class, b->solids[i].obstacle_class);
    }
    for (uint32_t i = 0; i < a->open_wall_count; i++) {
        same_points(a->open_walls[i].points, a->open_walls[i].count, b->open_walls[i].points,
                    b->open_walls[i].count);
        ck_assert_uint_eq(a->open_walls[i].obstacle_class, b->open_walls[i].obstacle_class);
    }
    for (uint32_t i = 0; i < a->terrain_count; i++) {
        same_points(a->terrains[i].ring.points, a->terrains[i].ring.count,
                    b->terrains[i].ring.points, b->terrains[i].ring.count);
        ck_assert_uint_eq(a->terrains[i].type, b->terrains[i].type);
        ck_assert_uint_eq(a->terrains[i].hole_count, b->terrains[i].hole_count);
        for (uint32_t h = 0; h < a->terrains[i].hole_count; h++) {
            same_points(a->terrains[i].holes[h].points, a->terrains[i].holes[h].count,
                        b->terrains[i].holes[h].points, b->terrains[i].holes[h].count);
        }
    }
}

static void same_def(const wend_space_def *a, const wend_space_def *b) {
    ck_assert_uint_eq(a->layer_count, b->layer_count);
    ck_assert_uint_eq(a->link_count, b->link_count);
    ck_assert_uint_eq(a->class_count, b->class_count);
    ck_assert(a->has_origin == b->has_origin);
    ck_assert(memcmp(&a->origin, &b->origin, sizeof a->origin) == 0);
    ck_assert((a->class_names == NULL) == (b->class_names == NULL));
    for (uint32_t i = 0; i < a->class_count && a->class_names != NULL; i++) {
        ck_assert_pstr_eq(a->class_names[i], b->class_names[i]);
    }
    ck_assert_uint_eq(a->terrain_name_count, b->terrain_name_count);
    for (uint32_t i = 0; i < a->terrain_name_count; i++) {
        ck_assert_pstr_eq(a->terrain_names[i], b->terrain_names[i]);
    }
    for (uint32_t i = 0; i < a->layer_count; i++) {
        same_layer(&a->layers[i], &b->layers[i]);
    }
    for (uint32_t i = 0; i < a->link_count; i++) {
        ck_assert(memcmp(&a->links[i], &b->links[i], sizeof a->links[i]) == 0);
    }
}

START_TEST(saved_spaces_load_unchanged) {
    static sample s;
    for (uint64_t seed = 1; seed <= trials(200); seed++) {
        fill(&s, seed);
        uint64_t before = hash_of(&s.def);
        size_t size = 0;
        void *bytes = save(&s.def, &size);
        wend_space_def *back = NULL;
        wend_result loaded = wend_space_def_load(bytes, size, NULL, &back, &error);
        ck_assert_msg(loaded == WEND_OK, "%s", error.message);
        same_def(&s.def, back);
        ck_assert_msg(before == hash_of(back), "seed %u", (unsigned)seed);
        wend_space_def_destroy(back);
        free(bytes);
    }
    wend_space_def_destroy(NULL);
}
END_TEST

START_TEST(saved_open_ground_loads_unchanged) {
    wend_space_def def = wend_default_space_def();
    size_t size = 0;
    void *bytes = save(&def, &size);
    wend_space_def *back = NULL;
    ck_assert_int_eq(wend_space_def_load(bytes, size, NULL, &back, &error), WEND_OK);
    same_def(&def, back);
    ck_assert(hash_of(&def) == hash_of(back));
    wend_space_def_destroy(back);
    free(bytes);
}
END_TEST

START_TEST(writes_nothing_if_buffer_is_too_small) {
    static sample s;
    fill(&s, 5);
    size_t size = wend_space_def_save(&s.def, NULL, 0);
    uint8_t *bytes = malloc(size);
    memset(bytes, 0xab, size);
    ck_assert_uint_eq(wend_space_def_save(&s.def, bytes, size - 1), size);
    for (size_t i = 0; i < size; i++) {
        ck_assert_uint_eq(bytes[i], 0xab);
    }
    free(bytes);
}
END_TEST

START_TEST(damaged_bytes_are_refused) {
    static sample s;
    fill(&s, 7);
    size_t size = 0;
    uint8_t *bytes = save(&s.def, &size);
    wend_space_def *back = NULL;
    for (size_t i = 0; i < size; i++) {
        for (int bit = 0; bit < 8; bit++) {
            bytes[i] ^= (uint8_t)(1 << bit);
            ck_assert_int_eq(wend_space_def_load(bytes, size, NULL, &back, &error),
                             WEND_ERROR_FORMAT);
            bytes[i] ^= (uint8_t)(1 << bit);
        }
    }
    for (size_t i = 0; i < size; i++) {
        ck_assert_int_eq(wend_space_def_load(bytes, i, NULL, &back, &error), WEND_ERROR_FORMAT);
    }
    ck_assert_ptr_null(back);
    free(bytes);
}
END_TEST

/* Writes counts that are larger than the data that follows, with a matching checksum. */
START_TEST(refuses_oversized_counts_with_valid_checksum) {
    static sample s;
    fill(&s, 9);
    size_t size = 0;
    uint8_t *bytes = save(&s.def, &size);
    uint8_t *bad = malloc(size);
    uint32_t version = 1, kind = 1, huge = 0xfffffff0u;
    for (size_t at = HEADER; at + 4 <= size; at++) {
        memcpy(bad, bytes, size);
        memcpy(bad + at, &huge, sizeof huge);
        uint64_t checksum =
            hash_bytes(bad + HEADER, size - HEADER, ((uint64_t)kind << 32) | version);
        memcpy(bad + 16, &checksum, sizeof checksum);
        wend_space_def *back = NULL;
        if (wend_space_def_load(bad, size, NULL, &back, &error) == WEND_OK) {
            wend_space *space =
                NULL; /* a coordinate or class was overwritten; wend_space_create may refuse it */
            if (wend_space_create(back, &space, &error) == WEND_OK) {
                wend_space_release(space);
            }
            wend_space_def_destroy(back);
        } else {
            ck_assert_ptr_nonnull(strstr(error.message, "the map cannot be read: "));
        }
    }
    free(bad);
    free(bytes);
}
END_TEST

START_TEST(reports_wrong_version_or_kind_of_file) {
    static sample s;
    fill(&s, 7);
    size_t size = 0;
    uint8_t *bytes = save(&s.def, &size);
    wend_space_def *back = NULL;
    uint32_t number = 2;
    memcpy(bytes + 12, &number, sizeof number);
    uint64_t checksum = hash_bytes(bytes + HEADER, size - HEADER, ((uint64_t)2 << 32) | 1);
    memcpy(bytes + 16, &checksum, sizeof checksum);
    ck_assert_int_eq(wend_space_def_load(bytes, size, NULL, &back, &error), WEND_ERROR_FORMAT);
    ck_assert_str_eq(error.message, "the file contains a map, expected a space");
    memcpy(bytes + 8, &number, sizeof number);
    ck_assert_int_eq(wend_space_def_load(bytes, size, NULL, &back, &error), WEND_ERROR_FORMAT);
    ck_assert_str_eq(error.message, "the map has version 2, this library reads version 1");
    free(bytes);
}
END_TEST

START_TEST(saved_file_is_complete_or_absent) {
    static sample s;
    fill(&s, 11);
    char folder[] = "/tmp/wend-save-XXXXXX", path[64], part[80];
    ck_assert_ptr_nonnull(mkdtemp(folder));
    snprintf(path, sizeof path, "%s/a.wmap", folder);
    snprintf(part, sizeof part, "%s.part", path);
    ck_assert_int_eq(wend_space_def_save_file(&s.def, path, &error), WEND_OK);
    wend_space_def *back = NULL;
    ck_assert_int_eq(wend_space_def_load_file(path, NULL, &back, &error), WEND_OK);
    same_def(&s.def, back);
    wend_space_def_destroy(back);
    ck_assert_int_eq(truncate(path, 100), 0);
    ck_assert_int_eq(wend_space_def_load_file(path, NULL, &back, &error), WEND_ERROR_FORMAT);
    ck_assert_str_eq(error.path, path);
    ck_assert_int_eq(remove(path), 0);
    ck_assert_int_eq(wend_space_def_load_file(path, NULL, &back, &error), WEND_ERROR_IO);
    ck_assert_str_eq(error.message, "cannot read the map: No such file or directory");
    ck_assert_int_eq(symlink("/dev/full", part), 0);
    ck_assert_int_eq(wend_space_def_save_file(&s.def, path, &error), WEND_ERROR_IO);
    struct stat found;
    ck_assert_int_ne(lstat(path, &found), 0);
    ck_assert_int_ne(lstat(part, &found), 0);
    ck_assert_int_eq(rmdir(folder), 0);
}
END_TEST

START_TEST(refuses_name_that_is_too_long) {
    char name[5000];
    memset(name, 'a', sizeof name - 1);
    name[sizeof name - 1] = 0;
    wend_layer_def layer = {.name = name};
    wend_space_def def = wend_default_space_def();
    def.layers = &layer;
    def.layer_count = 1;
    ck_assert_uint_eq(wend_space_def_save(&def, NULL, 0), 0);
    ck_assert_int_eq(wend_space_def_save_file(&def, "never.wmap", &error), WEND_ERROR_LIMIT);
    ck_assert_str_eq(error.message,
                     "the space cannot be saved: a string is longer than 4095 bytes");
}
END_TEST

/* Constants lie in memory that the program must not write to, so a write ends the test. */
START_TEST(saving_only_reads_the_definition) {
    static const wend_point room[] = {{0, 0}, {9, 0}, {9, 9}, {0, 9}};
    static const wend_ring rings[] = {{room, 4}};
    static const wend_solid_def solids[] = {{{room, 4}, 0}};
    static const wend_open_wall_def walls[] = {{room, 2, 0}};
    static const wend_terrain_def terrains[] = {{{room, 4}, 1, rings, 1}};
    static const float grid[] = {0, 1, 2, 3};
    static const wend_height_def heights[] = {{{room, 4}, 1, {0, 1}, grid, 2, 2, {0, 0}, 1},
                                              {{room, 4}, 1, {0, 0}, NULL, 0, 0, {0, 0}, 0}};
    static const wend_layer_def layers[] = {
        {"ground", rings, 1, solids, 1, walls, 1, terrains, 1, heights, 2}};
    static const wend_link_def links[] = {{{0, 0}, {1, 0}, 0, 1}};
    static const char *const names[] = {"walker"};
    static const wend_connection_def connections[] = {
        {"lift", {1, 1}, {2, 2}, 0, 0, true, 1, 1, 1, names, 1}};
    wend_space_def def = wend_default_space_def();
    def.layers = layers;
    def.links = links;
    def.connections = connections;
    def.class_names = def.terrain_names = names;
    def.layer_count = def.link_count = def.connection_count = 1;
    def.class_count = def.terrain_name_count = 1;
    uint8_t bytes[2000];
    size_t size = wend_space_def_save(&def, bytes, sizeof bytes);
    ck_assert(size > 24 && size < sizeof bytes);
    wend_space_def *again = NULL;
    ck_assert_int_eq(wend_space_def_load(bytes, size, NULL, &again, &error), WEND_OK);
    ck_assert_uint_eq(again->layers[0].height_count, 2);
    ck_assert(again->connections[0].one_way);
    wend_space_def_destroy(again);
}
END_TEST

START_TEST(a_failed_save_leaves_the_definition_as_it_is) {
    char name[5000];
    memset(name, 'a', sizeof name - 1);
    name[sizeof name - 1] = 0;
    wend_point room[] = {{0, 0}, {9, 0}, {9, 9}, {0, 9}};
    wend_ring ring = {room, 4};
    wend_layer_def layer = {.name = name, .boundaries = &ring, .boundary_count = 1};
    wend_space_def def = wend_default_space_def();
    def.layers = &layer;
    def.layer_count = 1;
    ck_assert_uint_eq(wend_space_def_save(&def, NULL, 0), 0);
    ck_assert_uint_eq(layer.boundary_count, 1);
    ck_assert_uint_eq(ring.count, 4);
}
END_TEST

START_TEST(def_of_invalid_size_is_not_saved) {
    wend_space_def def = {0};
    ck_assert_uint_eq(wend_space_def_save(&def, NULL, 0), 0);
    ck_assert_int_eq(wend_space_def_save_file(&def, "never.wmap", &error), WEND_ERROR_INVALID);
    ck_assert_str_eq(error.message,
                     "a wend_space_def has size 0: initialise it with wend_default_space_def()");
}
END_TEST

/* An allocator that fails after a given number of calls, and counts the bytes in use. */
typedef struct limited_heap {
    int left;
    size_t held;
} limited_heap;

static void *limited_allocate(void *user, size_t size) {
    limited_heap *s = user;
    if (s->left-- <= 0) {
        return NULL;
    }
    s->held += size;
    return aligned_alloc(64, (size + 63) / 64 * 64);
}

static void limited_release(void *user, void *block, size_t size) {
    ((limited_heap *)user)->held -= size;
    free(block);
}

START_TEST(failed_loads_release_their_memory) {
    static sample s;
    fill(&s, 13);
    size_t size = 0;
    void *bytes = save(&s.def, &size);
    for (int calls = 0; calls < 20; calls++) {
        limited_heap pool = {calls, 0};
        wend_allocator allocator = {limited_allocate, limited_release, &pool};
        wend_space_def *back = NULL;
        if (wend_space_def_load(bytes, size, &allocator, &back, &error) == WEND_OK) {
            same_def(&s.def, back);
            ck_assert_uint_gt(pool.held, 0);
        }
        wend_space_def_destroy(back);
        ck_assert_uint_eq(pool.held, 0);
    }
    free(bytes);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("save");
    TCase *tests = tcase_create("save");
    tcase_set_timeout(tests, SUITE_TIMEOUT);
    tcase_add_test(tests, saved_spaces_load_unchanged);
    tcase_add_test(tests, saved_open_ground_loads_unchanged);
    tcase_add_test(tests, writes_nothing_if_buffer_is_too_small);
    tcase_add_test(tests, damaged_bytes_are_refused);
    tcase_add_test(tests, refuses_oversized_counts_with_valid_checksum);
    tcase_add_test(tests, reports_wrong_version_or_kind_of_file);
    tcase_add_test(tests, saved_file_is_complete_or_absent);
    tcase_add_test(tests, refuses_name_that_is_too_long);
    tcase_add_test(tests, saving_only_reads_the_definition);
    tcase_add_test(tests, a_failed_save_leaves_the_definition_as_it_is);
    tcase_add_test(tests, def_of_invalid_size_is_not_saved);
    tcase_add_test(tests, failed_loads_release_their_memory);
    suite_add_tcase(suite, tests);
    return suite_finish(suite);
}
