/* The JSON Schema (draft 2020-12) of scenario files, from the tables of the format and of the
 * registered entries. Tables become definitions of their own, so that a schema stays readable. */
#include "base/error.h"
#include "base/text.h"
#include "scenario/format.h"
#include "scenario/scenario.h"
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <wend/kit.h>

typedef struct writer {
    wend_json *json;
    const wend_registry *registry;
} writer;

static void write_text(const writer *w, const char *key, const char *text) {
    wend_json_key(w->json, key);
    wend_json_text(w->json, text);
}

static void write_number(const writer *w, const char *key, double number) {
    wend_json_key(w->json, key);
    wend_json_number(w->json, number);
}

static void write_count(const writer *w, const char *key, uint32_t count) {
    wend_json_key(w->json, key);
    wend_json_integer(w->json, count);
}

static void write_reference(const writer *w, const char *name) {
    char path[100];
    snprintf(path, sizeof path, "#/$defs/%s", name);
    wend_json_begin_object(w->json);
    write_text(w, "$ref", path);
    wend_json_end_object(w->json);
}

static void begin_typed(const writer *w, const char *type) {
    wend_json_begin_object(w->json);
    write_text(w, "type", type);
}

static void write_typed(const writer *w, const char *type) {
    begin_typed(w, type);
    wend_json_end_object(w->json);
}

/* Both 0: any. 2^63 and beyond are not told: not every reader knows such integers. */
static void write_bounded(const writer *w, const char *type, double low, double high) {
    bool any = low == 0.0 && high == 0.0;
    begin_typed(w, type);
    if (!any && low > -INFINITY) {
        write_number(w, "minimum", low);
    }
    if (!any && high < 0x1p62) {
        write_number(w, "maximum", high);
    }
    wend_json_end_object(w->json);
}

static void begin_list(const writer *w, uint32_t least, uint32_t most) {
    begin_typed(w, "array");
    if (least > 0) {
        write_count(w, "minItems", least);
    }
    if (most > 0) {
        write_count(w, "maxItems", most);
    }
    wend_json_key(w->json, "items");
}

static void write_point(const writer *w) {
    write_reference(w, "point");
}

/* A point that is not [0, 0]. */
static void write_vector(const writer *w) {
    wend_json_begin_object(w->json);
    write_text(w, "$ref", "#/$defs/point");
    wend_json_key(w->json, "not");
    wend_json_begin_object(w->json);
    wend_json_key(w->json, "const");
    wend_json_begin_array(w->json);
    wend_json_integer(w->json, 0);
    wend_json_integer(w->json, 0);
    wend_json_end_array(w->json);
    wend_json_end_object(w->json);
    wend_json_end_object(w->json);
}

/* ---- Distributions --------------------------------------------------------------------------- */

/* [low, high], both within the bounds. */
static void write_range(const writer *w, double low, double high) {
    begin_list(w, 2, 2);
    write_bounded(w, "number", low, high);
    wend_json_end_object(w->json);
}

/* [mean, deviation]: any number, and one that is not negative. */
static void write_mean(const writer *w) {
    begin_list(w, 2, 2);
    write_typed(w, "number");
    wend_json_key(w->json, "prefixItems");
    wend_json_begin_array(w->json);
    write_typed(w, "number");
    write_bounded(w, "number", 0.0, INFINITY);
    wend_json_end_array(w->json);
    wend_json_end_object(w->json);
}

/* A distribution by its table; bounds are those of the number. */
static void write_distribution(const writer *w, const format_table *table, double low,
                               double high) {
    begin_typed(w, "object");
    wend_json_key(w->json, "properties");
    wend_json_begin_object(w->json);
    for (uint32_t i = 0; i < table->count; i++) {
        const format_key *row = &table->keys[i];
        wend_json_key(w->json, row->name);
        if (row->forms != FORMAT_LIST) {
            write_bounded(w, "number", low, high);
        } else if (table == &format_uniform) {
            write_range(w, low, high);
        } else {
            write_mean(w);
        }
    }
    wend_json_end_object(w->json);
    wend_json_key(w->json, "required");
    wend_json_begin_array(w->json);
    wend_json_text(w->json, table->keys[0].name);
    wend_json_end_array(w->json);
    wend_json_key(w->json, "additionalProperties");
    wend_json_bool(w->json, false);
    wend_json_end_object(w->json);
}

