/* scenario/schema/entries.h: the part of the schema that registered entries and their parameters
 * give.
 */
#ifndef SCENARIO_SCHEMA_ENTRIES_H
#define SCENARIO_SCHEMA_ENTRIES_H

#include "scenario/schema/json.h"

/* The definition that parameters of type WEND_PARAM_LINES refer to. */
#define SCHEMA_LINES "lines"

/* An entry of a kind: its name, or its name and parameters. */
void schema_kind(const schema_writer *w, wend_kind kind);
/* A mapping from names of entries to their parameters. */
void schema_entries(const schema_writer *w, wend_kind kind);
/* A map of any kind. */
void schema_maps(const schema_writer *w);

#endif
