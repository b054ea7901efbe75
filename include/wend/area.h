/* wend/area.h: areas, parts of the ground that count agents and report when they come and go. */
#ifndef WEND_AREA_H
#define WEND_AREA_H

#include <wend/base.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct wend_world wend_world;

enum { WEND_MAX_AREAS = 1 << 16 /* in a world */ };

/* An area influences no agent. At the end of each step an agent on the ground is in every area of
 * its layer that contains its centre, the border included. WEND_EVENT_AREA_ENTERED and
 * WEND_EVENT_AREA_LEFT report the changes:
 *
 * - An agent that is added inside an area enters it in the same step. So do agents that stand
 *   where an area is added.
 * - An agent that leaves the world, or the ground at a connection, leaves its areas; it enters
 *   none in that step.
 * - An agent that passes through an area within one step is not in it at the end, and not reported.
 * - A removed area reports nothing.
 *
 * Cost: nothing without areas. Else, for each agent and step, the areas whose boxes are near it;
 * 4 bytes for each agent, 8 for each area that it is in. */
typedef struct wend_area_def {
    uint32_t size;            /* set by wend_default_area_def */
    const wend_point *points; /* a simple polygon, convex or not, either winding; copied */
    uint32_t point_count;     /* 3 to WEND_MAX_POLYGON */
    uint32_t layer;
    uint64_t user; /* opaque to the library: see wend_world_get_area_user */
} wend_area_def;

/* Writes what wend_default_area_def returns to a def of `size` bytes. */
WEND_API void wend_area_def_init(wend_area_def *def, size_t size);
/* No points, layer 0, user data 0. */
static inline wend_area_def wend_default_area_def(void) {
    wend_area_def def;
    wend_area_def_init(&def, sizeof def);
    return def;
}

/* Adds an area at once; it stays until it is removed (wend_world_remove_area). `out` may be NULL.
 * Fails with WEND_ERROR_INVALID (the message says what is wrong), WEND_ERROR_NAME (no such layer),
 * WEND_ERROR_LIMIT or WEND_ERROR_MEMORY. */
WEND_API wend_result wend_world_add_area(wend_world *world, const wend_area_def *def,
                                         wend_area *out, wend_error *error);
/* The same for `count` areas; all or none are added. `out` may be NULL. */
WEND_API wend_result wend_world_add_areas(wend_world *world, const wend_area_def *defs,
                                          uint32_t count, wend_area *out, wend_error *error);

/* A command: the area is gone when the next step begins. Fails with WEND_ERROR_NAME (a null or
 * stale id) or WEND_ERROR_MEMORY. */
WEND_API wend_result wend_world_remove_area(wend_world *world, wend_area area, wend_error *error);
/* The same for `count` areas; all or none are queued. */
WEND_API wend_result wend_world_remove_areas(wend_world *world, const wend_area *areas,
                                             uint32_t count, wend_error *error);

/* How many agents were in an area at the end of the last step; 0 for a null or stale id. */
WEND_API uint32_t wend_world_area_agent_count(const wend_world *world, wend_area area);
/* The user data of an area's def; 0 for a null or stale id. */
WEND_API uint64_t wend_world_get_area_user(const wend_world *world, wend_area area);
/* The areas that an agent was in at the end of the last step, in the order of their indices: writes
 * at most `capacity` (`out` may be NULL if that is 0), returns how many there are. 0 for an agent
 * that is stale, queued or on a connection. */
WEND_API uint32_t wend_world_get_agent_areas(const wend_world *world, wend_agent agent,
                                             wend_area *out, uint32_t capacity);

#ifdef __cplusplus
}
#endif

#endif
