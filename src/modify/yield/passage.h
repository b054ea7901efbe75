/* modify/yield/passage.h: the next part of a route where two agents do not fit side by side. */
#ifndef MODIFY_YIELD_PASSAGE_H
#define MODIFY_YIELD_PASSAGE_H

#include <wend/model.h>

#include "geom/vec.h"

/* A sequence of consecutive portals that are too narrow for two agents. */
typedef struct passage {
    wend_vec2 middle;
    wend_vec2 axis;    /* unit vector: direction in which the agent walks through the passage */
    float half_length; /* m: distance from the middle to the first and to the last portal */
    float half_width;  /* m: half of the smallest width of the ground in the passage */
    uint32_t layer;
} passage;

/* What a cursor knows about the next portal without reading the route. */
typedef enum cursor_cache {
    CURSOR_UNKNOWN,    /* nothing: the portal depends on the agent's position, or is not loaded */
    CURSOR_PORTAL,     /* `left`, `right` and what follows them describe the next portal */
    CURSOR_BEYOND_LAST /* all portals have been passed; only `behind` and what follows is valid */
} cursor_cache;

/* The progress of an agent on its route. All zero at first. A copy of what is needed in a step in
 * which no portal is passed is kept here: the route and its portals lie anywhere in memory. */
typedef struct route_cursor {
    uint32_t route;    /* hash of the route's content; a different hash resets the cursor */
    uint32_t next;     /* index of the first portal that has not been passed */
    uint32_t searched; /* 1 + `next` at the last search for a passage; 0: no search yet */
    uint8_t has_passage;
    uint8_t is_point;                 /* 1: the next portal has zero width */
    uint8_t cache;                    /* a cursor_cache */
    uint8_t phase;                    /* the agent's key modulo PASSAGE_PERIOD */
    wend_vec2 left, right, direction; /* the next portal, and the unit vector perpendicular to it,
                                         in the direction of the route */
    wend_vec2 behind, behind_ahead;   /* the portal that was passed last: its middle, and a vector
                                         perpendicular to it in the direction of the route; both
                                         zero if no portal has been passed, or if the route turns
                                         back there */
    float search_below; /* m: a search finds no passage while the agent's distance to the middle of
                           the next portal is larger; negative: a search finds none at all */
    float radius;       /* m: the agent's radius for which `search_below` holds */
} route_cursor;

/* An agent with no passage ahead searches for one every so many steps. */
enum { PASSAGE_PERIOD = 8 };

/* m: passages farther away than this are not searched for yet. */
#define PASSAGE_FARTHEST 6.0F

static inline wend_vec2 cursor_middle(const route_cursor *cursor) {
    return vec_scale(vec_add(cursor->left, cursor->right), 0.5F);
}

/* True if the agent has passed the next portal. An agent may turn around at a portal of zero width
 * without crossing its line, so being within its radius of the point is enough. */
static inline bool cursor_has_passed(const route_cursor *cursor, const wend_body *body) {
    wend_vec2 beyond = vec_sub(body->position, cursor_middle(cursor));
    return vec_dot(beyond, cursor->direction) > 0.0F ||
           (cursor->is_point && vec_length_squared(beyond) < body->radius * body->radius);
}

/* Shows for most agents, without a square root, that they have not been pushed back through a
 * portal: the agent is beyond the portal, or too far away (by a margin for rounding). `from` leads
 * from the portal's middle to the agent; `ahead` is perpendicular to the portal. */
static inline bool cursor_keeps_behind(wend_vec2 from, wend_vec2 ahead) {
    return vec_dot(from, ahead) >= 0.0F ||
           vec_length_squared(from) > 1.001F * PASSAGE_FARTHEST * PASSAGE_FARTHEST;
}

/* True if cursor_advance would change nothing, which is usual: the route is the same, no portal has
 * been passed in either direction, and no search for a passage is due that could find one. `hash`
 * is the hash of the route's content. */
static inline bool cursor_is_steady(const route_cursor *cursor, const wend_body *body,
                                    uint32_t hash, uint64_t step) {
    if (cursor->route != hash || cursor->cache == CURSOR_UNKNOWN ||
        !cursor_keeps_behind(vec_sub(body->position, cursor->behind), cursor->behind_ahead) ||
        (cursor->cache == CURSOR_PORTAL && cursor_has_passed(cursor, body))) {
        return false;
    }
    if (cursor->has_passage || (step + cursor->phase) % PASSAGE_PERIOD != 0) {
        return true;
    }
    wend_vec2 from = vec_sub(body->position, cursor_middle(cursor));
    float below = cursor->search_below;
    return body->radius == cursor->radius &&
           (below < 0.0F ||
            (cursor->cache == CURSOR_PORTAL && vec_length_squared(from) > below * below));
}

/* Advances a cursor to the position of body `index`. Returns false if the body has no route.
 * `ahead` is set if cursor->has_passage becomes true: a passage close ahead, or the one that the
 * agent is in. */
bool cursor_advance(const wend_view *view, uint32_t index, route_cursor *cursor, passage *ahead);

/* Returns the distance (m) from the agent to the next portal, or to the goal after the last portal.
 * Returns INFINITY if the agent heads for a direction or for a goal that moves, or if its route
 * does not lead to its goal. */
float cursor_distance(const wend_view *view, uint32_t index, const route_cursor *cursor);

#endif
