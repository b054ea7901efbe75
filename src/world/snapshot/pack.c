/* Packs one agent with all its state into bytes, and unpacks it in another world.
 *
 * Layout: "WENDPACK", version, checksum of the rest; then the key, the data that both worlds must
 * have in common, and the agent as in a snapshot (agents.c). Both worlds must have the same space,
 * seed and tables. For the tables, only hashes of the objects to which this agent refers are
 * compared. All input is checked. Cost: O(bytes); unpacking an agent without an explicit key also
 * costs O(agents). */
#include <string.h>

#include "base/error.h"
#include "base/hash.h"
#include "state/placed_goals.h"
#include "world/snapshot/seal.h"
#include "world/snapshot/snapshot.h"

static const seal pack_seal = {{'W', 'E', 'N', 'D', 'P', 'A', 'C', 'K'}, 4, "packed agent"};
static const uint64_t first_automatic_key = UINT64_C(1) << 63;

/* The data that both worlds must have in common. */
typedef struct world_match {
    uint64_t space, seed;
    uint64_t step; /* step count of the world in which the agent was packed */
    uint64_t profile, goal, goal_set, path, group; /* ids of the agent's objects; 0: none */
    uint64_t profile_hash, goal_hash, list_hash;   /* `list_hash`: goal set, path and group */
    uint64_t map_hash; /* hash of the map on which the agent's route was planned */
    uint64_t machine, machine_hash;
} world_match;

/* ---- Common data ----------------------------------------------------------------------------- */

static uint64_t hash_text(const char *text, uint64_t hash) {
    return text ? hash_bytes(text, strlen(text), hash) : hash;
}

static uint64_t hash_profile(const wend_world *world, uint32_t index) {
    uint64_t hash = 1;
    archive ar = {.is_trusted = true, .hash = &hash};
    snapshot_profile(&ar, (wend_world *)(uintptr_t)world, index);
    return hash;
}

/* Hashes the properties of a goal that do not change while it moves. */
static uint64_t hash_goal(const wend_world *world, uint32_t goal) {
    if (goal == WEND_NO_GOAL || world->goals.records[goal].is_own) {
        return 0;
    }
    const goal_record *record = &world->goals.records[goal];
    uint64_t hash = hash_text(record->name, 2);
    hash = hash_combine(hash, record->region.shape | (uint64_t)record->layer << 8);
    hash = hash_combine(hash, record->arrive | (uint64_t)record->on_arrival << 8);
    return hash_combine(hash, record->point_count | (uint64_t)record->resource << 32);
}

static uint64_t hash_lists(const wend_world *world, uint32_t slot) {
    const cold_store *cold = &world->cold;
    uint64_t hash = 3;
    if (cold->goal_set[slot] != WEND_NONE) {
        const index_list *set = &world->goal_sets[cold->goal_set[slot]];
        hash = hash_bytes(set->items, set->count * sizeof *set->items, hash);
    }
    if (cold->path[slot] != WEND_NONE) {
        const path_record *path = &world->paths[cold->path[slot]];
        hash = hash_bytes(path->points, path->count * sizeof *path->points, hash);
        hash = path->is_route ? hash_combine(hash, 1) : hash;
    }
    return cold->group[slot] == WEND_NONE ? hash
                                          : hash_text(world->groups[cold->group[slot]].name, hash);
}

static uint64_t machine_id(const wend_world *world, uint32_t slot) {
    const machine_visit *visit = visit_of(&world->machines, slot);
    return visit ? ids_at(&world->machines.ids, visit->machine) : 0;
}

static uint64_t hash_machine(const wend_world *world, uint64_t id) {
    uint64_t hash = 4;
    archive ar = {.is_trusted = true, .hash = &hash};
    uint32_t index = ids_index(&world->machines.ids, id);
    if (index != ID_NONE) {
        snapshot_machine(&ar, (wend_world *)(uintptr_t)world, index, NULL);
    }
    return hash;
}

/* Routes with a field are not packed, so their map does not matter. */
static uint64_t hash_map(const wend_world *world, uint32_t slot) {
    const wend_route *route = route_pool_at(&world->routes, world->cold.route[slot]);
    bool counts = route && route->map < world->map_count && !(route->gives & WEND_ROUTE_FIELD);
    return counts ? world->maps[route->map].content_hash : 0;
}

