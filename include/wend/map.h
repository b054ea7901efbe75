/* wend/map.h: maps, the structures that planners search: navigation meshes, corridor maps and
 * roadmaps.
 *
 * A map is built once (by wend-kit, from a space) or loaded from a .wmap file, and never changes;
 * worlds and threads share it. Add it to a world with wend_world_add_map: planners that need a map
 * of its kind find it there. */
#ifndef WEND_MAP_H
#define WEND_MAP_H

#include <wend/base.h>
#include <wend/space.h>

#ifdef __cplusplus
extern "C" {
#endif

/* A map of a space: reference-counted and immutable. */
typedef struct wend_map wend_map;

/* A measure that is specific to a kind of map. */
typedef struct wend_map_figure {
    const char *name; /* static storage: "cycles", "length_m" */
    const char *unit; /* "1" for a count */
    double value;
} wend_map_figure;

/* The largest number of figures of a map. */
enum { WEND_MAP_FIGURES = 8 };

/* The kind, hashes and sizes of a map. */
typedef struct wend_map_info {
    const char *kind;    /* name of its kind: "navmesh", "corridor", "roadmap"; static storage */
    uint64_t space_hash; /* of the space that it was built from */
    uint64_t hash;       /* of its content */
    uint32_t levels; /* levels of a navigation mesh, one per radius, radius 0 included; 1 for other
                        kinds */
    uint64_t vertices; /* of all levels together */
    uint64_t edges;    /* portals, each once; for a corridor map, edges of the medial axis */
    uint64_t faces;    /* polygons; for a corridor map, segments of the axis, each with a cell */
    uint64_t bytes;    /* of memory */
    double area; /* m^2: covered by level 0 of a navigation mesh, all layers; 0 for other kinds */
    double largest_radius; /* m: of the discs that it was built for; INFINITY: any */
    wend_map_figure figures[WEND_MAP_FIGURES]; /* measures specific to its kind */
    uint32_t figure_count;
} wend_map_info;

/* Returns the kind, hashes and sizes of a map. */
WEND_API wend_map_info wend_map_get_info(const wend_map *map);
/* Returns the name of a map's kind; static storage. */
WEND_API const char *wend_map_kind(const wend_map *map);
/* Returns the figure of that name; NAN if the kind has none. */
WEND_API double wend_map_find_figure(const wend_map *map, const char *name);

/* Writes one line of text about the map: counts and bytes. At most `size` bytes, the final zero
 * included. */
WEND_API void wend_map_describe(const wend_map *map, char *out, size_t size);
/* Writes one line of text about a level, which must exist: "" if the kind has no text for it. At
 * most `size` bytes, the final zero included. */
WEND_API void wend_map_describe_level(const wend_map *map, uint32_t level, char *out, size_t size);

/* Finds the element of a map at a location: the polygon of a mesh (level 0), or the nearest edge of
 * a corridor map or a roadmap. Returns UINT32_MAX if there is none. */
WEND_API uint32_t wend_map_locate(const wend_map *map, wend_location location);

/* The share of the walkable ground that a map covers. */
typedef struct wend_map_coverage {
    double share;     /* 0 to 1 */
    const char *verb; /* the verb for messages: "covers", "seen from" */
    int decimals;     /* significant decimals of the share in percent */
} wend_map_coverage;

/* Computes the coverage of a map: by the areas of its polygons or cells; for a roadmap, by the
 * share of sample points on a grid from which one of the nearest edges is visible. On unbounded
 * ground, it is relative to the box that the map covers. `space` and `def` are those that the map
 * was built from. The share is NAN if the size of the def is unknown. */
WEND_API wend_map_coverage wend_map_get_coverage(const wend_map *map, const wend_space *space,
                                                 const wend_space_def *def);

/* Adds a reference; may be called from any thread. */
WEND_API void wend_map_retain(wend_map *map);
/* Releases a reference; may be called from any thread. Releasing the last one frees the map. NULL
 * is allowed. */
WEND_API void wend_map_release(wend_map *map);

/* Writes a map in the format of a .wmap file. Returns the size in bytes; writes nothing if that is
 * larger than `capacity` (`out` may be NULL). */
WEND_API size_t wend_map_save(const wend_map *map, void *out, size_t capacity);

/* Loads a map from such bytes, and verifies it. Fails with WEND_ERROR_FORMAT if they are damaged,
 * cut short, of another version or of an unknown kind of map, and with WEND_ERROR_MEMORY.
 * `allocator` NULL: the C heap. The caller owns one reference. */
WEND_API wend_result wend_map_load(const void *bytes, size_t size, const wend_allocator *allocator,
                                   wend_map **out, wend_error *error);

/* Saves a map as a file, which is written as PATH.part and renamed when complete. Fails with
 * WEND_ERROR_IO or WEND_ERROR_MEMORY. */
WEND_API wend_result wend_map_save_file(const wend_map *map, const char *path, wend_error *error);
/* Loads a map from a file. Fails as wend_map_load, and with WEND_ERROR_IO. */
WEND_API wend_result wend_map_load_file(const char *path, const wend_allocator *allocator,
                                        wend_map **out, wend_error *error);

/* ---- Queries --------------------------------------------------------------------------------- */

/* Queries on a map without a world or an agent. They use the map as it was built: its doors are
 * open, and the obstacle classes of a mask are on. `space` is the one that the map was built from.
 * Locations are in local coordinates. Any number of threads may query one map at the same time,
 * each with its own wend_map_query. The answers depend on the kind of map, as described below. */

/* Working memory of map queries. It grows to the largest size needed so far, and is kept. Belongs
 * to one thread at a time. */
typedef struct wend_map_query wend_map_query;

/* Creates working memory for queries, which the caller owns. `allocator` NULL: the C heap. Fails
 * with WEND_ERROR_MEMORY. */
WEND_API wend_result wend_map_query_create(const wend_allocator *allocator, wend_map_query **out,
                                           wend_error *error);
/* Destroys working memory. NULL is allowed. */
WEND_API void wend_map_query_destroy(wend_map_query *query);

/* The definition of a path query. */
typedef struct wend_path_def {
    uint32_t size; /* set by wend_default_path_def */
    wend_location from, to;
    float radius;    /* m, of the disc that follows the path; 0 or more */
    float tolerance; /* m: how far, beyond the radius, the ends may be from where the disc has room;
                        the nearest such location then replaces them */
    uint32_t classes;    /* mask of the obstacle classes that are on; class 0 always is */
    bool may_be_partial; /* if no path leads to `to`, find one that leads as near as possible */
    bool along_axis;     /* on a corridor map: follow the medial axis; else the shortest path in the
                            corridor around it. Other kinds ignore it */
} wend_path_def;

/* Writes the defaults of wend_default_path_def to a def of `size` bytes. */
WEND_API void wend_path_def_init(wend_path_def *def, size_t size);
/* Returns a def from (0, 0) to (0, 0) on layer 0, radius 0.25 m, tolerance 0.5 m, all classes on,
 * partial paths allowed, not along the axis. */
static inline wend_path_def wend_default_path_def(void) {
    wend_path_def def;
    wend_path_def_init(&def, sizeof def);
    return def;
}

/* The outcome of a path query. */
typedef enum wend_path_status {
    WEND_PATH_NONE,    /* no path: no points, length 0 */
    WEND_PATH_FOUND,   /* leads to `to`, or to the location that replaces it */
    WEND_PATH_PARTIAL, /* leads as near as possible */
    WEND_PATH_STATUS_COUNT
} wend_path_status;

/* The result of a path query. */
typedef struct wend_path_result {
    wend_path_status status;
    uint32_t point_count; /* of the whole path; at least 1 if there is a path */
    double length;        /* m: of the polyline through the points */
    bool unproven;        /* a search reached its limit: a shorter path may exist */
} wend_path_result;

/* Finds a path between two locations, as the planner for the map's kind does for an agent: on a
 * navigation mesh the shortest path (Polyanya), on a corridor map a path in the corridor around the
 * shortest route on the medial axis, on a roadmap the shortest path along its edges (never
 * partial). Writes at most `capacity` points, the start first (`points` may be NULL if it is 0),
 * and the result to `out`. Paths do not take connections of the space. `query` NULL: memory is
 * allocated for this call only. Fails with WEND_ERROR_INVALID (another space, a value out of range
 * or not finite, a layer that does not exist, a kind of map without a search) and
 * WEND_ERROR_MEMORY. */
WEND_API wend_result wend_map_find_path(const wend_map *map, const wend_space *space,
                                        const wend_path_def *def, wend_map_query *query,
                                        wend_location *points, uint32_t capacity,
                                        wend_path_result *out, wend_error *error);

/* Finds the nearest location, on the same layer and at most `distance` (m) away, where a disc of
 * that radius has room according to the map. On a navigation mesh this is the nearest point of the
 * level for the radius. On a corridor map it is the location itself if the disc has room there,
 * else the first point with room on the line from it to the medial axis, or the nearest point of
 * the axis with room. On a roadmap it is the nearest point of an edge with enough clearance. *found
 * is false if there is none. Fails as wend_map_find_path. */
WEND_API wend_result wend_map_find_nearest(const wend_map *map, const wend_space *space,
                                           wend_location location, float radius, float distance,
                                           uint32_t classes, wend_map_query *query, bool *found,
                                           wend_location *out, wend_error *error);

/* Samples `count` locations where a disc of that radius has room, uniform by area over all layers
 * together: from the level for the radius of a navigation mesh, from the ground of a corridor map,
 * and for other kinds from the walkable ground in the box around the space. Location k depends only
 * on the seed and k. Sets *written to the number of locations: fewer than `count` if there is no
 * room, or so little that 10,000 trials in a row found none. Fails as wend_map_find_path. */
WEND_API wend_result wend_map_sample(const wend_map *map, const wend_space *space, uint64_t seed,
                                     float radius, uint32_t classes, wend_map_query *query,
                                     wend_location *out, uint32_t count, uint32_t *written,
                                     wend_error *error);

/* ---- Navigation meshes ----------------------------------------------------------------------- */

/* One polygon of a navigation mesh. */
typedef struct wend_navmesh_polygon {
    const wend_vec2 *points;    /* local, convex, counter-clockwise; valid as long as the map */
    const uint32_t *neighbours; /* the polygon across the edge from point i to point i + 1;
                                   WEND_NO_POLYGON at a wall */
    const float *clearances;    /* one per edge: on level 0, the largest distance to a wall of any
                                   point of that edge, m; 0 at walls. NULL on other levels */
    uint32_t count;
    uint32_t layer;
    bool blockable; /* blocked while an obstacle class is on or a door is closed */
} wend_navmesh_polygon;

/* No polygon: at a wall, or outside the mesh. */
#define WEND_NO_POLYGON UINT32_MAX

/* Returns the number of levels of a mesh. Level 0 is the whole walkable area; the others are the
 * positions that the centre of a disc may have. The functions of this section need a map of kind
 * "navmesh", and indices below the counts. */
WEND_API uint32_t wend_navmesh_level_count(const wend_map *map);
/* Returns the radius of the discs that a level is for, m. */
WEND_API float wend_navmesh_level_radius(const wend_map *map, uint32_t level);
/* Returns the number of polygons of a level. */
WEND_API uint32_t wend_navmesh_polygon_count(const wend_map *map, uint32_t level);
/* Returns a polygon of a level. */
WEND_API wend_navmesh_polygon wend_navmesh_polygon_at(const wend_map *map, uint32_t level,
                                                      uint32_t polygon);
/* Finds the polygon that contains a location; on an edge, one of those that share it. Returns
 * WEND_NO_POLYGON if there is none. */
WEND_API uint32_t wend_navmesh_locate(const wend_map *map, uint32_t level, wend_location location);

/* ---- Corridor maps --------------------------------------------------------------------------- */

/* A vertex of the medial axis: where three or more edges meet, where two layers meet at a link, or
 * a corner of the ground that an edge ends in. */
typedef struct wend_corridor_vertex {
    wend_vec2 position; /* local */
    float clearance;    /* m */
    uint32_t layer;     /* at a link, the one on its left */
    uint32_t degree;    /* edges that meet here */
} wend_corridor_vertex;

/* An edge of the medial axis, on one layer. Its breakpoints divide it into segments; along a
 * segment, the nearest wall or corner on each side stays the same. Segment i lies between the
 * breakpoints i and i + 1. */
typedef struct wend_corridor_edge {
    uint32_t from, to;         /* vertices */
    uint32_t breakpoint_count; /* at least two */
    uint32_t layer;
    float length;          /* m, along the axis */
    float least_clearance; /* m */
    bool dead_end;         /* ends in a corner of the ground, where the clearance is 0 */
    bool blockable; /* its clearance is limited while an obstacle class is on or a door is closed */
} wend_corridor_edge;

/* A point on the medial axis, with the nearest wall points on both sides. */
typedef struct wend_corridor_sample {
    wend_vec2 position;
    wend_vec2 left, right; /* seen in the direction of the edge */
    float clearance;       /* m: distance to both */
} wend_corridor_sample;

/* The projection of a location onto the medial axis. */
typedef struct wend_corridor_projection {
    uint32_t edge, segment;
    float t; /* 0 to 1: along the segment */
    wend_corridor_sample sample;
    float clearance; /* m: of the location that was projected */
    bool left;       /* the location lies on the left of the edge */
} wend_corridor_projection;

/* Returns the number of vertices of the medial axis. The functions of this section need a map of
 * kind "corridor", and indices below the counts. */
WEND_API uint32_t wend_corridor_vertex_count(const wend_map *map);
/* Returns a vertex of the medial axis. */
WEND_API wend_corridor_vertex wend_corridor_vertex_at(const wend_map *map, uint32_t vertex);
/* Returns the number of edges of the medial axis. */
WEND_API uint32_t wend_corridor_edge_count(const wend_map *map);
/* Returns an edge of the medial axis. */
WEND_API wend_corridor_edge wend_corridor_edge_at(const wend_map *map, uint32_t edge);
/* Returns a breakpoint of an edge. */
WEND_API wend_corridor_sample wend_corridor_breakpoint_at(const wend_map *map, uint32_t edge,
                                                          uint32_t breakpoint);
/* Returns a point of a segment of an edge, t from 0 to 1. Its clearance and nearest wall points are
 * those of the point itself, in single precision. */
WEND_API wend_corridor_sample wend_corridor_sample_at(const wend_map *map, uint32_t edge,
                                                      uint32_t segment, double t);

/* Projects a location onto the medial axis, along the direction away from its nearest wall. Returns
 * false if the location is not on the ground of the map. Takes constant time where walls are spread
 * evenly. */
WEND_API bool wend_corridor_project(const wend_map *map, wend_location location,
                                    wend_corridor_projection *out);

/* ---- Roadmaps -------------------------------------------------------------------------------- */

/* The upper limit of clearances in a roadmap, m: a clearance of this value means that no wall is
 * closer. */
#define WEND_ROADMAP_MAX_CLEARANCE 100.0F

/* A vertex of a roadmap. */
typedef struct wend_roadmap_vertex {
    wend_vec2 position; /* local */
    float clearance;    /* m: distance to the nearest wall */
    uint32_t layer;     /* at a link, the lower one */
    uint32_t degree;    /* edges that meet here */
} wend_roadmap_vertex;

/* An edge of a roadmap: a straight segment on one layer, walkable in both directions. */
typedef struct wend_roadmap_edge {
    uint32_t from, to; /* vertices, from < to */
    uint32_t layer;
    float length;    /* m */
    float clearance; /* m: the smallest along it; a disc of a smaller radius can follow it */
    bool blockable; /* its clearance is limited while an obstacle class is on or a door is closed */
} wend_roadmap_edge;

/* The point of an edge that is nearest to a location. */
typedef struct wend_roadmap_projection {
    uint32_t edge;
    float t; /* 0 to 1: from one end to the other */
    wend_vec2 position;
    float distance; /* m: to the location */
} wend_roadmap_projection;

/* Returns the number of vertices of a roadmap. The functions of this section need a map of kind
 * "roadmap", and indices below the counts. */
WEND_API uint32_t wend_roadmap_vertex_count(const wend_map *map);
/* Returns a vertex of a roadmap. */
WEND_API wend_roadmap_vertex wend_roadmap_vertex_at(const wend_map *map, uint32_t vertex);
/* Returns the number of edges of a roadmap. */
WEND_API uint32_t wend_roadmap_edge_count(const wend_map *map);
/* Returns an edge of a roadmap. */
WEND_API wend_roadmap_edge wend_roadmap_edge_at(const wend_map *map, uint32_t edge);

/* Finds the edges on a location's layer within `radius` (m), each with its nearest point, ordered
 * by (distance, edge), at most `capacity` of them. Walls have no influence. Returns how many were
 * written: 0 for a location that is not finite or on no layer of the map. */
WEND_API uint32_t wend_roadmap_find_edges(const wend_map *map, wend_location location, float radius,
                                          wend_roadmap_projection *out, uint32_t capacity);

#ifdef __cplusplus
}
#endif

#endif
