/* Finds pairs of agents that overlap, and counts how often a pair begins to overlap: see
 * overlaps.c. */
#ifndef MEASURE_METER_OVERLAPS_H
#define MEASURE_METER_OVERLAPS_H

#include "base/memory.h"
#include <wend/kit.h>

enum { OVERLAPS_LEAST_NEIGHBOURS = 64, OVERLAPS_MOST_NEIGHBOURS = 512 };

typedef struct overlap_pair {
    uint64_t low, high; /* keys of the two agents. Both 0: an empty entry. Equal, but not 0: some
                           pairs of this agent are missing. */
} overlap_pair;

/* A set of pairs: a hash table with open addressing, at most half full. */
typedef struct overlap_set {
    overlap_pair *table;
    uint32_t *used; /* indices of the table entries in use, in the order of insertion */
    uint32_t count, size, used_capacity;
    bool full; /* some pairs are missing, because the budget was used up */
} overlap_set;

typedef struct overlaps {
    const wend_recording *recording;
    double depth; /* smallest overlap that counts, as a fraction of the smaller radius */
    memory heap;
    overlap_set now, before;
    wend_neighbour found[OVERLAPS_MOST_NEIGHBOURS];
    uint64_t neighbour_budget; /* how many more neighbours may be examined in this step, in addition
                                  to the OVERLAPS_LEAST_NEIGHBOURS of each agent */
    uint64_t pair_budget;      /* pairs that may be remembered in this step */
    uint32_t remembered; /* number of overlapping pairs found so far for the agent being examined */
    /* Totals of the run so far. */
    uint64_t onsets, onsets_while_feasible, pair_steps;
    double deepest; /* m, depth of the deepest overlap */
} overlaps;

/* Records the overlaps in the initial frame of a run. `*o` must be zeroed. */
wend_result overlaps_begin(overlaps *o, const wend_recording *recording, double depth,
                           const wend_frame *frame, wend_error *error);
wend_result overlaps_step(overlaps *o, const wend_frame *frame, wend_error *error);
void overlaps_end(overlaps *o);

#endif