/* Computes the world_match for the agent in a slot. */
static world_match world_match_of(const wend_world *world, uint32_t slot, uint32_t index) {
    const cold_store *cold = &world->cold;
    uint32_t goal = cold->goal[slot];
    bool is_own = goal != WEND_NO_GOAL && world->goals.records[goal].is_own;
    return (world_match){.space = wend_space_hash(world->space),
                         .seed = world->seed,
                         .step = world->step,
                         .profile = ids_at(&world->profile_ids, index),
                         .goal = is_own ? 0 : goal_id(world, goal).value,
                         .goal_set = ids_at(&world->goal_set_ids, cold->goal_set[slot]),
                         .path = ids_at(&world->path_ids, cold->path[slot]),
                         .group = ids_at(&world->group_ids, cold->group[slot]),
                         .profile_hash = hash_profile(world, index),
                         .goal_hash = hash_goal(world, cold->goal[slot]),
                         .list_hash = hash_lists(world, slot),
                         .map_hash = hash_map(world, slot),
                         .machine = machine_id(world, slot),
                         .machine_hash = hash_machine(world, machine_id(world, slot))};
}

static void archive_world_match(archive *ar, world_match *k) {
    uint64_t *fields[] = {&k->space,     &k->seed,     &k->step,    &k->profile,      &k->goal,
                          &k->goal_set,  &k->path,     &k->group,   &k->profile_hash, &k->goal_hash,
                          &k->list_hash, &k->map_hash, &k->machine, &k->machine_hash};
    for (size_t i = 0; i < sizeof fields / sizeof *fields; i++) {
        archive_u64(ar, fields[i]);
    }
}

/* ---- Packing --------------------------------------------------------------------------------- */

/* Packs an agent. The archive functions can also write to the world, but packing only reads it. */
static void pack_into(archive *ar, const wend_world *source, uint32_t slot) {
    wend_world *world = (wend_world *)(uintptr_t)source;
    uint64_t key = world->cold.key[slot];
    crossing c = {.body = *agent_body(world, slot), .arc = WEND_NONE};
    if (agent_is_crossing(world, slot)) {
        c = world->crossings[world->cold.body[slot] & ~STORE_CROSSING];
    }
    uint32_t index = snapshot_base_profile(world, slot, wend_body_profile(&c.body));
    world_match k = world_match_of(world, slot, index);
    archive_u64(ar, &key);
    archive_world_match(ar, &k);
    snapshot_agent(ar, world, &c, true, NULL);
}

size_t wend_world_pack_agent(const wend_world *world, wend_agent agent, void *out,
                             size_t capacity) {
    WEND_ASSERT(world != NULL && (out != NULL || capacity == 0));
    uint32_t slot = store_slot_of(world, agent);
    if (slot == STORE_FREE || world->cold.body[slot] == STORE_QUEUED) {
        return 0;
    }
    archive count = {.is_trusted = true};
    pack_into(&count, world, slot);
    size_t size = SEAL_SIZE + count.at;
    if (capacity < size) {
        return size;
    }
    uint8_t *bytes = out;
    archive ar = {.is_trusted = true, .out = bytes + SEAL_SIZE, .size = capacity - SEAL_SIZE};
    pack_into(&ar, world, slot);
    seal_write(&pack_seal, bytes, size);
    return size;
}

/* ---- Unpacking ------------------------------------------------------------------------------- */

/* Returns a message that says what differs between the agent's original world and this one, or
 * NULL. Also checks that the ids to which the agent refers exist. */
