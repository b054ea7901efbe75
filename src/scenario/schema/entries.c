/* Writes the schemas of registered entries, of their parameters, and of map kinds. */
#include "scenario/schema/entries.h"
#include "scenario/scenario.h"

void schema_param(const schema_writer *w, const wend_param *param) {
    switch (param->type) {
    case WEND_PARAM_NUMBER:
        schema_bounded(w, "number", param->minimum, param->maximum);
        break;
    case WEND_PARAM_INTEGER:
        schema_bounded(w, "integer", param->minimum, param->maximum);
        break;
    case WEND_PARAM_BOOL:
        schema_typed(w, "boolean");
        break;
    case WEND_PARAM_CHOICE:
        schema_choices(w, param->choices);
        break;
    case WEND_PARAM_POINT:
        schema_point(w);
        break;
    case WEND_PARAM_POLYGON:
        schema_begin_list(w, 3, 0);
        schema_point(w);
        wend_json_end_object(w->json);
        break;
    case WEND_PARAM_NAME:
    case WEND_PARAM_FILE:
    case WEND_PARAM_TEXT:
        schema_typed(w, "string");
        break;
    case WEND_PARAM_SAMPLED:
    case WEND_PARAM_DISTRIBUTION:
        schema_sampled(w, param->minimum, param->maximum);
        break;
    case WEND_PARAM_NUMBERS:
        schema_begin_list(w, 1, (uint32_t)param->default_value);
        schema_bounded(w, "number", param->minimum, param->maximum);
        wend_json_end_object(w->json);
        break;
    case WEND_PARAM_LINES:
        schema_reference(w, SCHEMA_LINES);
        break;
    }
}

void schema_param_keys(const schema_writer *w, const wend_entry *entry) {
    for (uint32_t i = 0; i < entry->param_count; i++) {
        const wend_param *param = &entry->params[i];
        wend_json_write_key(w->json, param->name);
        wend_json_begin_object(w->json);
        schema_text(w, "description", param->help);
        wend_json_write_key(w->json, "allOf");
        wend_json_begin_array(w->json);
        schema_param(w, param);
        wend_json_end_array(w->json);
        wend_json_end_object(w->json);
    }
}

static void write_const(const schema_writer *w, const char *key, const char *text) {
    wend_json_write_key(w->json, key);
    wend_json_begin_object(w->json);
    schema_text(w, "const", text);
    wend_json_end_object(w->json);
}

/* Writes "required": [key]. */
static void write_required_key(const schema_writer *w, const char *key) {
    wend_json_write_key(w->json, "required");
    wend_json_begin_array(w->json);
    wend_json_write_text(w->json, key);
    wend_json_end_array(w->json);
}

/* States whether the object that holds an entry's parameters also contains the entry's name. */
typedef enum params_name { NAME_NONE, NAME_OPTIONAL, NAME_REQUIRED } params_name;

/* Writes the schema of an object with the parameters of an entry. */
static void write_params(const schema_writer *w, const wend_entry *entry, params_name name) {
    schema_begin(w, "object");
    schema_text(w, "description", entry->summary);
    wend_json_write_key(w->json, "properties");
    wend_json_begin_object(w->json);
    if (name != NAME_NONE) {
        write_const(w, "name", entry->name);
    }
    schema_param_keys(w, entry);
    wend_json_end_object(w->json);
    if (name == NAME_REQUIRED) {
        write_required_key(w, "name");
    }
    wend_json_write_key(w->json, "additionalProperties");
    wend_json_write_bool(w->json, false);
    wend_json_end_object(w->json);
}

void schema_names(const schema_writer *w, wend_kind kind) {
    wend_json_begin_object(w->json);
    wend_json_write_key(w->json, "enum");
    wend_json_begin_array(w->json);
    for (uint32_t i = 0; i < wend_registry_count(w->registry, kind); i++) {
        wend_json_write_text(w->json, wend_registry_get(w->registry, kind, i)->name);
    }
    wend_json_end_array(w->json);
    wend_json_end_object(w->json);
}

void schema_kind(const schema_writer *w, wend_kind kind) {
    uint32_t count = wend_registry_count(w->registry, kind);
    wend_json_begin_object(w->json);
    wend_json_write_key(w->json, "anyOf");
    wend_json_begin_array(w->json);
    schema_names(w, kind);
    for (uint32_t i = 0; i < count; i++) {
        const wend_entry *entry = wend_registry_get(w->registry, kind, i);
        bool optional = scenario_may_be_default(kind, entry->name);
        write_params(w, entry, optional ? NAME_OPTIONAL : NAME_REQUIRED);
    }
    wend_json_end_array(w->json);
    wend_json_end_object(w->json);
}

void schema_entries(const schema_writer *w, wend_kind kind) {
    schema_begin(w, "object");
    wend_json_write_key(w->json, "properties");
    wend_json_begin_object(w->json);
    for (uint32_t i = 0; i < wend_registry_count(w->registry, kind); i++) {
        const wend_entry *entry = wend_registry_get(w->registry, kind, i);
        wend_json_write_key(w->json, entry->name);
        write_params(w, entry, NAME_NONE);
    }
    wend_json_end_object(w->json);
    wend_json_write_key(w->json, "additionalProperties");
    wend_json_write_bool(w->json, false);
    wend_json_end_object(w->json);
}

/* ---- Maps ------------------------------------------------------------------------------------ */

/* Writes the rules for a map: parameters are not allowed together with a file, and some kinds
 * require either a certain parameter or a file. */
static void write_map_rules(const schema_writer *w, const wend_map_builder *builder) {
    if (builder->required != NULL) {
        const char *const either[] = {builder->required, "file", builder->alternative, NULL};
        wend_json_write_key(w->json, "anyOf");
        schema_alternatives(w, either);
    }
    if (builder->entry.param_count > 0) {
        wend_json_write_key(w->json, "dependentSchemas");
        wend_json_begin_object(w->json);
        for (uint32_t i = 0; i < builder->entry.param_count; i++) {
            const char *const file[] = {"file", NULL};
            wend_json_write_key(w->json, builder->entry.params[i].name);
            schema_none_of(w, file);
        }
        wend_json_end_object(w->json);
    }
}

static void write_map(const schema_writer *w, const wend_map_builder *builder, bool is_default) {
    schema_begin(w, "object");
    schema_text(w, "description", builder->entry.summary);
    wend_json_write_key(w->json, "properties");
    wend_json_begin_object(w->json);
    write_const(w, "kind", builder->entry.name);
    wend_json_write_key(w->json, "file");
    schema_begin(w, "string");
    schema_text(w, "description", "a .wmap file that `wend map` wrote for the same space");
    wend_json_end_object(w->json);
    schema_param_keys(w, &builder->entry);
    wend_json_end_object(w->json);
    if (!is_default) {
        write_required_key(w, "kind");
    }
    write_map_rules(w, builder);
    wend_json_write_key(w->json, "additionalProperties");
    wend_json_write_bool(w->json, false);
    wend_json_end_object(w->json);
}

void schema_maps(const schema_writer *w) {
    wend_json_begin_object(w->json);
    wend_json_write_key(w->json, "anyOf");
    wend_json_begin_array(w->json);
    for (uint32_t i = 0; i < wend_registry_count(w->registry, WEND_KIND_MAP); i++) {
        const wend_entry *entry = wend_registry_get(w->registry, WEND_KIND_MAP, i);
        write_map(w, (const wend_map_builder *)entry, i == 0);
    }
    wend_json_end_array(w->json);
    wend_json_end_object(w->json);
}
