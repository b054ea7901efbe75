/* wend/map.h: maps, the structures that planners search: navigation meshes, corridor maps,
 * roadmaps, grids and guidance fields.
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

/* A statistic that is specific to one kind of map. */
typedef struct wend_map_figure {
    const char *name; /* static storage, such as "cycles" or "length_m" */
    const char *unit; /* "1" if the value is a count */
    double value;
} wend_map_figure;

/* The largest number of figures that a map can have. */
enum { WEND_MAP_FIGURES = 12 };

/* The kind, hashes and sizes of a map. */
typedef struct wend_map_info {
    /* Name of the map's kind, in static storage: "navmesh", "corridor", "roadmap", "terrain",
     * "grid" or "guidance". */
    const char *kind;
    uint64_t space_hash; /* hash of the space that the map was built from */
    uint64_t hash;       /* hash of the map's content */
    uint32_t levels;   /* number of levels of a navigation mesh, one for each radius including 0; 1
                          for other kinds */
    uint64_t vertices; /* number of vertices in all levels together; for a grid, squares with a
                          walkable centre */
    uint64_t edges; /* number of portals, each counted once; for a corridor map, edges of the medial
                       axis; for a grid, moves, counted once in each direction */
    /* Number of polygons; for a corridor map, number of axis segments, each of which has one cell;
     * for a grid, number of squares. */
    uint64_t faces;
    uint64_t bytes; /* bytes of memory */
    /* m^2: the area that level 0 of a navigation mesh covers on all layers; 0 for other kinds. */
    double area;
    double largest_radius; /* m: radius of the largest disc that the map was built for; INFINITY: no
                              limit */
    wend_map_figure figures[WEND_MAP_FIGURES]; /* measures specific to its kind */
    uint32_t figure_count;
} wend_map_info;

/* Returns the kind, hashes and sizes of a map. */
WEND_API wend_map_info wend_map_get_info(const wend_map *map);
/* Returns the name of a map's kind; static storage. */
WEND_API const char *wend_map_kind(const wend_map *map);
/* Returns the value of the figure of that name, or NAN if the kind has no such figure. */
WEND_API double wend_map_find_figure(const wend_map *map, const char *name);

/* Writes one line of text about a map: its counts and its size in memory. Writes at most `size`
 * bytes, including the terminating zero. */
WEND_API void wend_map_describe(const wend_map *map, char *out, size_t size);
/* Writes one line of text about a level, which must exist. The text is "" if the kind does not
 * describe its levels. Writes at most `size` bytes, including the terminating zero. */
WEND_API void wend_map_describe_level(const wend_map *map, uint32_t level, char *out, size_t size);

/* Finds the element of a map at a location: the polygon of a mesh (level 0), the nearest edge of a
 * corridor map or a roadmap, or the square of a grid if its centre is walkable. Returns UINT32_MAX
 * if there is none. */
WEND_API uint32_t wend_map_locate(const wend_map *map, wend_location location);

/* The fraction of the walkable ground that a map covers. */
typedef struct wend_map_coverage {
    double share;     /* fraction, 0 to 1 */
    const char *verb; /* the verb for messages: "covers" or "seen from" */
    int decimals;     /* number of decimals when the fraction is printed in percent */
} wend_map_coverage;

/* Computes the fraction of the ground that a map covers. Most kinds use the areas of their polygons
 * or cells; a roadmap and a grid use the fraction of sample points from which one of the nearest
 * edges, or the centre of a square nearby, is visible. On unbounded ground, the fraction is
 * relative to the box that the map covers. `space` and `def` must be those that the map was built
 * from. The fraction is NAN if def->size is not a size that the library knows. */
WEND_API wend_map_coverage wend_map_get_coverage(const wend_map *map, const wend_space *space,
                                                 const wend_space_def *def);

/* Adds a reference. May be called from any thread. */
WEND_API void wend_map_retain(wend_map *map);
/* Releases a reference. May be called from any thread. Releasing the last reference frees the map.
 * NULL is allowed. */
