/* Parameter structs of metrics, outputs, inputs and maps, made from their tables. Everything but
 * numbers that are sampled for each agent: that is what they may have. Lists, points and names
 * point into the settings. */
#ifndef RECORD_FILE_PARAMS_H
#define RECORD_FILE_PARAMS_H

#include <wend/model.h>

/* Fills the zeroed struct at `out` with defaults. */
void params_set_defaults(const wend_entry *entry, void *out);
/* Stores a setting that wend_settings_check has passed. */
void params_apply(const wend_entry *entry, const wend_setting *setting, void *out);

#endif
