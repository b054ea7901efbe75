/* Finds the neighbours of an agent whose speed depends on its spacing.
 *
 * Two agents at the same position have no direction between them. The agent with the higher key
 * then counts as standing to the right of the other one (in the direction of x), and waits until
 * the other one has left.
 *
 * Cost: that of near_collect_visible. */
#include "steer/solve/speeds/others.h"

#include "geom/vec.h"

static speed_other other_at(const wend_view *view, uint32_t index, uint32_t other) {
    const wend_body *body = &view->bodies[index], *neighbour = &view->bodies[other];
    wend_vec2 offset = vec_sub(neighbour->position, body->position);
    float distance = vec_length(offset);
    bool apart = distance > 0.0F;
    bool first = !apart && wend_view_key(view, index) < wend_view_key(view, other);
    wend_vec2 aside = {first ? -1.0F : 1.0F, 0.0F};
    return (speed_other){.index = other,
                         .gives_way = first,
                         .offset = offset,
                         .away = apart ? vec_scale(offset, -1.0F / distance) : aside,
                         .distance = distance,
                         .contact = body->radius + neighbour->radius};
}

uint32_t speed_others_find(const wend_view *view, uint32_t index, float reach,
                           speed_other out[SPEED_MOST_OTHERS]) {
    wend_neighbour near[NEAR_MOST_VISIBLE];
    uint32_t count = near_collect_visible(view, index, reach, near);
    for (uint32_t i = 0; i < count; i++) {
        out[i] = other_at(view, index, near[i].index);
    }
    return count;
}
