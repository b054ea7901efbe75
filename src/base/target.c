/* Finds where an output is written: follows symbolic links, and distinguishes files from pipes. */
#define _DEFAULT_SOURCE /* flock */
#include "base/target.h"
#include "base/error.h"
#include "base/memory.h"
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

enum { MOST_LINKS = 40 }; /* as many as Linux follows in one path */

static const char part_ending[] = ".part";

wend_result target_failed(const char *path, const char *what, wend_error *error) {
    int reason = errno;
    error_set(error, WEND_ERROR_IO, "cannot %s: %s", what,
              reason != 0 ? strerror(reason) : "unknown reason");
    if (error != NULL) {
        error_set_location(error, path, 0, 0);
    }
    return WEND_ERROR_IO;
}

/* ---- Links ----------------------------------------------------------------------------------- */

static void release_text(const wend_allocator *allocator, char *text) {
    if (text != NULL) {
        memory_release(allocator, text, strlen(text) + 1);
    }
}

/* Returns the first `length` bytes of `left`, followed by `right`; NULL if out of memory. */
static char *join(const wend_allocator *allocator, const char *left, size_t length,
                  const char *right) {
    size_t tail = strlen(right) + 1;
    char *text = memory_allocate(allocator, length + tail);
    if (text != NULL) {
        memcpy(text, left, length);
        memcpy(text + length, right, tail);
    }
    return text;
}

/* Returns the length of the folder part of a path, including the slash. */
static size_t folder_length(const char *path) {
    const char *slash = strrchr(path, '/');
    return slash != NULL ? (size_t)(slash - path) + 1 : 0;
}

/* Replaces a link in *name by the path that the link contains. Sets errno after a failure. */
static bool follow_link(const wend_allocator *allocator, char **name) {
    char content[4096];
    ssize_t size = readlink(*name, content, sizeof content);
    if (size < 0 || (size_t)size >= sizeof content) {
        errno = size < 0 ? errno : ENAMETOOLONG;
        return false;
    }
    content[size] = '\0';
    size_t folder = content[0] == '/' ? 0 : folder_length(*name);
    char *next = join(allocator, *name, folder, content);
    if (next == NULL) {
        errno = ENOMEM;
        return false;
    }
    release_text(allocator, *name);
    *name = next;
    return true;
}

/* Returns the path of the file that `path` refers to, whether or not it exists. Returns NULL after
 * a failure, with errno set. The caller releases the text. */
static char *follow_links(const wend_allocator *allocator, const char *path) {
    char *name = join(allocator, path, 0, path);
    struct stat found;
    errno = ENOMEM;
    for (int i = 0; name != NULL && lstat(name, &found) == 0 && S_ISLNK(found.st_mode); i++) {
        if (i == MOST_LINKS || !follow_link(allocator, &name)) {
            int reason = i == MOST_LINKS ? ELOOP : errno;
            release_text(allocator, name);
            errno = reason;
            return NULL;
        }
    }
    return name;
}

/* ---- Targets --------------------------------------------------------------------------------- */

wend_result target_find(file_target *target, const char *path, const char *what,
                        const wend_allocator *allocator, wend_error *error) {
    memset(target, 0, sizeof *target);
    if (allocator != NULL) {
        target->allocator = *allocator;
    }
    if (path[0] == '\0') {
        errno = ENOENT;
        return target_failed(path, what, error);
    }
    target->path = join(allocator, path, 0, path);
    target->name = follow_links(allocator, path);
    struct stat found;
    bool exists = target->name != NULL && stat(target->name, &found) == 0;
    if (exists && S_ISDIR(found.st_mode)) {
        errno = EISDIR;
    }
    if (target->name == NULL || (exists && S_ISDIR(found.st_mode))) {
        wend_result result = errno == ENOMEM ? error_no_memory(error, "a file name")
                                             : target_failed(path, what, error);
        target_free(target);
        return result;
    }
    target->is_direct = exists && !S_ISREG(found.st_mode);
    target->part =
        join(allocator, target->name, strlen(target->name), target->is_direct ? "" : part_ending);
    if (target->path == NULL || target->part == NULL) {
        target_free(target);
        return error_no_memory(error, "a file name");
    }
    return WEND_OK;
}

/* ---- Opening --------------------------------------------------------------------------------- */

/* How often a file is opened again that another program has renamed before it was locked. */
enum { MOST_ATTEMPTS = 16 };

/* True if `name` still refers to an open file. */
static bool is_open_file(int descriptor, const char *name) {
    struct stat opened, named;
    return fstat(descriptor, &opened) == 0 && stat(name, &named) == 0 &&
           opened.st_dev == named.st_dev && opened.st_ino == named.st_ino;
}

/* Opens a file and locks it. Returns -1 after a failure, with errno set: EWOULDBLOCK if another
 * program has locked it. A file system without locks is not a failure. */
