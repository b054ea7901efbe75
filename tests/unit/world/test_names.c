/* Names: 255 bytes are accepted and saved, and 256 bytes are refused with a message that states the
 * limit. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <wend/snapshot.h>

#include "support/suite.h"
#include "support/worlds.h"

enum { ADDERS = 6 };

static wend_result add_profile(wend_world *world, const char *name, wend_error *error) {
    wend_profile_def def = worlds_profile_def();
    def.name = name;
    return wend_world_add_profile(world, &def, NULL, error);
}

static wend_result add_goal(wend_world *world, const char *name, wend_error *error) {
    wend_point position = {3, 0};
    wend_goal_def def = wend_default_goal_def();
    def.name = name;
    def.points = &position;
    def.point_count = 1;
    return wend_world_add_goal(world, &def, NULL, error);
}

static wend_result add_group(wend_world *world, const char *name, wend_error *error) {
    return wend_world_add_group(world, name, NULL, error);
}

static wend_result add_map(wend_world *world, const char *name, wend_error *error) {
    return wend_world_add_map_object(world, name, 5, world, NULL, error);
}

static wend_result add_obstacle(wend_world *world, const char *name, wend_error *error) {
    wend_point ends[] = {{8, -1}, {8, 1}};
    wend_obstacle_def def = wend_default_obstacle_def();
    def.name = name;
    def.points = ends;
    def.point_count = 2;
    return wend_world_add_obstacle(world, &def, NULL, error);
}

static wend_result add_area(wend_world *world, const char *name, wend_error *error) {
    static const wend_point corners[] = {{0, 0}, {1, 0}, {1, 1}};
    wend_area_def def = wend_default_area_def();
    def.name = name;
    def.points = corners;
    def.point_count = 3;
    return wend_world_add_area(world, &def, NULL, error);
}

typedef wend_result adder(wend_world *world, const char *name, wend_error *error);

static adder *const adders[ADDERS] = {add_profile, add_goal, add_group,
                                      add_map,     add_area, add_obstacle};

static size_t count_of(const char *bytes, size_t size, const char *name) {
    size_t length = strlen(name), found = 0;
    for (size_t i = 0; i + length <= size; i++) {
        found += memcmp(bytes + i, name, length) == 0;
    }
    return found;
}

START_TEST(a_name_of_256_bytes_is_refused) {
    char name[WEND_MAX_NAME + 2];
    memset(name, 'n', sizeof name);
    name[WEND_MAX_NAME + 1] = '\0';
    wend_world *world = worlds_make(worlds_open(), NULL);
    size_t before = wend_world_save(world, NULL, 0);
    for (int i = 0; i < ADDERS; i++) {
        wend_error error = {0};
        ck_assert_int_eq(adders[i](world, name, &error), WEND_ERROR_LIMIT);
        ck_assert_msg(strstr(error.message, "256") && strstr(error.message, "255"), "adder %d: %s",
                      i, error.message);
        ck_assert_int_eq(adders[i](world, name, NULL), WEND_ERROR_LIMIT);
    }
    ck_assert_uint_eq(wend_world_save(world, NULL, 0), before); /* nothing was added */
    wend_world_destroy(world);
}
END_TEST

START_TEST(a_name_of_255_bytes_is_saved) {
    char name[WEND_MAX_NAME + 1];
    memset(name, 'n', sizeof name);
    name[WEND_MAX_NAME] = '\0';
    wend_world *world = worlds_make(worlds_open(), NULL);
    for (int i = 0; i < ADDERS; i++) {
        wend_error error = {0};
        ck_assert_msg(adders[i](world, name, &error) == WEND_OK, "adder %d: %s", i, error.message);
    }
    worlds_agent(world, 0, 0, (wend_goal){UINT64_C(1) << 32});
    worlds_step(world, 2);
    size_t size = wend_world_save(world, NULL, 0);
    char *bytes = malloc(size);
    wend_world_save(world, bytes, size);
    ck_assert_uint_eq(count_of(bytes, size, name), ADDERS);
    wend_world_def def = wend_default_world_def();
    def.space = wend_world_space(world);
    wend_world *copy = NULL;
    wend_error error = {0};
    ck_assert_msg(wend_world_load(&def, bytes, size, &copy, &error) == WEND_OK, "%s",
                  error.message);
    ck_assert_int_eq(wend_world_restore_map(copy, name, 5, copy, NULL), WEND_OK);
    /* The names were saved too: all names except that of the obstacle must be unique. */
    for (int i = 0; i < ADDERS - 1; i++) {
        ck_assert_int_eq(adders[i](copy, name, NULL), WEND_ERROR_NAME);
    }
    worlds_step(world, 20);
    worlds_step(copy, 20);
    ck_assert_uint_eq(wend_world_hash(copy), wend_world_hash(world));
    free(bytes);
    wend_world_destroy(copy);
    wend_world_destroy(world);
}
END_TEST

/* Among thousands of goals and groups, each name is accepted once. */
START_TEST(refuses_duplicate_names) {
    wend_world *world = worlds_make(worlds_open(), NULL);
    wend_error error;
    for (int again = 0; again < 2; again++) {
        for (int i = 0; i < 3000; i++) {
            char name[20];
            snprintf(name, sizeof name, "n%d", i);
            wend_result expected = again ? WEND_ERROR_NAME : WEND_OK;
            ck_assert_int_eq(add_goal(world, name, &error), expected);
            ck_assert_int_eq(add_group(world, name, &error), expected);
        }
    }
    ck_assert_int_eq(add_group(world, NULL, &error), WEND_OK);
    ck_assert_int_eq(add_group(world, NULL, &error), WEND_OK);
    wend_world_destroy(world);
}
END_TEST

int main(void) {
    SUITE("world/names", refuses_duplicate_names, a_name_of_256_bytes_is_refused,
          a_name_of_255_bytes_is_saved);
}
