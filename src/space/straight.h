/* space/straight.h: a straight line across layers, and the edges that block it.
 *
 * A line p -> q is a sequence of parts, one for each layer that it passes. A part begins and ends
 * at p, at q, or where the line cuts a link. Cuts are never rounded to points: they stay fractions,
 * and exact predicates decide their order and distances. Where several links meet in a point, each
 * of them is crossed at most once, and at most STRAIGHT_MAX_LINKS_AT_POINT of them are crossed. */
#ifndef SPACE_STRAIGHT_H
#define SPACE_STRAIGHT_H

#include "geom/predicates.h"
#include "space/space.h"

enum { STRAIGHT_MAX_LINKS_AT_POINT = 16 };

/* m: the margin around a line in which edges are searched; larger than any rounding error. */
#define STRAIGHT_MARGIN 1e-5

/* A cut of the line with an edge. `before` is the side of the edge on which the line lies before
 * the cut: 1 for left, -1 for right. */
typedef struct straight_cut {
    predicate_line line;
    int before; /* 0 if there is no cut: the part reaches the end of the line */
} straight_cut;

typedef struct straight_part {
    uint32_t layer;
    straight_cut enter, leave;
} straight_part;

typedef struct straight_query {
    const wend_space *space;
    predicate_segment segment;
    float radius;
    uint32_t classes;
} straight_query;

/* The links that the line has already crossed at one point. */
typedef struct straight_crossed {
    uint32_t links[STRAIGHT_MAX_LINKS_AT_POINT];
    uint32_t count;
} straight_crossed;

static inline straight_cut straight_cut_at(const space_edge *e) {
    return (straight_cut){{e->a, e->b}, 1};
}

/* Finds the next link that the line crosses on `layer` after the cut `enter`. Returns NULL if there
 * is none. */
const space_edge *straight_next_link(const wend_space *space, uint32_t layer,
                                     predicate_segment segment, const straight_cut *enter,
                                     straight_crossed *list);

/* Returns the layer on the other side of a link. */
uint32_t straight_layer_across(const wend_space *space, const space_edge *link, uint32_t layer);

/* True if an edge blocks a part of the line for a point (radius 0). The part must meet the edge
 * between its corners or at the corner e.a; the corner e.b belongs to the next edge. */
bool straight_edge_blocks(const straight_query *s, const straight_part *part, const space_edge *e);

/* True if the corner e.a lies on the line. */
static inline bool straight_meets_corner(const straight_query *s, const space_edge *e) {
    return predicate_on_segment(e->a, s->segment.p, s->segment.q);
}

#endif
