/* cli/bench_case.h: the cases of `wend bench`, the same that other engines are measured on. */
#ifndef CLI_BENCH_CASE_H
#define CLI_BENCH_CASE_H

#include <stdbool.h>
#include <stdint.h>
#include <wend/base.h>

/* What the agents of a case want. */
typedef enum bench_wish {
    BENCH_CROSS,  /* one of four directions, for ever */
    BENCH_ACROSS, /* the antipodal point of a circle; the case ends when all are there */
    BENCH_STREETS /* along the corridor between blocks, to and fro: see bench_streets.h */
} bench_wish;

/* One agent as it starts. */
typedef struct bench_agent {
    wend_point position;
    wend_point goal;    /* BENCH_ACROSS */
    uint32_t direction; /* quarter turns from +x; the others */
    double radius;      /* m */
} bench_agent;

typedef struct bench_case {
    const char *name;
    uint32_t agents;
    uint32_t warm_steps, steps; /* not timed, then timed (at most) */
    bench_wish wish;
    double dt;                         /* s */
    double preferred_speed, max_speed; /* m/s */
    double neighbour_distance;         /* m */
    double horizon, wall_horizon;      /* s */
    uint32_t blocks;                   /* to a side; 0: no walls */
    void (*place)(bench_agent *out, uint32_t count, uint64_t seed, uint32_t blocks);
} bench_case;

/* All cases, in the order in which they are run. */
extern const bench_case bench_cases[];
extern const uint32_t bench_case_count;
/* Their names in that order, NULL at the end. */
extern const char *const bench_case_names[];

/* The agents at their starts; `out` has room for all of them. The seed changes the places where
 * chance has a part in them. */
void bench_place_agents(const bench_case *which, uint64_t seed, bench_agent *out);

#endif
