/* The goals of single agents in a snapshot, and in a packed agent. The records of these goals are
 * archived with all other goals; only a packed agent brings its own. */
#include "state/placed_goals.h"
#include "world/snapshot/snapshot.h"

/* ---- Snapshots ------------------------------------------------------------------------------- */

static uint32_t count_own_goals(const wend_world *world) {
    uint32_t count = 0;
    for (uint32_t i = 0; i < world->goals.count; i++) {
        count += ids_is_used(&world->goal_ids, i) && world->goals.records[i].is_own;
    }
    return count;
}

/* Counts the goals of agents that have not left. */
static uint32_t count_entries(const wend_world *world) {
    return count_own_goals(world) - world->own_goals.dropped_count;
}

static void archive_entry(archive *ar, wend_world *world, own_goal *item, uint32_t *slot) {
    archive_u32(ar, slot);
    archive_u32(ar, &item->source);
    archive_u32(ar, &item->goal);
    if (!ar->loading) {
        return;
    }
    archive_expect(ar,
                   *slot < world->cold.used && world->cold.body[*slot] != STORE_FREE &&
                       ids_is_used(&world->goal_ids, item->goal) &&
                       world->goals.records[item->goal].is_own &&
                       own_goals_find(world, *slot, item->source) == WEND_NO_GOAL,
                   "a goal that belongs to one agent is not valid");
    if (!ar->failed) {
        archive_expect(ar, own_goals_adopt(world, *slot, item->source, item->goal),
                       "out of memory");
    }
}

/* Finds the last entry of a list that comes before the entry `end`. */
static uint32_t find_last(const own_goal_table *table, uint32_t head, uint32_t end) {
    uint32_t last = head;
    while (table->items[last].next != end) {
        last = table->items[last].next;
    }
    return last;
}

/* Saves the entries of a slot, last first, so that loading restores their order. */
static void save_entries(archive *ar, wend_world *world, uint32_t slot) {
    const own_goal_table *table = &world->own_goals;
    uint32_t head = slot < table->head_capacity ? table->heads[slot] : OWN_GOAL_NONE;
    for (uint32_t end = OWN_GOAL_NONE; head != end;) {
        end = find_last(table, head, end);
        own_goal item = table->items[end];
        archive_entry(ar, world, &item, &slot);
    }
}

/* Checks that agents head only for goals of their own, and that no goal has two owners. Drops goals
 * without an owner. */
static void check_owners(archive *ar, wend_world *world, memory *from) {
    uint32_t goals = world->goals.count;
    bool *is_owned = goals ? memory_get_zeroed(from, goals * sizeof *is_owned) : NULL;
    archive_expect(ar, goals == 0 || is_owned, "out of memory");
    for (uint32_t slot = 0; is_owned && slot < world->own_goals.head_capacity && !ar->failed;
         slot++) {
        for (uint32_t i = world->own_goals.heads[slot]; i != OWN_GOAL_NONE;
             i = world->own_goals.items[i].next) {
            bool *owned = &is_owned[world->own_goals.items[i].goal];
            archive_expect(ar, !*owned, "a goal belongs to two agents");
            *owned = true;
        }
    }
    for (uint32_t slot = 0; slot < world->cold.used && !ar->failed; slot++) {
        uint32_t goal =
            world->cold.body[slot] == STORE_FREE ? WEND_NO_GOAL : world->cold.goal[slot];
        bool is_own = goal != WEND_NO_GOAL && world->goals.records[goal].is_own;
        archive_expect(ar, !is_own || own_goals_owns(world, slot, goal),
                       "an agent heads for a goal of another agent");
    }
    for (uint32_t i = 0; is_owned && i < goals && !ar->failed; i++) {
        if (ids_is_used(&world->goal_ids, i) && world->goals.records[i].is_own && !is_owned[i]) {
            goal_clear(&world->goals.records[i]);
            ids_release(&world->goal_ids, i);
        }
    }
    memory_free(from, is_owned, is_owned ? goals * sizeof *is_owned : 0);
}

void snapshot_own_goals(archive *ar, wend_world *world) {
    uint32_t count = ar->loading ? 0 : count_entries(world);
    archive_count(ar, &count, 12);
    for (uint32_t slot = 0; slot < world->cold.used && !ar->loading; slot++) {
        if (world->cold.body[slot] != STORE_FREE) {
            save_entries(ar, world, slot);
        }
    }
    for (uint32_t i = 0; i < count && ar->loading && !ar->failed; i++) {
        own_goal item = {0};
        uint32_t slot = 0;
        archive_entry(ar, world, &item, &slot);
    }
    if (ar->loading && !ar->failed) {
        check_owners(ar, world, &world->memory);
    }
}

/* ---- Packed agents --------------------------------------------------------------------------- */

/* Archives one goal, and whether the agent heads for it. */
static void archive_packed(archive *ar, wend_world *world, uint32_t slot, const own_goal *item) {
    wend_own_goal goal = {0};
    uint32_t source = item ? item->source : 0;
    bool is_present = item && world->cold.goal[slot] == item->goal, is_out_of_memory = false;
    if (item) {
        const goal_record *record = &world->goals.records[item->goal];
        goal = (wend_own_goal){{record->region.a, record->layer},
                               record->tolerance,
                               (wend_on_arrival)record->on_arrival};
    }
    uint8_t on_arrival = (uint8_t)goal.on_arrival;
    archive_u32(ar, &source);
    archive_vec2(ar, &goal.location.position);
    archive_u32(ar, &goal.location.layer);
    archive_f32(ar, &goal.tolerance);
    archive_u8(ar, &on_arrival);
    archive_bool(ar, &is_present);
    archive_expect(ar,
                   snapshot_is_position(goal.location.position) &&
                       goal.location.layer < wend_space_layer_count(world->space) &&
                       goal.tolerance >= 0.0F && goal.tolerance <= 1000.0F &&
                       on_arrival <= WEND_ON_ARRIVAL_CONTINUE &&
                       (item || own_goals_find(world, slot, source) == WEND_NO_GOAL),
                   "a goal of the agent is not valid");
    if (!ar->loading || ar->failed) {
        return;
    }
    goal.on_arrival = (wend_on_arrival)on_arrival;
    uint32_t index = own_goals_place(world, slot, source, &goal, &is_out_of_memory);
    archive_expect(ar, !is_out_of_memory, "out of memory");
    world->cold.goal[slot] = is_present ? index : world->cold.goal[slot];
}

void snapshot_packed_own_goals(archive *ar, wend_world *world, uint32_t slot) {
    const own_goal_table *table = &world->own_goals;
    uint32_t head = slot < table->head_capacity ? table->heads[slot] : OWN_GOAL_NONE;
    uint32_t count = 0;
    for (uint32_t i = ar->loading ? OWN_GOAL_NONE : head; i != OWN_GOAL_NONE;
         i = table->items[i].next) {
        count++;
    }
    archive_count(ar, &count, 22);
    for (uint32_t i = 0; i < count && ar->loading && !ar->failed; i++) {
        archive_packed(ar, world, slot, NULL);
    }
    for (uint32_t end = OWN_GOAL_NONE; count > 0 && !ar->loading && head != end;) {
        end = find_last(table, head, end);
        archive_packed(ar, world, slot, &table->items[end]);
    }
}
