/* Makes bundles of runs: see collect.h. */
#include "record/starts/collect.h"

#include <stddef.h>

#include "base/error.h"

enum {
    FEW_AGENTS = 1000, /* automatic: scenarios with at most this many agents have several starts */
    AUTOMATIC_SEEDS = 4
};

const wend_param starts_params_table[STARTS_PARAM_COUNT] = {
    {"seeds", WEND_PARAM_INTEGER, offsetof(starts_params, seeds), 0.0, 0.0, WEND_MAX_BUNDLE_STARTS,
     "", "number of starts with different seeds, to restart from; 0: automatic", NULL},
};

wend_result starts_begin(starts *s, const starts_params *params, const wend_recording *recording,
                         const char *what, wend_error *error) {
    memory_init(&s->heap, &recording->allocator);
    if (recording->run == NULL) {
        return error_set(error, WEND_ERROR_INVALID,
                         "%s holds a simulation that continues, not recorded positions: write it "
                         "with 'wend run SCENARIO -o FILE'",
                         what);
    }
    s->recording = recording;
    s->seeds = (uint32_t)params->seeds;
    return WEND_OK;
}

/* Returns the number of starts. A run that continues from a snapshot has only one. */
static uint32_t count_starts(const starts *s, const wend_frame *frame) {
    if (frame->step > 0) {
        return 1;
    }
    bool is_small = wend_scenario_get_info(s->recording->run).agents <= FEW_AGENTS;
    return s->seeds != 0 ? s->seeds : is_small ? AUTOMATIC_SEEDS : 1;
}

/* Creates worlds with the following seeds. A seed that fails gives no start, unless memory runs
 * out. */
static wend_result add_variants(const starts *s, wend_world *first, uint32_t count,
                                wend_world **worlds, uint32_t *made, wend_error *error) {
    for (uint32_t i = 1; i < count; i++) {
        wend_error why;
        wend_result result = wend_scenario_create_variant(
            s->recording->run, wend_world_seed(first) + i, first, &worlds[*made], &why);
        if (result == WEND_ERROR_MEMORY) {
            return error_no_memory(error, "a bundle");
        }
        *made += result == WEND_OK;
    }
    return WEND_OK;
}

static wend_result save(starts *s, const wend_bundle_def *def, wend_error *error) {
    wend_result result = wend_bundle_save(def, NULL, 0, &s->size, error);
    if (result != WEND_OK) {
        return result;
    }
    s->bytes = memory_get(&s->heap, s->size);
    return s->bytes != NULL ? wend_bundle_save(def, s->bytes, s->size, &s->size, error)
                            : error_no_memory(error, "a bundle");
}

static wend_result make_bundle(starts *s, const wend_frame *frame, wend_error *error) {
    wend_world *worlds[WEND_MAX_BUNDLE_STARTS] = {frame->world};
    uint32_t made = 1;
    const char *text = wend_scenario_text(s->recording->run);
    wend_bundle_def def = wend_default_bundle_def();
    wend_result result =
        add_variants(s, frame->world, count_starts(s, frame), worlds, &made, error);
    def.space_def = s->recording->space_def;
    def.starts = worlds;
    def.start_count = made;
    def.title = s->recording->scenario;
    def.end = wend_scenario_get_info(s->recording->run).end;
    def.text = text[0] != 0 ? text : NULL;
    if (result == WEND_OK) {
        result = save(s, &def, error);
    }
    for (uint32_t i = 1; i < made; i++) {
        wend_world_destroy(worlds[i]);
    }
    return result;
}

wend_result starts_frame(starts *s, const wend_frame *frame, wend_error *error) {
    s->final_step = frame->step;
    s->final_hash = wend_world_hash(frame->world);
    return s->bytes != NULL ? WEND_OK : make_bundle(s, frame, error);
}

wend_result starts_finish(starts *s, wend_error *error) {
    return wend_bundle_set_final(s->bytes, s->size, s->final_step, s->final_hash, error);
}

void starts_free(starts *s) {
    memory_free(&s->heap, s->bytes, s->size);
    s->bytes = NULL;
}
