/* near/body_lanes.h: the bodies of a batch of eight agents, one SIMD lane each. A file that
 * includes this header defines LANES_AVX2 or LANES_QUADS. */
#ifndef NEAR_BODY_LANES_H
#define NEAR_BODY_LANES_H

#include "geom/lanes.h"
#include "near/batch.h"

/* Eight bodies; each field is a column with one value per body. */
typedef struct lane_bodies {
    lanes x, y, vx, vy, radius, tags;
} lane_bodies;

static inline lane_bodies load_bodies(const void *const rows[LANES]) {
    lanes columns[LANES];
    lanes_transpose(rows, columns);
    return (lane_bodies){columns[0], columns[1], columns[2], columns[3], columns[4], columns[5]};
}

/* Loads the values of a column for the agents of a batch. */
static inline lanes load_column(wend_column column, const wend_view *view,
                                const near_batch *batch) {
    if (column.stride == 0) {
        return lanes_set(wend_column_at(column, 0));
    }
    float out[LANES];
    for (uint32_t i = 0; i < LANES; i++) {
        out[i] = wend_column_at(column, view->bodies[batch->body[i]].slot);
    }
    return lanes_load(out);
}

#endif