static void write_drawn(const writer *w, double low, double high) {
    wend_json_begin_object(w->json);
    wend_json_key(w->json, "anyOf");
    wend_json_begin_array(w->json);
    write_bounded(w, "number", low, high);
    write_distribution(w, &format_uniform, low, high);
    write_distribution(w, &format_normal, low, high);
    wend_json_end_array(w->json);
    wend_json_end_object(w->json);
}

/* ---- Registered entries ---------------------------------------------------------------------- */

static void write_choices(const writer *w, const char *const *choices) {
    wend_json_begin_object(w->json);
    wend_json_key(w->json, "enum");
    wend_json_begin_array(w->json);
    for (uint32_t i = 0; choices[i] != NULL; i++) {
        wend_json_text(w->json, choices[i]);
    }
    wend_json_end_array(w->json);
    wend_json_end_object(w->json);
}

static void write_value(const writer *w, const format_key *row);

static void write_param(const writer *w, const wend_param *param) {
    switch (param->type) {
    case WEND_PARAM_NUMBER:
        write_bounded(w, "number", param->minimum, param->maximum);
        break;
    case WEND_PARAM_INTEGER:
        write_bounded(w, "integer", param->minimum, param->maximum);
        break;
    case WEND_PARAM_BOOL:
        write_typed(w, "boolean");
        break;
    case WEND_PARAM_CHOICE:
        write_choices(w, param->choices);
        break;
    case WEND_PARAM_POINT:
        write_point(w);
        break;
    case WEND_PARAM_POLYGON:
        begin_list(w, 3, 0);
        write_point(w);
        wend_json_end_object(w->json);
        break;
    case WEND_PARAM_NAME:
        write_typed(w, "string");
        break;
    case WEND_PARAM_DRAWN:
        write_drawn(w, param->minimum, param->maximum);
        break;
    case WEND_PARAM_NUMBERS:
        begin_list(w, 1, (uint32_t)param->default_value);
        write_bounded(w, "number", param->minimum, param->maximum);
        wend_json_end_object(w->json);
        break;
    case WEND_PARAM_LINES:
        write_value(w, &format_lines);
        break;
    }
}

/* The parameters of an entry as members of an object that is open. */
static void write_param_keys(const writer *w, const wend_entry *entry) {
    for (uint32_t i = 0; i < entry->param_count; i++) {
        const wend_param *param = &entry->params[i];
        wend_json_key(w->json, param->name);
        wend_json_begin_object(w->json);
        write_text(w, "description", param->help);
        wend_json_key(w->json, "allOf");
        wend_json_begin_array(w->json);
        write_param(w, param);
        wend_json_end_array(w->json);
        wend_json_end_object(w->json);
    }
}

static void write_const(const writer *w, const char *key, const char *text) {
    wend_json_key(w->json, key);
    wend_json_begin_object(w->json);
    write_text(w, "const", text);
    wend_json_end_object(w->json);
}

/* "required": [key] */
static void write_required_key(const writer *w, const char *key) {
    wend_json_key(w->json, "required");
    wend_json_begin_array(w->json);
    wend_json_text(w->json, key);
    wend_json_end_array(w->json);
}

/* Whether the name of an entry is among its parameters. */
typedef enum params_name { NAME_NONE, NAME_OPTIONAL, NAME_REQUIRED } params_name;

/* The parameters of an entry as an object. */
static void write_params(const writer *w, const wend_entry *entry, params_name name) {
    begin_typed(w, "object");
    write_text(w, "description", entry->summary);
    wend_json_key(w->json, "properties");
    wend_json_begin_object(w->json);
    if (name != NAME_NONE) {
        write_const(w, "name", entry->name);
    }
    write_param_keys(w, entry);
    wend_json_end_object(w->json);
    if (name == NAME_REQUIRED) {
        write_required_key(w, "name");
    }
    wend_json_key(w->json, "additionalProperties");
    wend_json_bool(w->json, false);
    wend_json_end_object(w->json);
}

/* An entry of a kind: its name, or its name and parameters. */
static void write_kind(const writer *w, wend_kind kind) {
    uint32_t count = wend_registry_count(w->registry, kind);
    wend_json_begin_object(w->json);
    wend_json_key(w->json, "anyOf");
    wend_json_begin_array(w->json);
    wend_json_begin_object(w->json);
    wend_json_key(w->json, "enum");
    wend_json_begin_array(w->json);
    for (uint32_t i = 0; i < count; i++) {
        wend_json_text(w->json, wend_registry_at(w->registry, kind, i)->name);
    }
    wend_json_end_array(w->json);
    wend_json_end_object(w->json);
    for (uint32_t i = 0; i < count; i++) {
        const wend_entry *entry = wend_registry_at(w->registry, kind, i);
        bool optional = scenario_may_be_default(kind, entry->name);
        write_params(w, entry, optional ? NAME_OPTIONAL : NAME_REQUIRED);
    }
    wend_json_end_array(w->json);
    wend_json_end_object(w->json);
}

