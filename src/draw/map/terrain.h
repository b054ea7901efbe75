/* Draws terrain and belts, and their items of a legend. */
#ifndef DRAW_MAP_TERRAIN_H
#define DRAW_MAP_TERRAIN_H

#include "draw/canvas/canvas.h"
#include "draw/canvas/flow.h"

/* Draws the terrain of a layer in the order of its regions; forbidden types are hatched. */
void terrain_draw(const canvas *c, uint32_t layer, const wend_layer_def *def);
/* Returns the opacity for areas that a map paints on the ground of a layer: less than 1 if there is
 * terrain or a belt below them. */
double terrain_cover_opacity(const canvas *c, uint32_t layer);
/* Draws the belts of a layer, each with arrows in its direction. */
void belts_draw(const canvas *c, uint32_t layer);
/* Adds each terrain type of a recording's space once, in the order of types, and belts. */
void terrain_flow(flow *f, const wend_recording *recording);

#endif
