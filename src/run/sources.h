/* Sources during a run: agents enter when they are due and there is room.
 *
 * The world stores how many agents of each group have entered; positions and times are functions of
 * seed, key and step. A run that resumes from a snapshot therefore continues as if it had never
 * stopped. */
#ifndef RUN_SOURCES_H
#define RUN_SOURCES_H

#include "scenario/scenario.h"

typedef struct source_state {
    memory *heap;
    const wend_scenario *s;
    wend_agent_def *defs; /* per source: the values that all of its agents share */
    uint32_t *entered;    /* per source: number of agents that have entered */
    double *due;          /* per source: time at which its next agent is due, in s */
    uint32_t total;       /* number of agents of all sources that have entered */
} source_state;

/* Allocates the arrays. Free the state even after a failure. Returns false if out of memory. */
bool sources_init(source_state *state, memory *heap, const wend_scenario *s);
void sources_free(source_state *state);
/* Initialises the state of the sources from a world that has just been made or loaded. */
void sources_begin(source_state *state, const wend_world *world);
/* Queues the agents that enter in the next step; `frame` is the current state. */
wend_result sources_step(source_state *state, wend_world *world, const wend_frame *frame,
                         wend_error *error);
/* Returns the number of agents that have not entered yet. */
uint32_t sources_count_waiting(const source_state *state);

#endif
