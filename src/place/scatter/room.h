/* The state while agents are scattered, and functions that test whether an agent has room at its
 * position. */
#ifndef PLACE_SCATTER_ROOM_H
#define PLACE_SCATTER_ROOM_H

#include "place/bins.h"
#include "place/scatter/cells.h"
#include "place/scatter/task.h"

typedef struct scatter {
    const scatter_task *task;
    wend_point low, high; /* box around the region */
    scatter_cells cells;  /* cells that may have positions; used if little of the box is free */
    double apart;         /* m: current minimum distance between centres */
    double largest;       /* m: largest radius of an agent */
    bins near;            /* finds agents of the task by position */
    bool pushing;         /* agents may overlap now; they are pushed apart later */
} scatter;

/* Returns the minimum allowed distance (m) between the centres of two agents, regardless of
 * `apart`. */
double room_min_distance(const scatter *c, const wend_agent_def *a, const wend_agent_def *b);
/* Samples a point in the region's box, or in its cells if they are in use. `purposes` holds the
 * sampling purposes for x, for y and for the choice of the cell. */
wend_point room_sample(const scatter *c, uint64_t key, uint64_t index, const uint32_t purposes[3]);
/* True if an agent is far enough from those agents of the task that are already in the bins. */
bool room_is_apart(const scatter *c, const wend_agent_def *agent);
/* Returns the index in `task->others` of an agent that overlaps this one, or UINT32_MAX. */
uint32_t room_find_overlap(const scatter *c, const wend_agent_def *agent);
/* True if an agent is in the region and clear of walls and of agents placed before the task. */
bool room_is_free(const scatter *c, const wend_agent_def *agent);

#endif
