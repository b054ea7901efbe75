/* Lists of polygons and lines as read from files: not validated, each with its line and column in
 * the file. Readers add points one by one with a shapes_builder. All memory comes from an arena. */
#ifndef READ_SHAPES_H
#define READ_SHAPES_H

#include "base/memory.h"
#include <wend/base.h>

/* A closed ring, stored without its repeated last point. It may have any number of points. */
typedef struct shapes_ring {
    wend_point *points;
    uint32_t count;
} shapes_ring;

/* The first ring is the outer boundary; the others are holes. */
typedef struct shapes_polygon {
    const shapes_ring *rings;
    uint32_t ring_count;
    int line, column;
    const char *label; /* value of the property that was asked for; NULL if none was */
} shapes_polygon;

typedef struct shapes_line {
    wend_point *points;
    uint32_t count;
    int line, column;
    const char *label; /* as for polygons */
} shapes_line;

/* A bounding box; empty while `any` is false. */
typedef struct shapes_box {
    wend_point low, high;
    bool any;
} shapes_box;

typedef struct shapes_list {
    const char *source; /* name for messages, such as a file name; not copied */
    shapes_polygon *polygons;
    uint32_t polygon_count, polygon_capacity;
    shapes_line *lines;
    uint32_t line_count, line_capacity;
    uint32_t point_count; /* points that are not part of lines or polygons; they are ignored */
    size_t vertex_count;
} shapes_list;

enum {
    SHAPES_MAX_DEPTH = 32,    /* maximum depth of nested collections */
    SHAPES_MAX_LINE = 1 << 30 /* larger line and column numbers are reported as this number */
};

/* The largest magnitude of a coordinate. Doubles of this size resolve a micrometre. */
#define SHAPES_MAX_COORDINATE 1e9

/* Collects the geometries that a reader finds. */
typedef struct shapes_builder {
    memory_arena *arena;
    shapes_list *list;
    wend_point *points; /* points of the unfinished ring or line */
    uint32_t count, capacity;
    shapes_ring *rings; /* rings of the unfinished polygon */
    uint32_t ring_count, ring_capacity;
} shapes_builder;

/* All of these return false if out of memory. */
bool shapes_add_point(shapes_builder *b, wend_point point);
/* Ends a ring of the unfinished polygon. Drops the last point if it repeats the first. */
bool shapes_end_ring(shapes_builder *b);
bool shapes_end_polygon(shapes_builder *b, int line, int column);
bool shapes_end_line(shapes_builder *b, int line, int column);

/* Extends `box` to contain everything in the list. */
void shapes_measure(const shapes_list *list, shapes_box *box);
/* Extends `box` to contain a point. */
void shapes_include(shapes_box *box, wend_point point);

/* Makes room for one more item in an array allocated from an arena, by doubling its capacity. The
 * memory of the old array stays unused. Returns false if out of memory. */
bool shapes_grow(memory_arena *arena, void **array, size_t size, uint32_t count,
                 uint32_t *capacity);

#endif
