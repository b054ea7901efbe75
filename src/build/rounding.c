/* Chooses the grid of a map from the box around all points that must lie on it. */
#include "build/rounding.h"
#include "base/error.h"
#include "geom/triangulate.h"
#include "space/space.h"
#include <math.h>

static const double MARGIN = 10.0;                 /* m: used if a layer is unbounded */
static const double LARGEST_UNIT = 1.0 / 1024.0;   /* m */
static const double SMALLEST_UNIT = 1.0 / 1048576; /* m */

double rounding_margin(const wend_space *space) {
    double margin = 0.0;
    for (uint32_t i = 0; i < space->layer_count; i++) {
        margin = space->layers[i].bounded ? margin : MARGIN;
    }
    return margin;
}

static bool is_finite(wend_point p) {
    return isfinite(p.x) && isfinite(p.y);
}

static void include_all(const wend_space *space, shapes_box *box, wend_point low, wend_point high) {
    wend_vec2 from, to;
    if (wend_space_bounds(space, &from, &to)) {
        shapes_include(box, (wend_point){(double)from.x, (double)from.y});
        shapes_include(box, (wend_point){(double)to.x, (double)to.y});
    }
    wend_point origin = wend_space_origin(space);
    if (low.x != high.x || low.y != high.y || !box->any) {
        shapes_include(box, (wend_point){low.x - origin.x, low.y - origin.y});
        shapes_include(box, (wend_point){high.x - origin.x, high.y - origin.y});
    }
}

static wend_point rounded(double x, double y, double unit) {
    return (wend_point){floor(x / unit + 0.5), floor(y / unit + 0.5)};
}

wend_result rounding_choose(const wend_space *space, shapes_box *box, wend_point low,
                            wend_point high, double margin, rounding *out, wend_error *error) {
    if (!is_finite(low) || !is_finite(high)) {
        return error_set(error, WEND_ERROR_INVALID, "the box to cover must be finite");
    }
    include_all(space, box, low, high);
    double extent = fmax(fmax(-box->low.x, box->high.x), fmax(-box->low.y, box->high.y)) + margin;
    double unit = LARGEST_UNIT;
    while (unit > SMALLEST_UNIT && extent + 1.0 < unit / 2.0 * TRIANGULATE_LIMIT) {
        unit /= 2.0;
    }
    if (extent + 1.0 > unit * TRIANGULATE_LIMIT) {
        return error_set(error, WEND_ERROR_LIMIT,
                         "the ground to cover reaches %g m from the origin; at most %g m are "
                         "possible",
                         extent, unit * TRIANGULATE_LIMIT);
    }
    *out = (rounding){unit, rounded(box->low.x - margin, box->low.y - margin, unit),
                      rounded(box->high.x + margin, box->high.y + margin, unit)};
    return WEND_OK;
}

wend_vec2 rounding_snap(double unit, double x, double y) {
    return (wend_vec2){(float)(floor(x / unit + 0.5) * unit),
                       (float)(floor(y / unit + 0.5) * unit)};
}