WEND_API void wend_map_release(wend_map *map);

/* Writes a map in the format of a .wmap file. Returns its size in bytes. If the size is larger than
 * `capacity`, writes nothing, and `out` may be NULL. */
WEND_API size_t wend_map_save(const wend_map *map, void *out, size_t capacity);

/* Loads a map from bytes that wend_map_save wrote, and verifies it. Fails with WEND_ERROR_FORMAT if
 * the bytes are damaged, truncated, of another version or of an unknown kind of map, and with
 * WEND_ERROR_MEMORY. If `allocator` is NULL, the C heap is used. The caller owns one reference. */
WEND_API wend_result wend_map_load(const void *bytes, size_t size, const wend_allocator *allocator,
                                   wend_map **out, wend_error *error);

/* Saves a map as a file. The file is written as PATH.part and renamed when it is complete. Fails
 * with WEND_ERROR_IO or WEND_ERROR_MEMORY. */
WEND_API wend_result wend_map_save_file(const wend_map *map, const char *path, wend_error *error);
/* Loads a map from a file. Fails under the same conditions as wend_map_load, and with
 * WEND_ERROR_IO. */
WEND_API wend_result wend_map_load_file(const char *path, const wend_allocator *allocator,
                                        wend_map **out, wend_error *error);

/* ---- Queries --------------------------------------------------------------------------------- */

/* Queries on a map need no world and no agent. They use the map as it was built: its doors are
 * open, and the obstacle classes in the given mask are on. `space` must be the space that the map
 * was built from. Locations are in local coordinates. Any number of threads may query one map at
 * the same time, each with its own wend_map_query. The results depend on the kind of map, as
 * described below. */

/* Working memory for map queries. It grows to the largest size needed so far and never shrinks. It
 * belongs to one thread at a time. */
typedef struct wend_map_query wend_map_query;

/* Creates working memory for queries, which the caller owns. If `allocator` is NULL, the C heap is
 * used. Fails with WEND_ERROR_MEMORY. */
WEND_API wend_result wend_map_query_create(const wend_allocator *allocator, wend_map_query **out,
                                           wend_error *error);
/* Destroys working memory. NULL is allowed. */
WEND_API void wend_map_query_destroy(wend_map_query *query);

/* The definition of a path query. */
typedef struct wend_path_def {
    uint32_t size; /* set by wend_default_path_def */
    wend_location from, to;
    float radius; /* m: radius of the disc that follows the path; 0 or more */
    /* m: if the disc has no room at an end of the path, that end is replaced by the nearest
     * location with room, at most the radius plus this distance away. */
    float tolerance;
    uint32_t classes; /* mask of the obstacle classes that are on; class 0 is always on */
    /* If no path leads to `to`, find one that ends as near to it as possible. */
    bool may_be_partial;
    bool along_axis; /* on a corridor map, true: the path follows the medial axis; false: it is the
                        shortest path in the corridor around the axis. Other kinds ignore this field
                      */
} wend_path_def;

/* Writes the defaults of wend_default_path_def to a def of `size` bytes. */
WEND_API void wend_path_def_init(wend_path_def *def, size_t size);
/* Returns a def of a path from (0, 0) to (0, 0) on layer 0, with radius 0.25 m, tolerance 0.5 m and
 * all classes on. The path may be partial, and does not follow the axis. */
static inline wend_path_def wend_default_path_def(void) {
    wend_path_def def;
    wend_path_def_init(&def, sizeof def);
    return def;
}

/* The outcome of a path query. */
typedef enum wend_path_status {
    WEND_PATH_NONE,    /* no path was found: no points, length 0 */
    WEND_PATH_FOUND,   /* the path leads to `to`, or to the location that replaces it */
    WEND_PATH_PARTIAL, /* the path ends as near to `to` as possible */
    WEND_PATH_STATUS_COUNT
} wend_path_status;