/* A mapping from names of entries to their parameters. */
static void write_entries(const writer *w, wend_kind kind) {
    begin_typed(w, "object");
    wend_json_key(w->json, "properties");
    wend_json_begin_object(w->json);
    for (uint32_t i = 0; i < wend_registry_count(w->registry, kind); i++) {
        const wend_entry *entry = wend_registry_at(w->registry, kind, i);
        wend_json_key(w->json, entry->name);
        write_params(w, entry, NAME_NONE);
    }
    wend_json_end_object(w->json);
    wend_json_key(w->json, "additionalProperties");
    wend_json_bool(w->json, false);
    wend_json_end_object(w->json);
}

/* [{"required": [key]}, ...] */
static void write_alternatives(const writer *w, const char *const *keys) {
    wend_json_begin_array(w->json);
    for (uint32_t i = 0; keys[i] != NULL; i++) {
        wend_json_begin_object(w->json);
        wend_json_key(w->json, "required");
        wend_json_begin_array(w->json);
        wend_json_text(w->json, keys[i]);
        wend_json_end_array(w->json);
        wend_json_end_object(w->json);
    }
    wend_json_end_array(w->json);
}

/* {"not": {"anyOf": [{"required": [key]}, ...]}} */
static void write_none_of(const writer *w, const char *const *keys) {
    wend_json_begin_object(w->json);
    wend_json_key(w->json, "not");
    wend_json_begin_object(w->json);
    wend_json_key(w->json, "anyOf");
    write_alternatives(w, keys);
    wend_json_end_object(w->json);
    wend_json_end_object(w->json);
}

/* ---- Maps ------------------------------------------------------------------------------------ */

/* A file and parameters do not go together; a kind may need one of them. */
static void write_map_rules(const writer *w, const wend_map_builder *builder) {
    if (builder->required != NULL) {
        const char *const either[] = {builder->required, "file", NULL};
        wend_json_key(w->json, "anyOf");
        write_alternatives(w, either);
    }
    if (builder->entry.param_count > 0) {
        wend_json_key(w->json, "dependentSchemas");
        wend_json_begin_object(w->json);
        for (uint32_t i = 0; i < builder->entry.param_count; i++) {
            const char *const file[] = {"file", NULL};
            wend_json_key(w->json, builder->entry.params[i].name);
            write_none_of(w, file);
        }
        wend_json_end_object(w->json);
    }
}

static void write_map(const writer *w, const wend_map_builder *builder, bool is_default) {
    begin_typed(w, "object");
    write_text(w, "description", builder->entry.summary);
    wend_json_key(w->json, "properties");
    wend_json_begin_object(w->json);
    write_const(w, "kind", builder->entry.name);
    wend_json_key(w->json, "file");
    begin_typed(w, "string");
    write_text(w, "description", "a .wmap file that `wend map` made of the same space");
    wend_json_end_object(w->json);
    write_param_keys(w, &builder->entry);
    wend_json_end_object(w->json);
    if (!is_default) {
        write_required_key(w, "kind");
    }
    write_map_rules(w, builder);
    wend_json_key(w->json, "additionalProperties");
    wend_json_bool(w->json, false);
    wend_json_end_object(w->json);
}

/* A map of any kind. */
static void write_maps(const writer *w) {
    wend_json_begin_object(w->json);
    wend_json_key(w->json, "anyOf");
    wend_json_begin_array(w->json);
    for (uint32_t i = 0; i < wend_registry_count(w->registry, WEND_KIND_MAP); i++) {
        const wend_entry *entry = wend_registry_at(w->registry, WEND_KIND_MAP, i);
        write_map(w, (const wend_map_builder *)entry, i == 0);
    }
    wend_json_end_array(w->json);
    wend_json_end_object(w->json);
}

/* ---- Values ---------------------------------------------------------------------------------- */

