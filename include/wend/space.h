/* wend/space.h: the space, which consists of the walkable ground and its walls, and geometric
 * queries on them.
 *
 * A space is created once from clean polygons, verified, and never changes; worlds and threads
 * share it. It has one or more layers (floors) that may overlap in the plane and are joined by
 * links. Parts that change during a run (switched obstacles, doors, moving obstacles) belong to a
 * world's overlay.
 *
 * Vertices are stored in single precision relative to the space's origin. Verification and all
 * queries use this rounded geometry, and queries are exact for it. */
#ifndef WEND_SPACE_H
#define WEND_SPACE_H

#include <wend/base.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The walkable ground: reference-counted and immutable. */
typedef struct wend_space wend_space;

enum {
    WEND_MAX_LAYERS = 256,  /* the largest number of layers per space */
    WEND_MAX_CLASSES = 32,  /* the largest number of obstacle classes per space, class 0 included */
    WEND_MAX_EXTENT = 8192, /* m: the largest size of a space in x and in y */
    WEND_MAX_CONNECTIONS = 1024,   /* the largest number of connections per space */
    WEND_MAX_TERRAIN_NAMES = 4096, /* the largest number of named terrain types per space */
    WEND_NO_WALL = 0x7fffffff
};

/* A mask with all obstacle classes: bit c stands for class c. Class 0 is always on. */
#define WEND_ALL_CLASSES UINT32_MAX

/* The items of a wend_space_def (rings, solids, walls, terrain, layers, links, connections) are
 * stored in plain arrays, because their structs never change within one WEND_INTERFACE. */

/* ---- Definition ------------------------------------------------------------------------------ */

/* A closed simple polygon in either winding: at least three points, the last joined to the first.
 */
typedef struct wend_ring {
    const wend_point *points;
    uint32_t count;
} wend_ring;

/* A polygon that blocks agents. Solids of class 0 must not overlap each other or cross the
 * boundary, but may touch at points. Solids of other classes can be switched off in a world; they
 * must be simple, and may touch or overlap anything. */
typedef struct wend_solid_def {
    wend_ring ring;
    uint32_t obstacle_class; /* 0 to class_count - 1 */
} wend_solid_def;

/* A thin wall: a polyline of at least two points that cannot be crossed from either side. */
typedef struct wend_open_wall_def {
    const wend_point *points;
    uint32_t count;
    uint32_t obstacle_class;
} wend_open_wall_def;

/* A region of ground with a terrain type. A region covers the regions before it in the list. A
 * point is in a region if it lies in an odd number of the region's rings: in the outer ring and in
 * no hole, or on an island in a hole. */
typedef struct wend_terrain_def {
    wend_ring ring;
    uint32_t type; /* 1 or more, chosen by the user; 0 is the ground that no region covers. Types
                      may have names: see wend_space_def.terrain_names */
    const wend_ring *holes;
    uint32_t hole_count;
} wend_terrain_def;

/* The height of a part of a layer: the height of a plane, plus that of an optional grid. Layers
 * stay flat for walking and planning; models may use height and slope, and outputs record the
 * height. A part covers the parts before it in the list; where there is no part, the height is 0.
 */
typedef struct wend_height_def {
    wend_ring ring;   /* region, by the even-odd rule; no points: the whole layer */
    double z;         /* m: height of the plane at (0, 0) in the user's coordinates */
    wend_point slope; /* m of height per m in x and y */
    /* NULL, or columns * rows heights in m, stored row by row in the direction of increasing y. The
     * first height is at grid_low, and neighbouring grid points are grid_cell apart. Between grid
     * points, heights are interpolated bilinearly; outside the grid they equal those at its edge.
     */
    const float *grid;
    uint32_t columns, rows; /* each 2 or more; at most 16,777,216 grid points */
    wend_point grid_low;
    double grid_cell; /* m: distance between neighbouring grid points, above 0 */
} wend_height_def;

/* The definition of one layer (floor). Boundaries enclose the walkable ground; without boundaries
 * the layer is unbounded. A boundary may lie inside a class-0 solid (a courtyard); two boundaries
 * must not overlap. */
