/* wend list: shows the registered entries, or the parameters of one entry. */
#include "cli/command.h"
#include <math.h>
#include <string.h>

#include <wend/preset.h>

enum { LIST_JSON };

/* Writes the plural of a kind to `out`: "planners" for "planner"; "steering" stays the same. */
static void plural_of(wend_kind kind, char *out, size_t size) {
    const char *text = wend_kind_text(kind);
    bool uncountable = kind == WEND_KIND_STEERING;
    snprintf(out, size, "%s%s", text, uncountable ? "" : "s");
}

static const char *type_text(wend_param_type type) {
    static const char *const texts[] = {"number",  "integer",      "bool",    "choice",  "point",
                                        "polygon", "name",         "sampled", "numbers", "lines",
                                        "file",    "distribution", "text"};
    return texts[type];
}

static bool has_default(const wend_param *param) {
    return param->type == WEND_PARAM_NUMBER || param->type == WEND_PARAM_INTEGER ||
           param->type == WEND_PARAM_BOOL || param->type == WEND_PARAM_CHOICE ||
           param->type == WEND_PARAM_SAMPLED || param->type == WEND_PARAM_DISTRIBUTION;
}

static void default_text(const wend_param *param, char *out, size_t size) {
    out[0] = '\0';
    if (param->type == WEND_PARAM_CHOICE) {
        snprintf(out, size, "%s", param->choices[(int)param->default_value]);
    } else if (param->type == WEND_PARAM_BOOL) {
        snprintf(out, size, "%s", param->default_value != 0.0 ? "true" : "false");
    } else if (has_default(param)) {
        snprintf(out, size, "%g", param->default_value);
    }
}

static void print_param(const wend_param *param) {
    char value[64], range[80] = "";
    default_text(param, value, sizeof value);
    if (param->type == WEND_PARAM_CHOICE) {
        size_t used = 0;
        for (const char *const *choice = param->choices; *choice != NULL && used < 70; choice++) {
            used += (size_t)snprintf(range + used, sizeof range - used, "%s%s",
                                     used > 0 ? " | " : "", *choice);
        }
    } else if (param->minimum < param->maximum) {
        snprintf(range, sizeof range, "%g to %g", param->minimum, param->maximum);
    }
    const char *unit = param->unit != NULL && strcmp(param->unit, "1") != 0 ? param->unit : "";
    printf("    %-18s %-12s %-15s %-7s %-25s %s\n", param->name, type_text(param->type), value,
           unit, range, param->help);
}

static void print_entry(wend_kind kind, const wend_entry *entry) {
    printf("%s %s: %s\n", wend_kind_text(kind), entry->name, entry->summary);
    if (entry->citation != NULL) {
        printf("  after %s\n", entry->citation);
    }
    if (entry->param_count > 0) {
        printf("    %-18s %-12s %-15s %-7s %-25s %s\n", "parameter", "type", "default", "unit",
               "range", "");
    }
    for (uint32_t i = 0; i < entry->param_count; i++) {
        print_param(&entry->params[i]);
    }
}

static void print_kind(const wend_registry *registry, wend_kind kind) {
    char title[40];
    plural_of(kind, title, sizeof title);
    printf("%s\n", title);
    uint32_t count = wend_registry_count(registry, kind);
    for (uint32_t i = 0; i < count; i++) {
        const wend_entry *entry = wend_registry_get(registry, kind, i);
        printf("  %-16s  %s\n", entry->name, entry->summary);
    }
    if (count == 0) {
        puts("  (none)");
    }
}

static void json_optional(wend_json *json, const char *key, const char *text) {
    wend_json_write_key(json, key);
    wend_json_write_text(json, text);
}

