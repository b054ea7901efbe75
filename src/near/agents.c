/* Finds the agents in a disc: scans the strips that the disc touches, one contiguous slice of
 * bodies per strip.
 *
 * Agents on a linked layer are present as ghosts. A ghost counts if the straight line to it crosses
 * a link between the two layers, or if it represents an agent of another world on this layer. Cost:
 * O(agents in the covered cells + agents found * capacity). */
#include <wend/model.h>

#include "base/error.h"
#include "geom/predicates.h"
#include "near/near.h"
#include "space/space.h"

/* True if the line from `from` on `layer` to `to` on `other` crosses the link's closed segment,
 * from the side of `layer` to the side of `other`. */
static bool crosses(wend_link link, uint32_t layer, uint32_t other, wend_vec2 from, wend_vec2 to) {
    bool forward = link.left_layer == layer && link.right_layer == other;
    bool backward = link.right_layer == layer && link.left_layer == other;
    if (!forward && !backward) {
        return false;
    }
    int sign = forward ? 1 : -1;
    return sign * predicate_orient(link.a, link.b, from) >= 0 &&
           sign * predicate_orient(link.a, link.b, to) <= 0 &&
           predicate_segments_meet(from, to, link.a, link.b);
}

bool near_sees_ghost(const wend_view *view, wend_location location, const wend_body *ghost) {
    const wend_body *real = &view->bodies[view->internals->cold->body[ghost->slot]];
    const uint32_t *links;
    uint32_t count = space_links_of(view->space, location.layer, &links);
    if (wend_body_layer(real) == location.layer) {
        return true;
    }
    for (uint32_t i = 0; i < count; i++) {
        if (crosses(wend_space_link(view->space, links[i]), location.layer, wend_body_layer(real),
                    location.position, ghost->position)) {
            return true;
        }
    }
    return false;
}

/* The nearest agents so far, sorted. */
typedef struct nearest_list {
    const wend_view *view;
    wend_neighbour *items;
    uint32_t count, capacity;
} nearest_list;

static bool comes_before(const nearest_list *list, wend_neighbour a, wend_neighbour b) {
    if (a.distance_squared != b.distance_squared) {
        return a.distance_squared < b.distance_squared;
    }
    return wend_view_key(list->view, a.index) < wend_view_key(list->view, b.index);
}

static void insert(nearest_list *list, wend_neighbour found) {
    if (list->count == list->capacity &&
        (list->capacity == 0 || !comes_before(list, found, list->items[list->count - 1]))) {
        return;
    }
    uint32_t index = list->count < list->capacity ? list->count++ : list->count - 1;
    while (index > 0 && comes_before(list, found, list->items[index - 1])) {
        list->items[index] = list->items[index - 1];
        index--;
    }
    list->items[index] = found;
}

static void scan(nearest_list *list, wend_location location, float radius, uint32_t begin,
                 uint32_t end) {
    for (uint32_t i = begin; i < end; i++) {
        const wend_body *body = &list->view->bodies[i];
        float dx = body->position.x - location.position.x,
              dy = body->position.y - location.position.y;
        float distance_squared = dx * dx + dy * dy;
        if (distance_squared <= radius * radius && (!(wend_body_flags(body) & WEND_BODY_GHOST) ||
                                                    near_sees_ghost(list->view, location, body))) {
            insert(list, (wend_neighbour){i, distance_squared});
        }
    }
}

uint32_t wend_view_find_agents(const wend_view *view, wend_location location, float radius,
                               wend_neighbour *out, uint32_t capacity) {
    const near_grid *grid = view->internals->grid;
    radius = radius > grid->reach ? grid->reach : radius;
    WEND_ASSERT(location.layer < grid->layer_count);
    const near_layer *layer = &grid->layers[location.layer];
    nearest_list list = {view, out, 0, capacity};
    if (!(radius >= 0.0F)) {
        return 0;
    }
    /* Search slightly beyond the radius, so that rounding in the cell index misses no agent. */
    wend_vec2 p = location.position;
    float slack = 1e-6F * (radius + (p.x < 0.0F ? -p.x : p.x) + (p.y < 0.0F ? -p.y : p.y));
    float wide = radius + slack;
    uint32_t low = near_cell(layer, (wend_vec2){p.x - wide, p.y - wide});
    uint32_t high = near_cell(layer, (wend_vec2){p.x + wide, p.y + wide});
    uint32_t width =
        (high - layer->first_cell) % layer->bins - (low - layer->first_cell) % layer->bins;
    for (uint32_t first = low; first <= high; first += layer->bins) {
        scan(&list, location, radius, grid->starts[first], grid->starts[first + width + 1]);
    }
    return list.count;
}
