/* wend/map.h: how a space is connected.
 *
 * A map is made once (by wend-kit, from a space), or read from a .wmap file, and never changes;
 * worlds and threads share it. Put it into a world with wend_world_add_map: planners that need a
 * map of its kind find it there. */
#ifndef WEND_MAP_H
#define WEND_MAP_H

#include <wend/base.h>
#include <wend/space.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct wend_map wend_map;

/* A number that a kind of map has besides those that all have. */
typedef struct wend_map_figure {
    const char *name; /* static storage: "cycles", "length_m" */
    const char *unit; /* "1" for a count */
    double value;
} wend_map_figure;

enum { WEND_MAP_FIGURES = 8 };

typedef struct wend_map_info {
    const char *kind;    /* its name: "navmesh", "corridor", "roadmap"; static storage */
    uint64_t space_hash; /* of the space it was made of */
    uint64_t hash;       /* of its content */
    uint32_t levels;     /* of a navigation mesh: radii it was made for, the radius 0 included; 1 */
    uint64_t vertices;   /* of all levels together */
    uint64_t edges;      /* portals, each once; of a corridor map, edges of the axis */
    uint64_t faces;      /* polygons; of a corridor map, segments of the axis: each has a cell */
    uint64_t bytes;      /* held in memory */
    double area;         /* m2: covered by the level of radius 0 of a mesh, all layers; else 0 */
    double largest_radius; /* m: of a disc that it was made for; INFINITY: for any */
    wend_map_figure figures[WEND_MAP_FIGURES]; /* what else its kind counts */
    uint32_t figure_count;
} wend_map_info;

/* What a map is and how large. */
WEND_API wend_map_info wend_map_get_info(const wend_map *map);
/* The name of its kind; static storage. */
WEND_API const char *wend_map_kind(const wend_map *map);
/* The figure of that name, NAN if its kind has none. */
WEND_API double wend_map_find_figure(const wend_map *map, const char *name);

/* Writes one line about the map for people: counts and bytes; and one about a level of it, which
 * must exist: "" if its kind has none. At most `size` bytes, the final zero included. */
WEND_API void wend_map_describe(const wend_map *map, char *out, size_t size);
WEND_API void wend_map_describe_level(const wend_map *map, uint32_t level, char *out, size_t size);

/* The element of the map at a location: the polygon of a mesh (level 0), the edge of a corridor map
 * or a roadmap that is nearest. UINT32_MAX: there is none. */
WEND_API uint32_t wend_map_locate(const wend_map *map, wend_location place);

/* Which share of the walkable ground a map covers. */
typedef struct wend_map_coverage {
    double share;     /* 0 to 1 */
    const char *verb; /* what it does with that share: "covers", "seen from" */
    int decimals;     /* of the share in percent that have a meaning */
} wend_map_coverage;

/* By the areas of polygons or cells; of a roadmap, by points of a raster from which one of the
 * nearest edges can be seen. Of ground without bounds, the box that the map covers counts. `space`
 * and `def` are what the map was made of; a share of NAN: the size of the def is not known. */
WEND_API wend_map_coverage wend_map_get_coverage(const wend_map *map, const wend_space *space,
                                                 const wend_space_def *def);

/* Adds a reference, from any thread. */
WEND_API void wend_map_retain(wend_map *map);
/* Drops a reference, from any thread; the last one frees the map. NULL is allowed. */
WEND_API void wend_map_release(wend_map *map);

/* Writes a map in the form of a .wmap file. Returns the bytes that takes; writes nothing unless
 * `capacity` is enough (`out` may be NULL). */
WEND_API size_t wend_map_save(const wend_map *map, void *out, size_t capacity);

/* Reads such bytes back, and verifies them: WEND_ERROR_FORMAT when they are damaged, cut short, of
 * another version or no map of a kind known here. `allocator` NULL: the C heap. The caller owns one
 * reference. */
