/* The border between the cells of a grid that are walkable and those that are not: strong lines.
 * The cells of a quadtree differ in size, so their other sides are drawn, too. */
#include "geom/vec.h"
#include "live/overlay.h"
#include <wend/grid.h>

/* Finds the cell on the other side of a side of a cell: the one just beyond its middle. */
static uint32_t cell_beyond(const wend_map *map, const wend_grid_square *cell, wend_vec2 a,
                            wend_vec2 b) {
    static const float STEP = 0.01F; /* as a share of the cell's side */
    wend_vec2 outward = vec_normalized((wend_vec2){b.y - a.y, a.x - b.x});
    wend_vec2 at = vec_add(vec_lerp(a, b, 0.5F), vec_scale(outward, STEP * cell->side));
    return wend_grid_locate(map, (wend_location){at, cell->centre.layer});
}

static bool draw_cell(const wend_map *map, uint32_t index, bool all, live_sketch *out) {
    wend_vec2 corners[6];
    wend_grid_square cell = wend_grid_square_at(map, index);
    if (!cell.walkable) {
        return true;
    }
    uint32_t count = wend_grid_outline(map, index, corners), layer = cell.centre.layer;
    bool more = true;
    for (uint32_t i = 0; i < count && more; i++) {
        wend_vec2 a = corners[i], b = corners[i + 1 < count ? i + 1 : 0];
        uint32_t other = cell_beyond(map, &cell, a, b);
        bool is_border = other == WEND_NO_SQUARE || !wend_grid_square_at(map, other).walkable;
        if (is_border) {
            more = live_sketch_strong(out, layer, a, b);
        } else if (all && other > index) {
            more = live_sketch_line(out, layer, a, b);
        }
    }
    return more;
}

static wend_result draw(const live_overlay_call *call, live_sketch *out, wend_error *error) {
    uint32_t count = wend_grid_square_count(call->map);
    bool all = wend_grid_shape_of(call->map) == WEND_GRID_QUADTREE, more = true;
    (void)error;
    for (uint32_t i = 0; i < count && more; i++) {
        more = draw_cell(call->map, i, all, out);
    }
    return WEND_OK;
}

const live_overlay live_overlay_grid = {.name = "grid",
                                        .label = "border of the walkable cells",
                                        .scope = LIVE_OVERLAY_MAP,
                                        .draw = draw};
