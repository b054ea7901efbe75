/* wend/field.h: guiding fields that many agents share.
 *
 * A field gives the distance to a goal and the direction to walk at every location. It belongs to
 * the world: a planner requests it by a key, the world builds it once, shares it among all routes
 * with that key, and destroys it with the last of these routes. The planner decides how to
 * represent a field (as a grid or a mesh), and provides a wend_field_type. */
#ifndef WEND_FIELD_H
#define WEND_FIELD_H

#include <wend/model.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Identifies a field among those of one planner. The world adds the position of the goal, the
 * obstacle classes that block the agent, and the doors and standing obstacles that are closed or
 * present. A route that is planned after one of these has changed gets another field. In `build`,
 * view->classes are the classes of these agents. */
typedef struct wend_field_key {
    uint32_t map;     /* the map that it is built on, as in wend_route; or WEND_NO_MAP */
    uint32_t goal;    /* index of the goal: wend_view_goal */
    uint64_t weights; /* wend_view_weight_class, or 0 if terrain does not matter */
    uint64_t
        variant; /* chosen by the planner: anything else that matters, such as a class of radii */
} wend_field_key;

/* The functions that build and sample the fields of a planner. `user` is wend_entry.user of the
 * planner. */
struct wend_field_type {
    /* Builds a field with memory of the allocator. Returns NULL if no field exists, or if memory
     * ran out (then the step fails). Called after all planners have run, outside of their parallel
     * pass. Several fields may be built at the same time by different workers. The result must
     * depend only on the view and the key. */
    void *(*build)(const wend_view *view, const wend_field_key *key, uint32_t worker,
                   const wend_allocator *allocator, void *user);
    /* Gets the distance from a location to the goal along the field, m, and the unit vector to walk
     * along. Returns false where the field has no value. At the goal the direction may be zero.
     * Called by all workers at the same time. */
    bool (*sample)(const wend_view *view, const void *field, wend_location at, float *distance,
                   wend_vec2 *direction, void *user);
    /* Frees a field. */
    void (*destroy)(void *field, const wend_allocator *allocator, void *user);
    /* Save and load a field in snapshots; set both or neither. `save` writes at most `capacity`
     * bytes and returns the size; if that is larger than `capacity`, it writes nothing. `load`
     * makes the field from these bytes, or returns NULL if they are damaged. If NULL, a loaded
     * world builds its fields again before its first step; the result is the same only if nothing
     * that `build` depends on has changed since. */
    size_t (*save)(const void *field, void *out, size_t capacity, void *user);
    void *(*load)(const void *bytes, size_t size, const wend_allocator *allocator, void *user);
};

/* Adds a route that gives WEND_ROUTE_FIELD, as wend_route_sink_add does; the world fills in its
 * `field`. The planner must have a field type. If the field cannot be built, the agent has no
 * route. */
WEND_API bool wend_route_sink_add_field(wend_route_sink *sink, uint32_t index,
                                        const wend_route *route, const wend_field_key *key);

/* Gets the distance from a location to the goal of a field (wend_route.field), m, and the unit
 * vector to walk along. Returns false where the field has no value, or if there is no such field.
 * `distance` and `direction` may be NULL. */
WEND_API bool wend_view_field_sample(const wend_view *view, uint32_t field, wend_location at,
                                     float *distance, wend_vec2 *direction);

/* Gets the region that the field of the agent's route gives at the agent's position: a direction,
 * with the distance as its cost. For models that need only regions. Returns false without a field
 * there. */
WEND_API bool wend_view_field_region(const wend_view *view, uint32_t index, wend_region *out);

#ifdef __cplusplus
}
#endif

#endif
