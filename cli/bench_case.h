/* cli/bench_case.h: the cases of `wend bench`. Other engines are measured with the same cases. */
#ifndef CLI_BENCH_CASE_H
#define CLI_BENCH_CASE_H

#include <stdbool.h>
#include <stdint.h>
#include <wend/base.h>

/* The goals of the agents of a case. */
typedef enum bench_goal {
    BENCH_CROSS,  /* walk in one of four directions forever */
    BENCH_ACROSS, /* walk to the antipodal point of a circle; the case ends when all have arrived */
    BENCH_STREETS /* walk up and down a corridor between blocks: see bench_streets.h */
} bench_goal;

/* One agent at the start. */
typedef struct bench_agent {
    wend_point position;
    wend_point goal;    /* for BENCH_ACROSS */
    uint32_t direction; /* quarter turns from +x, for the other goals */
    double radius;      /* m */
} bench_agent;

typedef struct bench_case {
    const char *name;
    uint32_t agents;
    uint32_t warm_steps, steps; /* untimed steps, then at most this many timed steps */
    bench_goal goal_kind;
    double dt;                         /* s */
    double preferred_speed, max_speed; /* m/s */
    double neighbour_distance;         /* m */
    double horizon, wall_horizon;      /* s */
    uint32_t blocks;                   /* per side; 0: no walls */
    void (*place)(bench_agent *out, uint32_t count, uint64_t seed, uint32_t blocks);
} bench_case;

/* All cases, in the order in which they are run. */
extern const bench_case bench_cases[];
extern const uint32_t bench_case_count;
/* The names of the cases in that order, NULL-terminated. */
extern const char *const bench_case_names[];

/* Writes the agents at their start positions; `out` has room for all of them. In cases with random
 * positions, these depend on the seed. */
void bench_place_agents(const bench_case *which, uint64_t seed, bench_agent *out);

#endif
