/* wend/density.h: how crowded the ground is, for planners and other models.
 *
 * A world with wend_world_def.density_cell above 0 keeps one grid of square cells for each layer.
 * It is filled from the positions and speeds of the agents once per wend_world_def.density_period,
 * and stays the same in between, so that all agents share it. Before the first period has passed,
 * there is no crowd anywhere.
 *
 *     density      agents per square metre of walkable ground
 *     congestion   the same, but each agent counts only with the share of its preferred speed that
 *                  it lacks: 1 if it stands, 0 if it walks as fast as it prefers. An agent and the
 *                  crowd that walks along with it therefore do not repel it; a queue does.
 *     delay        extra time for a metre of ground in a crowd of this congestion, as a multiple of
 *                  the time without a crowd: v0 / v - 1, with the speed v by U. Weidmann,
 *                  "Transporttechnik der Fussgänger" (1993):
 *                  v / v0 = 1 - exp(-1.913 (1 / congestion - 1 / 5.4)), and at least 0.05
 *
 * An agent counts in the four cells whose centres are nearest to it, by bilinear weights. The sums
 * are smoothed with the weights 1/4, 1/2, 1/4 along x and y and divided by the walkable area, which
 * is smoothed likewise. A single agent therefore counts at most 1/4 agent per cell, which causes no
 * noticeable delay in cells of 1 m. Walls do not stop the smoothing: an agent is noticed up to two
 * cells away, even behind a thin wall. The walkable area is that without the solids of obstacle
 * classes other than 0. Ghosts, and agents on connections, do not count.
 *
 * Sums are integers, so the values do not depend on threads or on the order of the agents.
 * Snapshots contain them. */
#ifndef WEND_DENSITY_H
#define WEND_DENSITY_H

#include <wend/model.h>

#ifdef __cplusplus
extern "C" {
#endif

enum {
    WEND_MAX_DENSITY_CELLS = 1 << 22, /* the largest number of cells per world; 29 bytes each */
    WEND_MAX_DELAY = 19               /* the largest delay: 1 / 0.05 - 1 */
};

/* Returns how often the grid has been filled since the world was created; 0 if the world has none.
 * Values change only with this number, so it identifies them, such as in wend_field_key.variant. */
WEND_API uint64_t wend_view_density_generation(const wend_view *view);

/* Return the density and the congestion (1/m^2) and the delay at a location. Between the centres of
 * cells, values are interpolated bilinearly. They are 0 outside the bounding box of the space, and
 * in a world without a grid. O(1). */
WEND_API float wend_view_density(const wend_view *view, wend_location location);
WEND_API float wend_view_congestion(const wend_view *view, wend_location location);
WEND_API float wend_view_delay(const wend_view *view, wend_location location);

/* Returns the delay that a straight line adds to its length (m): the sum of the delays in the
 * middle of pieces of at most half a cell, times their lengths. The line may pass links. O(1) where
 * there is no delay near the line, else O(length / cell). */
WEND_API double wend_view_line_delay(const wend_view *view, wend_location from, wend_vec2 to);

#ifdef __cplusplus
}
#endif

#endif
