/* The route pool: see routes.h. Storing or dropping a route costs O(size of the route). */
#include "step/routes.h"

#include <math.h>
#include <string.h>

#include <wend/world.h>

#include "base/error.h"
#include "base/hash.h"
#include "step/store.h"

enum { SMALLEST_BLOCK = 128, SLAB_SIZE = 1 << 16 };

static size_t route_bytes(const wend_route *route) {
    return sizeof *route + route->point_count * sizeof *route->points +
           route->portal_count * sizeof *route->portals + route->disc_count * sizeof *route->discs;
}

/* Copies a route into `block`, with its arrays after the header. */
static wend_route *copy_into(void *block, const wend_route *route) {
    wend_route *copy = block;
    *copy = *route;
    wend_route_point *points = (wend_route_point *)(copy + 1);
    wend_portal *portals = (wend_portal *)(points + route->point_count);
    copy->points = route->point_count ? points : NULL;
    copy->portals = route->portal_count ? portals : NULL;
    wend_corridor_disc *discs = (wend_corridor_disc *)(portals + route->portal_count);
    copy->discs = route->disc_count ? discs : NULL;
    if (route->point_count) {
        memcpy(points, route->points, route->point_count * sizeof *points);
    }
    if (route->portal_count) {
        memcpy(portals, route->portals, route->portal_count * sizeof *portals);
    }
    if (route->disc_count) {
        memcpy(discs, route->discs, route->disc_count * sizeof *discs);
    }
    return copy;
}

static bool is_straight(const wend_route *route) {
    return route->status == WEND_ROUTE_STATUS_FOUND && route->gives == WEND_ROUTE_POLYLINE &&
           route->map == WEND_NO_MAP && route->point_count == 0 && route->portal_count == 0 &&
           route->disc_count == 0 && route->cost == 0.0F && route->inset == 0.0F;
}

bool route_pool_init(route_pool *pool, memory *from) {
    *pool = (route_pool){.from = from};
    wend_route straight = {
        .status = WEND_ROUTE_STATUS_FOUND, .gives = WEND_ROUTE_POLYLINE, .map = WEND_NO_MAP};
    wend_route *copy = memory_get(from, sizeof *copy);
    if (!copy || !memory_grow(from, (void **)&pool->entries, sizeof *pool->entries, &pool->capacity,
                              ROUTE_STRAIGHT)) {
        memory_free(from, copy, sizeof *copy);
        return false;
    }
    *copy = straight;
    pool->entries[ROUTE_STRAIGHT - 1] = (route_entry){copy, ROUTE_CLASSES, 1, 0, 0};
    pool->count = ROUTE_STRAIGHT;
    return true;
}

void route_pool_free(route_pool *pool) {
    if (!pool->entries) {
        return;
    }
    memory_free(pool->from, pool->entries[ROUTE_STRAIGHT - 1].route, sizeof(wend_route));
    memory_free(pool->from, pool->entries, pool->capacity * sizeof *pool->entries);
    while (pool->slabs) {
        route_slab *next = pool->slabs->next;
        memory_free(pool->from, pool->slabs, pool->slabs->size);
        pool->slabs = next;
    }
    *pool = (route_pool){0};
}

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

/* ---- Soundness ------------------------------------------------------------------------------- */

static bool is_valid_location(wend_vec2 p) {
    return fabsf(p.x) <= STORE_MAX_COORDINATE && fabsf(p.y) <= STORE_MAX_COORDINATE;
}

bool route_is_sound(const wend_route *route, uint32_t layer_count, uint32_t map_count) {
    bool sound = (unsigned)route->status <= WEND_ROUTE_STATUS_FOUND && !isnan(route->cost) &&
                 route->inset >= 0.0F && route->inset <= STORE_MAX_COORDINATE &&
                 (route->map == WEND_NO_MAP || route->map < map_count) &&
                 route->point_count <= WEND_MAX_PATH && route->portal_count <= WEND_MAX_PATH &&
                 route->disc_count <= WEND_MAX_PATH && route->disc_count != 1;
    for (uint32_t i = 0; sound && i < route->point_count; i++) {
        const wend_route_point *point = &route->points[i];
        sound = is_valid_location(point->position) && point->clearance >= 0.0F &&
                point->layer < layer_count;
    }
    for (uint32_t i = 0; sound && i < route->portal_count; i++) {
        const wend_portal *portal = &route->portals[i];
        sound = is_valid_location(portal->left) && is_valid_location(portal->right) &&
                portal->layer < layer_count;
    }
    for (uint32_t i = 0; sound && i < route->disc_count; i++) {
        const wend_corridor_disc *disc = &route->discs[i];
        sound = is_valid_location(disc->position) && is_valid_location(disc->left) &&
                is_valid_location(disc->right) && disc->clearance >= 0.0F &&
                disc->layer < layer_count;
    }
    return sound;
}

/* ---- Sharing --------------------------------------------------------------------------------- */

