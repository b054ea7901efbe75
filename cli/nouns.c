/* Finds the valid values of a noun: entries of the registry, file extensions, or listed choices. */
#include "cli/nouns.h"
#include <ctype.h>
#include <string.h>
#include <wend/preset.h>

static const char signs[] = "[]|., ";

bool noun_next(const char **cursor, char *out, size_t size) {
    *cursor += strspn(*cursor, signs);
    size_t length = strcspn(*cursor, signs);
    snprintf(out, size, "%.*s", (int)length, *cursor);
    *cursor += length;
    return length > 0;
}

const char *noun_help(const char *word) {
    static const char *const texts[][2] = {
        {"SCENARIO", "a scenario file: YAML or JSON"},
        {"TRAJECTORY", "a trajectory file; its ending determines the format"},
        {"KIND", "a kind of entry"},
        {"NAME", "the name of an entry"},
        {"PAPER", "the name of a publication: see 'wend list paper'"},
        {"COMMAND", "the name of a command"},
    };
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        if (strcmp(texts[i][0], word) == 0) {
            return texts[i][1];
        }
    }
    return NULL;
}

static void add(noun *out, const char *item) {
    for (uint32_t i = 0; i < out->count; i++) {
        if (strcmp(out->items[i], item) == 0) {
            return;
        }
    }
    if (out->count < NOUN_MOST_ITEMS) {
        out->items[out->count++] = item;
    }
}

static void add_entries(const wend_registry *registry, wend_kind kind, noun *out) {
    out->kind = NOUN_WORDS;
    for (uint32_t i = 0; i < wend_registry_count(registry, kind); i++) {
        add(out, wend_registry_get(registry, kind, i)->name);
    }
}

static void add_endings(const wend_registry *registry, wend_kind kind, noun *out) {
    out->kind = kind == WEND_KIND_OUTPUT ? NOUN_OUTPUT : NOUN_FILES;
    for (uint32_t i = 0; i < wend_registry_count(registry, kind); i++) {
        const wend_entry *entry = wend_registry_get(registry, kind, i);
        add(out, kind == WEND_KIND_OUTPUT ? ((const wend_output *)entry)->extension
                                          : ((const wend_input *)entry)->extension);
    }
}

static bool is_kind(const char *word, wend_kind kind) {
    const char *text = wend_kind_text(kind);
    size_t length = strlen(text);
    if (strlen(word) != length) {
        return false;
    }
    for (size_t i = 0; i < length; i++) {
        if (toupper((unsigned char)text[i]) != word[i]) {
            return false;
        }
    }
    return true;
}

static void read_files(const wend_registry *registry, const char *word, noun *out) {
    if (strcmp(word, "SCENARIO") == 0) {
        out->kind = NOUN_FILES;
        add(out, ".yaml");
        add(out, ".yml");
        add(out, ".json");
    } else if (strcmp(word, "TRAJECTORY") == 0) {
        add_endings(registry, WEND_KIND_INPUT, out);
    } else if (strcmp(word, "FILE") == 0) {
        add_endings(registry, WEND_KIND_OUTPUT, out);
    } else if (strcmp(word, "MAP") == 0) {
        out->kind = NOUN_OUTPUT;
        add(out, ".wmap");
        add(out, ".svg");
        add(out, ".png");
    } else if (strcmp(word, "SNAP") == 0) {
        out->kind = NOUN_FILES;
    } else if (strcmp(word, "PLUGIN") == 0) {
        out->kind = NOUN_FILES;
        add(out, ".so");
    } else if (strcmp(word, "DIR") == 0) {
        out->kind = NOUN_FOLDER;
    }
}

static void add_presets(noun *out) {
    for (uint32_t i = 0; i < wend_preset_count(); i++) {
        add(out, wend_preset_get(i).name);
    }
}

static void read_word(const wend_registry *registry, const char *word, noun *out) {
    read_files(registry, word, out);
    if (out->kind != NOUN_OTHER && out->kind != NOUN_WORDS) {
        return; /* for example, MAP stands for a file, not for the name of a kind of map */
    }
    for (int k = 0; k < WEND_KIND_COUNT; k++) {
        wend_kind kind = (wend_kind)k;
        if (strcmp(word, "KIND") == 0) {
            out->kind = NOUN_WORDS;
            add(out, wend_kind_text(kind));
        } else if (strcmp(word, "NAME") == 0 || is_kind(word, kind)) {
            add_entries(registry, kind, out);
        }
    }
    if (strcmp(word, "KIND") == 0) {
        add(out, "preset");
    } else if (strcmp(word, "NAME") == 0) {
        add_presets(out);
    }
}

static bool is_choice(const char *shown) {
    return islower((unsigned char)shown[0]);
}

/* Splits "a|b|c" into words, which are stored in the buffer of `out`. */
static void read_choices(const char *shown, noun *out) {
    snprintf(out->text, sizeof out->text, "%s", shown);
    out->kind = NOUN_WORDS;
    for (char *word = out->text; word != NULL;) {
        char *bar = strchr(word, '|');
        if (bar != NULL) {
            *bar = '\0';
        }
        add(out, word);
        word = bar != NULL ? bar + 1 : NULL;
    }
}

void noun_read(const wend_registry *registry, const command *owner, const char *shown, noun *out) {
    out->kind = NOUN_OTHER;
    out->count = 0;
    if (is_choice(shown)) {
        read_choices(shown, out);
        return;
    }
    char word[64];
    while (noun_next(&shown, word, sizeof word)) {
        read_word(registry, word, out);
    }
    if (out->kind == NOUN_OTHER && owner != NULL && owner->choices != NULL) {
        out->kind = NOUN_WORDS;
        for (const char *const *choice = owner->choices; *choice != NULL; choice++) {
            add(out, *choice);
        }
    }
}
