/* Whole files: read into memory, or written beside their name and renamed when whole. */
#ifndef BASE_FILE_H
#define BASE_FILE_H

#include <wend/base.h>

/* No file may be larger, bytes. */
#define FILE_LARGEST ((size_t)1 << 34)

/* Fills `error` with "cannot <verb> <what>: <reason of errno>" at `path`; `what` may be "". */
wend_result file_failed(const char *path, const char *verb, const char *what, wend_error *error);

/* What file_save writes and file_load reads: a thing as bytes. `save` returns how many bytes it
 * needs, and writes them if there is room; `load` makes a thing of them, with what `out` needs. */
typedef struct file_form {
    const char *what; /* in messages: "the snapshot" */
    size_t (*save)(const void *thing, void *bytes, size_t capacity);
    wend_result (*load)(const void *bytes, size_t size, const wend_allocator *allocator, void *out,
                        wend_error *error);
} file_form;

/* Writes PATH.part, flushed to the disk, then renames it; nothing is left when that fails. */
wend_result file_save(const file_form *form, const void *thing, const char *path,
                      const wend_allocator *allocator, wend_error *error);
/* Failures of loading have the path. */
wend_result file_load(const file_form *form, const char *path, const wend_allocator *allocator,
                      void *out, wend_error *error);

/* Refuses, without opening it, what may hang a reader or has no end: pipes and devices (a folder is
 * refused as such). What is not there is left to the one who opens it. `error` may be NULL. */
wend_result file_check_regular(const char *path, const char *verb, const char *what,
                               wend_error *error);

#endif
