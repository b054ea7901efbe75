/* scenario/schema/json.h: pieces of a JSON Schema that tables of the format and of entries share.
 */
#ifndef SCENARIO_SCHEMA_JSON_H
#define SCENARIO_SCHEMA_JSON_H

#include <wend/kit.h>

typedef struct schema_writer {
    wend_json *json;
    const wend_registry *registry;
} schema_writer;

/* Members of an object that is open. */
void schema_text(const schema_writer *w, const char *key, const char *text);
void schema_number(const schema_writer *w, const char *key, double number);
void schema_count(const schema_writer *w, const char *key, uint32_t count);

/* An object {"type": type, which is left open; and the same closed. */
void schema_begin(const schema_writer *w, const char *type);
void schema_typed(const schema_writer *w, const char *type);
/* A list of `least` to `most` (0: any number), left open where its items go. */
void schema_begin_list(const schema_writer *w, uint32_t least, uint32_t most);

/* Whole values. */
void schema_reference(const schema_writer *w, const char *name); /* to a definition */
void schema_bounded(const schema_writer *w, const char *type, double low, double high);
void schema_point(const schema_writer *w);
void schema_drawn(const schema_writer *w, double low, double high);
void schema_choices(const schema_writer *w, const char *const *choices);

/* Lists of keys, NULL-terminated: [{"required": [key]}, ...]; and a schema that forbids them. */
void schema_alternatives(const schema_writer *w, const char *const *keys);
void schema_none_of(const schema_writer *w, const char *const *keys);

#endif
