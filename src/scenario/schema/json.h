/* scenario/schema/json.h: writes the basic pieces of a JSON Schema. They are used both for the
 * tables of the format (schema.c) and for registered entries (entries.c). */
#ifndef SCENARIO_SCHEMA_JSON_H
#define SCENARIO_SCHEMA_JSON_H

#include <wend/kit.h>

typedef struct schema_writer {
    wend_json *json;
    const wend_registry *registry;
} schema_writer;

/* These write members of the open object. */
void schema_text(const schema_writer *w, const char *key, const char *text);
void schema_number(const schema_writer *w, const char *key, double number);
void schema_count(const schema_writer *w, const char *key, uint32_t count);

/* schema_begin opens an object and writes its type; schema_typed also closes the object. */
void schema_begin(const schema_writer *w, const char *type);
void schema_typed(const schema_writer *w, const char *type);
/* Opens the schema of a list of `least` to `most` items (0: no limit); the caller writes the schema
 * of the items next. */
void schema_begin_list(const schema_writer *w, uint32_t least, uint32_t most);

/* These write complete values. */
void schema_reference(const schema_writer *w, const char *name); /* refers to a definition */
void schema_bounded(const schema_writer *w, const char *type, double low, double high);
void schema_point(const schema_writer *w);
void schema_sampled(const schema_writer *w, double low, double high);
void schema_choices(const schema_writer *w, const char *const *choices);

/* schema_alternatives writes [{"required": [key]}, ...] for a NULL-terminated list of keys;
 * schema_none_of writes a schema that forbids these keys. */
void schema_alternatives(const schema_writer *w, const char *const *keys);
void schema_none_of(const schema_writer *w, const char *const *keys);

#endif
