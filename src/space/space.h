/* space/space.h: the data structures of a space, fast queries for other folders, and the functions
 * that the files of this folder share. */
#ifndef SPACE_SPACE_H
#define SPACE_SPACE_H

#include <math.h>
#include <stdatomic.h>

#include "base/memory.h"

#include <wend/space.h>

enum {
    SPACE_NONE = 0x7fffffff,     /* means that there is no edge or no link */
    SPACE_MAX_EDGES = 1 << 27,   /* the maximum number of edges in a space */
    SPACE_POSITION_LIMIT = 16384 /* m: queries farther from the origin find nothing */
};

/* m: the radius that the lists of near edges cover. Larger than the radius in which agents search
 * for walls by default. */
#define SPACE_LIST_RADIUS 2.0F

typedef enum space_kind { SPACE_BOUNDARY, SPACE_SOLID, SPACE_OPEN_WALL } space_kind;

/* A ring or chain of the definition, rounded to single precision. Rings have the free ground on
 * their left. */
typedef struct space_ring {
    wend_vec2 *points;
    uint32_t count; /* number of points */
    uint32_t first_edge, edge_count;
    uint32_t layer, index; /* `index`: the ring's number among the rings of its kind in the layer */
    space_kind kind;
    uint32_t obstacle_class;
    bool closed;
} space_ring;

/* An edge of a ring or chain: a link or a wall. A ring continues through its links. */
typedef struct space_edge {
    wend_vec2 a, b;
    uint32_t previous, next; /* indices of edges; SPACE_NONE at the ends of a chain */
    uint32_t ring;
    uint32_t wall; /* index of the wall; WEND_NO_WALL for a link */
    uint32_t link; /* index of the link; SPACE_NONE for a wall */
    uint8_t obstacle_class;
    bool one_sided;
} space_edge;

/* The direction and length of a segment from a to b. */
typedef struct space_line {
    wend_vec2 along; /* unit vector from a to b */
    float length;    /* m */
} space_line;

/* Square cells that cover a layer. `low` and `cell` are chosen so that all corners are exact
 * floats. */
typedef struct space_grid {
    double low_x, low_y;
    double cell, inverse;    /* `cell`: m, a power of two; `inverse`: 1 / cell */
    uint32_t columns, rows;  /* both 0 for a layer without edges */
    uint32_t *start, *items; /* lists of the edges that come near each cell */
    int32_t *winding; /* for each cell and slot: winding number at the low corner (index.c) */
} space_grid;

/* A small square cell, with a summary of the edges of any kind around it. */
typedef struct space_cell {
    float distance; /* m: from the centre of the cell to the nearest edge, rounded down */
    uint32_t first; /* start of its list in space_edge_table.near; SPACE_NONE if it has no list */
} space_cell;

/* Small cells that cover a layer. A cell's list contains every edge within SPACE_LIST_RADIUS of any
 * point in the cell, sorted by index, and ends with SPACE_NONE. */
typedef struct space_edge_table {
    float low_x, low_y, high_x, high_y; /* the bounding box of all edges */
    float base_x, base_y;               /* the low corner of that box, minus one cell */
    float cell, inverse;
    float half_diagonal;    /* half the diagonal of a cell, rounded up, in m */
    uint32_t columns, rows; /* both 0 for a layer without edges */
    space_cell *cells;
    uint32_t *near;
} space_edge_table;

/* A terrain region. The edges of all its rings are sorted into horizontal bands. */
typedef struct space_terrain {
    wend_vec2 low, high;
    wend_vec2 *points;  /* points of all rings, the outer ring first */
    uint32_t *ring_end; /* for each ring: one past its last point */
    uint32_t *next;     /* for each point: the next point on its ring */
    uint32_t count, ring_count, type;
    uint32_t bands;
    double bands_per_metre;
    uint32_t *start, *items;
} space_terrain;

/* An edge of a terrain region of a layer. */
typedef struct space_terrain_edge {
    uint32_t region, edge; /* `edge`: the index of its first point in space_terrain.points */
} space_terrain_edge;

/* Square cells over the terrain regions of a layer (terrain_grid.c). The list of a cell in `grid`
 * has the regions that may decide the type of its points, the topmost first. An item is twice the
 * index of a region; it is odd if the region covers the whole cell, and then it is the last. */
