/* Reads members of mappings and checks them against the tables of the format: unknown and missing
 * keys, keys that exclude each other, ranges and choices. */
#include "scenario/fields.h"
#include "base/error.h"
#include <math.h>
#include <stdio.h>
#include <string.h>

enum { MOST_KEYS = 40 };

static double low_of(const format_key *row) {
    return row->low == 0.0 && row->high == 0.0 ? -INFINITY : row->low;
}

static double high_of(const format_key *row) {
    return row->low == 0.0 && row->high == 0.0 ? INFINITY : row->high;
}

/* Converts a bound to an integer. Tables store bounds as doubles, which cannot represent the
 * largest 64-bit integer exactly; 2^63 stands for it. */
static int64_t round_to_integer(double bound) {
    return bound >= 0x1p63 ? INT64_MAX : (int64_t)bound;
}

static const char *example_of(const format_key *row) {
    return row->forms == FORMAT_POINT ? "[x, y]" : "...";
}

/* Reports that a value is not a mapping. The message lists the keys that the mapping needs, unless
 * the table has alternatives. */
static void fail_not_mapping(reader *r, const node *found, const format_table *table) {
    char form[200] = "a mapping (key: value)";
    size_t used = 0;
    bool fixed = table->one_of == NULL && table->any_of == NULL;
    for (uint32_t i = 0; i < table->count && used < sizeof form; i++) {
        const format_key *row = &table->keys[i];
        if (row->required && fixed) {
            used += (size_t)snprintf(form + used, sizeof form - used, "%s%s: %s",
                                     used == 0 ? "a mapping {" : ", ", row->name, example_of(row));
        }
    }
    if (used > 0 && used < sizeof form) {
        snprintf(form + used, sizeof form - used, "}");
    }
    read_fail_wrong_type(r, found, table->what, form);
}

static void check_known(reader *r, const node *mapping, const format_table *table) {
    const char *names[MOST_KEYS];
    if (reader_ok(r) && mapping->kind != NODE_MAPPING) {
        fail_not_mapping(r, mapping, table);
        return;
    }
    WEND_ASSERT(table->count <= MOST_KEYS);
    for (uint32_t i = 0; i < table->count; i++) {
        names[i] = table->keys[i].name;
    }
    read_check_keys(r, mapping, table->what, names, table->count);
}

static void check_exclusions(reader *r, const node *mapping, const format_key *row,
                             const node_member *member) {
    for (uint32_t i = 0; row->without[i] != NULL && reader_ok(r); i++) {
        if (node_get(mapping, row->without[i]) != NULL) {
            r->result =
                node_key_error(member, r->error, WEND_ERROR_INVALID,
                               "'%s' cannot be combined with '%s'", row->name, row->without[i]);
        }
    }
}

static void check_presence(reader *r, const node *mapping, const format_table *table) {
    for (uint32_t i = 0; i < table->count && reader_ok(r); i++) {
        const format_key *row = &table->keys[i];
        const node_member *member = node_member_of(mapping, row->name);
        if (member == NULL && row->required) {
            read_required(r, mapping, table->what, row->name);
        } else if (member != NULL && row->with != NULL && node_get(mapping, row->with) == NULL) {
            r->result = node_key_error(member, r->error, WEND_ERROR_NAME,
                                       "'%s' is only for %s with the key '%s'", row->name,
                                       table->what, row->with);
        } else if (member != NULL && row->without != NULL) {
            check_exclusions(r, mapping, row, member);
        }
    }
}

/* Joins names as "'a', 'b' or 'c'". */
static const char *list_names(const char *const *names, char *out, size_t size) {
    size_t used = 0;
    out[0] = '\0';
    for (uint32_t i = 0; names[i] != NULL && used < size; i++) {
        const char *joint = i == 0 ? "" : names[i + 1] == NULL ? " or " : ", ";
        used += (size_t)snprintf(out + used, size - used, "%s'%s'", joint, names[i]);
    }
    return out;
}

static void fail_missing_any(reader *r, const node *mapping, const char *what,
                             const char *const *keys) {
    char names[200];
    read_fail(r, mapping, WEND_ERROR_INVALID, "%s needs %s", what,
              list_names(keys, names, sizeof names));
}

