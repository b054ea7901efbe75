/* Connections of a space: which ones are refused, what the hash covers, and the saved bytes. */
#include <check.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <wend/space.h>

#include "base/hash.h"
#include "support/suite.h"
#include "support/worlds.h"

enum { HEADER = 24 };

static const wend_point corners[] = {{0, 0}, {20, 0}, {20, 12}, {0, 12}};
static const wend_point block[] = {{8, 4}, {12, 4}, {12, 8}, {8, 8}};
static const char *const names[] = {"staff", "guest"};
static wend_error error;

/* Two floors with two connections. The first floor contains a block of class 0 and a crate of class
 * 1. */
typedef struct building {
    wend_ring ring;
    wend_solid_def solids[2];
    wend_point crate[4];
    wend_layer_def layers[2];
    wend_connection_def connections[2];
    wend_space_def def;
} building;

static void build(building *b) {
    memset(b, 0, sizeof *b);
    b->ring = (wend_ring){corners, 4};
    static const wend_point crate[] = {{14, 4}, {16, 4}, {16, 8}, {14, 8}};
    memcpy(b->crate, crate, sizeof crate);
    b->solids[0] = (wend_solid_def){{block, 4}, 0};
    b->solids[1] = (wend_solid_def){{b->crate, 4}, 1};
    for (int i = 0; i < 2; i++) {
        b->layers[i] = (wend_layer_def){.name = i == 0 ? "ground" : "roof",
                                        .boundaries = &b->ring,
                                        .boundary_count = 1,
                                        .solids = b->solids,
                                        .solid_count = i == 0 ? 2 : 0};
        b->connections[i] = wend_default_connection_def();
    }
    b->connections[0].name = "ladder";
    b->connections[0].from = (wend_point){2, 3};
    b->connections[0].to = (wend_point){2.5, 3};
    b->connections[0].to_layer = 1;
    b->connections[0].profiles = names;
    b->connections[0].profile_count = 2;
    b->connections[1].from = (wend_point){5, 1};
    b->connections[1].to = (wend_point){5, 9};
    b->connections[1].cost = 4.0;
    b->connections[1].duration = 2.0;
    b->def = wend_default_space_def();
    b->def.layers = b->layers;
    b->def.layer_count = 2;
    b->def.class_count = 2;
    b->def.connections = b->connections;
    b->def.connection_count = 2;
}

static uint64_t hash_of(const wend_space_def *def) {
    wend_space *space = NULL;
    ck_assert_msg(wend_space_create(def, &space, &error) == WEND_OK, "%s", error.message);
    uint64_t hash = wend_space_hash(space);
    wend_space_release(space);
    return hash;
}

static uint8_t *save(const wend_space_def *def, size_t *size) {
    *size = wend_space_def_save(def, NULL, 0);
    uint8_t *bytes = malloc(*size);
    ck_assert_uint_eq(wend_space_def_save(def, bytes, *size), *size);
    return bytes;
}

/* ---- Refusals -------------------------------------------------------------------------------- */

static void expect(const wend_space_def *def, wend_result result, const char *message) {
    wend_space *space = NULL;
    error = (wend_error){0};
    wend_result got = wend_space_create(def, &space, &error);
    ck_assert_msg(got == result, "%d, not %d: %s", got, result, error.message);
    ck_assert_str_eq(error.message, message);
    ck_assert_ptr_null(space);
}

START_TEST(refuses_connections_that_end_off_walkable_ground) {
    building b;
    build(&b);
    b.connections[0].to = (wend_point){21, 3};
    expect(&b.def, WEND_ERROR_GEOMETRY,
           "connection 0: its end 'to' at (21, 3) is not on the walkable ground of layer 1 'roof'");
    build(&b);
    b.connections[1].from = (wend_point){10, 6}; /* inside the block of class 0 */
    expect(&b.def, WEND_ERROR_GEOMETRY,
           "connection 1: its end 'from' at (10, 6) is not on the walkable ground of layer 0 "
           "'ground'");
    build(&b);
    b.connections[1].from =
        (wend_point){15, 6}; /* inside the block of class 1, which can be switched off */
    hash_of(&b.def);
    b.connections[1].from = (wend_point){0, 6}; /* on a wall */
    hash_of(&b.def);
}
END_TEST

