/* plan/polyanya/chains.h: going round the chain of a kite, along it or against it.
 *
 * A way along the chain has it on its right and turns right, one against it has it on its left and
 * turns left. What lies beyond is seen from the vertex where the way leaves the chain straight on:
 * its tangent vertex. Decided without rounding for places on the grid. */
#ifndef PLAN_POLYANYA_CHAINS_H
#define PLAN_POLYANYA_CHAINS_H

#include "map/navmesh/navmesh.h"
#include "plan/polyanya/target.h"

typedef struct chain {
    const wend_vec2 *points; /* points[-1] and points[count] are of the walls beside it */
    const double *lengths;   /* m: from the first point */
    uint32_t count;
    bool along;
} chain;

/* Chains are numbered: twice the kite, 1 more for ways against it. */
static inline chain chain_of(const navmesh_level *level, uint32_t number) {
    const navmesh_kite *kite = &level->kites[number / 2];
    return (chain){level->kite_points + kite->first, level->kite_lengths + kite->first, kite->count,
                   number % 2 == 0};
}

/* From which vertex, low .. high, a place is seen by a way that has come round the chain. */
uint32_t chain_leave(const chain *c, uint32_t low, uint32_t high, wend_point to);

/* At which vertex a way from a place in front of the chain touches it. */
uint32_t chain_meet(const chain *c, wend_vec2 from);

#endif
