/* The files that a command is to write, looked at before any work begins. */
#ifndef CLI_TARGETS_H
#define CLI_TARGETS_H

#include "cli/command.h"

typedef struct target {
    const char *path;
    const char *verb; /* "write", as the message about it says */
} target;

/* Whether no two targets are the same file, by whatever way their folders are named. Else prints
 * the second of them and false. */
bool targets_differ(const char *command_name, const target *targets, uint32_t count);

/* Whether each target can be a file: its folder is there and can be written to, and it is no folder
 * itself. Else prints why not and false. */
bool targets_are_writable(const target *targets, uint32_t count);

#endif
