/* Worlds full of walls, agents that ignore them, and an oracle that checks every step. */
#ifndef TESTS_SUPPORT_WALL_TRIALS_H
#define TESTS_SUPPORT_WALL_TRIALS_H

#include "support/spaces.h"

typedef enum trial_kind {
    TRIAL_POLYGONS, /* convex and star-shaped solids */
    TRIAL_LINES,    /* thin open walls that cross each other */
    TRIAL_DOORWAYS, /* corridors and doorways exactly as wide as an agent */
    TRIAL_ACUTE,    /* a boundary with needle-like spikes */
    TRIAL_TOUCHING, /* solids that touch at corners */
    TRIAL_STAIRS,   /* floors joined by links; one step may cross two links */
    TRIAL_KIND_COUNT
} trial_kind;

typedef struct trial_result {
    uint64_t agent_steps;
    uint64_t shortened;  /* steps that ended more than 1 mm from their target */
    uint64_t borderline; /* steps that ended 1 mm from their target, give or take a micrometre */
    uint64_t counted;    /* wall_interventions that the world reports */
    double moved;        /* m: total distance that all agents moved */
} trial_result;

/* Runs `agents` agents for `steps` steps in a random world, which `kind` and `seed` determine.
 * Fails the test if a centre crosses a wall of its layer, or if the deepest overlap with a wall
 * grows. If
 * `wild` is true, the steering model chooses displacements of up to 5 m, into walls and corners;
 * otherwise agents use `direct`, and head for goals behind walls. */
trial_result trial_run(trial_kind kind, uint64_t seed, bool wild, uint32_t agents, uint32_t steps);

#endif
