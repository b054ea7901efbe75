/* wend/space.h: where one can walk.
 *
 * A space is made once from clean polygons, verified, and never changes; worlds and threads share
 * it. It has one or more layers (floors) that overlap freely in the plane, joined by links. What
 * changes in a run (switched obstacles, doors, moving obstacles) lies in a world's overlay.
 *
 * Vertices are kept in single precision relative to the space's origin. That rounded geometry is
 * the only one: it is what is verified, and what every query answers for exactly. */
#ifndef WEND_SPACE_H
#define WEND_SPACE_H

#include <wend/base.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct wend_space wend_space;

enum {
    WEND_MAX_LAYERS = 256,         /* layers in a space */
    WEND_MAX_CLASSES = 32,         /* obstacle classes in a space, class 0 included */
    WEND_MAX_EXTENT = 8192,        /* metres across, in x and in y */
    WEND_MAX_CONNECTIONS = 1024,   /* in a space */
    WEND_MAX_TERRAIN_NAMES = 4096, /* names of terrain types in a space */
    WEND_NO_WALL = 0x7fffffff
};

/* A mask of obstacle classes: bit c stands for class c. Class 0 is always on. */
#define WEND_ALL_CLASSES UINT32_MAX

/* The items of a wend_space_def (rings, solids, walls, terrain, layers, links, connections) come in
 * lists and are plain: within one WEND_INTERFACE they never change. */

/* ---- Definition ------------------------------------------------------------------------------ */

/* A closed simple polygon: at least three points, the last joined to the first, either winding. */
typedef struct wend_ring {
    const wend_point *points;
    uint32_t count;
} wend_ring;

/* A polygon that one cannot walk in. Solids of class 0 must not overlap each other or cross the
 * boundary, but may touch in points. Solids of other classes can be switched off in a world, must
 * be simple, and may touch or overlap anything. */
typedef struct wend_solid_def {
    wend_ring ring;
    uint32_t obstacle_class; /* 0 to class_count - 1 */
} wend_solid_def;

/* A thin wall: a chain of at least two points that cannot be crossed from either side. */
typedef struct wend_open_wall_def {
    const wend_point *points;
    uint32_t count;
    uint32_t obstacle_class;
} wend_open_wall_def;

/* A region of ground of a type of the user's; a later region lies over an earlier one. A place is
 * covered when it lies in an odd number of the region's rings: in the outer one and in no hole, or
 * on an island in a hole. */
typedef struct wend_terrain_def {
    wend_ring ring;
    uint32_t type; /* 1 or more; 0 is the ground that no region covers. Types may have names: see
                      wend_space_def.terrain_names */
    const wend_ring *holes;
    uint32_t hole_count;
} wend_terrain_def;

/* The height of a part of a layer: a plane, to which the heights of a grid may be added. Layers
 * stay flat for walking and planning; models may use height and slope, and outputs record it. A
 * later part lies over an earlier one; where there is none the height is 0. */
typedef struct wend_height_def {
    wend_ring ring; /* where it counts, by the even-odd rule; without points: on the whole layer */
    double z;       /* m: of the plane at (0, 0) of the user's coordinates */
    wend_point slope; /* m of height for each m in x and y */
    /* NULL, or columns * rows heights in m, row after row in the direction of y, the first at
     * grid_low and the others grid_cell metres apart. Between them heights are interpolated
     * bilinearly; beyond them they are those of the edge. */
    const float *grid;
    uint32_t columns, rows; /* 2 or more; at most 16,777,216 points */
    wend_point grid_low;
    double grid_cell; /* m, above 0 */
} wend_height_def;

/* One floor. Boundaries enclose what can be walked in; with none the layer is unbounded. A
 * boundary may lie inside a class-0 solid (a courtyard); two boundaries must not overlap. */
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

/* A seam at which two layers meet: one edge of a class-0 ring in each of them, free ground of
 * left_layer on the left of a -> b, of right_layer on the right. That edge is open, not a wall;
 * whoever crosses it changes the layer. */
