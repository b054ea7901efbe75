/* The agent store: slots with generations, and the arrays of bodies. Cold data never moves: an
 * agent keeps its slot while it lives. */
#include <string.h>

#include "world/attributes/attributes.h"
#include "world/world.h"

void store_init(wend_world *world) {
    world->cold.free = STORE_FREE;
    world->first_removed_goal = WEND_NO_GOAL;
    world->next_key = AUTOMATIC_KEY;
}

/* ---- Columns --------------------------------------------------------------------------------- */

/* One column of the cold store, and the byte with which new slots are filled. */
typedef struct column {
    void **array;
    size_t size;
    int fill;
    bool absent; /* the column does not exist */
} column;

enum { OWN_COLUMNS = 18, COLUMN_COUNT = OWN_COLUMNS + ATTRIBUTE_COUNT + 1 };

static void list_columns(cold_store *cold, column columns[COLUMN_COUNT]) {
    column all[OWN_COLUMNS] = {
        {(void **)&cold->key, sizeof *cold->key, 0, false},
        {(void **)&cold->generation, sizeof *cold->generation, 0, false},
        {(void **)&cold->body, sizeof *cold->body, 0xff, false},
        {(void **)&cold->goal, sizeof *cold->goal, 0xff, false},
        {(void **)&cold->goal_set, sizeof *cold->goal_set, 0xff, false},
        {(void **)&cold->path, sizeof *cold->path, 0xff, false},
        {(void **)&cold->group, sizeof *cold->group, 0xff, false},
        {(void **)&cold->route, sizeof *cold->route, 0, false},
        {(void **)&cold->holdings, sizeof *cold->holdings, 0xff, false},
        {(void **)&cold->choice, sizeof *cold->choice, 0, false},
        {(void **)&cold->behaviour, sizeof *cold->behaviour, 0, false},
        {(void **)&cold->planned, sizeof *cold->planned, 0, false},
        {(void **)&cold->unreachable, sizeof *cold->unreachable, 0, !cold->has_sets},
        {(void **)&cold->intents, sizeof *cold->intents, 0, !cold->has_intents},
        {(void **)&cold->new_intents, sizeof *cold->new_intents, 0, !cold->has_intents},
        {(void **)&cold->renewals, sizeof *cold->renewals, 0xff, !cold->renewals},
        {(void **)&cold->legs, sizeof *cold->legs, 0xff, !cold->has_connections},
        {(void **)&cold->queues, sizeof *cold->queues, 0xff, !cold->has_queues},
    };
    memcpy(columns, all, sizeof all);
    for (uint32_t i = 0; i < ATTRIBUTE_COUNT; i++) {
        bool used = cold->attributes_used >> i & 1U;
        columns[OWN_COLUMNS + i] = (column){&cold->attributes[i], attribute_infos[i].size,
                                            (int)attribute_infos[i].fill, !used};
    }
    columns[COLUMN_COUNT - 1] = (column){NULL, 0, 0, false};
}

static bool grow_columns(wend_world *world, uint32_t capacity) {
    cold_store *cold = &world->cold;
    column columns[COLUMN_COUNT];
    list_columns(cold, columns);
    void *fresh[COLUMN_COUNT] = {NULL};
    for (int i = 0; columns[i].array; i++) {
        fresh[i] =
            columns[i].absent ? NULL : memory_get(&world->memory, capacity * columns[i].size);
        if (!fresh[i] && !columns[i].absent) {
            for (int k = 0; k < i; k++) {
                memory_free(&world->memory, fresh[k], fresh[k] ? capacity * columns[k].size : 0);
            }
            return false;
        }
    }
    for (int i = 0; columns[i].array; i++) {
        if (columns[i].absent) {
            continue;
        }
        size_t old = cold->capacity * columns[i].size, size = capacity * columns[i].size;
        if (old) {
            memcpy(fresh[i], *columns[i].array, old);
        }
        memset((char *)fresh[i] + old, columns[i].fill, size - old);
        memory_free(&world->memory, *columns[i].array, old);
        *columns[i].array = fresh[i];
    }
    return true;
}

bool store_enable_unreachable(wend_world *world) {
    cold_store *cold = &world->cold;
    size_t size = cold->capacity * sizeof *cold->unreachable;
    if (!cold->has_sets && size > 0) {
        cold->unreachable = memory_get(&world->memory, size);
        if (!cold->unreachable) {
            return false;
        }
        memset(cold->unreachable, 0, size);
    }
    cold->has_sets = true;
    return true;
}

