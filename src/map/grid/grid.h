/* map/grid/grid.h: cells, each with the clearance and the terrain of its centre.
 *
 * Squares, rectangles and hexagons of equal size form a lattice that all layers share; each layer
 * has a box of them. The lines of a lattice of squares or rectangles pass through the origin of
 * local coordinates. Hexagons have two sides parallel to y; odd rows are shifted by half a cell.
 * The cells of a quadtree are squares of unequal size: a layer has a box of largest cells (roots),
 * and cells near walls, links and borders of terrain are split into four, down to the smallest.
 *
 * A cell whose centre is not walkable has no moves. A move leads from the centre of a cell to that
 * of a cell nearby. Squares and rectangles have moves 0 to 7 to the eight neighbours, and moves 8
 * to 15 to the cells a knight's move away; hexagons have moves 0 to 5 to the neighbours, and moves
 * 6 to 11 to the cells beyond their corners. The map stores which moves are open for a point. The
 * cells of a quadtree have lists of open moves instead. A planner decides for a disc (plan/grid):
 * the clearances of the two centres decide most moves, and a visibility check the others. Only
 * walls of class 0 count; the clearance that doors and other obstacle classes leave is stored
 * separately.
 *
 * On a lattice, a move whose line crosses a link ends on another layer. Such moves are listed as
 * crossings. */
#ifndef MAP_GRID_H
#define MAP_GRID_H

#include <wend/grid.h>

#include "base/archive.h"
#include "base/memory.h"
#include "map/blocking.h"

#define GRID_NONE UINT32_MAX

enum {
    GRID_WALKABLE = 1 << 0,
    GRID_NEAR_LINK = 1 << 1, /* the clearance disc meets a link, so it may see other layers */
    GRID_CROSSES = 1 << 2,   /* the square has crossings */
    GRID_BLOCKABLE = 1 << 3, /* a blocker can limit its clearance; set by grid_create */
    GRID_TOUCHED = 1 << 4    /* a wall of class 0 or a link meets the cell */
};

typedef struct grid_square {
    /* m: distance from the centre to the nearest wall, at most WEND_GRID_MAX_CLEARANCE; 0 if the
     * centre is not walkable */
    float clearance;
    uint32_t terrain; /* index of the centre's type in `terrains` */
    /* Bit k: move k is open for a point. In a quadtree: the number of moves to neighbours, which
     * come first in the list of the cell's moves. */
    uint16_t moves;
    uint16_t flags;
} grid_square;

/* The cells of a layer: `rows` rows of `columns` cells (of a quadtree: of roots). */
typedef struct grid_layer {
    int32_t column, row; /* the lattice position of its first cell or root */
    uint32_t columns, rows;

    /* Set by grid_create. */
    uint32_t first, count; /* index of its first cell; number of its cells */
    uint32_t first_root;   /* of a quadtree: index of its first root */
} grid_layer;

/* A cell of a quadtree. */
typedef struct grid_leaf {
    uint32_t level; /* its side is 2^level smallest cells */

    /* Set by grid_place_leaves. */
    int32_t column, row; /* lattice position of its low corner, in smallest cells */
    uint32_t code;       /* Morton code of its low corner within its root */
} grid_leaf;

/* A move that ends on another layer. */
typedef struct grid_crossing {
    uint32_t from, move, to;
} grid_crossing;

typedef struct grid {
    wend_grid_shape shape;
    double cell;        /* m: side of a square, of a rectangle along x, or of the smallest cell of a
                           quadtree; distance between opposite sides of a hexagon */
    double cell_height; /* m: distance between rows: the side along y; sqrt(3)/2 `cell` for
                           hexagons */
    grid_layer *layers;
    grid_square *squares;
    grid_crossing *crossings; /* ascending by `from`, then `move` */
    uint32_t *terrains;       /* ascending: all terrain types of the space, 0 included */
    map_blocking blocking;    /* each part is a square */
    uint32_t layer_count, square_count, crossing_count, terrain_count;

    /* Quadtrees only; otherwise the counts are 0. */
    uint32_t depth;        /* the side of the largest cells is 2^depth smallest cells */
    grid_leaf *leaves;     /* for each cell: by root, then by Morton code */
    uint32_t *first_moves; /* for each cell, and once more: its first move in `targets` */
    uint32_t *targets;     /* the cells to which open moves lead */
    uint32_t leaf_count, first_move_count, target_count;
    uint32_t *roots; /* for each root, and once more: its first leaf; set by grid_place_leaves */

    /* Set by grid_create. */
    uint32_t walkable_count;
    uint64_t move_count;
} grid;

/* A displacement of a move: in cells; for hexagons, the columns are in half cells. */
typedef struct grid_offset {
    int8_t column, row;
} grid_offset;

enum { GRID_HEXAGON_MOVES = 12, GRID_MAX_DEPTH = WEND_MAX_GRID_DEPTH };

extern const grid_offset grid_offsets[WEND_GRID_MOVES];
extern const grid_offset grid_hexagon_offsets[GRID_HEXAGON_MOVES];

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

/* ---- lattice.c ------------------------------------------------------------------------------- */