typedef struct wend_link_def {
    wend_point a, b;
    uint32_t left_layer, right_layer; /* different */
} wend_link_def;

/* A connection between two points of the ground: a ladder, a jump, a turnstile, a one-way door. An
 * agent that takes it leaves the ground at `from` and is back on it at `to`; in between it meets
 * nobody. Planners weigh connections against walking. */
typedef struct wend_connection_def {
    const char *name; /* NULL or "" for none; unique otherwise */
    wend_point from, to;
    uint32_t from_layer, to_layer; /* may be the same */
    bool one_way;                  /* it cannot be taken from `to` to `from` */
    double cost;     /* m: the length of walking that it counts as; negative: its length, or the
                        distance that the agent would walk meanwhile if that is longer */
    double duration; /* s; negative: its length at the agent's preferred speed */
    double radius;   /* m: an agent takes it when its centre is this near to the end, above 0 */
    const char *const *profiles; /* names of the profiles that may take it; NULL: all may */
    uint32_t profile_count;
} wend_connection_def;

/* From (0, 0) to (0, 0) on layer 0, both ways, cost and duration by its length, 0.5 m, all
 * profiles. */
WEND_API wend_connection_def wend_default_connection_def(void);

typedef struct wend_space_def {
    uint32_t size; /* set by wend_default_space_def */
    const wend_layer_def *layers;
    uint32_t layer_count; /* 0 to WEND_MAX_LAYERS; 0: one unbounded layer, open ground */
    const wend_link_def *links;
    uint32_t link_count;
    const char *const *class_names; /* names of the classes 0 .. class_count - 1; may be NULL */
    uint32_t class_count;           /* 1 to WEND_MAX_CLASSES */
    bool has_origin;                /* false: the origin is chosen (see wend_space_origin) */
    wend_point origin;
    wend_allocator allocator; /* zeroed: the C heap */
    const wend_connection_def *connections;
    uint32_t connection_count; /* at most WEND_MAX_CONNECTIONS */
    /* Names of the terrain types 0 .. terrain_name_count - 1, each NULL or "" for none, unique
     * otherwise. Type 0 is the ground that no region covers. Regions may have types without a
     * name. */
    const char *const *terrain_names;
    uint32_t terrain_name_count; /* at most WEND_MAX_TERRAIN_NAMES */
} wend_space_def;

/* Writes what wend_default_space_def returns to a def of `size` bytes. */
WEND_API void wend_space_def_init(wend_space_def *def, size_t size);
/* No layers, one class, origin chosen. */
static inline wend_space_def wend_default_space_def(void) {
    wend_space_def def;
    wend_space_def_init(&def, sizeof def);
    return def;
}

/* Verifies and builds a space; everything in `def` is copied. Fails with WEND_ERROR_GEOMETRY (a
 * message that names layer, ring and place), WEND_ERROR_INVALID, WEND_ERROR_LIMIT (larger than
 * WEND_MAX_EXTENT, or farther than that from a given origin), WEND_ERROR_NAME (a name twice) or
 * WEND_ERROR_MEMORY. The caller owns one reference. */
WEND_API wend_result wend_space_create(const wend_space_def *def, wend_space **out,
                                       wend_error *error);

/* Adds a reference, from any thread. */
WEND_API void wend_space_retain(wend_space *space);

/* Drops a reference, from any thread; the last one frees the space. NULL is allowed. */
WEND_API void wend_space_release(wend_space *space);

/* ---- Definitions as bytes -------------------------------------------------------------------- */

/* Writes a definition, which need not be verified, in the form of a .wmap file: little-endian, with
 * a checksum. Returns the bytes that takes; writes nothing unless `capacity` is enough (`out` may
 * be NULL). 0: a name is longer than 4,095 bytes, or the size of the def is not known. */
WEND_API size_t wend_space_def_save(const wend_space_def *def, void *out, size_t capacity);

