/* Finds the neighbours of an agent whose speed depends on its spacing.
 *
 * Two agents at the same position have no direction between them. The agent with the higher key
 * then counts as standing to the right of the other one (in the direction of x), and waits until
 * the other one has left.
 *
 * Cost: that of the query, and a line of sight for each neighbour that is farther away than the
 * nearest wall may be. */
#include "steer/solve/speeds/others.h"

#include <math.h>

#include "geom/vec.h"
#include "space/space.h"
#include "step/internals.h"

/* Returns a distance (m) within which the agent has no walls; 0 if that is not known. */
static float clearance_of(const wend_view *view, const wend_body *body, float reach) {
    if (overlay_is_near(view->internals->overlay, body->position, reach)) {
        return 0.0F;
    }
    return space_clearance_bound(view->space, wend_body_layer(body), body->position);
}

static bool is_hidden(const wend_view *view, const wend_body *body, const wend_body *other) {
    wend_location from = {body->position, wend_body_layer(body)};
    wend_location to = {other->position, wend_body_layer(other)};
    return !(wend_body_flags(other) & WEND_BODY_GHOST) &&
           !wend_view_is_visible(view, from, to, 0.0F);
}

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
    const wend_body *body = &view->bodies[index];
    wend_neighbour near[SPEED_MOST_OTHERS + 1];
    wend_location location = {body->position, wend_body_layer(body)};
    uint32_t found = wend_view_find_agents(view, location, reach, near, SPEED_MOST_OTHERS + 1),
             count = 0;
    float clearance = clearance_of(view, body, reach);
    for (uint32_t i = 0; i < found && count < SPEED_MOST_OTHERS; i++) {
        if (near[i].index == index || view->bodies[near[i].index].slot == body->slot) {
            continue; /* the agent itself, or its own ghost */
        }
        bool is_open = near[i].distance_squared <= clearance * clearance;
        if (is_open || !is_hidden(view, body, &view->bodies[near[i].index])) {
            out[count++] = other_at(view, index, near[i].index);
        }
    }
    return count;
}
