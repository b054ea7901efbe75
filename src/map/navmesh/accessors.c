/* Public accessors of a navigation mesh. */
#include "base/error.h"
#include "map/navmesh/navmesh.h"

static const navmesh *data_of(const wend_map *map) {
    WEND_ASSERT(map != NULL && navmesh_of(map) != NULL);
    return navmesh_of(map);
}

static const navmesh_level *level_at(const wend_map *map, uint32_t level) {
    const navmesh *mesh = data_of(map);
    WEND_ASSERT(level < mesh->level_count);
    return &mesh->levels[level];
}

uint32_t wend_navmesh_level_count(const wend_map *map) {
    return data_of(map)->level_count;
}

float wend_navmesh_level_radius(const wend_map *map, uint32_t level) {
    return level_at(map, level)->radius;
}

uint32_t wend_navmesh_polygon_count(const wend_map *map, uint32_t level) {
    return level_at(map, level)->polygon_count;
}

wend_navmesh_polygon wend_navmesh_polygon_at(const wend_map *map, uint32_t level,
                                             uint32_t polygon) {
    const navmesh_level *from = level_at(map, level);
    WEND_ASSERT(polygon < from->polygon_count);
    const navmesh_polygon *at = &from->polygons[polygon];
    return (wend_navmesh_polygon){.points = &from->points[at->first],
                                  .neighbours = &from->neighbours[at->first],
                                  .clearances = level == 0 ? &from->clearances[at->first] : NULL,
                                  .count = at->count,
                                  .layer = at->layer,
                                  .blockable = data_of(map)->sets[at->set].count > 0,
                                  .terrain = from->types != NULL ? from->types[polygon] : 0};
}

uint32_t wend_navmesh_locate(const wend_map *map, uint32_t level, wend_location location) {
    const navmesh_level *from = level_at(map, level);
    return location.layer < data_of(map)->layer_count ? navmesh_locate(from, location)
                                                      : WEND_NO_POLYGON;
}