WEND_API wend_result wend_map_load(const void *bytes, size_t size, const wend_allocator *allocator,
                                   wend_map **out, wend_error *error);

/* The same with files. One is written as PATH.part and renamed when whole. */
WEND_API wend_result wend_map_save_file(const wend_map *map, const char *path, wend_error *error);
WEND_API wend_result wend_map_load_file(const char *path, const wend_allocator *allocator,
                                        wend_map **out, wend_error *error);

/* ---- Queries --------------------------------------------------------------------------------- */

/* Questions to a map without a world or an agent. They take the map as it was built: its doors are
 * open, and the obstacle classes of a mask are on. `space` is the one that the map was made of.
 * Locations are in local coordinates. Any number of threads may ask one map at once, each with a
 * query of its own. Kinds of maps answer in their own manner, as said below. */

/* Working memory of queries. It grows to what the largest question needed, and is kept. Belongs to
 * one thread at a time. */
typedef struct wend_map_query wend_map_query;

/* `allocator` NULL: the C heap. Fails with WEND_ERROR_MEMORY. */
WEND_API wend_result wend_map_query_create(const wend_allocator *allocator, wend_map_query **out,
                                           wend_error *error);
/* NULL is allowed. */
WEND_API void wend_map_query_destroy(wend_map_query *query);

typedef struct wend_path_def {
    uint32_t size; /* set by wend_default_path_def */
    wend_location from, to;
    float radius;    /* m, of the disc that takes the path; 0 or more */
    float tolerance; /* m: how far, beyond the radius, the ends may be from where the disc has room;
                        then the nearest such location stands for them */
    uint32_t classes;    /* mask of the obstacle classes that are on; class 0 always is */
    bool may_be_partial; /* where no path leads to `to`, one that leads as near to it as possible */
    bool along_axis;     /* on a corridor map: along the medial axis; else the shortest path in the
                            corridor around that. Other kinds ignore it */
} wend_path_def;

/* Writes what wend_default_path_def returns to a def of `size` bytes. */
WEND_API void wend_path_def_init(wend_path_def *def, size_t size);
/* From (0, 0) to (0, 0) on layer 0, radius 0.25 m, tolerance 0.5 m, all classes on, partial paths
 * allowed, not along the axis. */
static inline wend_path_def wend_default_path_def(void) {
    wend_path_def def;
    wend_path_def_init(&def, sizeof def);
    return def;
}

typedef enum wend_path_status {
    WEND_PATH_NONE,    /* there is none: no points, length 0 */
    WEND_PATH_FOUND,   /* it leads to `to` or to the location that stands for it */
    WEND_PATH_PARTIAL, /* it leads as near as possible */
    WEND_PATH_STATUS_COUNT
} wend_path_status;

typedef struct wend_path_result {
    wend_path_status status;
    uint32_t point_count; /* of the whole path; at least 1 if there is one */
    double length;        /* m: from point to point */
    bool unproven;        /* a search reached its limit: there may be a shorter path */
} wend_path_result;

/* Finds a path between two locations, as the planner of the map's kind does for an agent: on a
 * navigation mesh the shortest one (Polyanya), on a corridor map one in the corridor of the
 * shortest axis, on a roadmap the shortest one over its edges (never partial). Writes at most
 * `capacity` points, the start first (`points` may be NULL if it is 0), and what it found to `out`.
 * Paths walk: they take no connections of the space. `query` NULL: memory is allocated for this
 * call only. Fails with WEND_ERROR_INVALID (another space, a value out of range or not finite, a
 * layer that does not exist, a kind of map without a search) and WEND_ERROR_MEMORY. */
WEND_API wend_result wend_map_find_path(const wend_map *map, const wend_space *space,
                                        const wend_path_def *def, wend_map_query *query,
                                        wend_location *points, uint32_t capacity,
                                        wend_path_result *out, wend_error *error);

