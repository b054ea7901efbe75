/* Reads members of mappings and checks them against the tables of the format. Every key that is
 * read must be in the table, which gives its range and choices. */
#ifndef SCENARIO_FIELDS_H
#define SCENARIO_FIELDS_H

#include "scenario/format/format.h"
#include "scenario/read.h"

/* Checks that a node is a mapping that agrees with the table: it has no unknown keys, all required
 * keys, no two keys that exclude each other, and exactly one of the keys in `one_of`. Returns false
 * after a failure. */
bool member_check(reader *r, const node *mapping, const format_table *table);

/* These functions return the value of a member, or `fallback` if the key is missing or `mapping` is
 * NULL. */
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
wend_distribution member_sampled(reader *r, const node *mapping, const format_table *table,
                                 const char *key, wend_distribution fallback);
/* Reads points or a polygon, depending on the table. Returns the number of points; 0 if there is no
 * such key. */
uint32_t member_points(reader *r, const node *mapping, const format_table *table, const char *key,
                       const wend_point **out);

/* Reads a value with the form and bounds given by its row; messages call it `what`. */
double member_number_of(reader *r, const node *value, const format_key *row, const char *what);
int64_t member_integer_of(reader *r, const node *value, const format_key *row, const char *what);

#endif
