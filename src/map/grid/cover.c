/* Estimates the fraction of the ground from which a grid can be reached. At each walkable point of
 * a raster over each layer, checks whether the centre of a cell nearby is visible. */
#include <math.h>

#include "map/grid/grid.h"

enum { RASTER = 64 /* raster points along each side of a layer's box */ };

static const double REACH = 2.0; /* cells: how far a centre may be away */

typedef struct sight {
    const grid *map;
    const wend_space *space;
    wend_location from;
    bool found;
} sight;

static bool see_square(void *context, const grid_near *near) {
    sight *s = context;
    wend_location to = grid_centre(s->map, near->square);
    s->found = wend_space_is_visible(s->space, s->from, to, 0.0F, 1);
    return !s->found;
}

static bool sees_centre(const grid *map, const wend_space *space, wend_location from) {
    sight s = {map, space, from, false};
    double distance = REACH * grid_side(map, grid_locate(map, from));
    grid_visit_near(map, from, &distance, see_square, &s);
    return s.found;
}

wend_map_coverage grid_cover(const void *data, const wend_space *space, const wend_space_def *def) {
    const grid *map = data;
    (void)def;
    uint64_t walkable = 0, covered = 0;
    for (uint32_t l = 0; l < map->layer_count; l++) {
        const grid_layer *layer = &map->layers[l];
        uint32_t unit = 1U << map->depth; /* smallest cells along the side of a root */
        for (int i = 0; i < RASTER * RASTER && layer->columns > 0; i++) {
            int row = i / RASTER;
            double x = layer->column + layer->columns * (i % RASTER + 0.5) / RASTER;
            double y = layer->row + layer->rows * (row + 0.5) / RASTER;
            wend_location at = {
                {(float)(x * unit * map->cell), (float)(y * unit * map->cell_height)}, l};
            bool ground = wend_space_is_walkable(space, at, 1);
            walkable += ground;
            covered += ground && sees_centre(map, space, at);
        }
    }
    double share = walkable > 0 ? (double)covered / (double)walkable : 0.0;
    return (wend_map_coverage){share, "seen from", 1};
}
