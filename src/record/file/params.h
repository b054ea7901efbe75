/* Fills the parameter structs of metrics, outputs, inputs and maps from their tables. They may have
 * all types except numbers that are sampled for each agent. Lists, points and names point into the
 * settings. */
#ifndef RECORD_FILE_PARAMS_H
#define RECORD_FILE_PARAMS_H

#include <wend/model.h>

/* Fills the zeroed struct at `out` with defaults. */
void params_set_defaults(const wend_entry *entry, void *out);
/* Stores a setting that wend_settings_check has passed. */
void params_apply(const wend_entry *entry, const wend_setting *setting, void *out);

#endif