/* Finds the location nearest to another one, on the same layer and at most `distance` (m) away,
 * where a disc of that radius has room according to the map: on a navigation mesh the nearest point
 * of the level for the radius; on a corridor map the location itself if the disc has room there,
 * else the first point with room on the way from it to the medial axis, or the nearest open one of
 * the axis; on a roadmap the nearest point of an edge with as much clearance. *found is false if
 * there is none. Fails as wend_map_find_path does. */
WEND_API wend_result wend_map_find_nearest(const wend_map *map, const wend_space *space,
                                           wend_location place, float radius, float distance,
                                           uint32_t classes, wend_map_query *query, bool *found,
                                           wend_location *out, wend_error *error);

/* Samples `count` locations where a disc of that radius has room, on all layers together uniform by
 * area: of the level for the radius of a navigation mesh, of the ground of a corridor map, and for
 * other kinds of the walkable ground in the box around the space. Location k depends on the seed
 * and k only. Returns how many were written in *written: fewer than `count` if there is no room, or
 * so little that 10,000 trials in a row found none. Fails as wend_map_find_path does. */
WEND_API wend_result wend_map_sample(const wend_map *map, const wend_space *space, uint64_t seed,
                                     float radius, uint32_t classes, wend_map_query *query,
                                     wend_location *out, uint32_t count, uint32_t *written,
                                     wend_error *error);

/* ---- Navigation meshes ----------------------------------------------------------------------- */

/* One polygon of a mesh, as a picture or a program needs it. */
typedef struct wend_navmesh_polygon {
    const wend_vec2 *points;    /* local, convex, counter-clockwise; live as long as the map */
    const uint32_t *neighbours; /* the polygon across the edge from point i to i + 1;
                                   WEND_NO_POLYGON at a wall */
    const float *clearances;    /* beside them: of level 0, the largest distance to a wall that has
                                   a point of that edge, m; 0 at walls. NULL on other levels */
    uint32_t count;
    uint32_t layer;
    bool blockable; /* closed while an obstacle class is on or a door is shut */
} wend_navmesh_polygon;

#define WEND_NO_POLYGON UINT32_MAX

/* Level 0 is the whole walkable area; the others are where the centre of a disc may be. */
WEND_API uint32_t wend_navmesh_level_count(const wend_map *map);
WEND_API float wend_navmesh_level_radius(const wend_map *map, uint32_t level);
WEND_API uint32_t wend_navmesh_polygon_count(const wend_map *map, uint32_t level);
WEND_API wend_navmesh_polygon wend_navmesh_polygon_at(const wend_map *map, uint32_t level,
                                                      uint32_t polygon);
/* The polygon that holds a place, or WEND_NO_POLYGON. On an edge: one of those that share it. */
WEND_API uint32_t wend_navmesh_locate(const wend_map *map, uint32_t level, wend_location place);

/* ---- Corridor maps --------------------------------------------------------------------------- */

/* A vertex of the medial axis: where three or more edges meet, where two layers do, at a link, or a
 * corner that an edge runs into. */
typedef struct wend_corridor_vertex {
    wend_vec2 position; /* local */
    float clearance;    /* m */
    uint32_t layer;     /* at a link, the one on its left */
    uint32_t degree;    /* edges that meet here */
} wend_corridor_vertex;

/* An edge of it, on one layer. Its breakpoints divide it into segments, on which one wall or corner
 * is nearest on each side: segment i lies between the breakpoints i and i + 1. */
typedef struct wend_corridor_edge {
    uint32_t from, to;         /* vertices */
    uint32_t breakpoint_count; /* at least two */
    uint32_t layer;
    float length;          /* m, along the axis */
    float least_clearance; /* m */
    bool dead_end;         /* runs into a corner of the ground, where the clearance is 0 */
    bool blockable;        /* narrowed while an obstacle class is on or a door is shut */
} wend_corridor_edge;