static const char *find_mismatch(const wend_world *world, const world_match *k) {
    if (k->space != wend_space_hash(world->space)) {
        return "the space";
    }
    if (k->seed != world->seed) {
        return "the seed";
    }
    uint32_t index = ids_index(&world->profile_ids, k->profile);
    if (index == ID_NONE || world->profiles[index].is_removal_queued ||
        hash_profile(world, index) != k->profile_hash) {
        return "the agent's profile";
    }
    if (k->machine && (ids_index(&world->machines.ids, k->machine) == ID_NONE ||
                       hash_machine(world, k->machine) != k->machine_hash)) {
        return "the agent's machine";
    }
    bool has_goal =
        k->goal == 0 || goal_shared_index_of(world, (wend_goal){k->goal}) != WEND_NO_GOAL;
    if (!has_goal) {
        return "the agent's goal";
    }
    bool has_lists =
        (k->goal_set == 0 || ids_index(&world->goal_set_ids, k->goal_set) != ID_NONE) &&
        (k->path == 0 || ids_index(&world->path_ids, k->path) != ID_NONE) &&
        (k->group == 0 || ids_index(&world->group_ids, k->group) != ID_NONE);
    return has_lists ? NULL : "the agent's goal set, path or group";
}

/* Compares the two worlds after the agent has been loaded into a slot. Returns the name of what
 * differs, or NULL if nothing differs. */
static const char *find_loaded_mismatch(const wend_world *world, uint32_t slot,
                                        const world_match *k, uint32_t index) {
    world_match here = world_match_of(world, slot, index);
    if (here.profile != k->profile || here.goal != k->goal || here.goal_set != k->goal_set ||
        here.path != k->path || here.group != k->group || here.machine != k->machine) {
        return "an id that the agent refers to";
    }
    return here.goal_hash != k->goal_hash   ? "the agent's goal"
           : here.list_hash != k->list_hash ? "the agent's goal set, path or group"
           : here.map_hash != k->map_hash   ? "the map of the agent's route"
                                            : NULL;
}

static wend_result refuse(const char *what, wend_error *error) {
    return error_set(error, WEND_ERROR_NAME,
                     "the packed agent cannot enter: %s differs from that of the world it was "
                     "packed in; create both worlds alike",
                     what);
}

static bool has_key(const wend_world *world, uint64_t key) {
    bool found = key < first_automatic_key && store_slot_of_key(world, key) != STORE_FREE;
    for (uint32_t slot = 0; key >= first_automatic_key && slot < world->cold.used && !found;
         slot++) {
        found = world->cold.body[slot] != STORE_FREE && world->cold.key[slot] == key;
    }
    return found;
}

/* Takes a slot for an agent with the given key. If the key is an automatic one, the world's own
 * automatic keys continue after it. */
static uint32_t take_slot_for_key(wend_world *world, uint64_t key) {
    uint64_t next = world->next_key;
    uint32_t slot = store_take_slot(world, key < first_automatic_key ? key : 0);
    if (slot != STORE_FREE && key >= first_automatic_key) {
        world->cold.key[slot] = key;
        world->next_key = key >= next ? key + 1 : next;
    }
    return slot;
}

static void release_agent(wend_world *world, uint32_t slot) {
    claims_release_all(&world->claims, &world->cold.holdings[slot]);
    route_pool_drop(&world->routes, world->cold.route[slot]);
    world->cold.route[slot] = 0;
    own_goals_drop_all(world, slot);
    own_goals_sweep(world);
    store_release_slot(world, slot);
}

/* Moves the times of a loaded agent's visit from the clock of its old world to that of this one. */
static void visit_arrive(wend_world *world, uint32_t slot, uint64_t step) {
    machine_visit *visit = visit_of(&world->machines, slot);
    if (visit) {
        uint64_t age = visit->entered < step ? step - visit->entered : 0;
        visit->entered = age < world->step ? world->step - age : 0;
        visit->flags |= VISIT_ARRIVING;
    }
}

/* Moves the end of a loaded agent's delay from the clock of its old world to that of this one.
 * Returns false if it lies before the beginning of this world, or too far in the future. */
static bool shift_delay(wend_world *world, uint32_t slot, double later) {
    if (!store_is_delayed(&world->cold, slot)) {
        return true;
    }
    double *delay = &((double *)world->cold.attributes[ATTRIBUTE_DELAY])[slot];
    *delay += later;
    return *delay > 0.0 && *delay <= SNAPSHOT_LATEST_TIME;
}

