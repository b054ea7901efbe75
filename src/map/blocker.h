/* map/blocker.h: what can close parts of a map: an obstacle class of the space, or a door. */
#ifndef MAP_BLOCKER_H
#define MAP_BLOCKER_H

#include <wend/space.h>

/* A door is recognised by its position. */
typedef struct map_blocker {
    uint32_t obstacle_class; /* 0: it is a door */
    uint32_t layer;          /* of the door */
    const wend_vec2 *points; /* of the door's chain */
    uint32_t point_count;
} map_blocker;

#endif
