/* scenario/preset.h: presets of profiles. */
#ifndef SCENARIO_PRESET_H
#define SCENARIO_PRESET_H

#include "scenario/read.h"

#include <wend/preset.h>

/* Fills the def with the preset that a profile names. Returns false if it names none. */
bool preset_read(reader *r, const node *profile, wend_profile_def *def);

/* Adds the settings of the preset to the entries of a profile that names a preset, unless it
 * chooses another entry or gives the setting itself. */
void preset_keep_settings(reader *r, const wend_profile_def *preset, wend_profile_def *def);

/* True if a preset chooses this entry for a profile. */
bool preset_uses(wend_kind kind, const char *name);

#endif
