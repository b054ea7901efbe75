/* The header and the first values of a bundle, for both saving and loading. */
#include <math.h>
#include <string.h>

#include "base/error.h"
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
    archive_f64(ar, &info->end);
    archive_expect(ar, info->end >= 0.0, "its end time is not 0 or more");
    archive_u64(ar, &info->final_step);
    archive_u64(ar, &info->final_hash);
    archive_text(ar, &info->title, arena);
    archive_scenario_text(ar, &info->text);
}

wend_result wend_bundle_set_final(void *bytes, size_t size, uint64_t step, uint64_t hash,
                                  wend_error *error) {
    WEND_ASSERT(bytes != NULL || size == 0);
    wend_result result = seal_check(&bundle_seal, bytes, size, error);
    if (result == WEND_OK && size < BUNDLE_FINAL + sizeof step + sizeof hash) {
        result = seal_report_damage(&bundle_seal, "it is truncated", error);
    }
    if (result == WEND_OK) {
        archive ar = {.out = bytes, .size = size, .at = BUNDLE_FINAL};
        archive_u64(&ar, &step);
        archive_u64(&ar, &hash);
        seal_write(&bundle_seal, bytes, size);
    }
    return result;
}