/* Loads the agent into a queued slot, and queues the command that adds it to the world. */
static wend_result load_agent(archive *ar, wend_world *world, uint32_t slot, const world_match *k,
                              wend_error *error) {
    memory_arena from;
    arena_init(&from, &world->memory);
    crossing c = {.body = {.slot = slot}, .arc = WEND_NONE};
    world->is_out_of_memory = false;
    snapshot_agent(ar, world, &c, true, &from);
    arena_free(&from);
    archive_expect(ar, ar->at == ar->size, "it has extra bytes at its end");
    if (ar->failed) {
        return world->is_out_of_memory ? error_no_memory(error, "the world")
                                       : seal_report_damage(&pack_seal, ar->wrong, error);
    }
    uint32_t index = snapshot_base_profile(world, slot, wend_body_profile(&c.body));
    const char *what = find_loaded_mismatch(world, slot, k, index);
    if (what) {
        return refuse(what, error);
    }
    double later = world_time_at(world, world->step) - world_time_at(world, k->step);
    c.begin += later;
    c.end += later;
    if (!shift_delay(world, slot, later)) {
        return seal_report_damage(&pack_seal, "the delay of an agent is not valid", error);
    }
    visit_arrive(world, slot, k->step);
    if (!memory_grow(&world->memory, (void **)&world->arrivals, sizeof *world->arrivals,
                     &world->arrival_capacity, world->arrival_count + 1) ||
        !memory_grow(&world->memory, (void **)&world->commands, sizeof *world->commands,
                     &world->command_capacity, world->command_count + 1)) {
        return error_no_memory(error, "the world");
    }
    world->arrivals[world->arrival_count] = c;
    world->commands[world->command_count++] =
        (command){.kind = COMMAND_UNPACK,
                  .index = world->arrival_count++,
                  .target = store_agent_id(world, slot).value};
    return WEND_OK;
}

/* Checks that the world in which the agent was packed matches this one, and that the agent's key is
 * not in use. */
static wend_result check_world_match(wend_world *world, uint64_t key, const world_match *k,
                                     wend_error *error) {
    uint32_t index = ids_index(&world->profile_ids, k->profile);
    wend_result ready = WEND_OK;
    if (index != ID_NONE) { /* the profile's planner may not have been chosen yet */
        world_update_view(world);
        ready = profile_prepare(world, index, error);
    }
    if (ready != WEND_OK) {
        return ready;
    }
    const char *what = find_mismatch(world, k);
    if (what) {
        return refuse(what, error);
    }
    if (has_key(world, key)) {
        return error_set(error, WEND_ERROR_NAME,
                         "the packed agent cannot enter: its key %llu is in use",
                         (unsigned long long)key);
    }
    return WEND_OK;
}

wend_result wend_world_unpack_agent(wend_world *world, const void *bytes, size_t size,
                                    wend_agent *out, wend_error *error) {
    WEND_ASSERT(world != NULL && (bytes != NULL || size == 0));
    wend_result result = seal_check(&pack_seal, bytes, size, error);
    if (result != WEND_OK) {
        return result;
    }
    archive ar = {
        .loading = true, .in = (const uint8_t *)bytes + SEAL_SIZE, .size = size - SEAL_SIZE};
    uint64_t key = 0;
    world_match k = {0};
    archive_u64(&ar, &key);
    archive_world_match(&ar, &k);
    archive_expect(&ar, key != 0 && key != UINT64_MAX, "its key is out of range");
    archive_expect(&ar, k.step < UINT64_C(1) << 52, "its clock is out of range");
    if (ar.failed) {
        return seal_report_damage(&pack_seal, ar.wrong, error);
    }
    result = check_world_match(world, key, &k, error);
    if (result != WEND_OK) {
        return result;
    }
    if (world->cold.used - world->cold.free_count >= WEND_MAX_AGENTS) {
        return error_set(error, WEND_ERROR_LIMIT, "a world has room for %d agents",
                         WEND_MAX_AGENTS);
    }
    uint32_t slot = take_slot_for_key(world, key);
    if (slot == STORE_FREE) {
        return error_no_memory(error, "the world");
    }
    result = load_agent(&ar, world, slot, &k, error);
    if (result != WEND_OK) {
        release_agent(world, slot);
    } else if (out) {
        *out = store_agent_id(world, slot);
    }
    return result;
}
