/* The cache of legs: see leg_cache.h. Legs are in a hash table with chained buckets; the portals of
 * all legs are in one array. Each edge has one slot, which it may share with others. */
#include "plan/route/leg_cache.h"

#include <string.h>

#include "base/hash.h"
#include "base/memory.h"

enum {
    BUCKETS = 1 << 13,
    MAX_LEGS = 1 << 15,    /* 2 MB */
    MAX_PORTALS = 1 << 17, /* 2.6 MB */
    EDGES = 1 << 14,       /* 0.6 MB */
    KEPT_STEPS = 4         /* steps after which an unused cache is released */
};

/* The free part of an edge that was found last among all edges with the same slot. */
typedef struct cached_edge {
    edge_key key;
    portal_part part; /* empty (low > high) if the slot is free */
} cached_edge;

struct leg_cache {
    memory heap;
    wend_allocator allocator;
    cached_leg *legs;
    wend_portal *portals;
    cached_edge *edges; /* EDGES slots, by hash; NULL until an edge is added */
    uint32_t *buckets;  /* 1 + the index of the first leg, or 0; NULL until a leg is added */
    uint32_t count, capacity, portal_count, portal_capacity;
    uint64_t scene;
    uint64_t step, used; /* the current step, and the last one in which the cache was used */
};

leg_cache *leg_cache_create(const wend_allocator *allocator) {
    leg_cache *cache = memory_allocate(allocator, sizeof *cache);
    if (cache != NULL) {
        *cache = (leg_cache){.allocator = *allocator};
        memory_init(&cache->heap, allocator);
    }
    return cache;
}

static void release(leg_cache *cache) {
    memory_free(&cache->heap, cache->legs, cache->capacity * sizeof *cache->legs);
    memory_free(&cache->heap, cache->portals, cache->portal_capacity * sizeof *cache->portals);
    memory_free(&cache->heap, cache->buckets, BUCKETS * sizeof *cache->buckets);
    memory_free(&cache->heap, cache->edges, EDGES * sizeof *cache->edges);
    cache->edges = NULL;
    cache->legs = NULL;
    cache->portals = NULL;
    cache->buckets = NULL;
    cache->count = cache->capacity = cache->portal_count = cache->portal_capacity = 0;
}

void leg_cache_destroy(leg_cache *cache) {
    if (cache != NULL) {
        wend_allocator allocator = cache->allocator;
        release(cache);
        memory_release(&allocator, cache, sizeof *cache);
    }
}

static void empty_edges(leg_cache *cache) {
    for (uint32_t i = 0; cache->edges != NULL && i < EDGES; i++) {
        cache->edges[i].part = (portal_part){1.0, -1.0};
    }
}

/* Removes all legs, but keeps the memory. */
static void empty_legs(leg_cache *cache) {
    if (cache->buckets != NULL) {
        memset(cache->buckets, 0, BUCKETS * sizeof *cache->buckets);
    }
    cache->count = cache->portal_count = 0;
}

void leg_cache_begin_step(leg_cache *cache, uint64_t step) {
    cache->step = step;
    if (cache->used + KEPT_STEPS < step) {
        release(cache);
    }
}

void leg_cache_set_scene(leg_cache *cache, uint64_t scene) {
    cache->used = cache->step;
    if (cache->scene != scene) {
        empty_legs(cache);
        empty_edges(cache);
        cache->scene = scene;
    }
}

static uint32_t bucket_of(const leg_key *key) {
    return (uint32_t)hash_for_table(key, sizeof *key, 0) % BUCKETS;
}

static bool is_same_leg(const leg_key *a, const leg_key *b) {
    return a->from.x == b->from.x && a->from.y == b->from.y && a->to.x == b->to.x &&
           a->to.y == b->to.y && a->from_layer == b->from_layer && a->to_layer == b->to_layer &&
           a->radius == b->radius && a->classes == b->classes;
}

/* Returns 1 + the index of a leg, or 0 if the cache does not contain it. */
static uint32_t find_leg(const leg_cache *cache, const leg_key *key) {
    uint32_t next = cache->buckets != NULL ? cache->buckets[bucket_of(key)] : 0;
    while (next != 0 && !is_same_leg(&cache->legs[next - 1].key, key)) {
        next = cache->legs[next - 1].next;
    }
    return next;
}

