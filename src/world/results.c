/* What can be read after a step: agents, and the state hash. */
#include <string.h>

#include "base/error.h"
#include "base/hash.h"
#include "world/world.h"

static wend_agent_state state_of(const wend_world *world, uint32_t slot) {
    const cold_store *cold = &world->cold;
    const wend_body *body = agent_body(world, slot);
    uint32_t on_connection = agent_is_crossing(world, slot) ? WEND_BODY_CROSSING : 0;
    return (wend_agent_state){.agent = store_agent_id(world, slot),
                              .key = cold->key[slot],
                              .position = wend_space_from_local(world->space, body->position),
                              .velocity = body->velocity,
                              .radius = body->radius,
                              .layer = wend_body_layer(body),
                              .flags = wend_body_flags(body) | on_connection,
                              .solve_status = (uint8_t)cold->choice[slot].solve_status,
                              .region = cold->choice[slot].region,
                              .profile = wend_world_profile_at(world, wend_body_profile(body)),
                              .group = {ids_at(&world->group_ids, cold->group[slot])},
                              .goal = goal_id(world, cold->goal[slot])};
}

static bool lives(const cold_store *cold, uint32_t slot) {
    return cold->body[slot] != STORE_FREE && cold->body[slot] != STORE_QUEUED;
}

uint32_t wend_world_get_agents(const wend_world *world, wend_agent_state *out, uint32_t capacity) {
    WEND_ASSERT(world != NULL && (out != NULL || capacity == 0));
    uint32_t count = 0;
    for (uint32_t slot = 0; slot < world->cold.used && count < capacity; slot++) {
        if (lives(&world->cold, slot)) {
            out[count++] = state_of(world, slot);
        }
    }
    return count;
}

bool wend_world_get_agent(const wend_world *world, wend_agent agent, wend_agent_state *out) {
    WEND_ASSERT(world != NULL && out != NULL);
    uint32_t slot = store_slot_of(world, agent);
    if (slot == STORE_FREE || !lives(&world->cold, slot)) {
        return false;
    }
    *out = state_of(world, slot);
    return true;
}

wend_agent wend_world_find_agent(const wend_world *world, uint64_t key) {
    WEND_ASSERT(world != NULL);
    uint32_t slot = store_slot_of_key(world, key);
    bool good = slot != STORE_FREE && lives(&world->cold, slot);
    return good ? store_agent_id(world, slot) : (wend_agent){0};
}

/* ---- State hash ------------------------------------------------------------------------------ */

/* The plain state of all entries that move an agent. */
static uint64_t hash_state(const wend_world *world, const wend_body *body, uint64_t hash) {
    const profile *p = &world->profiles[wend_body_profile(body)];
    for (uint32_t i = 0; i < PROFILE_MODIFY + p->modify_count; i++) {
        size_t size = p->stages[i].stage->state_size;
        if (size) {
            const state_table *table = &world->states[p->stages[i].state];
            hash = hash_bytes(table->bytes + body->slot * size, size, hash);
        }
    }
    return hash;
}

/* The sum of one hash per agent, which no order can change. */
uint64_t wend_world_hash(const wend_world *world) {
    WEND_ASSERT(world != NULL);
    uint64_t sum = hash_combine(world->step, world->seed);
    for (uint32_t slot = 0; slot < world->cold.used; slot++) {
        if (!lives(&world->cold, slot)) {
            continue;
        }
        const wend_body *body = agent_body(world, slot);
        uint64_t hash = hash_combine(0, world->cold.key[slot]);
        hash = hash_bytes(&body->position, sizeof body->position, hash);
        hash = hash_bytes(&body->velocity, sizeof body->velocity, hash);
        hash = hash_bytes(&body->radius, sizeof body->radius, hash);
        hash = hash_combine(hash, body->tags);
        hash = hash_combine(hash, world->cold.goal[slot]);
        sum += hash_state(world, body, hash);
    }
    return sum;
}
