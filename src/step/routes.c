/* The route pool: see routes.h. put and drop cost O(size of the route). */
#include "step/routes.h"

#include <string.h>

enum { SMALLEST_BLOCK = 128, SLAB_SIZE = 1 << 16 };

static size_t route_bytes(const wend_route *route) {
    return sizeof *route + route->point_count * sizeof *route->points +
           route->portal_count * sizeof *route->portals;
}

/* Copies a route into `block`, arrays behind the header. */
static wend_route *copy_into(void *block, const wend_route *route) {
    wend_route *copy = block;
    *copy = *route;
    wend_route_point *points = (wend_route_point *)(copy + 1);
    wend_portal *portals = (wend_portal *)(points + route->point_count);
    copy->points = route->point_count ? points : NULL;
    copy->portals = route->portal_count ? portals : NULL;
    if (route->point_count) {
        memcpy(points, route->points, route->point_count * sizeof *points);
    }
    if (route->portal_count) {
        memcpy(portals, route->portals, route->portal_count * sizeof *portals);
    }
    return copy;
}

static bool is_straight(const wend_route *route) {
    return route->status == WEND_ROUTE_FOUND && route->gives == WEND_ROUTE_POLYLINE &&
           route->map == WEND_NO_MAP && route->point_count == 0 && route->portal_count == 0;
}

bool route_pool_init(route_pool *pool, memory *from) {
    *pool = (route_pool){.from = from};
    wend_route straight = {
        .status = WEND_ROUTE_FOUND, .gives = WEND_ROUTE_POLYLINE, .map = WEND_NO_MAP};
    wend_route *copy = memory_get(from, sizeof *copy);
    if (!copy || !memory_grow(from, (void **)&pool->entries, sizeof *pool->entries, &pool->capacity,
                              ROUTE_STRAIGHT)) {
        memory_free(from, copy, sizeof *copy);
        return false;
    }
    *copy = straight;
    pool->entries[ROUTE_STRAIGHT - 1] = (route_entry){copy, ROUTE_CLASSES, 0};
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

static void give_handle(route_pool *pool, uint32_t handle) {
    pool->entries[handle - 1] = (route_entry){NULL, 0, pool->free_handle};
    pool->free_handle = handle;
}

uint32_t route_pool_put(route_pool *pool, const wend_route *route) {
    if (is_straight(route)) {
        return ROUTE_STRAIGHT;
    }
    size_t bytes = route_bytes(route);
    uint32_t size_class = 0;
    while (size_class < ROUTE_CLASSES && ((size_t)SMALLEST_BLOCK << size_class) < bytes) {
        size_class++;
    }
    uint32_t handle = size_class < ROUTE_CLASSES ? take_handle(pool) : 0;
    if (!handle) {
        return 0;
    }
    void *block = take_block(pool, size_class);
    if (!block) {
        give_handle(pool, handle);
        return 0;
    }
    pool->entries[handle - 1] = (route_entry){copy_into(block, route), size_class, 0};
    return handle;
}

void route_pool_drop(route_pool *pool, uint32_t handle) {
    if (handle <= ROUTE_STRAIGHT) {
        return;
    }
    route_entry entry = pool->entries[handle - 1];
    route_block *block = (route_block *)(void *)entry.route;
    block->next = pool->free_blocks[entry.size_class];
    pool->free_blocks[entry.size_class] = block;
    give_handle(pool, handle);
}

bool wend_route_put(wend_route_sink *sink, uint32_t index, const wend_route *route) {
    void *block = arena_take(sink->scratch, route_bytes(route), 16);
    if (!block || !memory_grow(sink->from, (void **)&sink->puts, sizeof *sink->puts,
                               &sink->capacity, sink->count + 1)) {
        return false;
    }
    sink->puts[sink->count] = (route_put){copy_into(block, route), index, sink->count};
    sink->count++;
    return true;
}
