/* Keeps snapshots for rewinding: history.h. */
#include "live/history.h"
#include <string.h>

static void release(live_history *history, memory *from, const live_snapshot *item) {
    memory_free(from, item->bytes, item->capacity);
    history->held -= item->capacity;
}

void live_history_clear(live_history *history, memory *from) {
    for (uint32_t i = 0; i < history->count; i++) {
        release(history, from, &history->items[i]);
    }
    history->count = 0;
    history->spacing = LIVE_FIRST_SPACING;
}

void live_history_free(live_history *history, memory *from) {
    live_history_clear(history, from);
    memory_free(from, history->items, history->capacity * sizeof *history->items);
    history->items = NULL;
    history->capacity = 0;
}

const live_snapshot *live_history_find(const live_history *history, uint64_t step) {
    uint32_t low = 0, high = history->count;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        low = history->items[middle].step <= step ? middle + 1 : low;
        high = history->items[middle].step <= step ? high : middle;
    }
    return low > 0 ? &history->items[low - 1] : NULL;
}

bool live_history_wants(const live_history *history, uint64_t step, uint32_t changes) {
    const live_snapshot *last = live_history_find(history, step);
    return last == NULL || last->changes != changes || step - last->step >= history->spacing;
}

/* Drops the snapshots that `drops` names. */
static void filter(live_history *history, memory *from,
                   bool (*drops)(const live_snapshot *item, const live_snapshot *with),
                   const live_snapshot *with) {
    uint32_t kept = 0;
    for (uint32_t i = 0; i < history->count; i++) {
        live_snapshot item = history->items[i];
        if (drops(&item, with)) {
            release(history, from, &item);
        } else {
            history->items[kept++] = item;
        }
    }
    history->count = kept;
}

static bool has_more_changes(const live_snapshot *item, const live_snapshot *with) {
    return item->changes > with->changes;
}

void live_history_drop_changes(live_history *history, memory *from, uint32_t changes) {
    const live_snapshot with = {.changes = changes};
    filter(history, from, has_more_changes, &with);
}

static bool is_another_future(const live_snapshot *item, const live_snapshot *with) {
    return item->step == with->step || (item->step > with->step && item->changes != with->changes);
}

/* Drops snapshots that are closer to the one before than the spacing, unless they are needed. */
static void thin(live_history *history, memory *from) {
    uint32_t kept = 0;
    for (uint32_t i = 0; i < history->count; i++) {
        live_snapshot item = history->items[i];
        uint64_t before = kept > 0 ? history->items[kept - 1].step : 0;
        if (item.is_needed || item.step - before >= history->spacing) {
            history->items[kept++] = item;
        } else {
            release(history, from, &item);
        }
    }
    history->count = kept;
}

static bool is_too_large(const live_history *history) {
    return history->count > 0 &&
           (history->held > history->budget || history->count > LIVE_MAX_SNAPSHOTS);
}

static bool has_spare(const live_history *history) {
    bool spare = false;
    for (uint32_t i = 0; i < history->count; i++) {
        spare = spare || !history->items[i].is_needed;
    }
    return spare;
}

static void make_room(live_history *history, memory *from) {
    while (is_too_large(history)) {
        if (has_spare(history)) {
            history->spacing *= 2;
            thin(history, from);
            continue;
        }
        release(history, from, &history->items[0]);
        history->count--;
        memmove(history->items, history->items + 1, history->count * sizeof *history->items);
    }
    if (history->count > 0) {
        history->items[0].is_needed = true;
    }
}

bool live_history_keep(live_history *history, memory *from, live_snapshot taken) {
    filter(history, from, is_another_future, &taken);
    if (!memory_grow(from, (void **)&history->items, sizeof *history->items, &history->capacity,
                     history->count + 1)) {
        memory_free(from, taken.bytes, taken.capacity);
        return false;
    }
    uint32_t at = history->count;
    for (; at > 0 && history->items[at - 1].step > taken.step; at--) {
        history->items[at] = history->items[at - 1];
    }
    taken.is_needed = at == 0 || history->items[at - 1].changes != taken.changes;
    history->items[at] = taken;
    history->count++;
    history->held += taken.capacity;
    make_room(history, from);
    return true;
}
