/* Polygons and lines as files give them: unchecked, each with its place in its file.
 *
 * Readers add points one by one; everything lies in an arena. */
#ifndef READ_SHAPES_H
#define READ_SHAPES_H

#include "base/memory.h"
#include <wend/base.h>

/* A closed chain without its repeated last point; may have any number of points. */
typedef struct shapes_ring {
    wend_point *points;
    uint32_t count;
} shapes_ring;

/* The first ring encloses, the others are holes. */
typedef struct shapes_polygon {
    const shapes_ring *rings;
    uint32_t ring_count;
    int line, column;
} shapes_polygon;

typedef struct shapes_line {
    wend_point *points;
    uint32_t count;
    int line, column;
} shapes_line;

typedef struct shapes_box {
    wend_point low, high;
    bool any;
} shapes_box;

typedef struct shapes_list {
    const char *source; /* file name or the like, for messages; not copied */
    shapes_polygon *polygons;
    uint32_t polygon_count, polygon_capacity;
    shapes_line *lines;
    uint32_t line_count, line_capacity;
    uint32_t point_count; /* points of other geometries, which mean nothing here */
    size_t vertex_count;
} shapes_list;

enum {
    SHAPES_MAX_DEPTH = 32,    /* collections in collections */
    SHAPES_MAX_LINE = 1 << 30 /* lines and columns above are told as this */
};

/* Coordinates lie within this of zero, so that doubles keep a micrometre. */
#define SHAPES_MAX_COORDINATE 1e9

/* Gathers what a reader meets. */
typedef struct shapes_builder {
    memory_arena *arena;
    shapes_list *list;
    wend_point *points; /* of the open ring or line */
    uint32_t count, capacity;
    shapes_ring *rings; /* of the open polygon */
    uint32_t ring_count, ring_capacity;
} shapes_builder;

/* All return false when memory ran out. */
bool shapes_add_point(shapes_builder *b, wend_point point);
/* Ends a ring of the open polygon; a last point that repeats the first is dropped. */
bool shapes_end_ring(shapes_builder *b);
bool shapes_end_polygon(shapes_builder *b, int line, int column);
bool shapes_end_line(shapes_builder *b, int line, int column);

/* The box around everything in the list, added to `box`. */
void shapes_measure(const shapes_list *list, shapes_box *box);
void shapes_include(shapes_box *box, wend_point point);

/* Room in an array of an arena, which doubles; what it held before stays unused. */
bool shapes_grow(memory_arena *arena, void **array, size_t size, uint32_t count,
                 uint32_t *capacity);

#endif