/* A point of the axis, with the nearest places on walls on both hands. */
typedef struct wend_corridor_sample {
    wend_vec2 position;
    wend_vec2 left, right; /* as one goes along the edge */
    float clearance;       /* m: distance to both */
} wend_corridor_sample;

/* Where something is on the axis, or to which place of the axis it retracts. */
typedef struct wend_corridor_projection {
    uint32_t edge, segment;
    float t; /* 0 to 1: along the segment */
    wend_corridor_sample sample;
    float clearance; /* m: of the place that was asked for */
    bool left;       /* it lies on the left hand */
} wend_corridor_projection;

/* How many vertices the medial axis of a corridor map has, and one of them. Each function of this
 * section needs a map of kind "corridor" and an index below the count. */
WEND_API uint32_t wend_corridor_vertex_count(const wend_map *map);
WEND_API wend_corridor_vertex wend_corridor_vertex_at(const wend_map *map, uint32_t vertex);
/* How many edges it has, and one of them. */
WEND_API uint32_t wend_corridor_edge_count(const wend_map *map);
WEND_API wend_corridor_edge wend_corridor_edge_at(const wend_map *map, uint32_t edge);
/* A breakpoint of an edge. */
WEND_API wend_corridor_sample wend_corridor_breakpoint_at(const wend_map *map, uint32_t edge,
                                                          uint32_t breakpoint);
/* A point of a segment of an edge, t from 0 to 1. Its clearance and nearest points on walls are
 * those of the point itself, to single precision. */
WEND_API wend_corridor_sample wend_corridor_sample_at(const wend_map *map, uint32_t edge,
                                                      uint32_t segment, double t);

/* Projects a location onto the medial axis, along the direction away from its nearest wall; false
 * when the location is not on the ground of the map. Constant time where walls are spread evenly.
 */
WEND_API bool wend_corridor_project(const wend_map *map, wend_location place,
                                    wend_corridor_projection *out);

/* ---- Roadmaps -------------------------------------------------------------------------------- */

/* m: how far walls count; a clearance of this means that none is nearer. */
#define WEND_ROADMAP_FARTHEST 100.0F

/* A vertex of a roadmap. */
typedef struct wend_roadmap_vertex {
    wend_vec2 position; /* local */
    float clearance;    /* m: distance to the nearest wall */
    uint32_t layer;     /* at a link, the lower one */
    uint32_t degree;    /* edges that meet here */
} wend_roadmap_vertex;

/* An edge of it: a straight way on one layer, which can be walked both ways. */
typedef struct wend_roadmap_edge {
    uint32_t from, to; /* vertices, from < to */
    uint32_t layer;
    float length;    /* m */
    float clearance; /* m: the least on it; a disc of a smaller radius can go along */
    bool blockable;  /* narrowed while an obstacle class is on or a door is shut */
} wend_roadmap_edge;

/* The place of an edge that is nearest to another place. */
typedef struct wend_roadmap_projection {
    uint32_t edge;
    float t; /* 0 to 1: from its one end to the other */
    wend_vec2 position;
    float distance; /* m */
} wend_roadmap_projection;

/* Of roadmaps alone, as all that follow. */
WEND_API uint32_t wend_roadmap_vertex_count(const wend_map *map);
WEND_API wend_roadmap_vertex wend_roadmap_vertex_at(const wend_map *map, uint32_t vertex);
WEND_API uint32_t wend_roadmap_edge_count(const wend_map *map);
WEND_API wend_roadmap_edge wend_roadmap_edge_at(const wend_map *map, uint32_t edge);

/* The edges of a place's layer that come within `radius` (m), each with its nearest place, ordered
 * by (distance, edge), the nearest `capacity` of them. Returns how many were written: 0 for a place
 * that is not finite or on no layer of the map. Walls do not count. The map must be a roadmap. */
WEND_API uint32_t wend_roadmap_find_edges(const wend_map *map, wend_location place, float radius,
                                          wend_roadmap_projection *out, uint32_t capacity);

#ifdef __cplusplus
}
#endif

#endif
