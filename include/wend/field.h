/* wend/field.h: guiding fields that many agents share.
 *
 * At every location, a field gives the distance to a goal and the direction in which to walk. It
 * belongs to the world: a planner requests a field by a key, and the world builds it once, shares
 * it among all routes with that key, and destroys it with the last of these routes. The planner
 * decides how to represent a field (as a grid or a mesh), and provides a wend_field_type. */
#ifndef WEND_FIELD_H
#define WEND_FIELD_H

#include <wend/model.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Identifies a field among the fields of one planner. The world extends this key with the location
 * of the goal, the obstacle classes that block the agent, the doors that are closed, and the
 * stationary obstacles that are present. A route that is planned after one of these has changed
 * gets another field. If a planner's fields have a potential (WEND_ROUTE_POTENTIAL) and a goal has
 * moved by less than a quarter of an agent's distance to it, that agent's route gets the field of
 * the earlier position. In `build`, view->classes are the obstacle classes of the extended key. */
typedef struct wend_field_key {
    /* Index of the map that the field is built on, as in wend_route; or WEND_NO_MAP. */
    uint32_t map;
    uint32_t goal;    /* index of the goal, as returned by wend_view_goal */
    uint64_t weights; /* result of wend_view_weight_class, or 0 if terrain does not matter */
    uint64_t variant; /* chosen by the planner: anything else that distinguishes fields, such as a
                         radius class */
} wend_field_key;

/* The functions that build and sample the fields of a planner. `user` is the planner's
 * wend_entry.user. */
struct wend_field_type {
    /* Builds a field with memory from the allocator. Returns NULL if there is no field for the key,
     * or if out of memory; in the latter case the step fails. Called after all planners have run,
     * outside of their parallel pass. Different workers may build several fields at the same time.
     * The result must depend only on the view and the key. */
    void *(*build)(const wend_view *view, const wend_field_key *key, uint32_t worker,
                   const wend_allocator *allocator, void *user);
    /* Gets the distance (m) from a location to the goal along the field (INFINITY: the field has no
     * potential), and the unit vector of the direction in which to walk. Returns false where the
     * field has no value. At the goal the direction may be zero. Called by all workers at the same
     * time. */
    bool (*sample)(const wend_view *view, const void *field, wend_location at, float *distance,
                   wend_vec2 *direction, void *user);
    /* Frees a field. */
    void (*destroy)(void *field, const wend_allocator *allocator, void *user);
    /* Save and load a field in snapshots; set both functions or neither. `save` writes at most
     * `capacity` bytes and returns the size of the field; if the size is larger than `capacity`, it
     * writes nothing. `load` creates the field from these bytes, or returns NULL if they are
     * damaged. If both are NULL, a loaded world builds its fields again before its first step; the
     * result is the same only if nothing that `build` depends on has changed in the meantime. */
    size_t (*save)(const void *field, void *out, size_t capacity, void *user);
    void *(*load)(const void *bytes, size_t size, const wend_allocator *allocator, void *user);
    /* Returns the factor by which the field changes the preferred speed at a location, at least 0.
     * NULL: the factor is 1 everywhere. */
    float (*speed_factor)(const wend_view *view, const void *field, wend_location at, void *user);
};

/* Adds a route with WEND_ROUTE_FIELD, in the same manner as wend_route_sink_add; the world fills in
 * the route's `field`. The planner must have a field type. If the field cannot be built, the agent
 * has no route. With WEND_ROUTE_POTENTIAL, the world also fills in `cost` if that is 0, and the
 * agent has no route if the field has no value where it (or the last point of its route) is. */
WEND_API bool wend_route_sink_add_field(wend_route_sink *sink, uint32_t index,
                                        const wend_route *route, const wend_field_key *key);

/* Gets the distance (m) from a location to the goal of a field (wend_route.field), and the unit
 * vector of the direction in which to walk. Returns false where the field has no value, or if there
 * is no such field. `distance` and `direction` may be NULL. */
WEND_API bool wend_view_field_sample(const wend_view *view, uint32_t field, wend_location at,
                                     float *distance, wend_vec2 *direction);

/* Returns the factor by which a field changes the preferred speed at a location: 1 if it does not,
 * or if there is no such field. */
WEND_API float wend_view_field_speed_factor(const wend_view *view, uint32_t field,
                                            wend_location at);

/* Gets the region that the field of the agent's route gives at the agent's position: a direction,
 * with the distance as its cost. This is for models that use only regions. Returns false if there
 * is no field, or if the field has no value there. */
WEND_API bool wend_view_field_region(const wend_view *view, uint32_t index, wend_region *out);

/* A portal on a level line of a field: from any point of it, the goal is about equally far. */
typedef struct wend_field_portal {
    wend_portal portal;  /* the part that the centre of the disc can reach in a straight line */
    wend_vec2 direction; /* unit vector across the portal, down the field */
    float bias;          /* where the path down the field crosses it: 0 at `left`, 1 at `right` */
    float distance;      /* m: from there to the goal */
} wend_field_portal;

/* Derives a portal from a field with a potential (WEND_ROUTE_POTENTIAL): the part of the level line
 * `ahead` m down the field from a location, or as far as a disc of radius `radius` (m) sees, that
 * the disc can reach in a straight line. It is at most 2 * `ahead` m wide. Returns false where the
 * field has no value or no direction, and where no point ahead is visible. */
WEND_API bool wend_view_field_portal(const wend_view *view, uint32_t field, wend_location at,
                                     float radius, float ahead, wend_field_portal *out);

/* Follows a field with a potential down to its goal, and writes the corners of a path along which a
 * disc of radius `radius` (m) can move, as far as the field allows: at most `capacity` locations,
 * without `from`. The last one is where the field ends. Returns how many were written; 0 where the
 * field has no value. */
WEND_API uint32_t wend_view_field_trace(const wend_view *view, uint32_t field, wend_location from,
                                        float radius, wend_location *out, uint32_t capacity);

#ifdef __cplusplus
}
#endif

#endif
