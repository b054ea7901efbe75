/* Writes the JSON Schema (draft 2020-12) of scenario files from the tables of the format and the
 * registered entries. Each table becomes a separate definition, so that the schema is readable. */
#include "base/error.h"
#include "base/text.h"
#include "scenario/format/format.h"
#include "scenario/schema/entries.h"
#include <stdio.h>
#include <string.h>

/* ---- Values ---------------------------------------------------------------------------------- */

static void write_value(const schema_writer *w, const format_key *row);

/* Writes the schema of a point that is not [0, 0]. */
static void write_vector(const schema_writer *w) {
    wend_json_begin_object(w->json);
    schema_text(w, "$ref", "#/$defs/point");
    wend_json_write_key(w->json, "not");
    wend_json_begin_object(w->json);
    wend_json_write_key(w->json, "const");
    wend_json_begin_array(w->json);
    wend_json_write_integer(w->json, 0);
    wend_json_write_integer(w->json, 0);
    wend_json_end_array(w->json);
    wend_json_end_object(w->json);
    wend_json_end_object(w->json);
}

static void write_list(const schema_writer *w, const format_key *row, uint32_t form) {
    bool polygon = form == FORMAT_POLYGON;
    uint32_t closing = polygon && row->most > 0 ? 1 : 0;
    schema_begin_list(w, polygon && row->least < 3 ? 3 : row->least, row->most + closing);
    if (form == FORMAT_LIST) {
        write_value(w, row->item);
    } else {
        schema_point(w);
    }
    wend_json_end_object(w->json);
}

static void write_named(const schema_writer *w, const format_key *row) {
    schema_begin(w, "object");
    if (row->least > 0) {
        schema_count(w, "minProperties", row->least);
    }
    if (row->most > 0) {
        schema_count(w, "maxProperties", row->most);
    }
    wend_json_write_key(w->json, "additionalProperties");
    write_value(w, row->item);
    wend_json_end_object(w->json);
}

/* Writes the schema of a value that may be any text. Other scalars are allowed, because an unquoted
 * name may look like one in YAML. */
static void write_any_text(const schema_writer *w) {
    wend_json_begin_object(w->json);
    wend_json_write_key(w->json, "type");
    wend_json_begin_array(w->json);
    wend_json_write_text(w->json, "string");
    wend_json_write_text(w->json, "number");
    wend_json_write_text(w->json, "boolean");
    wend_json_end_array(w->json);
    wend_json_end_object(w->json);
}

static void write_form(const schema_writer *w, const format_key *row, uint32_t form) {
    switch (form) {
    case FORMAT_NUMBER:
        schema_bounded(w, "number", row->low, row->high);
        break;
    case FORMAT_INTEGER:
        schema_bounded(w, "integer", row->low, row->high);
        break;
    case FORMAT_SAMPLED:
        schema_sampled(w, row->low, row->high);
        break;
    case FORMAT_BOOL:
        schema_typed(w, "boolean");
        break;
    case FORMAT_TEXT:
        write_any_text(w);
        break;
    case FORMAT_CHOICE:
        schema_choices(w, row->choices);
        break;
    case FORMAT_POINT:
        schema_point(w);
        break;
    case FORMAT_VECTOR:
        write_vector(w);
        break;
    case FORMAT_MAPPING:
        schema_reference(w, row->table->name);
        break;
    case FORMAT_NAMED:
        write_named(w, row);
        break;
    case FORMAT_ENTRY:
        schema_reference(w, wend_kind_text(row->kind));
        break;
    case FORMAT_ENTRIES:
        schema_entries(w, row->kind);
        break;
    case FORMAT_MAP:
        schema_reference(w, wend_kind_text(WEND_KIND_MAP));
        break;
    case FORMAT_NOTHING:
        schema_typed(w, "null");
        break;
    default: /* points, polygons and lists */
        write_list(w, row, form);
        break;
    }
}

