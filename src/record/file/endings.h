/* The entry of a registry that the ending of a file's name picks. */
#ifndef RECORD_FILE_ENDINGS_H
#define RECORD_FILE_ENDINGS_H

#include <wend/kit.h>

/* The first entry of a kind whose extension ends `path`, or NULL; then `error` lists those there
 * are. `what` is "output format" or the like. */
const wend_entry *ending_find(const wend_registry *registry, wend_kind kind, const char *what,
                              const char *(*extension_of)(const wend_entry *entry),
                              const char *path, wend_error *error);

#endif
