/* Collects what an overlay draws, and writes it as an answer. All coordinates are local. */
#ifndef LIVE_SKETCH_H
#define LIVE_SKETCH_H

#include "live/writer.h"
#include <wend/space.h>

/* The kinds of shapes, in the order in which the answer gives their layers. */
typedef enum live_shape {
    LIVE_LINE,   /* x1, y1, x2, y2 */
    LIVE_STRONG, /* a line that stands out */
    LIVE_POINT,  /* x, y */
    LIVE_DISC,   /* x, y, radius */
    LIVE_SHAPE_COUNT
} live_shape;

enum {
    LIVE_MAX_SHAPES = 200000, /* of each kind; lines and strong lines count together */
    LIVE_MAX_LABELS = 1000,
    LIVE_LABEL_SIZE = 64,    /* bytes of a label, including the final zero */
    LIVE_MAX_VALUES = 200000 /* of all grids together */
};

typedef struct live_shapes {
    float *numbers;
    uint8_t *layers;
    uint32_t count, capacity, layer_capacity; /* `capacity` is that of the numbers */
} live_shapes;

typedef struct live_label {
    wend_vec2 at;
    uint32_t layer;
    char text[LIVE_LABEL_SIZE];
} live_label;

/* Values of square cells, row by row in the direction of increasing y. */
typedef struct live_grid {
    wend_vec2 low;
    float cell;                           /* m */
    uint32_t layer, columns, rows, first; /* `first`: index of its first value */
} live_grid;

typedef struct live_sketch {
    memory *memory;
    const wend_space *space;
    live_shapes shapes[LIVE_SHAPE_COUNT];
    live_label *labels;
    uint32_t label_count, label_capacity;
    live_grid *grids;
    uint32_t grid_count, grid_capacity;
    float *values;
    uint32_t value_count, value_capacity;
    const char *unit; /* of the values */
    bool truncated;   /* something had no room */
    bool failed;      /* memory ran out */
} live_sketch;

void live_sketch_init(live_sketch *s, memory *source, const wend_space *space);
void live_sketch_free(live_sketch *s);

/* These add a shape. They return false once the sketch is full or out of memory, and for numbers
 * that are not finite they do nothing. */
bool live_sketch_line(live_sketch *s, uint32_t layer, wend_vec2 a, wend_vec2 b);
bool live_sketch_strong(live_sketch *s, uint32_t layer, wend_vec2 a, wend_vec2 b);
bool live_sketch_point(live_sketch *s, uint32_t layer, wend_vec2 at);
bool live_sketch_disc(live_sketch *s, uint32_t layer, wend_vec2 at, float radius);
/* Adds a line with a head of two short lines at `to`. */
bool live_sketch_arrow(live_sketch *s, uint32_t layer, wend_vec2 from, wend_vec2 to);
/* Adds a text; too long ones are cut between characters. */
bool live_sketch_label(live_sketch *s, uint32_t layer, wend_vec2 at, const char *text);
/* Adds a grid, and returns its values, which are zeroed. Returns NULL if there is no room. The
 * values are valid until the next grid is added. */
float *live_sketch_grid(live_sketch *s, uint32_t layer, wend_vec2 low, float cell, uint32_t columns,
                        uint32_t rows);

/* Writes everything as members of the answer. */
void live_sketch_write(const live_sketch *s, live_writer *out);

#endif
