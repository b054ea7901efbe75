/* The snapshots that a live world keeps to rewind.
 *
 * A snapshot is taken every `spacing` steps. Once the budget is used up, every second one is
 * dropped, and the spacing is doubled. The first snapshot after a change is needed to reach the
 * steps after it, so it is dropped only if nothing else is left: then the steps before it cannot be
 * reached any more. */
#ifndef LIVE_HISTORY_H
#define LIVE_HISTORY_H

#include "base/memory.h"
#include <wend/base.h>

typedef struct live_snapshot {
    uint64_t step;
    uint32_t changes; /* wend_live.changes at that time */
    bool is_needed;   /* the first snapshot, or the first one after a change */
    uint8_t *bytes;
    size_t size, capacity; /* `capacity`: of the block of memory */
} live_snapshot;

enum {
    LIVE_FIRST_SPACING = 32, /* steps */
    LIVE_MAX_SNAPSHOTS = 1024
};

typedef struct live_history {
    live_snapshot *items; /* in ascending order of their steps */
    uint32_t count, capacity;
    uint64_t spacing;    /* steps */
    size_t held, budget; /* bytes */
} live_history;

void live_history_clear(live_history *history, memory *from);
void live_history_free(live_history *history, memory *from);

/* True if a snapshot of the present step is to be kept. */
bool live_history_wants(const live_history *history, uint64_t step, uint32_t changes);
/* Keeps a snapshot, and takes over its bytes. Snapshots of this or a later step that belong to
 * another future are dropped. Returns false if out of memory; the bytes are then released. */
bool live_history_keep(live_history *history, memory *from, live_snapshot taken);
/* Finds the last snapshot at or before a step. Returns NULL if there is none. */
const live_snapshot *live_history_find(const live_history *history, uint64_t step);
/* Drops the snapshots that come after a change that was undone: those with more changes. */
void live_history_drop_changes(live_history *history, memory *from, uint32_t changes);

#endif
