/* Draws doors and moving obstacles. */
#ifndef DRAW_MAP_OVERLAY_H
#define DRAW_MAP_OVERLAY_H

#include "draw/canvas/canvas.h"

/* The current walls of doors and moving obstacles. */
typedef struct draw_overlay {
    const wend_wall_hit *walls;
    const uint32_t *wall_layers;
    uint32_t wall_count;
} draw_overlay;

/* Draws doors and moving obstacles at their current positions, and dashed outlines at their initial
 * positions in the recording. */
void overlay_draw(const canvas *c, const wend_recording *recording, const draw_overlay *overlay,
                  uint32_t layer);

#endif
