/* The events of a step, in the order in which they were added. */
#include "state/world.h"

bool events_reserve(wend_world *world, uint32_t more) {
    return more <= UINT32_MAX - world->event_count &&
           memory_grow(&world->memory, (void **)&world->events, sizeof *world->events,
                       &world->event_capacity, world->event_count + more);
}

bool event_add_obstacle(wend_world *world, bool closed, uint32_t obstacle) {
    if (!events_reserve(world, 1)) {
        return false;
    }
    const overlay_obstacle *one = &world->overlay.obstacles[obstacle];
    double time = world_time_at(world, world->step), elapsed = time - one->since;
    wend_point origin = wend_space_origin(world->space);
    wend_point moved = {origin.x + one->position.x + one->velocity.x * elapsed,
                        origin.y + one->position.y + one->velocity.y * elapsed};
    bool door = one->kind == WEND_OBSTACLE_DOOR;
    world->events[world->event_count++] =
        (wend_event){.kind = closed ? WEND_EVENT_DOOR_CLOSED : WEND_EVENT_DOOR_OPENED,
                     .obstacle = {ids_at(&world->obstacle_ids, obstacle)},
                     .position = door ? wend_space_from_local(world->space, one->points[0]) : moved,
                     .time = world_time_at(world, world->step + 1)};
    return true;
}

bool event_add(wend_world *world, wend_event_kind kind, uint32_t slot, uint32_t detail) {
    if (!events_reserve(world, 1)) {
        return false;
    }
    const wend_body *body = agent_body(world, slot);
    bool replanned = kind == WEND_EVENT_REPLANNED; /* for this kind, `detail` is a map index */
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

bool event_add_area(wend_world *world, uint32_t slot, uint32_t area, bool enters) {
    bool good = event_add(world, enters ? WEND_EVENT_AREA_ENTERED : WEND_EVENT_AREA_LEFT, slot, 0);
    if (good) {
        world->events[world->event_count - 1].area = (wend_area){ids_at(&world->areas.ids, area)};
    }
    return good;
}
