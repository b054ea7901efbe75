/* needs: kit */
/* Compares the paths of discs in 400 random worlds with paths from a visibility graph. The ground
 * of the visibility graph is inset with GEOS. In 250 worlds, the arcs of the mesh are as fine as
 * those of the oracle; in the other worlds, the mesh has its default arcs. */
#include <math.h>
#include <stdio.h>

#include "support/kit/disc_trials.h"
#include "support/suite.h"

enum { PARTS = 8, FINE_PARTS = 5, WORLDS = 50 };

START_TEST(finds_shortest_disc_paths) {
    disc_tally tally = {0};
    uint64_t first = 1000000 + (uint64_t)_i * WORLDS;
    for (uint64_t seed = first; seed < first + WORLDS; seed++) {
        disc_trial(seed, _i < FINE_PARTS ? DISC_FINE_ARCS : 0, &tally);
    }
    printf("part %d: %u ways, %u bent, %u none, %u bottlenecks; up to %.2g longer, %.2g shorter\n",
           _i, tally.paths, tally.bent, tally.none, tally.bottlenecks, tally.longest,
           tally.shortest);
    disc_check_tally(&tally, WORLDS);
    ck_assert(_i >= FINE_PARTS || fmax(tally.longest, tally.shortest) <= 1e-4);
}
END_TEST

int main(void) {
    return suite_run_soak("disc ways soak", finds_shortest_disc_paths, PARTS);
}