/* The result of a path query. */
typedef struct wend_path_result {
    wend_path_status status;
    uint32_t point_count; /* number of points of the whole path; at least 1 if there is a path */
    double length;        /* m: length of the polyline through the points */
    bool unproven;        /* a search reached its limit, so a shorter path may exist */
} wend_path_result;

/* Finds a path between two locations, as the planner for the map's kind does for an agent. On a
 * navigation mesh it is the shortest path (Polyanya); on a corridor map, a path in the corridor
 * around the shortest route on the medial axis; on a roadmap, the shortest path along edges with
 * enough clearance between the nearest vertices that can be linked to both ends, which is never
 * partial; on a grid, a short path in straight lines between centres of squares, on ground of
 * uniform weight. Writes at most `capacity` points, starting with the start point (`points` may be
 * NULL if `capacity` is 0), and writes the result to `out`. Paths do not use connections of
 * the space. If `query` is NULL, memory is allocated for this call only. Fails with
 * WEND_ERROR_INVALID (another space, a value out of range or not finite, a layer that does not
 * exist, a kind of map without a search) and WEND_ERROR_MEMORY. */
WEND_API wend_result wend_map_find_path(const wend_map *map, const wend_space *space,
                                        const wend_path_def *def, wend_map_query *query,
                                        wend_location *points, uint32_t capacity,
                                        wend_path_result *out, wend_error *error);

/* Finds the nearest location, on the same layer and at most `distance` (m) away, where the map has
 * room for a disc of the given radius. On a navigation mesh this is the nearest point of the level
 * for that radius. On a corridor map it is the location itself if the disc has room there;
 * otherwise it is the first point with room on the line from the location to the medial axis, or
 * the nearest point of the axis with room. On a roadmap it is the nearest point of an edge with
 * enough clearance. On a grid it is the location itself if the disc has room there, otherwise the
 * nearest centre of a square with room. `*found` is false if there is no such location. Fails under
 * the same conditions as wend_map_find_path. */
WEND_API wend_result wend_map_find_nearest(const wend_map *map, const wend_space *space,
                                           wend_location location, float radius, float distance,
                                           uint32_t classes, wend_map_query *query, bool *found,
                                           wend_location *out, wend_error *error);

/* Samples `count` locations where a disc of the given radius has room. They are distributed
 * uniformly by area over all layers together: in the level for that radius of a navigation mesh, on
 * the ground of a corridor map, and for other kinds on the walkable ground in the box around the
 * space. Location k depends only on the seed and k. Sets `*written` to the number of locations
 * found. This is less than `count` if there is no room, or so little room that 10,000 trials in a
 * row found none. Fails under the same conditions as wend_map_find_path. */
WEND_API wend_result wend_map_sample(const wend_map *map, const wend_space *space, uint64_t seed,
                                     float radius, uint32_t classes, wend_map_query *query,
                                     wend_location *out, uint32_t count, uint32_t *written,
                                     wend_error *error);

/* ---- Navigation meshes and terrain maps ------------------------------------------------------ */

/* One polygon of a navigation mesh, or one triangle of a terrain map. */
typedef struct wend_navmesh_polygon {
    /* In local coordinates, convex, counter-clockwise; valid as long as the map. */
    const wend_vec2 *points;
    const uint32_t *neighbours; /* neighbours[i] is the polygon across the edge from point i to
                                   point i + 1, or WEND_NO_POLYGON at a wall */
    const float *clearances; /* m: for each edge, the largest clearance of its points; 0 at walls.
                                NULL except on level 0 */
    uint32_t count;
    uint32_t layer;
    bool blockable;   /* true if an obstacle class or a closed door can block it */
    uint32_t terrain; /* its type of terrain; always 0 unless the map is of kind "terrain" */
} wend_navmesh_polygon;

/* No polygon: at a wall, or outside the mesh. */
#define WEND_NO_POLYGON UINT32_MAX

