/* read/arrows.h: reads guidance fields from files, in the format of Menge and in our own. */
#ifndef READ_ARROWS_H
#define READ_ARROWS_H

#include "base/memory.h"
#include <wend/base.h>

/* The arrows of one layer: `rows` rows of `columns` cells, from the lowest row. */
typedef struct arrows_layer {
    const char *name; /* name or number of the layer, as written; NULL: not stated */
    int line;         /* its first line in the file, from 1 */
    uint32_t columns, rows;
    double width, height; /* m: size of a cell */
    wend_point low;       /* corner of the first cell, in the user's coordinates */
    wend_vec2 *arrows;
} arrows_layer;

typedef struct arrows_file {
    const char *source; /* name of the file for messages; not copied */
    arrows_layer *layers;
    uint32_t layer_count;
} arrows_file;

/* Limits of a file. The caller checks the number of cells of all layers together. */
typedef struct arrows_limits {
    uint32_t most_cells, most_layers;
    double smallest_cell, largest_cell; /* m */
    double longest;                     /* the largest component of an arrow */
} arrows_limits;

/* Reads a field file; arrays are in `arena`. Fails with WEND_ERROR_SYNTAX (the message gives line
 * and column, what was found and what was expected), WEND_ERROR_LIMIT or WEND_ERROR_MEMORY. */
wend_result arrows_file_read(const char *text, size_t size, const char *source,
                             const arrows_limits *limits, memory_arena *arena, arrows_file *out,
                             wend_error *error);

/* Reads a file from the disk; also fails with WEND_ERROR_IO. `path` must stay valid as long as
 * `out`. */
wend_result arrows_file_load(const char *path, const arrows_limits *limits, memory_arena *arena,
                             arrows_file *out, wend_error *error);

#endif
