/* A world for one measurement: a scenario that is written as text, with one profile of agents. */
#ifndef PAPER_MODELS_CROWD_H
#define PAPER_MODELS_CROWD_H

#include "base/memory.h"
#include "paper/models/setups.h"

enum { CROWD_TEXT_SIZE = 4096 };

/* What a measurement needs besides its own numbers. */
typedef struct models_context {
    const wend_registry *registry;
    const models_setup *setup;
    double dt; /* s */
    uint64_t seed;
    const volatile sig_atomic_t *cancel; /* may be NULL */
} models_context;

/* A world and the states of its agents after the last step. */
typedef struct models_crowd {
    const models_context *context;
    wend_world *world;
    memory heap;
    wend_agent_state *agents;
    uint32_t agent_count, agent_capacity;
} models_crowd;

/* Opens a world with the agents at their starts. `format` and the arguments after it are the text
 * of a scenario without name, seed, step and profile; its profile is called `walker`. The speeds of
 * agents are normally distributed, as Weidmann's. Must be closed, even after a failure. */
__attribute__((format(printf, 4, 5))) wend_result models_open(models_crowd *c,
                                                              const models_context *context,
                                                              wend_error *error, const char *format,
                                                              ...);
void models_close(models_crowd *c);

/* Gets the radius (m) of the agents: if it is sampled, its mean or the upper end of its range. */
wend_result models_get_radius(const models_context *context, double *radius, wend_error *error);

/* Steps the world once, and gets the agents. */
wend_result models_step(models_crowd *c, wend_error *error);
/* True if the caller of the reproduction has cancelled it. */
bool models_is_cancelled(const models_crowd *c);

/* How near agents come to each other. Zeroed: nothing measured yet. */
typedef struct models_contacts {
    double clearance; /* m: the smallest gap between two agents, negative if they overlap */
    uint32_t through; /* agents that were nearer to another than half the sum of their radii */
    bool begun;
    uint8_t *was_through; /* by the index of the agent: its key - 1 */
} models_contacts;

/* Measures the contacts of all agents now. Agents with a key above `count` are left out. */
wend_result models_measure_contacts(models_crowd *c, models_contacts *contacts, uint32_t count,
                                    wend_error *error);

#endif
