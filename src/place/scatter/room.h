/* The state while agents are scattered, and tests whether an agent has room at its position. */
#ifndef PLACE_SCATTER_ROOM_H
#define PLACE_SCATTER_ROOM_H

#include "place/bins.h"
#include "place/scatter/cells.h"
#include "place/scatter/task.h"

typedef struct scatter {
    const scatter_task *task;
    wend_point low, high; /* box around the region */
    scatter_cells cells;  /* where positions may lie; in use only if that is little of the box */
    double apart;         /* current least distance of centres, m */
    double largest;       /* largest radius, m */
    bins near;            /* agents of the task by position */
    bool pushing;         /* darts may overlap; they are pushed apart afterwards */
} scatter;

/* Returns the least distance of two centres, regardless of `apart`, m. */
double room_least_apart(const scatter *c, const wend_agent_def *a, const wend_agent_def *b);
/* Samples a point of the region's box, or of its cells if they are in use. The purposes are those
 * of x, y and the cell. */
wend_point room_sample(const scatter *c, uint64_t key, uint64_t index, const uint32_t purposes[3]);
/* True if an agent is far enough from those of the task that are in the bins. */
bool room_is_apart(const scatter *c, const wend_agent_def *agent);
/* Returns the index in task->others of an agent that this one overlaps, or UINT32_MAX. */
uint32_t room_find_overlap(const scatter *c, const wend_agent_def *agent);
/* True if an agent is in the region, clear of walls and of agents placed before. */
bool room_is_free(const scatter *c, const wend_agent_def *agent);

#endif
