/* wend/grid.h: grids: cells with the clearance and the terrain of their centres.
 *
 * A grid answers where walls are, and the planner `grid` finds paths on it. wend_grid_build
 * (wend/kit.h) builds grids of squares, rectangles, hexagons, or of squares of unequal size (a
 * quadtree). The functions of this header need a map of kind "grid" and indices that are less than
 * the counts. In the names, a square is a cell of any shape. */
#ifndef WEND_GRID_H
#define WEND_GRID_H

#include <wend/map.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The upper limit of clearances in a grid, m. A clearance of this value means that no wall is
 * closer than that. */
#define WEND_GRID_MAX_CLEARANCE 5.0F

/* The smallest and the largest side of a cell, m. */
#define WEND_MIN_GRID_CELL 0.01
#define WEND_MAX_GRID_CELL 100.0

/* The distance between the rows of a lattice of hexagons, in cells: sqrt(3)/2. */
#define WEND_GRID_HEXAGON_ROW 0.86602540378443864676

enum {
    WEND_GRID_MOVES = 16,            /* the number of moves from a square or a rectangle */
    WEND_MAX_GRID_SQUARES = 1 << 24, /* the largest number of cells of all layers together */
    WEND_MAX_GRID_LEAVES = 1 << 22,  /* the same for a quadtree, whose cells take more memory */
    WEND_MAX_GRID_DEPTH = 10         /* the largest depth of a quadtree */
};

/* No square. */
#define WEND_NO_SQUARE UINT32_MAX

typedef enum wend_grid_shape {
    WEND_GRID_SQUARES,
    WEND_GRID_RECTANGLES, /* sides along x and y that may differ */
    WEND_GRID_HEXAGONS,   /* regular ones, with two sides parallel to y */
    WEND_GRID_QUADTREE    /* squares, large ones on open ground and small ones near walls */
} wend_grid_shape;

/* What the walls of class 0 leave of a cell. Exact: a wall that touches a corner counts. A link
 * counts like a wall, because the ground of the layer ends there. */
typedef enum wend_grid_state {
    WEND_GRID_FREE,    /* walkable, and no wall meets the cell */
    WEND_GRID_BLOCKED, /* not walkable, and no wall meets the cell */
    WEND_GRID_MIXED    /* a wall meets the cell */
} wend_grid_state;

/* A cell. Move k leads to the centre of another cell, with or without a link between them.
 *
 * Squares and rectangles: moves 0 to 7 lead to the eight neighbours, counter-clockwise, starting in
 * the direction of x; moves 8 to 15 lead to the cells a knight's move away: (2, 1), (1, 2),
 * (-1, 2), (-2, 1), (-2, -1), (-1, -2), (1, -2), (2, -1). Hexagons: moves 0 to 5 lead to the six
 * neighbours, starting in the direction of x; moves 6 to 11 to the cells beyond the corners, at 30,
 * 90, ... degrees. Quadtrees: moves to all cells that touch the cell, then moves to cells farther
 * away; only open moves are listed. */
typedef struct wend_grid_square {
    wend_location centre; /* in local coordinates */
    float clearance;      /* m: distance from the centre to the nearest wall of class 0; 0 if the
                             centre is not walkable */
    uint32_t terrain;     /* terrain type of the centre */
    uint32_t moves;       /* bit k: no wall of class 0 crosses the line of move k, which leads to a
                             walkable centre; 0 in a quadtree */
    bool walkable;        /* true if the centre is walkable, with class 0 only */
    bool blockable;       /* true if an obstacle class or a closed door can limit its clearance */
    wend_grid_state state;
    float side; /* m: side along x; the distance between opposite sides of a hexagon */
} wend_grid_square;

/* Returns the side of a cell along x, m; for hexagons the distance between opposite sides, for a
 * quadtree the side of the smallest cells. */
WEND_API double wend_grid_cell(const wend_map *map);
/* Returns the side of a cell along y, m; for hexagons the distance between rows. */
WEND_API double wend_grid_cell_height(const wend_map *map);
/* Returns the shape of the cells. */
WEND_API wend_grid_shape wend_grid_shape_of(const wend_map *map);
/* Returns the number of cells of all layers, including those whose centre is not walkable. */
WEND_API uint32_t wend_grid_square_count(const wend_map *map);
/* Returns a cell. O(log layers). */
WEND_API wend_grid_square wend_grid_square_at(const wend_map *map, uint32_t square);
/* Writes the corners of a cell, counter-clockwise, in local coordinates, and returns their number:
 * 6 for a hexagon, otherwise 4. */
WEND_API uint32_t wend_grid_outline(const wend_map *map, uint32_t square, wend_vec2 out[6]);
/* Returns the number of moves of a cell: 16, for hexagons 12, in a quadtree the number of open
 * moves. */
WEND_API uint32_t wend_grid_move_count(const wend_map *map, uint32_t square);
/* Returns the cell to which a move leads, which may be on another layer; WEND_NO_SQUARE if the move
 * is not open. `move` is below wend_grid_move_count. */
WEND_API uint32_t wend_grid_target(const wend_map *map, uint32_t square, uint32_t move);
/* Finds the cell that contains a location, whether or not its centre is walkable. Returns
 * WEND_NO_SQUARE outside the box of the layer. O(1); in a quadtree O(log cells). */
WEND_API uint32_t wend_grid_locate(const wend_map *map, wend_location location);

/* ---- Queries --------------------------------------------------------------------------------- */

/* True if a disc collides: if its centre is not walkable, or a wall of the given classes is nearer
 * to its centre than `radius` (m). To touch a wall is not to collide. With a radius of 0, true if
 * the point is not walkable. Exact, as wend_space_is_walkable and wend_space_is_visible are; the
 * grid decides most cases without looking at walls. `space` must be the one for which the map was
 * built, on whose layers the location lies; it need not be inside the grid. Doors and moving
 * obstacles do not count. O(1) in most cases. */
WEND_API bool wend_grid_collides(const wend_map *map, const wend_space *space,
                                 wend_location location, float radius, uint32_t classes);

/* What a grid and its space say about a location. */
typedef struct wend_grid_value {
    uint32_t square;       /* the cell that contains it; WEND_NO_SQUARE outside the grid */
    wend_grid_state state; /* of that cell; WEND_GRID_BLOCKED outside the grid */
    bool walkable;         /* of the location itself, with the given classes */
    float clearance;  /* m: distance from the location to the nearest wall of the given classes,
                         at most WEND_GRID_MAX_CLEARANCE; 0 if it is not walkable */
    uint32_t terrain; /* terrain type of the location */
    float weight; /* cost of a metre on that terrain; INFINITY if it is forbidden or not walkable */
} wend_grid_value;

/* Returns the value at a location. `weights` holds the weight of terrain type i at index i, as in
 * terrain rules; INFINITY stands for forbidden ground. Types without a weight have the weight 1, so
 * `weights` may be NULL with a count of 0. `space` is as above. */
WEND_API wend_grid_value wend_grid_value_at(const wend_map *map, const wend_space *space,
                                            wend_location location, uint32_t classes,
                                            const float *weights, uint32_t weight_count);

#ifdef __cplusplus
}
#endif

#endif
