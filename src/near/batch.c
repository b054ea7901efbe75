/* Fills batches with bodies from several ranges, and returns bodies to the cursor when a batch is
 * cut short. Cost: O(1) per body. */
#include "near/batch.h"

#include <math.h>

/* The margin for ten neighbours, in strip heights: enough for most batches. Strip heights are also
 * chosen for ten neighbours (grid.c). */
static const float margin_per_strip_height = 0.95F;

near_cursor near_cursor_at(const wend_range *ranges, uint32_t range_count) {
    return (near_cursor){ranges, range_count, 0, range_count > 0 ? ranges[0].begin : 0};
}

bool near_batch_collect(near_cursor *cursor, near_batch *batch) {
    batch->count = 0;
    for (; cursor->range < cursor->range_count; cursor->range++) {
        const wend_range *range = &cursor->ranges[cursor->range];
        uint32_t next = cursor->next > range->begin ? cursor->next : range->begin;
        for (; next < range->end && batch->count < BATCH_LANES; next++) {
            batch->body[batch->count++] = next;
        }
        cursor->next = next;
        if (batch->count == BATCH_LANES) {
            break;
        }
    }
    for (uint32_t lane = batch->count; lane < BATCH_LANES; lane++) {
        batch->body[lane] = batch->body[0];
    }
    return batch->count > 0;
}

void near_batch_cut(near_cursor *cursor, near_batch *batch, uint32_t lane) {
    cursor->next = batch->body[lane];
    while (cursor->range == cursor->range_count ||
           cursor->ranges[cursor->range].begin > cursor->next) {
        cursor->range--;
    }
    batch->count = lane;
    uint32_t kept = (1U << lane) - 1U;
    for (uint32_t g = 0; g < batch->group_count; g++) {
        batch->groups[g].lanes &= kept;
    }
    for (; lane < BATCH_LANES; lane++) {
        batch->body[lane] = batch->body[0];
    }
}

float near_batch_margin(const wend_view *view, const near_group *group, uint32_t count) {
    float height = 1.0F / view->internals->grid->layers[group->layer].per_strip;
    return margin_per_strip_height * height * sqrtf((float)count * 0.1F);
}
