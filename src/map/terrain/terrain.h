/* map/terrain/terrain.h: a triangulation of the ground along the borders of terrain: the map on
 * which planners find routes of low weighted length.
 *
 * The data is that of a navigation mesh (map/navmesh/navmesh.h): one level for each radius class,
 * where a level of radius r covers the points where the centre of a disc of that radius may be. Two
 * things differ. Each polygon is a triangle, so that methods for triangulations apply as they were
 * published. And each triangle lies on one terrain type, navmesh_level.types, so that any path
 * within it has the same weight everywhere.
 *
 * All functions for navigation meshes (locating, nearest points, blocking, shortest paths) work on
 * such a map too. */
#ifndef MAP_TERRAIN_H
#define MAP_TERRAIN_H

#include "map/navmesh/navmesh.h"

/* Verifies and copies a triangulation, like navmesh_create. In addition, every polygon must be a
 * triangle, and every level must have types. Fails with WEND_ERROR_FORMAT, WEND_ERROR_MEMORY or, if
 * cancelled, WEND_ERROR_CANCELLED. `progress` may be NULL. */
wend_result terrain_map_create(const navmesh *parts, uint64_t space_hash,
                               const wend_allocator *allocator, const watcher *progress,
                               wend_map **out, wend_error *error);

/* Returns the map's data, or NULL if the map is not of kind "terrain". */
const navmesh *terrain_map_of(const wend_map *map);

/* The descriptor: see map/kind.h. */
extern const struct map_kind map_kind_terrain;

#endif
