/* Doors and moving obstacles. */
#ifndef DRAW_MAP_OVERLAY_H
#define DRAW_MAP_OVERLAY_H

#include "draw/canvas/canvas.h"

/* Walls of doors and moving obstacles as they are. */
typedef struct draw_overlay {
    const wend_wall_hit *walls;
    const uint32_t *wall_layers;
    uint32_t wall_count;
} draw_overlay;

/* Draws them as they are, and dashed where the recording has them at first. */
void overlay_draw(const canvas *c, const wend_recording *recording, const draw_overlay *overlay,
                  uint32_t layer);

#endif
