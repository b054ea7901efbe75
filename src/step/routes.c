/* The route pool: see routes.h. Storing or dropping a route costs O(size of the route). */
#include "step/routes.h"

#include <string.h>

#include "base/error.h"
#include "base/hash.h"

static bool is_straight(const wend_route *route) {
    return route->status == WEND_ROUTE_STATUS_FOUND && route->gives == WEND_ROUTE_POLYLINE &&
           route->map == WEND_NO_MAP && route->point_count == 0 && route->portal_count == 0 &&
           route->disc_count == 0 && route->cost == 0.0F && route->inset == 0.0F;
}

/* ---- Buckets --------------------------------------------------------------------------------- */

/* Doubles the number of handle buckets. Returns false if out of memory. */
static bool grow_buckets(route_pool *pool) {
    uint32_t count = pool->bucket_count ? 2 * pool->bucket_count : ROUTE_FIRST_BUCKETS;
    uint32_t *buckets = memory_get_zeroed(pool->from, count * sizeof *buckets);
    for (uint32_t i = 0; buckets && i < pool->bucket_count; i++) {
        for (uint32_t handle = pool->buckets[i], next; handle; handle = next) {
            route_entry *entry = &pool->entries[handle - 1];
            next = entry->next;
            entry->next = buckets[entry->hash % count];
            buckets[entry->hash % count] = handle;
        }
    }
    if (buckets) {
        memory_free(pool->from, pool->buckets, pool->bucket_count * sizeof *buckets);
        pool->buckets = buckets;
        pool->bucket_count = count;
    }
    return buckets != NULL;
}

/* ---- The pool -------------------------------------------------------------------------------- */

bool route_pool_init(route_pool *pool, memory *from) {
    *pool = (route_pool){.from = from};
    wend_route *straight = memory_get(from, sizeof *straight);
    if (!straight || !memory_grow(from, (void **)&pool->entries, sizeof *pool->entries,
                                  &pool->capacity, ROUTE_STRAIGHT)) {
        memory_free(from, straight, sizeof *straight);
        return false;
    }
    *straight = (wend_route){
        .status = WEND_ROUTE_STATUS_FOUND, .gives = WEND_ROUTE_POLYLINE, .map = WEND_NO_MAP};
    pool->entries[ROUTE_STRAIGHT - 1] = (route_entry){.route = straight, .holders = 1};
    pool->count = ROUTE_STRAIGHT;
    if (!grow_buckets(pool) || !route_grow_body_buckets(pool)) {
        route_pool_free(pool);
        return false;
    }
    return true;
}

void route_pool_free(route_pool *pool) {
    if (!pool->entries) {
        return;
    }
    memory *from = pool->from;
    memory_free(from, pool->entries[ROUTE_STRAIGHT - 1].route, sizeof(wend_route));
    memory_free(from, pool->entries, pool->capacity * sizeof *pool->entries);
    memory_free(from, pool->buckets, pool->bucket_count * sizeof *pool->buckets);
    memory_free(from, pool->body_buckets, pool->body_bucket_count * sizeof(void *));
    while (pool->slabs) {
        route_slab *next = pool->slabs->next;
        memory_free(from, pool->slabs, pool->slabs->size);
        pool->slabs = next;
    }
    *pool = (route_pool){0};
}

/* ---- Handles --------------------------------------------------------------------------------- */

static uint32_t take_handle(route_pool *pool) {
    uint32_t handle = pool->free_handle;
    if (handle) {
        pool->free_handle = pool->entries[handle - 1].next;
        return handle;
    }
    if (!memory_grow(pool->from, (void **)&pool->entries, sizeof *pool->entries, &pool->capacity,
                     pool->count + 1)) {
        return 0;
    }
    pool->entries[pool->count] = (route_entry){0};
    return ++pool->count;
}

static void release_handle(route_pool *pool, uint32_t handle) {
    pool->entries[handle - 1] = (route_entry){.next = pool->free_handle};
    pool->free_handle = handle;
}

/* ---- Routes ---------------------------------------------------------------------------------- */

