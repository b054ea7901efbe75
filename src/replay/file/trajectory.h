/* Opens a trajectory file. The caller can set the parameters of the input format. */
#ifndef REPLAY_FILE_TRAJECTORY_H
#define REPLAY_FILE_TRAJECTORY_H

#include <wend/kit.h>

/* A function that fills in the parameters of an input, which are zeroed before the call. */
typedef void trajectory_fill(const void *user, const wend_entry *entry, void *params);

/* Opens a trajectory as wend_trajectory_open does, with the parameters that `fill` sets. If `fill`
 * is NULL, the parameters have their default values. */
wend_result trajectory_open(const wend_registry *registry, const char *path, trajectory_fill *fill,
                            const void *user, const wend_allocator *allocator,
                            wend_trajectory **out, wend_error *error);

#endif
