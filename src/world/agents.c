/* The life cycle of agents: adding and entering, unpacking, changing the profile, leaving. */
#include <math.h>

#include "base/def.h"
#include "base/error.h"
#include "base/hash.h"
#include "behave/activity.h"
#include "behave/behave.h"
#include "state/placed_goals.h"
#include "world/attributes/attributes.h"
#include "world/world.h"

static const double max_velocity =
    1000.0; /* m/s: largest absolute value of a velocity component that can be set */

/* ---- Adding ---------------------------------------------------------------------------------- */

uint32_t agent_profile_of(const wend_world *world, const wend_agent_def *def) {
    uint32_t index = wend_world_profile_index(world, def->profile);
    for (uint32_t i = 0; def->profile.value == 0 && i < world->profile_count; i++) {
        if (ids_is_used(&world->profile_ids, i) && !world->profiles[i].is_removal_queued &&
            !world->profiles[i].derived_from) {
            index = i;
            break;
        }
    }
    bool is_given = index != WEND_NONE && !world->profiles[index].is_removal_queued &&
                    !world->profiles[index].derived_from;
    return is_given ? index : WEND_NONE;
}

/* Returns the index that belongs to an id in a table; WEND_NONE for id 0. */
static uint32_t index_of(const id_table *ids, uint64_t id) {
    return id ? ids_index(ids, id) : WEND_NONE;
}

static bool is_stale(const id_table *ids, uint64_t id) {
    return id != 0 && ids_index(ids, id) == ID_NONE;
}

/* Returns a message that says which object in a def is unknown, or NULL. */
static const char *find_reference_fault(const wend_world *world, const wend_agent_def *def) {
    if (agent_profile_of(world, def) == WEND_NONE) {
        return "there is no such profile";
    }
    if (def->goal.value != 0 && goal_shared_index_of(world, def->goal) == WEND_NO_GOAL) {
        return "there is no such goal";
    }
    if (is_stale(&world->goal_set_ids, def->goal_set.value) ||
        is_stale(&world->path_ids, def->path.value) ||
        is_stale(&world->group_ids, def->group.value)) {
        return "there is no such goal set, path or group";
    }
    if (def->machine.value && def->state >= wend_world_state_count(world, def->machine)) {
        return "there is no such machine, or no such state";
    }
    return NULL;
}

/* Returns a message that says why a key cannot be used, or NULL. */
static const char *find_key_fault(const wend_world *world, uint64_t key, bool is_emitted) {
    if (store_slot_of_key(world, key) != STORE_FREE) {
        return "its key is in use";
    }
    return !is_emitted && sources_reserve_key(world, key) ? "its key is reserved for a source"
                                                          : NULL;
}

/* Returns a message that says what is wrong with the velocity and the attributes in a def, or NULL.
 */
static const char *find_number_fault(const wend_agent_def *def) {
    return !(fabs(def->velocity.x) <= max_velocity) || !(fabs(def->velocity.y) <= max_velocity)
               ? "its velocity is not finite or too large"
               : attributes_find_fault(def);
}

const char *agent_find_template_fault(const wend_world *world, const wend_agent_def *def,
                                      bool *is_name) {
    const char *name = find_reference_fault(world, def);
    *is_name = name != NULL;
    return name ? name : find_number_fault(def);
}

/* Returns a message that says what is wrong with the values in a def, or NULL. */
static const char *find_value_fault(const wend_world *world, const wend_agent_def *def,
                                    bool is_emitted) {
    if (!world_is_near(def->position, wend_space_origin(world->space)) ||
        def->layer >= wend_space_layer_count(world->space)) {
        return "its position is not finite, too far away, or on a layer that does not exist";
    }
    const char *number = find_number_fault(def);
    if (number) {
        return number;
    }
    if (def->key > INT64_MAX && !is_emitted) {
        return "its key must be below 2^63";
    }
    wend_location location = {wend_space_to_local(world->space, def->position), def->layer};
    if (!wend_space_is_walkable(world->space, location, world->classes & (def->class_mask | 1U))) {
        return "it does not stand on walkable ground";
    }
    return NULL;
}

