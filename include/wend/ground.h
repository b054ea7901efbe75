/* wend/ground.h: what the ground of a world is to agents: rules for terrain, and belts. */
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

enum { WEND_MAX_TERRAIN_RULES = 256, WEND_MAX_WEIGHT_CLASSES = 8 };

/* What a type of terrain means to agents of a profile. */
typedef struct wend_terrain_rule {
    const char *terrain; /* the name of a type of the space; NULL: `type` counts */
    uint32_t type;
    /* What a metre of it counts as for planners, m: 1e-6 to 1e6; INFINITY as a constant: forbidden.
     * A distribution is quantised into WEND_MAX_WEIGHT_CLASSES classes; an agent is in the same
     * class for all types. */
    wend_distribution weight;
    wend_distribution speed_factor; /* of the preferred speed on it, 0 to 100 */
} wend_terrain_rule;

/* No name, type 0, weight 1, speed factor 1. */
WEND_API wend_terrain_rule wend_default_terrain_rule(void);

/* ---- Belts ----------------------------------------------------------------------------------- */

/* A part of the ground that moves and carries agents: a belt, an escalator. A later belt lies over
 * an earlier one. Agents on it choose velocities, and keep their limits of speed and acceleration,
 * relative to the ground; their velocity in the world, which neighbours see and outputs record, is
 * the sum. An agent that stands is carried, until a wall holds it. */
typedef struct wend_belt_def {
    uint32_t size;            /* set by wend_default_belt_def */
    const wend_point *points; /* a simple polygon, either winding */
    uint32_t point_count;     /* 3 to WEND_MAX_POLYGON */
    uint32_t layer;
    wend_point velocity; /* m/s, at most 100 in x and y; (0, 0): it stands */
} wend_belt_def;

/* Writes what wend_default_belt_def returns to a def of `size` bytes. */
WEND_API void wend_belt_def_init(wend_belt_def *def, size_t size);
/* No points, layer 0, at rest. */
static inline wend_belt_def wend_default_belt_def(void) {
    wend_belt_def def;
    wend_belt_def_init(&def, sizeof def);
    return def;
}
/* Adds a belt at once; at most 256. Fails with WEND_ERROR_INVALID (what is wrong is said),
 * WEND_ERROR_LIMIT or WEND_ERROR_MEMORY. */
WEND_API wend_result wend_world_add_belt(wend_world *world, const wend_belt_def *def,
                                         wend_belt *out, wend_error *error);

/* A command, applied at the start of the next step: sets the velocity of a belt, m/s; (0, 0) stops
 * it. Fails on an unknown belt, a velocity above 100 m/s in x or y, and lack of memory. */
WEND_API wend_result wend_world_set_belt_velocity(wend_world *world, wend_belt belt,
                                                  wend_point velocity, wend_error *error);

#ifdef __cplusplus
}
#endif

#endif