static void json_param(wend_json *json, const wend_param *param) {
    char value[64];
    wend_json_begin_object(json);
    json_optional(json, "name", param->name);
    json_optional(json, "type", type_text(param->type));
    wend_json_write_key(json, "default");
    if (param->type == WEND_PARAM_BOOL) {
        wend_json_write_bool(json, param->default_value != 0.0);
    } else if (param->type == WEND_PARAM_CHOICE) {
        default_text(param, value, sizeof value);
        wend_json_write_text(json, value);
    } else if (has_default(param)) {
        wend_json_write_number(json, param->default_value);
    } else {
        wend_json_write_text(json, NULL);
    }
    if (param->minimum < param->maximum) {
        wend_json_write_key(json, "minimum");
        wend_json_write_number(json, param->minimum);
    }
    if (param->minimum < param->maximum && isfinite(param->maximum)) {
        wend_json_write_key(json, "maximum");
        wend_json_write_number(json, param->maximum);
    }
    json_optional(json, "unit", param->unit);
    json_optional(json, "help", param->help);
    if (param->type == WEND_PARAM_CHOICE) {
        wend_json_write_key(json, "choices");
        wend_json_begin_array(json);
        for (const char *const *choice = param->choices; *choice != NULL; choice++) {
            wend_json_write_text(json, *choice);
        }
        wend_json_end_array(json);
    }
    wend_json_end_object(json);
}

static void json_entry(wend_json *json, wend_kind kind, const wend_entry *entry) {
    wend_json_begin_object(json);
    json_optional(json, "kind", wend_kind_text(kind));
    json_optional(json, "name", entry->name);
    json_optional(json, "summary", entry->summary);
    json_optional(json, "citation", entry->citation);
    wend_json_write_key(json, "parameters");
    wend_json_begin_array(json);
    for (uint32_t i = 0; i < entry->param_count; i++) {
        json_param(json, &entry->params[i]);
    }
    wend_json_end_array(json);
    if (kind == WEND_KIND_OUTPUT) {
        json_optional(json, "extension", ((const wend_output *)entry)->extension);
    } else if (kind == WEND_KIND_INPUT) {
        json_optional(json, "extension", ((const wend_input *)entry)->extension);
    }
    wend_json_end_object(json);
}

/* Returns the scenario key under which entries of a kind are named, or "" if there is none. */
static const char *key_of(wend_kind kind) {
    static const char *const keys[WEND_KIND_COUNT] = {
        [WEND_KIND_SELECTOR] = "select", [WEND_KIND_PLANNER] = "plan",
        [WEND_KIND_FOLLOWER] = "follow", [WEND_KIND_MODIFIER] = "modify",
        [WEND_KIND_STEERING] = "steer",  [WEND_KIND_CONDITION] = "when",
        [WEND_KIND_METRIC] = "measure",  [WEND_KIND_MAP] = "maps"};
    return keys[kind] != NULL ? keys[kind] : "";
}

/* True if `word` is the name, the plural or the scenario key of a kind. */
static bool names_kind(const char *word, wend_kind kind) {
    char title[40];
    plural_of(kind, title, sizeof title);
    return strcmp(word, wend_kind_text(kind)) == 0 || strcmp(word, title) == 0 ||
           (word[0] != '\0' && strcmp(word, key_of(kind)) == 0);
}

/* ---- Presets --------------------------------------------------------------------------------- */

static bool is_preset_kind(const char *word) {
    return strcmp(word, "preset") == 0 || strcmp(word, "presets") == 0;
}

static bool is_preset(const char *word) {
    for (uint32_t i = 0; i < wend_preset_count(); i++) {
        if (strcmp(wend_preset_get(i).name, word) == 0) {
            return true;
        }
    }
    return false;
}

static void show_preset(const wend_preset_info *preset, bool whole, wend_json *json) {
    if (json != NULL) {
        wend_json_begin_object(json);
        json_optional(json, "kind", "preset");
        json_optional(json, "name", preset->name);
        json_optional(json, "summary", preset->summary);
        json_optional(json, "citation", preset->citation);
        wend_json_write_key(json, "parameters");
        wend_json_begin_array(json);
        wend_json_end_array(json);
        wend_json_end_object(json);
    } else if (whole) {
        printf("  %-16s  %s\n", preset->name, preset->summary);
    } else {
        printf("preset %s: %s\n", preset->name, preset->summary);
        printf("%s%s\n", preset->citation != NULL ? "  after " : "",
               preset->citation != NULL ? preset->citation : "");
    }
}

/* Shows the presets that match a word; all if it is NULL or names their kind. `shown`: other
 * entries were shown before. */
static void show_presets(const char *word, bool shown, wend_json *json) {
    bool whole = word == NULL || is_preset_kind(word);
    if (whole && json == NULL) {
        printf("%spresets\n", shown ? "\n" : "");
    }
    for (uint32_t i = 0; i < wend_preset_count(); i++) {
        wend_preset_info preset = wend_preset_get(i);
        if (whole || strcmp(preset.name, word) == 0) {
            show_preset(&preset, whole, json);
        }
    }
}