typedef struct space_terrain_grid {
    space_grid grid;           /* without winding numbers */
    uint32_t *edge_start;      /* for each cell: where its list in `edges` begins */
    space_terrain_edge *edges; /* the edges of the regions in a cell's list that come near it */
} space_terrain_grid;

typedef struct space_layer {
    const char *name;
    uint32_t first_ring, ring_count;
    uint32_t first_edge, edge_count;
    uint32_t *link_edges, link_count; /* the edges of this layer that are links */
    uint32_t *links;                  /* for each of `link_edges`: the index of its link */
    uint32_t terrain_count;
    space_terrain *terrains;
    space_terrain_grid terrain_grid;
    wend_height_def *heights; /* copied from the definition */
    uint32_t height_count;
    uint32_t classes;               /* mask of the classes that have solids on this layer */
    uint8_t slot[WEND_MAX_CLASSES]; /* for each class: its index in space_grid.winding */
    uint8_t slot_count;
    bool bounded;
    double area;
    space_grid grid;
    space_edge_table edge_table;
} space_layer;

struct wend_space {
    memory memory;
    memory_arena arena;
    atomic_uint references;
    wend_point origin;
    wend_vec2 low, high;
    bool has_bounds, has_height;
    uint64_t hash;
    uint32_t layer_count, ring_count, edge_count, wall_count, link_count, class_count;
    space_layer *layers;
    space_ring *rings;
    space_edge *edges;
    wend_wall *walls;
    space_line *lines; /* for each wall: its direction and length */
    wend_link *links;
    wend_connection *connections;
    uint32_t connection_count;
    const char **class_names;
    const char **terrain_names;
    uint32_t terrain_name_count;
};

/* Returns all walls, ordered by index. */
static inline const wend_wall *space_walls(const wend_space *space) {
    return space->walls;
}

/* Returns the direction and length of the segment from a to b. */
static inline space_line space_line_of(wend_vec2 a, wend_vec2 b) {
    wend_vec2 offset = {b.x - a.x, b.y - a.y};
    float length = sqrtf(offset.x * offset.x + offset.y * offset.y);
    return length > 0.0F ? (space_line){{offset.x / length, offset.y / length}, length}
                         : (space_line){0};
}

static inline space_line space_wall_line(const wend_space *space, uint32_t wall) {
    return space->lines[wall];
}

/* Returns an edge, given its index in the space, as found in the lists of space_nearby. */
static inline const space_edge *space_edge_at(const wend_space *space, uint32_t edge) {
    return &space->edges[edge];
}

/* Gets the links of a layer, as indices for wend_space_link. Returns the number of links. */
static inline uint32_t space_links_of(const wend_space *space, uint32_t layer,
                                      const uint32_t **links) {
    *links = space->layers[layer].links;
    return space->layers[layer].link_count;
}

/* What the edge table says about one position. */
typedef struct space_nearby {
    float clearance; /* m: a lower bound of the distance to every wall (of any class) and every link
                        of the layer: 0 near them, INFINITY on a layer without walls and links */
    const uint32_t
        *near; /* all edges within SPACE_LIST_RADIUS, terminated by SPACE_NONE; NULL if not known */
} space_nearby;

/* Returns the column or row of a coordinate, counted from 1. Outside the table, the result is less
 * than 1 or greater than the number of columns or rows. */
static inline int32_t space_cell_number(float at, float base, float inverse) {
    return (int32_t)((at - base) * inverse);
}

/* Returns the small cell that contains a position, or NULL outside the table. Rounding may give a
 * neighbouring cell instead. */
static inline const space_cell *space_cell_of(const space_edge_table *f, wend_vec2 position) {
    uint32_t column = (uint32_t)space_cell_number(position.x, f->base_x, f->inverse) - 1U;
    uint32_t row = (uint32_t)space_cell_number(position.y, f->base_y, f->inverse) - 1U;
    return column < f->columns && row < f->rows ? &f->cells[row * f->columns + column] : NULL;
}

/* Returns the clearance bound of space_nearby (m) for a position outside the table. */
static inline float space_bound_outside(const space_edge_table *f, wend_vec2 position) {
    float x = fmaxf(fmaxf(f->low_x - position.x, position.x - f->high_x), 0.0F);
    float y = fmaxf(fmaxf(f->low_y - position.y, position.y - f->high_y), 0.0F);
    return f->columns != 0 ? 0.99999F * sqrtf(x * x + y * y) : INFINITY;
}

