/* Writes the schemas of actions, triggers and conditions: a name, or a mapping from the name to the
 * value of the first parameter, to all parameters, or to the conditions that a condition combines.
 */
#include <wend/behaviour.h>

#include "scenario/schema/entries.h"

/* Writes the schema of the conditions that a condition combines: a list, or only one. */
static void write_children(const schema_writer *w, const wend_condition *condition) {
    const char *kind = wend_kind_text(WEND_KIND_CONDITION);
    schema_begin_list(w, condition->least_children, condition->most_children);
    schema_reference(w, kind);
    wend_json_end_object(w->json);
    if (condition->least_children <= 1) {
        schema_reference(w, kind);
    }
}

/* Writes the schema of an object with the parameters of an entry and, if `combines` is true, the
 * key `when` for conditions. */
static void write_params(const schema_writer *w, const wend_entry *entry,
                         const wend_condition *condition) {
    schema_begin(w, "object");
    wend_json_write_key(w->json, "properties");
    wend_json_begin_object(w->json);
    schema_param_keys(w, entry);
    if (condition != NULL) {
        wend_json_write_key(w->json, "when");
        wend_json_begin_object(w->json);
        wend_json_write_key(w->json, "anyOf");
        wend_json_begin_array(w->json);
        write_children(w, condition);
        wend_json_end_array(w->json);
        wend_json_end_object(w->json);
    }
    wend_json_end_object(w->json);
    wend_json_write_key(w->json, "additionalProperties");
    wend_json_write_bool(w->json, false);
    wend_json_end_object(w->json);
}

static void write_value(const schema_writer *w, wend_kind kind, const wend_entry *entry) {
    const wend_condition *condition = (const wend_condition *)(const void *)entry;
    bool combines = kind == WEND_KIND_CONDITION && condition->most_children > 0;
    wend_json_write_key(w->json, "anyOf");
    wend_json_begin_array(w->json);
    write_params(w, entry, combines ? condition : NULL);
    if (combines) {
        write_children(w, condition);
    } else if (entry->param_count > 0) {
        schema_param(w, &entry->params[0]);
    }
    wend_json_end_array(w->json);
}

static void write_entry(const schema_writer *w, wend_kind kind, const wend_entry *entry) {
    schema_begin(w, "object");
    wend_json_write_key(w->json, "properties");
    wend_json_begin_object(w->json);
    wend_json_write_key(w->json, entry->name);
    wend_json_begin_object(w->json);
    schema_text(w, "description", entry->summary);
    write_value(w, kind, entry);
    wend_json_end_object(w->json);
    if (kind == WEND_KIND_ACTION) {
        wend_json_write_key(w->json, "keep");
        schema_typed(w, "boolean");
    }
    wend_json_end_object(w->json);
    wend_json_write_key(w->json, "required");
    wend_json_begin_array(w->json);
    wend_json_write_text(w->json, entry->name);
    wend_json_end_array(w->json);
    wend_json_write_key(w->json, "additionalProperties");
    wend_json_write_bool(w->json, false);
    wend_json_end_object(w->json);
}

void schema_behaviour(const schema_writer *w, wend_kind kind) {
    uint32_t count = wend_registry_count(w->registry, kind);
    wend_json_begin_object(w->json);
    wend_json_write_key(w->json, "anyOf");
    wend_json_begin_array(w->json);
    schema_names(w, kind);
    for (uint32_t i = 0; i < count; i++) {
        write_entry(w, kind, wend_registry_get(w->registry, kind, i));
    }
    if (kind == WEND_KIND_CONDITION) { /* an expression */
        schema_begin(w, "string");
        schema_text(w, "pattern", "[^A-Za-z0-9_.-]");
        wend_json_end_object(w->json);
    }
    wend_json_end_array(w->json);
    wend_json_end_object(w->json);
}
