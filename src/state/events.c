/* Events of a step, in the order in which they were noted. */
#include "state/world.h"

bool event_add(wend_world *world, wend_event_kind kind, uint32_t slot, uint32_t detail) {
    if (!memory_grow(&world->memory, (void **)&world->events, sizeof *world->events,
                     &world->event_capacity, world->event_count + 1)) {
        return false;
    }
    const wend_body *body = agent_body(world, slot);
    bool replanned = kind == WEND_EVENT_REPLANNED; /* the detail is the index of a map */
    world->events[world->event_count++] =
        (wend_event){.kind = kind,
                     .detail = replanned ? 0 : detail,
                     .agent = store_agent_id(world, slot),
                     .key = world->cold.key[slot],
                     .goal = goal_id(world, world->cold.goal[slot]),
                     .map = wend_world_map_at(world, replanned ? detail : WEND_NO_MAP),
                     .position = wend_space_from_local(world->space, body->position),
                     .time = world_time_at(world, world->step + 1)};
    return true;
}
