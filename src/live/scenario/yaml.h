/* Writes YAML text to memory: numbers that are read back exactly, and strings that are safe
 * whatever they contain. If memory runs out, the rest is dropped, and `failed` is true. */
#ifndef LIVE_SCENARIO_YAML_H
#define LIVE_SCENARIO_YAML_H

#include "base/memory.h"
#include <wend/entry.h>
#include <wend/space.h>

typedef struct yaml {
    memory *memory;
    char *text; /* zero-terminated; NULL while nothing has been written */
    uint32_t size, capacity;
    bool failed;
} yaml;

enum { YAML_MOST = 1 << 26 /* bytes: the largest scenario file */ };

void yaml_free(yaml *y);

/* Appends formatted text of at most 300 bytes as it is. */
__attribute__((format(printf, 2, 3))) void yaml_add(yaml *y, const char *format, ...);
/* Appends a text of any length as it is. */
void yaml_add_text(yaml *y, const char *text);
/* Appends a string in double quotes, in which everything that is not printable is escaped. */
void yaml_quote(yaml *y, const char *text);
/* Appends a comment, in which everything that is not printable becomes '?'. */
void yaml_comment(yaml *y, const char *text);

/* Append a number: as a double, or as a number that is stored in single precision. */
void yaml_number(yaml *y, double value);
void yaml_single(yaml *y, double value);
/* Append [x, y]: exactly, in single precision, or as a position that is stored in local
 * coordinates. */
void yaml_point(yaml *y, wend_point point);
void yaml_vector(yaml *y, wend_point vector);
void yaml_position(yaml *y, const wend_space *space, wend_point position);
/* Append [[x, y], ...]. */
void yaml_points(yaml *y, const wend_point *points, uint32_t count);
void yaml_positions(yaml *y, const wend_space *space, const wend_point *points, uint32_t count);
/* Appends a number or a distribution. */
void yaml_distribution(yaml *y, const wend_distribution *number);

#endif
