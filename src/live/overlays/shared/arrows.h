/* Draws directions as arrows at the points of a raster. */
#ifndef LIVE_OVERLAYS_ARROWS_H
#define LIVE_OVERLAYS_ARROWS_H

#include "live/overlay.h"

/* Gets the direction at a location (any length above 0). Returns false where there is none. */
typedef bool overlay_sample(void *context, wend_location at, wend_vec2 *out);

/* Draws an arrow at each point of a raster over the box of a call, on all layers. The raster has at
 * most `most` points, which are at least `least` m apart. */
void overlay_draw_arrows(const live_overlay_call *call, overlay_sample *sample, void *context,
                         double most, double least, live_sketch *out);

#endif
