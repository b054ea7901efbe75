/* map/grid/grid.h: squares of equal size, each with the clearance and the terrain of its centre.
 *
 * The squares of all layers lie on one lattice, whose lines pass through the origin of local
 * coordinates. Each layer has a box of squares; a square whose centre is not walkable is in the box
 * but has no moves. A move leads from the centre of a square to that of a square nearby: moves 0 to
 * 7 to the eight neighbours, moves 8 to 15 to the squares a knight's move away. The map stores
 * which moves are open for a point. A planner decides for a disc (plan/grid): the clearances of the
 * two centres decide most moves, and a visibility check the others. Only walls of class 0 count;
 * the clearance that doors and other obstacle classes leave is stored separately.
 *
 * A move whose line crosses a link ends on another layer. Such moves are listed as crossings. */
#ifndef MAP_GRID_H
#define MAP_GRID_H

#include <wend/map.h>

#include "base/archive.h"
#include "base/memory.h"
#include "map/blocking.h"

#define GRID_NONE UINT32_MAX

enum {
    GRID_WALKABLE = 1 << 0,
    GRID_NEAR_LINK = 1 << 1, /* the clearance disc meets a link, so it may see other layers */
    GRID_CROSSES = 1 << 2,   /* the square has crossings */
    GRID_BLOCKABLE = 1 << 3  /* a blocker can limit its clearance; set by grid_create */
};

typedef struct grid_square {
    /* m: distance from the centre to the nearest wall, at most WEND_GRID_MAX_CLEARANCE; 0 if the
     * centre is not walkable */
    float clearance;
    uint32_t terrain; /* index of the centre's type in `terrains` */
    uint16_t moves;   /* bit k: move k is open for a point */
    uint16_t flags;
} grid_square;

/* The squares of a layer: `rows` rows of `columns` squares. */
typedef struct grid_layer {
    int32_t column, row; /* the lattice position of its first square */
    uint32_t columns, rows;
    uint32_t first; /* index of its first square; set by grid_create */
} grid_layer;

/* A move that ends on another layer. */
typedef struct grid_crossing {
    uint32_t from, move, to;
} grid_crossing;

typedef struct grid {
    double cell; /* m: side of a square */
    grid_layer *layers;
    grid_square *squares;
    grid_crossing *crossings; /* ascending by `from`, then `move` */
    uint32_t *terrains;       /* ascending: all terrain types of the space, 0 included */
    map_blocking blocking;    /* each part is a square */
    uint32_t layer_count, square_count, crossing_count, terrain_count;

    /* Set by grid_create. */
    uint32_t walkable_count;
    uint64_t move_count;
} grid;

/* A displacement of a move, in squares. */
typedef struct grid_offset {
    int8_t column, row;
} grid_offset;

extern const grid_offset grid_offsets[WEND_GRID_MOVES];

/* Verifies and copies a grid, and derives the members that a builder does not set. Fails with
 * WEND_ERROR_FORMAT and a message unless everything is in range, and every move leads to a walkable
 * square. For builders and loaders. O(squares). */
wend_result grid_create(const grid *parts, uint64_t space_hash, const wend_allocator *allocator,
                        wend_map **out, wend_error *error);

/* Returns the map's data, or NULL if the map is of another kind. */
const grid *grid_of(const wend_map *map);

/* The descriptor and its functions: see map/kind.h. */
extern const struct map_kind map_kind_grid;
const char *grid_verify(const void *draft);
bool grid_copy(wend_map *map, const void *draft);
wend_result grid_finish(wend_map *map, wend_error *error);
uint64_t grid_hash(const void *data, uint64_t hash);
void grid_archive(archive *ar, void *draft, memory_arena *arena);
wend_map_coverage grid_cover(const void *data, const wend_space *space, const wend_space_def *def);

/* ---- locate.c -------------------------------------------------------------------------------- */

/* Returns the layer of a square. O(log layers). */
uint32_t grid_layer_of(const grid *map, uint32_t square);

/* Returns the centre of a square. */
wend_location grid_centre(const grid *map, uint32_t square);

/* Returns the centre of the lattice square at a column and a row. */
wend_vec2 grid_lattice_centre(double cell, int64_t column, int64_t row);

/* Returns the square that contains a location, walkable or not; GRID_NONE outside the layer's box.
 * The layer need not exist. */
uint32_t grid_locate(const grid *map, wend_location location);

/* Returns the crossing of a move, or NULL if the move stays on its layer. O(log crossings). */
const grid_crossing *grid_find_crossing(const grid *map, uint32_t square, uint32_t move);

/* Returns the square to which an open move leads. */
uint32_t grid_target(const grid *map, uint32_t square, uint32_t layer, uint32_t move);

/* A square near a location. */
typedef struct grid_near {
    uint32_t square;
    double distance; /* m: from the location to the centre */
} grid_near;

/* Calls `visit` for the walkable squares of the location's layer whose centre is at most `distance`
 * (m) away, ring by ring around the location, until it returns false. Within two rings, squares
 * come in no order of distance. `visit` may shorten `distance`. */
void grid_visit_near(const grid *map, wend_location location, double *distance,
                     bool (*visit)(void *context, const grid_near *near), void *context);

#endif