/* Returns the number of levels of a mesh. Level 0 is the whole walkable area; each other level
 * consists of the positions that the centre of a disc may have. The functions of this section need
 * a map of kind "navmesh" or "terrain", and indices that are less than the counts. */
WEND_API uint32_t wend_navmesh_level_count(const wend_map *map);
/* Returns the radius (m) of the discs that a level was built for. */
WEND_API float wend_navmesh_level_radius(const wend_map *map, uint32_t level);
/* Returns the number of polygons of a level. */
WEND_API uint32_t wend_navmesh_polygon_count(const wend_map *map, uint32_t level);
/* Returns a polygon of a level. */
WEND_API wend_navmesh_polygon wend_navmesh_polygon_at(const wend_map *map, uint32_t level,
                                                      uint32_t polygon);
/* Finds the polygon that contains a location. On an edge, it is one of the polygons that share the
 * edge. Returns WEND_NO_POLYGON if there is none. */
WEND_API uint32_t wend_navmesh_locate(const wend_map *map, uint32_t level, wend_location location);

/* ---- Corridor maps --------------------------------------------------------------------------- */

/* A vertex of the medial axis: a point where three or more edges meet, a point where two layers
 * meet at a link, or a corner of the ground at which an edge ends. */
typedef struct wend_corridor_vertex {
    wend_vec2 position; /* in local coordinates */
    float clearance;    /* m: distance to the nearest wall */
    uint32_t layer;     /* at a link, the layer on the link's left */
    uint32_t degree;    /* number of edges that meet here */
} wend_corridor_vertex;

/* An edge of the medial axis, on one layer. Its breakpoints divide it into segments; along a
 * segment, the nearest wall or corner on each side stays the same. Segment i lies between the
 * breakpoints i and i + 1. */
typedef struct wend_corridor_edge {
    uint32_t from, to;         /* vertices at its ends */
    uint32_t breakpoint_count; /* at least 2 */
    uint32_t layer;
    float length;          /* m: length along the axis */
    float least_clearance; /* m: the smallest distance to a wall along the edge */
    bool dead_end;         /* it ends in a corner of the ground, where the clearance is 0 */
    bool blockable;        /* true if an obstacle class or a closed door can limit its clearance */
} wend_corridor_edge;

/* A point on the medial axis, with its nearest wall points on both sides. */
typedef struct wend_corridor_sample {
    wend_vec2 position;
    /* The nearest wall points, on the left and right of the edge's direction. */
    wend_vec2 left, right;
    float clearance; /* m: distance to both wall points */
} wend_corridor_sample;

/* The projection of a location onto the medial axis. */
typedef struct wend_corridor_projection {
    uint32_t edge, segment;
    float t; /* position along the segment, 0 to 1 */
    wend_corridor_sample sample;
    float clearance; /* m: clearance of the location that was projected */
    bool left;       /* true: the location lies on the left of the edge */
} wend_corridor_projection;

/* Returns the number of vertices of the medial axis. The functions of this section need a map of
 * kind "corridor", and indices that are less than the counts. */
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
/* Returns the point at parameter t (0 to 1) of a segment of an edge. Its clearance and its nearest
 * wall points are computed for this point, in single precision. */
WEND_API wend_corridor_sample wend_corridor_sample_at(const wend_map *map, uint32_t edge,
                                                      uint32_t segment, double t);

/* Projects a location onto the medial axis, along the direction away from the nearest wall. Returns
 * false if the location is not on the ground of the map. Takes constant time if walls are
 * distributed evenly. */
WEND_API bool wend_corridor_project(const wend_map *map, wend_location location,
                                    wend_corridor_projection *out);

/* ---- Roadmaps -------------------------------------------------------------------------------- */

/* The upper limit of clearances in a roadmap, m. A clearance of this value means that no wall is
 * closer than that. */
#define WEND_ROADMAP_MAX_CLEARANCE 100.0F

