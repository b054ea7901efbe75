/* Reads and writes complete files. Files are written as base/target.h describes. */
#ifndef BASE_FILE_H
#define BASE_FILE_H

#include <wend/base.h>

/* The largest size of a file that can be read, in bytes: 16 GiB, or 2 GiB on 32-bit machines. */
#define FILE_LARGEST (SIZE_MAX >> (SIZE_MAX > UINT32_MAX ? 30 : 1))

/* Fills `error` with "cannot <verb> <what>: <the text for errno>" and the location `path`; `what`
 * may be "". */
wend_result file_failed(const char *path, const char *verb, const char *what, wend_error *error);

enum { FILE_HEAD = 24 }; /* bytes of a header that are checked before a file is read */

/* The functions that convert an object to and from the bytes of a file. `save` returns the number
 * of bytes that it needs, and writes them if the buffer is large enough. `load` builds an object
 * from the bytes and stores it in the struct that `out` points to. That struct may also contain
 * further inputs. */
typedef struct file_codec {
    const char *what; /* name in messages, such as "the snapshot" */
    /* Checks the first bytes of a file (FILE_HEAD, or fewer if the file is shorter) before the rest
     * is read, so that a large file of another kind is refused at once. May be NULL. */
    wend_result (*check_head)(const uint8_t *head, size_t size, wend_error *error);
    size_t (*save)(const void *object, void *bytes, size_t capacity);
    wend_result (*load)(const void *bytes, size_t size, const wend_allocator *allocator, void *out,
                        wend_error *error);
} file_codec;

/* Writes PATH.part, flushes it to the disk, then renames it to PATH. Leaves no file behind if it
 * fails. Links, pipes and devices are written through. */
wend_result file_save(const file_codec *codec, const void *object, const char *path,
                      const wend_allocator *allocator, wend_error *error);
/* Reads and checks only the first bytes of a file. Errors include the path. */
wend_result file_check_head(const file_codec *codec, const char *path, wend_error *error);
/* Loads an object from a file. Errors include the path. */
wend_result file_load(const file_codec *codec, const char *path, const wend_allocator *allocator,
                      void *out, wend_error *error);

/* Rejects pipes, devices and folders without opening them, because they may block a reader or have
 * no end. Accepts a missing file, because opening it will report the error. `error` may be NULL. */
wend_result file_check_regular(const char *path, const char *verb, const char *what,
                               wend_error *error);

#endif
