/* map/navmesh/navmesh.h: convex polygons with portals between them, one set ("level") for each
 * class of radius.
 *
 * Level 0 covers the walkable area. A level of radius r covers the places where the centre of a
 * disc of that radius may be; its polygons tell what a closed door or a switched obstacle, widened
 * by r, covers. So a path for the centre, a point, in the level of r is a path for the disc.
 *
 * Vertices lie on a grid that single precision keeps exactly (see build/grid.h). All layers
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

/* The blockers of a polygon: sets are shared, set 0 is empty. */
typedef struct navmesh_set { /* two sets share no members */
    uint32_t first, count;   /* in `members`, which are indices of blockers, ascending */
} navmesh_set;

/* Corners first .. first + count - 1, counter-clockwise. */
typedef cells_polygon navmesh_polygon;

/* A fan of polygons in front of a chain of walls that bulges into free ground: who enters it across
 * one side leaves it across the other, or bends at the chain. The chain runs with the ground on its
 * left, from the first side to the second. */
typedef struct navmesh_kite {
    uint32_t first, count; /* of its points; those of the walls before and behind are beside them */
    uint32_t sides[2];     /* corners of polygons in it, from the tip to the first point of the
                              chain, and from the last one to the tip */
    uint32_t across[2];    /* their twins, */
    uint32_t beyond[2];    /* and the polygons of those */
    wend_vec2 tip;
} navmesh_kite;

typedef struct navmesh_level {
    float radius; /* m */
    wend_vec2 *vertices;
    uint32_t vertex_count;
    navmesh_polygon *polygons;
    uint32_t polygon_count;
    uint32_t *corners;    /* vertices */
    uint32_t *neighbours; /* beside corner i: the polygon across the edge to the next corner */
    float *clearances;    /* beside corner i: of level 0, the largest distance to a wall that a
                             point of that portal has, m; 0 at walls. NULL in other levels */
    uint32_t corner_count;

    /* Made by navmesh_create. */
    wend_vec2 *points; /* beside corner i: where it is */
    uint32_t *twins;   /* beside corner i: the corner that starts the same edge in the neighbour,
                          NAVMESH_NONE at walls */
    uint32_t *islands; /* of each polygon: polygons that can be reached from each other, all
                          doors open, have the same number */
    bool *turning;     /* of each vertex: whether a shortest path may bend there */
    navmesh_kite *kites;
    uint32_t kite_count;
    uint32_t *kite_of;      /* of each polygon; NAVMESH_NONE */
    uint32_t free_corners;  /* from here on, corners are those of fans before walls, kites or not */
    wend_vec2 *kite_points; /* of chains */
    double *kite_lengths;   /* m: from the first point of a chain */
    map_cells *cells;       /* one for each layer */
} navmesh_level;

typedef struct navmesh {
    navmesh_level *levels; /* ascending radius; the first has radius 0 */
    uint32_t level_count;
    uint32_t layer_count;
    map_blocking blocking; /* its parts are sets; limits are made by navmesh_create */
    navmesh_set *sets;
    uint32_t set_count;
    uint32_t *members;
    uint32_t member_count;
} navmesh;

/* Copies and verifies a mesh, and makes what a builder leaves out: polygons follow each other in
 * `corners` without gaps, each convex, with an area, counter-clockwise; neighbours mutual, across
 * edges of the same coordinates; indices in range; numbers finite. WEND_ERROR_FORMAT tells what is
 * not so. For builders and loaders. O(n log n). */
wend_result navmesh_create(const navmesh *parts, uint64_t space_hash,
                           const wend_allocator *allocator, wend_map **out, wend_error *error);

/* The map's data; NULL if it is of another kind. */
const navmesh *navmesh_of(const wend_map *map);

/* What the descriptor needs: see map/kind.h. */
extern const struct map_kind map_kind_navmesh;
bool navmesh_copy(wend_map *map, const void *draft);
wend_result navmesh_finish(wend_map *map, wend_error *error);
uint64_t navmesh_hash(const void *data, uint64_t hash);
void navmesh_archive(archive *ar, void *draft, memory_arena *from);

/* The level for a disc of that radius: the least one that is no smaller (to a tenth of a
 * millimetre), or NAVMESH_NONE. */
uint32_t navmesh_level_for(const navmesh *mesh, float radius);

/* Whether a polygon holds a place, its edges included. Exact. */
bool navmesh_contains(const navmesh_level *level, uint32_t polygon, wend_vec2 position);

/* The polygon that holds a place, or NAVMESH_NONE; O(1) in a mesh of even density. */
uint32_t navmesh_locate(const navmesh_level *level, wend_location place);

/* All polygons that hold a place, at most `capacity`, ascending; returns how many. */
uint32_t navmesh_holders(const navmesh_level *level, wend_location place, uint32_t *out,
                         uint32_t capacity);

/* The point of a polygon nearest to a place, within `distance`, and that polygon, of whose set
 * something is left (`left` by set; NULL: all are open); NAVMESH_NONE if there is none. */
uint32_t navmesh_nearest(const navmesh_level *level, const float *left, wend_location place,
                         float distance, wend_vec2 *out);

#endif
