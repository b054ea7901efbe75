/* Makes live worlds. */
#include "serve/host/bundled.h"
#include "base/error.h"
#include <string.h>

wend_result bundled_create(const wend_server_run_def *def, uint32_t seeds,
                           const wend_recording *recording, const wend_frame *frame, memory *heap,
                           bundled *out, wend_error *error) {
    wend_recording own = *recording;
    starts_params params = {.seeds = seeds};
    *out = (bundled){.heap = heap};
    own.allocator = heap->allocator;
    wend_result result = starts_begin(&out->starts, &params, &own, "a view", error);
    if (result == WEND_OK) {
        result = starts_frame(&out->starts, frame, error);
    }
    out->starts.recording = NULL; /* it was needed for the bundle only */
    if (result == WEND_OK) {
        result = wend_bundle_load(out->starts.bytes, out->starts.size, &heap->allocator,
                                  &out->bundle, error);
    }
    if (result == WEND_OK) {
        wend_live_def live = wend_default_live_def();
        live.bundle = out->bundle;
        live.registry = def->registry;
        live.threads = def->threads;
        live.kernel = def->kernel;
        live.allocator = heap->allocator;
        result = wend_live_create(&live, &out->live, error);
    }
    if (result != WEND_OK) {
        bundled_free(out);
    }
    return result;
}

void bundled_free(bundled *b) {
    wend_live_destroy(b->live);
    wend_bundle_destroy(b->bundle);
    starts_free(&b->starts);
    b->live = NULL;
    b->bundle = NULL;
}
