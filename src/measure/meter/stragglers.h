/* Who has not arrived, and why. */
#ifndef MEASURE_METER_STRAGGLERS_H
#define MEASURE_METER_STRAGGLERS_H

#include "measure/meter/slots.h"

/* Since when each agent has been near one place. */
typedef struct straggler_watch {
    slot_table anchors;
} straggler_watch;

void stragglers_init(straggler_watch *watch, const wend_allocator *allocator);
void stragglers_free(straggler_watch *watch);
/* To be called for every frame; false when memory ran out. */
bool stragglers_see(straggler_watch *watch, const wend_frame *frame);

/* Writes those of the last frame, ordered by key; returns how many. `out` has room for all agents
 * of the frame, `scratch` for as many. */
uint32_t stragglers_list(const straggler_watch *watch, const wend_recording *recording,
                         const wend_frame *frame, wend_straggler *out, wend_straggler *scratch);

#endif
