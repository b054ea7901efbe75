/* Fills parameter structs with the defaults in their tables, then with the scenario's settings. */
#include "scenario/params.h"
#include "record/file/params.h"
#include <string.h>

void scenario_apply_map_settings(const wend_map_builder *builder, const wend_choice *settings,
                                 void *out) {
    for (uint32_t i = 0; i < settings->setting_count; i++) {
        params_apply(&builder->entry, &settings->settings[i], out);
    }
}

void scenario_fill_map_params(const wend_map_builder *builder, const wend_choice *settings,
                              void *out) {
    params_set_defaults(&builder->entry, out);
    scenario_apply_map_settings(builder, settings, out);
}

void scenario_fill_params(const scenario_entries *given, wend_kind kind, const wend_entry *entry,
                          void *out) {
    params_set_defaults(entry, out);
    for (uint32_t i = 0; i < given->count; i++) {
        const scenario_entry *one = &given->entries[i];
        if (one->kind != kind || strcmp(one->choice.name, entry->name) != 0) {
            continue;
        }
        for (uint32_t k = 0; k < one->choice.setting_count; k++) {
            params_apply(entry, &one->choice.settings[k], out);
        }
    }
}
