/* Finds the readable trajectory formats by file extension. */
#ifndef REPLAY_INPUTS_H
#define REPLAY_INPUTS_H

#include <wend/kit.h>

/* Returns the input whose extension `path` ends with. Returns NULL if there is none; then `error`
 * lists the known extensions. */
const wend_input *inputs_find(const wend_registry *registry, const char *path, wend_error *error);

#endif
