/* The list of presets. A preset is one file of this folder and one line of presets.inl. */
#include <string.h>

#include "base/error.h"
#include "base/text.h"
#include "preset/preset.h"

#define WEND_ENTRY(name) extern const wend_preset wend_preset_##name;
#include "preset/presets.inl"
#undef WEND_ENTRY

static const wend_preset *const presets[] = {
#define WEND_ENTRY(name) &wend_preset_##name,
#include "preset/presets.inl"
#undef WEND_ENTRY
};

enum { PRESETS = sizeof presets / sizeof presets[0] };

uint32_t wend_preset_count(void) {
    return PRESETS;
}

wend_preset_info wend_preset_get(uint32_t index) {
    WEND_ASSERT(index < PRESETS);
    return presets[index]->info;
}

wend_result wend_profile_def_preset(const char *name, wend_profile_def *def, wend_error *error) {
    WEND_ASSERT(name != NULL && def != NULL);
    const char *names[PRESETS];
    for (uint32_t i = 0; i < PRESETS; i++) {
        names[i] = presets[i]->info.name;
        if (strcmp(name, names[i]) == 0) {
            presets[i]->fill(def);
            return WEND_OK;
        }
    }
    char hint[256];
    return error_set(error, WEND_ERROR_NAME, "there is no preset '%s'%s", name,
                     text_suggest(name, names, PRESETS, hint, sizeof hint));
}
