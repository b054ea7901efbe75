/* Fills the parameter structs of metrics, outputs, inputs and maps from their parameter tables. All
 * parameter types are supported except WEND_PARAM_SAMPLED. Lists, polygons and names are not
 * copied: they refer to the memory of the settings. */
#ifndef RECORD_FILE_PARAMS_H
#define RECORD_FILE_PARAMS_H

#include <wend/model.h>

/* Fills the zeroed struct at `out` with defaults. */
void params_set_defaults(const wend_entry *entry, void *out);
/* Stores a setting that wend_settings_check has accepted. */
void params_apply(const wend_entry *entry, const wend_setting *setting, void *out);

#endif