/* Hashes, in a fixed order, the fields that distinguish routes. */
static uint32_t hash_of(const wend_route *route, const route_body *body) {
    uint64_t hash = hash_combine((uint64_t)route->status, route->gives);
    hash = hash_combine(hash, (uint64_t)route->map << 32 | route->generation);
    hash = hash_combine(hash, route->field);
    hash = hash_bytes(&route->inset, sizeof route->inset, hash);
    hash = hash_bytes(&route->cost, sizeof route->cost, hash);
    hash = hash_bytes(&route->stretch, sizeof route->stretch, hash);
    return (uint32_t)hash_combine(hash, body ? body->hash : 0);
}

/* Compares two routes that point to bodies of the pool. */
static bool are_equal(const wend_route *a, const wend_route *b) {
    return a->status == b->status && a->gives == b->gives && a->map == b->map &&
           a->generation == b->generation && a->field == b->field &&
           route_same_bytes(&a->inset, &b->inset, sizeof a->inset) &&
           route_same_bytes(&a->cost, &b->cost, sizeof a->cost) &&
           route_same_bytes(&a->stretch, &b->stretch, sizeof a->stretch) &&
           a->points == b->points && a->portals == b->portals && a->discs == b->discs;
}

static uint32_t find_equal(const route_pool *pool, const wend_route *route, uint32_t hash) {
    uint32_t handle = pool->buckets[hash % pool->bucket_count];
    while (handle && (pool->entries[handle - 1].hash != hash ||
                      !are_equal(pool->entries[handle - 1].route, route))) {
        handle = pool->entries[handle - 1].next;
    }
    return handle;
}

static void note_field(const route_pool *pool, const wend_route *route, bool held) {
    if ((route->gives & WEND_ROUTE_FIELD) && pool->on_field) {
        pool->on_field(pool->field_context, route->field, held);
    }
}

/* Stores a route that points to its body. Returns its handle, or 0 if out of memory. */
static uint32_t store_route(route_pool *pool, const wend_route *route, route_body *body,
                            uint32_t hash) {
    bool has_room = pool->route_count < pool->bucket_count || grow_buckets(pool);
    uint32_t handle = has_room ? take_handle(pool) : 0;
    wend_route *block = handle ? route_take_block(pool, 0) : NULL;
    if (!block) {
        if (handle) {
            release_handle(pool, handle);
        }
        return 0;
    }
    *block = *route;
    uint32_t *bucket = &pool->buckets[hash % pool->bucket_count];
    pool->entries[handle - 1] = (route_entry){block, body, 1, hash, *bucket};
    *bucket = handle;
    pool->route_count++;
    note_field(pool, route, true);
    return handle;
}

uint32_t route_pool_put(route_pool *pool, const wend_route *route) {
    return route_pool_put_added(pool, route, NULL);
}

uint32_t route_pool_put_added(route_pool *pool, const wend_route *route, added_body *added) {
    if (is_straight(route)) {
        return ROUTE_STRAIGHT;
    }
    wend_route held = *route;
    route_body *body;
    if (!route_hold_body(pool, &held, added, &body)) {
        return 0;
    }
    uint32_t hash = hash_of(&held, body), handle = find_equal(pool, &held, hash);
    if (handle) {
        pool->entries[handle - 1].holders++;
    } else {
        handle = store_route(pool, &held, body, hash);
    }
    if (!handle || pool->entries[handle - 1].holders > 1) {
        route_drop_body(pool, body); /* each stored route holds its body once */
    }
    return handle;
}

void route_pool_drop(route_pool *pool, uint32_t handle) {
    if (handle <= ROUTE_STRAIGHT || --pool->entries[handle - 1].holders > 0) {
        return;
    }
    route_entry entry = pool->entries[handle - 1];
    uint32_t *link = &pool->buckets[entry.hash % pool->bucket_count];
    while (*link != handle) {
        link = &pool->entries[*link - 1].next;
    }
    *link = entry.next;
    pool->route_count--;
    note_field(pool, entry.route, false);
    route_drop_body(pool, entry.body);
    route_release_block(pool, entry.route, 0);
    release_handle(pool, handle);
}
