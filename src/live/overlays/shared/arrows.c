/* Draws directions as arrows. */
#include "live/overlays/shared/arrows.h"
#include "geom/vec.h"
#include <math.h>

static const float SHARE = 0.72F; /* length of an arrow, in distances of the raster */

static bool draw_arrow(wend_location at, wend_vec2 direction, double step, live_sketch *out) {
    float length = vec_length(direction);
    if (!(length > 0.0F)) {
        return true;
    }
    wend_vec2 half = vec_scale(direction, 0.5F * SHARE * (float)step / length);
    return live_sketch_arrow(out, at.layer, vec_sub(at.position, half), vec_add(at.position, half));
}

void overlay_draw_arrows(const live_overlay_call *call, overlay_sample *sample, void *context,
                         double most, double least, live_sketch *out) {
    double width = (double)call->high.x - (double)call->low.x;
    double height = (double)call->high.y - (double)call->low.y;
    double share = sqrt(width * height * call->layer_count / most);
    double step = fmax(fmax(share, least), fmax(width, height) * call->layer_count / most);
    uint32_t columns = (uint32_t)(width / step) + 1, rows = (uint32_t)(height / step) + 1;
    bool more = true;
    for (uint32_t i = 0; i < columns * rows * call->layer_count && more; i++) {
        uint32_t cell = i % (columns * rows), row = cell / columns;
        wend_vec2 at = {call->low.x + ((float)(cell % columns) + 0.5F) * (float)step,
                        call->low.y + ((float)row + 0.5F) * (float)step};
        wend_location location = {at, i / (columns * rows)};
        wend_vec2 direction;
        if (wend_space_is_walkable(call->view->space, location, call->view->classes) &&
            sample(context, location, &direction)) {
            more = draw_arrow(location, direction, step, out);
        }
    }
}
