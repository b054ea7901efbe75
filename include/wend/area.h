/* wend/area.h: areas, which are polygons on the ground that count the agents in them and report
 * when agents enter or leave. */
#ifndef WEND_AREA_H
#define WEND_AREA_H

#include <wend/base.h>

#ifdef __cplusplus
extern "C" {
#endif

/* A world of agents: see wend/world.h. */
typedef struct wend_world wend_world;

enum { WEND_MAX_AREAS = 1 << 16 /* the largest number of areas in a world */ };

/* The definition of an area. Areas do not influence agents. At the end of each step, an agent on
 * the ground is in every area of its layer that contains the agent's centre; points on the border
 * count as inside. WEND_EVENT_AREA_ENTERED and WEND_EVENT_AREA_LEFT report the changes:
 *
 * - An agent that is added inside an area enters it in the same step. So do agents that are inside
 *   an area when it is added.
 * - An agent that leaves the world, or leaves the ground at a connection, leaves its areas and
 *   enters none in that step.
 * - An agent that crosses an area within one step is not in it at the end of the step, and is not
 *   reported.
 * - Removing an area reports nothing.
 *
 * Cost: none without areas. Otherwise, each step tests every agent against the areas near it, which
 * are found by their bounding boxes. Memory: 4 bytes for each agent, and 8 bytes for each area that
 * the agent is in. */
typedef struct wend_area_def {
    uint32_t size;            /* set by wend_default_area_def */
    const wend_point *points; /* a simple polygon, convex or concave, in either winding; copied */
    uint32_t point_count;     /* 3 to WEND_MAX_POLYGON */
    uint32_t layer;
    uint64_t user;    /* not used by the library; returned by wend_world_get_area_user */
    const char *name; /* NULL or "" for none; unique otherwise; copied */
} wend_area_def;

/* Writes the defaults of wend_default_area_def to a def of `size` bytes. */
WEND_API void wend_area_def_init(wend_area_def *def, size_t size);
/* Returns a def without points and without a name, on layer 0, with user data 0. */
static inline wend_area_def wend_default_area_def(void) {
    wend_area_def def;
    wend_area_def_init(&def, sizeof def);
    return def;
}

/* Adds an area immediately. It stays until it is removed (wend_world_remove_area). `out` may be
 * NULL. Fails with WEND_ERROR_INVALID (the message states the reason), WEND_ERROR_NAME (no such
 * layer, or an area of that name already exists), WEND_ERROR_LIMIT or WEND_ERROR_MEMORY. */
WEND_API wend_result wend_world_add_area(wend_world *world, const wend_area_def *def,
                                         wend_area *out, wend_error *error);
/* Adds `count` areas immediately: either all of them or none. `out` may be NULL. Fails under the
 * same conditions as wend_world_add_area. */
WEND_API wend_result wend_world_add_areas(wend_world *world, const wend_area_def *defs,
                                          uint32_t count, wend_area *out, wend_error *error);

/* Removes an area at the start of the next step (a command). Fails with WEND_ERROR_NAME (a null or
 * stale id) or WEND_ERROR_MEMORY. */
WEND_API wend_result wend_world_remove_area(wend_world *world, wend_area area, wend_error *error);
/* Removes `count` areas at the start of the next step. Either all removals are queued or none.
 * Fails under the same conditions as wend_world_remove_area. */
WEND_API wend_result wend_world_remove_areas(wend_world *world, const wend_area *areas,
                                             uint32_t count, wend_error *error);

/* Finds an area by name. Returns a null id if there is none, and for NULL and "". O(areas). */
WEND_API wend_area wend_world_find_area(const wend_world *world, const char *name);
/* Returns the name of an area, or "" if it has none or the id is null or stale. Valid as long as
 * the area exists. */
WEND_API const char *wend_world_get_area_name(const wend_world *world, wend_area area);

/* Returns the number of agents that were in an area at the end of the last step, or 0 for a null or
 * stale id. */
WEND_API uint32_t wend_world_area_agent_count(const wend_world *world, wend_area area);
/* Returns the user data from an area's def, or 0 for a null or stale id. */
WEND_API uint64_t wend_world_get_area_user(const wend_world *world, wend_area area);
/* Gets the areas that an agent was in at the end of the last step, in the order of their indices.
 * Writes at most `capacity` of them to `out`, which may be NULL if `capacity` is 0. Returns how
 * many there are in total: 0 for an agent that is stale, queued or on a connection. */
WEND_API uint32_t wend_world_get_agent_areas(const wend_world *world, wend_agent agent,
                                             wend_area *out, uint32_t capacity);

#ifdef __cplusplus
}
#endif

#endif
