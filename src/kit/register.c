/* Registers all entries of the kit, using the lists in the kit's folders. To add an entry, add one
 * file to a folder, and one line to the folder's .inl list; this file names no entry. */
#include <wend/kit.h>

#define WEND_ENTRY(name) extern const wend_map_builder map_builder_##name;
#include "build/kinds.inl"
#undef WEND_ENTRY
#define WEND_ENTRY(name) extern const wend_output output_##name;
#include "record/outputs.inl"
#undef WEND_ENTRY
#define WEND_ENTRY(name) extern const wend_input input_##name;
#include "replay/inputs.inl"
#undef WEND_ENTRY
#define WEND_ENTRY(name) extern const wend_metric metric_##name;
#include "measure/metrics.inl"
#undef WEND_ENTRY
#define WEND_ENTRY(name) extern const wend_paper paper_##name;
#include "paper/papers.inl"
#undef WEND_ENTRY

static const struct {
    wend_kind kind;
    const wend_entry *entry;
} entries[] = {
#define WEND_ENTRY(name) {WEND_KIND_MAP, &map_builder_##name.entry},
#include "build/kinds.inl"
#undef WEND_ENTRY
#define WEND_ENTRY(name) {WEND_KIND_OUTPUT, &output_##name.entry},
#include "record/outputs.inl"
#undef WEND_ENTRY
#define WEND_ENTRY(name) {WEND_KIND_INPUT, &input_##name.entry},
#include "replay/inputs.inl"
#undef WEND_ENTRY
#define WEND_ENTRY(name) {WEND_KIND_METRIC, &metric_##name.entry},
#include "measure/metrics.inl"
#undef WEND_ENTRY
#define WEND_ENTRY(name) {WEND_KIND_PAPER, &paper_##name.entry},
#include "paper/papers.inl"
#undef WEND_ENTRY
};

static const struct {
    wend_kind kind;
    size_t size;
} kinds[] = {
    {WEND_KIND_MAP, sizeof(wend_map_builder)}, {WEND_KIND_OUTPUT, sizeof(wend_output)},
    {WEND_KIND_INPUT, sizeof(wend_input)},     {WEND_KIND_METRIC, sizeof(wend_metric)},
    {WEND_KIND_PAPER, sizeof(wend_paper)},
};

wend_result wend_kit_register(wend_registry *registry, wend_error *error) {
    wend_result result = WEND_OK;
    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0] && result == WEND_OK; i++) {
        result = wend_registry_set_kind_size(registry, kinds[i].kind, kinds[i].size, error);
    }
    for (size_t i = 0; i < sizeof entries / sizeof entries[0] && result == WEND_OK; i++) {
        result = wend_registry_add(registry, entries[i].kind, entries[i].entry, error);
    }
    return result;
}
