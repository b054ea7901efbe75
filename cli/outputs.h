/* The outputs that a command is to write. */
#ifndef CLI_OUTPUTS_H
#define CLI_OUTPUTS_H

#include "cli/command.h"

/* Whether each has a known format and none is named twice; else prints what is wrong. `other` is a
 * further file to be written, or NULL. */
bool outputs_check(const char *command_name, const option_value *outputs, const char *other,
                   const wend_registry *registry);

#endif
