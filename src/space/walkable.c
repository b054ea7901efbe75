/* Checks whether a point is on walkable ground. The result is exact.
 *
 * Boundaries run counter-clockwise and solids clockwise. So a point is on free ground of class 0 if
 * the winding number of the class-0 rings around it is 1 on a bounded layer, or 0 on an unbounded
 * one. Another class blocks every point around which its rings have a winding number other than 0.
 * The winding numbers are those of a point moved by an infinitesimal step (index.c). The effect of
 * rings that pass through the point itself is then subtracted, because a point on a wall counts as
 * walkable. */
#include "base/error.h"
#include "geom/predicates.h"
#include "geom/vec.h"
#include "space/space.h"

static bool in_grid(const space_grid *grid, wend_vec2 p) {
    return (double)p.x >= grid->low_x && (double)p.y >= grid->low_y &&
           (double)p.x <= grid->low_x + grid->columns * grid->cell &&
           (double)p.y <= grid->low_y + grid->rows * grid->cell;
}

bool wend_space_is_walkable(const wend_space *space, wend_location location, uint32_t classes) {
    WEND_ASSERT(location.layer < space->layer_count);
    const space_layer *layer = &space->layers[location.layer];
    wend_vec2 p = location.position;
    if (!space_in_domain(p)) {
        return false;
    }
    if (layer->edge_count == 0 || !in_grid(&layer->grid, p)) {
        return !layer->bounded;
    }
    int32_t winding[WEND_MAX_CLASSES];
    space_winding(space, location.layer, p, winding);
    bool on_fixed_wall = false;
    uint32_t cell = space_grid_cell(&layer->grid, p);
    for (uint32_t i = layer->grid.start[cell]; i < layer->grid.start[cell + 1]; ++i) {
        const space_edge *e = &space->edges[layer->grid.items[i]];
        if (!e->one_sided || vec_equal(p, e->b) || !predicate_on_segment(p, e->a, e->b)) {
            continue;
        }
        on_fixed_wall |= e->obstacle_class == 0;
        winding[layer->slot[e->obstacle_class]] += space_step_enters(space, e, p);
    }
    uint32_t switched = layer->classes & classes & ~1U;
    for (uint32_t c = 1; c < WEND_MAX_CLASSES && switched >> c != 0; ++c) {
        if (((switched >> c) & 1U) != 0 && winding[layer->slot[c]] != 0) {
            return false;
        }
    }
    return on_fixed_wall || winding[0] == (layer->bounded ? 1 : 0);
}
