/* plan/polyanya/chains.h: paths around the vertex chain of a corner fan, along the chain or against
 * it.
 *
 * A path along the chain has it on its right and turns right; a path against the chain has it on
 * its left and turns left. The path leaves the chain at a tangent vertex, from which its next point
 * is visible. The decisions are free of rounding errors for points on the grid. */
#ifndef PLAN_POLYANYA_CHAINS_H
#define PLAN_POLYANYA_CHAINS_H

#include "map/navmesh/navmesh.h"
#include "plan/polyanya/target.h"

typedef struct chain {
    const wend_vec2 *points; /* points[-1] and points[count] belong to the walls before and after
                                the chain */
    const double *lengths;   /* indexed by point: length of the chain from its first point, in m */
    uint32_t count;
    bool along;
} chain;

/* Returns the chain with a given number: `2 * corner_fan` for paths along the chain, `2 *
 * corner_fan + 1` for paths against it. */
static inline chain chain_of(const navmesh_level *level, uint32_t number) {
    const navmesh_corner_fan *corner_fan = &level->corner_fans[number / 2];
    return (chain){level->chain_points + corner_fan->first,
                   level->chain_lengths + corner_fan->first, corner_fan->count, number % 2 == 0};
}

/* Returns the vertex, from `low` to `high`, at which a path around the chain leaves it to go
 * straight to a point. */
uint32_t chain_leave(const chain *c, uint32_t low, uint32_t high, wend_point to);

/* Returns the vertex where a path from a point in front of the chain touches it. */
uint32_t chain_meet(const chain *c, wend_point from);

#endif
