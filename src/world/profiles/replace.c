/* Replaces the definition of a profile that agents, sources and machines may use.
 *
 * The new definition is made as another profile, and the two exchange their places in the table:
 * the new one gets the index, and with it everything that refers to the profile. The agents in the
 * world are given the other index, at which the old definition now is, and commands that give them
 * the profile back, so that they leave the old entries and enter the new ones like agents that
 * change their profile. The old definition is removed after the last of these commands; those for
 * agents on connections wait until the agents return. */
#include <wend/objects.h>

#include "base/def.h"
#include "base/error.h"
#include "world/machines/machines.h"
#include "world/profiles/profiles.h"

/* ---- Exchange -------------------------------------------------------------------------------- */

/* Exchanges everything but the names of two profiles. */
static void swap_definitions(wend_world *world, uint32_t a, uint32_t b) {
    profile *one = &world->profiles[a], *other = &world->profiles[b], old = *one;
    *one = *other;
    *other = old;
    char *name = one->name;
    one->name = other->name;
    other->name = name;
    terrains_swap(world, a, b);
    profiles_link(world);
}

/* Makes the profiles that machines have derived from one profile those of another one. */
static void move_derived(wend_world *world, uint32_t from, uint32_t to) {
    machine_table *table = &world->machines;
    for (uint32_t i = 0; i < table->count; i++) {
        for (uint32_t k = 0; k < table->records[i].state_count; k++) {
            machine_state *state = &table->records[i].states[k];
            for (uint32_t d = 0; d < state->derived_count; d++) {
                if (state->derived[d].base == from) {
                    state->derived[d].base = to;
                    world->profiles[state->derived[d].profile].derived_from = to + 1;
                }
            }
        }
    }
}

/* Derives the profiles of the machines that have derived one from `old`, for their agents with the
 * profile `index`, and prepares them. */
static wend_result derive_again(wend_world *world, uint32_t old, uint32_t index,
                                wend_error *error) {
    machine_table *table = &world->machines;
    wend_result result = WEND_OK;
    for (uint32_t i = 0; i < table->count && result == WEND_OK; i++) {
        bool derives = false;
        for (uint32_t k = 0; k < table->records[i].state_count; k++) {
            derives = derives || machine_derived(&table->records[i].states[k], old) != WEND_NONE;
        }
        result = derives ? machine_derive(world, i, index, error) : WEND_OK;
    }
    for (uint32_t i = 0; i < world->profile_count && result == WEND_OK; i++) {
        bool derived = world->profiles[i].derived_from == index + 1;
        result = derived ? profile_prepare(world, i, error) : WEND_OK;
    }
    return result;
}

/* Puts a new definition in the place of an old one. If that fails, both are in their places. */
static wend_result install(wend_world *world, uint32_t index, uint32_t made, bool is_used,
                           wend_error *error) {
    swap_definitions(world, index, made);
    move_derived(world, index, made);
    world_update_view(world);
    wend_result result = is_used ? profile_prepare(world, index, error) : WEND_OK;
    result = result == WEND_OK ? derive_again(world, made, index, error) : result;
    if (result != WEND_OK) {
        machines_drop_profile(world, index);
        move_derived(world, made, index);
        swap_definitions(world, index, made);
    }
    return result;
}

/* ---- Agents ---------------------------------------------------------------------------------- */

static bool has_profile(const wend_world *world, const wend_body *body, uint32_t index) {
    bool is_agent = !(wend_body_flags(body) & (WEND_BODY_GHOST | WEND_BODY_REMOVED));
    return is_agent && visit_base_profile(world, body->slot, wend_body_profile(body)) == index;
}

static uint32_t count_agents(const wend_world *world, uint32_t index) {
    uint32_t count = 0;
    for (uint32_t i = 0; i < world->body_count; i++) {
        count += has_profile(world, &world->bodies[i], index);
    }
    for (uint32_t i = 0; i < world->crossing_count; i++) {
        count += has_profile(world, &world->crossings[i].body, index);
    }
    return count;
}