/* Reads such bytes back; a space made of it has the same wend_space_hash. Fails with
 * WEND_ERROR_FORMAT when they are damaged, cut short, of another version or of another kind of map,
 * and with WEND_ERROR_MEMORY. The content is verified by wend_space_create alone. The definition
 * and all it points at are the caller's, to be given back with wend_space_def_destroy; its
 * allocator is the one given (NULL: the C heap). */
WEND_API wend_result wend_space_def_load(const void *bytes, size_t size,
                                         const wend_allocator *allocator, wend_space_def **out,
                                         wend_error *error);

/* Frees a definition that was loaded, and no other. NULL is allowed. */
WEND_API void wend_space_def_destroy(wend_space_def *def);

/* The same with files. One is written as PATH.part and renamed when whole. Fail with WEND_ERROR_IO
 * besides, and saving with WEND_ERROR_LIMIT on a name that is too long. */
WEND_API wend_result wend_space_def_save_file(const wend_space_def *def, const char *path,
                                              wend_error *error);
WEND_API wend_result wend_space_def_load_file(const char *path, const wend_allocator *allocator,
                                              wend_space_def **out, wend_error *error);

/* ---- Facts ----------------------------------------------------------------------------------- */

/* The place that local coordinates are relative to: as given, else (0, 0) when everything lies
 * within 1024 m of it, else the middle of the bounds rounded to whole metres. */
WEND_API wend_point wend_space_origin(const wend_space *space);

/* The box around everything given, in local coordinates; false for a space without vertices. */
WEND_API bool wend_space_bounds(const wend_space *space, wend_vec2 *low, wend_vec2 *high);

/* How many layers, links, connections, walls and obstacle classes there are: indices are below. */
WEND_API uint32_t wend_space_layer_count(const wend_space *space);
WEND_API uint32_t wend_space_link_count(const wend_space *space);
WEND_API uint32_t wend_space_connection_count(const wend_space *space);
WEND_API uint32_t wend_space_wall_count(const wend_space *space);
WEND_API uint32_t wend_space_class_count(const wend_space *space);

/* The name of a layer, "" if it has none. Lives as long as the space. */
WEND_API const char *wend_space_layer_name(const wend_space *space, uint32_t layer);

/* The name of an obstacle class, "" if it has none. Lives as long as the space. */
WEND_API const char *wend_space_class_name(const wend_space *space, uint32_t obstacle_class);

/* How many terrain types may have a name, as given; and the name of a type, "" if it has none, for
 * any number. Names live as long as the space. */
WEND_API uint32_t wend_space_terrain_name_count(const wend_space *space);
WEND_API const char *wend_space_terrain_name(const wend_space *space, uint32_t type);
/* The terrain type of a name, or WEND_NO_TERRAIN; not of "". O(names). */
WEND_API uint32_t wend_space_find_terrain(const wend_space *space, const char *name);
#define WEND_NO_TERRAIN UINT32_MAX

/* Walkable area of a layer in square metres with all classes on, infinite if unbounded. Overlaps
 * between switched solids are counted once per solid, so it is exact for class 0 alone. */
WEND_API double wend_space_area(const wend_space *space, uint32_t layer);

/* A hash of what can be walked on: origin, layers, walls with their classes, terrain, heights,
 * links and connections. Equal for equal content in any form: names, the order of rings, walls and
 * links, and the vertex at which a ring starts do not count. So a map that the tool made fits the
 * space that a program makes of the same clean polygons; indices of walls may differ. */
WEND_API uint64_t wend_space_hash(const wend_space *space);

/* From the user's coordinates to local ones and back. */
WEND_API wend_vec2 wend_space_to_local(const wend_space *space, wend_point point);
WEND_API wend_point wend_space_from_local(const wend_space *space, wend_vec2 local);

/* One wall segment. */
typedef struct wend_wall {
    wend_vec2 a, b; /* local; with a solid behind it, free ground is on the left of a -> b */
    uint32_t previous, next; /* walls that share a and b on the same ring or chain; WEND_NO_WALL */
    uint16_t layer;
    uint8_t obstacle_class;
    bool one_sided; /* true: a solid lies on its right; false: an open wall */
    bool convex_a;  /* the solid turns a convex corner at a (a free end counts as convex) */
    bool convex_b;
} wend_wall;