static wend_result add_to_queue(wend_world *world, const wend_agent_def *def, wend_error *error) {
    if (!memory_grow(&world->memory, (void **)&world->commands, sizeof *world->commands,
                     &world->command_capacity, world->command_count + 1)) {
        return error_no_memory(error, "the world");
    }
    uint32_t slot = store_take_slot(world, def->key);
    if (slot == STORE_FREE) {
        return error_no_memory(error, "the world");
    }
    uint32_t base = agent_profile_of(world, def);
    wend_result result =
        attributes_set_from_def(world, slot, def, base)
            ? machines_queue_agent(world, slot, def->machine, def->state, base, error)
            : error_no_memory(error, "the world");
    if (result != WEND_OK) {
        store_release_slot(world, slot);
        return result;
    }
    cold_store *cold = &world->cold;
    cold->goal[slot] = def->goal.value ? goal_shared_index_of(world, def->goal) : WEND_NO_GOAL;
    cold->goal_set[slot] = index_of(&world->goal_set_ids, def->goal_set.value);
    cold->path[slot] = index_of(&world->path_ids, def->path.value);
    cold->group[slot] = index_of(&world->group_ids, def->group.value);
    world->commands[world->command_count++] =
        (command){.kind = COMMAND_ADD,
                  .index = agent_profile_of(world, def) | def->layer << 16,
                  .target = store_agent_id(world, slot).value,
                  .a = wend_space_to_local(world->space, def->position),
                  .b = {(float)def->velocity.x, (float)def->velocity.y},
                  .radius = (float)def->radius};
    return WEND_OK;
}

wend_result agent_queue(wend_world *world, const wend_agent_def *def, uint32_t index,
                        bool is_emitted, wend_error *error) {
    const char *name = find_reference_fault(world, def);
    name = name ? name : find_key_fault(world, def->key, is_emitted);
    const char *wrong = name ? name : find_value_fault(world, def, is_emitted);
    if (wrong) {
        return error_set(error, name ? WEND_ERROR_NAME : WEND_ERROR_INVALID,
                         "agent %u at (%g, %g) cannot be added: %s", index, def->position.x,
                         def->position.y, wrong);
    }
    return add_to_queue(world, def, error);
}

/* Queues item `index` of an array of defs. */
static wend_result queue_item(wend_world *world, const wend_agent_def *defs, uint32_t index,
                              wend_error *error) {
    wend_agent_def def;
    wend_result result = DEF_READ_ITEM(agent, defs, index, &def, error);
    return result == WEND_OK ? agent_queue(world, &def, index, false, error) : result;
}

wend_result wend_world_add_agents(wend_world *world, const wend_agent_def *defs, uint32_t count,
                                  wend_agent *out, wend_error *error) {
    WEND_ASSERT(world != NULL && (defs != NULL || count == 0));
    if (count > WEND_MAX_AGENTS - (world->cold.used - world->cold.free_count)) {
        return error_set(error, WEND_ERROR_LIMIT, "a world has room for %d agents",
                         WEND_MAX_AGENTS);
    }
    if (!store_reserve_slots(world, count)) {
        return error_no_memory(error, "the world");
    }
    uint32_t first_command = world->command_count;
    uint64_t first_key = world->next_key;
    for (uint32_t i = 0; i < count; i++) {
        wend_result result = queue_item(world, defs, i, error);
        if (result == WEND_OK) {
            continue;
        }
        while (world->command_count > first_command) { /* undo, so that all are added or none */
            wend_agent agent = {world->commands[--world->command_count].target};
            store_release_slot(world, store_slot_of(world, agent));
        }
        world->next_key = first_key;
        return result;
    }
    for (uint32_t i = 0; out && i < count; i++) {
        out[i] = (wend_agent){world->commands[first_command + i].target};
    }
    return WEND_OK;
}

/* ---- Life ------------------------------------------------------------------------------------ */