bool store_enable_renewals(wend_world *world) {
    cold_store *cold = &world->cold;
    size_t size = cold->capacity * sizeof *cold->renewals;
    if (cold->renewals) {
        return true;
    }
    cold->renewals = memory_get(&world->memory, size);
    if (cold->renewals) {
        memset(cold->renewals, 0xff, size); /* RENEWAL_NEVER */
    }
    return cold->renewals != NULL;
}

bool store_enable_queues(wend_world *world) {
    cold_store *cold = &world->cold;
    size_t size = cold->capacity * sizeof *cold->queues;
    if (!cold->has_queues && size > 0) {
        cold->queues = memory_get(&world->memory, size);
        if (!cold->queues) {
            return false;
        }
        memset(cold->queues, 0xff, size);
    }
    cold->has_queues = true;
    return true;
}

bool store_enable_intents(wend_world *world) {
    cold_store *cold = &world->cold;
    size_t size = cold->capacity * sizeof *cold->intents;
    if (!cold->has_intents && size > 0) {
        wend_last_intent *last = memory_get_zeroed(&world->memory, size);
        wend_last_intent *fresh = memory_get_zeroed(&world->memory, size);
        if (!last || !fresh) {
            memory_free(&world->memory, last, last ? size : 0);
            memory_free(&world->memory, fresh, fresh ? size : 0);
            return false;
        }
        cold->intents = last;
        cold->new_intents = fresh;
        for (uint32_t slot = 0; slot < cold->capacity; slot++) {
            store_forget_intent(cold, slot);
        }
    }
    cold->has_intents = true;
    return true;
}

/* Returns a larger capacity for an array that must hold `needed` items. If many items are added at
 * once, this is exactly `needed`. If items are added one by one, it is an eighth more than before,
 * so that the capacity grows geometrically. */
static uint32_t grown_capacity(uint32_t capacity, uint32_t needed) {
    uint32_t grown = capacity + capacity / 8 + 16;
    return grown > needed ? grown : needed;
}

static bool grow_slots(wend_world *world, uint32_t capacity) {
    const machine_table *machines = &world->machines;
    if (!profiles_grow(world, capacity) ||
        (machines->count > 0 && !visits_grow(world, capacity, machines->saved_stride)) ||
        !grow_columns(world, capacity)) {
        return false;
    }
    world->cold.capacity = capacity;
    profiles_link(world);
    world_update_view(world);
    return true;
}

bool store_reserve_slots(wend_world *world, uint32_t more) {
    cold_store *cold = &world->cold;
    uint32_t fresh = more > cold->free_count ? more - cold->free_count : 0;
    if (fresh > WEND_MAX_AGENTS - cold->used) {
        return false;
    }
    if (cold->used + fresh <= cold->capacity) {
        return true;
    }
    return grow_slots(world, grown_capacity(cold->capacity, cold->used + fresh));
}

bool store_reserve_ghosts(wend_world *world, uint32_t more) {
    uint32_t needed = world->cold.used + more;
    return needed <= world->cold.capacity ||
           grow_slots(world, grown_capacity(world->cold.capacity, needed));
}

static void free_bodies(wend_world *world) {
    memory_free(&world->memory, world->bodies, world->body_capacity * sizeof(wend_body));
    memory_free(&world->memory, world->spare, world->body_capacity * sizeof(wend_body));
    memory_free(&world->memory, world->outcomes, world->body_capacity * sizeof(wend_outcome));
}

void store_free(wend_world *world) {
    column columns[COLUMN_COUNT];
    list_columns(&world->cold, columns);
    for (int i = 0; columns[i].array; i++) {
        size_t size = columns[i].absent ? 0 : world->cold.capacity * columns[i].size;
        memory_free(&world->memory, *columns[i].array, size);
    }
    labels_free(&world->labels, &world->memory);
    memory_free(&world->memory, world->key_slots, world->key_capacity * sizeof(uint32_t));
    free_bodies(world);
}

/* ---- Slots ----------------------------------------------------------------------------------- */

