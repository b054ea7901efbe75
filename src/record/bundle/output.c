/* Writes bundles: the simulation itself, for the viewer and other programs (wend/bundle.h). */
#include "base/error.h"
#include "record/file/file.h"
#include "record/starts/collect.h"

typedef struct bundle {
    record_file file;
    starts starts;
} bundle;

static wend_result begin(void *state, const void *params, void *user,
                         const wend_recording *recording, const char *path, wend_error *error) {
    (void)user;
    bundle *b = state;
    wend_result result = starts_begin(&b->starts, params, recording, "a bundle", error);
    if (result != WEND_OK) {
        error_set_location(error, path, 0, 0);
        return result;
    }
    return record_open(&b->file, path, error);
}

static wend_result frame(void *state, const wend_frame *shown, wend_error *error) {
    bundle *b = state;
    wend_result result = starts_frame(&b->starts, shown, error);
    if (result != WEND_OK) {
        error_set_location(error, b->file.target.path, 0, 0);
    }
    return result;
}

static wend_result end(void *state, bool keep, wend_error *error) {
    bundle *b = state;
    bool is_complete = keep && b->file.stream != NULL && b->starts.bytes != NULL;
    wend_result result = is_complete ? starts_finish(&b->starts, error) : WEND_OK;
    if (is_complete && result == WEND_OK) {
        fwrite(b->starts.bytes, 1, b->starts.size, b->file.stream);
        result = record_check(&b->file, error);
    }
    wend_result closed =
        record_close(&b->file, is_complete && result == WEND_OK, result == WEND_OK ? error : NULL);
    starts_free(&b->starts);
    return result == WEND_OK ? closed : result;
}

const wend_output output_bundle = {
    .entry = {WEND_HEAD(wend_output), .name = "bundle",
              .summary = "the simulation itself: space, maps and starts, for programs that go on",
              .params = starts_params_table, .param_count = STARTS_PARAM_COUNT,
              .params_size = sizeof(starts_params)},
    .extension = ".bundle",
    .state_size = sizeof(bundle),
    .begin = begin,
    .frame = frame,
    .end = end,
};
