/* cli/bench_case.h: the cases of `wend bench`. The same cases are used to measure other engines. */
#ifndef CLI_BENCH_CASE_H
#define CLI_BENCH_CASE_H

#include <stdbool.h>
#include <stdint.h>
#include <wend/base.h>

/* What the agents of a case do. */
typedef enum bench_goal {
    BENCH_CROSS,  /* walk in one of four directions forever */
    BENCH_ACROSS, /* walk to the opposite point of a circle; the case ends when all agents have
                     arrived */
    BENCH_STREETS /* walk back and forth along a corridor between blocks: see bench_streets.h */
} bench_goal;

/* The start of one agent. */
typedef struct bench_agent {
    wend_point position;
    wend_point goal;    /* used for BENCH_ACROSS */
    uint32_t direction; /* quarter turns from +x; not used for BENCH_ACROSS */
    double radius;      /* m */
} bench_agent;

typedef struct bench_case {
    const char *name;
    uint32_t agents;
    /* The number of untimed steps at the start, and the maximum number of timed steps after them.
     */
    uint32_t warm_steps, steps;
    bench_goal goal_kind;
    double dt;                         /* s */
    double preferred_speed, max_speed; /* m/s */
    double neighbour_distance;         /* m */
    double horizon, wall_horizon;      /* s */
    uint32_t blocks;                   /* number of blocks per side; 0 for no walls */
    void (*place)(bench_agent *out, uint32_t count, uint64_t seed, uint32_t blocks);
} bench_case;

/* All cases, in the order in which they are run. */
extern const bench_case bench_cases[];
extern const uint32_t bench_case_count;
/* The names of the cases, in the same order, NULL-terminated. */
extern const char *const bench_case_names[];

/* Writes the agents at their start positions to `out`, which has room for all of them. If the case
 * has random positions, they depend on the seed. */
void bench_place_agents(const bench_case *which, uint64_t seed, bench_agent *out);

#endif
