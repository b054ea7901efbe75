/* Measures which ground a crowd uses: the cells that agents' centres visit, and the union of their
 * discs. Also measures how near to walls and how spread out the crowd is.
 *
 * A raster over the bounds of the space has a flag for each cell. Between two steps a centre is
 * assumed to move in a straight line, so long steps leave no gaps. */
#ifndef PAPER_SPACE_USE_H
#define PAPER_SPACE_USE_H

#include "base/memory.h"
#include <wend/kit.h>

#define SPACE_USE_CELL 0.25 /* m: cells visited by centres */
#define SPACE_USE_DISC 0.1  /* m: cells of the union of discs */

/* A raster with square cells over a box. */
typedef struct use_raster {
    wend_vec2 low;
    double size; /* m */
    uint32_t columns, rows;
    uint8_t *used;
} use_raster;

typedef struct space_use {
    memory heap;
    use_raster centres, discs;
    wend_vec2 *last; /* per slot: last position; x is NAN if the agent was absent */
    uint32_t last_capacity;
    const wend_space *space;
    /* Number of agent-steps, and of those within SPACE_USE_NEAR_WALL of a wall. */
    uint64_t agent_steps, near_wall_steps;
    /* Spread of the crowd: mean distance to its middle, while at least half of it is present. */
    uint32_t agents;
    double spread_sum;
    uint64_t spread_steps;
    bool begun;
} space_use;

/* Gap between disc and wall below which an agent hugs the wall, m. */
#define SPACE_USE_NEAR_WALL 0.1

void space_use_init(space_use *use, const wend_allocator *allocator);
void space_use_free(space_use *use);

/* Records a frame; a callback for wend_run_def.observe, with a space_use as the observer. The space
 * must have bounds. */
wend_result space_use_observe(void *observer, const wend_recording *recording,
                              const wend_frame *frame, wend_error *error);

double space_use_area(const use_raster *raster); /* m2 */

/* Draws three pictures side by side: the ground used by `before`, by `after`, and only by `after`.
 */
wend_result space_use_draw(const space_use *before, const space_use *after,
                           const char *const titles[3], const char *path, wend_error *error);

#endif
