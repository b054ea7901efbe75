/* Members of mappings, checked against the tables of the format. A key that is read must be in the
 * table: ranges and choices come from there. */
#ifndef SCENARIO_FIELDS_H
#define SCENARIO_FIELDS_H

#include "scenario/format/format.h"
#include "scenario/read.h"

/* Checks that it is a mapping and has no keys but those of the table, those it must have, none
 * that cannot stand beside each other, and just one of those of which one is needed. False after a
 * failure. */
bool member_check(reader *r, const node *mapping, const format_table *table);

/* Values of members; `fallback` when there is no such key, or no mapping at all. */
double member_number(reader *r, const node *mapping, const format_table *table, const char *key,
                     double fallback);
int64_t member_integer(reader *r, const node *mapping, const format_table *table, const char *key,
                       int64_t fallback);
bool member_bool(reader *r, const node *mapping, const format_table *table, const char *key,
                 bool fallback);
const char *member_text(reader *r, const node *mapping, const format_table *table, const char *key,
                        const char *fallback);
wend_point member_point(reader *r, const node *mapping, const format_table *table, const char *key,
                        wend_point fallback);
uint32_t member_choice(reader *r, const node *mapping, const format_table *table, const char *key,
                       uint32_t fallback);
wend_distribution member_drawn(reader *r, const node *mapping, const format_table *table,
                               const char *key, wend_distribution fallback);
/* Points or a polygon, as the table says; 0 when there is no such key. */
uint32_t member_points(reader *r, const node *mapping, const format_table *table, const char *key,
                       const wend_point **out);

/* A value by its row, called `what`. */
double member_number_of(reader *r, const node *value, const format_key *row, const char *what);
int64_t member_integer_of(reader *r, const node *value, const format_key *row, const char *what);

#endif
