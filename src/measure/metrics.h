/* All metrics of the kit. */
#ifndef MEASURE_METRICS_H
#define MEASURE_METRICS_H

#include <wend/kit.h>

wend_result metrics_register(wend_registry *registry, wend_error *error);

#endif
