/* Values of parameters as JSON. */
#ifndef LIVE_STATE_SETTINGS_H
#define LIVE_STATE_SETTINGS_H

#include "live/writer.h"
#include <wend/entry.h>

/* Writes the present values of all parameters of an entry as an object: those of the settings, else
 * the defaults. A distribution is {"uniform": [low, high]} or {"normal": [mean, deviation]}; an
 * infinite number is "inf". */
void live_write_settings(live_writer *out, const char *key, const wend_entry *entry,
                         const wend_setting *settings, uint32_t count);
/* Writes the default value of a parameter. */
void live_write_default(live_writer *out, const char *key, const wend_param *param);

#endif
