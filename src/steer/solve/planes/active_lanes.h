/* Finds the neighbours that agents consider, for eight agents at once: the SIMD version of
 * active.c. A file that includes this defines LANES_AVX2 or LANES_SSE2, and `HEED`, the name of the
 * function to define. */
#include "steer/solve/planes/active.h"

#include "steer/solve/planes/batch_active_lanes.h"

/* Gets the neighbours of one lane, in the order of their ranks. */
static void heeded_by_lane(const unit_heed *heed, uint32_t lane, heeded *out) {
    const wend_view *view = heed->call->view;
    const wend_body *body = &view->bodies[heed->unit.body[lane]];
    float most = heed->query.distance[lane] * heed->query.distance[lane];
    out->count = 0;
    out->crowded = heed->crowded >> lane & 1U;
    for (uint32_t k = 1; k <= heed->query.neighbours; k++) {
        if (!(heed->search.ranks.key[k][lane] <= most)) {
            return; /* all further ones are at least as far away */
        }
        uint32_t number = heed->search.ranks.number[k][lane];
        const wend_body *other = window_record(&heed->search.window, view->bodies, number);
        if (vec_length_squared(vec_sub(other->position, body->position)) <= most) {
            out->bodies[out->count++] = (uint32_t)(other - view->bodies);
        }
    }
}

void HEED(const planes_call *call, heed_visit visit, void *context) {
    if (!unit_heed_fits(call)) {
        heed_scalar(call, visit, context);
        return;
    }
    unit_heed heed;
    heeded others;
    unit_heed_begin(&heed, call);
    while (near_unit_next(&heed.cursor, &heed.unit)) {
        if (unit_heed_rank(&heed)) {
            find_crowded(&heed);
        }
        for (uint32_t lane = 0; lane < heed.unit.count; lane++) {
            if (heed.done_alone >> lane & 1U) {
                planes_heeded(call, heed.unit.body[lane], &others);
            } else {
                heeded_by_lane(&heed, lane, &others);
            }
            visit(context, heed.unit.body[lane], &others);
        }
    }
}
