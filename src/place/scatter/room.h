/* The state of one scattering, and the room there is for an agent of it. */
#ifndef PLACE_SCATTER_ROOM_H
#define PLACE_SCATTER_ROOM_H

#include "place/bins.h"
#include "place/scatter/task.h"

typedef struct scatter {
    const scatter_task *task;
    wend_point low, high; /* box around the region */
    double apart;         /* least distance of centres now, m */
    double largest;       /* radius, m */
    bins near;            /* agents of the task by position */
    bool pushing;         /* darts may overlap: they are pushed apart afterwards */
} scatter;

/* The least distance of two centres, whatever `apart` is. */
double room_least_apart(const scatter *c, const wend_agent_def *a, const wend_agent_def *b);
/* Whether an agent is far enough from those of the task that are in the bins. */
bool room_is_apart(const scatter *c, const wend_agent_def *agent);
/* The index in task->others of an agent that this one overlaps, or UINT32_MAX. */
uint32_t room_overlap(const scatter *c, const wend_agent_def *agent);
/* Whether it is in the region, clear of walls and of agents placed before. */
bool room_is_free(const scatter *c, const wend_agent_def *agent);

#endif
