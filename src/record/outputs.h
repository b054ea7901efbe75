/* All output formats of the kit. */
#ifndef RECORD_OUTPUTS_H
#define RECORD_OUTPUTS_H

#include <wend/kit.h>

wend_result outputs_register(wend_registry *registry, wend_error *error);

#endif