/* Looks up a position in the layer's edge table, in constant time. */
static inline space_nearby space_nearby_at(const wend_space *space, uint32_t layer,
                                           wend_vec2 position) {
    const space_edge_table *f = &space->layers[layer].edge_table;
    const space_cell *cell = space_cell_of(f, position);
    if (cell == NULL) {
        return (space_nearby){space_bound_outside(f, position), NULL};
    }
    int32_t column = space_cell_number(position.x, f->base_x, f->inverse);
    int32_t row = space_cell_number(position.y, f->base_y, f->inverse);
    float x = position.x - (f->base_x + ((float)column + 0.5F) * f->cell);
    float y = position.y - (f->base_y + ((float)row + 0.5F) * f->cell);
    float bound = cell->distance - sqrtf(x * x + y * y);
    return (space_nearby){bound > 0.0F ? bound : 0.0F,
                          cell->first != SPACE_NONE ? &f->near[cell->first] : NULL};
}

/* Returns only the clearance bound of space_nearby_at. */
static inline float space_clearance_bound(const wend_space *space, uint32_t layer,
                                          wend_vec2 position) {
    return space_nearby_at(space, layer, position).clearance;
}

/* True if a wall (of any class) or a link of the layer is within `radius` of a position; may also
 * be true if none is, where edges are so dense that the position has no list, or if the radius is
 * larger than SPACE_LIST_RADIUS. The clearance bound depends on the size of the cells, which grow
 * with the layer; the result of this function does not. Cost: that of testing the list's edges. */
bool space_has_edge_within(const wend_space *space, uint32_t layer, wend_vec2 position,
                           float radius);

/* Does the same as wend_space_ray_cast. `fraction` becomes the fraction of the ray up to the hit,
 * or 1 if nothing was hit. */
bool space_ray_cast(const wend_space *space, wend_location from, wend_vec2 to, uint32_t classes,
                    wend_ray_hit *out, double *fraction);

/* ---- Inside this folder ---------------------------------------------------------------------- */

/* Allocates `count` elements in the space's arena. Returns NULL if out of memory, but never for a
 * count of 0. */
void *space_allocate(wend_space *space, size_t count, size_t element_size);

/* verify.c: makes the checks that are possible before rounding. */
wend_result space_check_def(const wend_space_def *def, wend_error *error);

/* verify_rings.c: checks each ring and chain by itself, and compares the class-0 rings of a layer
 * with each other. */
wend_result space_check_rings(wend_space *space, wend_error *error);

/* verify_rings.c: checks that class-0 rings are nested correctly. Needs edges and grids. */
wend_result space_check_nesting(const wend_space *space, wend_error *error);

/* verify_rings.c: checks a ring of a terrain region; `index` is the region's number in the layer.
 */
wend_result space_check_terrain(wend_space *space, uint32_t layer, uint32_t index,
                                const wend_vec2 *points, uint32_t count, wend_error *error);

/* verify.c: write texts for messages, such as "layer 2 'upper'" and "(x, y)" in the user's
 * coordinates. */
enum { SPACE_TEXT_SIZE = 96 };
const char *space_layer_text(const wend_space *space, uint32_t layer, char out[SPACE_TEXT_SIZE]);
const char *space_point_text(const wend_space *space, wend_vec2 position,
                             char out[SPACE_TEXT_SIZE]);

/* walls.c: build the rings, edges, links and walls from the rounded geometry. */
wend_result space_build_rings(wend_space *space, const wend_space_def *def, wend_error *error);
wend_result space_build_edges(wend_space *space, const wend_space_def *def, wend_error *error);

/* index.c, edge_table.c and terrain.c: build the structures for queries. The first two functions
 * return false if out of memory. */
bool space_build_grids(wend_space *space);
bool space_build_edge_tables(wend_space *space);
wend_result space_build_terrains(wend_space *space, const wend_space_def *def, wend_error *error);

/* height.c: check heights, build them (false if out of memory) and hash them. */
wend_result space_check_heights(const wend_space_def *def, wend_error *error);
bool space_build_heights(wend_space *space, const wend_space_def *def);
uint64_t space_hash_heights(uint64_t hash, const wend_space *space);

/* connections.c: space_check_connections checks connections before rounding.
 * space_build_connections builds them and checks that both ends are on walkable ground; it needs
 * the grids. */
