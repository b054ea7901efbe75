/* Everything that the kit adds to a registry. */
#include "build/kinds.h"
#include "measure/metrics.h"
#include "paper/papers.h"
#include "record/outputs.h"
#include "replay/inputs.h"
#include <wend/kit.h>

wend_result wend_kit_register(wend_registry *registry, wend_error *error) {
    wend_result (*const lists[])(wend_registry *, wend_error *) = {
        map_builders_register, outputs_register, inputs_register, metrics_register,
        papers_register};
    wend_result result = WEND_OK;
    for (size_t i = 0; i < sizeof lists / sizeof lists[0] && result == WEND_OK; i++) {
        result = lists[i](registry, error);
    }
    return result;
}
