/* All trajectory formats that the kit can read. */
#ifndef REPLAY_INPUTS_H
#define REPLAY_INPUTS_H

#include <wend/kit.h>

wend_result inputs_register(wend_registry *registry, wend_error *error);
/* The input whose extension ends `path`, or NULL; then `error` lists those there are. */
const wend_input *inputs_find(const wend_registry *registry, const char *path, wend_error *error);

#endif
