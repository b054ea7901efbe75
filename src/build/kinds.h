/* build/kinds.h: all kinds of maps that can be made. */
#ifndef BUILD_KINDS_H
#define BUILD_KINDS_H

#include <wend/kit.h>

/* Adds them to a registry. */
wend_result map_builders_register(wend_registry *registry, wend_error *error);

#endif
