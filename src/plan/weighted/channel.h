/* plan/weighted/channel.h: the sequence of edges that a path crosses, and where it crosses them. */
#ifndef PLAN_WEIGHTED_CHANNEL_H
#define PLAN_WEIGHTED_CHANNEL_H

#include "plan/weighted/search.h"

/* A crossing of an edge, at a + t (b - a). The lines of a path before and after it lie in the two
 * triangles of the edge. */
typedef struct crossing {
    uint32_t corner;     /* start of the edge, as a corner of the triangle before the crossing */
    bool fixed;          /* used by newton.c */
    wend_point a, along; /* the edge: its start, and the vector to its end */
    double t;            /* 0 to 1 */
    double weight;       /* of the triangle before the crossing */
    /* Used by newton.c. */
    double gradient, diagonal, beside, step, held, first;
} crossing;

typedef struct channel {
    const net *net;
    crossing *items; /* in a worker buffer */
    uint32_t count, room;
    wend_point start;
    uint32_t last;                  /* the triangle after the last crossing */
    double last_weight;             /* its weight */
    wend_point part[TARGET_POINTS]; /* where a path may end: the part of the target in it */
    uint32_t part_count;
    bool failed; /* true once memory has run out */
} channel;

static inline wend_point crossing_at(const crossing *c) {
    return (wend_point){c->a.x + c->t * c->along.x, c->a.y + c->t * c->along.y};
}

/* Returns a crossing of the edge at a corner, at fraction t. */
crossing channel_crossing(const net *n, uint32_t corner, double t);

/* Makes room for `count` crossings. Returns false when out of memory. */
bool channel_reserve(channel *c, uint32_t count);

/* Lists the corners of the edges that one crosses on the way around a vertex from one triangle to
 * another, counter-clockwise or clockwise. `corner` is the corner of the first triangle at this
 * vertex. Returns the number of edges; `capacity` + 1 if a wall blocks the way around, or if there
 * are more. */
uint32_t channel_fan(const net *n, uint32_t corner, uint32_t to, bool counter_clockwise,
                     uint32_t *out, uint32_t capacity);

/* Makes the channel of the path that a search found. `out` must not move while it is used. Returns
 * false when out of memory. */
bool channel_make(net_search *s, channel *out);

#endif
