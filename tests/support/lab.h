/* A world for tests of single steps: its agents move exactly as the test commands. */
#ifndef TESTS_SUPPORT_LAB_H
#define TESTS_SUPPORT_LAB_H

#include "support/spaces.h"

enum { LAB_AGENTS = 4096 };

/* The keys of agents are 1, 2, 3, ... in the order in which the agents are added. */
typedef struct lab {
    wend_world *world;
    wend_registry *registry;
    uint32_t count;
    wend_agent ids[LAB_AGENTS + 1];         /* indexed by key */
    wend_vec2 displacement[LAB_AGENTS + 1]; /* displacement commanded for the next step, in m */
    wend_vec2 velocity[LAB_AGENTS + 1];     /* m/s; NaN: displacement / dt is used */
} lab;

/* Starts the lab; only one may exist at a time. Takes over the reference to the space. Agents of
 * profiles 0 and 1 move as commanded; the model of profile 1 enforces the limits itself. */
lab *lab_start(wend_space *space, double dt, uint32_t threads);
void lab_end(void);

/* Adds an agent and returns its key. The agent exists from the next step. */
uint64_t lab_add(double x, double y, uint32_t layer, double radius);
uint64_t lab_add_def(const wend_agent_def *def);
void lab_step(uint32_t count);
wend_agent_state lab_get(uint64_t key);

#endif
