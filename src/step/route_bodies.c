/* Stores the bodies of routes, and blocks of memory for them: see routes.h. Cost: O(size of the
 * route). */
#include "step/routes.h"

#include <assert.h>
#include <string.h>

#include "base/hash.h"

enum { SMALLEST_BLOCK = 96, SLAB_SIZE = 1 << 16 };

static_assert(sizeof(wend_route) <= SMALLEST_BLOCK, "a block of class 0 holds a route");

/* ---- Blocks ---------------------------------------------------------------------------------- */

/* Returns the size (bytes) of the blocks of a class: 1, 1.25, 1.5 or 1.75 times a power of two. */
static size_t block_size(uint32_t size_class) {
    size_t octave = (size_t)SMALLEST_BLOCK << (size_class / 4);
    return octave + octave / 4 * (size_class % 4);
}

void *route_take_block(route_pool *pool, uint32_t size_class) {
    route_block *block = pool->free_blocks[size_class];
    if (block) {
        pool->free_blocks[size_class] = block->next;
        return block;
    }
    size_t size = block_size(size_class);
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

void route_release_block(route_pool *pool, void *taken, uint32_t size_class) {
    route_block *block = taken;
    block->next = pool->free_blocks[size_class];
    pool->free_blocks[size_class] = block;
}

/* ---- Buckets --------------------------------------------------------------------------------- */

bool route_grow_body_buckets(route_pool *pool) {
    uint32_t count = pool->body_bucket_count ? 2 * pool->body_bucket_count : ROUTE_FIRST_BUCKETS;
    route_body **buckets = memory_get_zeroed(pool->from, count * sizeof(void *));
    for (uint32_t i = 0; buckets && i < pool->body_bucket_count; i++) {
        for (route_body *body = pool->body_buckets[i], *next; body; body = next) {
            next = body->next;
            body->next = buckets[body->hash % count];
            buckets[body->hash % count] = body;
        }
    }
    if (buckets) {
        memory_free(pool->from, pool->body_buckets, pool->body_bucket_count * sizeof(void *));
        pool->body_buckets = buckets;
        pool->body_bucket_count = count;
    }
    return buckets != NULL;
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
    uint64_t hash = hash_for_table(route->points, route->point_count * sizeof *route->points, 0);
    hash = hash_for_table(route->portals, route->portal_count * sizeof *route->portals, hash);
    hash = hash_for_table(route->discs, route->disc_count * sizeof *route->discs, hash);
    return (uint32_t)hash;
}

bool route_same_bytes(const void *a, const void *b, size_t size) {
    return size == 0 || memcmp(a, b, size) == 0;
}

bool route_has_equal_arrays(const wend_route *a, const wend_route *b) {
    return a->point_count == b->point_count && a->portal_count == b->portal_count &&
           a->disc_count == b->disc_count &&
           route_same_bytes(a->points, b->points, a->point_count * sizeof *a->points) &&
           route_same_bytes(a->portals, b->portals, a->portal_count * sizeof *a->portals) &&
           route_same_bytes(a->discs, b->discs, a->disc_count * sizeof *a->discs);
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
    if (from->point_count && to->points) {
        memcpy((void *)to->points, from->points, from->point_count * sizeof *from->points);
    }
    if (from->portal_count && to->portals) {
        memcpy((void *)to->portals, from->portals, from->portal_count * sizeof *from->portals);
    }
    if (from->disc_count && to->discs) {
        memcpy((void *)to->discs, from->discs, from->disc_count * sizeof *from->discs);
    }
}

/* Stores a new body. Returns NULL if out of memory. */
static route_body *store_body(route_pool *pool, const wend_route *route, uint32_t hash) {
    size_t bytes = body_bytes(route);
    uint32_t size_class = 0;
    while (size_class < ROUTE_CLASSES && block_size(size_class) < bytes) {
        size_class++;
    }
    bool has_room = pool->body_count < pool->body_bucket_count || route_grow_body_buckets(pool);
    route_body *body =
        has_room && size_class < ROUTE_CLASSES ? route_take_block(pool, size_class) : NULL;
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

bool route_hold_body(route_pool *pool, wend_route *route, added_body *added, route_body **out) {
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

void route_drop_body(route_pool *pool, route_body *body) {
    if (!body || --body->holders > 0) {
        return;
    }
    route_body **link = &pool->body_buckets[body->hash % pool->body_bucket_count];
    while (*link != body) {
        link = &(*link)->next;
    }
    *link = body->next;
    pool->body_count--;
    route_release_block(pool, body, body->size_class);
}
