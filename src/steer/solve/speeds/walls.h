/* steer/solve/speeds/walls.h: the walls near an agent, for models without half-planes. */
#ifndef STEER_SOLVE_SPEEDS_WALLS_H
#define STEER_SOLVE_SPEEDS_WALLS_H

#include <wend/model.h>

enum { SPEED_MOST_WALLS = 64 };

/* The walls near an agent, nearest first. Each nearest point appears only once: a corner that two
 * walls share counts as one wall. */
typedef struct speed_walls {
    wend_wall_hit items[SPEED_MOST_WALLS];
    uint32_t count;
} speed_walls;

/* Finds the walls within `reach` (m) of the centre of body `index`; none if `reach` is 0. */
void speed_walls_find(const wend_view *view, uint32_t index, float reach, speed_walls *out);

/* Returns the unit vector from the nearest point of a wall to a position, or zero if the position
 * is on the wall. */
wend_vec2 speed_away_from_wall(const wend_wall_hit *wall, wend_vec2 position);

/* Removes the components of a direction that lead into walls within `reach` (m) of a position. What
 * is left has a length of 1 again, unless the position is in a corner. */
wend_vec2 speed_slide(const speed_walls *walls, wend_vec2 position, float reach,
                      wend_vec2 direction);

#endif
