/* Random positions without overlap, as even as the room allows. */
#ifndef PLACE_SCATTER_SCATTER_H
#define PLACE_SCATTER_SCATTER_H

#include "place/scatter/task.h"

typedef enum scatter_status {
    SCATTER_PLACED,
    SCATTER_TOO_FEW,        /* only some agents found room */
    SCATTER_BEYOND_PACKING, /* more than the densest packing: not tried */
    SCATTER_NO_MEMORY
} scatter_status;

/* The figures that explain a failure. */
typedef struct scatter_result {
    uint32_t placed_count;
    double free_area, covered_area; /* m2: walkable ground without agents; all agents of the task,
                                       with their spacing */
} scatter_result;

/* Writes the positions of all agents of the task. After a failure the positions are undefined, and
 * `result` (set for SCATTER_TOO_FEW and SCATTER_BEYOND_PACKING) gives the reason. */
scatter_status scatter_agents(const scatter_task *task, scatter_result *result);

#endif
