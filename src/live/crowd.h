/* The agents of a live world and their measures: density, overlaps, mean speed. */
#ifndef LIVE_CROWD_H
#define LIVE_CROWD_H

#include "base/memory.h"
#include <wend/world.h>

/* m: the density around an agent is that of a disc with this radius. */
#define LIVE_DENSITY_RADIUS 1.0

/* An agent in the grid. */
typedef struct live_disc {
    wend_vec2 at;
    float radius;
    uint32_t layer, slot;
} live_disc;

typedef struct live_crowd {
    wend_agent_state *agents; /* in the order of their slots */
    uint32_t count, capacity;
    bool is_current, is_measured;
    /* The measures. */
    float *density; /* by slot: agents per m^2 around an agent, itself included; 0 on connections */
    float max_density;
    double mean_speed; /* m/s; of the agents that have not arrived; NAN if there are none */
    uint32_t overlaps; /* pairs of agents that overlap by more than 1 cm */
    /* A grid over the plane, with cells of 1 m. It is repeated: cells in the same place of two
     * repetitions share a bucket, so that its size does not depend on that of the space. */
    live_disc *discs; /* ordered by bucket */
    uint32_t *starts; /* of the buckets in `discs`; one more than there are buckets */
    uint32_t disc_capacity, density_capacity, start_capacity;
    uint32_t columns, rows; /* powers of two */
} live_crowd;

void live_crowd_free(live_crowd *crowd, memory *from);

/* Computes the measures of the agents of a crowd. Returns false if out of memory. Cost: O(agents),
 * also if very many agents stand at one point. */
bool live_crowd_measure(live_crowd *crowd, const wend_view *view, memory *from);

#endif