cached_leg *leg_cache_find_next(leg_cache *cache, cached_leg *before, const leg_key *key,
                                const wend_portal **portals) {
    uint32_t number = before != NULL ? before->following : 0;
    if (number == 0 || !is_same_leg(&cache->legs[number - 1].key, key)) {
        number = find_leg(cache, key);
    }
    if (number == 0) {
        return NULL;
    }
    if (before != NULL) {
        before->following = number;
    }
    cached_leg *leg = &cache->legs[number - 1];
    *portals = leg->count > 0 ? &cache->portals[leg->first] : NULL;
    return leg;
}

const cached_leg *leg_cache_find(const leg_cache *cache, const leg_key *key,
                                 const wend_portal **portals) {
    uint32_t number = find_leg(cache, key);
    const cached_leg *leg = number != 0 ? &cache->legs[number - 1] : NULL;
    if (leg != NULL) {
        *portals = leg->count > 0 ? &cache->portals[leg->first] : NULL;
    }
    return leg;
}

/* Makes room for one more leg with `count` portals. Returns false if out of memory. */
static bool make_room(leg_cache *cache, uint32_t count) {
    if (cache->count >= MAX_LEGS || cache->portal_count + count > MAX_PORTALS) {
        empty_legs(cache);
    }
    if (cache->buckets == NULL) {
        cache->buckets = memory_get_zeroed(&cache->heap, BUCKETS * sizeof *cache->buckets);
    }
    return cache->buckets != NULL &&
           memory_grow(&cache->heap, (void **)&cache->legs, sizeof *cache->legs, &cache->capacity,
                       cache->count + 1) &&
           memory_grow(&cache->heap, (void **)&cache->portals, sizeof *cache->portals,
                       &cache->portal_capacity, cache->portal_count + count + 1);
}

void leg_cache_add(leg_cache *cache, const cached_leg *leg, const wend_portal *portals) {
    if (leg->count > MAX_PORTALS || !make_room(cache, leg->count)) {
        return;
    }
    uint32_t *bucket = &cache->buckets[bucket_of(&leg->key)];
    cached_leg *added = &cache->legs[cache->count];
    *added = *leg;
    added->first = cache->portal_count;
    added->next = *bucket;
    added->following = 0;
    if (leg->count > 0) {
        memcpy(&cache->portals[added->first], portals, leg->count * sizeof *portals);
    }
    cache->portal_count += leg->count;
    *bucket = ++cache->count;
}

/* ---- Lines ----------------------------------------------------------------------------------- */

/* Returns the key under which a line is kept: lines have negative radii, legs have not. */
static leg_key key_of_line(const leg_key *line) {
    leg_key key = *line;
    key.radius = -1.0F - line->radius;
    return key;
}

bool leg_cache_find_line(const leg_cache *cache, const leg_key *line, bool *is_open) {
    const wend_portal *portals;
    leg_key key = key_of_line(line);
    const cached_leg *leg = leg_cache_find(cache, &key, &portals);
    *is_open = leg != NULL && leg->clearance > 0.0F;
    return leg != NULL;
}

void leg_cache_add_line(leg_cache *cache, const leg_key *line, bool is_open) {
    cached_leg leg = {.key = key_of_line(line), .clearance = is_open ? 1.0F : 0.0F};
    leg_cache_add(cache, &leg, &(wend_portal){0}); /* a line has no portals */
}

/* ---- Edges ----------------------------------------------------------------------------------- */

static uint32_t slot_of(const edge_key *key) {
    uint64_t piece = (uint64_t)(key->centre * 65536.0);
    return (uint32_t)hash_mix64((uint64_t)key->corner << 32 | piece) % EDGES;
}

static bool is_same_edge(const edge_key *a, const edge_key *b) {
    return a->corner == b->corner && a->centre == b->centre && a->radius == b->radius &&
           a->classes == b->classes;
}

bool leg_cache_find_edge(const leg_cache *cache, const edge_key *key, double at, portal_part *out) {
    const cached_edge *edge = cache->edges != NULL ? &cache->edges[slot_of(key)] : NULL;
    if (edge == NULL || !(edge->part.low <= at && at <= edge->part.high) ||
        !is_same_edge(&edge->key, key)) {
        return false;
    }
    *out = edge->part;
    return true;
}

void leg_cache_add_edge(leg_cache *cache, const edge_key *key, portal_part part) {
    if (cache->edges == NULL) {
        cache->edges = memory_get(&cache->heap, EDGES * sizeof *cache->edges);
        empty_edges(cache);
    }
    if (cache->edges != NULL) {
        cache->edges[slot_of(key)] = (cached_edge){*key, part};
    }
}
