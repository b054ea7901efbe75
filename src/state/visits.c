/* The visits of agents to states, and the goals that agents keep. All of it is cold data, indexed
 * by slot, which exists only in worlds with machines. Cost: O(1), or O(kept goals of the agent). */
#include <string.h>

#include "state/visits.h"

/* ---- Visits ---------------------------------------------------------------------------------- */

static const machine_visit no_visit = {.machine = WEND_NONE,
                                       .previous = WEND_NONE,
                                       .base = WEND_NONE,
                                       .goal_set = WEND_NONE,
                                       .kept = WEND_NONE};

/* Returns a larger copy of an array, or NULL if out of memory. */
static void *copy_array(wend_world *world, const void *old, size_t old_size, size_t size) {
    void *fresh = memory_get_zeroed(&world->memory, size);
    if (fresh && old) {
        memcpy(fresh, old, old_size);
    }
    return fresh;
}

static bool grow_saved(wend_world *world, uint32_t capacity, uint32_t stride) {
    machine_table *table = &world->machines;
    size_t size = (size_t)capacity * stride;
    uint8_t *saved = size > 0 ? memory_get_zeroed(&world->memory, size) : NULL;
    if (size > 0 && !saved) {
        return false;
    }
    for (uint32_t slot = 0; slot < table->slot_capacity && table->saved && saved; slot++) {
        memcpy(&saved[(size_t)slot * stride], &table->saved[(size_t)slot * table->saved_stride],
               table->saved_stride);
    }
    memory_free(&world->memory, table->saved, (size_t)table->slot_capacity * table->saved_stride);
    table->saved = saved;
    return true;
}

bool visits_grow(wend_world *world, uint32_t capacity, uint32_t stride) {
    machine_table *table = &world->machines;
    uint32_t old = table->slot_capacity;
    if (capacity == 0) {
        table->saved_stride = stride;
        return true;
    }
    machine_visit *visits =
        copy_array(world, table->visits, old * sizeof *visits, capacity * sizeof *visits);
    uint64_t *due = copy_array(world, table->due, old * sizeof *due, capacity * sizeof *due);
    wend_vec2 *before =
        copy_array(world, table->before, old * sizeof *before, capacity * sizeof *before);
    if (!visits || !due || !before || !grow_saved(world, capacity, stride)) {
        memory_free(&world->memory, visits, visits ? capacity * sizeof *visits : 0);
        memory_free(&world->memory, due, due ? capacity * sizeof *due : 0);
        memory_free(&world->memory, before, before ? capacity * sizeof *before : 0);
        return false;
    }
    memory_free(&world->memory, table->visits, old * sizeof *visits);
    memory_free(&world->memory, table->due, old * sizeof *due);
    memory_free(&world->memory, table->before, old * sizeof *before);
    table->visits = visits;
    table->due = due;
    table->before = before;
    table->saved_stride = stride;
    table->slot_capacity = capacity;
    for (uint32_t slot = old; slot < capacity; slot++) {
        visits[slot] = no_visit;
        due[slot] = MACHINE_NEVER;
    }
    return true;
}

void visit_clear(wend_world *world, uint32_t slot) {
    machine_table *table = &world->machines;
    if (table->visits) {
        table->visits[slot] = no_visit;
        table->due[slot] = MACHINE_NEVER;
        if (table->saved) {
            memset(&table->saved[(size_t)slot * table->saved_stride], 0, table->saved_stride);
        }
    }
}

void visit_count(machine_table *table, const machine_visit *visit, int change) {
    machine_state *state = &table->records[visit->machine].states[visit->state];
    state->next_population += (uint32_t)change;
    state->population = table->is_frozen ? state->population : state->next_population;
}

void visits_unfreeze(machine_table *table) {
    table->is_frozen = false;
    for (uint32_t i = 0; i < table->count; i++) {
        for (uint32_t k = 0; k < table->records[i].state_count; k++) {
            machine_state *state = &table->records[i].states[k];
            state->population = state->next_population;
        }
    }
}

static void set_flag(wend_world *world, uint32_t slot, uint32_t flag) {
    machine_visit *visit = visit_of(&world->machines, slot);
    if (visit) {
        visit->flags |= flag;
        visit_wake(&world->machines, slot);
    }
}

