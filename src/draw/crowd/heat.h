/* How much a place is used: time spent and ways walked, on a grid of square cells.
 *
 * A frame stands for the time since the frame before it; the first one for none. Only cells that
 * somebody was in take memory; when there are too many, cells become twice as large. */
#ifndef DRAW_CROWD_HEAT_H
#define DRAW_CROWD_HEAT_H

#include "base/memory.h"
#include <wend/kit.h>

enum { HEAT_MOST_CELLS = 1 << 19 };

typedef struct heat_cell {
    int32_t x, y; /* of its lower left corner, in cells from the origin */
    uint32_t layer;
    uint32_t last_frame; /* in which somebody was in it */
    double seconds;      /* agent-seconds */
    double occupied;     /* s in which somebody was in it */
    double moved;        /* m walked to places in it */
    double moving;       /* s that took */
} heat_cell;

/* Where an agent was in the frame before. */
typedef struct heat_place {
    uint64_t agent;
    wend_point position;
} heat_place;

typedef struct draw_heat {
    memory *heap;
    wend_point origin;
    bool has_origin;
    double size; /* m, of a cell */
    heat_cell *cells;
    uint32_t count, capacity;
    uint32_t most;   /* cells, at most */
    uint32_t *table; /* places in `cells` plus 1, 0 for none; by hash */
    uint32_t table_size;
    heat_place *places; /* by slot */
    uint32_t place_capacity;
    uint32_t frames;
    double first_time, last_time;
} draw_heat;

void heat_init(draw_heat *heat, memory *heap, double size);
void heat_free(draw_heat *heat);
/* False when memory ran out. */
bool heat_add(draw_heat *heat, const wend_recording *recording, const wend_frame *frame);
/* Makes cells twice as large; false when memory ran out. */
bool heat_coarsen(draw_heat *heat);
/* The cell that holds a place, or NULL. */
const heat_cell *heat_find(const draw_heat *heat, uint32_t layer, wend_point place);

typedef enum heat_kind { HEAT_DENSITY, HEAT_DENSITY_OCCUPIED, HEAT_USE, HEAT_SPEED } heat_kind;

/* A cell's value: persons per m^2 over the whole time or while somebody was there, agent-seconds,
 * m/s. Negative where there is none. */
double heat_value(const draw_heat *heat, const heat_cell *cell, heat_kind kind);

#endif
