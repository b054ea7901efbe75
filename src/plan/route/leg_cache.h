/* plan/route/leg_cache.h: remembers the portals of legs that many paths have in common.
 *
 * Paths to the same goal join at the corners of obstacles, so most of their legs are equal. What a
 * leg crosses depends only on its two ends, the radius, the obstacle classes that block the agent,
 * and the scene: the mesh, and the walls of doors and stationary obstacles. A cache holds one
 * scene. Each worker has its own cache, so that workers need not wait for each other; a result
 * never depends on what a cache contains. */
#ifndef PLAN_ROUTE_LEG_CACHE_H
#define PLAN_ROUTE_LEG_CACHE_H

#include "plan/route/portals.h"

typedef struct leg_cache leg_cache;

/* Hashed as a sequence of bytes; has no padding. */
typedef struct leg_key {
    wend_vec2 from, to;
    uint32_t from_layer, to_layer;
    float radius;     /* m: inset of the portals */
    uint32_t classes; /* obstacle classes that block the agent */
} leg_key;

typedef struct cached_leg {
    leg_key key;
    uint32_t next;         /* 1 + the index of the next leg in the same bucket, or 0 */
    uint32_t following;    /* 1 + the index of the leg that was last found after this one, or 0 */
    uint32_t first, count; /* range of its portals in the cache */
    uint32_t begins, ends; /* polygons of level 0 in which the leg begins and ends */
    float clearance;       /* m: at `key.from` */
} cached_leg;

/* An edge of the mesh, for a disc. */
typedef struct edge_key {
    double centre;   /* portal_search_centre */
    uint32_t corner; /* the corner of level 0 at which the edge starts */
    float radius;    /* m: inset of the portal */
    uint32_t classes;
} edge_key;

/* Creates an empty cache. Returns NULL if out of memory. */
leg_cache *leg_cache_create(const wend_allocator *allocator);

/* Destroys a cache, which may be NULL. */
void leg_cache_destroy(leg_cache *cache);

/* Sets the scene, which is identified by a hash, before the cache is used in a step. Empties the
 * cache if it holds another scene. */
void leg_cache_set_scene(leg_cache *cache, uint64_t scene);

/* Begins a step: releases the memory of a cache that has not been used for long. */
void leg_cache_begin_step(leg_cache *cache, uint64_t step);

/* Finds a leg, and its portals. Returns NULL if the cache does not contain it. O(1). */
const cached_leg *leg_cache_find(const leg_cache *cache, const leg_key *key,
                                 const wend_portal **portals);

/* Like leg_cache_find, for the leg of a path that follows `before`, which is NULL or was found
 * since the last leg was added. Paths to the same goal have the same legs in the same order, so the
 * leg that followed before is tried first. */
cached_leg *leg_cache_find_next(leg_cache *cache, cached_leg *before, const leg_key *key,
                                const wend_portal **portals);

/* Adds a leg that the cache does not contain; `next`, `following` and `first` are ignored. Does
 * nothing if out of memory. A full cache is emptied first. */
void leg_cache_add(leg_cache *cache, const cached_leg *leg, const wend_portal *portals);

/* Finds whether a line is open for a disc of `radius`. Returns false if the cache does not contain
 * it. O(1). */
bool leg_cache_find_line(const leg_cache *cache, const leg_key *line, bool *is_open);

/* Adds a line that the cache does not contain. */
void leg_cache_add_line(leg_cache *cache, const leg_key *line, bool is_open);

/* Finds the free part of an edge around fraction `at`. Returns false if the cache does not contain
 * it. O(1). */
bool leg_cache_find_edge(const leg_cache *cache, const edge_key *key, double at, portal_part *out);

/* Adds a free part of an edge that is the same for every fraction in it. O(1). */
void leg_cache_add_edge(leg_cache *cache, const edge_key *key, portal_part part);

#endif