/* Gives an agent the index of its old definition, and returns the command that gives it the new
 * one. */
static command move_agent(wend_world *world, wend_body *body, uint32_t index, uint32_t old) {
    machine_visit *visit = entered_visit_of(&world->machines, body->slot);
    if (visit) {
        visit->base = old;
    }
    if (wend_body_profile(body) == index) {
        body->tags = (body->tags & ~(0xfffU << 8)) | old << 8;
    }
    return (command){.kind = COMMAND_SET_PROFILE,
                     .target = store_agent_id(world, body->slot).value,
                     .index = index,
                     .bits = 1};
}

/* Moves all agents. Their commands come first, because those in the queue apply to agents with the
 * new definition; `count` commands have been reserved. */
static void move_agents(wend_world *world, uint32_t count, uint32_t index, uint32_t old) {
    for (uint32_t i = world->command_count; i-- > 0;) {
        world->commands[i + count] = world->commands[i];
    }
    world->command_count += count;
    uint32_t next = 0;
    for (uint32_t i = 0; i < world->body_count; i++) {
        if (has_profile(world, &world->bodies[i], index)) {
            world->commands[next++] = move_agent(world, &world->bodies[i], index, old);
        }
    }
    for (uint32_t i = 0; i < world->crossing_count; i++) {
        if (has_profile(world, &world->crossings[i].body, index)) {
            world->commands[next++] = move_agent(world, &world->crossings[i].body, index, old);
        }
    }
    world_unsort(world);
}

/* ---- Replacement ----------------------------------------------------------------------------- */

/* Adds the new definition as a profile without a name, and installs it. `count` agents have the
 * profile. */
static wend_result replace(wend_world *world, uint32_t index, const wend_profile_def *def,
                           uint32_t count, wend_error *error) {
    uint32_t users = 0;
    wend_profile added;
    wend_result result = wend_world_add_profile(world, def, &added, error);
    if (result != WEND_OK) {
        return result;
    }
    uint32_t made = wend_world_profile_index(world, added);
    bool reserved = terrains_reserve(world, (made > index ? made : index) + 1) &&
                    profile_count_users(world, index, &users);
    bool is_used = users > 0 || sources_use_profile(world, index) || world->profiles[index].ready;
    result = reserved ? install(world, index, made, is_used, error)
                      : error_no_memory(error, "the world");
    if (result != WEND_OK || count == 0) {
        machines_drop_profile(world, made);
        profile_remove(world, made);
        return result;
    }
    move_agents(world, count, index, made);
    world->commands[world->command_count++] =
        (command){.kind = COMMAND_REMOVE_PROFILE, .target = added.value};
    world->profiles[made].is_removal_queued = true;
    return WEND_OK;
}

wend_result wend_world_replace_profile(wend_world *world, wend_profile id,
                                       const wend_profile_def *given, wend_error *error) {
    WEND_ASSERT(world != NULL && given != NULL);
    uint32_t index = wend_world_profile_index(world, id);
    if (index == WEND_NONE || world->profiles[index].is_removal_queued) {
        return command_refuse_unknown("profile", error);
    }
    if (world->profiles[index].derived_from) {
        return error_set(error, WEND_ERROR_INVALID,
                         "profile %u belongs to a state machine: replace the profile from which it "
                         "was derived, %u",
                         index, world->profiles[index].derived_from - 1);
    }
    if (world->arrival_count > 0) {
        return error_set(error, WEND_ERROR_INVALID,
                         "a profile cannot be replaced while agents that were unpacked have not "
                         "entered: make a step first");
    }
    wend_profile_def def;
    wend_result result = DEF_READ(profile, given, &def, error);
    def.name = NULL; /* the name stays */
    uint32_t count = count_agents(world, index);
    result = result == WEND_OK ? commands_reserve(world, count + 1, error) : result;
    return result == WEND_OK ? replace(world, index, &def, count, error) : result;
}
