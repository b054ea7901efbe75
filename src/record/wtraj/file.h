/* A .wtraj file that is written chunk by chunk: the caller collects the content of a chunk, then
 * appends the chunk in one write. */
#ifndef RECORD_WTRAJ_FILE_H
#define RECORD_WTRAJ_FILE_H

#include "base/memory.h"
#include "base/target.h"
#include "library/zstd.h"
#include "record/wtraj/format.h"

/* A growable buffer. Its first bytes are reserved for a chunk header. */
typedef struct wtraj_bytes {
    uint8_t *all;
    uint32_t count, capacity; /* bytes, including those reserved for the chunk header */
} wtraj_bytes;

typedef struct wtraj_file {
    memory *heap;
    int descriptor; /* -1 if the file is not open */
    char *path;
    file_target target;
    uint64_t size; /* bytes of the file's opening and of all its complete chunks */
    wtraj_bytes content, packed;
    ZSTD_CCtx *packer;
} wtraj_file;

/* Initialises a file: it is not open, and its content is empty. Returns false if out of memory. */
bool wtraj_file_init(wtraj_file *file, memory *heap, const char *path);

/* Empties the content of the next chunk. */
void wtraj_file_clear(wtraj_file *file);
/* Adds bytes to the content of the next chunk. Returns false if out of memory or if the content
 * would exceed WTRAJ_MOST_CONTENT. */
bool wtraj_file_add(wtraj_file *file, const void *bytes, size_t size);

/* Creates the file, with the collected content as its first chunk. Leaves no file on failure. */
wend_result wtraj_file_create(wtraj_file *file, wend_error *error);
/* Appends the collected content as a chunk. On failure, the file is truncated after its last
 * complete chunk. */
wend_result wtraj_file_append(wtraj_file *file, wtraj_kind kind, wend_error *error);

/* Closes the file, removes it unless `keep` is true, and frees all memory. */
wend_result wtraj_file_close(wtraj_file *file, bool keep, wend_error *error);

#endif
