/* move/walls.h: the last guarantee against walls. */
#ifndef MOVE_WALLS_H
#define MOVE_WALLS_H

#include <wend/model.h>

/* Where a body that wants to be displaced by `wish` may go: along walls instead of into them. */
typedef struct wall_result {
    wend_vec2 position;
    float shortened; /* m: how far the place differs from the wished one; 0 if it was free */
} wall_result;

wall_result walls_hold(const wend_view *view, const wend_body *body, wend_vec2 wish);

#endif
