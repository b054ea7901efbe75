/* space/straight.h: a straight line over the layers it passes, and which edges block it.
 *
 * A line p -> q is a sequence of parts, one for each layer that it passes; a part begins and ends
 * at p, q or the cut of the line with a link. Cuts stay fractions: their order and distances are
 * decided by exact predicates, never by a rounded point. At a point where several links meet, each
 * of them is crossed at most once, and at most STRAIGHT_AT_ONE_POINT of them. */
#ifndef SPACE_STRAIGHT_H
#define SPACE_STRAIGHT_H

#include "geom/predicates.h"
#include "space/space.h"

enum { STRAIGHT_AT_ONE_POINT = 16 };

/* m: by how much the search for edges along a line is wider than the line: more than any rounding.
 */
#define STRAIGHT_MARGIN 1e-5

/* A line that cuts the way: an edge, with the points before the cut on its left (1) or right. */
typedef struct straight_cut {
    predicate_line line;
    int before; /* 0: there is no cut here, the part reaches the end of the way */
} straight_cut;

typedef struct straight_part {
    uint32_t layer;
    straight_cut enter, leave;
} straight_part;

typedef struct straight_query {
    const wend_space *space;
    predicate_way way;
    float radius;
    uint32_t classes;
} straight_query;

/* Links crossed so far at one point. */
typedef struct straight_crossed {
    uint32_t links[STRAIGHT_AT_ONE_POINT];
    uint32_t count;
} straight_crossed;

static inline straight_cut straight_cut_at(const space_edge *e) {
    return (straight_cut){{e->a, e->b}, 1};
}

/* The next link that the line crosses on `layer` after `enter`; NULL if there is none. */
const space_edge *straight_next_link(const wend_space *space, uint32_t layer, predicate_way way,
                                     const straight_cut *enter, straight_crossed *list);

/* The layer on the other side of a link. */
uint32_t straight_across(const wend_space *space, const space_edge *link, uint32_t layer);

/* Whether an edge blocks the part for a point (radius 0): what happens at its inner points and at
 * its corner e.a, which belongs to this edge. */
bool straight_edge_blocks(const straight_query *s, const straight_part *of, const space_edge *e);

/* Whether the corner e.a lies on the line. */
static inline bool straight_meets_corner(const straight_query *s, const space_edge *e) {
    return predicate_on_segment(e->a, s->way.p, s->way.q);
}

#endif
