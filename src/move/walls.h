/* move/walls.h: the wall guarantee, the final check of every step against walls. */
#ifndef MOVE_WALLS_H
#define MOVE_WALLS_H

#include <math.h>

#include <wend/model.h>

#include "space/space.h"
#include "step/internals.h"
#include "step/skin.h"

/* The position that a body reaches when it requests a displacement and slides along walls. */
typedef struct wall_result {
    wend_vec2 position;
    float shortened; /* m: distance from the requested position; 0 if nothing blocked the step */
} wall_result;

/* True if walls_constrain would return `displacement` unchanged and no link is near. Uses only the
 * body's grid cell, so the check is cheap; it succeeds for most bodies. */
static inline bool walls_are_far_away(const wend_view *view, const wend_body *body,
                                      wend_vec2 displacement) {
    const space_edge_table *f = &view->space->layers[wend_body_layer(body)].edge_table;
    const space_cell *cell = space_cell_of(f, body->position);
    float skin = SKIN_LEAST + SKIN_SHARE * (fabsf(body->position.x) + fabsf(body->position.y));
    float reach =
        body->radius + 1.00001F * (fabsf(displacement.x) + fabsf(displacement.y)) + 2.0F * skin;
    return cell != NULL && cell->distance > reach + f->half_diagonal &&
           view->internals->overlay->wall_count == 0;
}

/* Applies the wall guarantee (walls.c) to a requested displacement. */
wall_result walls_constrain(const wend_view *view, const wend_body *body, wend_vec2 displacement);

#endif