typedef struct wend_layer_def {
    const char *name; /* NULL or "" for none; unique otherwise */
    const wend_ring *boundaries;
    uint32_t boundary_count;
    const wend_solid_def *solids;
    uint32_t solid_count;
    const wend_open_wall_def *open_walls;
    uint32_t open_wall_count;
    const wend_terrain_def *terrains;
    uint32_t terrain_count;
    const wend_height_def *heights;
    uint32_t height_count;
} wend_layer_def;

/* A seam where two layers meet: one edge of a class-0 ring in each layer. The walkable ground of
 * left_layer is on the left of a -> b, that of right_layer on the right. The edge is an opening,
 * not a wall; an agent that crosses it changes its layer. */
typedef struct wend_link_def {
    wend_point a, b;
    uint32_t left_layer, right_layer; /* must be two different layers */
} wend_link_def;

/* A connection between two points of the ground: a ladder, a jump, a turnstile or a one-way door.
 * An agent that takes the connection leaves the ground at `from` and comes back to the ground at
 * `to`. In the meantime, other agents do not see the agent. Planners compare the cost of
 * connections with that of walking. */
typedef struct wend_connection_def {
    const char *name; /* NULL or "" for none; unique otherwise */
    wend_point from, to;
    uint32_t from_layer, to_layer; /* may be the same layer */
    bool one_way;                  /* true: it cannot be taken from `to` to `from` */
    /* m: the walking distance that the connection counts as; negative: the length of the
     * connection, or the distance that the agent would walk during the crossing, whichever is
     * longer. */
    double cost;
    double duration; /* s; negative: the time needed to walk its length at the agent's preferred
                        speed */
    double radius; /* m, above 0: an agent takes the connection when its centre is this close to an
                      end */
    /* Names of the profiles that may take it; NULL: all profiles may. */
    const char *const *profiles;
    uint32_t profile_count;
} wend_connection_def;

/* Returns a connection from (0, 0) to (0, 0) on layer 0, in both directions, for all profiles. Cost
 * and duration follow from its length; its radius is 0.5 m. */
WEND_API wend_connection_def wend_default_connection_def(void);

/* The definition of a space. The caller keeps ownership of arrays and strings. */
typedef struct wend_space_def {
    uint32_t size; /* set by wend_default_space_def */
    const wend_layer_def *layers;
    uint32_t layer_count; /* 0 to WEND_MAX_LAYERS; 0 means one unbounded layer */
    const wend_link_def *links;
    uint32_t link_count;
    const char *const *class_names; /* names of the classes 0 to class_count - 1; may be NULL */
    uint32_t class_count;           /* 1 to WEND_MAX_CLASSES */
    bool has_origin;                /* false: the library chooses the origin (wend_space_origin) */
    wend_point origin;
    wend_allocator allocator; /* if zeroed, the C heap is used */
    const wend_connection_def *connections;
    uint32_t connection_count; /* at most WEND_MAX_CONNECTIONS */
    /* Names of the terrain types 0 to terrain_name_count - 1. NULL or "" means that the type has no
     * name; other names must be unique. Type 0 is the ground that no region covers. Types without a
     * name are allowed. */
    const char *const *terrain_names;
    uint32_t terrain_name_count; /* at most WEND_MAX_TERRAIN_NAMES */
} wend_space_def;

/* Writes the defaults of wend_default_space_def to a def of `size` bytes. */
WEND_API void wend_space_def_init(wend_space_def *def, size_t size);
/* Returns a def without layers, with one obstacle class and an origin that the library chooses. */
static inline wend_space_def wend_default_space_def(void) {
    wend_space_def def;
    wend_space_def_init(&def, sizeof def);
    return def;
}

/* Verifies a definition and creates a space; everything in `def` is copied. Fails with
 * WEND_ERROR_GEOMETRY (the message names the layer, ring and position), WEND_ERROR_INVALID,
 * WEND_ERROR_LIMIT (the space is larger than WEND_MAX_EXTENT, or farther than that from a given
 * origin), WEND_ERROR_NAME (a duplicate name) or WEND_ERROR_MEMORY. The caller owns one reference.
 */
