/* Random spaces with overlapping terrain, and the terrain that covers a point by a plain scan. */
#ifndef SUPPORT_KIT_OVERLAPPING_TERRAIN_H
#define SUPPORT_KIT_OVERLAPPING_TERRAIN_H

#include <wend/kit.h>

enum {
    OVERLAP_WORLD_REGIONS = 64,
    OVERLAP_WORLD_SOLIDS = 16,
    OVERLAP_WORLD_CORNERS = 12,
    OVERLAP_WORLD_TYPES = 5 /* types 0 to 4 */
};

/* A space of 20 x 20 m with one layer. */
typedef struct overlap_world {
    wend_point outer[4];
    wend_ring boundary;
    wend_point solid_points[OVERLAP_WORLD_SOLIDS][OVERLAP_WORLD_CORNERS];
    wend_solid_def solids[OVERLAP_WORLD_SOLIDS];
    wend_point points[OVERLAP_WORLD_REGIONS][OVERLAP_WORLD_CORNERS];
    wend_point hole_points[OVERLAP_WORLD_REGIONS][OVERLAP_WORLD_CORNERS];
    wend_ring holes[OVERLAP_WORLD_REGIONS];
    wend_terrain_def terrains[OVERLAP_WORLD_REGIONS];
    wend_layer_def layer;
    wend_space_def def;
} overlap_world;

/* Makes a world: solids that do not touch each other, and regions that overlap, share edges with
 * walls and with each other, repeat earlier regions (moved by a millimetre or not at all), are
 * slivers, have holes, or lie outside the ground. */
void overlap_world_make(overlap_world *w, uint64_t seed);

/* Builds a map of kind "terrain" or "navmesh" of a world. */
wend_map *overlap_world_map(wend_space *space, const double *radii, uint32_t radius_count,
                            bool with_terrain);

/* Returns the type of terrain at a point, by a scan of all regions of a layer. `*distance` is the
 * distance (m) to the nearest edge of a region. */
uint32_t terrain_scan(const wend_layer_def *layer, wend_point at, double *distance);

#endif
