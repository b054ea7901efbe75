/* Reads and writes complete files with a caller's codec. */
#define _POSIX_C_SOURCE 200809L
#include "base/file.h"
#include "base/error.h"
#include "base/memory.h"
#include "base/target.h"
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

wend_result file_failed(const char *path, const char *verb, const char *what, wend_error *error) {
    int reason = errno;
    error_set(error, WEND_ERROR_IO, "cannot %s%s%s: %s", verb, what[0] != '\0' ? " " : "", what,
              reason != 0 ? strerror(reason) : "unknown reason");
    if (error != NULL) {
        error_set_location(error, path, 0, 0);
    }
    return WEND_ERROR_IO;
}

wend_result file_check_regular(const char *path, const char *verb, const char *what,
                               wend_error *error) {
    struct stat found;
    if (stat(path, &found) != 0 || S_ISREG(found.st_mode)) {
        return WEND_OK;
    }
    if (S_ISDIR(found.st_mode)) {
        errno = EISDIR;
        return file_failed(path, verb, what, error);
    }
    error_set(error, WEND_ERROR_IO, "cannot %s%s%s: not a regular file", verb,
              what[0] != '\0' ? " " : "", what);
    if (error != NULL) {
        error_set_location(error, path, 0, 0);
    }
    return WEND_ERROR_IO;
}

/* Opens a regular file. Returns NULL and reports the reason after a failure. */
static FILE *open_regular(const char *path, const char *what, wend_error *error) {
    if (file_check_regular(path, "read", what, error) != WEND_OK) {
        return NULL;
    }
    errno = 0;
    FILE *file = fopen(path, "rb");
    if (file == NULL) {
        file_failed(path, "read", what, error);
    }
    return file;
}

/* Checks the first bytes of an open file. */
static wend_result check_head(const file_codec *codec, FILE *file, const char *path,
                              wend_error *error) {
    uint8_t head[FILE_HEAD];
    size_t size = fread(head, 1, sizeof head, file);
    if (ferror(file) != 0) {
        return file_failed(path, "read", codec->what, error);
    }
    wend_result result = codec->check_head != NULL ? codec->check_head(head, size, error) : WEND_OK;
    if (result != WEND_OK && error != NULL) {
        error_set_location(error, path, 0, 0);
    }
    return result;
}

wend_result file_check_head(const file_codec *codec, const char *path, wend_error *error) {
    FILE *file = open_regular(path, codec->what, error);
    if (file == NULL) {
        return WEND_ERROR_IO;
    }
    wend_result result = check_head(codec, file, path, error);
    fclose(file);
    return result;
}

/* Finds the size of a seekable file. Returns false, with errno set, if the file is not seekable or
 * is larger than FILE_LARGEST. */
static bool find_size(FILE *file, size_t *size) {
    long end = 0;
    if (fseek(file, 0, SEEK_END) != 0 || (end = ftell(file)) < 0 || fseek(file, 0, SEEK_SET) != 0) {
        return false;
    }
    *size = (size_t)end;
    errno = EFBIG;
    return *size <= FILE_LARGEST;
}

/* Reads an open file. Release the bytes with memory_release(allocator, bytes, capacity). */
static wend_result read_bytes(FILE *file, const char *path, const char *what,
                              const wend_allocator *allocator, void **bytes, size_t *size,
                              size_t *capacity, wend_error *error) {
    if (!find_size(file, size)) {
        return file_failed(path, "read", what, error);
    }
    *capacity = *size + 1; /* at least one byte, even for an empty file */
    *bytes = memory_allocate(allocator, *capacity);
    wend_result result = *bytes != NULL ? WEND_OK : error_no_memory(error, "%s", what);
    errno = 0;
    if (result == WEND_OK && fread(*bytes, 1, *size, file) != *size) {
        result = file_failed(path, "read", what, error);
        memory_release(allocator, *bytes, *capacity);
    }
    return result;
}

/* Writes the bytes to the part of a target and flushes them to the disk. Pipes and devices cannot
 * be flushed. */
static bool write_part(const file_target *target, const void *bytes, size_t size) {
    FILE *file = fopen(target->part, "wb");
    if (file == NULL) {
        return false;
    }
    bool good = fwrite(bytes, 1, size, file) == size && fflush(file) == 0 &&
                (target->is_direct || fsync(fileno(file)) == 0);
    return fclose(file) == 0 && good;
}

static wend_result write_all(const char *path, const char *what, const wend_allocator *allocator,
                             const void *bytes, size_t size, wend_error *error) {
    char action[100] = "write ";
    strncat(action, what, sizeof action - sizeof "write ");
    file_target target;
    wend_result result = target_find(&target, path, action, allocator, error);
    if (result != WEND_OK) {
        return result;
    }
    errno = 0;
    if (!write_part(&target, bytes, size)) {
        result = target_failed(path, action, error);
        target_finish(&target, false, action, NULL);
        return result;
    }
    return target_finish(&target, true, action, error);
}

wend_result file_save(const file_codec *codec, const void *object, const char *path,
                      const wend_allocator *allocator, wend_error *error) {
    size_t size = codec->save(object, NULL, 0);
    void *bytes = memory_allocate(allocator, size);
    if (bytes == NULL) {
        return error_no_memory(error, "%s", codec->what);
    }
    codec->save(object, bytes, size);
    wend_result result = write_all(path, codec->what, allocator, bytes, size, error);
    memory_release(allocator, bytes, size);
    return result;
}

wend_result file_load(const file_codec *codec, const char *path, const wend_allocator *allocator,
                      void *out, wend_error *error) {
    void *bytes = NULL;
    size_t size = 0, capacity = 0;
    FILE *file = open_regular(path, codec->what, error);
    if (file == NULL) {
        return WEND_ERROR_IO;
    }
    wend_result result = check_head(codec, file, path, error);
    if (result == WEND_OK) {
        result = read_bytes(file, path, codec->what, allocator, &bytes, &size, &capacity, error);
    }
    fclose(file);
    if (result != WEND_OK) {
        return result;
    }
    result = codec->load(bytes, size, allocator, out, error);
    if (result != WEND_OK && error != NULL) {
        error_set_location(error, path, 0, 0);
    }
    memory_release(allocator, bytes, capacity);
    return result;
}
