/* Heat maps: the time that agents spend in each square cell of a grid, and the distance that they
 * move there.
 *
 * A frame represents the time since the previous frame; the first frame represents no time. Only
 * cells that agents have entered take memory. If there are too many cells, the cell size is
 * doubled. */
#ifndef DRAW_CROWD_HEAT_H
#define DRAW_CROWD_HEAT_H

#include "draw/crowd/crowding.h"
#include <wend/kit.h>

enum { HEAT_MOST_CELLS = 1 << 19 };

typedef struct heat_cell {
    int32_t x, y; /* position of the lower left corner, in cells from the origin */
    uint32_t layer;
    double seconds;  /* total time that agents spent in the cell, agent-seconds */
    double crowding; /* the sum over these of the density around the agent, agent-seconds per m2 */
    double moved;    /* m, distance moved by agents that are in the cell at the end of a frame */
    double moving;   /* s, time that these movements took */
} heat_cell;

/* The position of an agent in the previous frame. */
typedef struct heat_position {
    uint64_t agent;
    wend_point position;
} heat_position;

typedef struct draw_heat {
    memory *heap;
    wend_point origin;
    bool has_origin;
    double size; /* cell size, in m */
    heat_cell *cells;
    uint32_t count, capacity;
    uint32_t most;   /* limit on the number of cells */
    uint32_t *table; /* hash table; an entry is an index into `cells` plus 1, or 0 if it is free */
    uint32_t table_size;
    heat_position *positions; /* indexed by slot */
    uint32_t position_capacity;
    bool measures_crowding; /* set after heat_init if HEAT_DENSITY_OCCUPIED is needed */
    crowding around;        /* the density around the agents of the current frame */
    uint32_t frames;
    double first_time, last_time;
} draw_heat;

void heat_init(draw_heat *heat, memory *heap, double size);
void heat_free(draw_heat *heat);
/* Adds a frame. Returns false if out of memory. */
bool heat_add(draw_heat *heat, const wend_recording *recording, const wend_frame *frame);
/* Doubles the cell size. Returns false if out of memory. */
bool heat_coarsen(draw_heat *heat);
/* Returns the cell that contains a point, or NULL if no agent has entered that cell. */
const heat_cell *heat_find(const draw_heat *heat, uint32_t layer, wend_point position);

typedef enum heat_kind { HEAT_DENSITY, HEAT_DENSITY_OCCUPIED, HEAT_USE, HEAT_SPEED } heat_kind;

/* Returns the value of a cell, according to `kind`: density in persons per m^2 over the whole time,
 * density around the agents in the cell while there are any, use in agent-seconds, or mean speed in
 * m/s. Returns a negative number if the cell has no value. */
double heat_value(const draw_heat *heat, const heat_cell *cell, heat_kind kind);

#endif
