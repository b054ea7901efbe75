/* Places agents at random positions without overlap, as evenly as the room allows. */
#ifndef PLACE_SCATTER_SCATTER_H
#define PLACE_SCATTER_SCATTER_H

#include "place/scatter/task.h"

typedef enum scatter_status {
    SCATTER_PLACED,
    SCATTER_TOO_FEW,        /* only some agents found room */
    SCATTER_BEYOND_PACKING, /* denser than the densest packing, so not tried */
    SCATTER_NO_MEMORY
} scatter_status;

/* The figures that explain a failure. */
typedef struct scatter_result {
    uint32_t placed_count;
    double free_area, covered_area; /* m2: free ground; area that the task's agents cover */
} scatter_result;

/* Writes the positions of all agents of the task. After a failure the positions are undefined. For
 * SCATTER_TOO_FEW and SCATTER_BEYOND_PACKING, `result` explains the failure. */
scatter_status scatter_agents(const scatter_task *task, scatter_result *result);

#endif
