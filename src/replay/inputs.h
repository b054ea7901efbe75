/* Trajectory formats that the kit can read, by the ending of a file name. */
#ifndef REPLAY_INPUTS_H
#define REPLAY_INPUTS_H

#include <wend/kit.h>

/* The input whose extension ends `path`, or NULL; then `error` lists those there are. */
const wend_input *inputs_find(const wend_registry *registry, const char *path, wend_error *error);

#endif
