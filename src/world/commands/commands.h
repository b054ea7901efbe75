/* world/commands/commands.h: checks shared by the functions that queue commands. */
#ifndef WORLD_COMMANDS_H
#define WORLD_COMMANDS_H

#include "world/world.h"

/* Sets the error WEND_ERROR_INVALID for a number that is not finite or is too large. */
wend_result command_refuse_number(const char *what, wend_error *error);
/* Checks that a goal exists and does not belong to a queue. */
wend_result command_check_goal(const wend_world *world, wend_goal goal, wend_error *error);
/* True if a velocity may be set: each component is at most 1000 m/s. */
bool command_is_valid_velocity(wend_point velocity);

#endif
