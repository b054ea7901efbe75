/* Records the last intents of agents, for models that request them (WEND_NEEDS_INTENTS).
 *
 * While agents choose, models read the records of earlier steps. New records are written to a
 * second array, also indexed by slot, and replace the old ones when all agents have moved. No model
 * sees a record of the present step, whatever the number of threads. Cost: O(agents) if a model
 * requests intents; otherwise none. */
#include <math.h>

#include "geom/vec.h"
#include "world/world.h"

/* Makes the record of an agent: the region that it chose, or the fact that it stands still. */
static wend_last_intent record_of(const wend_body *body, const wend_intent *intent,
                                  uint32_t chosen) {
    wend_last_intent record = {.aim = body->position};
    if (!(intent->speed > 0.0F)) {
        return record;
    }
    const wend_region *region = wend_intent_region(intent, chosen);
    record.speed = intent->speed;
    record.region = region->id;
    record.aim = wend_region_aim(region, body->position, intent->speed);
    wend_vec2 direction = vec_normalized(vec_sub(record.aim, body->position));
    record.preferred_velocity = vec_scale(direction, intent->speed);
    bool finite = isfinite(record.aim.x) && isfinite(record.aim.y) && isfinite(record.speed) &&
                  isfinite(record.preferred_velocity.x) && isfinite(record.preferred_velocity.y);
    return finite ? record : (wend_last_intent){.speed = STORE_NO_INTENT};
}

void intents_note(wend_world *world, const wend_agents *agents, const wend_intent *intents,
                  const wend_outcome *outcomes) {
    wend_last_intent *records = world->cold.new_intents;
    for (uint32_t k = 0; k < agents->range_count && records; k++) {
        for (uint32_t i = agents->ranges[k].begin; i < agents->ranges[k].end; i++) {
            const wend_intent *intent = &intents[i - agents->first];
            uint32_t chosen = outcomes[i - agents->first].region;
            chosen = intent->speed > 0.0F && chosen <= intent->more_count ? chosen : 0;
            records[world->bodies[i].slot] = record_of(&world->bodies[i], intent, chosen);
        }
    }
}

static void commit_block(void *context, uint32_t begin, uint32_t end, uint32_t worker) {
    (void)worker;
    wend_world *world = context;
    for (uint32_t i = begin; i < end; i++) {
        const wend_body *body = &world->bodies[i];
        if (!(wend_body_flags(body) & WEND_BODY_GHOST) &&
            steer_is_due(world, wend_body_profile(body))) {
            world->cold.intents[body->slot] = world->cold.new_intents[body->slot];
        }
    }
}

void intents_commit(wend_world *world) {
    if (world->cold.intents) {
        task_run(&world->tasks, commit_block, world, world->body_count, WORLD_BLOCK);
    }
}
