/* Finds the neighbours that agents consider, for eight agents at once: the SIMD version of
 * active.c. A file that includes this header defines LANES_AVX2 or LANES_QUADS, and
 * `FIND_NEIGHBOURS`, the name of the function to define. */
#include "steer/solve/planes/active.h"

#include "steer/solve/planes/batch_active_lanes.h"

/* Gets the neighbours of one lane, in the order of their ranks (nearest first). */
static void neighbours_of_lane(const batch_active *active_batch, uint32_t lane,
                               active_neighbours *out) {
    const wend_view *view = active_batch->call->view;
    const wend_body *body = &view->bodies[active_batch->batch.body[lane]];
    float most = active_batch->query.distance[lane] * active_batch->query.distance[lane];
    out->count = 0;
    out->crowded = active_batch->crowded >> lane & 1U;
    for (uint32_t k = 1; k <= active_batch->query.neighbours; k++) {
        if (!(active_batch->search.ranks.key[k][lane] <= most)) {
            return; /* all further neighbours are at least as far away */
        }
        uint32_t row = active_batch->search.ranks.row[k][lane];
        const wend_body *other = window_record(&active_batch->search.window, row);
        if (vec_length_squared(vec_sub(other->position, body->position)) <= most) {
            out->bodies[out->count++] = other->cell;
        }
    }
}

void FIND_NEIGHBOURS(const planes_call *call, neighbours_visit visit, void *context) {
    if (!batch_active_fits(call)) {
        find_neighbours_scalar(call, visit, context);
        return;
    }
    batch_active active_batch;
    active_neighbours others;
    batch_active_begin(&active_batch, call);
    while (near_batch_next(&active_batch.cursor, &active_batch.batch)) {
        if (batch_active_rank(&active_batch)) {
            find_crowded(&active_batch);
        }
        for (uint32_t lane = 0; lane < active_batch.batch.count; lane++) {
            if (active_batch.left_to_scalar >> lane & 1U) {
                planes_find_neighbours(call, active_batch.batch.body[lane], &others);
            } else {
                neighbours_of_lane(&active_batch, lane, &others);
            }
            visit(context, active_batch.batch.body[lane], &others);
        }
    }
}
