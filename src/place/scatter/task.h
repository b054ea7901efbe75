/* The input of scattering: the agents to place, their region, and the agents already there. */
#ifndef PLACE_SCATTER_TASK_H
#define PLACE_SCATTER_TASK_H

#include "geom/discs.h"
#include "geom/shape.h"
#include "place/ground.h"

/* A request to place agents. The key, layer and radius of each agent are set; all agents are on the
 * same layer. */
typedef struct scatter_task {
    placement_ground ground;
    const disc_index *others; /* agents placed earlier, which do not move */
    shape region;
    double spacing; /* m: minimum distance between two centres */
    bool allow_overlap;
    uint64_t seed;
    wend_agent_def *agents;
    uint32_t count; /* at least 1 */
    const wend_allocator *allocator;
} scatter_task;

#endif
