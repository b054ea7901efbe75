/* Goals that selectors place for single agents: see own_goals.h. Cost: O(goals of the agent) for
 * each operation; sweeping n dropped goals costs O(n log n). */
#include "state/placed_goals.h"

#include <math.h>

/* ---- Lists ----------------------------------------------------------------------------------- */

static uint32_t *head_of(const wend_world *world, uint32_t slot) {
    return slot < world->own_goals.head_capacity ? &world->own_goals.heads[slot] : NULL;
}

uint32_t own_goals_find(const wend_world *world, uint32_t slot, uint32_t source) {
    const own_goal_table *table = &world->own_goals;
    const uint32_t *head = head_of(world, slot);
    for (uint32_t i = head ? *head : OWN_GOAL_NONE; i != OWN_GOAL_NONE; i = table->items[i].next) {
        if (table->items[i].source == source) {
            return table->items[i].goal;
        }
    }
    return WEND_NO_GOAL;
}

bool own_goals_owns(const wend_world *world, uint32_t slot, uint32_t goal) {
    const own_goal_table *table = &world->own_goals;
    const uint32_t *head = head_of(world, slot);
    uint32_t i = head ? *head : OWN_GOAL_NONE;
    while (i != OWN_GOAL_NONE && table->items[i].goal != goal) {
        i = table->items[i].next;
    }
    return i != OWN_GOAL_NONE;
}

/* Makes room for one more entry, and for a list of the slot. */
static bool reserve(wend_world *world, uint32_t slot) {
    own_goal_table *table = &world->own_goals;
    uint32_t known = table->head_capacity;
    uint32_t slots = slot < world->cold.capacity ? world->cold.capacity : slot + 1;
    if (slot >= known) {
        if (!memory_grow(&world->memory, (void **)&table->heads, sizeof *table->heads,
                         &table->head_capacity, slots)) {
            return false;
        }
        for (uint32_t i = known; i < table->head_capacity; i++) {
            table->heads[i] = OWN_GOAL_NONE;
        }
    }
    if (table->count == 0) {
        table->free = OWN_GOAL_NONE;
    }
    bool has_entry = table->free != OWN_GOAL_NONE ||
                     memory_grow(&world->memory, (void **)&table->items, sizeof *table->items,
                                 &table->capacity, table->count + 1);
    return has_entry &&
           memory_grow(&world->memory, (void **)&table->dropped, sizeof *table->dropped,
                       &table->dropped_capacity, table->dropped_count + table->count + 1);
}

bool own_goals_adopt(wend_world *world, uint32_t slot, uint32_t source, uint32_t goal) {
    own_goal_table *table = &world->own_goals;
    if (!reserve(world, slot)) {
        return false;
    }
    uint32_t entry = table->free;
    if (entry == OWN_GOAL_NONE) {
        entry = table->count++;
    } else {
        table->free = table->items[entry].next;
    }
    table->items[entry] = (own_goal){goal, source, table->heads[slot]};
    table->heads[slot] = entry;
    return true;
}

/* ---- Placing --------------------------------------------------------------------------------- */

static goal_record record_of(const wend_world *world, uint32_t index) {
    goal_record record = {0};
    record.region.shape = WEND_SHAPE_POINT;
    record.region.id = wend_region_id_of(WEND_REGION_KIND_GOAL, index, 0);
    record.region.opens = -INFINITY;
    record.region.closes = INFINITY;
    record.opens = -INFINITY;
    record.closes = INFINITY;
    record.part_count = 1;
    record.is_own = true;
    record.arrive = WEND_ARRIVE_TOUCH;
    record.motion = GOAL_STEADY;
    record.resource = WEND_NONE;
    record.since = world_time_at(world, world->step);
    return record;
}

