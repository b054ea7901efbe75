/* A world whose agents move exactly as the test commands, for tests of single steps. */
#ifndef TESTS_SUPPORT_LAB_H
#define TESTS_SUPPORT_LAB_H

#include "support/spaces.h"

enum { LAB_AGENTS = 4096 };

/* Keys are 1, 2, 3, ... in the order of adding. */
typedef struct lab {
    wend_world *world;
    wend_registry *registry;
    uint32_t count;
    wend_agent ids[LAB_AGENTS + 1];         /* by key */
    wend_vec2 displacement[LAB_AGENTS + 1]; /* commanded for the next step, m */
    wend_vec2 velocity[LAB_AGENTS + 1];     /* NaN: displacement / dt */
} lab;

/* Starts the lab; only one may exist at a time. Takes over the reference to the space. Profiles 0
 * and 1 steer as commanded; profile 1 enforces limits itself. */
lab *lab_start(wend_space *space, double dt, uint32_t threads);
void lab_end(void);

/* Adds an agent and returns its key. The agent exists from the next step. */
uint64_t lab_add(double x, double y, uint32_t layer, double radius);
uint64_t lab_add_def(const wend_agent_def *def);
void lab_step(uint32_t count);
wend_agent_state lab_get(uint64_t key);

#endif