static void write_list(const writer *w, const format_key *row, uint32_t form) {
    bool polygon = form == FORMAT_POLYGON;
    uint32_t closing = polygon && row->most > 0 ? 1 : 0;
    begin_list(w, polygon && row->least < 3 ? 3 : row->least, row->most + closing);
    if (form == FORMAT_LIST) {
        write_value(w, row->item);
    } else {
        write_point(w);
    }
    wend_json_end_object(w->json);
}

static void write_named(const writer *w, const format_key *row) {
    begin_typed(w, "object");
    if (row->least > 0) {
        write_count(w, "minProperties", row->least);
    }
    if (row->most > 0) {
        write_count(w, "maxProperties", row->most);
    }
    wend_json_key(w->json, "additionalProperties");
    write_value(w, row->item);
    wend_json_end_object(w->json);
}

/* A plain text that is a number in YAML is a name all the same. */
static void write_any_text(const writer *w) {
    wend_json_begin_object(w->json);
    wend_json_key(w->json, "type");
    wend_json_begin_array(w->json);
    wend_json_text(w->json, "string");
    wend_json_text(w->json, "number");
    wend_json_text(w->json, "boolean");
    wend_json_end_array(w->json);
    wend_json_end_object(w->json);
}

static void write_form(const writer *w, const format_key *row, uint32_t form) {
    switch (form) {
    case FORMAT_NUMBER:
        write_bounded(w, "number", row->low, row->high);
        break;
    case FORMAT_INTEGER:
        write_bounded(w, "integer", row->low, row->high);
        break;
    case FORMAT_DRAWN:
        write_drawn(w, row->low, row->high);
        break;
    case FORMAT_BOOL:
        write_typed(w, "boolean");
        break;
    case FORMAT_TEXT:
        write_any_text(w);
        break;
    case FORMAT_CHOICE:
        write_choices(w, row->choices);
        break;
    case FORMAT_POINT:
        write_point(w);
        break;
    case FORMAT_VECTOR:
        write_vector(w);
        break;
    case FORMAT_MAPPING:
        write_reference(w, row->table->name);
        break;
    case FORMAT_NAMED:
        write_named(w, row);
        break;
    case FORMAT_ENTRY:
        write_reference(w, wend_kind_text(row->kind));
        break;
    case FORMAT_ENTRIES:
        write_entries(w, row->kind);
        break;
    case FORMAT_MAP:
        write_reference(w, wend_kind_text(WEND_KIND_MAP));
        break;
    case FORMAT_NOTHING:
        write_typed(w, "null");
        break;
    default: /* points, polygons, lists */
        write_list(w, row, form);
        break;
    }
}

static void write_value(const writer *w, const format_key *row) {
    bool one = (row->forms & (row->forms - 1)) == 0;
    if (one) {
        write_form(w, row, row->forms);
        return;
    }
    wend_json_begin_object(w->json);
    wend_json_key(w->json, "anyOf");
    wend_json_begin_array(w->json);
    for (uint32_t bit = 0; bit < FORMAT_FORMS; bit++) {
        if ((row->forms & 1u << bit) != 0) {
            write_form(w, row, 1u << bit);
        }
    }
    wend_json_end_array(w->json);
    wend_json_end_object(w->json);
}

/* ---- Tables ---------------------------------------------------------------------------------- */

/* "help (unit)". */
static void write_description(const writer *w, const format_key *row) {
    char text[300];
    snprintf(text, sizeof text, "%s%s%s%s", row->help, row->unit != NULL ? " (" : "",
             row->unit != NULL ? row->unit : "", row->unit != NULL ? ")" : "");
    write_text(w, "description", text);
}

/* Only what a program can use: numbers, and names of choices. */
static void write_default(const writer *w, const format_key *row) {
    double number = 0.0;
    if (row->fallback == NULL) {
        return;
    }
    if (text_parse_double(row->fallback, &number)) {
        write_number(w, "default", number);
    } else if (row->forms == FORMAT_BOOL) {
        wend_json_key(w->json, "default");
        wend_json_bool(w->json, strcmp(row->fallback, "true") == 0);
    } else if (row->forms == FORMAT_CHOICE ||
               (row->forms == FORMAT_ENTRY &&
                wend_registry_find(w->registry, row->kind, row->fallback, NULL) != NULL)) {
        write_text(w, "default", row->fallback);
    }
}

static void write_key(const writer *w, const format_key *row) {
    wend_json_key(w->json, row->name);
    wend_json_begin_object(w->json);
    write_description(w, row);
    write_default(w, row);
    wend_json_key(w->json, "allOf");
    wend_json_begin_array(w->json);
    write_value(w, row);
    wend_json_end_array(w->json);
    wend_json_end_object(w->json);
}

