/* base/target.h: the place that an output is written to. A file is written under a temporary name
 * and renamed when it is complete, so that no incomplete file ever has its final name. A symbolic
 * link stays a link, and the file that it refers to is written. A pipe or a device is written
 * directly. */
#ifndef BASE_TARGET_H
#define BASE_TARGET_H

#include <wend/base.h>

typedef struct file_target {
    wend_allocator allocator;
    char *path;     /* as given; for messages */
    char *name;     /* the file that `path` refers to after all symbolic links */
    char *part;     /* the file to open: NAME.part, or NAME itself for a pipe or a device */
    bool is_direct; /* a pipe or a device: it is neither renamed nor removed */
} file_target;

/* Finds the target of a path. Fails if the path is empty, is or refers to a folder, or is a loop of
 * links; `what` is what cannot be done, for example "write the snapshot". `allocator` may be NULL.
 * Opens nothing. After a failure there is nothing to free. */
wend_result target_find(file_target *target, const char *path, const char *what,
                        const wend_allocator *allocator, wend_error *error);

/* Opens `name` for writing, which is the name or the part of a target, and empties it. A file is
 * locked until all descriptors of it are closed, so that two programs never write the same one; if
 * another one has it locked, fails with a message. What a killed program has left is not locked,
 * and is replaced. Returns a descriptor, or -1 after a failure. */
int target_open(const file_target *target, const char *name, const char *what, wend_error *error);

/* Changes the name of the part if it is the file `input`: ".part" is appended to it again. The
 * target is then written while `input` is read, and `input` stays. Frees the target after a
 * failure. */
wend_result target_spare(file_target *target, const char *input, wend_error *error);

/* Renames the part to the final name if `keep` is true, otherwise removes it. Frees the target. */
wend_result target_finish(file_target *target, bool keep, const char *what, wend_error *error);
void target_free(file_target *target);

/* Checks that the target of a path could be written now: its folder exists and is writable, and the
 * name is short enough. */
wend_result target_check(const char *path, const char *what, wend_error *error);

/* True if two paths refer to the same file. Neither file has to exist: links are followed, and
 * folders are compared by device and inode. */
bool target_is_same(const char *left, const char *right);

/* Fills `error` with "cannot <what>: <the text for errno>" and the location `path`. */
wend_result target_failed(const char *path, const char *what, wend_error *error);

#endif
