/* Applies timed commands of a scenario to its world when they are due. */
#include "run/commands.h"

static wend_result apply_command(const scenario_command *command, wend_world *world,
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

wend_result commands_apply_due(const wend_scenario *s, wend_world *world,
                               const wend_obstacle *obstacles, uint32_t *next, wend_error *error) {
    double time = wend_world_time(world) + COMMANDS_SLACK * wend_world_dt(world);
    while (*next < s->command_count && s->commands[*next].time <= time) {
        const scenario_command *command = &s->commands[(*next)++];
        wend_result result = apply_command(command, world, obstacles, error);
        if (result != WEND_OK) {
            return node_locate_error(command->at, error, result);
        }
    }
    return WEND_OK;
}
