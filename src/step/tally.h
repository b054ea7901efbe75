/* step/tally.h: what workers count and note while bodies move. */
#ifndef STEP_TALLY_H
#define STEP_TALLY_H

#include <wend/world.h>

#include "base/memory.h"

/* Something that happened to a body. */
typedef struct step_note {
    uint32_t index;
    uint32_t kind; /* wend_event_kind: ARRIVED or LAYER */
    uint32_t goal; /* reached */
} step_note;

/* What one worker counted and noted; on cache lines of its own. */
typedef struct step_tally {
    _Alignas(64) wend_stats stats;
    step_note *notes;
    uint32_t note_count, note_capacity;
    uint32_t bad_body; /* of the first body that became NaN or infinite, UINT32_MAX */
    bool no_memory;
} step_tally;

/* Adds a note; without memory the tally says so. */
static inline void tally_note(step_tally *tally, memory *from, step_note note) {
    if (memory_grow(from, (void **)&tally->notes, sizeof *tally->notes, &tally->note_capacity,
                    tally->note_count + 1)) {
        tally->notes[tally->note_count++] = note;
    } else {
        tally->no_memory = true;
    }
}

#endif
