#include "support/map_bytes.h"
#include "map/map.h"
#include "space/wmap.h"
#include "support/spaces.h"
#include "support/worlds.h"
#include <check.h>
#include <stdlib.h>
#include <string.h>

enum { BYTE_STEP = 3, LENGTH_STEP = 11, TRIALS = 3000, SEED = 9 };

static wend_error error;

uint8_t *map_bytes_save(const wend_map *map, size_t *size) {
    *size = wend_map_save(map, NULL, 0);
    uint8_t *bytes = malloc(*size);
    ck_assert_ptr_nonnull(bytes);
    bytes[0] = 0xee;
    ck_assert_uint_eq(wend_map_save(map, bytes, *size - 1), *size);
    ck_assert_uint_eq(bytes[0], 0xee);
    ck_assert_uint_eq(wend_map_save(map, bytes, *size), *size);
    return bytes;
}

wend_map *map_bytes_reload(const wend_map *map) {
    wend_map *again = NULL;
    size_t size = 0, size_again = 0;
    uint8_t *bytes = map_bytes_save(map, &size);
    ck_assert_msg(wend_map_load(bytes, size, NULL, &again, &error) == WEND_OK, "%s", error.message);
    wend_map_info a = wend_map_get_info(map), b = wend_map_get_info(again);
    ck_assert_mem_eq(&a, &b, sizeof a);
    uint8_t *bytes_again = map_bytes_save(again, &size_again);
    ck_assert_uint_eq(size, size_again);
    ck_assert_mem_eq(bytes, bytes_again, size);
    free(bytes);
    free(bytes_again);
    return again;
}

void map_bytes_check_space_hash(const wend_map *map, const map_kind *kind) {
    wend_map *again = NULL;
    size_t size = 0;
    uint8_t *bytes = map_bytes_save(map, &size);
    bytes[WMAP_HEADER_SIZE] ^= 1; /* the hash of the space is at the start */
    wmap_seal(bytes, size, kind->tag);
    ck_assert_int_eq(wend_map_load(bytes, size, NULL, &again, NULL), WEND_OK);
    ck_assert_uint_ne(wend_map_get_info(map).hash, wend_map_get_info(again).hash);
    free(bytes);
    wend_map_release(again);
}

void map_bytes_check_damage(const wend_map *map, const map_kind *kind, const map_kind *other) {
    wend_map *again = NULL;
    wend_space_def *def = NULL;
    size_t size = 0;
    uint8_t *bytes = map_bytes_save(map, &size);
    for (size_t i = 0; i < size; i += BYTE_STEP) {
        bytes[i] ^= 0x20;
        ck_assert_int_eq(wend_map_load(bytes, size, NULL, &again, &error), WEND_ERROR_FORMAT);
        bytes[i] ^= 0x20;
    }
    for (size_t length = 0; length < size; length += LENGTH_STEP) {
        ck_assert_int_eq(wend_map_load(bytes, length, NULL, &again, &error), WEND_ERROR_FORMAT);
    }
    wmap_seal(bytes, size, other->tag);
    ck_assert_int_eq(wend_map_load(bytes, size, NULL, &again, &error), WEND_ERROR_FORMAT);
    wmap_seal(bytes, size, kind->tag);
    ck_assert_int_eq(wend_space_def_load(bytes, size, NULL, &def, &error), WEND_ERROR_FORMAT);
    ck_assert_str_eq(error.message, "the file contains a map, expected a space");
    wmap_seal(bytes, size, WMAP_SPACE);
    ck_assert_int_eq(wend_map_load(bytes, size, NULL, &again, &error), WEND_ERROR_FORMAT);
    ck_assert_str_eq(error.message, "the file contains a space, expected a map");
    free(bytes);
}

void map_bytes_check_behind_checksum(const wend_map *map, const map_kind *kind,
                                     void (*use)(const wend_map *map)) {
    size_t size = 0;
    uint8_t *bytes = map_bytes_save(map, &size), *damaged = malloc(size);
    ck_assert_ptr_nonnull(damaged);
    uint32_t refused = 0, room = (uint32_t)size - WMAP_HEADER_SIZE;
    dice from = {SEED};
    for (uint32_t i = 0; i < TRIALS; i++) {
        memcpy(damaged, bytes, size);
        damaged[WMAP_HEADER_SIZE + dice_below(&from, room)] = (uint8_t)dice_bits(&from);
        size_t length = i % 5 ? size : WMAP_HEADER_SIZE + dice_below(&from, room);
        wmap_seal(damaged, length, kind->tag);
        wend_map *taken = NULL;
        if (wend_map_load(damaged, length, NULL, &taken, NULL) != WEND_OK) {
            refused++;
            continue;
        }
        if (use != NULL) {
            use(taken);
        }
        wend_map_release(taken);
    }
    ck_assert_uint_gt(refused, TRIALS / 2);
    ck_assert_uint_lt(refused, TRIALS);
    free(bytes);
    free(damaged);
}

void map_bytes_check_memory(const wend_map *map) {
    size_t size = 0;
    uint8_t *bytes = map_bytes_save(map, &size);
    bool done = false;
    for (unsigned long fails_at = 1; !done; fails_at++) {
        worlds_heap heap = {.fails_at = fails_at};
        wend_allocator allocator = worlds_allocator(&heap);
        wend_map *again = NULL;
        wend_result result = wend_map_load(bytes, size, &allocator, &again, &error);
        done = result == WEND_OK;
        ck_assert(done || result == WEND_ERROR_MEMORY || result == WEND_ERROR_FORMAT);
        ck_assert_msg(!done || fails_at > 2, "%s", wend_map_get_info(map).kind);
        wend_map_release(again);
        ck_assert_uint_eq(heap.held, 0);
    }
    free(bytes);
}

void *map_parts_copy(const void *from, size_t count, size_t size) {
    void *copy = calloc(count + 1, size);
    ck_assert_ptr_nonnull(copy);
    memcpy(copy, from, count * size);
    return copy;
}

void map_parts_check_refused(const map_kind *kind, const void *draft, const char *why) {
    wend_map *map = NULL;
    wend_result result = map_create(kind, draft, 1, NULL, &map, &error);
    ck_assert_msg(result == WEND_ERROR_FORMAT, "taken in spite of: %s", why);
    ck_assert_msg(strstr(error.message, why) != NULL, "'%s' instead of '%s'", error.message, why);
    ck_assert_ptr_null(map);
}
