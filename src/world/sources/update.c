/* Updates the sources at the start of a step: the agents that are due enter where there is room.
 *
 * The search for room sees the state at the end of the last step. Sources are updated in the order
 * of their indices, agents of a source in the order of their keys, on one thread. */
#include "base/error.h"
#include "base/sample.h"
#include "world/sources/sources.h"

static const double time_slack = 1e-6; /* fraction of a step: tolerance for rounded times */

static bool is_of_source(const command *what) {
    return what->kind == COMMAND_ENABLE_SOURCE || what->kind == COMMAND_SET_SOURCE_RATE ||
           what->kind == COMMAND_REMOVE_SOURCE;
}

/* Applies the queued commands for sources before all others. */
static void apply_commands(wend_world *world) {
    uint32_t kept = 0;
    for (uint32_t i = 0; i < world->command_count; i++) {
        command what = world->commands[i];
        if (is_of_source(&what)) {
            source_apply(world, &what);
        } else {
            world->commands[kept++] = what;
        }
    }
    world->command_count = kept;
}

/* Clears the references of a template to objects that have been removed. */
static void clear_stale_references(const wend_world *world, wend_agent_def *agent) {
    if (ids_index(&world->goal_ids, agent->goal.value) == ID_NONE) {
        agent->goal.value = 0;
    }
    if (ids_index(&world->goal_set_ids, agent->goal_set.value) == ID_NONE) {
        agent->goal_set.value = 0;
    }
    if (ids_index(&world->path_ids, agent->path.value) == ID_NONE) {
        agent->path.value = 0;
    }
    if (ids_index(&world->group_ids, agent->group.value) == ID_NONE) {
        agent->group.value = 0;
    }
}

/* Makes the def of the next agent of a source, without a position. Returns false if no agent can be
 * added now, because the world is full, its key is in use or its profile is to be removed. */
static bool make_agent(const wend_world *world, const source_record *record, wend_agent_def *out) {
    wend_agent_def agent = record->agent;
    uint32_t index = agent_profile_of(world, &agent);
    agent.key = record->def.first_key + record->entered;
    if (index == WEND_NONE || world->cold.used - world->cold.free_count >= WEND_MAX_AGENTS ||
        (agent.key < AUTOMATIC_KEY && store_slot_of_key(world, agent.key) != STORE_FREE)) {
        return false;
    }
    clear_stale_references(world, &agent);
    agent.layer = record->def.layer;
    agent.delay = sample_delay(&record->def.delay, world->seed, agent.key);
    if (agent.radius == 0.0) {
        const wend_distribution *radius = &world->profiles[index].numbers[ATTRIBUTE_RADIUS].number;
        agent.radius = sample_radius(radius, world->seed, agent.key);
    }
    *out = agent;
    return true;
}

/* Queues all agents of a source that are due and for which there is room. Returns false if out of
 * memory. */
static bool emit(wend_world *world, source_record *record) {
    wend_agent_def agent;
    while (record->entered < record->arrived && make_agent(world, record, &agent) &&
           room_find(world, record, &agent)) {
        /* Take the room first: if the agent cannot be queued, the step fails and clears it. */
        if (!store_reserve_slots(world, 1) ||
            !room_take(world, agent.position, agent.radius, agent.layer) ||
            agent_queue(world, &agent, 0, true, NULL) != WEND_OK) {
            return false;
        }
        record->entered++;
    }
    return true;
}

bool sources_update(wend_world *world) {
    source_table *table = &world->sources;
    if (table->count == table->ids.free_count || table->updated == world->step + 1) {
        return true;
    }
    apply_commands(world);
    double now = world_time_at(world, world->step) + time_slack * world->dt;
    bool any = false, good = true;
    for (uint32_t i = 0; i < table->count; i++) {
        source_record *record = &table->records[i];
        source_advance(record, now, world->seed);
        any = any || (record->entered < record->arrived && !record->def.disabled);
    }
    good = !any || room_begin(world);
    for (uint32_t i = 0; i < table->count && any && good; i++) {
        if (!table->records[i].def.disabled) {
            good = emit(world, &table->records[i]);
        }
    }
    table->updated = good ? world->step + 1 : table->updated;
    return good;
}
