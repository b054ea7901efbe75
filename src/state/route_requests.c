/* Collects requests to plan new routes for agents that already have one. Workers note requests
 * during a stage, and route_requests_apply applies them afterwards. */
#include "state/world.h"

void route_request_note(wend_world *world, uint32_t worker, uint32_t index) {
    worker_data *data = &world->workers[worker];
    if (memory_grow(&world->memory, (void **)&data->route_requests, sizeof *data->route_requests,
                    &data->route_request_capacity, data->route_request_count + 1)) {
        data->route_requests[data->route_request_count++] = index;
    }
}

/* Each request changes only the agent that made it, so the order does not matter. */
bool route_requests_apply(wend_world *world) {
    for (uint32_t w = 0; w < world->worker_count; w++) {
        uint32_t count = world->workers[w].route_request_count;
        world->workers[w].route_request_count = 0;
        for (uint32_t k = 0; k < count; k++) {
            wend_body *body = &world->bodies[world->workers[w].route_requests[k]];
            const wend_route *route = route_pool_at(&world->routes, world->cold.route[body->slot]);
            agent_request_route(world, body->slot, true);
            if (!event_add(world, WEND_EVENT_REPLANNED, body->slot,
                           route ? route->map : WEND_NO_MAP)) {
                return false;
            }
        }
    }
    return true;
}
