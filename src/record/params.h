/* Parameter structs of metrics, outputs and inputs, made from their tables. Numbers, integers,
 * booleans and choices only: that is what they may have. */
#ifndef RECORD_PARAMS_H
#define RECORD_PARAMS_H

#include <wend/model.h>

/* Fills the zeroed struct at `out` with defaults. */
void params_set_defaults(const wend_entry *entry, void *out);
/* Stores a setting that wend_settings_check has passed. */
void params_apply(const wend_entry *entry, const wend_setting *setting, void *out);

#endif