/* Returns the centre of the lattice cell at a column and a row. Needs the size of the cells only.
 */
wend_vec2 grid_lattice_centre(const grid *map, int64_t column, int64_t row);

/* Adds a move to a lattice position. */
void grid_lattice_step(const grid *map, uint32_t move, int64_t *column, int64_t *row);

/* Returns the cell of a layer at a lattice position; GRID_NONE outside the layer's box. */
uint32_t grid_lattice_cell(const grid_layer *layer, int64_t column, int64_t row);

/* Writes the lattice position of the cell that contains a position. */
void grid_lattice_locate(const grid *map, wend_vec2 position, int64_t *column, int64_t *row);

/* A cell near a location. */
typedef struct grid_near {
    uint32_t square;
    double distance; /* m: from the location to the centre */
} grid_near;

/* A search for cells around a location. */
typedef struct grid_near_search {
    const grid *map;
    const grid_layer *layer;
    wend_location from;
    double *distance;
    bool (*visit)(void *context, const grid_near *near);
    void *context;
} grid_near_search;

/* Visits a cell if it counts. Returns false if the search is to end. */
bool grid_near_visit(const grid_near_search *s, uint32_t square, wend_vec2 centre);

/* grid_visit_near on a lattice and in a quadtree. */
void grid_lattice_visit_near(const grid_near_search *s);
void grid_tree_visit_near(const grid_near_search *s);

/* ---- tree.c: quadtrees ----------------------------------------------------------------------- */

/* Returns NULL if the levels of the leaves, in order, tile the roots of all layers; otherwise a
 * description of the error. Needs valid boxes and a valid depth. */
const char *grid_check_leaves(const grid *map);

/* Derives the positions of leaves from their levels, and fills in `roots` and the layers. */
void grid_place_leaves(grid *map);

/* Returns the leaf that contains a location; GRID_NONE outside the layer's box. */
uint32_t grid_tree_locate(const grid *map, wend_location location);

/* A closed box of lattice positions, in smallest cells. */
typedef struct grid_box {
    int64_t low_column, low_row, high_column, high_row;
} grid_box;

/* Calls `visit` for the leaves of a layer that meet a box (to touch it is enough), in ascending
 * order, until it returns false. Returns false if it did. */
bool grid_visit_leaves(const grid *map, uint32_t layer, const grid_box *box,
                       bool (*visit)(void *context, uint32_t leaf), void *context);

/* ---- locate.c -------------------------------------------------------------------------------- */

/* Returns what the walls of class 0 leave of a cell. */
static inline wend_grid_state grid_state(const grid *map, uint32_t square) {
    uint32_t flags = map->squares[square].flags;
    return (flags & GRID_TOUCHED)    ? WEND_GRID_MIXED
           : (flags & GRID_WALKABLE) ? WEND_GRID_FREE
                                     : WEND_GRID_BLOCKED;
}

/* Returns the layer of a cell. O(log layers). */
uint32_t grid_layer_of(const grid *map, uint32_t square);

/* Returns the centre of a cell, with its layer, or on a layer that is known. */
wend_location grid_centre(const grid *map, uint32_t square);
wend_location grid_centre_on(const grid *map, uint32_t layer, uint32_t square);

/* Returns the longer side (m) of a cell; GRID_NONE gives that of the smallest cells. */
double grid_side(const grid *map, uint32_t square);

/* Returns the longest side of a cell that the map can have, m. */
double grid_longest_side(const grid *map);

/* Writes the corners of a cell, counter-clockwise, and returns their number. Cells that share a
 * corner have the same point there. */
enum { GRID_MAX_CORNERS = 6 };
uint32_t grid_outline(const grid *map, uint32_t layer, uint32_t square,
                      wend_vec2 out[GRID_MAX_CORNERS]);

/* Returns the cell that contains a location, walkable or not; GRID_NONE outside the layer's box.
 * The layer need not exist. */
uint32_t grid_locate(const grid *map, wend_location location);

/* Returns the crossing of a move, or NULL if the move stays on its layer. O(log crossings). */
const grid_crossing *grid_find_crossing(const grid *map, uint32_t square, uint32_t move);

/* Returns the number of moves of a cell, open or not; with `near`, of moves to neighbours. */
uint32_t grid_move_count(const grid *map, uint32_t square, bool near);

/* True if a move, which is below grid_move_count, is open for a point. */
static inline bool grid_has_move(const grid *map, uint32_t square, uint32_t move) {
    return map->shape == WEND_GRID_QUADTREE || (map->squares[square].moves >> move & 1U);
}

/* Returns the cell to which an open move leads. */
uint32_t grid_target(const grid *map, uint32_t square, uint32_t layer, uint32_t move);

/* Calls `visit` for the walkable cells of the location's layer whose centre is at most `distance`
 * (m) away, until it returns false: squares ring by ring around the location, other cells row by
 * row or in the order of the quadtree. `visit` may shorten `distance`. */
void grid_visit_near(const grid *map, wend_location location, double *distance,
                     bool (*visit)(void *context, const grid_near *near), void *context);

#endif
