/* Finding objects by name: every kind, names of areas that come and go, snapshots, and suggestions
 * for unknown names. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <wend/names.h>
#include <wend/snapshot.h>

#include "base/hash.h"
#include "support/suite.h"
#include "support/trials.h"
#include "support/worlds.h"

static wend_area add_area(wend_world *world, const char *name) {
    static const wend_point square[] = {{0, 0}, {4, 0}, {4, 4}, {0, 4}};
    wend_area_def def = wend_default_area_def();
    wend_area area = {0};
    wend_error error = {0};
    def.points = square;
    def.point_count = 4;
    def.name = name;
    ck_assert_msg(wend_world_add_area(world, &def, &area, &error) == WEND_OK, "%s", error.message);
    return area;
}

static wend_goal add_goal(wend_world *world, const char *name) {
    wend_goal_def def = wend_default_goal_def();
    wend_goal goal;
    def.name = name;
    ck_assert_int_eq(wend_world_add_goal(world, &def, &goal, NULL), WEND_OK);
    return goal;
}

static wend_obstacle add_door(wend_world *world, const char *name) {
    static const wend_point ends[] = {{8, -1}, {8, 1}};
    wend_obstacle_def def = wend_default_obstacle_def();
    wend_obstacle door;
    def.name = name;
    def.points = ends;
    def.point_count = 2;
    ck_assert_int_eq(wend_world_add_obstacle(world, &def, &door, NULL), WEND_OK);
    return door;
}

START_TEST(every_kind_is_found_by_its_own_names_only) {
    wend_world *world = worlds_make(worlds_open(), NULL);
    wend_profile_def def = worlds_profile_def();
    wend_profile profile;
    wend_group group, plain;
    def.name = "one";
    ck_assert_int_eq(wend_world_add_profile(world, &def, &profile, NULL), WEND_OK);
    add_goal(world, NULL);
    wend_goal goal = add_goal(world, "two");
    ck_assert_int_eq(wend_world_add_group(world, "", &plain, NULL), WEND_OK);
    ck_assert_int_eq(wend_world_add_group(world, "three", &group, NULL), WEND_OK);
    wend_obstacle door = add_door(world, "four");
    add_door(world, "four");
    add_area(world, "");
    wend_area area = add_area(world, "five");
    ck_assert_uint_eq(wend_world_find_profile(world, "one").value, profile.value);
    ck_assert_uint_eq(wend_world_find_goal(world, "two").value, goal.value);
    ck_assert_uint_eq(wend_world_find_group(world, "three").value, group.value);
    ck_assert_uint_eq(wend_world_find_obstacle(world, "four").value, door.value);
    ck_assert_uint_eq(wend_world_find_area(world, "five").value, area.value);
    static const char *const others[] = {"one", "two", "three", "four", "five", "", NULL, "Five"};
    for (int i = 0; i < 8; i++) {
        ck_assert(i == 0 || wend_world_find_profile(world, others[i]).value == 0);
        ck_assert(i == 1 || wend_world_find_goal(world, others[i]).value == 0);
        ck_assert(i == 2 || wend_world_find_group(world, others[i]).value == 0);
        ck_assert(i == 3 || wend_world_find_obstacle(world, others[i]).value == 0);
        ck_assert(i == 4 || wend_world_find_area(world, others[i]).value == 0);
    }
    wend_world_destroy(world);
}
END_TEST

START_TEST(names_of_areas_are_unique) {
    wend_world *world = worlds_make(worlds_open(), NULL);
    static const wend_point square[] = {{0, 0}, {4, 0}, {4, 4}, {0, 4}};
    wend_area_def defs[2] = {wend_default_area_def(), wend_default_area_def()};
    wend_error error = {0};
    for (int i = 0; i < 2; i++) {
        defs[i].points = square;
        defs[i].point_count = 4;
        defs[i].name = "hall";
    }
    ck_assert_int_eq(wend_world_add_areas(world, defs, 2, NULL, &error), WEND_ERROR_NAME);
    ck_assert_str_eq(error.message, "there is already an area 'hall'");
    ck_assert_uint_eq(wend_world_find_area(world, "hall").value, 0); /* none was added */
    defs[1].name = "yard";
    ck_assert_int_eq(wend_world_add_areas(world, defs, 2, NULL, &error), WEND_OK);
    char name[WEND_MAX_NAME + 2];
    memset(name, 'n', sizeof name);
    name[WEND_MAX_NAME + 1] = '\0';
    defs[0].name = name;
    ck_assert_int_eq(wend_world_add_area(world, defs, NULL, &error), WEND_ERROR_LIMIT);
    name[WEND_MAX_NAME] = '\0';
    ck_assert_int_eq(wend_world_add_area(world, defs, NULL, &error), WEND_OK);
    ck_assert_str_eq(wend_world_get_area_name(world, wend_world_find_area(world, name)), name);
    ck_assert_str_eq(wend_world_get_area_name(world, (wend_area){0}), "");
    wend_world_destroy(world);
}
END_TEST

