/* step/tally.h: the statistics that a worker records while it moves bodies, and its notes about
 * arrivals and layer changes. */
#ifndef STEP_TALLY_H
#define STEP_TALLY_H

#include <wend/world.h>

#include "base/memory.h"

/* A note about an event that happened to a body. */
typedef struct step_note {
    uint32_t index;
    uint32_t kind; /* wend_event_kind: the arrival or the layer event */
    uint32_t goal; /* the goal that the body reached */
} step_note;

/* The counts and notes of one worker. Each tally has cache lines of its own. */
typedef struct step_tally {
    _Alignas(64) wend_stats stats;
    step_note *notes;
    uint32_t note_count, note_capacity;
    uint32_t bad_body; /* index of the first body with an invalid next state, or UINT32_MAX */
    bool no_memory;
} step_tally;

/* Adds a note. If out of memory, sets `no_memory`. */
static inline void tally_note(step_tally *tally, memory *from, step_note note) {
    if (memory_grow(from, (void **)&tally->notes, sizeof *tally->notes, &tally->note_capacity,
                    tally->note_count + 1)) {
        tally->notes[tally->note_count++] = note;
    } else {
        tally->no_memory = true;
    }
}

#endif
