/* Returns the results of a step: states of agents, and the hash of the world's state. */
#include <string.h>

#include "base/error.h"
#include "base/hash.h"
#include "world/world.h"

static wend_agent_state state_of(const wend_world *world, uint32_t slot) {
    const cold_store *cold = &world->cold;
    const wend_body *body = agent_body(world, slot);
    wend_location location = {body->position, wend_body_layer(body)};
    uint32_t base = visit_base_profile(world, slot, wend_body_profile(body));
    return (wend_agent_state){.agent = store_agent_id(world, slot),
                              .key = cold->key[slot],
                              .position = wend_space_from_local(world->space, body->position),
                              .velocity = body->velocity,
                              .radius = body->radius,
                              .layer = wend_body_layer(body),
                              .activity = (wend_activity)cold->behaviour[slot].activity,
                              .solve_status = (uint8_t)cold->choice[slot].solve_status,
                              .region = cold->choice[slot].region,
                              .profile = wend_world_profile_at(world, base),
                              .group = {ids_at(&world->group_ids, cold->group[slot])},
                              .goal = goal_id(world, cold->goal[slot]),
                              .z = wend_space_height(world->space, location)};
}

static bool is_live(const cold_store *cold, uint32_t slot) {
    return cold->body[slot] != STORE_FREE && cold->body[slot] != STORE_QUEUED;
}

uint32_t wend_world_get_agents(const wend_world *world, wend_agent_state *out, uint32_t capacity) {
    WEND_ASSERT(world != NULL && (out != NULL || capacity == 0));
    uint32_t count = 0;
    for (uint32_t slot = 0; slot < world->cold.used && count < capacity; slot++) {
        if (is_live(&world->cold, slot)) {
            out[count++] = state_of(world, slot);
        }
    }
    return count;
}

bool wend_world_get_agent(const wend_world *world, wend_agent agent, wend_agent_state *out) {
    WEND_ASSERT(world != NULL && out != NULL);
    uint32_t slot = store_slot_of(world, agent);
    if (slot == STORE_FREE || !is_live(&world->cold, slot)) {
        return false;
    }
    *out = state_of(world, slot);
    return true;
}

bool wend_world_get_agent_behaviour(const wend_world *world, wend_agent agent,
                                    wend_agent_behaviour *out) {
    WEND_ASSERT(world != NULL && out != NULL);
    uint32_t slot = store_slot_of(world, agent);
    if (slot == STORE_FREE || !is_live(&world->cold, slot)) {
        return false;
    }
    const cold_behaviour *record = &world->cold.behaviour[slot];
    *out = (wend_agent_behaviour){(wend_activity)record->activity, (wend_activity)record->previous,
                                  world->dt * (double)((uint32_t)world->step - record->since)};
    return true;
}

wend_agent wend_world_find_agent(const wend_world *world, uint64_t key) {
    WEND_ASSERT(world != NULL);
    uint32_t slot = store_slot_of_key(world, key);
    bool good = slot != STORE_FREE && is_live(&world->cold, slot);
    return good ? store_agent_id(world, slot) : (wend_agent){0};
}

/* ---- State hash ------------------------------------------------------------------------------ */

/* Hashes the goal of an agent: its index, or the position of a goal that belongs to the agent. */
static uint64_t hash_goal(const wend_world *world, uint32_t goal, uint64_t hash) {
    if (goal == WEND_NO_GOAL || !world->goals.records[goal].is_own) {
        return hash_combine(hash, goal);
    }
    const wend_region *region = &world->goals.records[goal].region;
    return hash_bytes(&region->a, sizeof region->a, hash_combine(hash, WEND_OWN_GOAL));
}

uint64_t agent_hash(const wend_world *world, uint32_t slot) {
    const wend_body *body = agent_body(world, slot);
    uint64_t hash = hash_combine(0, world->cold.key[slot]);
    hash = hash_bytes(&body->position, sizeof body->position, hash);
    hash = hash_bytes(&body->velocity, sizeof body->velocity, hash);
    hash = hash_bytes(&body->radius, sizeof body->radius, hash);
    hash = hash_combine(hash, wend_body_layer(body));
    hash = hash_goal(world, world->cold.goal[slot], hash);
    return hash_combine(hash, world->cold.behaviour[slot].activity);
}

/* The hashes of the agents are added up, so the result does not depend on the order of the agents.
 */
uint64_t wend_world_hash(const wend_world *world) {
    WEND_ASSERT(world != NULL);
    uint64_t sum = hash_combine(world->step, world->seed) + world->left_hash;
    for (uint32_t slot = 0; slot < world->cold.used; slot++) {
        sum += is_live(&world->cold, slot) ? agent_hash(world, slot) : 0;
    }
    return sum;
}