/* ---- Matches --------------------------------------------------------------------------------- */

/* Shows the entries that match a word, as JSON, or as text if `json` is NULL. */
static void show_matches(const wend_registry *registry, const char *word, wend_json *json) {
    uint32_t shown = 0;
    for (int k = 0; k < WEND_KIND_COUNT; k++) {
        wend_kind kind = (wend_kind)k;
        bool whole = word == NULL || names_kind(word, kind);
        if (whole && json == NULL) {
            fputs(shown > 0 ? "\n" : "", stdout);
            print_kind(registry, kind);
            shown++;
            continue;
        }
        for (uint32_t i = 0; i < wend_registry_count(registry, kind); i++) {
            const wend_entry *entry = wend_registry_get(registry, kind, i);
            if (!whole && strcmp(entry->name, word) != 0) {
                continue;
            }
            shown++;
            if (json != NULL) {
                json_entry(json, kind, entry);
            } else {
                print_entry(kind, entry);
            }
        }
        shown += whole;
    }
    show_presets(word, shown > 0, json);
}

/* Suggests the kind or entry whose name is most similar to `word`; if none is similar, lists all
 * kinds. */
static const char *suggest(const wend_registry *registry, const char *word, char *out,
                           size_t size) {
    const char *names[512];
    size_t count = 0;
    for (int k = 0; k < WEND_KIND_COUNT; k++) {
        names[count++] = wend_kind_text((wend_kind)k);
    }
    for (int k = 0; k < WEND_KIND_COUNT; k++) {
        wend_kind kind = (wend_kind)k;
        for (uint32_t i = 0; i < wend_registry_count(registry, kind) && count < 512; i++) {
            names[count++] = wend_registry_get(registry, kind, i)->name;
        }
    }
    for (uint32_t i = 0; i < wend_preset_count() && count < 512; i++) {
        names[count++] = wend_preset_get(i).name;
    }
    wend_suggest_name(word, names, count, out, size);
    bool is_near = strncmp(out, "; did", 5) == 0;
    return is_near ? out : wend_suggest_name(word, names, WEND_KIND_COUNT, out, size);
}

static bool is_known(const wend_registry *registry, const char *word) {
    if (is_preset_kind(word) || is_preset(word)) {
        return true;
    }
    for (int k = 0; k < WEND_KIND_COUNT; k++) {
        if (names_kind(word, (wend_kind)k) ||
            wend_registry_find(registry, (wend_kind)k, word, NULL) != NULL) {
            return true;
        }
    }
    return false;
}

static int run(const arguments *args, wend_registry *registry) {
    char name[64];
    const char *word = args->operand_count > 0 ? args->operands[0] : NULL;
    if (word != NULL && !is_known(registry, word)) { /* "way-portals" means "way_portals" */
        snprintf(name, sizeof name, "%s", word);
        for (char *c = name; *c != '\0'; c++) {
            *c = *c == '-' ? '_' : *c;
        }
        word = is_known(registry, name) ? name : word;
    }
    if (word != NULL && !is_known(registry, word)) {
        char hint[200];
        fprintf(stderr, "wend list: there is no kind or entry '%.60s'%s\n", word,
                suggest(registry, word, hint, sizeof hint));
        return EXIT_USAGE;
    }
    if (args->values[LIST_JSON].given) {
        wend_json json = {.stream = stdout};
        wend_json_begin_array(&json);
        show_matches(registry, word, &json);
        wend_json_end_array(&json);
        putchar('\n');
    } else {
        show_matches(registry, word, NULL);
    }
    return EXIT_DONE;
}

static const option options[] = {
    [LIST_JSON] = {"json", 0, OPTION_FLAG, NULL, 0, 0, "print JSON"},
};

const command command_list = {
    .entry = {WEND_HEAD(command), .name = "list",
              .summary = "list models, planners, formats and other entries, or show one of them"},
    .operands = "[KIND|NAME]",
    .most_operands = 1,
    .options = options,
    .option_count = 1,
    .examples = "wend list\nwend list steering\nwend list waypoint --json\n",
    .run = run,
};
