/* The overlays that can be drawn over a live world. */
#ifndef LIVE_OVERLAYS_H
#define LIVE_OVERLAYS_H

#include "live/live.h"
#include "live/sketch/sketch.h"

/* Writes the overlays of the world as a list "overlays" of {"name": , "label": }. */
void live_write_overlays(wend_live *live, live_writer *out);

/* Draws the overlay of that name. `level` is a level of a navigation mesh, else 0. Fails with
 * WEND_ERROR_NAME (no such overlay or level) and WEND_ERROR_MEMORY. */
wend_result live_draw_overlay(wend_live *live, const char *name, uint32_t level, live_sketch *out,
                              wend_error *error);

#endif
