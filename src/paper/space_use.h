/* Measures which ground a crowd uses: the cells that the centres of agents visit, and the union of
 * the agents' discs. Also measures how near to walls the crowd walks, and how spread out it is.
 *
 * A raster over the bounds of the space has a flag for each cell. A centre is assumed to move in a
 * straight line from one step to the next, so long steps leave no gaps. */
#ifndef PAPER_SPACE_USE_H
#define PAPER_SPACE_USE_H

#include "base/memory.h"
#include <wend/kit.h>

#define SPACE_USE_CELL 0.25 /* m, side of the cells for visits of centres */
#define SPACE_USE_DISC 0.1  /* m, side of the cells for the union of discs */

/* A raster with square cells over a box. */
typedef struct use_raster {
    wend_vec2 low;
    double size; /* m, side of a cell */
    uint32_t columns, rows;
    uint8_t *used;
} use_raster;

typedef struct space_use {
    memory heap;
    use_raster centres, discs;
    use_raster solid; /* cells of `centres` that are not walkable */
    wend_vec2 *last; /* last position of the agent in each slot; x is NAN if the agent was absent */
    uint32_t last_capacity;
    const wend_space *space;
    /* Number of agent-steps, and number of those in which the agent hugged a wall. */
    uint64_t agent_steps, near_wall_steps;
    /* For the spread of the crowd: the mean distance of agents from their common middle, while at
     * least half of the agents are present. */
    uint32_t agents;
    double spread_sum;
    uint64_t spread_steps;
    bool begun;
} space_use;

/* m: an agent hugs a wall if the gap between its disc and the wall is smaller than this. */
#define SPACE_USE_NEAR_WALL 0.1

void space_use_init(space_use *use, const wend_allocator *allocator);
void space_use_free(space_use *use);

/* Records a frame. This is a callback for wend_run_def.observe; `observer` is a space_use. The
 * space must have bounds. */
wend_result space_use_observe(void *observer, const wend_recording *recording,
                              const wend_frame *frame, wend_error *error);

double space_use_area(const use_raster *raster); /* area of the used cells, in m^2 */

/* Draws three pictures side by side: the ground used by `before`, by `after`, and only by `after`.
 * Blocks and everything else that is not walkable are drawn in grey. */
wend_result space_use_draw(const space_use *before, const space_use *after,
                           const char *const titles[3], const char *path, wend_error *error);

#endif
