/* Teleports: agents are moved to another position at the start of the next step.
 *
 * An agent with the steering model `external` receives the position that it must have after the
 * step. Such agents follow a player, and neighbours see the velocity that leads to that position.
 * All other agents are moved before the step and are then at rest, and their route is planned from
 * the new position. An agent on a connection leaves it. */
#include "base/error.h"
#include "behave/activity.h"
#include "behave/behave.h"
#include "steer/external.h"
#include "world/world.h"

static bool is_external(const wend_world *world, uint32_t slot) {
    uint32_t index = wend_body_profile(agent_body(world, slot));
    return world->profiles[index].stages[PROFILE_STEER].stage == &wend_steering_external.stage;
}

/* True if a location is on walkable ground for the agent in a slot. */
static bool is_walkable(const wend_world *world, uint32_t slot, wend_location location) {
    const uint32_t *masks = slot == STORE_FREE ? NULL : store_class_masks(&world->cold);
    uint32_t classes = world->classes & (masks ? masks[slot] : WEND_ALL_CLASSES);
    return wend_space_is_walkable(world->space, location, classes);
}

static wend_result check_teleport(const wend_world *world, wend_agent agent, wend_point position,
                                  uint32_t layer, uint32_t index, wend_error *error) {
    if (!world_is_near(position, wend_space_origin(world->space))) {
        return error_set(error, WEND_ERROR_INVALID,
                         "position %u, (%g, %g), is not finite, or too far away", index, position.x,
                         position.y);
    }
    if (layer >= wend_space_layer_count(world->space)) {
        return error_set(error, WEND_ERROR_NAME, "there is no layer %u; the space has %u", layer,
                         wend_space_layer_count(world->space));
    }
    uint32_t slot = store_slot_of(world, agent);
    bool is_live = slot != STORE_FREE && world->cold.body[slot] != STORE_QUEUED;
    wend_location location = {wend_space_to_local(world->space, position), layer};
    if (!(is_live && is_external(world, slot)) && !is_walkable(world, slot, location)) {
        return error_set(error, WEND_ERROR_INVALID,
                         "position %u, (%g, %g) on layer %u, is not on walkable ground", index,
                         position.x, position.y, layer);
    }
    return WEND_OK;
}

wend_result wend_world_teleport_agents(wend_world *world, const wend_agent *agents,
                                       const wend_point *positions, const uint32_t *layers,
                                       uint32_t count, wend_error *error) {
    WEND_ASSERT(world != NULL && (count == 0 || (agents != NULL && positions != NULL)));
    wend_result result = WEND_OK;
    for (uint32_t i = 0; i < count && result == WEND_OK; i++) {
        result = check_teleport(world, agents[i], positions[i], layers ? layers[i] : 0, i, error);
    }
    result = result == WEND_OK ? commands_reserve(world, count, error) : result;
    for (uint32_t i = 0; i < count && result == WEND_OK; i++) {
        world->commands[world->command_count++] =
            (command){.kind = COMMAND_TELEPORT,
                      .index = layers ? layers[i] : 0,
                      .target = agents[i].value,
                      .a = wend_space_to_local(world->space, positions[i])};
    }
    return result;
}

wend_result wend_world_teleport_agent(wend_world *world, wend_agent agent, wend_point position,
                                      uint32_t layer, wend_error *error) {
    return wend_world_teleport_agents(world, &agent, &position, &layer, 1, error);
}

/* Makes an agent walk to its goal from its present position. */
static void restart_to_goal(wend_world *world, uint32_t slot) {
    wend_activity activity = activity_of(world, slot);
    store_set_unreachable(&world->cold, slot, 0);
    if (queues_restart(world, slot)) {
        return;
    }
    if (activity == WEND_ACTIVITY_ARRIVED) {
        agent_set_goal(world, slot, world->cold.goal[slot]);
    } else if (!activity_is_waiting(activity)) {
        agent_request_route(world, slot, false);
        world->cold.behaviour[slot].is_lost = false; /* its old route is useless */
    }
}

bool agent_teleport(wend_world *world, uint32_t slot, wend_location location) {
    wend_body *body = agent_body(world, slot);
    if (!is_walkable(world, slot, location)) {
        return true; /* an obstacle class that covers the location has been switched on in the
                        meantime */
    }
    if (agent_is_crossing(world, slot)) {
        bool good = crossing_leave(world, slot, location);
        world->stats.teleports += good;
        if (good) {
            queues_restart(world, slot);
        }
        return good;
    }
    if (wend_body_layer(body) != location.layer &&
        !event_add(world, WEND_EVENT_LAYER, slot, location.layer)) {
        return false;
    }
    body->position = location.position;
    body->velocity = (wend_vec2){0.0F, 0.0F};
    body->tags = (body->tags & ~0xffU) | location.layer;
    world->stats.teleports++;
    visit_note_jump(world, slot);
    restart_to_goal(world, slot);
    world_unsort(world);
    return true;
}
