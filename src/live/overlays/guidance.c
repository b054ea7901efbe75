/* The arrows of a guidance field. */
#include "live/overlays/shared/arrows.h"

static const double MOST = 10000.0, LEAST = 0.5; /* arrows; m between them */

static bool sample(void *context, wend_location at, wend_vec2 *out) {
    const live_overlay_call *call = context;
    return wend_guidance_sample(call->map, call->view->space, at, false, out);
}

static wend_result draw(const live_overlay_call *call, live_sketch *out, wend_error *error) {
    live_overlay_call own = *call;
    (void)error;
    overlay_draw_arrows(call, sample, &own, MOST, LEAST, out);
    return WEND_OK;
}

const live_overlay live_overlay_guidance = {.name = "guidance",
                                            .label = "arrows of the guidance field",
                                            .scope = LIVE_OVERLAY_MAP,
                                            .draw = draw};
