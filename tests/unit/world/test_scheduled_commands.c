/* Commands for a later time: when they apply, in which order, and after a snapshot is loaded. */
#include <math.h>
#include <stdlib.h>

#include <wend/snapshot.h>
#include <wend/source.h>

#include "support/suite.h"
#include "support/worlds.h"

static const wend_point ends[] = {{5.0, 0.0}, {5.0, 10.0}};
static const wend_point square[] = {{-1, -1}, {1, -1}, {1, 1}, {-1, 1}};

static wend_obstacle add_obstacle(wend_world *world, wend_obstacle_kind kind) {
    wend_obstacle_def def = wend_default_obstacle_def();
    wend_obstacle out;
    def.kind = kind;
    def.points = kind == WEND_OBSTACLE_DOOR ? ends : square;
    def.point_count = kind == WEND_OBSTACLE_DOOR ? 2 : 4;
    def.position = (wend_point){2.0, 2.0};
    def.closed = kind == WEND_OBSTACLE_MOVING;
    ck_assert(wend_world_add_obstacle(world, &def, &out, NULL) == WEND_OK);
    return out;
}

static wend_world *reload(wend_world *world) {
    size_t size = wend_world_save(world, NULL, 0);
    uint8_t *bytes = malloc(size);
    ck_assert(wend_world_save(world, bytes, size) == size);
    wend_world_def def = wend_default_world_def();
    def.space = wend_world_space(world);
    wend_world *loaded = NULL;
    ck_assert(wend_world_load(&def, bytes, size, &loaded, NULL) == WEND_OK);
    wend_world_destroy(world);
    free(bytes);
    return loaded;
}

/* A door that is closed at time t is closed in the first step that begins at t or later. */
START_TEST(commands_apply_in_the_first_step_at_their_time_or_later) {
    for (int loads = 0; loads < 2; loads++) {
        wend_world *world = worlds_make(worlds_room(10.0, 10.0), NULL);
        wend_obstacle door = add_obstacle(world, WEND_OBSTACLE_DOOR);
        static const double times[] = {2.0, 1.0, 0.0, 3.05}; /* close, open, close, open */
        for (int i = 0; i < 4; i++) {
            ck_assert(wend_world_schedule_obstacle_closed(world, times[i], door, i % 2 == 0,
                                                          NULL) == WEND_OK);
        }
        ck_assert_uint_eq(wend_world_scheduled_count(world), 4);
        for (int step = 0; step < 40; step++) {
            double time = step * 0.1 + 1e-6;
            worlds_step(world, 1);
            bool closed = time < 1.0 || (time >= 2.0 && time < 3.05);
            ck_assert_uint_eq(wend_world_get_overlay_walls(world, NULL, NULL, 0), closed ? 1 : 0);
            world = loads && step % 4 == 0 ? reload(world) : world;
        }
        ck_assert_uint_eq(wend_world_scheduled_count(world), 0);
        wend_world_destroy(world);
    }
}
END_TEST

START_TEST(commands_for_the_same_time_keep_their_order) {
    wend_world *world = worlds_make(worlds_room(10.0, 10.0), NULL);
    wend_obstacle cart = add_obstacle(world, WEND_OBSTACLE_MOVING);
    for (int i = 0; i < 50; i++) {
        wend_point to = {3.0 + 0.1 * i, 5.0};
        ck_assert(wend_world_schedule_obstacle_motion(
                      world, 1.0, cart, to, 0.0, (wend_point){0.0, 0.0}, 0.0, NULL) == WEND_OK);
    }
    worlds_step(world, 12);
    ck_assert(wend_world_is_in_obstacle(world, (wend_point){8.8, 5.0}, 0));
    ck_assert(!wend_world_is_in_obstacle(world, (wend_point){2.5, 5.0}, 0));
    wend_world_destroy(world);
}
END_TEST

START_TEST(classes_are_switched) {
    wend_world *world = worlds_make(worlds_gap(), NULL);
    wend_location from = {{8.0F, 5.0F}, 0}, to = {{12.0F, 5.0F}, 0};
    ck_assert(wend_world_schedule_class_enabled(world, 0.5, 1, false, NULL) == WEND_OK);
    worlds_step(world, 5);
    ck_assert(!wend_view_is_visible(wend_world_view(world), from, to, 0.0F));
    worlds_step(world, 1);
    ck_assert(wend_view_is_visible(wend_world_view(world), from, to, 0.0F));
    wend_world_destroy(world);
}
END_TEST

/* Invalid commands leave neither the queue nor the schedule changed. */
START_TEST(invalid_commands_are_refused_and_removed_obstacles_ignored) {
    wend_world *world = worlds_make(worlds_gap(), NULL);
    wend_obstacle door = add_obstacle(world, WEND_OBSTACLE_DOOR);
    wend_point rest = {0.0, 0.0};
    wend_error error;
    ck_assert_int_eq(wend_world_schedule_class_enabled(world, NAN, 1, false, &error),
                     WEND_ERROR_INVALID);
    ck_assert_int_eq(wend_world_schedule_class_enabled(world, 1.0, 9, false, &error),
                     WEND_ERROR_INVALID);
    ck_assert_int_eq(
        wend_world_schedule_obstacle_closed(world, 1.0, (wend_obstacle){9}, true, &error),
        WEND_ERROR_NAME);
    ck_assert_int_eq(
        wend_world_schedule_obstacle_motion(world, 1.0, door, rest, 0.0, rest, 0.0, &error),
        WEND_ERROR_NAME);
    ck_assert_uint_eq(wend_world_scheduled_count(world), 0);
    ck_assert(wend_world_schedule_obstacle_closed(world, 1.0, door, true, NULL) == WEND_OK);
    ck_assert(wend_world_remove_obstacle(world, door, NULL) == WEND_OK);
    worlds_step(world, 20);
    ck_assert_uint_eq(wend_world_get_overlay_walls(world, NULL, NULL, 0), 0);
    wend_world_destroy(world);
}
END_TEST

int main(void) {
    SUITE("world/scheduled_commands", commands_apply_in_the_first_step_at_their_time_or_later,
          commands_for_the_same_time_keep_their_order, classes_are_switched,
          invalid_commands_are_refused_and_removed_obstacles_ignored);
}
