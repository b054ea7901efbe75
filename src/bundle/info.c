/* The header and the first values of a bundle, for both saving and loading. */
#include <math.h>
#include <string.h>

#include "bundle/bundle.h"

const seal bundle_seal = {{'W', 'E', 'N', 'D', 'B', 'N', 'D', 'L'}, 1, "bundle"};

static void archive_scenario_text(archive *ar, const char **text) {
    uint32_t size = !ar->loading && *text != NULL ? (uint32_t)strlen(*text) + 1 : 0;
    archive_count(ar, &size, 1);
    archive_expect(ar, size <= WEND_MAX_BUNDLE_TEXT + 1, "its scenario text is too long");
    size = ar->failed ? 0 : size;
    if (!ar->loading) {
        archive_bytes(ar, (void *)(uintptr_t)*text, size); /* safe: saving only reads it */
        return;
    }
    const char *bytes = (const char *)ar->in + ar->at;
    *text = size > 0 ? bytes : NULL;
    archive_expect(ar, size == 0 || memchr(bytes, 0, size) == bytes + size - 1,
                   "its scenario text does not end where its size says");
    ar->at += size;
}

void bundle_archive_info(archive *ar, wend_bundle_info *info, memory_arena *arena) {
    archive_text(ar, &info->title, arena);
    archive_f64(ar, &info->end);
    archive_expect(ar, info->end >= 0.0, "its end time is not 0 or more");
    archive_u64(ar, &info->final_step);
    archive_u64(ar, &info->final_hash);
    archive_scenario_text(ar, &info->text);
}
