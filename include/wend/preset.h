/* wend/preset.h: presets, named definitions of profiles with models and parameters that were chosen
 * and measured together. In a scenario, a profile names one with the key `preset`. */
#ifndef WEND_PRESET_H
#define WEND_PRESET_H

#include <wend/world.h>

#ifdef __cplusplus
extern "C" {
#endif

/* What a preset is. All strings are in static storage. */
typedef struct wend_preset_info {
    const char *name;     /* lower case, words joined by '_' */
    const char *summary;  /* one line */
    const char *citation; /* the publications that it is based on, or NULL */
} wend_preset_info;

/* Returns the number of presets. */
WEND_API uint32_t wend_preset_count(void);
/* Returns the preset at `index`, which must be less than wend_preset_count, in alphabetical order.
 */
WEND_API wend_preset_info wend_preset_get(uint32_t index);

/* Sets the fields of a def that a preset decides: attributes of the agents, entries and their
 * settings, which have static storage. All other fields keep their values, so begin with
 * wend_default_profile_def, and change what should differ from the preset after the call. Fails
 * with WEND_ERROR_NAME if there is no such preset (the message suggests the nearest name); then
 * `def` is unchanged. */
WEND_API wend_result wend_profile_def_preset(const char *name, wend_profile_def *def,
                                             wend_error *error);

#ifdef __cplusplus
}
#endif

#endif
