/* map/navmesh/navmesh.h: a navigation mesh: convex polygons with portals between them, one mesh
 * ("level") for each radius class.
 *
 * Level 0 covers the walkable area. A level of radius r covers the points where the centre of a
 * disc of that radius may be. Each of its polygons lists the doors and obstacle classes whose area,
 * grown by r, covers the polygon. Therefore, any path of a point within that level is also a path
 * for the centre of the disc.
 *
 * Vertices lie on a grid that single precision represents exactly (see build/rounding.h). All
 * layers share the arrays; where a link joins two layers, polygons of both layers are neighbours
 * across edges with the same coordinates. */
#ifndef MAP_NAVMESH_H
#define MAP_NAVMESH_H

#include <wend/map.h>

#include "base/archive.h"
#include "base/memory.h"
#include "base/watch.h"
#include "map/blocking.h"
#include "map/cells.h"

#define NAVMESH_NONE UINT32_MAX

enum { NAVMESH_MAX_LEVELS = 64, NAVMESH_MAX_POLYGONS = 1 << 26 };

/* A set of blockers that cover a polygon. Several polygons may share a set; set 0 is empty. */
typedef struct navmesh_set {
    uint32_t first, count; /* range of `members`, an array of blocker indices, ascending within each
                              set; the ranges of two sets do not overlap */
} navmesh_set;

/* A polygon whose corners are `first` to `first + count - 1`, counter-clockwise. */
typedef cells_polygon navmesh_polygon;

/* A corner fan: a fan of polygons in front of a vertex chain of walls that bulges into free ground.
 * A path that enters it across one side leaves it across the other, or turns at the chain. The
 * chain runs from the first side to the second, with the ground on its left. */
typedef struct navmesh_corner_fan {
    uint32_t first, count; /* range of its points in `chain_points`; the points just before and
                              after the range belong to the adjacent walls */
    uint32_t sides[2];  /* corners at the start of its two outer edges: the edge from the tip to the
                           first point of the chain, and the edge from the last point to the tip */
    uint32_t across[2]; /* twins of the corners `sides` */
    uint32_t beyond[2]; /* polygons on the far side of the two outer edges */
    wend_vec2 tip;
} navmesh_corner_fan;

typedef struct navmesh_level {
    float radius; /* m */
    wend_vec2 *vertices;
    uint32_t vertex_count;
    navmesh_polygon *polygons;
    uint32_t polygon_count;
    uint32_t *corners;    /* indexed by corner: index of its vertex */
    uint32_t *neighbours; /* indexed by corner: the polygon across the edge to the next corner */
    float *clearances;    /* m, indexed by corner: the largest clearance at any point of the edge to
                             the next corner; 0 if the edge is a wall. NULL except in level 0 */
    uint32_t corner_count;
    uint32_t *types; /* indexed by polygon: its terrain type. NULL except in a map of kind "terrain"
                        (map/terrain/terrain.h) */

    /* Set by navmesh_create. */
    wend_vec2 *points; /* indexed by corner: its position */
    uint32_t *twins;   /* indexed by corner: the neighbour's corner at the start of the same edge;
                          NAVMESH_NONE at walls */
    uint32_t *islands; /* indexed by polygon: ID of its island; polygons that can reach each other
                          when all doors are open share an island */
    bool *turning;     /* indexed by vertex: whether a shortest path may turn there */
    navmesh_corner_fan *corner_fans;
    uint32_t fan_count;
    uint32_t *fan_of;          /* indexed by polygon: index of its corner fan, or NAVMESH_NONE */
    uint32_t first_fan_corner; /* all corners from this index on belong to fan triangles, which may
                                  or may not form corner fans */
    wend_vec2 *chain_points;   /* points of the vertex chains of all corner fans */
    double *chain_lengths; /* m, indexed by chain point: length of the chain from its first point */
    map_cells *cells;      /* one grid for each layer */
    double mean_edge;      /* m: mean length of the polygons' edges; 0 without polygons */
} navmesh_level;

typedef struct navmesh {
    navmesh_level *levels; /* in ascending order of radius; the first has radius 0 */
    uint32_t level_count;
    uint32_t layer_count;
    map_blocking blocking; /* each part is one of the `sets`; navmesh_create fills in the limits */
    navmesh_set *sets;
    uint32_t set_count;
    uint32_t *members;
    uint32_t member_count;
    /* Set when a map of kind "terrain" is created: the terrain types of all its levels, in
     * ascending order and without duplicates. */
    uint32_t *terrain_types;
    uint32_t terrain_type_count;
} navmesh;

