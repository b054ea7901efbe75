/* space/hide.h: finds what hides a piece of a polyline from a disc. */
#ifndef SPACE_HIDE_H
#define SPACE_HIDE_H

#include "space/shadow.h"
#include "space/space.h"

/* Receives walls: see space_parts_add_wall. */
typedef struct space_part_query space_part_query;

/* Walls in addition to those of the space. `visit` calls space_parts_add_wall at least for all
 * walls of a layer that meet the box from `low` to `high`. */
typedef struct space_extra_walls {
    void (*visit)(const void *context, uint32_t layer, wend_vec2 low, wend_vec2 high,
                  space_part_query *query);
    const void *context;
} space_extra_walls;

/* Adds what a wall hides. */
void space_parts_add_wall(space_part_query *query, wend_vec2 a, wend_vec2 b);

enum { HIDE_RECENT = 64 }; /* size of the table of edges that were added last; a power of two */

/* Which part of a wall counts: all of it, or the part before or beyond the line of a link. */
typedef enum hide_side { HIDE_WHOLE, HIDE_BEFORE_LINK, HIDE_BEYOND_LINK } hide_side;

/* A piece of a polyline, and what hides it. */
struct space_part_query {
    const wend_space *space;
    const space_extra_walls *extra; /* or NULL */
    wend_point x;                   /* the centre of the disc */
    uint32_t classes;
    double r;
    shadow_segment segment; /* the piece, relative to x */
    double gap;             /* the smallest visible part, as a difference of t */
    const space_edge *link; /* the link through which the piece is seen, or NULL */
    /* The result of hide_piece: the hidden values of t. */
    shadow_set hidden;
    hide_side side;
    uint32_t recent[HIDE_RECENT];
};

/* Returns a point relative to x. */
static inline wend_point hide_relative(const space_part_query *q, wend_vec2 v) {
    return (wend_point){(double)v.x - q->x.x, (double)v.y - q->x.y};
}

/* Finds what hides the piece, which lies on `layer`, from x on layer `from`. If the layers differ,
 * `link` must be set. */
void hide_piece(space_part_query *q, uint32_t from, uint32_t layer);

#endif