/* True if an agent takes its share of collision avoidance, because its model reciprocates and the
 * agent can move. The agent's numbers must have been sampled. */
static bool reciprocates(const wend_world *world, uint32_t index, uint32_t slot) {
    const profile_stage *steer = &world->profiles[index].stages[PROFILE_STEER];
    const wend_steering *model = (const wend_steering *)steer->stage;
    bool shares = model->reciprocates_with ? model->reciprocates_with(steer->block.params)
                                           : model->reciprocates;
    wend_column max_speed = attribute_column(world, index, ATTRIBUTE_MAX_SPEED);
    return shares && wend_column_at(max_speed, slot) > 0.0F;
}

void agent_update_one_sided(wend_world *world, uint32_t slot) {
    wend_body *body = agent_body(world, slot);
    bool shares = reciprocates(world, wend_body_profile(body), slot);
    agent_change_flags(body, shares ? 0 : WEND_BODY_ONE_SIDED, shares ? WEND_BODY_ONE_SIDED : 0);
}

bool agent_enter(wend_world *world, const command *add) {
    uint32_t slot = (uint32_t)add->target, index = add->index & 0xffffU, layer = add->index >> 16;
    if (!store_reserve_bodies(world, world->body_count + 1) || !delays_reserve(world, slot) ||
        !group_join(world, slot)) {
        return false;
    }
    world_update_view(world);
    float radius = attributes_sample(world, index, slot);
    uint32_t body = world->body_count++;
    world->bodies[body] = (wend_body){.position = add->a,
                                      .velocity = add->b,
                                      .radius = add->radius > 0.0F ? add->radius : radius,
                                      .tags = layer | index << 8,
                                      .slot = slot};
    world->view.body_count = world->body_count;
    uint32_t flags = WEND_BODY_NEEDS_GOAL |
                     (world->cold.goal[slot] == WEND_NO_GOAL ? 0 : WEND_BODY_GOAL_IS_SET) |
                     (reciprocates(world, index, slot) ? 0 : WEND_BODY_ONE_SIDED);
    agent_change_flags(&world->bodies[body], flags, 0);
    world->cold.body[slot] = body;
    activity_begin(world, slot);
    leg_restart(world, slot);
    delays_begin(world, slot);
    world->live_count++;
    world_unsort(world);
    world->goals_pending = true;
    if (world->cold.group[slot] != WEND_NONE) {
        world->groups[world->cold.group[slot]].entered++;
    }
    profile_enter(world, index, body);
    return true;
}

/* True if an unpacked agent no longer has the goal that it had in its original world, or does not
 * hold capacity at that goal. */
static bool lacks_goal_capacity(const wend_world *world, uint32_t slot) {
    uint32_t goal = world->cold.goal[slot];
    uint32_t resource = goal == WEND_NO_GOAL ? WEND_NONE : world->goals.records[goal].resource;
    wend_activity activity = (wend_activity)world->cold.behaviour[slot].activity;
    bool has_goal = activity != WEND_ACTIVITY_CHOOSING && activity != WEND_ACTIVITY_WAITING &&
                    activity != WEND_ACTIVITY_CLOSED && activity != WEND_ACTIVITY_CROSSING;
    /* The goal may have been removed while the agent was queued. */
    bool was_removed = has_goal && goal == WEND_NO_GOAL;
    return was_removed || (resource != WEND_NONE && has_goal &&
                           !claims_holds(&world->claims, world->cold.holdings[slot], resource));
}

/* If columns of attributes were added after the agent was unpacked, fills in the constants of the
 * agent's profile. */
static void fill_numbers(wend_world *world, uint32_t slot, uint32_t index) {
    for (uint32_t i = 0; i < ATTRIBUTE_NUMBER_COUNT; i++) {
        float *column = store_numbers(&world->cold, i);
        if (column && isnan(column[slot])) {
            column[slot] = world->profiles[index].numbers[i].constant;
        }
    }
}

