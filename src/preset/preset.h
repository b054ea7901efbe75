/* preset/preset.h: the descriptor of a preset. */
#ifndef PRESET_PRESET_H
#define PRESET_PRESET_H

#include <wend/preset.h>

typedef struct wend_preset {
    wend_preset_info info;
    /* Sets the fields that the preset decides. Settings must have static storage. */
    void (*fill)(wend_profile_def *def);
} wend_preset;

/* A setting with a constant number, and one with a word, for initialisers. */
#define PRESET_NUMBER(parameter, value_)                                                           \
    {                                                                                              \
        .name = (parameter), .value = {.kind = WEND_VALUE_NUMBER, .number = {.a = (value_)} }      \
    }
#define PRESET_TEXT(parameter, value_)                                                             \
    {                                                                                              \
        .name = (parameter), .value = {.kind = WEND_VALUE_TEXT, .text = (value_) }                 \
    }

#endif
