/* map/navmesh/navmesh.h: a navigation mesh: convex polygons with portals between them, one set
 * ("level") for each radius class.
 *
 * Level 0 covers the walkable area. A level of radius r covers the points where the centre of a
 * disc of that radius may be. Each of its polygons lists the doors and obstacle classes whose area,
 * grown by r, covers the polygon. The disc can therefore follow any path of a point in that level.
 *
 * Vertices lie on a grid that single precision represents exactly (see build/grid.h). All layers
 * share the arrays; where a link joins two layers, polygons of both are neighbours across edges of
 * the same coordinates. */
#ifndef MAP_NAVMESH_H
#define MAP_NAVMESH_H

#include <wend/map.h>

#include "base/archive.h"
#include "base/memory.h"
#include "map/blocking.h"
#include "map/cells.h"

#define NAVMESH_NONE UINT32_MAX

enum { NAVMESH_MAX_LEVELS = 64, NAVMESH_MAX_POLYGONS = 1 << 26 };

/* The blockers of a polygon. Polygons share sets; set 0 is empty. */
typedef struct navmesh_set {
    uint32_t first, count; /* range of `members`: indices of blockers, ascending; no two ranges
                              overlap */
} navmesh_set;

/* Corners first .. first + count - 1, counter-clockwise. */
typedef cells_polygon navmesh_polygon;

/* A corner fan: a fan of polygons in front of a vertex chain of walls that bulges into free ground.
 * A path that enters it across one side leaves it across the other, or turns at the chain. The
 * chain runs with the ground on its left, from the first side to the second. */
typedef struct navmesh_corner_fan {
    uint32_t first, count; /* range of its `chain_points`; the points before and after the range
                              belong to the adjacent walls */
    uint32_t sides[2];  /* corners that start its two outer edges: from the tip to the first point
                           of the chain, and from the last point to the tip */
    uint32_t across[2]; /* twins of these corners, */
    uint32_t beyond[2]; /* and the polygons outside these edges */
    wend_vec2 tip;
} navmesh_corner_fan;

typedef struct navmesh_level {
    float radius; /* m */
    wend_vec2 *vertices;
    uint32_t vertex_count;
    navmesh_polygon *polygons;
    uint32_t polygon_count;
    uint32_t *corners;    /* indices of vertices */
    uint32_t *neighbours; /* by corner: the polygon across the edge to the next corner */
    float *clearances; /* m, by corner: in level 0, the largest distance to a wall of any point of
                          that portal; 0 at walls. NULL in other levels */
    uint32_t corner_count;

    /* Set by navmesh_create. */
    wend_vec2 *points; /* by corner: its position */
    uint32_t *twins;   /* by corner: the corner that starts the same edge in the neighbour;
                          NAVMESH_NONE at walls */
    uint32_t *islands; /* by polygon: polygons that can reach each other, all doors open, have the
                          same number */
    bool *turning;     /* by vertex: whether a shortest path may turn there */
    navmesh_corner_fan *corner_fans;
    uint32_t fan_count;
    uint32_t *fan_of;          /* by polygon; NAVMESH_NONE: in no corner fan */
    uint32_t first_fan_corner; /* corners from here on belong to fan triangles, whether or not these
                                  form corner fans */
    wend_vec2 *chain_points;   /* of vertex chains */
    double *chain_lengths;     /* m: from the first point of a chain */
    map_cells *cells;          /* one for each layer */
} navmesh_level;

typedef struct navmesh {
    navmesh_level *levels; /* ascending radius; the first has radius 0 */
    uint32_t level_count;
    uint32_t layer_count;
    map_blocking blocking; /* its parts are sets; navmesh_create sets the limits */
    navmesh_set *sets;
    uint32_t set_count;
    uint32_t *members;
    uint32_t member_count;
} navmesh;

/* Copies and verifies a mesh, and derives what a builder does not set. Polygons must follow each
 * other in `corners` without gaps, each convex, counter-clockwise and with an area; neighbours must
 * be mutual, across edges of the same coordinates; indices must be in range and numbers finite.
 * Otherwise fails with WEND_ERROR_FORMAT and a message. For builders and loaders. O(n log n). */
wend_result navmesh_create(const navmesh *parts, uint64_t space_hash,
                           const wend_allocator *allocator, wend_map **out, wend_error *error);

/* Returns the map's data; NULL if it is of another kind. */
const navmesh *navmesh_of(const wend_map *map);

/* Functions of the descriptor: see map/kind.h. */
extern const struct map_kind map_kind_navmesh;
bool navmesh_copy(wend_map *map, const void *draft);
wend_result navmesh_finish(wend_map *map, wend_error *error);
uint64_t navmesh_hash(const void *data, uint64_t hash);
void navmesh_archive(archive *ar, void *draft, memory_arena *arena);

/* Returns the level for a disc: the smallest one of at least that radius (within a tenth of a
 * millimetre), or NAVMESH_NONE. */
uint32_t navmesh_level_for(const navmesh *mesh, float radius);

/* True if a polygon contains a point, edges included. Exact. */
bool navmesh_contains(const navmesh_level *level, uint32_t polygon, wend_vec2 position);

/* Returns the polygon that contains a location, or NAVMESH_NONE; O(1) in a mesh of even density. */
uint32_t navmesh_locate(const navmesh_level *level, wend_location location);

/* Finds all polygons that contain a location, at most `capacity`, ascending. Returns the count. */
uint32_t navmesh_find_containing(const navmesh_level *level, wend_location location, uint32_t *out,
                                 uint32_t capacity);

/* Finds the point of an open polygon nearest to a location, within `distance`. A polygon is open if
 * `remaining`, the clearance that blockers leave to its set, is above 0; NULL: all are open.
 * Returns the polygon, NAVMESH_NONE if there is none. */
uint32_t navmesh_nearest(const navmesh_level *level, const float *remaining, wend_location location,
                         float distance, wend_vec2 *out);

#endif