/* Areas with random names are added and removed; a list of the names is the oracle. */
START_TEST(areas_come_and_go_with_their_names) {
    enum { NAMES = 12 };
    for (uint32_t seed = 0; seed < trials(20); seed++) {
        wend_world *world = worlds_make(worlds_open(), NULL);
        wend_area present[NAMES] = {{0}};
        uint64_t state = seed;
        for (int round = 0; round < 60; round++) {
            char name[20];
            state = state * 6364136223846793005u + 1442695040888963407u;
            uint32_t k = (uint32_t)(state >> 33) % NAMES;
            snprintf(name, sizeof name, "area %u", k);
            if (present[k].value == 0) {
                present[k] = add_area(world, name);
            } else {
                ck_assert_int_eq(wend_world_remove_area(world, present[k], NULL), WEND_OK);
                worlds_step(world, 1);
                ck_assert_str_eq(wend_world_get_area_name(world, present[k]), "");
                present[k] = (wend_area){0};
            }
            if (round % 20 == 10) {
                wend_world *loaded = worlds_reload(world, NULL);
                wend_world_destroy(world);
                world = loaded;
            }
            for (uint32_t i = 0; i < NAMES; i++) {
                snprintf(name, sizeof name, "area %u", i);
                ck_assert_msg(wend_world_find_area(world, name).value == present[i].value,
                              "seed %u round %d: %s", seed, round, name);
            }
        }
        wend_world_destroy(world);
    }
}
END_TEST

/* Updates the checksum, so that only the names are wrong. */
static void reseal(char *bytes, size_t size) {
    uint32_t version;
    memcpy(&version, bytes + 8, sizeof version);
    uint64_t checksum = hash_bytes(bytes + 24, size - 24, version);
    memcpy(bytes + 16, &checksum, sizeof checksum);
}

START_TEST(a_snapshot_with_two_areas_of_one_name_is_refused) {
    wend_world *world = worlds_make(worlds_open(), NULL);
    add_area(world, "north hall");
    add_area(world, "south hall");
    size_t size = wend_world_save(world, NULL, 0);
    char *bytes = malloc(size);
    wend_world_save(world, bytes, size);
    uint32_t found = 0;
    for (size_t i = 0; i + 10 < size; i++) {
        if (memcmp(bytes + i, "south hall", 10) == 0) {
            memcpy(bytes + i, "north hall", 10);
            found++;
        }
    }
    ck_assert_uint_eq(found, 1);
    reseal(bytes, size);
    wend_world *loaded = NULL;
    wend_error error = {0};
    wend_world_def def = wend_default_world_def();
    def.space = wend_world_space(world);
    ck_assert_int_eq(wend_world_load(&def, bytes, size, &loaded, &error), WEND_ERROR_FORMAT);
    free(bytes);
    wend_world_destroy(world);
}
END_TEST

START_TEST(suggests_the_nearest_name_of_the_kind) {
    wend_world *world = worlds_make(worlds_open(), NULL);
    char hint[300], name[20];
    ck_assert_str_eq(wend_world_suggest_name(world, WEND_NAMED_AREA, "x", hint, sizeof hint), "");
    add_goal(world, "platform");
    for (int i = 0; i < 80; i++) { /* more than a message can list */
        snprintf(name, sizeof name, "zone%02d", i);
        add_area(world, name);
    }
    add_area(world, "waiting room");
    wend_world_suggest_name(world, WEND_NAMED_AREA, "waiting rom", hint, sizeof hint);
    ck_assert_str_eq(hint, "; did you mean 'waiting room'?");
    wend_world_suggest_name(world, WEND_NAMED_GOAL, "platfrom", hint, sizeof hint);
    ck_assert_str_eq(hint, "; did you mean 'platform'?");
    wend_world_suggest_name(world, WEND_NAMED_GOAL, "waiting rom", hint, sizeof hint);
    ck_assert_str_eq(hint, "; available: platform");
    wend_world_suggest_name(world, WEND_NAMED_AREA, "qqqq", hint, sizeof hint);
    ck_assert_ptr_nonnull(strstr(hint, "; available: zone00, zone01"));
    for (int kind = WEND_NAMED_PROFILE; kind <= WEND_NAMED_OBSTACLE; kind++) {
        ck_assert(kind == WEND_NAMED_GOAL ||
                  !wend_world_suggest_name(world, (wend_named)kind, "x", hint, sizeof hint)[0]);
    }
    wend_world_destroy(world);
}
END_TEST

int main(void) {
    SUITE("world/find_names", every_kind_is_found_by_its_own_names_only, names_of_areas_are_unique,
          areas_come_and_go_with_their_names, a_snapshot_with_two_areas_of_one_name_is_refused,
          suggests_the_nearest_name_of_the_kind);
}
