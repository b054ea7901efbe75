/* Ways of discs through built meshes against those of support/kit/disc_oracle.h. */
#ifndef SUPPORT_KIT_DISC_TRIALS_H
#define SUPPORT_KIT_DISC_TRIALS_H

#include <stdint.h>

/* Pieces of a quarter circle that are as fine as the oracle's. */
enum { DISC_FINE_ARCS = 64 };

typedef struct disc_tally {
    uint32_t ways;            /* found by both, of the same length */
    uint32_t bent;            /* those a millimetre longer than the straight line, or more */
    uint32_t none;            /* found by neither */
    uint32_t bottlenecks;     /* as either, because of one within a millimetre of the diameter */
    double longest, shortest; /* the largest relative differences of ways in length */
} disc_tally;

/* One random world: a few places for each of its radii. Fails the test where the planner `navmesh`
 * and the oracle differ, or where a way comes nearer to a wall than its radius. `arc_pieces` are
 * the mesh's; 0: its own choice. */
void disc_trial(uint64_t seed, uint32_t arc_pieces, disc_tally *tally);

/* Fails the test unless there was enough of all, and bottlenecks were few. */
void disc_check_tally(const disc_tally *tally, uint32_t worlds);

#endif
