/* Choices of entries in requests: names and settings, read into an arena. */
#ifndef LIVE_CHOOSE_CHOICES_H
#define LIVE_CHOOSE_CHOICES_H

#include "base/memory.h"
#include "json/reader.h"
#include <wend/world.h>

enum {
    LIVE_MAX_SETTINGS = 64,        /* of an entry */
    LIVE_MAX_SETTING_POINTS = 1024 /* of a polygon */
};

/* Reads the settings of an entry from a JSON object, whose first token has been read. Settings that
 * it does not have are those of `before`, if that is a choice of the same entry; null removes a
 * setting. The values are checked only as far as their types; the world checks them when the choice
 * is used. `out` and all that it points at is in the arena, or in `before`. */
wend_result live_read_settings(json_reader *reader, const wend_entry *entry,
                               const wend_choice *before, memory_arena *arena, wend_choice *out,
                               wend_error *error);

/* Makes a choice without new settings: that of `before` if it is the same entry. */
wend_choice live_keep_settings(const wend_entry *entry, const wend_choice *before);

#endif
