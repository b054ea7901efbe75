/* Forms batches from the bodies of several ranges, and takes lanes back. Cost: O(1) per body. */
#include "near/batch.h"

#include <math.h>

/* Margin in strip heights, which are made for ten neighbours (see grid.c): enough for most
 * batches. */
static const float margin_of_strip = 0.95F;

near_cursor near_cursor_at(const wend_range *runs, uint32_t run_count) {
    return (near_cursor){runs, run_count, 0, run_count > 0 ? runs[0].begin : 0};
}

bool near_batch_collect(near_cursor *cursor, near_batch *unit) {
    unit->count = 0;
    for (; cursor->run < cursor->range_count; cursor->run++) {
        const wend_range *run = &cursor->ranges[cursor->run];
        uint32_t next = cursor->next > run->begin ? cursor->next : run->begin;
        for (; next < run->end && unit->count < BATCH_LANES; next++) {
            unit->body[unit->count++] = next;
        }
        cursor->next = next;
        if (unit->count == BATCH_LANES) {
            break;
        }
    }
    for (uint32_t lane = unit->count; lane < BATCH_LANES; lane++) {
        unit->body[lane] = unit->body[0];
    }
    return unit->count > 0;
}

void near_batch_cut(near_cursor *cursor, near_batch *unit, uint32_t lane) {
    cursor->next = unit->body[lane];
    while (cursor->run == cursor->range_count || cursor->ranges[cursor->run].begin > cursor->next) {
        cursor->run--;
    }
    unit->count = lane;
    uint32_t kept = (1U << lane) - 1U;
    for (uint32_t g = 0; g < unit->group_count; g++) {
        unit->groups[g].lanes &= kept;
    }
    for (; lane < BATCH_LANES; lane++) {
        unit->body[lane] = unit->body[0];
    }
}

float near_batch_margin(const wend_view *view, const near_group *group, uint32_t count) {
    float height = 1.0F / view->internals->grid->layers[group->layer].per_strip;
    return margin_of_strip * height * sqrtf((float)count * 0.1F);
}
