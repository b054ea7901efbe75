/* Opens a trajectory with input parameters that the caller sets. */
#ifndef REPLAY_FILE_TRAJECTORY_H
#define REPLAY_FILE_TRAJECTORY_H

#include <wend/kit.h>

/* Fills the zeroed parameters of an input. */
typedef void trajectory_fill(const void *user, const wend_entry *entry, void *params);

/* Opens a trajectory as wend_trajectory_open does; `fill` may be NULL for defaults. */
wend_result trajectory_open(const wend_registry *registry, const char *path, trajectory_fill *fill,
                            const void *user, const wend_allocator *allocator,
                            wend_trajectory **out, wend_error *error);

#endif
