/* Defs: defaults are truncated to the caller's size, and callers' values override them. */
#include "base/def.h"

#include <string.h>

#include "support/suite.h"

typedef struct wend_thing_def {
    uint32_t size;
    int32_t old_field;
    int64_t new_field;
} wend_thing_def;

static void wend_thing_def_init(wend_thing_def *def, size_t size) {
    const wend_thing_def defaults = {.old_field = 11, .new_field = 22};
    def_fill(def, size, &defaults, sizeof defaults);
}

enum { OLD_SIZE = offsetof(wend_thing_def, new_field) };

START_TEST(fills_exactly_the_given_size) {
    union {
        wend_thing_def def;
        unsigned char bytes[2 * sizeof(wend_thing_def)];
    } room;
    for (size_t size = sizeof(uint32_t); size <= sizeof room.bytes; size++) {
        memset(&room, 0xa5, sizeof room);
        wend_thing_def_init(&room.def, size);
        ck_assert_uint_eq(room.def.size, size);
        for (size_t i = size; i < sizeof room.bytes; i++) {
            ck_assert_uint_eq(room.bytes[i], 0xa5);
        }
        ck_assert(size < OLD_SIZE || room.def.old_field == 11);
        ck_assert(size < sizeof room.def || room.def.new_field == 22);
        for (size_t i = sizeof room.def; i < size; i++) {
            ck_assert_uint_eq(room.bytes[i], 0);
        }
    }
}
END_TEST

START_TEST(fields_unknown_to_the_caller_have_their_defaults) {
    wend_thing_def given = {.size = OLD_SIZE, .old_field = 5, .new_field = 6}, def;
    wend_error error = {0};
    ck_assert_int_eq(DEF_READ(thing, &given, &def, &error), WEND_OK);
    ck_assert_int_eq(def.old_field, 5);
    ck_assert_int_eq(def.new_field, 22);
    ck_assert_uint_eq(def.size, sizeof def);
    given.size = sizeof given;
    ck_assert_int_eq(DEF_READ(thing, &given, &def, &error), WEND_OK);
    ck_assert_int_eq(def.new_field, 6);
}
END_TEST

START_TEST(refuses_invalid_def_sizes) {
    const uint32_t sizes[] = {0, 3, sizeof(wend_thing_def) + 1, UINT32_MAX};
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        wend_thing_def given = {.size = sizes[i]}, def;
        wend_error error = {0};
        ck_assert_int_eq(DEF_READ(thing, &given, &def, &error), WEND_ERROR_INVALID);
        ck_assert_msg(strstr(error.message, "wend_default_thing_def()"), "%s", error.message);
        ck_assert_int_eq(DEF_READ_ITEM(thing, &given, 0, &def, &error), WEND_ERROR_INVALID);
        ck_assert_int_eq(DEF_READ_ITEM(thing, &given, 7, &def, &error), WEND_ERROR_INVALID);
    }
}
END_TEST

START_TEST(list_stride_is_the_size_of_the_first_item) {
    _Alignas(8) unsigned char bytes[3 * OLD_SIZE];
    wend_error error = {0};
    wend_thing_def def;
    for (int32_t i = 0; i < 3; i++) {
        wend_thing_def item = {.size = OLD_SIZE, .old_field = 100 + i};
        memcpy(bytes + (size_t)i * OLD_SIZE, &item, OLD_SIZE);
    }
    for (uint32_t i = 0; i < 3; i++) {
        ck_assert_ptr_eq(wend_def_at(bytes, i), bytes + (size_t)i * OLD_SIZE);
        ck_assert_int_eq(DEF_READ_ITEM(thing, bytes, i, &def, &error), WEND_OK);
        ck_assert_int_eq(def.old_field, 100 + (int32_t)i);
        ck_assert_int_eq(def.new_field, 22);
    }
    uint32_t other = OLD_SIZE - 1;
    memcpy(bytes + 2 * (size_t)OLD_SIZE, &other, sizeof other);
    ck_assert_int_eq(DEF_READ_ITEM(thing, bytes, 1, &def, &error), WEND_OK);
    ck_assert_int_eq(DEF_READ_ITEM(thing, bytes, 2, &def, &error), WEND_ERROR_INVALID);
    ck_assert_ptr_nonnull(strstr(error.message, "wend_thing_def 2 of a list"));
}
END_TEST

int main(void) {
    SUITE("base/def", fills_exactly_the_given_size,
          fields_unknown_to_the_caller_have_their_defaults, refuses_invalid_def_sizes,
          list_stride_is_the_size_of_the_first_item);
}