WEND_API wend_result wend_space_create(const wend_space_def *def, wend_space **out,
                                       wend_error *error);

/* Adds a reference. May be called from any thread. */
WEND_API void wend_space_retain(wend_space *space);

/* Releases a reference. May be called from any thread. Releasing the last reference frees the
 * space. NULL is allowed. */
WEND_API void wend_space_release(wend_space *space);

/* ---- Definitions as bytes -------------------------------------------------------------------- */

/* Writes a definition, verified or not, in the format of a .wmap file: little-endian, with a
 * checksum. Returns its size in bytes, and writes nothing if the size is larger than `capacity`;
 * `out` may then be NULL. Returns 0 if a name is longer than 4,095 bytes, or if def->size is not a
 * size that the library knows. */
WEND_API size_t wend_space_def_save(const wend_space_def *def, void *out, size_t capacity);

/* Loads a definition from bytes that wend_space_def_save wrote; a space created from it has the
 * same wend_space_hash. Fails with WEND_ERROR_FORMAT if the bytes are damaged, truncated, of
 * another version or of another kind of map, and with WEND_ERROR_MEMORY. Only wend_space_create
 * verifies the content. The caller owns the definition and everything it points at, and must free
 * it with wend_space_def_destroy. Its allocator is the given one; if that is NULL, the C heap is
 * used. */
WEND_API wend_result wend_space_def_load(const void *bytes, size_t size,
                                         const wend_allocator *allocator, wend_space_def **out,
                                         wend_error *error);

/* Frees a definition that wend_space_def_load or wend_space_def_load_file created. It must not be
 * used for other definitions. NULL is allowed. */
WEND_API void wend_space_def_destroy(wend_space_def *def);

/* Saves a definition as a file. The file is written as PATH.part and renamed when it is complete.
 * Fails with WEND_ERROR_IO, WEND_ERROR_LIMIT (a name is too long) or WEND_ERROR_MEMORY. */
WEND_API wend_result wend_space_def_save_file(const wend_space_def *def, const char *path,
                                              wend_error *error);
/* Loads a definition from a file. Fails under the same conditions as wend_space_def_load, and with
 * WEND_ERROR_IO. */
WEND_API wend_result wend_space_def_load_file(const char *path, const wend_allocator *allocator,
                                              wend_space_def **out, wend_error *error);

/* ---- Properties ------------------------------------------------------------------------------ */

/* Returns the origin of local coordinates, in the user's coordinates. This is the origin of the def
 * if given; else (0, 0) if everything lies within 1024 m of it; else the centre of the bounding
 * box, rounded to whole metres. */
WEND_API wend_point wend_space_origin(const wend_space *space);

/* Gets the bounding box of the whole space, in local coordinates. Returns false for a space without
 * vertices. */
WEND_API bool wend_space_bounds(const wend_space *space, wend_vec2 *low, wend_vec2 *high);

/* Returns the number of layers. Valid layer indices are less than this number. The same holds for
 * the other counts below and their indices. */
WEND_API uint32_t wend_space_layer_count(const wend_space *space);
/* Returns the number of links. */
WEND_API uint32_t wend_space_link_count(const wend_space *space);
/* Returns the number of connections. */
WEND_API uint32_t wend_space_connection_count(const wend_space *space);
/* Returns the number of walls. */
WEND_API uint32_t wend_space_wall_count(const wend_space *space);
/* Returns the number of obstacle classes, class 0 included. */
WEND_API uint32_t wend_space_class_count(const wend_space *space);

/* Returns the name of a layer, or "" if it has none. The string is valid as long as the space
 * exists. */
WEND_API const char *wend_space_layer_name(const wend_space *space, uint32_t layer);

/* Returns the name of an obstacle class, or "" if it has none. The string is valid as long as the
 * space exists. */
WEND_API const char *wend_space_class_name(const wend_space *space, uint32_t obstacle_class);

/* Returns the terrain_name_count of the def. Terrain types with this number or a higher one have no
 * name. */