void visit_note_arrival(wend_world *world, uint32_t slot) {
    set_flag(world, slot, VISIT_ARRIVED);
}

void visit_note_served(wend_world *world, uint32_t slot) {
    set_flag(world, slot, VISIT_SERVED);
}

void visit_note_jump(wend_world *world, uint32_t slot) {
    set_flag(world, slot, VISIT_JUMPED);
}

uint32_t visit_base_profile(const wend_world *world, uint32_t slot, uint32_t index) {
    const machine_visit *visit = entered_visit_of(&world->machines, slot);
    return visit ? visit->base : index;
}

/* ---- Kept goals ------------------------------------------------------------------------------ */

uint32_t kept_find(const wend_world *world, uint32_t slot, uint32_t state) {
    const machine_table *table = &world->machines;
    for (uint32_t i = table->visits[slot].kept; i != WEND_NONE; i = table->kept[i].next) {
        if (table->kept[i].state == state) {
            uint32_t goal = goal_index_of(world, table->kept[i].goal);
            bool is_over =
                goal != WEND_NO_GOAL &&
                goal_has_closed(&world->goals.records[goal], world_time_at(world, world->step));
            return is_over ? WEND_NO_GOAL : goal; /* a goal that has closed is chosen again */
        }
    }
    return WEND_NO_GOAL;
}

bool kept_has_goal(const wend_world *world, uint32_t slot, uint32_t goal) {
    const machine_table *table = &world->machines;
    uint32_t first = table->visits ? table->visits[slot].kept : WEND_NONE;
    for (uint32_t i = first; i != WEND_NONE; i = table->kept[i].next) {
        if (goal_index_of(world, table->kept[i].goal) == goal) {
            return true;
        }
    }
    return false;
}

bool kept_reserve(wend_world *world, uint32_t more) {
    machine_table *table = &world->machines;
    return memory_grow(&world->memory, (void **)&table->kept, sizeof *table->kept,
                       &table->kept_capacity, table->kept_count + more);
}

void kept_add(wend_world *world, uint32_t slot, uint32_t state, uint32_t goal) {
    machine_table *table = &world->machines;
    uint32_t *link = &table->visits[slot].kept;
    while (*link != WEND_NONE && table->kept[*link].state != state) {
        link = &table->kept[*link].next;
    }
    if (*link != WEND_NONE) { /* the goal that it kept has been removed */
        table->kept[*link].goal = goal_id(world, goal);
        return;
    }
    uint32_t node = table->free_kept != 0 ? table->free_kept - 1 : table->kept_count++;
    if (table->free_kept != 0) {
        table->free_kept = table->kept[node].next;
    }
    table->kept[node] = (kept_goal){goal_id(world, goal), state, WEND_NONE};
    *link = node;
}

void kept_clear(wend_world *world, uint32_t slot) {
    machine_table *table = &world->machines;
    uint32_t *head = table->visits ? &table->visits[slot].kept : NULL;
    while (head && *head != WEND_NONE) {
        kept_goal *node = &table->kept[*head];
        uint32_t index = *head, goal = goal_index_of(world, node->goal);
        uint32_t resource = goal == WEND_NO_GOAL || goal == world->cold.goal[slot]
                                ? WEND_NONE
                                : world->goals.records[goal].resource;
        if (resource != WEND_NONE) {
            claims_release(&world->claims, &world->cold.holdings[slot], resource);
        }
        *head = node->next;
        node->next = table->free_kept;
        table->free_kept = index + 1;
    }
}

void kept_note_choice(wend_world *world, uint32_t slot, uint32_t goal) {
    const machine_table *table = &world->machines;
    const machine_visit *visit = entered_visit_of(table, slot);
    const machine_state *state = visit ? visit_state(table, visit) : NULL;
    if (!state || !state->selects) {
        return;
    }
    uint32_t keeper = state->shares != WEND_NONE ? state->shares : visit->state;
    if (table->records[visit->machine].states[keeper].persistent &&
        kept_find(world, slot, keeper) == WEND_NO_GOAL) {
        kept_add(world, slot, keeper, goal);
    }
}
