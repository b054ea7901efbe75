/* wend/file.h: for programs that write files of their own beside those of the kit: whether two
 * paths are one file, whether a file can be written, writing without incomplete files, and the
 * files that a scenario was read from. Part of the kit. */
#ifndef WEND_FILE_H
#define WEND_FILE_H

#include <wend/kit.h>

#ifdef __cplusplus
extern "C" {
#endif

/* True if two paths refer to the same file, even through links or other spellings. The files do not
 * have to exist. */
WEND_API bool wend_is_same_file(const char *left, const char *right);
/* Checks that a file can be written: its folder exists and is writable, its name is not too long,
 * and it is not a folder. Fails with WEND_ERROR_IO and the message "cannot WHAT: reason". */
WEND_API wend_result wend_check_writable(const char *path, const char *what, wend_error *error);
/* Writes a file with the function `write`, which gets `of`. The file is written as PATH.part and
 * renamed when it is complete; nothing is left if it fails. A link stays, and the file that it
 * refers to is replaced. A pipe or a device is written directly. Fails with WEND_ERROR_IO and the
 * message "cannot WHAT: reason". */
WEND_API wend_result wend_write_file(const char *path, const char *what,
                                     void (*write)(FILE *file, const void *of), const void *of,
                                     wend_error *error);

/* Returns the number of files that a scenario was read from: its own file, the files that it
 * includes, and the files with geometry and maps that it names. */
WEND_API uint32_t wend_scenario_file_count(const wend_scenario *scenario);
/* Returns the path of file `index`, which must be less than the count. Valid as long as the
 * scenario. */
WEND_API const char *wend_scenario_file(const wend_scenario *scenario, uint32_t index);

#ifdef __cplusplus
}
#endif

#endif
