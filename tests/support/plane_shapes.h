/* Random points and segments on the integer grid for trials of triangulation. */
#ifndef TESTS_SUPPORT_PLANE_SHAPES_H
#define TESTS_SUPPORT_PLANE_SHAPES_H

#include "geom/triangulate.h"

enum { PLANE_MOST_POINTS = 400, PLANE_MOST_SEGMENTS = 800 };

typedef struct plane_shape {
    grid_point points[PLANE_MOST_POINTS];
    grid_edge segments[PLANE_MOST_SEGMENTS];
    uint32_t point_count, segment_count;
    char name[64]; /* the name of the shape, for messages */
} plane_shape;

typedef enum plane_kind {
    PLANE_CLOUD,    /* points in a small square: many lie on common lines and circles */
    PLANE_WIDE,     /* points from the whole coordinate range, including its corners */
    PLANE_WEB,      /* a cloud with segments that do not cross; points lie on some of them */
    PLANE_WIDE_WEB, /* the same over the whole coordinate range */
    PLANE_GRID,     /* all points of a rectangle of the grid, with segments */
    PLANE_CIRCLE,   /* points on one circle, with chords */
    PLANE_COMB,     /* a polygon with long teeth, one unit apart */
    PLANE_STAR,     /* a polygon with spikes that meet near one point, and spokes in it */
    PLANE_SPIRAL,   /* a polygon that winds around itself */
    PLANE_SLIVER,   /* points near a line across the whole coordinate range */
    PLANE_HOLES,    /* a square with holes that touch it and each other at corners */
    PLANE_LINE,     /* points and segments on one line */
    PLANE_KIND_COUNT
} plane_kind;

/* Makes a shape. It has at least one point; most kinds of shapes have about `size` points. */
void plane_make_shape(plane_kind kind, uint64_t seed, uint32_t size, plane_shape *out);

/* Returns a random number less than `below`, from the sequence that plane_make_shape started. */
uint32_t plane_random(uint32_t below);

/* True if two segments cross at a point that is not a point of the shape. */
bool plane_cross(const plane_shape *shape, uint32_t first, uint32_t second);

/* Copies the points and segments in another order, with some segments reversed. */
void plane_shuffle(const plane_shape *shape, plane_shape *out);

#endif
