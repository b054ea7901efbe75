/* Writes a picture of a run as a pixel image (PNG). */
#include "record/file/picture.h"

static wend_result begin(void *state, const void *params, void *user,
                         const wend_recording *recording, const char *path, wend_error *error) {
    (void)user;
    return picture_begin(state, DRAW_PNG, params, recording, path, error);
}

const wend_output output_png = {
    .entry = {WEND_HEAD(wend_output), .name = "png",
              .summary = "a picture of the run: trails or a heat map, space, starts, goals",
              .params = picture_params_table, .param_count = PICTURE_PARAM_COUNT,
              .params_size = sizeof(picture_params)},
    .extension = ".png",
    .state_size = sizeof(picture_output),
    .begin = begin,
    .frame = picture_frame,
    .end = picture_end,
};