/* Hashes, in a fixed order, the fields that distinguish routes. */
static uint32_t hash_of(const wend_route *route) {
    uint64_t hash = hash_combine((uint64_t)route->status, route->gives);
    hash = hash_combine(hash, (uint64_t)route->map << 32 | route->generation);
    hash = hash_combine(hash, route->field);
    hash = hash_bytes(&route->inset, sizeof route->inset, hash);
    hash = hash_bytes(&route->cost, sizeof route->cost, hash);
    hash = hash_bytes(route->points, route->point_count * sizeof *route->points, hash);
    hash = hash_bytes(route->portals, route->portal_count * sizeof *route->portals, hash);
    hash = hash_bytes(route->discs, route->disc_count * sizeof *route->discs, hash);
    return (uint32_t)hash;
}

static bool same_bytes(const void *a, const void *b, size_t size) {
    return size == 0 || memcmp(a, b, size) == 0;
}

static bool are_equal(const wend_route *a, const wend_route *b) {
    return a->status == b->status && a->gives == b->gives && a->map == b->map &&
           a->generation == b->generation && a->field == b->field &&
           same_bytes(&a->inset, &b->inset, sizeof a->inset) &&
           same_bytes(&a->cost, &b->cost, sizeof a->cost) && a->point_count == b->point_count &&
           a->portal_count == b->portal_count &&
           same_bytes(a->points, b->points, a->point_count * sizeof *a->points) &&
           same_bytes(a->portals, b->portals, a->portal_count * sizeof *a->portals) &&
           a->disc_count == b->disc_count &&
           same_bytes(a->discs, b->discs, a->disc_count * sizeof *a->discs);
}

static uint32_t find_equal(const route_pool *pool, const wend_route *route, uint32_t hash) {
    uint32_t handle = pool->buckets[hash % ROUTE_BUCKETS];
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

uint32_t route_pool_put(route_pool *pool, const wend_route *route) {
    if (is_straight(route)) {
        return ROUTE_STRAIGHT;
    }
    uint32_t hash = hash_of(route), handle = find_equal(pool, route, hash);
    if (handle) {
        pool->entries[handle - 1].holders++;
        return handle;
    }
    size_t bytes = route_bytes(route);
    uint32_t size_class = 0;
    while (size_class < ROUTE_CLASSES && ((size_t)SMALLEST_BLOCK << size_class) < bytes) {
        size_class++;
    }
    handle = size_class < ROUTE_CLASSES ? take_handle(pool) : 0;
    void *block = handle ? take_block(pool, size_class) : NULL;
    if (!block) {
        if (handle) {
            release_handle(pool, handle);
        }
        return 0;
    }
    uint32_t *bucket = &pool->buckets[hash % ROUTE_BUCKETS];
    pool->entries[handle - 1] =
        (route_entry){copy_into(block, route), size_class, 1, hash, *bucket};
    *bucket = handle;
    note_field(pool, route, true);
    return handle;
}

void route_pool_drop(route_pool *pool, uint32_t handle) {
    if (handle <= ROUTE_STRAIGHT || --pool->entries[handle - 1].holders > 0) {
        return;
    }
    route_entry entry = pool->entries[handle - 1];
    uint32_t *link = &pool->buckets[entry.hash % ROUTE_BUCKETS];
    while (*link != handle) {
        link = &pool->entries[*link - 1].next;
    }
    *link = entry.next;
    note_field(pool, entry.route, false);
    route_block *block = (route_block *)(void *)entry.route;
    block->next = pool->free_blocks[entry.size_class];
    pool->free_blocks[entry.size_class] = block;
    release_handle(pool, handle);
}

static bool add_route(wend_route_sink *sink, uint32_t index, const wend_route *route,
                      const wend_field_key *key) {
    WEND_ASSERT(route->point_count <= WEND_MAX_PATH && route->portal_count <= WEND_MAX_PATH &&
                route->disc_count <= WEND_MAX_PATH);
    void *block = arena_take(sink->scratch, route_bytes(route), 16);
    wend_field_key *kept = key ? arena_take(sink->scratch, sizeof *kept, 16) : NULL;
    if (!block || (key && !kept) ||
        !memory_grow(sink->from, (void **)&sink->added, sizeof *sink->added, &sink->capacity,
                     sink->count + 1)) {
        return false;
    }
    if (key) {
        *kept = *key;
    }
    sink->added[sink->count] = (added_route){
        .route = copy_into(block, route), .key = kept, .index = index, .order = sink->count};
    sink->count++;
    return true;
}

bool wend_route_sink_add(wend_route_sink *sink, uint32_t index, const wend_route *route) {
    return add_route(sink, index, route, NULL);
}

bool wend_route_sink_add_field(wend_route_sink *sink, uint32_t index, const wend_route *route,
                               const wend_field_key *key) {
    WEND_ASSERT(key != NULL);
    wend_route with = *route;
    with.gives |= WEND_ROUTE_FIELD;
    return add_route(sink, index, &with, key);
}