/* A wall, `index` below wend_space_wall_count. */
WEND_API wend_wall wend_space_wall(const wend_space *space, uint32_t index);

/* One link, in local coordinates. */
typedef struct wend_link {
    wend_vec2 a, b;
    uint32_t left_layer, right_layer;
} wend_link;

/* A link, `index` below wend_space_link_count. */
WEND_API wend_link wend_space_link(const wend_space *space, uint32_t index);

/* ---- Queries --------------------------------------------------------------------------------- */

/* A place: local coordinates and a layer. */
typedef struct wend_location {
    wend_vec2 position;
    uint32_t layer;
} wend_location;

/* One connection. Names live as long as the space. */
typedef struct wend_connection {
    const char *name; /* "" if it has none */
    wend_location from, to;
    bool one_way;
    float cost, duration; /* m, s; negative: as wend_connection_def says */
    float radius;         /* m */
    const char *const *profiles;
    uint32_t profile_count; /* 0: all may take it */
} wend_connection;

/* A connection, `index` below wend_space_connection_count. */
WEND_API wend_connection wend_space_connection(const wend_space *space, uint32_t index);

/* A wall as seen from a place. */
typedef struct wend_wall_hit {
    uint32_t wall;      /* index; WEND_NO_WALL when nothing was found */
    float distance;     /* from the place to `point` */
    wend_vec2 point;    /* the point of the wall nearest to the place */
    wend_vec2 a, b;     /* the part of the wall that counts (clipped at a link; else the whole) */
    wend_vec2 velocity; /* zero for what stands still */
} wend_wall_hit;

/* What lies across a link. From a place p on layer A, a wall of a linked layer B counts when p lies
 * on A's side of the link's line (or on it) and within the query's radius of the link's segment;
 * only the part of the wall beyond that line counts (a wall on the line does not). One link deep.
 */

/* True when the straight way is open: no wall of the given classes is crossed, and the way, which
 * changes the layer at each link it crosses, ends on to.layer. Touching a wall or running along it
 * is no crossing. With radius > 0, true when besides no wall point is nearer than the radius to the
 * way, walls across links included. Exact for the coordinates given. Both places are taken to lie
 * on walkable ground. */
WEND_API bool wend_space_is_visible(const wend_space *space, wend_location from, wend_location to,
                                    float radius, uint32_t classes);

/* Where a ray ends. */
typedef struct wend_ray_hit {
    uint32_t wall;     /* index; WEND_NO_WALL when nothing was hit, or a corner between two links */
    float distance;    /* m: from the start to `end` */
    wend_location end; /* the point of the wall that was hit, else the far end of the ray, and the
                       layer there */
    wend_vec2 normal;  /* unit vector across the wall, on the side that the ray came from; of a
                          one-sided wall on its free side. Zero when nothing was hit */
    wend_vec2 velocity; /* m/s: of the wall at that point; zero for what stands still */
} wend_ray_hit;

/* Casts a ray from a location straight to a point, over all links that it crosses, until a wall of
 * the given classes blocks it; for a direction, give the point at the length that the ray may have.
 * Returns whether it was blocked, and writes where it ends to `out`: exactly where the line of
 * wend_space_is_visible with radius 0 is blocked first, so touching a wall or running along it is
 * no hit. (A ray that comes through a link into a solid of a switched class ends at the link;
 * `wall` is then the one through which it would leave the solid.) Which wall that is, is decided
 * exactly; its point is the exact one, rounded: to single precision, and by at most 1e-7 m. The
 * start is taken to lie on walkable ground. A ray with an end farther than 16,384 m from the
 * origin, or not finite, hits nothing. May be called from several threads at once. */
WEND_API bool wend_space_ray_cast(const wend_space *space, wend_location from, wend_vec2 to,
                                  uint32_t classes, wend_ray_hit *out);

