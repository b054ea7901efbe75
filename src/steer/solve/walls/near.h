/* steer/solve/walls/near.h: the walls, doors and moving obstacles that an agent must avoid. */
#ifndef STEER_SOLVE_WALLS_NEAR_H
#define STEER_SOLVE_WALLS_NEAR_H

#include <wend/model.h>

#include "steer/solve/walls/cone.h"

enum { NEAR_WALLS_MOST = 128 }; /* largest number of walls per agent; the nearest are kept */

typedef struct near_walls {
    uint32_t count;
    /* m: the distance that the body's centre must keep from walls, in addition to the margin of
     * each wall. It includes the skin, a gap that remains even if the agent grazes a wall. Without
     * the skin, rounding could cause a contact, which would stop the body. */
    float radius;
    near_wall walls[NEAR_WALLS_MOST];
} near_walls;

/* Finds the walls that a body could reach within `horizon` seconds, nearest first. */
void near_walls_find(const wend_view *view, const wend_body *body, float max_speed, float horizon,
                     near_walls *out);

#endif