WEND_API uint32_t wend_space_terrain_name_count(const wend_space *space);
/* Returns the name of a terrain type, or "" if the type has no name. `type` may be any number. The
 * string is valid as long as the space exists. */
WEND_API const char *wend_space_terrain_name(const wend_space *space, uint32_t type);
/* Finds a terrain type by its name. Returns WEND_NO_TERRAIN if no type has that name, or if the
 * name is "". O(names). */
WEND_API uint32_t wend_space_find_terrain(const wend_space *space, const char *name);
#define WEND_NO_TERRAIN UINT32_MAX /* no such type */

/* Returns the walkable area of a layer in m^2 with all classes on; infinite if the layer is
 * unbounded. Where solids of switchable classes overlap, the overlap is subtracted once for each of
 * them, so the area is exact only if all solids have class 0. */
WEND_API double wend_space_area(const wend_space *space, uint32_t layer);

/* Returns a hash of the content: origin, layers, walls with their classes, terrain, heights, links
 * and connections. Names, the order of rings, walls and links, and the first vertex of a ring do
 * not influence it. Therefore a map made by the command-line tool can be used with the space that a
 * program creates from the same clean polygons; indices of walls may differ. */
WEND_API uint64_t wend_space_hash(const wend_space *space);

/* Converts a point from the user's coordinates to local coordinates. */
WEND_API wend_vec2 wend_space_to_local(const wend_space *space, wend_point point);
/* Converts a point from local coordinates to the user's coordinates. */
WEND_API wend_point wend_space_from_local(const wend_space *space, wend_vec2 local);

/* One wall segment. */
typedef struct wend_wall {
    wend_vec2 a, b; /* in local coordinates; if a solid is behind the wall, walkable ground is on
                       the left of a -> b */
    uint32_t previous, next; /* the walls on the same ring or polyline that share a (previous) and b
                                (next), or WEND_NO_WALL */
    uint16_t layer;
    uint8_t obstacle_class;
    bool one_sided; /* true: a solid lies on its right; false: it is a thin wall */
    bool convex_a;  /* the solid has a convex corner at a (the free end of a thin wall counts as
                       convex) */
    bool convex_b;
} wend_wall;

/* Returns a wall; `index` is below wend_space_wall_count. */
WEND_API wend_wall wend_space_wall(const wend_space *space, uint32_t index);

/* One link, in local coordinates. */
typedef struct wend_link {
    wend_vec2 a, b;
    uint32_t left_layer, right_layer;
} wend_link;

/* Returns a link; `index` is below wend_space_link_count. */
WEND_API wend_link wend_space_link(const wend_space *space, uint32_t index);

/* ---- Queries --------------------------------------------------------------------------------- */

/* A location: a position in local coordinates, and a layer. */
typedef struct wend_location {
    wend_vec2 position;
    uint32_t layer;
} wend_location;

/* One connection. Its strings are valid as long as the space exists. */
typedef struct wend_connection {
    const char *name; /* "" if the connection has no name */
    wend_location from, to;
    bool one_way;
    float cost, duration; /* in m and s; negative: see wend_connection_def */
    float radius;         /* m: see wend_connection_def */
    const char *const *profiles;
    uint32_t profile_count; /* 0: all profiles may take it */
} wend_connection;

/* Returns a connection; `index` is below wend_space_connection_count. */
WEND_API wend_connection wend_space_connection(const wend_space *space, uint32_t index);

/* A wall found by a query from a location. */
typedef struct wend_wall_hit {
    uint32_t wall;   /* index of the wall; WEND_NO_WALL if none was found */
    float distance;  /* m: from the location to `point` */
    wend_vec2 point; /* the point of the wall nearest to the location */
    wend_vec2 a, b;  /* the part of the wall that counts: clipped at a link, else the whole wall */
    wend_vec2 velocity; /* m/s: zero unless the wall moves */
} wend_wall_hit;

/* How queries see through links. From a location on layer A, a wall of a linked layer B counts if
 * the location lies on A's side of the link's line (or on it) and within the query's radius of the
 * link's segment. Only the part of the wall beyond that line counts; a wall on the line does not.
 * Queries see through one link, not through several in a row. */

