/* Estimates the fraction of the ground from which a roadmap can be reached. At each walkable point
 * of a raster over each layer, checks whether one of the nearest edges is visible. */
#include <math.h>

#include "map/coverage.h"
#include "map/roadmap/roadmap.h"

enum {
    RASTER = 64, /* raster points along each side of the bounding box */
    NEAREST = 16 /* edges to try */
};

/* Returns the bounding box of a layer's walls and of the roadmap's vertices on that layer. */
static coverage bounding_box(const roadmap *map, const wend_space *space, uint32_t layer) {
    coverage c = coverage_none();
    for (uint32_t i = 0; i < wend_space_wall_count(space); i++) {
        wend_wall wall = wend_space_wall(space, i);
        wend_vec2 ends[2] = {wall.a, wall.b};
        if (wall.layer == layer) {
            coverage_add(&c, ends, 2);
        }
    }
    for (uint32_t i = 0; i < map->vertex_count; i++) {
        if (map->vertices[i].layer == layer) {
            coverage_add(&c, &map->vertices[i].position, 1);
        }
    }
    return c;
}

static bool sees_edge(const roadmap *map, const wend_space *space, wend_location from) {
    wend_roadmap_projection near[NEAREST];
    uint32_t count = roadmap_find_edges(map, from, HUGE_VALF, near, NEAREST);
    for (uint32_t i = 0; i < count; i++) {
        wend_location to = {near[i].position,
                            wend_space_layer_after(space, from, near[i].position)};
        if (wend_space_is_visible(space, from, to, 0.0F, 1)) {
            return true;
        }
    }
    return false;
}

wend_map_coverage roadmap_cover(const void *data, const wend_space *space,
                                const wend_space_def *def) {
    const roadmap *map = data;
    (void)def;
    uint64_t walkable = 0, covered = 0;
    for (uint32_t l = 0; l < wend_space_layer_count(space); l++) {
        coverage box = bounding_box(map, space, l);
        for (int i = 0; i < RASTER * RASTER && box.high_x > box.low_x; i++) {
            int column = i % RASTER, row = i / RASTER;
            double x = box.low_x + (box.high_x - box.low_x) * (column + 0.5) / RASTER;
            double y = box.low_y + (box.high_y - box.low_y) * (row + 0.5) / RASTER;
            wend_location at = {{(float)x, (float)y}, l};
            bool ground = wend_space_is_walkable(space, at, 1);
            walkable += ground;
            covered += ground && sees_edge(map, space, at);
        }
    }
    double share = walkable > 0 ? (double)covered / (double)walkable : 0.0;
    return (wend_map_coverage){share, "seen from", 1};
}