/* Adds a record for a goal of the agent in a slot. Returns WEND_NO_GOAL if out of memory. */
static uint32_t add(wend_world *world, uint32_t slot, uint32_t source) {
    goal_table *goals = &world->goals;
    uint32_t index = ids_next(&world->goal_ids);
    if (!memory_grow(&world->memory, (void **)&goals->records, sizeof *goals->records,
                     &goals->capacity, index + 1) ||
        !memory_grow(&world->memory, (void **)&goals->changing, sizeof *goals->changing,
                     &goals->changing_capacity, index + 1) ||
        !ids_reserve(&world->goal_ids, &world->memory) ||
        !own_goals_adopt(world, slot, source, index)) {
        return WEND_NO_GOAL;
    }
    ids_take(&world->goal_ids);
    goals->records[index] = record_of(world, index);
    goals->count = world->goal_ids.count;
    return index;
}

uint32_t own_goals_place(wend_world *world, uint32_t slot, uint32_t source,
                         const wend_own_goal *goal, bool *is_out_of_memory) {
    uint32_t index = own_goals_find(world, slot, source);
    if (index == WEND_NO_GOAL) {
        if (ids_next(&world->goal_ids) == WEND_MAX_GOALS) {
            return WEND_NO_GOAL;
        }
        index = add(world, slot, source);
        *is_out_of_memory = *is_out_of_memory || index == WEND_NO_GOAL;
    }
    if (index != WEND_NO_GOAL) {
        goal_record *record = &world->goals.records[index];
        record->region.a = record->base_a = goal->location.position;
        record->layer = goal->location.layer;
        record->tolerance = goal->tolerance;
        record->on_arrival = (uint8_t)goal->on_arrival;
    }
    return index;
}

/* ---- Dropping -------------------------------------------------------------------------------- */

/* Drops the entries of a list that belong to `source`, or all of them. */
static void drop(wend_world *world, uint32_t slot, uint32_t source, bool all) {
    own_goal_table *table = &world->own_goals;
    uint32_t *link = head_of(world, slot);
    while (link && *link != OWN_GOAL_NONE) {
        uint32_t entry = *link;
        own_goal *item = &table->items[entry];
        if (!all && item->source != source) {
            link = &item->next;
            continue;
        }
        table->dropped[table->dropped_count++] = item->goal;
        *link = item->next;
        item->next = table->free;
        table->free = entry;
    }
}

void own_goals_drop(wend_world *world, uint32_t slot, uint32_t source) {
    drop(world, slot, source, false);
}

void own_goals_drop_all(wend_world *world, uint32_t slot) {
    drop(world, slot, 0, true);
}

/* Restores the heap order of `items` below `root`: each item is at least as large as its
 * children. */
static void sift_down(uint32_t *items, uint32_t root, uint32_t count) {
    for (uint32_t child = 2 * root + 1; child < count; child = 2 * root + 1) {
        child += child + 1 < count && items[child] < items[child + 1];
        if (items[root] >= items[child]) {
            return;
        }
        uint32_t swap = items[root];
        items[root] = items[child];
        items[child] = swap;
        root = child;
    }
}

/* Sorts in place, because memory must not run out here. All items differ. */
static void sort_ascending(uint32_t *items, uint32_t count) {
    for (uint32_t root = count / 2; root-- > 0;) {
        sift_down(items, root, count);
    }
    for (uint32_t end = count; end-- > 1;) {
        uint32_t swap = items[0];
        items[0] = items[end];
        items[end] = swap;
        sift_down(items, 0, end);
    }
}

void own_goals_sweep(wend_world *world) {
    own_goal_table *table = &world->own_goals;
    sort_ascending(table->dropped, table->dropped_count);
    for (uint32_t i = 0; i < table->dropped_count; i++) {
        goal_clear(&world->goals.records[table->dropped[i]]);
        ids_release(&world->goal_ids, table->dropped[i]);
    }
    table->dropped_count = 0;
}

void own_goals_free(wend_world *world) {
    own_goal_table *table = &world->own_goals;
    memory_free(&world->memory, table->items, table->capacity * sizeof *table->items);
    memory_free(&world->memory, table->heads, table->head_capacity * sizeof *table->heads);
    memory_free(&world->memory, table->dropped, table->dropped_capacity * sizeof *table->dropped);
}
