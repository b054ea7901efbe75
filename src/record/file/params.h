/* Fills the parameter structs of metrics, outputs, inputs and maps from their parameter tables. All
 * parameter types except WEND_PARAM_SAMPLED are supported. Lists, polygons and names are not
 * copied: the struct refers to the memory of the settings. */
#ifndef RECORD_FILE_PARAMS_H
#define RECORD_FILE_PARAMS_H

#include <wend/model.h>

/* Fills the zeroed struct at `out` with the default values. */
void params_set_defaults(const wend_entry *entry, void *out);
/* Stores a setting in the struct at `out`. wend_settings_check must have accepted the setting. */
void params_apply(const wend_entry *entry, const wend_setting *setting, void *out);

#endif
