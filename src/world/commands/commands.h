/* world/commands/commands.h: what the functions that queue commands share. */
#ifndef WORLD_COMMANDS_H
#define WORLD_COMMANDS_H

#include "world/world.h"

/* Fails with WEND_ERROR_INVALID: a number is not finite, or too large. */
wend_result command_bad_number(const char *what, wend_error *error);
/* Whether a velocity may be set: components of at most 1000 m/s. */
bool command_is_velocity(wend_point velocity);

#endif
