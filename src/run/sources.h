/* Sources during a run: agents that enter when they are due and there is room.
 *
 * Which agents have entered is read from the world (how many members a group has had), places and
 * times are functions of seed, key and step: a run that goes on from a snapshot goes on as if it
 * had never stopped. */
#ifndef RUN_SOURCES_H
#define RUN_SOURCES_H

#include "scenario/scenario.h"

typedef struct feed {
    memory *heap;
    const wend_scenario *s;
    wend_agent_def *defs; /* what all agents of a source have in common; one for each */
    uint32_t *entered;    /* agents of each source so far */
    double *due;          /* when the next one of each is, s */
    uint32_t total;       /* entered, of all sources */
} feed;

/* False when memory ran out. `defs` and `entered` belong to the feed afterwards. */
bool feed_init(feed *f, memory *heap, const wend_scenario *s);
void feed_free(feed *f);
/* Finds out where a world stands, once it is made or loaded. */
void feed_begin(feed *f, const wend_world *world);
/* Queues who enters in the next step; `frame` is the present state. */
wend_result feed_step(feed *f, wend_world *world, const wend_frame *frame, wend_error *error);
/* How many agents are still to come. */
uint32_t feed_waiting(const feed *f);

#endif
