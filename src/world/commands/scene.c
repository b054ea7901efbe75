/* Commands that change goals, obstacle classes, belts, obstacles and maps. */
#include <math.h>

#include "base/error.h"
#include "geom/point.h"
#include "world/commands/commands.h"

static wend_result check_position(const wend_world *world, wend_goal goal, wend_point position,
                                  uint32_t layer, wend_point velocity, wend_error *error) {
    uint32_t index = goal_shared_index_of(world, goal);
    if (index == WEND_NO_GOAL) {
        return command_refuse_unknown("goal", error);
    }
    if (layer >= wend_space_layer_count(world->space)) {
        return command_refuse_unknown("layer", error);
    }
    if (world->goals.records[index].region.shape == WEND_SHAPE_DIRECTION) {
        return error_set(error, WEND_ERROR_INVALID,
                         "a direction has no position: remove the goal "
                         "and add another one");
    }
    if (!world_is_near(position, wend_space_origin(world->space)) ||
        !command_is_valid_velocity(velocity)) {
        return command_refuse_number("the position or velocity", error);
    }
    return WEND_OK;
}

wend_result wend_world_set_goal_positions(wend_world *world, const wend_goal *goals,
                                          const wend_point *positions, const uint32_t *layers,
                                          const wend_point *velocities, uint32_t count,
                                          wend_error *error) {
    WEND_ASSERT(world != NULL && (count == 0 || (goals != NULL && positions != NULL)));
    const wend_point rest = {0.0, 0.0}, origin = wend_space_origin(world->space);
    wend_result result = WEND_OK;
    for (uint32_t i = 0; i < count && result == WEND_OK; i++) {
        result = command_check_goal(world, goals[i], error);
        result = result != WEND_OK
                     ? result
                     : check_position(world, goals[i], positions[i], layers ? layers[i] : 0,
                                      velocities ? velocities[i] : rest, error);
    }
    result = result == WEND_OK ? commands_reserve(world, count, error) : result;
    for (uint32_t i = 0; i < count && result == WEND_OK; i++) {
        world->commands[world->command_count++] =
            (command){.kind = COMMAND_MOVE_GOAL,
                      .target = goals[i].value,
                      .index = layers ? layers[i] : 0,
                      .position = {positions[i].x - origin.x, positions[i].y - origin.y},
                      .b = point_narrow(velocities ? velocities[i] : rest)};
    }
    return result;
}

wend_result wend_world_set_goal_position(wend_world *world, wend_goal goal, wend_point position,
                                         uint32_t layer, wend_point velocity, wend_error *error) {
    return wend_world_set_goal_positions(world, &goal, &position, &layer, &velocity, 1, error);
}

wend_result wend_world_set_class_enabled(wend_world *world, uint32_t obstacle_class, bool on,
                                         wend_error *error) {
    WEND_ASSERT(world != NULL);
    if (obstacle_class == 0 || obstacle_class >= wend_space_class_count(world->space)) {
        return error_set(error, WEND_ERROR_INVALID,
                         "obstacle class %u cannot be switched: the space has classes 1 to %u",
                         obstacle_class, wend_space_class_count(world->space) - 1);
    }
    return command_queue(
        world, (command){.kind = COMMAND_SWITCH_CLASS, .index = on, .target = obstacle_class},
        error);
}

wend_result wend_world_set_belt_velocity(wend_world *world, wend_belt belt, wend_point velocity,
                                         wend_error *error) {
    WEND_ASSERT(world != NULL);
    if (belt_index_of(world, belt) == WEND_NONE) {
        return command_refuse_unknown("belt", error);
    }
    if (!belt_can_move_at(velocity)) {
        return error_set(error, WEND_ERROR_INVALID,
                         "a belt cannot move at (%g, %g) m/s; at most 100 in x and y are possible",
                         velocity.x, velocity.y);
    }
    return command_queue(world,
                         (command){.kind = COMMAND_SET_BELT,
                                   .target = belt.value,
                                   .b = {(float)velocity.x, (float)velocity.y}},
                         error);
}

wend_result wend_world_set_obstacle_closed(wend_world *world, wend_obstacle obstacle, bool closed,
                                           wend_error *error) {
    WEND_ASSERT(world != NULL);
    if (obstacle_index_of(world, obstacle) == WEND_NONE) {
        return command_refuse_unknown("obstacle", error);
    }
    return command_queue(
        world, (command){.kind = COMMAND_CLOSE_OBSTACLE, .index = closed, .target = obstacle.value},
        error);
}

wend_result wend_world_set_obstacle_motion(wend_world *world, wend_obstacle obstacle,
                                           wend_point position, double angle, wend_point velocity,
                                           double angular_velocity, wend_error *error) {
    WEND_ASSERT(world != NULL);
    uint32_t index = obstacle_index_of(world, obstacle);
    if (index == WEND_NONE || world->overlay.obstacles[index].kind != WEND_OBSTACLE_MOVING) {
        return command_refuse_unknown("moving obstacle", error);
    }
    wend_point origin = wend_space_origin(world->space);
    if (!world_is_near(position, origin) || !command_is_valid_velocity(velocity) ||
        !isfinite(angle) || !(fabs(angular_velocity) <= 1000.0)) {
        return command_refuse_number("the position or motion", error);
    }
    return command_queue(world,
                         (command){.kind = COMMAND_MOVE_OBSTACLE,
                                   .target = obstacle.value,
                                   .position = {position.x - origin.x, position.y - origin.y},
                                   .obstacle_velocity = velocity,
                                   .number = angle,
                                   .angular_velocity = angular_velocity},
                         error);
}

wend_result wend_world_replace_map(wend_world *world, wend_map_slot map, uint64_t content_hash,
                                   const void *object, wend_error *error) {
    uint32_t index = wend_world_map_index(world, map);
    if (index == WEND_NONE) {
        return command_refuse_unknown("map", error);
    }
    wend_result result = map_check_replacement(world, index, content_hash, object, error);
    if (result != WEND_OK) {
        return result;
    }
    profiles_mark_unready(world); /* a planner may lose its map */
    return command_queue(world,
                         (command){.kind = COMMAND_REPLACE_MAP,
                                   .target = map.value,
                                   .bits = content_hash,
                                   .object = object},
                         error);
}
