/* Gathers the walls of a layer on the grid, without duplicates, and nodes them. The Voronoi diagram
 * requires this: if walls cross, it is silently wrong.
 *
 * Cost: O(n log n) for evenly spread walls. */
#include "base/error.h"
#include "build/corridor/corridor.h"

bool corridor_add_wall(corridor_builder *b, corridor_walls *out, wend_vec2 p, wend_vec2 q) {
    return noding_add(out, p, q, &b->heap);
}

static bool add_ring(corridor_builder *b, const space_ring *ring, corridor_walls *out) {
    bool good = true;
    for (uint32_t i = 0; i < ring->edge_count && good; i++) {
        const space_edge *e = space_edge_at(b->space, ring->first_edge + i);
        good = e->link != SPACE_NONE ||
               corridor_add_wall(b, out, corridor_snap(b, (double)e->a.x, (double)e->a.y),
                                 corridor_snap(b, (double)e->b.x, (double)e->b.y));
    }
    return good;
}

static bool add_box(corridor_builder *b, corridor_walls *out) {
    wend_vec2 corners[4] = {b->low, {b->high.x, b->low.y}, b->high, {b->low.x, b->high.y}};
    bool good = true;
    for (uint32_t i = 0; i < 4 && good; i++) {
        good = corridor_add_wall(b, out, corners[i], corners[(i + 1) % 4]);
    }
    return good;
}

/* Adds all walls of a layer. A layer with links is also enclosed in a box, because edges of the
 * diagram that leave the layer through links must end somewhere. */
static bool add_all(corridor_builder *b, uint32_t index, corridor_walls *out) {
    const space_layer *layer = &b->space->layers[index];
    bool good = (layer->bounded && layer->link_count == 0) || add_box(b, out);
    for (uint32_t i = 0; i < layer->ring_count && good; i++) {
        const space_ring *ring = &b->space->rings[layer->first_ring + i];
        good = ring->obstacle_class != 0 || add_ring(b, ring, out);
    }
    return good && corridor_add_walls_across(b, index, out);
}

wend_result corridor_gather_walls(corridor_builder *b, uint32_t layer, corridor_walls *out) {
    noding_outcome outcome =
        add_all(b, layer, out) ? noding_make(out, b->unit, &b->heap) : NODING_NO_MEMORY;
    if (outcome == NODING_NO_MEMORY) {
        return error_no_memory(b->error, "a corridor map");
    }
    if (outcome == NODING_CROWDED) {
        return error_set(b->error, WEND_ERROR_LIMIT,
                         "the corridor map cannot be built: walls of layer %u cross too often",
                         layer);
    }
    if (outcome == NODING_CROSSING) {
        return error_set(b->error, WEND_ERROR_GEOMETRY,
                         "the corridor map cannot be built: walls of layer %u still cross after "
                         "they are rounded to %g m",
                         layer, b->unit);
    }
    return WEND_OK;
}
