/* modify/yield/passage.h: the next place on a route where two agents do not fit beside each other.
 */
#ifndef MODIFY_YIELD_PASSAGE_H
#define MODIFY_YIELD_PASSAGE_H

#include <wend/model.h>

/* A run of consecutive portals that are too narrow for two. */
typedef struct passage {
    wend_vec2 middle;
    wend_vec2 axis;    /* unit vector: the direction in which the agent passes */
    float half_length; /* m: from the middle to the first and the last portal */
    float half_width;  /* m: of the ground, at its narrowest */
    uint32_t layer;
    uint32_t first, last; /* its portals on the route */
} passage;

/* How far an agent has come on its route. Zero at first. */
typedef struct route_cursor {
    uint32_t route;  /* hash of the route's content; another one starts again */
    uint32_t next;   /* the first portal that is not passed */
    uint32_t looked; /* 1 + the portal `next` for which `ahead` was found; 0: not yet */
    uint32_t has_passage;
    wend_vec2 at, direction; /* of the next portal: a point of its line, and across it */
    passage ahead;           /* with has_passage: the passage that is near, or that it is in */
} route_cursor;

/* Brings a cursor to where body `index` is; false without a route. */
bool cursor_advance(const wend_view *view, uint32_t index, route_cursor *cursor);

/* m: from a position to the next portal, or to the goal after the last one; INFINITY if the agent
 * heads for a direction or a goal that moves, or its route does not lead to its goal. */
float cursor_distance(const wend_view *view, uint32_t index, const route_cursor *cursor);

#endif
