/* step/routes.h: the pool that stores routes, and the sink through which planners return them.
 *
 * A route consists of a header (wend_route) and a body: its points, portals and discs. Bodies with
 * equal content are stored once and reference-counted; so are routes with equal headers and bodies.
 * Agents that pass the same portals on their way to a goal therefore share a body, although the
 * lengths of their routes differ. Block sizes grow by about a quarter. Blocks are taken from slabs
 * and reused, so that replanning in a steady run does not allocate from the heap. Planners run in
 * parallel: each worker copies its routes into scratch memory. When the stage is done, the routes
 * are moved into the pool in the order of the agents' bodies. */
#ifndef STEP_ROUTES_H
#define STEP_ROUTES_H

#include <wend/field.h>
#include <wend/model.h>

#include "base/memory.h"

enum {
    ROUTE_CLASSES = 64, /* number of block sizes, from 96 bytes to 5.5 MB: four per octave */
    ROUTE_STRAIGHT = 1  /* the handle of the route straight to the goal: shared, never freed */
};

/* The arrays of a route; they follow in the same block. */
typedef struct route_body {
    struct route_body *next; /* the next body in the same bucket */
    uint32_t size_class;
    uint32_t holders; /* number of routes that have this body */
    uint32_t hash;    /* hash of the arrays */
    uint32_t point_count, portal_count, disc_count;
} route_body;

typedef struct route_entry {
    wend_route *route; /* NULL if the handle is free */
    route_body *body;  /* NULL if the route has no points, portals or discs */
    uint32_t holders;  /* reference count */
    uint32_t hash;     /* hash of the route's header and body */
    uint32_t next;     /* the next handle in the free list, or in the same bucket */
} route_entry;

typedef struct route_block {
    struct route_block *next;
} route_block;

typedef struct route_slab {
    struct route_slab *next;
    size_t size;
} route_slab;

typedef struct route_pool {
    memory *from;
    route_entry *entries; /* indexed by `handle - 1` */
    uint32_t count, capacity;
    uint32_t free_handle; /* head of the free list; 0 if it is empty */
    /* By hash: heads of the lists of handles, and of the lists of bodies. The number of buckets is
     * a power of two, and grows with the numbers of routes and bodies. */
    uint32_t *buckets;
    route_body **body_buckets;
    uint32_t bucket_count, body_bucket_count, route_count, body_count;
    route_block *free_blocks[ROUTE_CLASSES];
    route_slab *slabs;
    size_t slab_used; /* bytes used in the newest slab */
    /* Called when a route that refers to a field is stored for the first time (`held` is true), and
     * when the last reference to such a route is dropped. */
    void (*on_field)(void *context, uint32_t field, bool held);
    void *field_context;
} route_pool;

bool route_pool_init(route_pool *pool, memory *from);
void route_pool_free(route_pool *pool);

/* Stores a route and returns its handle, or 0 if out of memory. Equal routes share one copy. */
uint32_t route_pool_put(route_pool *pool, const wend_route *route);

/* The arrays of a route that a planner has added to its sink. Routes with equal arrays share
 * them. */
typedef struct added_body {
    wend_route arrays;  /* only its arrays and their counts are used */
    uint32_t hash;      /* hash of the arrays */
    route_body *stored; /* the same body in the pool; NULL until a route with it is stored */
} added_body;

/* Does the same for a route with the given body. */
uint32_t route_pool_put_added(route_pool *pool, const wend_route *route, added_body *body);
void route_pool_drop(route_pool *pool, uint32_t handle);

/* True if all numbers in a route are valid, and its layers and map exist. */
bool route_is_sound(const wend_route *route, uint32_t layer_count, uint32_t map_count);

/* Returns the route with the given handle; NULL if the handle is 0. */
static inline const wend_route *route_pool_at(const route_pool *pool, uint32_t handle) {
    return handle ? pool->entries[handle - 1].route : NULL;
}

/* A route that a planner has added to its sink. It is stored in the pool at the end of the
 * stage. */
typedef struct added_route {
    wend_route *route;         /* in scratch memory */
    added_body *body;          /* in scratch memory */
    const wend_field_key *key; /* key of the requested field, in scratch memory; or NULL */
    uint32_t index;
    uint32_t order; /* position in the sequence of routes that the worker added; of several routes
                       for a body, the last one counts */
} added_route;

struct wend_route_sink {
    memory_arena *scratch;
    memory *from;
    added_route *added;
    uint32_t count, capacity;
    added_body **recent; /* by hash: the body added last, or NULL; in scratch memory, NULL as long
                            as `count` is 0 */
};

/* Forgets all added routes. */
static inline void route_sink_reset(wend_route_sink *sink) {
    sink->count = 0;
    sink->recent = NULL;
}

/* Hashes the arrays of a route. */
uint32_t route_hash_arrays(const wend_route *route);

/* True if two routes have equal arrays. */
bool route_has_equal_arrays(const wend_route *a, const wend_route *b);

/* ---- Parts of the pool: route_bodies.c ------------------------------------------------------- */

enum { ROUTE_FIRST_BUCKETS = 64 };

/* Takes a block of a size class (0 to ROUTE_CLASSES - 1). Returns NULL if out of memory. */
void *route_take_block(route_pool *pool, uint32_t size_class);
/* Puts a block on the free list of its class. */
void route_release_block(route_pool *pool, void *taken, uint32_t size_class);

/* Doubles the number of body buckets. Returns false if out of memory. */
bool route_grow_body_buckets(route_pool *pool);

/* True if two ranges of memory are equal; NULL is allowed if `size` is 0. */
bool route_same_bytes(const void *a, const void *b, size_t size);

/* Finds or stores the body of a route, adds a reference to it, and points the route to it. `added`
 * is the route's body in a sink, or NULL. Returns false if out of memory. */
bool route_hold_body(route_pool *pool, wend_route *route, added_body *added, route_body **out);

/* Removes a reference to a body, which may be NULL, and frees the body with the last one. */
void route_drop_body(route_pool *pool, route_body *body);

#endif
