/* Random rooms with thin walls, single or in pairs with narrow alleys between them, and agents that
 * are nearer to these walls than their radius. */
#ifndef SUPPORT_KIT_THIN_WALLS_H
#define SUPPORT_KIT_THIN_WALLS_H

#include <wend/kit.h>

#include "support/spaces.h"

#define THIN_WALLS_RADIUS 0.25 /* m: radius of the agents that the maps are made for */
#define THIN_WALLS_SIDE   12.0 /* m: side length of a room */

typedef enum thin_walls_kind {
    THIN_WALLS_BOXES, /* walls of 2 to 20 cm */
    THIN_WALLS_LINES  /* walls without thickness; some meet at corners */
} thin_walls_kind;

typedef struct thin_walls {
    wend_space *space;
    wend_map *mesh, *axis; /* a navmesh and a corridor map; NULL if not built */
} thin_walls;

/* Makes the room of a seed, without maps. */
thin_walls thin_walls_make(uint64_t seed, thin_walls_kind kind);
/* Builds both maps. */
void thin_walls_build(thin_walls *room);
void thin_walls_end(thin_walls *room);

/* Samples a walkable point whose distance to the nearest wall is between `least` and `most` m. */
wend_point thin_walls_sample(const thin_walls *room, dice *from, double least, double most);

/* True if the inner points of p -> q and of a wall cross. Exact. */
bool thin_walls_cross(const thin_walls *room, wend_vec2 p, wend_vec2 q);

#endif