/* True if the straight line between two locations is free: it crosses no wall of the given classes,
 * and it ends on to.layer (the layer changes at each link that the line crosses). The line may
 * touch a wall or run along it. With radius > 0, no wall, including walls across links, may be
 * closer to the line than the radius. Exact for the coordinates given. Both locations are assumed
 * to be walkable. */
WEND_API bool wend_space_is_visible(const wend_space *space, wend_location from, wend_location to,
                                    float radius, uint32_t classes);

/* The point where a ray ends. */
typedef struct wend_ray_hit {
    /* Index of the wall; WEND_NO_WALL if nothing or a corner between two links was hit. */
    uint32_t wall;
    float distance;     /* m: from the start of the ray to `end` */
    wend_location end;  /* the point at which the ray hits the wall, or else the far end of the ray;
                           with its layer */
    wend_vec2 normal;   /* unit normal of the wall, on the side that the ray came from; for a
                           one-sided wall, on its free side. Zero if nothing was hit */
    wend_vec2 velocity; /* m/s: velocity of the wall at that point; zero unless the wall moves */
} wend_ray_hit;

/* Casts a ray from a location straight to a point, through all links that it crosses, until a wall
 * of the given classes blocks it. To cast a ray in a direction, pass the point at the maximum
 * length. Returns true if a wall blocked the ray, and writes where the ray ends to `out`. This is
 * exactly where wend_space_is_visible with radius 0 is first blocked, so touching a wall or running
 * along it is not a hit. (A ray that passes through a link into a solid of a switched class ends at
 * the link; `wall` is then the wall through which it would leave the solid.) The choice of the wall
 * is exact; the hit point is rounded to single precision, and its error before rounding is at most
 * 1e-7 m. The start is assumed to be walkable. A ray hits nothing if one of its ends is not finite
 * or is farther than 16,384 m from the origin. May be called from several threads at the same time.
 */
WEND_API bool wend_space_ray_cast(const wend_space *space, wend_location from, wend_vec2 to,
                                  uint32_t classes, wend_ray_hit *out);

/* Finds the nearest walls within `radius` (m) of a location, also through links as described above.
 * They are ordered by (distance, index), and at most `capacity` of them are written. Returns how
 * many were written. */
WEND_API uint32_t wend_space_find_walls(const wend_space *space, wend_location location,
                                        float radius, uint32_t classes, wend_wall_hit *out,
                                        uint32_t capacity);

/* Finds the nearest wall within `radius` (m) of a location. If there is none, `wall` is
 * WEND_NO_WALL and `distance` is INFINITY. */
WEND_API wend_wall_hit wend_space_find_closest_wall(const wend_space *space, wend_location location,
                                                    float radius, uint32_t classes);

/* Returns the distance (m) to the nearest wall, capped at `limit`. */
WEND_API float wend_space_clearance(const wend_space *space, wend_location location, float limit,
                                    uint32_t classes);

/* True if the location is walkable. Points on a wall are walkable. Exact. */
WEND_API bool wend_space_is_walkable(const wend_space *space, wend_location location,
                                     uint32_t classes);

/* Returns the terrain type at a location, or 0 where no region covers it. A point on an edge
 * belongs to the region on the right of the edge (above it, for a horizontal edge), so regions
 * leave no gap. */
WEND_API uint32_t wend_space_terrain(const wend_space *space, wend_location location);

/* The walkable area of a layer on which the ground has one terrain type. */
typedef struct wend_terrain_area {
    uint32_t type;
    double area; /* m^2 */
} wend_terrain_area;

/* Measures the walkable area of each terrain type of a layer, with all classes on. Where regions
 * overlap, the area counts for the topmost one. Type 0, which includes the ground that no region
 * covers, comes first; the types of all regions follow in order, those with area 0 too. The area of
 * type 0 is infinite if the layer is unbounded. Writes at most `capacity` areas and returns how
 * many there are; 0 if out of memory. With capacity 0, only counts. Exact up to rounding, unless
 * edges cross each other millions of times: then areas are estimated in a part of the layer. Cost:
 * O(n log n) for n edges of regions and walls on ordinary input. */
