/* Finds the registry entry for a file by its extension. */
#ifndef RECORD_FILE_EXTENSIONS_H
#define RECORD_FILE_EXTENSIONS_H

#include <wend/kit.h>

/* Returns the first entry of the given kind whose file extension matches the end of `path`. An
 * input also reads the unfinished files that a killed run leaves ("run.csv.part"). If there is
 * none, returns NULL, and `error` lists the known extensions. `what` names the kind in the message,
 * for example "output format". */
const wend_entry *extension_find(const wend_registry *registry, wend_kind kind, const char *what,
                                 const char *(*extension_of)(const wend_entry *entry),
                                 const char *path, wend_error *error);

#endif
