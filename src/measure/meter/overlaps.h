/* Finds pairs of agents that overlap, and when they began to: see overlaps.c. */
#ifndef MEASURE_METER_OVERLAPS_H
#define MEASURE_METER_OVERLAPS_H

#include "base/memory.h"
#include <wend/kit.h>

enum { OVERLAPS_LEAST_NEIGHBOURS = 64, OVERLAPS_MOST_NEIGHBOURS = 512 };

typedef struct overlap_pair {
    uint64_t low,
        high; /* keys; 0, 0: empty; twice the same key: some pairs of this agent are missing */
} overlap_pair;

/* A set of pairs: open addressing, at most half full. */
typedef struct overlap_set {
    overlap_pair *table;
    uint32_t *used; /* entries in use, in the order of insertion */
    uint32_t count, size, used_capacity;
    bool full; /* some pairs are missing */
} overlap_set;

typedef struct overlaps {
    const wend_recording *recording;
    double depth; /* overlap that counts, as a share of the smaller radius */
    memory heap;
    overlap_set now, before;
    wend_neighbour found[OVERLAPS_MOST_NEIGHBOURS];
    uint64_t neighbour_budget; /* what is left in this step of the budget beyond
                                  OVERLAPS_LEAST_NEIGHBOURS for each agent */
    uint64_t pair_budget;      /* pairs that may be remembered in this step */
    uint32_t remembered;       /* pairs of the agent being examined */
    /* Totals so far. */
    uint64_t onsets, onsets_while_feasible, pair_steps;
    double deepest; /* m */
} overlaps;

/* Records the state before a run; `o` is zeroed memory. */
wend_result overlaps_begin(overlaps *o, const wend_recording *recording, double depth,
                           const wend_frame *frame, wend_error *error);
wend_result overlaps_step(overlaps *o, const wend_frame *frame, wend_error *error);
void overlaps_end(overlaps *o);

#endif
