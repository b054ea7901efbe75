/* step/ground/density.h: the grid that holds how crowded the ground of a world is. */
#ifndef STEP_GROUND_DENSITY_H
#define STEP_GROUND_DENSITY_H

#include <wend/density.h>

enum {
    DENSITY_MARGIN = 2,        /* cells around the bounding box of the space */
    DENSITY_UNKNOWN_AREA = 255 /* the area of the cell has not been measured yet */
};

typedef struct density_value {
    float density, congestion; /* 1/m^2 */
} density_value;

/* Sums over agents, in units that the functions of state/density.c define. */
typedef struct density_sum {
    uint64_t agents, slow;
} density_sum;

/* The part of a layer outside which there is no delay, in local coordinates (m). Without any delay,
 * `low` is above `high`. */
typedef struct density_box {
    double low[2], high[2];
} density_box;

/* The layers have equal grids, one after the other, row by row. */
typedef struct density_grid {
    double cell;   /* m; 0: the world has no grid, and all arrays are NULL */
    double period; /* s */
    double gain;   /* see wend_world_def.density_gain */
    uint64_t generation;
    uint32_t period_steps; /* the period in steps, at least 1 */
    uint32_t layer_count, columns, rows;
    uint32_t cell_count; /* of all layers */
    double x, y;         /* m: corner of the grids, in local coordinates */
    density_value *values;
    float *delays;
    density_box *boxes; /* by layer */
    density_sum *sums;  /* used while the grid is filled */
    bool *used_rows;    /* by layer and row: true if a sum in it may not be 0 */
    uint8_t *areas;     /* sixteenths of a cell that are walkable, or DENSITY_UNKNOWN_AREA */
} density_grid;

/* Returns the delay at a congestion: see wend/density.h. */
float density_delay(float congestion);

/* Finds the cell whose centre is the nearest below and left of a position, and the fractions of a
 * cell from there. Returns false if the position lies outside the grid. */
bool density_locate(const density_grid *grid, wend_vec2 position, uint32_t *column, uint32_t *row,
                    double *right, double *up);

#endif
