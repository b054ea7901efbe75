/* Makes live worlds. */
#include "serve/host/bundled.h"
#include "base/error.h"
#include <string.h>

static wend_result save(const wend_bundle_def *def, bundled *out, wend_error *error) {
    wend_result result = wend_bundle_save(def, NULL, 0, &out->size, error);
    if (result != WEND_OK) {
        return result;
    }
    out->bytes = memory_get(out->heap, out->size);
    return out->bytes == NULL ? error_no_memory(error, "a bundle")
                              : wend_bundle_save(def, out->bytes, out->size, &out->size, error);
}

wend_result bundled_create(const wend_server_run_def *def, const wend_space_def *space_def,
                           wend_world *world, memory *heap, bundled *out, wend_error *error) {
    *out = (bundled){.heap = heap};
    wend_scenario_info info = wend_scenario_get_info(def->scenario);
    wend_bundle_def bundle = wend_default_bundle_def();
    bundle.space_def = space_def;
    bundle.starts = &world;
    bundle.start_count = 1;
    bundle.title = def->title != NULL ? def->title : info.name;
    bundle.end = info.end;
    wend_result result = save(&bundle, out, error);
    if (result == WEND_OK) {
        result = wend_bundle_load(out->bytes, out->size, &heap->allocator, &out->bundle, error);
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
    memory_free(b->heap, b->bytes, b->size);
    b->live = NULL;
    b->bundle = NULL;
    b->bytes = NULL;
}
