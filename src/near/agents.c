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

/* True if a body lies within a distance of a location, and is visible if it is a ghost. */
static inline bool is_found(const wend_view *view, wend_location location, const wend_body *body,
                            float distance_squared, float radius) {
    return distance_squared <= radius * radius &&
           (!(wend_body_flags(body) & WEND_BODY_GHOST) || near_sees_ghost(view, location, body));
}

static inline float squared_distance(wend_location location, const wend_body *body) {
    float dx = body->position.x - location.position.x, dy = body->position.y - location.position.y;
    return dx * dx + dy * dy;
}

/* The cells that a disc touches: `width` cells of each strip. */
typedef struct disc_cells {
    uint32_t low, high; /* the first and the last cell */
    uint32_t width, bins;
} disc_cells;

/* The search extends slightly beyond the radius, so that rounding in the cell index misses no
 * agent. */
static disc_cells cells_of(const near_grid *grid, wend_location location, float radius) {
    const near_layer *layer = &grid->layers[location.layer];
    wend_vec2 p = location.position;
    float slack = 1e-6F * (radius + (p.x < 0.0F ? -p.x : p.x) + (p.y < 0.0F ? -p.y : p.y));
    float wide = radius + slack;
    uint32_t low = near_cell(layer, (wend_vec2){p.x - wide, p.y - wide});
    uint32_t high = near_cell(layer, (wend_vec2){p.x + wide, p.y + wide});
    uint32_t width =
        (high - layer->first_cell) % layer->bins - (low - layer->first_cell) % layer->bins;
    return (disc_cells){low, high, width, layer->bins};
}

uint32_t near_collect(const wend_view *view, wend_location location, float radius,
                      wend_neighbour *out, uint32_t capacity) {
    const near_grid *grid = view->internals->grid;
    radius = radius > grid->reach ? grid->reach : radius;
    disc_cells cells = cells_of(grid, location, radius);
    uint32_t count = 0;
    for (uint32_t first = cells.low; first <= cells.high; first += cells.bins) {
        uint32_t end = grid->starts[first + cells.width + 1];
        for (uint32_t i = grid->starts[first]; i < end; i++) {
            const wend_body *body = &view->bodies[i];
            float distance_squared = squared_distance(location, body);
            if (!is_found(view, location, body, distance_squared, radius)) {
                continue;
            }
            if (count == capacity) {
                return capacity + 1;
            }
            out[count++] = (wend_neighbour){i, distance_squared};
        }
    }
    return count;
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
        float distance_squared = squared_distance(location, body);
        if (is_found(list->view, location, body, distance_squared, radius)) {
            insert(list, (wend_neighbour){i, distance_squared});
        }
    }
}

uint32_t wend_view_find_agents(const wend_view *view, wend_location location, float radius,
                               wend_neighbour *out, uint32_t capacity) {
    const near_grid *grid = view->internals->grid;
    radius = radius > grid->reach ? grid->reach : radius;
    WEND_ASSERT(location.layer < grid->layer_count);
    nearest_list list = {view, out, 0, capacity};
    if (!(radius >= 0.0F)) {
        return 0;
    }
    disc_cells cells = cells_of(grid, location, radius);
    for (uint32_t first = cells.low; first <= cells.high; first += cells.bins) {
        scan(&list, location, radius, grid->starts[first], grid->starts[first + cells.width + 1]);
    }
    return list.count;
}
