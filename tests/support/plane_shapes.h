/* Points and segments on the integer grid for trials of triangulation, drawn from a seed. */
#ifndef TESTS_SUPPORT_PLANE_SHAPES_H
#define TESTS_SUPPORT_PLANE_SHAPES_H

#include "geom/triangulate.h"

enum { PLANE_MOST_POINTS = 400, PLANE_MOST_SEGMENTS = 800 };

typedef struct plane_shape {
    grid_point points[PLANE_MOST_POINTS];
    grid_edge segments[PLANE_MOST_SEGMENTS];
    uint32_t point_count, segment_count;
    char name[64]; /* for messages */
} plane_shape;

typedef enum plane_kind {
    PLANE_CLOUD,    /* points of a small square: many on lines and circles */
    PLANE_WIDE,     /* points over all coordinates, the corners among them */
    PLANE_WEB,      /* a cloud with segments that do not cross, points on some of them */
    PLANE_WIDE_WEB, /* the same over all coordinates */
    PLANE_GRID,     /* all points of a rectangle of the grid, with segments */
    PLANE_CIRCLE,   /* points on one circle, with chords */
    PLANE_COMB,     /* a polygon with long teeth, one unit apart */
    PLANE_STAR,     /* a polygon whose spikes meet near one point, with spokes in it */
    PLANE_SPIRAL,   /* a polygon that winds around itself */
    PLANE_SLIVER,   /* near a line across all coordinates */
    PLANE_HOLES,    /* a square with holes that touch it and each other in corners */
    PLANE_LINE,     /* points and segments on one line */
    PLANE_KIND_COUNT
} plane_kind;

/* A shape of at least one point and, in most kinds, about `size` of them. */
void plane_draw_shape(plane_kind kind, uint64_t seed, uint32_t size, plane_shape *out);

/* A number below `below` from the sequence that plane_draw_shape started. */
uint32_t plane_draw(uint32_t below);

/* Whether two segments cross in a place where no point is. */
bool plane_cross(const plane_shape *shape, uint32_t first, uint32_t second);

/* The same points and segments in another order, each segment turned or not. */
void plane_shuffle(const plane_shape *shape, plane_shape *out);

#endif
