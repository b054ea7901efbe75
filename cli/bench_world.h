/* cli/bench_world.h: creates the world of a benchmark case and measures its cost per agent and
 * step. */
#ifndef CLI_BENCH_WORLD_H
#define CLI_BENCH_WORLD_H

#include "cli/bench_case.h"
#include <wend/wend.h>

typedef struct bench_setup {
    const wend_registry *registry; /* must contain the follower of bench_streets.h */
    const char *steer;
    wend_kernel kernel;
    uint32_t threads, rounds;
    uint32_t neighbours; /* of the steering model, if it has such a parameter; 0: its default */
    uint32_t steps;      /* timed steps; 0: as many as the case has */
    /* Called repeatedly with the completed fraction of all rounds, from 0 to 1; may be NULL. */
    void (*progress)(void *user, const bench_case *which, double done);
    void *user;
} bench_setup;

typedef struct bench_result {
    double stage_ns[WEND_STAGE_COUNT]; /* time of each stage per agent and step */
    double total_ns; /* time of the whole step, per agent and step; larger than the sum of the
                        stages */
    double bytes_per_agent; /* memory allocated, without the space and the map */
    uint64_t routes;        /* routes planned, with those of the untimed steps; 0 without a map */
    double us_per_route;    /* time of the stage `plan` for each of them */
    double map_seconds;     /* time that building the map took; 0 without a map */
    uint32_t steps;         /* number of timed steps in a round */
    uint64_t hash;          /* hash of the state at the end of a round */
} bench_result;

/* Measures the cost of a case; the fastest round counts. Each round starts with a new world. */
wend_result bench_measure(const bench_case *which, const bench_setup *setup, bench_result *out,
                          wend_error *error);

#endif
