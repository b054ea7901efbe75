#include "measure/metrics.h"

#define WEND_ENTRY(name) extern const wend_metric metric_##name;
#include "measure/metrics.inl"
#undef WEND_ENTRY

wend_result metrics_register(wend_registry *registry, wend_error *error) {
    static const wend_metric *const all[] = {
#define WEND_ENTRY(name) &metric_##name,
#include "measure/metrics.inl"
#undef WEND_ENTRY
    };
    wend_result result = WEND_OK;
    for (size_t i = 0; i < sizeof all / sizeof all[0] && result == WEND_OK; i++) {
        result = wend_registry_add(registry, WEND_KIND_METRIC, &all[i]->entry, error);
    }
    return result;
}