/* Resets the cold data of a slot to the initial values for a new agent. */
static void clear_slot(cold_store *cold, uint32_t slot) {
    cold->goal[slot] = WEND_NO_GOAL;
    cold->goal_set[slot] = cold->path[slot] = cold->group[slot] = WEND_NONE;
    cold->route[slot] = 0;
    cold->holdings[slot] = CLAIM_NONE;
    cold->choice[slot] = (cold_choice){.solve_status = WEND_SOLVE_FREE};
    cold->behaviour[slot] = (cold_behaviour){0};
    cold->planned[slot] = (wend_vec2){0.0F, 0.0F};
    if (cold->renewals) {
        cold->renewals[slot] = RENEWAL_NEVER;
    }
    if (cold->queues) {
        cold->queues[slot].queue = WEND_NONE;
    }
    store_set_unreachable(cold, slot, 0);
    store_forget_intent(cold, slot);
}

uint32_t store_take_slot(wend_world *world, uint64_t key) {
    cold_store *cold = &world->cold;
    if (cold->free == STORE_FREE && !store_reserve_slots(world, 1)) {
        return STORE_FREE;
    }
    bool fresh = cold->free == STORE_FREE;
    uint32_t slot = fresh ? cold->used : cold->free;
    if (!store_set_key(world, slot, key ? key : world->next_key)) {
        return STORE_FREE;
    }
    world->next_key += key == 0;
    if (fresh) {
        if (world->ghosts.count > 0) {
            world_unsort(world); /* the slot contained data of a ghost */
        }
        cold->used++;
        cold->generation[slot] = 1;
    } else {
        cold->free = cold->goal[slot];
        cold->free_count--;
    }
    cold->body[slot] = STORE_QUEUED;
    clear_slot(cold, slot);
    attributes_clear(world, slot);
    return slot;
}

void store_init_ghost_slot(wend_world *world, uint32_t slot, uint64_t key) {
    cold_store *cold = &world->cold;
    clear_slot(cold, slot);
    attributes_clear(world, slot);
    cold->key[slot] = key;
    if (cold->legs) {
        cold->legs[slot] = (cold_leg){WEND_NONE, WEND_NONE, 0, 0};
    }
}

void store_release_slot(wend_world *world, uint32_t slot) {
    cold_store *cold = &world->cold;
    store_remove_key(world, cold->key[slot]);
    attributes_drop_label(world, slot);
    machines_forget(world, slot);
    cold->generation[slot] = cold->generation[slot] == UINT32_MAX ? 1 : cold->generation[slot] + 1;
    cold->body[slot] = STORE_FREE;
    cold->goal[slot] = cold->free;
    cold->free = slot;
    cold->free_count++;
}

bool store_reserve_bodies(wend_world *world, uint32_t needed) {
    if (needed <= world->body_capacity) {
        return true;
    }
    uint32_t capacity = grown_capacity(world->body_capacity, needed);
    wend_body *bodies = memory_get_array(&world->memory, capacity, sizeof *bodies);
    wend_body *spare = memory_get_array(&world->memory, capacity, sizeof *spare);
    wend_outcome *outcomes = memory_get_array(&world->memory, capacity, sizeof *outcomes);
    if (!bodies || !spare || !outcomes) {
        memory_free(&world->memory, bodies, bodies ? capacity * sizeof *bodies : 0);
        memory_free(&world->memory, spare, spare ? capacity * sizeof *spare : 0);
        memory_free(&world->memory, outcomes, outcomes ? capacity * sizeof *outcomes : 0);
        return false;
    }
    if (world->body_count) {
        memcpy(bodies, world->bodies, world->body_count * sizeof *bodies);
    }
    free_bodies(world);
    world->bodies = bodies;
    world->spare = spare;
    world->outcomes = outcomes;
    world->body_capacity = capacity;
    return true;
}

/* ---- Ids ------------------------------------------------------------------------------------- */

uint32_t store_slot_of(const wend_world *world, wend_agent agent) {
    uint32_t slot = (uint32_t)agent.value, generation = (uint32_t)(agent.value >> 32);
    const cold_store *cold = &world->cold;
    bool good = slot < cold->used && generation != 0 && cold->generation[slot] == generation &&
                cold->body[slot] != STORE_FREE;
    return good ? slot : STORE_FREE;
}

wend_agent store_agent_id(const wend_world *world, uint32_t slot) {
    return (wend_agent){(uint64_t)world->cold.generation[slot] << 32 | slot};
}