wend_result space_check_connections(const wend_space_def *def, wend_error *error);
wend_result space_build_connections(wend_space *space, const wend_space_def *def,
                                    wend_error *error);
/* Copies a string; NULL is copied as "". Returns NULL if out of memory. */
const char *space_copy_text(wend_space *space, const char *text);

/* Return `hash` extended by further content. */
uint64_t space_hash_text(uint64_t hash, const char *text);
uint64_t space_hash_points(uint64_t hash, const wend_vec2 *points, uint32_t count);
uint64_t space_hash_connections(uint64_t hash, const wend_space *space);
/* Returns the hash for wend_space_hash; see hash.c. */
uint64_t space_hash_content(const wend_space *space);

/* terrain_grid.c: builds the cells over the terrain regions of a layer. Returns false if out of
 * memory. */
bool space_build_terrain_grid(wend_space *space, space_layer *layer);

/* terrain.c: true if a region contains a point. The first function is exact; the second takes a
 * point in double precision, and is exact up to rounding. */
bool space_terrain_covers(const space_terrain *t, wend_vec2 p);
bool space_terrain_covers_point(const space_terrain *t, double x, double y);
/* terrain.c: returns the type of terrain at a point. The layer must exist. */
uint32_t space_terrain_type_at(const wend_space *space, uint32_t layer, double x, double y);

/* m: an edge is entered into every cell within this distance, which is larger than any rounding
 * error. */
#define SPACE_ENTRY_MARGIN 1e-5

/* Returns the size (m) of cells that gives about two cells per edge; it is a power of two. */
double space_grid_first_cell(wend_vec2 low, wend_vec2 high, uint32_t edges);
/* Sets the size and number of cells, so that they cover a box with a margin of one cell. */
void space_grid_fit(space_grid *grid, wend_vec2 low, wend_vec2 high, double cell);
/* Returns how many entries the lists of a grid may have; cells are enlarged until this holds. */
static inline uint64_t space_grid_most_entries(uint32_t edges) {
    enum { ENTRIES_PER_EDGE = 16, MIN_ENTRIES = 65536 };
    return (uint64_t)edges * ENTRIES_PER_EDGE + MIN_ENTRIES;
}

/* Find the cells that are within `margin` of the segment pq: space_grid_rows finds the rows, and
 * space_grid_span the cells in one row. If *first is larger than *last, there are no such rows or
 * cells. */
void space_grid_rows(const space_grid *grid, wend_vec2 p, wend_vec2 q, double margin,
                     uint32_t *first, uint32_t *last);
void space_grid_span(const space_grid *grid, wend_vec2 p, wend_vec2 q, double margin, uint32_t row,
                     uint32_t *first, uint32_t *last);

/* Returns the cell that contains a position, or the nearest cell. The grid must have cells. */
uint32_t space_grid_cell(const space_grid *grid, wend_vec2 position);

/* Computes the winding number of each slot's rings around `position`, after moving it by an
 * infinitesimal step, mostly along x and a little along y, so that it lies on no edge. `out` must
 * have room for slot_count numbers. The position must lie in the grid. */
void space_winding(const wend_space *space, uint32_t layer, wend_vec2 position, int32_t *out);

/* True if the infinitesimal step of space_winding, taken from v, leads to the solid side of the
 * ring. v is a point in [e.a, e.b) on an edge e of the ring. */
bool space_step_enters(const wend_space *space, const space_edge *e, wend_vec2 v);

/* These are inlined. fmin and fmax are not, because they handle NaN. */
static inline double space_min(double a, double b) {
    return a < b ? a : b;
}

static inline double space_max(double a, double b) {
    return a > b ? a : b;
}

/* True if the position is within the domain of queries. */
static inline bool space_in_domain(wend_vec2 p) {
    return fabsf(p.x) <= (float)SPACE_POSITION_LIMIT && fabsf(p.y) <= (float)SPACE_POSITION_LIMIT;
}

/* Limits a radius to the domain of queries: returns 0 for NaN and negative numbers, and at most
 * 65536. */
static inline float space_clamp_radius(float radius) {
    return radius > 0.0F ? fminf(radius, 65536.0F) : 0.0F;
}

/* True if the edge's class is in the mask `classes`; class 0 always counts. */
static inline bool space_class_on(const space_edge *e, uint32_t classes) {
    return (((classes | 1U) >> e->obstacle_class) & 1U) != 0;
}

#endif
