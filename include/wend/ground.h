/* wend/ground.h: properties of the ground that influence agents: terrain rules and moving belts. */
#ifndef WEND_GROUND_H
#define WEND_GROUND_H

#include <wend/base.h>
#include <wend/entry.h>

#ifdef __cplusplus
extern "C" {
#endif

/* A world of agents: see wend/world.h. */
typedef struct wend_world wend_world;

/* ---- Terrain --------------------------------------------------------------------------------- */

/* Limits for one profile. */
enum { WEND_MAX_TERRAIN_RULES = 256, WEND_MAX_WEIGHT_CLASSES = 8 };

/* The effect of a terrain type on the agents of a profile. */
typedef struct wend_terrain_rule {
    const char *terrain; /* name of a terrain type of the space; if NULL, `type` is used */
    uint32_t type;
    /* The cost (m) that planners assign to one metre of this terrain, 1e-6 to 1e6; a constant
     * INFINITY forbids the terrain. A distribution is quantised into WEND_MAX_WEIGHT_CLASSES
     * classes; an agent is in the same class for all terrain types. */
    wend_distribution weight;
    wend_distribution speed_factor; /* factor applied to the preferred speed, 0 to 100 */
} wend_terrain_rule;

/* Returns a rule without a name, for type 0, with weight 1 and speed factor 1. */
WEND_API wend_terrain_rule wend_default_terrain_rule(void);

/* ---- Belts ----------------------------------------------------------------------------------- */

/* The definition of a belt: a polygon of ground that moves and carries agents, such as a conveyor
 * belt or an escalator. A belt covers the belts that were added before it. Agents on a belt choose
 * velocities relative to the belt, and their limits of speed and acceleration also apply relative
 * to it. Their velocity in the world, which neighbours see and outputs record, is the sum of the
 * chosen velocity and the belt's velocity. An agent that stands still is carried until a wall stops
 * it. */
typedef struct wend_belt_def {
    uint32_t size;            /* set by wend_default_belt_def */
    const wend_point *points; /* a simple polygon in either winding */
    uint32_t point_count;     /* 3 to WEND_MAX_POLYGON */
    uint32_t layer;
    wend_point velocity; /* m/s, at most 100 in x and in y; (0, 0): the belt is at rest */
} wend_belt_def;

/* Writes the defaults of wend_default_belt_def to a def of `size` bytes. */
WEND_API void wend_belt_def_init(wend_belt_def *def, size_t size);
/* Returns a def without points, on layer 0, at rest. */
static inline wend_belt_def wend_default_belt_def(void) {
    wend_belt_def def;
    wend_belt_def_init(&def, sizeof def);
    return def;
}
/* Adds a belt immediately; a world can have at most 256. Fails with WEND_ERROR_INVALID (the message
 * states the reason), WEND_ERROR_LIMIT or WEND_ERROR_MEMORY. */
WEND_API wend_result wend_world_add_belt(wend_world *world, const wend_belt_def *def,
                                         wend_belt *out, wend_error *error);

/* Sets the velocity (m/s) of a belt at the start of the next step (this is a command); (0, 0) stops
 * the belt. Fails on an unknown belt, on a velocity above 100 m/s in x or y, or if out of memory.
 */
WEND_API wend_result wend_world_set_belt_velocity(wend_world *world, wend_belt belt,
                                                  wend_point velocity, wend_error *error);

#ifdef __cplusplus
}
#endif

#endif
