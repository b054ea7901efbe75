/* Writes the JSON Schema of basic values: numbers with bounds, lists, choices, distributions and
 * references. */
#include "scenario/schema/json.h"
#include "scenario/format/format.h"
#include <math.h>
#include <stdio.h>

void schema_text(const schema_writer *w, const char *key, const char *text) {
    wend_json_write_key(w->json, key);
    wend_json_write_text(w->json, text);
}

void schema_number(const schema_writer *w, const char *key, double number) {
    wend_json_write_key(w->json, key);
    wend_json_write_number(w->json, number);
}

void schema_count(const schema_writer *w, const char *key, uint32_t count) {
    wend_json_write_key(w->json, key);
    wend_json_write_integer(w->json, count);
}

void schema_reference(const schema_writer *w, const char *name) {
    char path[100];
    snprintf(path, sizeof path, "#/$defs/%s", name);
    wend_json_begin_object(w->json);
    schema_text(w, "$ref", path);
    wend_json_end_object(w->json);
}

void schema_begin(const schema_writer *w, const char *type) {
    wend_json_begin_object(w->json);
    schema_text(w, "type", type);
}

void schema_typed(const schema_writer *w, const char *type) {
    schema_begin(w, type);
    wend_json_end_object(w->json);
}

/* Writes a number type with its bounds; if both are 0, any value is allowed. Upper bounds of 2^62
 * and above are not written, because not every JSON reader supports such integers. */
void schema_bounded(const schema_writer *w, const char *type, double low, double high) {
    bool any = low == 0.0 && high == 0.0;
    schema_begin(w, type);
    if (!any && low > -INFINITY) {
        schema_number(w, "minimum", low);
    }
    if (!any && high < 0x1p62) {
        schema_number(w, "maximum", high);
    }
    wend_json_end_object(w->json);
}

void schema_begin_list(const schema_writer *w, uint32_t least, uint32_t most) {
    schema_begin(w, "array");
    if (least > 0) {
        schema_count(w, "minItems", least);
    }
    if (most > 0) {
        schema_count(w, "maxItems", most);
    }
    wend_json_write_key(w->json, "items");
}

void schema_point(const schema_writer *w) {
    schema_reference(w, "point");
}

void schema_choices(const schema_writer *w, const char *const *choices) {
    wend_json_begin_object(w->json);
    wend_json_write_key(w->json, "enum");
    wend_json_begin_array(w->json);
    for (uint32_t i = 0; choices[i] != NULL; i++) {
        wend_json_write_text(w->json, choices[i]);
    }
    wend_json_end_array(w->json);
    wend_json_end_object(w->json);
}

/* Writes [{"required": [key]}, ...]. */
void schema_alternatives(const schema_writer *w, const char *const *keys) {
    wend_json_begin_array(w->json);
    for (uint32_t i = 0; keys[i] != NULL; i++) {
        wend_json_begin_object(w->json);
        wend_json_write_key(w->json, "required");
        wend_json_begin_array(w->json);
        wend_json_write_text(w->json, keys[i]);
        wend_json_end_array(w->json);
        wend_json_end_object(w->json);
    }
    wend_json_end_array(w->json);
}

/* Writes {"not": {"anyOf": [{"required": [key]}, ...]}}. */
void schema_none_of(const schema_writer *w, const char *const *keys) {
    wend_json_begin_object(w->json);
    wend_json_write_key(w->json, "not");
    wend_json_begin_object(w->json);
    wend_json_write_key(w->json, "anyOf");
    schema_alternatives(w, keys);
    wend_json_end_object(w->json);
    wend_json_end_object(w->json);
}

/* ---- Distributions --------------------------------------------------------------------------- */

/* Writes the schema of a list [low, high] in which both numbers are within the bounds. */
static void write_range(const schema_writer *w, double low, double high) {
    schema_begin_list(w, 2, 2);
    schema_bounded(w, "number", low, high);
    wend_json_end_object(w->json);
}

/* Writes the schema of a list [mean, deviation]: any number, then a non-negative number. */
static void write_mean(const schema_writer *w) {
    schema_begin_list(w, 2, 2);
    schema_typed(w, "number");
    wend_json_write_key(w->json, "prefixItems");
    wend_json_begin_array(w->json);
    schema_typed(w, "number");
    schema_bounded(w, "number", 0.0, INFINITY);
    wend_json_end_array(w->json);
    wend_json_end_object(w->json);
}

/* Writes the schema of a distribution from its table, with the bounds of the number that it
 * replaces. */
static void write_distribution(const schema_writer *w, const format_table *table, double low,
                               double high) {
    schema_begin(w, "object");
    wend_json_write_key(w->json, "properties");
    wend_json_begin_object(w->json);
    for (uint32_t i = 0; i < table->count; i++) {
        const format_key *row = &table->keys[i];
        wend_json_write_key(w->json, row->name);
        if (row->forms != FORMAT_LIST) {
            schema_bounded(w, "number", low, high);
        } else if (table == &format_uniform) {
            write_range(w, low, high);
        } else {
            write_mean(w);
        }
    }
    wend_json_end_object(w->json);
    wend_json_write_key(w->json, "required");
    wend_json_begin_array(w->json);
    wend_json_write_text(w->json, table->keys[0].name);
    wend_json_end_array(w->json);
    wend_json_write_key(w->json, "additionalProperties");
    wend_json_write_bool(w->json, false);
    wend_json_end_object(w->json);
}

void schema_sampled(const schema_writer *w, double low, double high) {
    wend_json_begin_object(w->json);
    wend_json_write_key(w->json, "anyOf");
    wend_json_begin_array(w->json);
    schema_bounded(w, "number", low, high);
    write_distribution(w, &format_uniform, low, high);
    write_distribution(w, &format_normal, low, high);
    wend_json_end_array(w->json);
    wend_json_end_object(w->json);
}
