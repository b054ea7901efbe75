/* Finds, reads and splits the template of pages. */
#define _POSIX_C_SOURCE 200809L
#include "record/html/template.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/error.h"
#include "base/file.h"

enum { PATH_SIZE = 4096, MOST_BYTES = 64 << 20 };

static const char marker[] = "<!--WEND-BUNDLE-->";

/* ---- The file -------------------------------------------------------------------------------- */

/* Writes the path of a file relative to the folder of the running program. Returns false if that
 * folder is not known or the path is too long. */
static bool find_beside(const char *name, char out[PATH_SIZE]) {
    ssize_t length = readlink("/proc/self/exe", out, PATH_SIZE - 1);
    if (length <= 0) {
        return false;
    }
    out[length] = 0;
    char *slash = strrchr(out, '/');
    size_t folder = slash != NULL ? (size_t)(slash + 1 - out) : 0;
    if (slash == NULL || folder + strlen(name) >= PATH_SIZE) {
        return false;
    }
    memcpy(out + folder, name, strlen(name) + 1);
    return true;
}

static wend_result find_file(char out[PATH_SIZE], wend_error *error) {
    static const char *const places[] = {"viewer/viewer.html", "../share/wend/viewer.html"};
    const char *given = getenv("WEND_VIEWER");
    if (given != NULL && given[0] != 0) {
        bool fits = strlen(given) < PATH_SIZE;
        snprintf(out, PATH_SIZE, "%s", fits ? given : "");
        return fits ? WEND_OK
                    : error_set(error, WEND_ERROR_IO,
                                "the path in WEND_VIEWER is longer than %d bytes", PATH_SIZE - 1);
    }
    for (size_t i = 0; i < sizeof places / sizeof *places; i++) {
        if (find_beside(places[i], out) && access(out, F_OK) == 0) {
            return WEND_OK;
        }
    }
    return error_set(error, WEND_ERROR_IO,
                     "the page of the viewer is missing: build it with 'make viewer', or set "
                     "WEND_VIEWER to a file viewer.html");
}

static wend_result read_stream(page_template *page, FILE *file, memory *heap, const char *path,
                               size_t *size, wend_error *error) {
    long end = fseek(file, 0, SEEK_END) == 0 ? ftell(file) : -1;
    if (end < 0 || fseek(file, 0, SEEK_SET) != 0) {
        return file_failed(path, "read", "the page of the viewer", error);
    }
    if (end > MOST_BYTES) {
        error_set(error, WEND_ERROR_LIMIT, "the page of the viewer is larger than 64 MB");
        error_set_location(error, path, 0, 0);
        return WEND_ERROR_LIMIT;
    }
    *size = (size_t)end;
    page->capacity = *size + 1;
    page->text = memory_get(heap, page->capacity);
    if (page->text == NULL) {
        return error_no_memory(error, "the page of the viewer");
    }
    return fread(page->text, 1, *size, file) == *size
               ? WEND_OK
               : file_failed(path, "read", "the page of the viewer", error);
}

static wend_result read_file(page_template *page, memory *heap, const char *path, size_t *size,
                             wend_error *error) {
    wend_result result = file_check_regular(path, "read", "the page of the viewer", error);
    if (result != WEND_OK) {
        return result;
    }
    FILE *file = fopen(path, "rb");
    if (file == NULL) {
        return file_failed(path, "read", "the page of the viewer", error);
    }
    result = read_stream(page, file, heap, path, size, error);
    fclose(file);
    return result;
}

/* ---- The marker ------------------------------------------------------------------------------ */

/* Returns the first marker from `at` on, or NULL. */
static const char *find_marker(const char *at, const char *end) {
    size_t length = sizeof marker - 1;
    while (at != NULL && (size_t)(end - at) >= length) {
        at = memchr(at, marker[0], (size_t)(end - at) - length + 1);
        if (at != NULL && memcmp(at, marker, length) == 0) {
            return at;
        }
        at = at != NULL ? at + 1 : NULL;
    }
    return NULL;
}

static wend_result split(page_template *page, const char *path, size_t size, wend_error *error) {
    const char *end = page->text + size, *first = find_marker(page->text, end);
    const char *rest = first != NULL ? first + sizeof marker - 1 : NULL;
    if (first == NULL || find_marker(rest, end) != NULL) {
        error_set(error, WEND_ERROR_FORMAT,
                  "the page of the viewer has %s '%s', expected one: build it with 'make viewer'",
                  first == NULL ? "no" : "several", marker);
        error_set_location(error, path, 0, 0);
        return WEND_ERROR_FORMAT;
    }
    page->head = page->text;
    page->head_size = (size_t)(first - page->text);
    page->tail = rest;
    page->tail_size = (size_t)(end - rest);
    return WEND_OK;
}

wend_result page_template_load(page_template *page, memory *heap, wend_error *error) {
    char path[PATH_SIZE];
    size_t size = 0;
    memset(page, 0, sizeof *page);
    wend_result result = find_file(path, error);
    if (result == WEND_OK) {
        result = read_file(page, heap, path, &size, error);
    }
    if (result == WEND_OK) {
        result = split(page, path, size, error);
    }
    if (result != WEND_OK) {
        page_template_free(page, heap);
    }
    return result;
}

void page_template_free(page_template *page, memory *heap) {
    memory_free(heap, page->text, page->capacity);
    *page = (page_template){.text = NULL};
}
