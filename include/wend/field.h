/* wend/field.h: guiding fields that many agents share.
 *
 * A field gives the distance to a goal, and the direction to walk in, at every location. It belongs
 * to the world: a planner asks for it by a key, the world builds it once, shares it among all
 * routes with that key, and destroys it when the last of them is gone. What a field is made of (a
 * grid, a mesh) is up to the planner, which gives a wend_field_type. */
#ifndef WEND_FIELD_H
#define WEND_FIELD_H

#include <wend/model.h>

#ifdef __cplusplus
extern "C" {
#endif

/* What tells the fields of a planner apart. To this the world adds where the goal is, which
 * obstacle classes count for the agent, and which doors and standing obstacles block: a route that
 * is planned after one of them has changed gets another field. In `build`, view->classes is the
 * agents'. */
typedef struct wend_field_key {
    uint32_t map;     /* that it is built on, as in wend_route; WEND_NO_MAP */
    uint32_t goal;    /* index: wend_view_goal */
    uint64_t weights; /* wend_view_weight_class, or 0 if terrain does not matter */
    uint64_t variant; /* the planner's own: what else matters, such as a class of radii */
} wend_field_key;

/* How the fields of a planner are made and read. `user` is wend_entry.user of the planner. */
struct wend_field_type {
    /* Builds a field with memory of the allocator; NULL if there is none, or memory ran out (then
     * the step fails). Called after all planners were asked, outside of their parallel pass;
     * several fields may be built at once, by different workers. The result must not depend on
     * anything but the view and the key. */
    void *(*build)(const wend_view *view, const wend_field_key *key, uint32_t worker,
                   const wend_allocator *allocator, void *user);
    /* The distance from a location to the goal along the field, m, and the unit vector to walk in;
     * false where the field has none. At the goal the direction may be zero. Called by all workers
     * at once. */
    bool (*sample)(const wend_view *view, const void *field, wend_location at, float *distance,
                   wend_vec2 *direction, void *user);
    void (*destroy)(void *field, const wend_allocator *allocator, void *user);
    /* Both or neither. Snapshots hold what `save` writes: at most `capacity` bytes; it returns how
     * many there are, and writes nothing if these are more. `load` makes the field of such bytes,
     * or returns NULL if they are damaged. NULL: a loaded world builds its fields again before its
     * first step, which gives the same only if nothing that `build` reads has changed since. */
    size_t (*save)(const void *field, void *out, size_t capacity, void *user);
    void *(*load)(const void *bytes, size_t size, const wend_allocator *allocator, void *user);
};

/* As wend_route_sink_add for a route that gives WEND_ROUTE_FIELD: its `field` is filled in by the
 * world. The planner must have a field type. A route whose field cannot be built counts as none. */
WEND_API bool wend_route_sink_add_field(wend_route_sink *sink, uint32_t index,
                                        const wend_route *route, const wend_field_key *key);

/* The distance from a location to the goal of a field (wend_route.field), m, and the unit vector to
 * walk in; false where there is none, or no such field. `distance` and `direction` may be NULL. */
WEND_API bool wend_view_field_sample(const wend_view *view, uint32_t field, wend_location at,
                                     float *distance, wend_vec2 *direction);

/* The region that the field of the agent's route gives where the agent stands: a direction, with
 * the distance as its cost. For models that need only regions. False without a field there. */
WEND_API bool wend_view_field_region(const wend_view *view, uint32_t index, wend_region *out);

#ifdef __cplusplus
}
#endif

#endif
