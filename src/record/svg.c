/* Writes a picture of a run as vector graphics (SVG 1.1). */
#include "record/file/picture.h"

static wend_result begin(void *state, const void *params, void *user,
                         const wend_recording *recording, const char *path, wend_error *error) {
    (void)user;
    return picture_begin(state, DRAW_SVG, params, recording, path, error);
}

const wend_output output_svg = {
    .entry = {WEND_HEAD(wend_output), .name = "svg",
              .summary = "the same picture as png, as vector graphics",
              .params = picture_params_table, .param_count = PICTURE_PARAM_COUNT,
              .params_size = sizeof(picture_params)},
    .extension = ".svg",
    .state_size = sizeof(picture_output),
    .begin = begin,
    .frame = picture_frame,
    .end = picture_end,
};
