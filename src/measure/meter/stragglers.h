/* Watches agents during a run, and lists those that have not arrived, with the reasons. */
#ifndef MEASURE_METER_STRAGGLERS_H
#define MEASURE_METER_STRAGGLERS_H

#include "measure/meter/slots.h"

/* Records how long each agent has stayed near one position. */
typedef struct straggler_watch {
    slot_table anchors;
} straggler_watch;

void stragglers_init(straggler_watch *watch, const wend_allocator *allocator);
void stragglers_free(straggler_watch *watch);
/* Updates the watch; call it for every frame. Returns false if out of memory. */
bool stragglers_update(straggler_watch *watch, const wend_frame *frame);

/* Writes the stragglers in the last frame to `out`, ordered by key, and returns the number of
 * stragglers. `out` and `scratch` each have room for all agents of the frame. */
uint32_t stragglers_list(const straggler_watch *watch, const wend_recording *recording,
                         const wend_frame *frame, wend_straggler *out, wend_straggler *scratch);

#endif
