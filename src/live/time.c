/* Steps, rewinds and restarts a live world. */
#include "base/error.h"
#include "live/live.h"
#include <string.h>

/* ---- Steps ----------------------------------------------------------------------------------- */

/* Makes room for the arrivals at all goals. */
static bool reserve_goals(wend_live *live) {
    live_counts *counts = &live->counts;
    uint32_t needed = wend_world_goal_count(live->world), before = counts->goal_count;
    if (needed <= before) {
        return true;
    }
    uint32_t *grown = memory_get_array(&live->memory, needed, sizeof *grown);
    if (grown == NULL) {
        return false;
    }
    memset(grown, 0, needed * sizeof *grown);
    for (uint32_t i = 0; i < before; i++) {
        grown[i] = counts->goal_arrivals[i];
    }
    memory_free(&live->memory, counts->goal_arrivals, before * sizeof *counts->goal_arrivals);
    counts->goal_arrivals = grown;
    counts->goal_count = needed;
    return true;
}

static void count_events(wend_live *live) {
    const wend_event *events = NULL;
    uint32_t count = wend_world_get_events(live->world, &events);
    for (uint32_t i = 0; i < count; i++) {
        live->counts.left += events[i].kind == WEND_EVENT_LEFT;
        if (events[i].kind != WEND_EVENT_ARRIVED) {
            continue;
        }
        uint32_t goal = wend_world_goal_index(live->world, events[i].goal);
        live->counts.arrived++;
        if (goal < live->counts.goal_count) {
            live->counts.goal_arrivals[goal]++;
        }
    }
}

/* Saves the present state in a block of memory for `capacity` bytes. Without memory, the snapshot
 * has no bytes. */
static live_snapshot take_snapshot(wend_live *live, size_t capacity) {
    live_snapshot taken = {.step = wend_world_step_count(live->world),
                           .changes = live->changes,
                           .bytes = memory_get(&live->memory, capacity),
                           .capacity = capacity};
    if (taken.bytes != NULL) {
        taken.size = wend_live_save(live, taken.bytes, capacity);
    }
    return taken;
}

bool live_count_events(wend_live *live) {
    if (!reserve_goals(live)) {
        return false;
    }
    count_events(live);
    return true;
}

/* Keeps a snapshot of the present step, if one is due. Without memory for it, the history is
 * shorter. Counting the bytes of a snapshot takes as long as saving it, so the first attempt is
 * made with a little more memory than the last one needed. */
static void keep_snapshot(wend_live *live) {
    uint64_t step = wend_world_step_count(live->world);
    if (live->history.budget == 0 || !live_history_wants(&live->history, step, live->changes)) {
        return;
    }
    const live_snapshot *last = live_history_find(&live->history, step);
    size_t guess = last != NULL ? last->size + last->size / 32 + 1024 : 0;
    live_snapshot taken = {.size = SIZE_MAX};
    if (guess > 0 && guess <= live->history.budget) {
        taken = take_snapshot(live, guess);
    } else {
        taken.size = wend_live_save(live, NULL, 0);
    }
    if (taken.size > taken.capacity) {
        size_t size = taken.size;
        memory_free(&live->memory, taken.bytes, taken.capacity);
        taken = size <= live->history.budget ? take_snapshot(live, size) : (live_snapshot){0};
    }
    if (taken.bytes != NULL && taken.size <= taken.capacity) {
        (void)live_history_keep(&live->history, &live->memory, taken);
    } else {
        memory_free(&live->memory, taken.bytes, taken.capacity);
    }
}

wend_result live_step(wend_live *live, uint32_t count, wend_error *error) {
    wend_result result = WEND_OK;
    for (uint32_t i = 0; i < count && result == WEND_OK; i++) {
        keep_snapshot(live);
        if (!reserve_goals(live)) {
            return error_no_memory(error, "the arrivals at goals");
        }
        live_forget(live);
        result = wend_world_step(live->world, 1, error);
        if (result == WEND_OK) {
            live->queued = 0;
            count_events(live);
        }
    }
    return result;
}

/* ---- Other worlds ---------------------------------------------------------------------------- */

void live_set_world(wend_live *live, wend_world *world) {
    if (live->world != NULL) {
        for (int i = 0; i < WEND_STAGE_COUNT; i++) {
            live->stage_seconds[i] += wend_world_stage_seconds(live->world, (wend_stage_name)i);
        }
        live->agent_steps += (int64_t)wend_world_get_stats(live->world).agent_steps;
        wend_world_destroy(live->world);
    }
    live->world = world;
    live->agent_steps -= (int64_t)wend_world_get_stats(world).agent_steps;
    live_forget(live);
}

wend_result live_restart(wend_live *live, uint32_t start, wend_error *error) {
    wend_world *world = NULL;
    wend_result result = wend_bundle_create_world(live->bundle, &live->def, start, &world, error);
    if (result != WEND_OK) {
        return result;
    }
    live_set_world(live, world);
    live_history_clear(&live->history, &live->memory);
    live_counts *counts = &live->counts;
    memory_free(&live->memory, counts->goal_arrivals,
                counts->goal_count * sizeof *counts->goal_arrivals);
    *counts = (live_counts){0};
    live->start = start;
    live->changes = 0;
    live->queued = 0;
    live->steered_count = 0;
    return WEND_OK;
}

/* ---- Rewinding ------------------------------------------------------------------------------- */

uint64_t live_earliest(const wend_live *live) {
    return live->history.count > 0 ? live->history.items[0].step
                                   : wend_world_step_count(live->world);
}

wend_result live_rewind(wend_live *live, uint64_t step, wend_error *error) {
    uint64_t now = wend_world_step_count(live->world);
    if (step == now) {
        return WEND_OK;
    }
    keep_snapshot(live); /* of a change since the last step, so that no other future is taken */
    const live_snapshot *from = live_history_find(&live->history, step);
    if (step > now && (from == NULL || from->step <= now)) {
        return WEND_OK;
    }
    if (from == NULL) {
        return error_set(error, WEND_ERROR_LIMIT,
                         "step %llu cannot be reached any more; the earliest is %llu",
                         (unsigned long long)step, (unsigned long long)live_earliest(live));
    }
    wend_result result = live_load(live, from->bytes, from->size, error);
    if (result == WEND_OK) {
        live_history_drop_changes(&live->history, &live->memory, live->changes);
    }
    return result;
}

wend_result live_step_to(wend_live *live, uint64_t step, wend_error *error) {
    uint64_t now = wend_world_step_count(live->world), left = step > now ? step - now : 0;
    return live_step(live, left < WEND_MAX_LIVE_STEPS ? (uint32_t)left : WEND_MAX_LIVE_STEPS,
                     error);
}