static void check_one_of(reader *r, const node *mapping, const format_table *table) {
    const char *found = NULL;
    for (uint32_t i = 0; table->one_of[i] != NULL && reader_ok(r); i++) {
        const node_member *member = node_member_of(mapping, table->one_of[i]);
        if (member != NULL && found != NULL) {
            r->result = node_key_error(member, r->error, WEND_ERROR_INVALID,
                                       "%s has both '%s' and '%s'; expected only one of them",
                                       table->what, found, member->key);
        } else if (member != NULL) {
            found = member->key;
        }
    }
    if (reader_ok(r) && found == NULL) {
        fail_missing_any(r, mapping, table->what, table->one_of);
    }
}

static void check_any_of(reader *r, const node *mapping, const format_table *table) {
    bool found = false;
    for (uint32_t i = 0; table->any_of[i] != NULL; i++) {
        found |= node_get(mapping, table->any_of[i]) != NULL;
    }
    if (!found) {
        fail_missing_any(r, mapping, table->what, table->any_of);
    }
}

bool member_check(reader *r, const node *mapping, const format_table *table) {
    check_known(r, mapping, table);
    if (reader_ok(r)) {
        check_presence(r, mapping, table);
    }
    if (reader_ok(r) && table->one_of != NULL) {
        check_one_of(r, mapping, table);
    }
    if (reader_ok(r) && table->any_of != NULL) {
        check_any_of(r, mapping, table);
    }
    return reader_ok(r);
}

double member_number_of(reader *r, const node *value, const format_key *row, const char *what) {
    return read_number(r, value, what, low_of(row), high_of(row));
}

int64_t member_integer_of(reader *r, const node *value, const format_key *row, const char *what) {
    return read_integer(r, value, what, round_to_integer(row->low), round_to_integer(row->high));
}

double member_number(reader *r, const node *mapping, const format_table *table, const char *key,
                     double fallback) {
    const format_key *row = format_row(table, key);
    const node *value = node_get(mapping, key);
    return value != NULL ? member_number_of(r, value, row, key) : fallback;
}

int64_t member_integer(reader *r, const node *mapping, const format_table *table, const char *key,
                       int64_t fallback) {
    const format_key *row = format_row(table, key);
    const node *value = node_get(mapping, key);
    return value != NULL ? member_integer_of(r, value, row, key) : fallback;
}

bool member_bool(reader *r, const node *mapping, const format_table *table, const char *key,
                 bool fallback) {
    return read_bool_key(r, mapping, format_row(table, key)->name, fallback);
}

const char *member_text(reader *r, const node *mapping, const format_table *table, const char *key,
                        const char *fallback) {
    return read_text_key(r, mapping, format_row(table, key)->name, fallback);
}

wend_point member_point(reader *r, const node *mapping, const format_table *table, const char *key,
                        wend_point fallback) {
    return read_point_key(r, mapping, format_row(table, key)->name, fallback);
}

uint32_t member_choice(reader *r, const node *mapping, const format_table *table, const char *key,
                       uint32_t fallback) {
    const format_key *row = format_row(table, key);
    const node *value = node_get(mapping, key);
    size_t count = 0;
    while (row->choices[count] != NULL) {
        count++;
    }
    return value != NULL ? read_choice(r, value, key, row->choices, count) : fallback;
}

wend_distribution member_sampled(reader *r, const node *mapping, const format_table *table,
                                 const char *key, wend_distribution fallback) {
    const format_key *row = format_row(table, key);
    const node *value = node_get(mapping, key);
    return value != NULL ? read_distribution(r, value, key, low_of(row), high_of(row)) : fallback;
}

uint32_t member_points(reader *r, const node *mapping, const format_table *table, const char *key,
                       const wend_point **out) {
    const format_key *row = format_row(table, key);
    const node *value = node_get(mapping, key);
    uint32_t most = row->most == 0 ? UINT32_MAX : row->most;
    *out = NULL;
    if (value == NULL) {
        return 0;
    }
    return (row->forms & FORMAT_POLYGON) != 0 ? read_polygon(r, value, key, most, out)
                                              : read_points(r, value, key, row->least, most, out);
}
