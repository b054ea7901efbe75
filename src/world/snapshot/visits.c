/* The visits of agents to states, in snapshots and packed agents: the visit itself, what actions
 * have saved, kept goals, and the memory of the state's own selector. */
#include "behave/behave.h"
#include "world/attributes/attributes.h"
#include "world/machines/machines.h"
#include "world/snapshot/snapshot.h"

/* Returns the number of bytes that the actions of a state have saved for an agent. */
static uint32_t saved_size(const machine_state *state) {
    uint32_t size = 0;
    for (uint32_t i = 0; i < state->action_count; i++) {
        size = state->actions[i].saved_at + (uint32_t)state->actions[i].action->saved_size;
    }
    return size;
}

static void archive_kept(archive *ar, wend_world *world, uint32_t slot, uint32_t state_count) {
    machine_table *table = &world->machines;
    uint32_t count = 0, node = table->visits[slot].kept;
    for (uint32_t i = node; i != WEND_NONE; i = table->kept[i].next) {
        count++;
    }
    archive_count(ar, &count, 12);
    archive_expect(ar, count <= state_count, "the goals that an agent keeps are not valid");
    archive_expect(ar, ar->failed || !ar->loading || kept_reserve(world, count), "out of memory");
    if (ar->loading) {
        table->visits[slot].kept = WEND_NONE;
    }
    for (uint32_t i = 0; i < count && !ar->failed; i++) {
        kept_goal one = ar->loading ? (kept_goal){{0}, 0, 0} : table->kept[node];
        archive_u64(ar, &one.goal.value);
        archive_u32(ar, &one.state);
        archive_expect(ar, one.state < state_count, "the goals that an agent keeps are not valid");
        if (!ar->loading || ar->failed) {
            node = one.next;
            continue;
        }
        uint32_t goal = goal_index_of(world, one.goal);
        kept_add(world, slot, one.state, goal);
    }
}

static bool is_valid(const wend_world *world, const machine_visit *visit) {
    const machine_table *table = &world->machines;
    if (visit->machine >= table->count) {
        return false;
    }
    uint32_t count = table->records[visit->machine].state_count;
    return visit->state < count && (visit->previous == WEND_NONE || visit->previous < count) &&
           visit->entered < UINT64_C(1) << 52 && visit->flags <= VISIT_FLAGS &&
           ids_is_used(&world->profile_ids, visit->base) &&
           world->profiles[visit->base].derived_from == 0 &&
           (visit->goal_set == WEND_NONE || ids_is_used(&world->goal_set_ids, visit->goal_set));
}

/* Archives what belongs to an agent that has a machine. */
static void archive_visit(archive *ar, wend_world *world, uint32_t slot) {
    machine_table *table = &world->machines;
    machine_visit *visit = &table->visits[slot];
    archive_u32(ar, &visit->state);
    archive_u32(ar, &visit->previous);
    archive_u64(ar, &visit->entered);
    archive_u64(ar, &visit->signals);
    archive_u32(ar, &visit->number);
    archive_u32(ar, &visit->base);
    archive_u32(ar, &visit->goal_set);
    archive_u32(ar, &visit->flags);
    archive_expect(ar, !ar->loading || is_valid(world, visit),
                   "an agent's state of its machine is not valid");
    if (ar->failed) {
        visit_clear(world, slot);
        return;
    }
    uint32_t size = saved_size(visit_state(table, visit));
    if (size > 0) {
        archive_bytes(ar, &table->saved[(size_t)slot * table->saved_stride], size);
    }
    archive_kept(ar, world, slot, table->records[visit->machine].state_count);
    archive_vec2(ar, &table->before[slot]);
    archive_expect(ar, !ar->loading || snapshot_is_position(table->before[slot]),
                   "an agent's position before is not valid");
    table->due[slot] = 0;
}

void snapshot_visit(archive *ar, wend_world *world, uint32_t slot) {
    machine_table *table = &world->machines;
    bool has = visit_of(table, slot) != NULL;
    archive_bool(ar, &has);
    if (!has || ar->failed) {
        return;
    }
    archive_expect(ar, table->visits != NULL, "an agent has a machine that does not exist");
    if (ar->failed) {
        return;
    }
    uint32_t machine = ar->loading ? 0 : table->visits[slot].machine;
    archive_u32(ar, &machine);
    archive_expect(ar, machine < table->count, "an agent has a machine that does not exist");
    if (!ar->failed) {
        if (ar->loading) {
            table->visits[slot] = (machine_visit){.machine = machine, .kept = WEND_NONE};
        }
        archive_visit(ar, world, slot);
    }
}

void snapshot_count_visits(archive *ar, wend_world *world) {
    machine_table *table = &world->machines;
    for (uint32_t slot = 0; slot < world->cold.used && table->visits && !ar->failed; slot++) {
        machine_visit *visit = visit_of(table, slot);
        bool is_live = world->cold.body[slot] < STORE_QUEUED;
        if (!visit || !ar->loading) {
            continue;
        }
        archive_expect(ar,
                       is_live == ((visit->flags & (VISIT_QUEUED | VISIT_ARRIVING)) == 0) &&
                           visit->entered <= world->step,
                       "an agent's state of its machine is not valid");
        if (!is_live || ar->failed) {
            continue;
        }
        uint32_t body = wend_body_profile(agent_body(world, slot));
        const machine_state *state = visit_state(table, visit);
        archive_expect(ar, body == visit->base || body == machine_derived(state, visit->base),
                       "an agent's profile does not fit its state");
        visit_count(table, visit, 1);
    }
}

uint32_t snapshot_base_profile(const wend_world *world, uint32_t slot, uint32_t index) {
    const machine_visit *visit = visit_of(&world->machines, slot);
    return visit ? visit->base : index;
}

bool snapshot_derive(wend_world *world, uint32_t slot, uint32_t *index) {
    const machine_visit *visit = visit_of(&world->machines, slot);
    if (!visit) {
        return true;
    }
    if (*index != visit->base || machine_derive(world, visit->machine, *index, NULL) != WEND_OK) {
        return false;
    }
    *index = machine_body_profile(world, visit_state(&world->machines, visit), *index);
    return profile_prepare(world, *index, NULL) == WEND_OK;
}

void snapshot_selector(archive *ar, wend_world *world, const wend_body *body, bool is_packed) {
    const machine_visit *visit = visit_of(&world->machines, body->slot);
    const machine_state *state = visit ? visit_state(&world->machines, visit) : NULL;
    uint32_t used = state && state->selects ? machine_derived(state, visit->base) : WEND_NONE;
    if (used == WEND_NONE || used == wend_body_profile(body)) {
        return;
    }
    const profile_stage *stage = &world->profiles[used].stages[PROFILE_SELECT];
    size_t size = stage->stage->state_size;
    if (size) {
        archive_bytes(ar, world->states[stage->state].bytes + body->slot * size, size);
    }
    wend_body chooser = *body;
    chooser.tags = (chooser.tags & ~(0xfffU << 8)) | used << 8;
    snapshot_params(ar, world, &chooser, is_packed);
}
