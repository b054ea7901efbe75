/* Checks the files that a command will write before any work begins, and writes files that are
 * complete or absent. */
#ifndef CLI_OUTPUTS_H
#define CLI_OUTPUTS_H

#include "cli/command.h"
#include <stdio.h>

/* Checks that each output has a known format and that no two are the same file, even if the paths
 * differ. Prints the error otherwise. `other` is another file that will be written, or NULL. */
bool outputs_check(const char *command_name, const option_value *outputs, const char *other,
                   const wend_registry *registry);

/* Checks that no two outputs are the same file. Prints the error otherwise. */
bool outputs_differ(const char *command_name, const option_value *outputs);

/* True if the path has that ending and is longer than it. */
bool output_ends_with(const char *path, const char *ending);

/* Checks that `path` can be written as a file: its folder exists and is writable, and it is not a
 * folder itself. Prints "PATH: cannot WHAT: reason" otherwise. */
bool output_is_writable(const char *path, const char *what);

/* Writes a file with the function `write`: first as PATH.part, which is renamed when complete. On
 * failure, prints "PATH: cannot WHAT: reason", leaves no file, and returns false. */
bool output_write(const char *path, const char *what, void (*write)(FILE *file, const void *of),
                  const void *of);

#endif
