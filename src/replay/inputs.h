/* Finds the input format of a trajectory file by the file's extension. */
#ifndef REPLAY_INPUTS_H
#define REPLAY_INPUTS_H

#include <wend/kit.h>

/* Returns the input whose file extension matches the end of `path`. If there is none, returns NULL,
 * and `error` lists the known extensions. */
const wend_input *inputs_find(const wend_registry *registry, const char *path, wend_error *error);

#endif