/* Verifies and copies a mesh, and derives the members that a builder does not set. Polygons must
 * follow each other in `corners` without gaps; each must be convex and counter-clockwise, with an
 * area above 0. Neighbours must be mutual, across edges with the same coordinates. Indices must be
 * in range and numbers finite. Otherwise fails with WEND_ERROR_FORMAT and a message. For builders
 * and loaders. O(n log n). */
wend_result navmesh_create(const navmesh *parts, uint64_t space_hash,
                           const wend_allocator *allocator, wend_map **out, wend_error *error);
/* Like navmesh_create, but reports progress, and fails with WEND_ERROR_CANCELLED if cancelled. */
wend_result navmesh_create_watched(const navmesh *parts, uint64_t space_hash,
                                   const wend_allocator *allocator, const watcher *progress,
                                   wend_map **out, wend_error *error);

/* Returns the map's data, or NULL if the map is neither of kind "navmesh" nor of kind "terrain". */
const navmesh *navmesh_of(const wend_map *map);

/* The descriptor and its functions: see map/kind.h. */
extern const struct map_kind map_kind_navmesh;
bool navmesh_copy(wend_map *map, const void *draft);
wend_result navmesh_finish(wend_map *map, wend_error *error);
uint64_t navmesh_hash(const void *data, uint64_t hash);
void navmesh_archive(archive *ar, void *draft, memory_arena *arena);
void navmesh_write_info(const void *data, wend_map_info *info);
void navmesh_describe(const void *data, const wend_map_info *info, char *out, size_t size);
void navmesh_describe_level(const void *data, uint32_t level, char *out, size_t size);
uint32_t navmesh_find_element(const void *data, wend_location location);
wend_map_coverage navmesh_cover(const void *data, const wend_space *space,
                                const wend_space_def *def);

/* Returns the level for a disc: the one with the smallest radius that is not below the disc's
 * radius (with a tolerance of a tenth of a millimetre), or NAVMESH_NONE if no level is large
 * enough. */
uint32_t navmesh_level_for(const navmesh *mesh, float radius);

/* True if a point lies in a polygon or on its edges. Exact. */
bool navmesh_contains(const navmesh_level *level, uint32_t polygon, wend_vec2 position);

/* Returns the polygon that contains a location, or NAVMESH_NONE. O(1) in a mesh of uniform density.
 */
uint32_t navmesh_locate(const navmesh_level *level, wend_location location);

/* Finds the polygons that contain a location, and writes at most `capacity` of them to `out`, in
 * ascending order. Returns the number of polygons written. */
uint32_t navmesh_find_containing(const navmesh_level *level, wend_location location, uint32_t *out,
                                 uint32_t capacity);

/* Which polygons are open. */
typedef struct navmesh_filter {
    const float *remaining; /* m, by set of polygons: the clearance that blockers leave; 0 closes
                               its polygons. NULL: no set is closed */
    const float *weights;   /* by terrain type; INFINITY closes its polygons. NULL: none */
    uint32_t weight_count;  /* types from this number on are open */
} navmesh_filter;

/* Finds the point nearest to a location, within `distance`, on any open polygon. If `open` is NULL,
 * all polygons are open. Returns the polygon with this point, or NAVMESH_NONE if there is no such
 * point. */
uint32_t navmesh_nearest(const navmesh_level *level, const navmesh_filter *open,
                         wend_location location, float distance, wend_vec2 *out);

/* What a location sees of an edge. `find` returns false if no point of the edge a-b is both visible
 * and within `distance` (m); otherwise it writes the nearest visible point. */
typedef struct navmesh_sight {
    bool (*find)(void *context, wend_vec2 a, wend_vec2 b, double distance, wend_vec2 *out);
    void *context;
} navmesh_sight;

/* Like navmesh_nearest for a location outside all open polygons, but considers only points that the
 * location sees. */
uint32_t navmesh_nearest_in_sight(const navmesh_level *level, const navmesh_filter *open,
                                  wend_location location, float distance,
                                  const navmesh_sight *sight, wend_vec2 *out);

#endif
