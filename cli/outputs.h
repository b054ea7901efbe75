/* Checks, before any work begins, that a command can write its files; and writes files so that they
 * are either complete or absent. */
#ifndef CLI_OUTPUTS_H
#define CLI_OUTPUTS_H

#include "cli/command.h"
#include <stdio.h>

/* Checks that each output has a known format, and that no two outputs are the same file, even under
 * different paths. If a check fails, prints the error and returns false. `other` is another file
 * that will be written, or NULL. */
bool outputs_check(const char *command_name, const option_value *outputs, const char *other,
                   const wend_registry *registry);

/* Checks that no two outputs are the same file. If two are, prints the error and returns false. */
bool outputs_differ(const char *command_name, const option_value *outputs);

/* True if a path ends with `ending` and is longer than it. */
bool output_ends_with(const char *path, const char *ending);

/* Checks that `path` can be written as a file: its folder exists and is writable, and the path
 * itself is not a folder. If not, prints "PATH: cannot WHAT: reason" and returns false. */
bool output_is_writable(const char *path, const char *what);

/* Checks that an output would not replace an input file, even if it is named by a link or spelled
 * differently. If it would, prints "wend COMMAND: OUTPUT is WHAT: ..." and returns false. */
bool output_spares(const char *command_name, const char *output, const char *input,
                   const char *what);
/* The same if the command itself keeps NAME.part of its outputs apart from the input. */
bool output_differs(const char *command_name, const char *output, const char *input,
                    const char *what);
/* The same for the file that the standard input reads, if `operand` is "-". Call it before
 * load_keep_standard_input, which puts a copy in place of that file. */
bool output_spares_standard_input(const char *command_name, const char *output,
                                  const char *operand);
bool outputs_spare_standard_input(const char *command_name, const option_value *outputs,
                                  const char *operand);
/* The same for all files that a scenario was read from. */
bool output_spares_scenario(const char *command_name, const char *output,
                            const wend_scenario *scenario);
bool outputs_spare_scenario(const char *command_name, const option_value *outputs,
                            const wend_scenario *scenario);

/* Writes a file with the function `write`. The file is first written as PATH.part, and renamed when
 * it is complete. On failure, prints "PATH: cannot WHAT: reason", leaves no file, and returns
 * false. */
bool output_write(const char *path, const char *what, void (*write)(FILE *file, const void *of),
                  const void *of);

#endif
