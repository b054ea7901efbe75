/* Writes the chunks of a .wtraj file: compresses the content of a chunk with zstd, adds a chunk
 * header with a checksum, and appends the chunk to the file. */
#define _POSIX_C_SOURCE 200809L
#include "record/wtraj/file.h"
#include "base/error.h"
#include "base/file.h"
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum {
    HEAD_SIZE = sizeof(wtraj_chunk),
    LEVEL = 1 /* zstd level; level 3 would save 3 % on planes of small numbers but take twice the
                 time */
};

bool wtraj_file_init(wtraj_file *file, memory *heap, const char *path) {
    memset(file, 0, sizeof *file);
    file->heap = heap;
    file->descriptor = -1;
    file->path = memory_copy_text(heap, path);
    file->packer = ZSTD_createCCtx();
    wtraj_file_clear(file);
    return file->path != NULL && file->packer != NULL;
}

void wtraj_file_clear(wtraj_file *file) {
    file->content.count = HEAD_SIZE;
}

bool wtraj_file_add(wtraj_file *file, const void *bytes, size_t size) {
    wtraj_bytes *content = &file->content;
    if (size > WTRAJ_MOST_CONTENT - content->count ||
        !memory_grow(file->heap, (void **)&content->all, 1, &content->capacity,
                     content->count + (uint32_t)size)) {
        return false;
    }
    if (size > 0) {
        memcpy(content->all + content->count, bytes, size);
        content->count += (uint32_t)size;
    }
    return true;
}

/* Writes all bytes: in one call, or in several if the system writes fewer bytes than requested. */
static bool write_all(int descriptor, const uint8_t *bytes, size_t size) {
    while (size > 0) {
        ssize_t written = write(descriptor, bytes, size);
        if (written < 0 && errno == EINTR) {
            continue;
        }
        if (written <= 0) {
            errno = written == 0 ? ENOSPC : errno;
            return false;
        }
        bytes += written;
        size -= (size_t)written;
    }
    return true;
}

/* Compresses the content with zstd into `packed`, starting at `offset`. Returns the compressed
 * size, or 0 if the content should be stored uncompressed. */
static size_t pack(wtraj_file *file, size_t offset) {
    size_t size = file->content.count - HEAD_SIZE;
    size_t bound = ZSTD_compressBound(size);
    if (!memory_grow(file->heap, (void **)&file->packed.all, 1, &file->packed.capacity,
                     (uint32_t)(offset + bound))) {
        return 0; /* out of memory: store the content uncompressed */
    }
    size_t packed = ZSTD_compressCCtx(file->packer, file->packed.all + offset, bound,
                                      file->content.all + HEAD_SIZE, size, LEVEL);
    return ZSTD_isError(packed) || packed >= size ? 0 : packed;
}

/* Returns the minimum number of bytes that must follow a chunk header in the file to keep the
 * compression ratio within WTRAJ_MOST_RATIO. */
static uint32_t least_size(uint32_t content) {
    uint32_t least = (content + WTRAJ_MOST_RATIO - 1) / WTRAJ_MOST_RATIO;
    return least > HEAD_SIZE ? least - HEAD_SIZE : 0;
}

/* Returns the content as a complete chunk. The chunk has `*size` bytes, including its header. */
static uint8_t *make_chunk(wtraj_file *file, wtraj_kind kind, size_t *size) {
    uint32_t content = file->content.count - HEAD_SIZE;
    wtraj_chunk chunk = {.size = content, .packed = content, .content = content};
    uint8_t *bytes = file->content.all;
    size_t packed = kind == WTRAJ_INDEX ? 0 : pack(file, HEAD_SIZE);
    if (packed > 0) {
        bytes = file->packed.all;
        chunk.packing = WTRAJ_ZSTD;
        chunk.packed = (uint32_t)packed;
        uint32_t least = least_size(content);
        chunk.size = least > chunk.packed ? least : chunk.packed;
        memset(bytes + HEAD_SIZE + packed, 0, chunk.size - packed);
    }
    chunk.kind = (uint8_t)kind;
    chunk.checksum = wtraj_checksum(&chunk, bytes + HEAD_SIZE);
    memcpy(bytes, &chunk, sizeof chunk);
    *size = HEAD_SIZE + chunk.size;
    return bytes;
}

wend_result wtraj_file_append(wtraj_file *file, wtraj_kind kind, wend_error *error) {
    size_t size = 0;
    const uint8_t *bytes = make_chunk(file, kind, &size);
    errno = 0;
    if (!write_all(file->descriptor, bytes, size)) {
        wend_result result = file_failed(file->path, "write", "", error);
        /* If the truncation fails too, readers still accept the file with its incomplete last
         * chunk. */
        (void)!ftruncate(file->descriptor, (off_t)file->size);
        return result;
    }
    file->size += size;
    return WEND_OK;
}

/* Writes the opening and the first chunk in one call, so that a file never contains only one of
 * them. */
static bool write_first(wtraj_file *file) {
    static const char magic[8] = {'W', 'E', 'N', 'D', 'T', 'R', 'A', 'J'};
    uint8_t opening[WTRAJ_OPENING_SIZE] = {0};
    uint32_t version = WTRAJ_VERSION;
    memcpy(opening, magic, sizeof magic);
    memcpy(opening + 8, &version, sizeof version);
    size_t size = 0;
    uint8_t *bytes = make_chunk(file, WTRAJ_HEADER, &size);
    uint8_t *both = memory_get(file->heap, sizeof opening + size);
    if (both == NULL) {
        errno = ENOMEM;
        return false;
    }
    memcpy(both, opening, sizeof opening);
    memcpy(both + sizeof opening, bytes, size);
    bool good = write_all(file->descriptor, both, sizeof opening + size);
    memory_free(file->heap, both, sizeof opening + size);
    file->size = good ? sizeof opening + size : 0;
    return good;
}

/* Removes the file itself: never a link to it, a pipe or a device. */
static void remove_file(const wtraj_file *file) {
    if (!file->target.is_direct) {
        remove(file->target.name);
    }
}

wend_result wtraj_file_create(wtraj_file *file, wend_error *error) {
    if (file->content.count == HEAD_SIZE) {
        return error_no_memory(error, "a trajectory");
    }
    wend_result result =
        target_find(&file->target, file->path, "write", &file->heap->allocator, error);
    if (result != WEND_OK) {
        return result;
    }
    file->descriptor = target_open(&file->target, file->target.name, "write", error);
    if (file->descriptor < 0) {
        return WEND_ERROR_IO;
    }
    errno = 0;
    if (!write_first(file)) {
        result = file_failed(file->path, "write", "", error);
        close(file->descriptor);
        remove_file(file);
        file->descriptor = -1;
    }
    return result;
}

wend_result wtraj_file_close(wtraj_file *file, bool keep, wend_error *error) {
    wend_result result = WEND_OK;
    errno = 0;
    if (file->descriptor >= 0 && close(file->descriptor) != 0) {
        result = file_failed(file->path, "write", "", error);
    }
    if (file->descriptor >= 0 && !keep) {
        remove_file(file);
    }
    target_free(&file->target);
    ZSTD_freeCCtx(file->packer);
    memory_free(file->heap, file->content.all, file->content.capacity);
    memory_free(file->heap, file->packed.all, file->packed.capacity);
    memory_free_text(file->heap, file->path);
    file->descriptor = -1;
    return result;
}