/* A vertex of a roadmap. */
typedef struct wend_roadmap_vertex {
    wend_vec2 position; /* in local coordinates */
    float clearance;    /* m: distance to the nearest wall */
    uint32_t layer;     /* at a link, the layer with the lower index */
    uint32_t degree;    /* number of edges that meet here */
} wend_roadmap_vertex;

/* An edge of a roadmap: a straight segment on one layer, walkable in both directions. */
typedef struct wend_roadmap_edge {
    uint32_t from, to; /* vertices at its ends; from < to */
    uint32_t layer;
    float length;    /* m */
    float clearance; /* m: the smallest clearance along the edge; discs with a smaller radius fit */
    bool blockable;  /* true if an obstacle class or a closed door can limit its clearance */
} wend_roadmap_edge;

/* The point of an edge that is nearest to a location. */
typedef struct wend_roadmap_projection {
    uint32_t edge;
    float t; /* position along the edge, from 0 at one end to 1 at the other */
    wend_vec2 position;
    float distance; /* m: distance from the location to this point */
} wend_roadmap_projection;

/* Returns the number of vertices of a roadmap. The functions of this section need a map of kind
 * "roadmap", and indices that are less than the counts. */
WEND_API uint32_t wend_roadmap_vertex_count(const wend_map *map);
/* Returns a vertex of a roadmap. */
WEND_API wend_roadmap_vertex wend_roadmap_vertex_at(const wend_map *map, uint32_t vertex);
/* Returns the number of edges of a roadmap. */
WEND_API uint32_t wend_roadmap_edge_count(const wend_map *map);
/* Returns an edge of a roadmap. */
WEND_API wend_roadmap_edge wend_roadmap_edge_at(const wend_map *map, uint32_t edge);

/* Finds the edges on a location's layer that are within `radius` (m) of it, each with its nearest
 * point. They are ordered by (distance, edge), and at most `capacity` of them are written. Walls
 * are ignored. Returns how many were written: 0 for a location that is not finite or is on no layer
 * of the map. */
WEND_API uint32_t wend_roadmap_find_edges(const wend_map *map, wend_location location, float radius,
                                          wend_roadmap_projection *out, uint32_t capacity);

/* Grids: see wend/grid.h. */

/* ---- Guidance fields ------------------------------------------------------------------------- */

enum { WEND_MAX_GUIDANCE_CELLS = 1 << 22 }; /* the largest number of cells of a guidance field */
#define WEND_MIN_GUIDANCE_CELL  0.01        /* m: the smallest side of a cell */
#define WEND_MAX_GUIDANCE_CELL  1000.0      /* m: the largest side of a cell */
#define WEND_MAX_GUIDANCE_ARROW 1000.0F     /* the longest arrow */

/* A cell of a guidance field. */
typedef struct wend_guidance_cell {
    wend_location centre; /* local coordinates */
    wend_vec2 arrow;      /* direction, times a factor for the preferred speed; (0, 0), or both
                             components below 1e-9: no arrow */
    double width, height; /* m */
} wend_guidance_cell;

/* Returns the number of cells on all layers. The functions of this section need a map of kind
 * "guidance". */
WEND_API uint32_t wend_guidance_cell_count(const wend_map *map);
/* Returns cell `cell`, which must exist. O(layers). */
WEND_API wend_guidance_cell wend_guidance_cell_at(const wend_map *map, uint32_t cell);

/* Gets the arrow at a location: interpolated between the centres of the cells around it or, if
 * `nearest` is true, that of the cell at the location. A location outside the lattice has the arrow
 * of the nearest cell at the border. Cells without an arrow, and cells whose centre is behind a
 * wall of class 0, do not count. If opposite arrows cancel out, the nearest of them is used.
 * Returns false if no cell around the location has an arrow. `space` must be the space that the map
 * was built from. */
WEND_API bool wend_guidance_sample(const wend_map *map, const wend_space *space, wend_location at,
                                   bool nearest, wend_vec2 *out);

#ifdef __cplusplus
}
#endif

#endif
