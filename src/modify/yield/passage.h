/* modify/yield/passage.h: the next part of a route where two agents do not fit side by side. */
#ifndef MODIFY_YIELD_PASSAGE_H
#define MODIFY_YIELD_PASSAGE_H

#include <wend/model.h>

/* A sequence of consecutive portals that are too narrow for two agents. */
typedef struct passage {
    wend_vec2 middle;
    wend_vec2 axis;    /* unit vector: direction in which the agent walks through the passage */
    float half_length; /* m: distance from the middle to the first and to the last portal */
    float half_width;  /* m: half of the smallest width of the ground in the passage */
    uint32_t layer;
    uint32_t first, last; /* indices of the passage's first and last portals on the route */
} passage;

/* The progress of an agent on its route. All zero at first. */
typedef struct route_cursor {
    uint32_t route;    /* hash of the route's content; a different hash resets the cursor */
    uint32_t next;     /* index of the first portal that has not been passed */
    uint32_t searched; /* 1 + `next` at the last search for `ahead`; 0: no search yet */
    uint16_t has_passage;
    uint16_t is_point;       /* 1: the next portal has zero width */
    wend_vec2 at, direction; /* middle of the next portal, and the unit vector perpendicular to it,
                                in the direction of the route */
    passage ahead; /* valid if has_passage: a passage close ahead, or the one the agent is in */
} route_cursor;

/* Advances a cursor to the position of body `index`. Returns false if the body has no route. */
bool cursor_advance(const wend_view *view, uint32_t index, route_cursor *cursor);

/* Returns the distance (m) from the agent to the next portal, or to the goal after the last portal.
 * Returns INFINITY if the agent heads for a direction or for a goal that moves, or if its route
 * does not lead to its goal. */
float cursor_distance(const wend_view *view, uint32_t index, const route_cursor *cursor);

#endif
