/* Builds the option table of `wend map` from the registered kinds of maps, and parses the options.
 */
#include "cli/map_options.h"
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_PARAMS = MAP_MOST_SETTINGS, TEXT_SIZE = 240, NAME_SIZE = 40 };

/* One option for all parameters that have the same name. They may belong to several kinds of maps.
 */
typedef struct param_option {
    const wend_param *param; /* the parameter in the first kind of map that has it */
    char name[NAME_SIZE];    /* name of the option */
    char value[TEXT_SIZE];
    char help[TEXT_SIZE];
} param_option;

/* map_options_prepare fills this table once. */
static struct {
    option options[LOAD_COUNT + MAP_OPTION_COUNT + MOST_PARAMS];
    param_option params[MOST_PARAMS];
    uint32_t param_count;
    char kinds[TEXT_SIZE];
    char kinds_help[4 * TEXT_SIZE];
} table = {.options = {LOAD_OPTIONS}};

static const option own_options[MAP_OPTION_COUNT] = {
    [MAP_KIND] = {"kind", 0, OPTION_TEXT, table.kinds, 0, 0, table.kinds_help},
    [MAP_LEVEL] =
        {"level", 0, OPTION_INTEGER, "N", 0, WEND_MAX_LEVELS - 1,
         "level of the mesh to draw: 0 for the whole ground (default), N for the N-th radius"},
    [MAP_NAME] = {"name", 0, OPTION_TEXT, "MAP", 0, 0,
                  "name of the scenario's map to build (default: the first one of the kind)"},
    [MAP_OUTPUT] =
        {"output", 'o', OPTION_LIST, "MAP", 0, 0,
         "write the map (.wmap) or a picture of it (.svg, .png) to MAP; may be repeated"},
    [MAP_JSON] = {"json", 0, OPTION_FLAG, NULL, 0, 0, "print the figures as JSON"},
};

static uint32_t count_kinds(const wend_registry *registry) {
    return wend_registry_count(registry, WEND_KIND_MAP);
}

static const wend_map_builder *builder_at(const wend_registry *registry, uint32_t index) {
    return (const wend_map_builder *)wend_registry_get(registry, WEND_KIND_MAP, index);
}

static const wend_param *find_param(const wend_map_builder *builder, const char *name) {
    for (uint32_t i = 0; i < builder->entry.param_count; i++) {
        if (strcmp(builder->entry.params[i].name, name) == 0) {
            return &builder->entry.params[i];
        }
    }
    return NULL;
}

__attribute__((format(printf, 3, 4))) static void append(char *out, size_t size, const char *format,
                                                         ...) {
    size_t used = strlen(out);
    va_list values;
    va_start(values, format);
    vsnprintf(out + used, size - used, format, values);
    va_end(values);
}

/* ---- Building the table ---------------------------------------------------------------------- */

/* Returns the kind of option for a parameter. `*possible` is false if the parameter cannot be given
 * on a command line. */
static option_kind option_kind_of(const wend_param *param, bool *possible) {
    *possible = true;
    switch (param->type) {
    case WEND_PARAM_NUMBER:
        return OPTION_NUMBER;
    case WEND_PARAM_INTEGER:
        return OPTION_INTEGER;
    case WEND_PARAM_BOOL:
        return OPTION_FLAG;
    case WEND_PARAM_CHOICE:
    case WEND_PARAM_FILE:
        return OPTION_TEXT;
    case WEND_PARAM_NUMBERS:
        return OPTION_LIST;
    default:
        *possible = false;
        return OPTION_TEXT;
    }
}

static const char *noun_of(const char *unit) {
    return strcmp(unit, "m") == 0 ? "METRES" : strcmp(unit, "s") == 0 ? "SECONDS" : "NUMBER";
}

static void name_option(param_option *out) {
    const wend_param *param = out->param;
    bool list = param->type == WEND_PARAM_NUMBERS;
    snprintf(out->name, sizeof out->name, "%s", list ? param->choices[0] : param->name);
    for (char *at = out->name; *at != '\0'; at++) {
        *at = *at == '_' ? '-' : *at;
    }
}

