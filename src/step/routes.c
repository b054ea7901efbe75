/* The route pool: see routes.h. Storing or dropping a route costs O(size of the route). */
#include "step/routes.h"

#include <string.h>

#include "base/error.h"
#include "base/hash.h"

enum { SMALLEST_BLOCK = 128, SLAB_SIZE = 1 << 16, FIRST_BUCKETS = 64 };

static bool is_straight(const wend_route *route) {
    return route->status == WEND_ROUTE_STATUS_FOUND && route->gives == WEND_ROUTE_POLYLINE &&
           route->map == WEND_NO_MAP && route->point_count == 0 && route->portal_count == 0 &&
           route->disc_count == 0 && route->cost == 0.0F && route->inset == 0.0F;
}

/* ---- Buckets --------------------------------------------------------------------------------- */

/* Doubles the number of handle buckets. Returns false if out of memory. */
static bool grow_buckets(route_pool *pool) {
    uint32_t count = pool->bucket_count ? 2 * pool->bucket_count : FIRST_BUCKETS;
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

/* Doubles the number of body buckets. Returns false if out of memory. */
static bool grow_body_buckets(route_pool *pool) {
    uint32_t count = pool->body_bucket_count ? 2 * pool->body_bucket_count : FIRST_BUCKETS;
    route_body **buckets = memory_get_zeroed(pool->from, count * sizeof *buckets);
    for (uint32_t i = 0; buckets && i < pool->body_bucket_count; i++) {
        for (route_body *body = pool->body_buckets[i], *next; body; body = next) {
            next = body->next;
            body->next = buckets[body->hash % count];
            buckets[body->hash % count] = body;
        }
    }
    if (buckets) {
        memory_free(pool->from, pool->body_buckets, pool->body_bucket_count * sizeof *buckets);
        pool->body_buckets = buckets;
        pool->body_bucket_count = count;
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
    if (!grow_buckets(pool) || !grow_body_buckets(pool)) {
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
    memory_free(from, pool->body_buckets, pool->body_bucket_count * sizeof *pool->body_buckets);
    while (pool->slabs) {
        route_slab *next = pool->slabs->next;
        memory_free(from, pool->slabs, pool->slabs->size);
        pool->slabs = next;
    }
    *pool = (route_pool){0};
}

/* ---- Blocks and handles -----------------------------------------------------------------------
 */

static void *take_block(route_pool *pool, uint32_t size_class) {
    route_block *block = pool->free_blocks[size_class];
    if (block) {
        pool->free_blocks[size_class] = block->next;
        return block;
    }
    size_t size = (size_t)SMALLEST_BLOCK << size_class;
    if (!pool->slabs || pool->slab_used + size > pool->slabs->size) {
        size_t slab_size = size + SMALLEST_BLOCK > SLAB_SIZE ? size + SMALLEST_BLOCK : SLAB_SIZE;
        route_slab *slab = memory_get(pool->from, slab_size);
        if (!slab) {
            return NULL;
        }
        *slab = (route_slab){pool->slabs, slab_size};
        pool->slabs = slab;
        pool->slab_used = SMALLEST_BLOCK;
    }
    void *taken = (char *)pool->slabs + pool->slab_used;
    pool->slab_used += size;
    return taken;
}

static void release_block(route_pool *pool, void *taken, uint32_t size_class) {
    route_block *block = taken;
    block->next = pool->free_blocks[size_class];
    pool->free_blocks[size_class] = block;
}

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

/* ---- Bodies ---------------------------------------------------------------------------------- */

static size_t body_bytes(const wend_route *route) {
    return sizeof(route_body) + route->point_count * sizeof *route->points +
           route->portal_count * sizeof *route->portals + route->disc_count * sizeof *route->discs;
}

/* Points a route to the arrays of a body. */
static void use_body(wend_route *route, route_body *body) {
    wend_route_point *points = (wend_route_point *)(body + 1);
    wend_portal *portals = (wend_portal *)(points + route->point_count);
    wend_corridor_disc *discs = (wend_corridor_disc *)(portals + route->portal_count);
    route->points = route->point_count ? points : NULL;
    route->portals = route->portal_count ? portals : NULL;
    route->discs = route->disc_count ? discs : NULL;
}

uint32_t route_hash_arrays(const wend_route *route) {
    uint64_t hash = hash_bytes(route->points, route->point_count * sizeof *route->points, 0);
    hash = hash_bytes(route->portals, route->portal_count * sizeof *route->portals, hash);
    hash = hash_bytes(route->discs, route->disc_count * sizeof *route->discs, hash);
    return (uint32_t)hash;
}

static bool same_bytes(const void *a, const void *b, size_t size) {
    return size == 0 || memcmp(a, b, size) == 0;
}

bool route_has_equal_arrays(const wend_route *a, const wend_route *b) {
    return a->point_count == b->point_count && a->portal_count == b->portal_count &&
           a->disc_count == b->disc_count &&
           same_bytes(a->points, b->points, a->point_count * sizeof *a->points) &&
           same_bytes(a->portals, b->portals, a->portal_count * sizeof *a->portals) &&
           same_bytes(a->discs, b->discs, a->disc_count * sizeof *a->discs);
}

static bool has_equal_body(const wend_route *route, route_body *body) {
    wend_route other = {.point_count = body->point_count,
                        .portal_count = body->portal_count,
                        .disc_count = body->disc_count};
    use_body(&other, body);
    return route_has_equal_arrays(route, &other);
}

/* Copies the arrays of a route to where another route with the same counts points. */
static void copy_arrays(const wend_route *from, const wend_route *to) {
    if (from->point_count) {
        memcpy((void *)to->points, from->points, from->point_count * sizeof *from->points);
    }
    if (from->portal_count) {
        memcpy((void *)to->portals, from->portals, from->portal_count * sizeof *from->portals);
    }
    if (from->disc_count) {
        memcpy((void *)to->discs, from->discs, from->disc_count * sizeof *from->discs);
    }
}

/* Stores a new body. Returns NULL if out of memory. */
static route_body *store_body(route_pool *pool, const wend_route *route, uint32_t hash) {
    size_t bytes = body_bytes(route);
    uint32_t size_class = 0;
    while (size_class < ROUTE_CLASSES && ((size_t)SMALLEST_BLOCK << size_class) < bytes) {
        size_class++;
    }
    bool has_room = pool->body_count < pool->body_bucket_count || grow_body_buckets(pool);
    route_body *body = has_room && size_class < ROUTE_CLASSES ? take_block(pool, size_class) : NULL;
    if (!body) {
        return NULL;
    }
    route_body **bucket = &pool->body_buckets[hash % pool->body_bucket_count];
    *body = (route_body){.next = *bucket,
                         .size_class = size_class,
                         .hash = hash,
                         .point_count = route->point_count,
                         .portal_count = route->portal_count,
                         .disc_count = route->disc_count};
    *bucket = body;
    pool->body_count++;
    wend_route copy = *route;
    use_body(&copy, body);
    copy_arrays(route, &copy);
    return body;
}

static route_body *find_body(const route_pool *pool, const wend_route *route, uint32_t hash) {
    route_body *body = pool->body_buckets[hash % pool->body_bucket_count];
    while (body && (body->hash != hash || !has_equal_body(route, body))) {
        body = body->next;
    }
    return body;
}

/* Finds or stores the body of a route, adds a reference to it, and points the route to it. `added`
 * is the route's body in a sink, or NULL. Returns false if out of memory. */
static bool hold_body(route_pool *pool, wend_route *route, added_body *added, route_body **out) {
    *out = NULL;
    if (route->point_count == 0 && route->portal_count == 0 && route->disc_count == 0) {
        route->points = NULL;
        route->portals = NULL;
        route->discs = NULL;
        return true;
    }
    route_body *body = added ? added->stored : NULL;
    if (!body) {
        uint32_t hash = added ? added->hash : route_hash_arrays(route);
        body = find_body(pool, route, hash);
        body = body ? body : store_body(pool, route, hash);
    }
    if (body) {
        body->holders++;
        use_body(route, body);
    }
    if (added) {
        added->stored = body;
    }
    *out = body;
    return body != NULL;
}

static void drop_body(route_pool *pool, route_body *body) {
    if (!body || --body->holders > 0) {
        return;
    }
    route_body **link = &pool->body_buckets[body->hash % pool->body_bucket_count];
    while (*link != body) {
        link = &(*link)->next;
    }
    *link = body->next;
    pool->body_count--;
    release_block(pool, body, body->size_class);
}

/* ---- Routes ---------------------------------------------------------------------------------- */

/* Hashes, in a fixed order, the fields that distinguish routes. */
static uint32_t hash_of(const wend_route *route, const route_body *body) {
    uint64_t hash = hash_combine((uint64_t)route->status, route->gives);
    hash = hash_combine(hash, (uint64_t)route->map << 32 | route->generation);
    hash = hash_combine(hash, route->field);
    hash = hash_bytes(&route->inset, sizeof route->inset, hash);
    hash = hash_bytes(&route->cost, sizeof route->cost, hash);
    return (uint32_t)hash_combine(hash, body ? body->hash : 0);
}

/* Compares two routes that point to bodies of the pool. */
static bool are_equal(const wend_route *a, const wend_route *b) {
    return a->status == b->status && a->gives == b->gives && a->map == b->map &&
           a->generation == b->generation && a->field == b->field &&
           same_bytes(&a->inset, &b->inset, sizeof a->inset) &&
           same_bytes(&a->cost, &b->cost, sizeof a->cost) && a->points == b->points &&
           a->portals == b->portals && a->discs == b->discs;
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
    wend_route *block = handle ? take_block(pool, 0) : NULL;
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
    if (!hold_body(pool, &held, added, &body)) {
        return 0;
    }
    uint32_t hash = hash_of(&held, body), handle = find_equal(pool, &held, hash);
    if (handle) {
        pool->entries[handle - 1].holders++;
    } else {
        handle = store_route(pool, &held, body, hash);
    }
    if (!handle || pool->entries[handle - 1].holders > 1) {
        drop_body(pool, body); /* each stored route holds its body once */
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
    drop_body(pool, entry.body);
    release_block(pool, entry.route, 0);
    release_handle(pool, handle);
}