START_TEST(refuses_unknown_layers) {
    building b;
    build(&b);
    b.connections[1].to_layer = 2;
    expect(&b.def, WEND_ERROR_INVALID,
           "connection 1 names layer 2; the space has the layers 0 to 1");
    b.connections[1].to_layer = UINT32_MAX;
    expect(&b.def, WEND_ERROR_INVALID,
           "connection 1 names layer 4294967295; the space has the layers 0 to 1");
}
END_TEST

START_TEST(refuses_invalid_numbers) {
    static const struct {
        size_t offset;
        double value;
        const char *wrong;
    } cases[] = {
        {offsetof(wend_connection_def, from.x), NAN, "both ends must be finite"},
        {offsetof(wend_connection_def, from.y), INFINITY, "both ends must be finite"},
        {offsetof(wend_connection_def, to.x), -INFINITY, "both ends must be finite"},
        {offsetof(wend_connection_def, to.y), NAN, "both ends must be finite"},
        {offsetof(wend_connection_def, cost), NAN, "its cost must be at most 1000000 m"},
        {offsetof(wend_connection_def, cost), 1e7, "its cost must be at most 1000000 m"},
        {offsetof(wend_connection_def, duration), NAN, "its duration must be at most 1000000 s"},
        {offsetof(wend_connection_def, duration), 1e7, "its duration must be at most 1000000 s"},
        {offsetof(wend_connection_def, radius), 0.0,
         "its radius must be above 0 and at most 100 m"},
        {offsetof(wend_connection_def, radius), -1.,
         "its radius must be above 0 and at most 100 m"},
        {offsetof(wend_connection_def, radius), NAN,
         "its radius must be above 0 and at most 100 m"},
        {offsetof(wend_connection_def, radius), 101,
         "its radius must be above 0 and at most 100 m"},
        {offsetof(wend_connection_def, to.y), 1.0, "it joins a point with itself"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        building b;
        build(&b);
        memcpy((char *)&b.connections[1] + cases[i].offset, &cases[i].value, sizeof(double));
        wend_space *space = NULL;
        ck_assert_int_eq(wend_space_create(&b.def, &space, &error), WEND_ERROR_INVALID);
        ck_assert_msg(strncmp(error.message, "connection 1 from (", 19) == 0 &&
                          strstr(error.message, cases[i].wrong) != NULL,
                      "case %zu: %s", i, error.message);
    }
}
END_TEST

START_TEST(refuses_duplicate_and_empty_names) {
    static const char *const nameless[] = {"staff", ""};
    building b;
    build(&b);
    b.connections[1].name = "ladder";
    expect(&b.def, WEND_ERROR_NAME, "connections 0 and 1 are both named 'ladder'");
    b.connections[0].name = b.connections[1].name = "";
    hash_of(&b.def);
    b.connections[0].profiles = nameless;
    expect(&b.def, WEND_ERROR_INVALID, "connection 0: profile 1 has no name");
    b.connections[0].profiles = NULL;
    expect(&b.def, WEND_ERROR_INVALID, "connection 0: profile_count is 2, but profiles is NULL");
    b.def.connections = NULL;
    expect(&b.def, WEND_ERROR_INVALID, "connection_count is 2, but connections is NULL");
    b.def.connection_count = WEND_MAX_CONNECTIONS + 1;
    char message[100];
    snprintf(message, sizeof message, "the space has %d connections; at most %d are possible",
             WEND_MAX_CONNECTIONS + 1, WEND_MAX_CONNECTIONS);
    expect(&b.def, WEND_ERROR_LIMIT, message);
}
END_TEST

/* A space without layers consists of one unbounded layer. */
START_TEST(connects_points_on_open_ground) {
    building b;
    build(&b);
    b.def.layer_count = 0;
    b.def.layers = NULL;
    b.def.connections = &b.connections[1];
    b.def.connection_count = 1;
    hash_of(&b.def);
    b.connections[1].to_layer = 1;
    expect(&b.def, WEND_ERROR_INVALID,
           "connection 0 names layer 1; the space has the layers 0 to 0");
}
END_TEST

/* ---- Content --------------------------------------------------------------------------------- */

START_TEST(hash_covers_every_field_except_names) {
    building b;
    build(&b);
    uint64_t hashes[13];
    uint32_t count = 0;
    hashes[count++] = hash_of(&b.def);
    b.connections[0].name = "stair"; /* the hash does not cover names */
    ck_assert_uint_eq(hash_of(&b.def), hashes[0]);
#define WITH(change)                                                                               \
    build(&b);                                                                                     \
    change;                                                                                        \
    hashes[count++] = hash_of(&b.def)
    WITH(b.connections[0].from.x = 2.25);
    WITH(b.connections[0].from.y = 3.25);
    WITH(b.connections[0].to.x = 2.25);
    WITH(b.connections[0].to_layer = 0);
    WITH(b.connections[0].from_layer = 1);
    WITH(b.connections[0].one_way = true);
    WITH(b.connections[0].cost = 0.0);
    WITH(b.connections[0].duration = 0.0);
    WITH(b.connections[0].radius = 0.25);
    WITH(b.connections[0].profile_count = 1);
    WITH(b.connections[0].profiles = names + 1; b.connections[0].profile_count = 1);
    WITH(b.def.connection_count = 1);
#undef WITH
    for (uint32_t i = 0; i < count; i++) {
        for (uint32_t k = 0; k < i; k++) {
            ck_assert_msg(hashes[i] != hashes[k], "changes %u and %u have one hash", k, i);
        }
    }
    build(&b); /* all negative costs and durations are equivalent */
    b.connections[0].cost = b.connections[0].duration = -7.0;
    ck_assert_uint_eq(hash_of(&b.def), hashes[0]);
}
END_TEST

/* The bytes were recorded before spaces had connections. */
START_TEST(bytes_of_spaces_without_connections_are_unchanged) {
    building b;
    build(&b);
    b.def.connection_count = 0;
    size_t size = 0;
    uint8_t *bytes = save(&b.def, &size);
    ck_assert_uint_eq(hash_bytes(bytes, size, 0), UINT64_C(0x5ff9d7f7a8250296));
    free(bytes);
}
END_TEST

START_TEST(reports_connections_as_defined) {
    building b;
    build(&b);
    wend_space *space = NULL;
    ck_assert_int_eq(wend_space_create(&b.def, &space, &error), WEND_OK);
    memset(&b, 0x55, sizeof b); /* the space must have copied everything */
    ck_assert_uint_eq(wend_space_connection_count(space), 2);
    wend_connection first = wend_space_connection(space, 0);
    wend_point from = wend_space_from_local(space, first.from.position);
    ck_assert_str_eq(first.name, "ladder");
    ck_assert(from.x == 2.0 && from.y == 3.0 && first.from.layer == 0 && first.to.layer == 1);
    ck_assert(!first.one_way && first.cost < 0.0F && first.duration < 0.0F);
    ck_assert(first.radius == 0.5F && first.profile_count == 2);
    ck_assert_str_eq(first.profiles[1], "guest");
    wend_connection second = wend_space_connection(space, 1);
    ck_assert_str_eq(second.name, "");
    ck_assert(second.cost == 4.0F && second.duration == 2.0F && second.profile_count == 0);
    wend_space_release(space);
}
END_TEST

START_TEST(every_failed_allocation_is_reported) {
    unsigned long k = 1;
    for (bool failed = true; failed; k++) {
        worlds_heap heap = {.fails_at = k};
        building b;
        build(&b);
        b.def.allocator = worlds_allocator(&heap);
        wend_space *space = NULL;
        wend_result result = wend_space_create(&b.def, &space, &error);
        ck_assert(result == WEND_OK || result == WEND_ERROR_MEMORY);
        failed = result != WEND_OK;
        wend_space_release(space);
        ck_assert_uint_eq(heap.held, 0);
    }
    ck_assert_uint_gt(k, 10);
}
END_TEST

/* ---- Bytes ----------------------------------------------------------------------------------- */

START_TEST(connections_survive_saving_and_loading) {
    building b;
    build(&b);
    size_t size = 0, again = 0, without = 0;
    uint8_t *bytes = save(&b.def, &size);
    wend_space_def *def = NULL;
    ck_assert_int_eq(wend_space_def_load(bytes, size, NULL, &def, &error), WEND_OK);
    ck_assert_uint_eq(def->connection_count, 2);
    ck_assert_uint_eq(hash_of(def), hash_of(&b.def));
    uint8_t *second = save(def, &again);
    ck_assert(again == size && memcmp(bytes, second, size) == 0);
    b.def.connection_count = 0;
    uint8_t *plain = save(&b.def, &without);
    ck_assert_uint_lt(without, size);
    wend_space_def_destroy(def);
    free(bytes);
    free(second);
    free(plain);
}
END_TEST

/* Reads damaged bytes. Either they are refused, or the result can be verified and destroyed. The
 * checksum is updated, so that the damage reaches the reader itself. */
static bool read_damaged(uint8_t *bytes, size_t size) {
    wend_space_def *def = NULL;
    uint32_t version, kind;
    memcpy(&version, bytes + 8, sizeof version);
    memcpy(&kind, bytes + 12, sizeof kind);
    uint64_t checksum = hash_bytes(bytes + HEADER, size - HEADER, (uint64_t)kind << 32 | version);
    memcpy(bytes + 16, &checksum, sizeof checksum);
    if (wend_space_def_load(bytes, size, NULL, &def, &error) != WEND_OK) {
        ck_assert_ptr_null(def);
        return false;
    }
    wend_space *space = NULL;
    if (wend_space_create(def, &space, &error) == WEND_OK) {
        for (uint32_t i = 0; i < wend_space_connection_count(space); i++) {
            wend_connection c = wend_space_connection(space, i);
            ck_assert(wend_space_is_walkable(space, c.from, 1) &&
                      wend_space_is_walkable(space, c.to, 1));
        }
        wend_space_release(space);
    }
    wend_space_def_destroy(def);
    return true;
}

START_TEST(damaged_bytes_are_refused_or_still_load) {
    building b;
    build(&b);
    size_t size = 0;
    uint8_t *bytes = save(&b.def, &size);
    for (size_t i = 0; i < size; i++) {
        wend_space_def *def = NULL;
        uint8_t *cut = malloc(i + 1); /* exact size, so that a sanitizer detects reads beyond it */
        memcpy(cut, bytes, i);
        ck_assert_int_eq(wend_space_def_load(cut, i, NULL, &def, &error), WEND_ERROR_FORMAT);
        free(cut);
    }
    uint32_t read = 0;
    for (size_t i = 0; i < size; i++) {
        for (int bit = 0; bit < 8; bit++) {
            bytes[i] ^= (uint8_t)(1 << bit);
            read += read_damaged(bytes, size);
            bytes[i] ^= (uint8_t)(1 << bit);
        }
    }
    ck_assert_uint_gt(read, 1000);
    free(bytes);
}
END_TEST

int main(void) {
    SUITE("space/connections", refuses_connections_that_end_off_walkable_ground,
          refuses_unknown_layers, refuses_invalid_numbers, refuses_duplicate_and_empty_names,
          connects_points_on_open_ground, hash_covers_every_field_except_names,
          bytes_of_spaces_without_connections_are_unchanged, reports_connections_as_defined,
          every_failed_allocation_is_reported, connections_survive_saving_and_loading,
          damaged_bytes_are_refused_or_still_load);
}
