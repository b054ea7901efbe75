/* Reads typed values from a document tree; messages say what was expected and what was found.
 *
 * A reader remembers the first failure. After that, every function does nothing and returns zero,
 * so code that reads a mapping need not check after each value. */
#ifndef SCENARIO_READ_H
#define SCENARIO_READ_H

#include "scenario/document/node.h"
#include "scenario/format/format.h"
#include <wend/model.h>

typedef struct reader {
    node_tree *tree;
    const wend_registry *registry;
    wend_error *error;
    wend_result result; /* WEND_OK until the first failure */
} reader;

/* True until the first failure. */
static inline bool reader_ok(const reader *r) {
    return r->result == WEND_OK;
}

/* Reports a failure at a node, unless the reader has already failed. */
__attribute__((format(printf, 4, 5))) void read_fail(reader *r, const node *at, wend_result code,
                                                     const char *format, ...);
/* Records a failure for which the called function has already filled the error, and sets the
 * error's file position to that of the node. */
void read_fail_as(reader *r, const node *at, wend_result code);
/* Reports that a value is of the wrong kind: "WHAT must be EXPECTED, found ...". */
void read_fail_wrong_type(reader *r, const node *found, const char *what, const char *expected);
/* Formats a range for messages: "a number from 1 to 10". */
enum { READ_RANGE_SIZE = 160 };
void read_describe_range(double low, double high, const char *noun, char out[READ_RANGE_SIZE]);
/* Returns zeroed memory owned by the tree; NULL only after a failure. */
void *read_allocate(reader *r, size_t count, size_t size);

/* Checks that a node is a mapping with no keys other than the given ones; messages call it `what`.
 */
void read_check_keys(reader *r, const node *mapping, const char *what, const char *const *keys,
                     size_t count);
#define READ_CHECK_KEYS(r, mapping, what, keys)                                                    \
    read_check_keys(r, mapping, what, keys, sizeof(keys) / sizeof((keys)[0]))

/* These check the kind of a node; `what` names the value in messages. */
bool read_is_list(reader *r, const node *list, const char *what);
bool read_is_mapping(reader *r, const node *mapping, const char *what);

/* These read the value of a node. Bounds are inclusive. */
double read_number(reader *r, const node *value, const char *what, double low, double high);
int64_t read_integer(reader *r, const node *value, const char *what, int64_t low, int64_t high);
bool read_bool(reader *r, const node *value, const char *what);
const char *read_text(reader *r, const node *value, const char *what);
uint32_t read_choice(reader *r, const node *value, const char *what, const char *const *names,
                     size_t count);
wend_point read_point(reader *r, const node *value, const char *what);
/* Reads a list of `least` to `most` points into the tree's memory. Returns the number of points. */
uint32_t read_points(reader *r, const node *value, const char *what, uint32_t least, uint32_t most,
                     const wend_point **out);
/* Reads a polygon of at least three points. Drops the last point if it repeats the first. */
uint32_t read_polygon(reader *r, const node *value, const char *what, uint32_t most,
                      const wend_point **out);
/* Reads a number, {uniform: [a, b]} or {normal: [mean, deviation], min: , max: }
 * (distribution.c). */
wend_distribution read_distribution(reader *r, const node *value, const char *what, double low,
                                    double high);

/* These read the value of a member, or return `fallback` if there is no such key. */
double read_number_key(reader *r, const node *mapping, const char *key, double low, double high,
                       double fallback);
bool read_bool_key(reader *r, const node *mapping, const char *key, bool fallback);
const char *read_text_key(reader *r, const node *mapping, const char *key, const char *fallback);
wend_point read_point_key(reader *r, const node *mapping, const char *key, wend_point fallback);
/* Returns a required member; NULL after a failure, for example if it is missing. */
node *read_required(reader *r, const node *mapping, const char *what, const char *key);

/* A set of names with lookup in O(log n). */
typedef struct read_names {
    const char *
        *names; /* in the order in which they were added; a name is identified by its index */
    uint32_t *sorted;
    uint32_t count, capacity;
} read_names;

void read_names_init(reader *r, read_names *names, uint32_t capacity);
void read_names_add(read_names *names, const char *name);
/* Sorts the names; call it after adding the last one. */
void read_names_sort(reader *r, read_names *names);
/* Returns the index of a name, or UINT32_MAX. */
uint32_t read_names_find(const read_names *names, const char *name);
/* Reads a name and returns its index. Fails if the name is unknown; the message then suggests the
 * most similar one. `what` names the kind of thing, such as "goal". */
uint32_t read_name(reader *r, const node *value, const char *what, const read_names *names);

#endif
