#include "run/commands.h"

static wend_result give(const scenario_command *command, wend_world *world,
                        const wend_obstacle *obstacles, wend_error *error) {
    switch (command->kind) {
    case SCENARIO_SWITCH:
        return wend_world_set_class_enabled(world, command->target, command->on, error);
    case SCENARIO_CLOSE:
        return wend_world_set_obstacle_closed(world, obstacles[command->target], command->on,
                                              error);
    case SCENARIO_MOVE:
        return wend_world_set_obstacle_motion(world, obstacles[command->target], command->position,
                                              command->angle, command->velocity,
                                              command->angular_velocity, error);
    }
    return WEND_OK;
}

wend_result commands_give(const wend_scenario *s, wend_world *world, const wend_obstacle *obstacles,
                          uint32_t *next, wend_error *error) {
    double time = wend_world_time(world) + COMMANDS_SLACK * wend_world_dt(world);
    while (*next < s->command_count && s->commands[*next].at <= time) {
        const scenario_command *command = &s->commands[(*next)++];
        wend_result result = give(command, world, obstacles, error);
        if (result != WEND_OK) {
            return node_locate_error(command->node_at, error, result);
        }
    }
    return WEND_OK;
}