static void write_value(const schema_writer *w, const format_key *row) {
    bool one = (row->forms & (row->forms - 1)) == 0;
    if (one) {
        write_form(w, row, row->forms);
        return;
    }
    wend_json_begin_object(w->json);
    wend_json_write_key(w->json, "anyOf");
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

/* Writes a description of the form "help (unit)". */
static void write_description(const schema_writer *w, const format_key *row) {
    char text[300];
    snprintf(text, sizeof text, "%s%s%s%s", row->help, row->unit != NULL ? " (" : "",
             row->unit != NULL ? row->unit : "", row->unit != NULL ? ")" : "");
    schema_text(w, "description", text);
}

/* Writes a default if a program can use it: a number, or the name of a choice. */
static void write_default(const schema_writer *w, const format_key *row) {
    double number = 0.0;
    if (row->fallback == NULL) {
        return;
    }
    if (text_parse_double(row->fallback, &number)) {
        schema_number(w, "default", number);
    } else if (row->forms == FORMAT_BOOL) {
        wend_json_write_key(w->json, "default");
        wend_json_write_bool(w->json, strcmp(row->fallback, "true") == 0);
    } else if (row->forms == FORMAT_CHOICE ||
               (row->forms == FORMAT_ENTRY &&
                wend_registry_find(w->registry, row->kind, row->fallback, NULL) != NULL)) {
        schema_text(w, "default", row->fallback);
    }
}

static void write_key(const schema_writer *w, const format_key *row) {
    wend_json_write_key(w->json, row->name);
    wend_json_begin_object(w->json);
    write_description(w, row);
    write_default(w, row);
    wend_json_write_key(w->json, "allOf");
    wend_json_begin_array(w->json);
    write_value(w, row);
    wend_json_end_array(w->json);
    wend_json_end_object(w->json);
}

static void write_required(const schema_writer *w, const format_table *table) {
    uint32_t count = 0;
    for (uint32_t i = 0; i < table->count; i++) {
        count += table->keys[i].required;
    }
    if (count == 0) {
        return;
    }
    wend_json_write_key(w->json, "required");
    wend_json_begin_array(w->json);
    for (uint32_t i = 0; i < table->count; i++) {
        if (table->keys[i].required) {
            wend_json_write_text(w->json, table->keys[i].name);
        }
    }
    wend_json_end_array(w->json);
}

static void write_dependencies(const schema_writer *w, const format_table *table) {
    bool any = false;
    for (uint32_t i = 0; i < table->count; i++) {
        any |= table->keys[i].with != NULL;
    }
    if (!any) {
        return;
    }
    wend_json_write_key(w->json, "dependentRequired");
    wend_json_begin_object(w->json);
    for (uint32_t i = 0; i < table->count; i++) {
        if (table->keys[i].with != NULL) {
            wend_json_write_key(w->json, table->keys[i].name);
            wend_json_begin_array(w->json);
            wend_json_write_text(w->json, table->keys[i].with);
            wend_json_end_array(w->json);
        }
    }
    wend_json_end_object(w->json);
}

static void write_exclusions(const schema_writer *w, const format_table *table) {
    bool any = false;
    for (uint32_t i = 0; i < table->count; i++) {
        any |= table->keys[i].without != NULL;
    }
    if (!any) {
        return;
    }
    wend_json_write_key(w->json, "dependentSchemas");
    wend_json_begin_object(w->json);
    for (uint32_t i = 0; i < table->count; i++) {
        if (table->keys[i].without != NULL) {
            wend_json_write_key(w->json, table->keys[i].name);
            schema_none_of(w, table->keys[i].without);
        }
    }
    wend_json_end_object(w->json);
}

static void write_alternatives(const schema_writer *w, const format_table *table) {
    if (table->one_of != NULL) {
        wend_json_write_key(w->json, "oneOf");
        schema_alternatives(w, table->one_of);
    }
    if (table->any_of != NULL) {
        wend_json_write_key(w->json, "anyOf");
        schema_alternatives(w, table->any_of);
    }
}

/* Writes the members of a mapping's schema into the open object. */
static void write_table(const schema_writer *w, const format_table *table) {
    schema_text(w, "type", "object");
    wend_json_write_key(w->json, "properties");
    wend_json_begin_object(w->json);
    for (uint32_t i = 0; i < table->count; i++) {
        write_key(w, &table->keys[i]);
    }
    wend_json_end_object(w->json);
    write_required(w, table);
    write_dependencies(w, table);
    write_exclusions(w, table);
    write_alternatives(w, table);
    wend_json_write_key(w->json, "additionalProperties");
    wend_json_write_bool(w->json, false);
}

static void write_definitions(const schema_writer *w) {
    static const wend_kind kinds[] = {WEND_KIND_SELECTOR, WEND_KIND_PLANNER, WEND_KIND_FOLLOWER,
                                      WEND_KIND_MODIFIER, WEND_KIND_STEERING};
    wend_json_write_key(w->json, "$defs");
    wend_json_begin_object(w->json);
    wend_json_write_key(w->json, "point");
    schema_begin_list(w, 2, 2);
    schema_bounded(w, "number", -FORMAT_MAX_COORDINATE, FORMAT_MAX_COORDINATE);
    wend_json_end_object(w->json);
    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++) {
        wend_json_write_key(w->json, wend_kind_text(kinds[i]));
        schema_kind(w, kinds[i]);
    }
    static const wend_kind behaviours[] = {WEND_KIND_CONDITION, WEND_KIND_ACTION,
                                           WEND_KIND_TRIGGER};
    for (size_t i = 0; i < sizeof behaviours / sizeof behaviours[0]; i++) {
        wend_json_write_key(w->json, wend_kind_text(behaviours[i]));
        schema_behaviour(w, behaviours[i]);
    }
    wend_json_write_key(w->json, wend_kind_text(WEND_KIND_MAP));
    schema_maps(w);
    wend_json_write_key(w->json, SCHEMA_LINES);
    write_value(w, &format_lines);
    for (uint32_t i = 0; i < format_table_count; i++) {
        const format_table *table = format_tables[i];
        if (table != &format_scenario && table != &format_uniform && table != &format_normal) {
            wend_json_write_key(w->json, table->name);
            wend_json_begin_object(w->json);
            write_table(w, table);
            wend_json_end_object(w->json);
        }
    }
    wend_json_end_object(w->json);
}

void wend_schema_write(const wend_registry *registry, wend_json *json) {
    WEND_ASSERT(registry != NULL && json != NULL);
    schema_writer w = {json, registry};
    wend_json_begin_object(json);
    schema_text(&w, "$schema", "https://json-schema.org/draft/2020-12/schema");
    schema_text(&w, "title", "wend scenario");
    write_table(&w, &format_scenario);
    write_definitions(&w);
    wend_json_end_object(json);
}
