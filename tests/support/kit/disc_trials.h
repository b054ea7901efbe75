/* Compares the paths that discs take on built meshes with those of support/kit/disc_oracle.h. */
#ifndef SUPPORT_KIT_DISC_TRIALS_H
#define SUPPORT_KIT_DISC_TRIALS_H

#include <stdint.h>

/* Number of arc pieces per quarter circle, as many as the oracle uses. */
enum { DISC_FINE_ARCS = 64 };

typedef struct disc_tally {
    uint32_t paths; /* paths that the planner and the oracle both found, with the same length */
    uint32_t bent;  /* those paths that are at least 1 mm longer than the straight line */
    uint32_t none;  /* queries for which neither of them found a path */
    uint32_t bottlenecks;     /* undecided: a gap differs from the diameter by at most 1 mm */
    double longest, shortest; /* the largest relative differences in length */
} disc_tally;

/* Runs one random world with a few queries for each of its radii. Fails the test if the planner
 * `navmesh` and the oracle differ, or if a path comes nearer to a wall than its radius.
 * `arc_pieces` is passed to the mesh; 0 means its default. */
void disc_trial(uint64_t seed, uint32_t arc_pieces, disc_tally *tally);

/* Fails the test unless every case occurred often enough and there were few bottlenecks. */
void disc_check_tally(const disc_tally *tally, uint32_t worlds);

#endif
