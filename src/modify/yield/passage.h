/* modify/yield/passage.h: the next part of a route where two agents do not fit side by side. */
#ifndef MODIFY_YIELD_PASSAGE_H
#define MODIFY_YIELD_PASSAGE_H

#include <wend/model.h>

/* A sequence of consecutive portals that are too narrow for two agents. */
typedef struct passage {
    wend_vec2 middle;
    wend_vec2 axis;    /* unit vector: the direction in which the agent passes */
    float half_length; /* m: from the middle to the first and the last portal */
    float half_width;  /* m: of the ground, at its narrowest */
    uint32_t layer;
    uint32_t first, last; /* range of its portals on the route */
} passage;

/* How far an agent has come on its route. Zero at first. */
typedef struct route_cursor {
    uint32_t route;    /* hash of the route's content; a different one resets the cursor */
    uint32_t next;     /* the first portal that is not passed */
    uint32_t searched; /* 1 + the value of `next` at the last search for `ahead`; 0: none yet */
    uint32_t has_passage;
    wend_vec2 at, direction; /* of the next portal: its middle, and the unit vector across it */
    passage ahead;           /* if has_passage: the passage that is near, or that the agent is in */
} route_cursor;

/* Advances a cursor to the position of body `index`. Returns false without a route. */
bool cursor_advance(const wend_view *view, uint32_t index, route_cursor *cursor);

/* Returns the distance from the agent to the next portal, or to the goal after the last one, m;
 * INFINITY if the agent heads for a direction or a goal that moves, or its route does not lead to
 * its goal. */
float cursor_distance(const wend_view *view, uint32_t index, const route_cursor *cursor);

#endif
