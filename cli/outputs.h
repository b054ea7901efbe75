/* The files that a command is to write, looked at before any work begins. */
#ifndef CLI_OUTPUTS_H
#define CLI_OUTPUTS_H

#include "cli/command.h"
#include <stdio.h>

/* Whether each output has a known format and no two are the same file, by whatever way their
 * folders are named; else prints what is wrong. `other` is a further file to be written, or NULL.
 */
bool outputs_check(const char *command_name, const option_value *outputs, const char *other,
                   const wend_registry *registry);

/* Whether no two of them are the same file; else prints so. */
bool outputs_differ(const char *command_name, const option_value *outputs);

/* Whether the text ends so, with something before it. */
bool output_ends_with(const char *path, const char *ending);

/* Whether `path` can become a file: its folder is there and can be written to, and it is no folder
 * itself. Else prints "PATH: cannot WHAT: reason". */
bool output_is_writable(const char *path, const char *what);

/* Has `write` fill a file: PATH.part, which gets its name when it is whole. Else prints "PATH:
 * cannot WHAT: reason", and nothing is left. */
bool output_write(const char *path, const char *what, void (*write)(FILE *file, const void *of),
                  const void *of);

#endif
