/* Snapshots of a live world: what it has counted, then the snapshot of its world. */
#include "base/archive.h"
#include "base/error.h"
#include "live/live.h"
#include <string.h>

enum { FORMAT = 1 };

static const char magic[8] = {'W', 'E', 'N', 'D', 'L', 'I', 'V', 'E'};

/* The head of a snapshot. */
typedef struct head {
    uint32_t format, start, changes, queued, steered_count, goal_count;
    uint64_t left, arrived;
    live_steered_profile steered[LIVE_MAX_STEERED];
} head;

static void archive_head(archive *ar, head *values) {
    char mark[sizeof magic];
    memcpy(mark, magic, sizeof mark);
    archive_bytes(ar, mark, sizeof mark);
    archive_expect(ar, memcmp(mark, magic, sizeof mark) == 0,
                   "it is not a snapshot of a live world");
    archive_u32(ar, &values->format);
    archive_expect(ar, values->format == FORMAT, "it is of another version");
    archive_u32(ar, &values->start);
    archive_u32(ar, &values->changes);
    archive_u32(ar, &values->queued);
    archive_u64(ar, &values->left);
    archive_u64(ar, &values->arrived);
    archive_count(ar, &values->steered_count, 16);
    archive_expect(ar, values->steered_count <= LIVE_MAX_STEERED, "it has too many profiles");
    for (uint32_t i = 0; i < values->steered_count && !ar->failed; i++) {
        archive_u64(ar, &values->steered[i].base.value);
        archive_u64(ar, &values->steered[i].steered.value);
    }
    archive_count(ar, &values->goal_count, 4);
}

size_t wend_live_save(const wend_live *live, void *out, size_t capacity) {
    head values = {.format = FORMAT,
                   .start = live->start,
                   .changes = live->changes,
                   .queued = live->queued,
                   .steered_count = live->steered_count,
                   .goal_count = live->counts.goal_count,
                   .left = live->counts.left,
                   .arrived = live->counts.arrived};
    memcpy(values.steered, live->steered, sizeof values.steered);
    archive ar = {.is_trusted = true};
    archive_head(&ar, &values);
    size_t arrivals = values.goal_count * sizeof *live->counts.goal_arrivals;
    size_t before = ar.at + arrivals, room = capacity > before ? capacity - before : 0;
    uint8_t *bytes = out;
    size_t world = wend_world_save(live->world, room > 0 ? bytes + before : NULL, room);
    if (world > room) {
        return before + world;
    }
    ar = (archive){.is_trusted = true, .out = bytes, .size = before};
    archive_head(&ar, &values);
    archive_bytes(&ar, live->counts.goal_arrivals, arrivals);
    return before + world;
}

wend_result live_load(wend_live *live, const void *bytes, size_t size, wend_error *error) {
    head values = {0};
    archive ar = {.loading = true, .in = bytes, .size = size};
    archive_head(&ar, &values);
    bool fits = values.start < wend_bundle_get_info(live->bundle).start_count;
    archive_expect(&ar, fits, "the bundle has no such start");
    if (ar.failed) {
        return error_set(error, WEND_ERROR_FORMAT, "the snapshot cannot be loaded: %s", ar.wrong);
    }
    uint32_t *arrivals = memory_get_array(&live->memory, values.goal_count, sizeof *arrivals);
    if (arrivals == NULL && values.goal_count > 0) {
        return error_no_memory(error, "a snapshot");
    }
    archive_bytes(&ar, arrivals, values.goal_count * sizeof *arrivals);
    wend_world *world = NULL;
    wend_result result = wend_bundle_load_world(
        live->bundle, &live->def, (const uint8_t *)bytes + ar.at, size - ar.at, &world, error);
    if (result != WEND_OK) {
        memory_free(&live->memory, arrivals, values.goal_count * sizeof *arrivals);
        return result;
    }
    live_set_world(live, world);
    live_counts *counts = &live->counts;
    memory_free(&live->memory, counts->goal_arrivals,
                counts->goal_count * sizeof *counts->goal_arrivals);
    *counts = (live_counts){values.left, values.arrived, arrivals, values.goal_count};
    live->start = values.start;
    live->changes = values.changes;
    live->queued = values.queued;
    live->steered_count = values.steered_count;
    memcpy(live->steered, values.steered, sizeof values.steered);
    return WEND_OK;
}

wend_result wend_live_load(wend_live *live, const void *bytes, size_t size, wend_error *error) {
    wend_result result = live_load(live, bytes, size, error);
    if (result == WEND_OK) {
        live_history_clear(&live->history, &live->memory);
    }
    return result;
}