bool agent_unpack(wend_world *world, uint32_t slot, const crossing *arrival) {
    bool crosses = arrival->arc != WEND_NONE;
    if (!store_reserve_bodies(world, world->body_count + 1) ||
        !memory_grow(&world->memory, (void **)&world->crossings, sizeof *world->crossings,
                     &world->crossing_capacity, world->crossing_count + crosses) ||
        !delays_reserve(world, slot) || !group_join(world, slot)) {
        return false;
    }
    if (crosses) {
        world->cold.body[slot] = STORE_CROSSING | world->crossing_count;
        world->crossings[world->crossing_count++] = *arrival;
    } else {
        world->cold.body[slot] = world->body_count;
        world->bodies[world->body_count++] = arrival->body;
        world->live_count++;
    }
    fill_numbers(world, slot, wend_body_profile(&arrival->body));
    delays_add(world, slot);
    machine_visit *visit = visit_of(&world->machines, slot);
    if (visit) {
        visit->flags &= ~(uint32_t)VISIT_ARRIVING;
        visit_count(&world->machines, visit, 1);
        visit_wake(&world->machines, slot);
    }
    world_update_view(world);
    world_unsort(world);
    uint32_t flags = wend_body_flags(&arrival->body);
    world->goals_pending = world->goals_pending || (flags & WEND_BODY_NEEDS_GOAL);
    world->routes_pending = world->routes_pending || (flags & WEND_BODY_NEEDS_ROUTE);
    world->goals_moved = world->goals_moved || goal_has_moved(world, slot);
    queue_owner owner = queues_owner(&world->queues, world->cold.goal[slot]);
    if (owner.queue != WEND_NONE) { /* places do not come with their agents */
        agent_set_goal(world, slot, queue_tail(&world->queues.records[owner.queue]));
    } else if (lacks_goal_capacity(world, slot)) {
        /* The agent claims capacity again, or chooses another goal of its set. */
        bool chooses = world->cold.goal_set[slot] != WEND_NONE;
        agent_set_goal(world, slot, chooses ? WEND_NO_GOAL : world->cold.goal[slot]);
    }
    return true;
}

/* Removes an agent's body from the ground, or the agent from its connection. */
static void drop_body(wend_world *world, uint32_t slot) {
    uint32_t index = world->cold.body[slot];
    if (agent_is_crossing(world, slot)) { /* the agent has no body, so `leave` cannot be called */
        crossing_drop(world, index & ~STORE_CROSSING);
        return;
    }
    profile_leave(world, wend_body_profile(&world->bodies[index]), index);
    agent_change_flags(&world->bodies[index], WEND_BODY_REMOVED, 0);
    world->live_count--;
    world_unsort(world);
}

void agent_remove(wend_world *world, uint32_t slot) {
    cold_store *cold = &world->cold;
    queues_leave(world, slot);
    activity_apply_event(world, slot, ACTIVITY_WORLD_LEFT);
    delays_drop(world, slot);
    world->left_hash += agent_hash(world, slot);
    drop_body(world, slot);
    claims_release_all(&world->claims, &cold->holdings[slot]);
    route_pool_drop(&world->routes, cold->route[slot]);
    cold->route[slot] = 0;
    group_leave(world, slot);
    own_goals_drop_all(world, slot);
    store_release_slot(world, slot);
}

bool agent_set_profile(wend_world *world, uint32_t slot, uint32_t index, bool resamples) {
    uint32_t at = world->cold.body[slot];
    wend_body *body = &world->bodies[at];
    if (!attributes_change_profile(world, slot, wend_body_profile(body), index, resamples)) {
        return false;
    }
    profile_leave(world, wend_body_profile(body), at);
    store_set_unreachable(&world->cold, slot, 0);
    body->tags = (body->tags & ~(0xfffU << 8)) | index << 8;
    agent_update_one_sided(world, slot);
    if (!activity_is_waiting(activity_of(world, slot))) {
        agent_request_route(world, slot, false);
    }
    world_unsort(world); /* ghosts are copies of the body */
    profile_enter(world, index, at);
    return true;
}