static void fill_value(param_option *out) {
    if (out->param->type != WEND_PARAM_CHOICE) {
        bool file = out->param->type == WEND_PARAM_FILE;
        snprintf(out->value, sizeof out->value, "%s", file ? "FILE" : noun_of(out->param->unit));
        return;
    }
    for (const char *const *choice = out->param->choices; *choice != NULL; choice++) {
        append(out->value, sizeof out->value, "%s%s", out->value[0] != '\0' ? "|" : "", *choice);
    }
}

/* Appends the names of the kinds for which `is_included` is true: "navmesh", or "navmesh or grid".
 */
static void append_kinds(const wend_registry *registry,
                         bool (*is_included)(const wend_map_builder *builder, const void *of),
                         const void *of, char *out, size_t size) {
    bool any = false;
    for (uint32_t i = 0; i < count_kinds(registry); i++) {
        const wend_map_builder *builder = builder_at(registry, i);
        if (is_included(builder, of)) {
            append(out, size, "%s%s", any ? " or " : "", builder->entry.name);
            any = true;
        }
    }
}

static bool has_param(const wend_map_builder *builder, const void *of) {
    return find_param(builder, of) != NULL;
}

static void add_param(const wend_registry *registry, const wend_param *param) {
    bool possible = false;
    option_kind kind = option_kind_of(param, &possible);
    for (uint32_t i = 0; i < table.param_count; i++) {
        possible = possible && strcmp(table.params[i].param->name, param->name) != 0;
    }
    if (!possible || table.param_count == MOST_PARAMS) {
        return;
    }
    param_option *made = &table.params[table.param_count];
    made->param = param;
    name_option(made);
    fill_value(made);
    append(made->help, sizeof made->help, "%s%s (for ", param->help,
           kind == OPTION_LIST ? "; may be repeated" : "");
    append_kinds(registry, has_param, param->name, made->help, sizeof made->help);
    append(made->help, sizeof made->help, ")");
    bool ranged = kind == OPTION_NUMBER || kind == OPTION_INTEGER;
    table.options[LOAD_COUNT + MAP_OPTION_COUNT + table.param_count++] =
        (option){made->name,
                 0,
                 kind,
                 kind == OPTION_FLAG ? NULL : made->value,
                 ranged ? param->minimum : 0.0,
                 ranged ? param->maximum : 0.0,
                 made->help};
}

void map_options_prepare(const wend_registry *registry, command *out) {
    snprintf(table.kinds, sizeof table.kinds, "space");
    snprintf(table.kinds_help, sizeof table.kinds_help,
             "what to build: space, only the walls (default)");
    memcpy(&table.options[LOAD_COUNT], own_options, sizeof own_options);
    table.param_count = 0;
    for (uint32_t i = 0; i < count_kinds(registry); i++) {
        const wend_entry *entry = &builder_at(registry, i)->entry;
        append(table.kinds, sizeof table.kinds, "|%s", entry->name);
        append(table.kinds_help, sizeof table.kinds_help, "; %s, %s", entry->name, entry->summary);
        for (uint32_t k = 0; k < entry->param_count; k++) {
            add_param(registry, &entry->params[k]);
        }
    }
    out->options = table.options;
    out->option_count = LOAD_COUNT + MAP_OPTION_COUNT + table.param_count;
}

const option_value *map_option_value(const arguments *args, map_option which) {
    return &args->values[LOAD_COUNT + which];
}

/* ---- Parsing a command line ------------------------------------------------------------------ */

static bool read_kind(const arguments *args, const wend_registry *registry,
                      const wend_map_builder **out) {
    enum { MOST = 64 };
    const option_value *kind = map_option_value(args, MAP_KIND);
    const char *names[MOST] = {"space"};
    uint32_t count = 1;
    char hint[200];
    *out = NULL;
    if (!kind->given || strcmp(kind->text, "space") == 0) {
        return true;
    }
    for (uint32_t i = 0; i < count_kinds(registry) && count < MOST; i++) {
        names[count++] = builder_at(registry, i)->entry.name;
        if (strcmp(kind->text, names[count - 1]) == 0) {
            *out = builder_at(registry, i);
            return true;
        }
    }
    fprintf(stderr, "wend map: there is no kind of map '%.60s'%s\n", kind->text,
            wend_suggest_name(kind->text, names, count, hint, sizeof hint));
    return false;
}