WEND_API uint32_t wend_space_terrain_areas(const wend_space *space, uint32_t layer,
                                           wend_terrain_area *out, uint32_t capacity);

/* True if any layer has heights. */
WEND_API bool wend_space_has_height(const wend_space *space);
/* Returns the height (m) of the ground at a location; 0 outside the space and where no height was
 * given. */
WEND_API double wend_space_height(const wend_space *space, wend_location location);
/* Returns the gradient of the height at a location, in m of height per m in x and y. It points
 * uphill, and is (0, 0) where no height was given. */
WEND_API wend_vec2 wend_space_slope(const wend_space *space, wend_location location);

/* The length of the part of a segment that lies on one terrain type. */
typedef struct wend_terrain_length {
    uint32_t type;
    double length; /* m */
} wend_terrain_length;

/* Measures the length of a straight segment on each terrain type. The lengths are ordered by type,
 * and each type appears once. The segment changes the layer at each link that it crosses. The
 * lengths add up to that of the segment, up to rounding in double precision; a part along the
 * common edge of two regions counts for one of them. Walls are ignored. Writes at most `capacity`
 * lengths, those of the lowest types, and returns how many there are: at least 1, or 0 if a
 * coordinate is not finite or the layer does not exist. Cost: that of the cells of the terrain
 * index that it crosses, and O(links) for each link that it crosses. */
WEND_API uint32_t wend_space_segment_terrain(const wend_space *space, wend_location from,
                                             wend_vec2 to, wend_terrain_length *out,
                                             uint32_t capacity);

/* A part of a polyline, given by distances along it from its first point, in m. */
typedef struct wend_interval {
    double begin, end;
} wend_interval;

/* Finds the parts of a polyline that a disc of radius `radius` (m, 0 or more) at a location could
 * reach in a straight line without coming closer than its radius to a wall of the given classes;
 * touching is allowed. If the disc is already closer to a wall, that wall counts with a radius just
 * below its distance. The parts are in order. Up to rounding in double precision, they are exact
 * for the coordinates given; parts shorter than 1e-7 m are left out. The segment between two points
 * begins on the layer of the first of them, and changes its layer at each link that it crosses.
 * Points on another layer than the location are visible through one link, not through several in a
 * row. Writes at most the first `capacity` parts, and returns how many there are: 0 for a polyline
 * of fewer than two points, a negative radius, or numbers that are not finite. Cost: for each
 * segment, that of the walls near the triangle between it and the location, up to the distance at
 * which the segment is hidden; it does not grow with the space. */
WEND_API uint32_t wend_space_visible_parts(const wend_space *space, wend_location from,
                                           float radius, const wend_location *points,
                                           uint32_t count, uint32_t classes, wend_interval *out,
                                           uint32_t capacity);

/* Checks a route given by hand: a polyline of `count` points, in straight lines from each point to
 * the next. Fails with WEND_ERROR_INVALID if there are fewer than two points, or if a point is not
 * finite or on a layer that does not exist. Fails with WEND_ERROR_GEOMETRY if a point is not on
 * walkable ground, if a leg crosses a wall or ends on another layer than its end point, or if the
 * route comes nearer to a wall than `radius` (m). Only class 0 counts: other classes can be
 * switched off. `*leg`, which may be NULL, becomes the index of the point at fault, or of the point
 * at which the leg at fault ends. The message states the position in the user's coordinates. */
WEND_API wend_result wend_space_check_route(const wend_space *space, const wend_location *points,
                                            uint32_t count, float radius, uint32_t *leg,
                                            wend_error *error);

/* Returns the layer that is reached by walking in a straight line from `from`, on from.layer, to
 * `to`. The layer changes at each link that is crossed, in order. Walls are ignored. A line crosses
 * a link if it starts on the current layer's side of the link or on the link's line, ends strictly
 * on the other side, and passes through the closed segment of the link. */
WEND_API uint32_t wend_space_layer_after(const wend_space *space, wend_location from, wend_vec2 to);

#ifdef __cplusplus
}
#endif

#endif