static void write_required(const writer *w, const format_table *table) {
    uint32_t count = 0;
    for (uint32_t i = 0; i < table->count; i++) {
        count += table->keys[i].required;
    }
    if (count == 0) {
        return;
    }
    wend_json_key(w->json, "required");
    wend_json_begin_array(w->json);
    for (uint32_t i = 0; i < table->count; i++) {
        if (table->keys[i].required) {
            wend_json_text(w->json, table->keys[i].name);
        }
    }
    wend_json_end_array(w->json);
}

static void write_company(const writer *w, const format_table *table) {
    bool any = false;
    for (uint32_t i = 0; i < table->count; i++) {
        any |= table->keys[i].with != NULL;
    }
    if (!any) {
        return;
    }
    wend_json_key(w->json, "dependentRequired");
    wend_json_begin_object(w->json);
    for (uint32_t i = 0; i < table->count; i++) {
        if (table->keys[i].with != NULL) {
            wend_json_key(w->json, table->keys[i].name);
            wend_json_begin_array(w->json);
            wend_json_text(w->json, table->keys[i].with);
            wend_json_end_array(w->json);
        }
    }
    wend_json_end_object(w->json);
}

static void write_rivals(const writer *w, const format_table *table) {
    bool any = false;
    for (uint32_t i = 0; i < table->count; i++) {
        any |= table->keys[i].without != NULL;
    }
    if (!any) {
        return;
    }
    wend_json_key(w->json, "dependentSchemas");
    wend_json_begin_object(w->json);
    for (uint32_t i = 0; i < table->count; i++) {
        if (table->keys[i].without != NULL) {
            wend_json_key(w->json, table->keys[i].name);
            write_none_of(w, table->keys[i].without);
        }
    }
    wend_json_end_object(w->json);
}

static void write_needed(const writer *w, const format_table *table) {
    if (table->one_of != NULL) {
        wend_json_key(w->json, "oneOf");
        write_alternatives(w, table->one_of);
    }
    if (table->any_of != NULL) {
        wend_json_key(w->json, "anyOf");
        write_alternatives(w, table->any_of);
    }
}

/* The members of a mapping's schema, into an object that is open. */
static void write_table(const writer *w, const format_table *table) {
    write_text(w, "type", "object");
    wend_json_key(w->json, "properties");
    wend_json_begin_object(w->json);
    for (uint32_t i = 0; i < table->count; i++) {
        write_key(w, &table->keys[i]);
    }
    wend_json_end_object(w->json);
    write_required(w, table);
    write_company(w, table);
    write_rivals(w, table);
    write_needed(w, table);
    wend_json_key(w->json, "additionalProperties");
    wend_json_bool(w->json, false);
}

static void write_definitions(const writer *w) {
    static const wend_kind kinds[] = {WEND_KIND_SELECTOR, WEND_KIND_PLANNER, WEND_KIND_FOLLOWER,
                                      WEND_KIND_MODIFIER, WEND_KIND_STEERING};
    wend_json_key(w->json, "$defs");
    wend_json_begin_object(w->json);
    wend_json_key(w->json, "point");
    begin_list(w, 2, 2);
    write_bounded(w, "number", -FORMAT_MAX_COORDINATE, FORMAT_MAX_COORDINATE);
    wend_json_end_object(w->json);
    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++) {
        wend_json_key(w->json, wend_kind_text(kinds[i]));
        write_kind(w, kinds[i]);
    }
    wend_json_key(w->json, wend_kind_text(WEND_KIND_MAP));
    write_maps(w);
    for (uint32_t i = 0; i < format_table_count; i++) {
        const format_table *table = format_tables[i];
        if (table != &format_scenario && table != &format_uniform && table != &format_normal) {
            wend_json_key(w->json, table->name);
            wend_json_begin_object(w->json);
            write_table(w, table);
            wend_json_end_object(w->json);
        }
    }
    wend_json_end_object(w->json);
}

void wend_schema_write(const wend_registry *registry, wend_json *json) {
    WEND_ASSERT(registry != NULL && json != NULL);
    writer w = {json, registry};
    wend_json_begin_object(json);
    write_text(&w, "$schema", "https://json-schema.org/draft/2020-12/schema");
    write_text(&w, "title", "wend scenario");
    write_table(&w, &format_scenario);
    write_definitions(&w);
    wend_json_end_object(json);
}
