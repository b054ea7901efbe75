/* A .wtraj file that grows by whole chunks, each in one write. */
#ifndef RECORD_WTRAJ_FILE_H
#define RECORD_WTRAJ_FILE_H

#include "base/memory.h"
#include "record/wtraj/format.h"
#include <zstd.h>

/* Bytes that are collected behind room for a chunk's head. */
typedef struct wtraj_bytes {
    uint8_t *all;
    uint32_t count, capacity; /* the head's room included */
} wtraj_bytes;

typedef struct wtraj_file {
    memory *heap;
    int descriptor; /* -1: not open */
    char *path;
    uint64_t size; /* of what is whole */
    wtraj_bytes content, packed;
    ZSTD_CCtx *packer;
} wtraj_file;

/* A file that is not open, with empty content. False when memory ran out. */
bool wtraj_file_init(wtraj_file *file, memory *heap, const char *path);

/* Empties the content. */
void wtraj_file_clear(wtraj_file *file);
/* Adds to the content; false when memory ran out or there is too much. */
bool wtraj_file_add(wtraj_file *file, const void *bytes, size_t size);

/* Creates the file, whose first chunk is the content. Nothing is left when that fails. */
wend_result wtraj_file_create(wtraj_file *file, wend_error *error);
/* Appends the content as a chunk of that kind. When that fails the file ends after the last chunk
 * that is whole. */
wend_result wtraj_file_append(wtraj_file *file, wtraj_kind kind, wend_error *error);

/* Closes the file, removes it unless it is to be kept, and frees everything. */
wend_result wtraj_file_close(wtraj_file *file, bool keep, wend_error *error);

#endif
