/* move/walls.h: the last guarantee against walls. */
#ifndef MOVE_WALLS_H
#define MOVE_WALLS_H

#include <math.h>

#include <wend/model.h>

#include "space/space.h"
#include "step/inside.h"
#include "step/skin.h"

/* Where a body that wants to be displaced by `wish` may go: along walls instead of into them. */
typedef struct wall_result {
    wend_vec2 position;
    float shortened; /* m: how far the place differs from the wished one; 0 if it was free */
} wall_result;

/* True if walls_hold would let the wish pass and no link is near, by what is known of the body's
 * cell alone: cheap, and so for most bodies. */
static inline bool walls_are_far(const wend_view *view, const wend_body *body, wend_vec2 wish) {
    const space_free *f = &view->space->layers[wend_body_layer(body)].free;
    const space_cell *cell = space_cell_of(f, body->position);
    float skin = SKIN_LEAST + SKIN_SHARE * (fabsf(body->position.x) + fabsf(body->position.y));
    float reach = body->radius + 1.00001F * (fabsf(wish.x) + fabsf(wish.y)) + 2.0F * skin;
    return cell != NULL && cell->distance > reach + f->half &&
           view->internals->overlay->wall_count == 0;
}

wall_result walls_hold(const wend_view *view, const wend_body *body, wend_vec2 wish);

#endif
