/* Which ground a crowd uses: cells that a centre visits, and the union of all discs.
 *
 * Cells are bits of a raster over the space's bounds. Between two steps a centre is taken to move
 * straight, so that long steps leave no gaps. */
#ifndef PAPER_SPACE_USE_H
#define PAPER_SPACE_USE_H

#include "base/memory.h"
#include <wend/kit.h>

#define SPACE_USE_CELL 0.25 /* m */
#define SPACE_USE_DISC 0.1  /* m: cells of the union of discs */

/* A raster of one size of cells over a box. */
typedef struct use_raster {
    wend_vec2 low;
    double size; /* m */
    uint32_t columns, rows;
    uint8_t *used;
} use_raster;

typedef struct space_use {
    memory heap;
    use_raster centres, discs;
    wend_vec2 *last; /* by slot: where it was; x is NAN for who was not there */
    uint32_t last_capacity;
    const wend_space *space;
    /* Of all agent-steps: how many there were, and those nearer to a wall than `near_wall`. */
    uint64_t agent_steps, hugging;
    /* Spread of the crowd: the mean distance to its middle, while half of it is there. */
    uint32_t agents;
    double spread_sum;
    uint64_t spread_steps;
    bool begun;
} space_use;

/* Room between disc and wall below which an agent hugs the wall, m. */
#define SPACE_USE_NEAR_WALL 0.1

void space_use_init(space_use *use, const wend_allocator *allocator);
void space_use_free(space_use *use);

/* For wend_run_def.watch; the watcher is a space_use. The space must have bounds. */
wend_result space_use_watch(void *watcher, const wend_recording *recording, const wend_frame *frame,
                            wend_error *error);

double space_use_area(const use_raster *raster); /* m2 */

/* Three pictures side by side: the ground used by `before`, by `after`, and by `after` alone. */
wend_result space_use_draw(const space_use *before, const space_use *after,
                           const char *const titles[3], const char *path, wend_error *error);

#endif
