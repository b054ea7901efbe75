/* The API for resources of limited capacity, which models claim (step/claims.h). */
#include "base/error.h"
#include "world/world.h"

wend_result wend_world_add_resources(wend_world *world, uint32_t count, uint32_t capacity,
                                     wend_resource *first, wend_error *error) {
    WEND_ASSERT(world != NULL);
    if (count == 0 || capacity == 0) {
        return error_set(error, WEND_ERROR_INVALID,
                         "%u resources of capacity %u cannot be added: both must be at least 1",
                         count, capacity);
    }
    if (count > WEND_MAX_RESOURCES - world->claims.resource_count) {
        return error_set(error, WEND_ERROR_LIMIT,
                         "%u resources cannot be added: the world has %u, and room for %d", count,
                         world->claims.resource_count, WEND_MAX_RESOURCES);
    }
    uint32_t index = claims_add_resources(&world->claims, count, capacity);
    if (index == CLAIM_NONE) {
        return error_no_memory(error, "the world");
    }
    if (first) {
        *first = (wend_resource){(uint64_t)1 << 32 | index};
    }
    return WEND_OK;
}

wend_result wend_world_add_resource(wend_world *world, uint32_t capacity, wend_resource *out,
                                    wend_error *error) {
    return wend_world_add_resources(world, 1, capacity, out, error);
}

uint32_t wend_world_resource_index(const wend_world *world, wend_resource resource) {
    WEND_ASSERT(world != NULL);
    uint32_t index = (uint32_t)resource.value;
    bool good = resource.value >> 32 == 1 && index < world->claims.resource_count;
    return good ? index : WEND_NONE;
}
