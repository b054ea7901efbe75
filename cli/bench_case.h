/* cli/bench_case.h: the cases of `wend bench`. The same cases are used to measure other engines. */
#ifndef CLI_BENCH_CASE_H
#define CLI_BENCH_CASE_H

#include <stdbool.h>
#include <stdint.h>
#include <wend/base.h>

/* What the agents of a case do. */
typedef enum bench_goal {
    BENCH_CROSS,   /* walk in one of four directions forever */
    BENCH_ACROSS,  /* walk to the opposite point of a circle; the case ends when all agents have
                      arrived */
    BENCH_STREETS, /* walk back and forth along a corridor between blocks: see bench_streets.h */
    BENCH_TRIPS    /* walk to a point in the streets of a town, on a planned route */
} bench_goal;

/* The start of one agent. */
typedef struct bench_agent {
    wend_point position;
    wend_point goal;    /* used for BENCH_ACROSS and BENCH_TRIPS */
    uint32_t direction; /* quarter turns from +x; used for BENCH_CROSS and BENCH_STREETS */
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
    uint32_t copies; /* for BENCH_ACROSS: number of circles per side of a square of circles */
    void (*place)(const struct bench_case *which, uint64_t seed, bench_agent *out);
} bench_case;

/* All cases, in the order in which they are run. */
extern const bench_case bench_cases[];
extern const uint32_t bench_case_count;
/* The names of the cases, in the same order. */
#define BENCH_CASE_NAMES                                                                           \
    "circle-250", "circle-1000", "crossing-10000", "crossing-100000", "crossing-1000000",          \
        "blocks-1000", "blocks-10000", "mixed-10000", "jam-10000", "town-1000", "city-250"
/* The same as a list, NULL-terminated. */
extern const char *const bench_case_names[];

/* Writes the agents at their start positions to `out`, which has room for all of them. If the case
 * has random positions, they depend on the seed. */
void bench_place_agents(const bench_case *which, uint64_t seed, bench_agent *out);

/* The kinds of cases, which grow (`wend bench --scaling`). A kind is the first part of a case's
 * name; it grows from its first case in the list. */
#define BENCH_KIND_NAMES "circle", "crossing", "blocks", "mixed", "jam", "town", "city"
/* The same as a list, NULL-terminated. */
extern const char *const bench_kind_names[];
/* Returns the first case of a kind; NULL if there is no such kind. */
const bench_case *bench_find_kind(const char *kind);
/* Returns a case with `factor` * `factor` times as many agents in a world with `factor` times the
 * length and the width, so that the density stays the same. Circles are repeated side by side. */
bench_case bench_grow(const bench_case *from, uint32_t factor);

#endif