/* Nearest walls within `radius`, ordered by (distance, index), at most `capacity` of them, links
 * seen through as told above. Returns how many were written. */
WEND_API uint32_t wend_space_find_walls(const wend_space *space, wend_location place, float radius,
                                        uint32_t classes, wend_wall_hit *out, uint32_t capacity);

/* The nearest wall within `radius`; .wall is WEND_NO_WALL and .distance INFINITY if there is none.
 */
WEND_API wend_wall_hit wend_space_find_closest_wall(const wend_space *space, wend_location place,
                                                    float radius, uint32_t classes);

/* Distance to the nearest wall, at most `limit`. */
WEND_API float wend_space_clearance(const wend_space *space, wend_location place, float limit,
                                    uint32_t classes);

/* True when the place is on walkable ground (on a wall counts as walkable). Exact. */
WEND_API bool wend_space_is_walkable(const wend_space *space, wend_location place,
                                     uint32_t classes);

/* The terrain type at a place, 0 where no region covers it. A place on an edge belongs to the
 * region on its right (above it, for a horizontal edge), so that adjacent regions leave no gap. */
WEND_API uint32_t wend_space_terrain(const wend_space *space, wend_location place);

/* Whether any layer was given heights. */
WEND_API bool wend_space_has_height(const wend_space *space);
/* The height of the ground at a location, m; 0 where none was given, and off the space. */
WEND_API double wend_space_height(const wend_space *space, wend_location place);
/* Its gradient, m of height for each m in x and y: uphill. (0, 0) where no height was given. */
WEND_API wend_vec2 wend_space_slope(const wend_space *space, wend_location place);

/* How much of a segment lies on ground of one type. */
typedef struct wend_terrain_length {
    uint32_t type;
    double length; /* m */
} wend_terrain_length;

/* Measures a straight segment by terrain: the lengths of its parts on each type, ordered by type,
 * each type once. It changes the layer at each link that it crosses. The lengths add up to that of
 * the segment, up to rounding in double precision; a part along the common edge of two regions
 * counts for either of them. Walls do not matter. Writes at most `capacity` of them, the lowest
 * types, and returns how many there are: at least 1, unless a coordinate is not finite or the layer
 * does not exist (0). Cost: O(edges of terrain near the segment) for each edge that it crosses. */
WEND_API uint32_t wend_space_segment_terrain(const wend_space *space, wend_location from,
                                             wend_vec2 to, wend_terrain_length *out,
                                             uint32_t capacity);

/* A part of a polyline, by its length from the first point, m. */
typedef struct wend_interval {
    double begin, end;
} wend_interval;

/* The parts of a polyline that a disc of `radius` (m, 0 or more) at a location could reach in a
 * straight line without coming nearer than that to a wall of the given classes, in order; touching
 * is allowed. They are exact for the coordinates given up to rounding in double precision; parts
 * shorter than 1e-7 m are left out. Points of the polyline on another layer than the location's,
 * and lines that come nearer to a link than the radius, count as not visible in this version. The
 * segment from one point to the next lies on the layer of its first point. Writes at most
 * `capacity` parts, the first ones, and returns how many there are; 0 for a polyline of less than
 * two points, a radius that is negative, or numbers that are not finite. Cost: O(walls of the
 * layer) for each segment and part. */
WEND_API uint32_t wend_space_visible_parts(const wend_space *space, wend_location from,
                                           float radius, const wend_location *points,
                                           uint32_t count, uint32_t classes, wend_interval *out,
                                           uint32_t capacity);

/* The layer reached by walking straight from `from` to `to`, which starts on from.layer: it changes
 * at each link that is crossed, in order. Ignores walls. A link is crossed by a way that starts on
 * its own side or on its line and ends strictly on the other side, through the closed segment. */
WEND_API uint32_t wend_space_layer_after(const wend_space *space, wend_location from, wend_vec2 to);

#ifdef __cplusplus
}
#endif

#endif
