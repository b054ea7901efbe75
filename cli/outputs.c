/* Checks output paths, and writes files under a temporary name until they are complete. */
#define _POSIX_C_SOURCE 200809L
#include "cli/outputs.h"
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* Returns the folder part of a path: "a/" for "a/b.csv", "./" for "b.csv". The caller frees it. */
static char *folder_of(const char *path) {
    const char *slash = strrchr(path, '/');
    size_t length = slash != NULL ? (size_t)(slash - path) + 1 : 2;
    char *folder = malloc(length + 1);
    if (folder != NULL) {
        memcpy(folder, slash != NULL ? path : "./", length);
        folder[length] = '\0';
    }
    return folder;
}

static const char *name_of(const char *path) {
    const char *slash = strrchr(path, '/');
    return slash != NULL ? slash + 1 : path;
}

static bool examine_folder(const char *path, struct stat *out) {
    char *folder = folder_of(path);
    bool found = folder != NULL && stat(folder, out) == 0;
    free(folder);
    return found;
}

static bool is_same_file(const char *left, const char *right) {
    struct stat a, b;
    if (strcmp(left, right) == 0) {
        return true;
    }
    return strcmp(name_of(left), name_of(right)) == 0 && examine_folder(left, &a) &&
           examine_folder(right, &b) && a.st_dev == b.st_dev && a.st_ino == b.st_ino;
}

static bool report_duplicate(const char *command_name, const char *first, const char *again) {
    fprintf(stderr, "wend %s: %s is given twice", command_name, first);
    if (strcmp(first, again) != 0) {
        fprintf(stderr, ", the second time as %s", again);
    }
    fputc('\n', stderr);
    return false;
}

bool outputs_differ(const char *command_name, const option_value *outputs) {
    for (uint32_t i = 0; i < outputs->count; i++) {
        for (uint32_t k = 0; k < i; k++) {
            if (is_same_file(outputs->list[k], outputs->list[i])) {
                return report_duplicate(command_name, outputs->list[k], outputs->list[i]);
            }
        }
    }
    return true;
}

bool outputs_check(const char *command_name, const option_value *outputs, const char *other,
                   const wend_registry *registry) {
    wend_error error;
    for (uint32_t i = 0; i < outputs->count; i++) {
        const char *path = outputs->list[i];
        if (wend_output_for(registry, path, &error) == NULL) {
            print_error(&error);
            return false;
        }
        if (other != NULL && is_same_file(path, other)) {
            return report_duplicate(command_name, path, other);
        }
    }
    return outputs_differ(command_name, outputs);
}

bool output_ends_with(const char *path, const char *ending) {
    size_t length = strlen(path), tail = strlen(ending);
    return length > tail && strcmp(path + length - tail, ending) == 0;
}

/* Returns 0 if `path` can be written as a file, otherwise an error number as in errno. */
static int find_write_error(const char *path) {
    struct stat there;
    if (path[0] == '\0') {
        return ENOENT;
    }
    if (stat(path, &there) == 0 && S_ISDIR(there.st_mode)) {
        return EISDIR;
    }
    char *folder = folder_of(path);
    if (folder == NULL) {
        return ENOMEM;
    }
    int fault = access(folder, W_OK | X_OK) == 0 ? 0 : errno;
    free(folder);
    return fault;
}

bool output_is_writable(const char *path, const char *what) {
    int fault = find_write_error(path);
    if (fault != 0) {
        fprintf(stderr, "%s: cannot %s: %s\n", path, what, strerror(fault));
    }
    return fault == 0;
}

bool output_write(const char *path, const char *what, void (*write)(FILE *file, const void *of),
                  const void *of) {
    size_t size = strlen(path) + sizeof ".part";
    char *part = malloc(size);
    errno = part != NULL ? 0 : ENOMEM;
    FILE *file = NULL;
    if (part != NULL) {
        snprintf(part, size, "%s.part", path);
        file = fopen(part, "w");
    }
    bool good = file != NULL;
    if (good) {
        write(file, of);
        good = ferror(file) == 0;
        good = fclose(file) == 0 && good && rename(part, path) == 0;
    }
    if (!good) {
        fprintf(stderr, "%s: cannot %s: %s\n", path, what, strerror(errno));
    }
    if (!good && file != NULL) {
        remove(part);
    }
    free(part);
    return good;
}