static int open_locked(const char *name) {
    for (int i = 0; i < MOST_ATTEMPTS; i++) {
        int descriptor = open(name, O_WRONLY | O_CREAT | O_CLOEXEC, 0666);
        if (descriptor < 0) {
            return -1;
        }
        bool is_locked = flock(descriptor, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK;
        if (is_locked && is_open_file(descriptor, name)) {
            return descriptor;
        }
        close(descriptor);
        if (!is_locked) {
            break;
        }
    }
    errno = EWOULDBLOCK;
    return -1;
}

int target_open(const file_target *target, const char *name, const char *what, wend_error *error) {
    errno = 0;
    if (target->is_direct) {
        int descriptor = open(name, O_WRONLY | O_TRUNC | O_CLOEXEC);
        if (descriptor < 0) {
            target_failed(target->path, what, error);
        }
        return descriptor;
    }
    int descriptor = open_locked(name); /* a device behind a link cannot be emptied: EINVAL */
    if (descriptor < 0 && errno == EWOULDBLOCK) {
        error_set(error, WEND_ERROR_IO,
                  "cannot %s: another program is writing '%.200s' now; wait until it has ended, or "
                  "choose another name",
                  what, name);
        if (error != NULL) {
            error_set_location(error, target->path, 0, 0);
        }
    } else if (descriptor < 0 || (ftruncate(descriptor, 0) != 0 && errno != EINVAL)) {
        target_failed(target->path, what, error);
        if (descriptor >= 0) {
            close(descriptor);
        }
        descriptor = -1;
    }
    return descriptor;
}

wend_result target_spare(file_target *target, const char *input, wend_error *error) {
    while (!target->is_direct && target_is_same(target->part, input)) {
        char *longer = join(&target->allocator, target->part, strlen(target->part), part_ending);
        if (longer == NULL) {
            target_free(target);
            return error_no_memory(error, "a file name");
        }
        release_text(&target->allocator, target->part);
        target->part = longer;
    }
    return WEND_OK;
}

wend_result target_finish(file_target *target, bool keep, const char *what, wend_error *error) {
    wend_result result = WEND_OK;
    errno = 0;
    if (!target->is_direct && keep && rename(target->part, target->name) != 0) {
        result = target_failed(target->path, what, error);
    }
    if (!target->is_direct && (!keep || result != WEND_OK)) {
        remove(target->part);
    }
    target_free(target);
    return result;
}

void target_free(file_target *target) {
    release_text(&target->allocator, target->path);
    release_text(&target->allocator, target->name);
    release_text(&target->allocator, target->part);
    memset(target, 0, sizeof *target);
}

/* ---- Checks ---------------------------------------------------------------------------------- */

/* Returns the folder of a path; the caller releases it. */
static char *copy_folder(const char *path) {
    size_t length = folder_length(path);
    return length > 0 ? join(NULL, path, length, "") : join(NULL, "", 0, "./");
}

/* Returns 0 if a file can be created or replaced, otherwise an error number as in errno. */
static int find_fault(const file_target *target) {
    if (target->is_direct) {
        return access(target->name, W_OK) == 0 ? 0 : errno;
    }
    char *folder = copy_folder(target->name);
    if (folder == NULL) {
        return ENOMEM;
    }
    int fault = access(folder, W_OK | X_OK) == 0 ? 0 : errno;
    release_text(NULL, folder);
    struct stat found;
    if (fault == 0 && lstat(target->part, &found) != 0) {
        fault = errno == ENOENT ? 0 : errno; /* such as a name that is too long */
    } else if (fault == 0 && S_ISDIR(found.st_mode)) {
        fault = EISDIR;
    }
    return fault;
}

wend_result target_check(const char *path, const char *what, wend_error *error) {
    file_target target;
    wend_result result = target_find(&target, path, what, NULL, error);
    if (result != WEND_OK || target.name == NULL) {
        return result;
    }
    errno = find_fault(&target);
    if (errno != 0) {
        result = target_failed(path, what, error);
    }
    target_free(&target);
    return result;
}

static bool is_same_name(const char *left, const char *right) {
    struct stat a, b;
    if (stat(left, &a) == 0 && stat(right, &b) == 0) {
        return a.st_dev == b.st_dev && a.st_ino == b.st_ino;
    }
    if (strcmp(left + folder_length(left), right + folder_length(right)) != 0) {
        return false;
    }
    char *first = copy_folder(left), *second = copy_folder(right);
    bool same = first != NULL && second != NULL && stat(first, &a) == 0 && stat(second, &b) == 0 &&
                a.st_dev == b.st_dev && a.st_ino == b.st_ino;
    release_text(NULL, first);
    release_text(NULL, second);
    return same;
}

bool target_is_same(const char *left, const char *right) {
    if (strcmp(left, right) == 0) {
        return true;
    }
    char *first = follow_links(NULL, left), *second = follow_links(NULL, right);
    bool same = first != NULL && second != NULL && is_same_name(first, second);
    release_text(NULL, first);
    release_text(NULL, second);
    return same;
}