static bool has_levels(const wend_map_builder *builder, const void *of) {
    (void)of;
    return builder->has_levels;
}

static bool is_any(const wend_map_builder *builder, const void *of) {
    (void)builder;
    (void)of;
    return true;
}

static bool report_inapplicable(const wend_registry *registry, const char *name,
                                bool (*is_included)(const wend_map_builder *builder,
                                                    const void *of),
                                const void *of) {
    char kinds[TEXT_SIZE] = "";
    append_kinds(registry, is_included, of, kinds, sizeof kinds);
    fprintf(stderr, "wend map: --%s is only for --kind %s\n", name, kinds);
    return false;
}

static bool check_applicable(const arguments *args, const wend_registry *registry,
                             const wend_map_builder *builder) {
    for (uint32_t i = 0; i < table.param_count; i++) {
        const char *name = table.params[i].param->name;
        bool given = args->values[LOAD_COUNT + MAP_OPTION_COUNT + i].given;
        if (given && (builder == NULL || !has_param(builder, name))) {
            return report_inapplicable(registry, table.params[i].name, has_param, name);
        }
    }
    if (map_option_value(args, MAP_LEVEL)->given && (builder == NULL || !builder->has_levels)) {
        return report_inapplicable(registry, "level", has_levels, NULL);
    }
    if (map_option_value(args, MAP_NAME)->given && builder == NULL) {
        return report_inapplicable(registry, "name", is_any, NULL);
    }
    return true;
}

static bool read_list(const param_option *of, const option_value *given, wend_setting *out,
                      double **list) {
    const wend_param *param = of->param;
    uint32_t most = (uint32_t)param->default_value;
    if (given->count > most) {
        fprintf(stderr, "wend map: --%s can be given at most %u times\n", of->name, most);
        return false;
    }
    *list = calloc(given->count, sizeof **list);
    for (uint32_t i = 0; *list != NULL && i < given->count; i++) {
        char *end = NULL;
        double number = strtod(given->list[i], &end);
        if (end == given->list[i] || *end != '\0' ||
            !(number >= param->minimum && number <= param->maximum)) {
            fprintf(stderr, "wend map: --%s must be a number from %g to %g %s, found '%.40s'\n",
                    of->name, param->minimum, param->maximum, param->unit, given->list[i]);
            return false;
        }
        (*list)[i] = number;
    }
    out->value.kind = WEND_VALUE_NUMBERS;
    out->value.numbers = (wend_numbers){*list, *list != NULL ? given->count : 0};
    return true;
}

static bool read_setting(const param_option *of, const option_value *given, map_settings *out) {
    wend_setting *setting = &out->items[out->count];
    double **list = &out->lists[out->count++];
    *setting = (wend_setting){.name = of->param->name};
    switch (of->param->type) {
    case WEND_PARAM_NUMBERS:
        return read_list(of, given, setting, list);
    case WEND_PARAM_NUMBER:
        setting->value.number = wend_constant(given->number);
        return true;
    case WEND_PARAM_INTEGER:
        setting->value.number = wend_constant((double)given->integer);
        return true;
    default:
        setting->value.kind = WEND_VALUE_TEXT;
        setting->value.text = of->param->type == WEND_PARAM_BOOL ? "true" : given->text;
        return true;
    }
}

bool map_options_read(const arguments *args, const wend_registry *registry,
                      const wend_map_builder **builder, map_settings *out) {
    if (!read_kind(args, registry, builder) || !check_applicable(args, registry, *builder)) {
        return false;
    }
    for (uint32_t i = 0; i < table.param_count; i++) {
        const option_value *given = &args->values[LOAD_COUNT + MAP_OPTION_COUNT + i];
        if (given->given && !read_setting(&table.params[i], given, out)) {
            return false;
        }
    }
    wend_error error;
    if (*builder != NULL &&
        wend_settings_check(&(*builder)->entry, out->items, out->count, &error) != WEND_OK) {
        fprintf(stderr, "wend map: %s\n", error.message);
        return false;
    }
    return true;
}

void map_settings_free(map_settings *settings) {
    for (uint32_t i = 0; i < settings->count; i++) {
        free(settings->lists[i]);
    }
    settings->count = 0;
}
