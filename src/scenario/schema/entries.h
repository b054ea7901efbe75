/* scenario/schema/entries.h: writes the part of the schema that comes from registered entries and
 * their parameters. */
#ifndef SCENARIO_SCHEMA_ENTRIES_H
#define SCENARIO_SCHEMA_ENTRIES_H

#include "scenario/schema/json.h"

/* Name of the definition to which parameters of type WEND_PARAM_LINES refer. */
#define SCHEMA_LINES "lines"

/* Writes the schema of a value that chooses an entry of a kind: a name, or a name with parameters.
 */
void schema_kind(const schema_writer *w, wend_kind kind);
/* Does the same for actions, triggers and conditions (behaviour.c). */
void schema_behaviour(const schema_writer *w, wend_kind kind);
/* Writes the schema of a name of an entry. */
void schema_names(const schema_writer *w, wend_kind kind);
/* Writes the schema of a parameter. */
void schema_param(const schema_writer *w, const wend_param *param);
/* Writes the parameters of an entry as members of the open object. */
void schema_param_keys(const schema_writer *w, const wend_entry *entry);
/* Writes the schema of a mapping from entry names to the entries' parameters. */
void schema_entries(const schema_writer *w, wend_kind kind);
/* Writes the schema of a map of any kind. */
void schema_maps(const schema_writer *w);

#endif
