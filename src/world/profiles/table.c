/* The table of profiles: removes profiles, grows their columns, and looks them up. profiles_link
 * updates the pointers to columns after arrays have moved. */
#include "base/error.h"
#include "behave/selector.h"
#include "world/profiles/profiles.h"

const char *const wend_aim_choices[] = {"preferred_point", "nearest", NULL};
const char *const wend_switch_choices[] = {"off", "on", NULL};

const wend_kind profile_kinds[PROFILE_STAGES] = {
    [PROFILE_SELECT] = WEND_KIND_SELECTOR,     [PROFILE_PLAN] = WEND_KIND_PLANNER,
    [PROFILE_FOLLOW] = WEND_KIND_FOLLOWER,     [PROFILE_STEER] = WEND_KIND_STEERING,
    [PROFILE_MODIFY] = WEND_KIND_MODIFIER,     [PROFILE_MODIFY + 1] = WEND_KIND_MODIFIER,
    [PROFILE_MODIFY + 2] = WEND_KIND_MODIFIER, [PROFILE_MODIFY + 3] = WEND_KIND_MODIFIER};

void profiles_free(wend_world *world) {
    terrains_free(world);
    for (uint32_t i = 0; i < world->profile_count; i++) {
        profile_free(world, &world->profiles[i]);
    }
    memory_free(&world->memory, world->profiles, world->profile_capacity * sizeof(profile));
    states_free(world);
    memory_free(&world->memory, world->limits, world->limit_capacity * sizeof(move_limits));
    ids_free(&world->profile_ids, &world->memory);
}

void profiles_link(wend_world *world) {
    world->fastest = world->fastest_attribute;
    world->any_takes_all_goals = false;
    for (uint32_t i = 0; i < world->profile_count; i++) {
        profile *p = &world->profiles[i];
        /* The profile has been removed, or is not complete yet. */
        if (!p->stages[PROFILE_STEER].stage) {
            world->limits[i] = (move_limits){.respects_limits = true};
            world->takes_all_goals[i] = false;
            continue;
        }
        for (int k = 0; k < PROFILE_STAGES; k++) {
            params_link(&p->stages[k].block);
        }
        const wend_steering *steering = (const wend_steering *)p->stages[PROFILE_STEER].stage;
        world->limits[i] = (move_limits){
            .max_speed = attribute_column(world, i, ATTRIBUTE_MAX_SPEED),
            .max_acceleration = attribute_column(world, i, ATTRIBUTE_MAX_ACCELERATION),
            .respects_limits = steering->respects_limits,
            .every_step = steering->every_step,
            .no_acceleration_limit =
                !store_numbers(&world->cold, ATTRIBUTE_MAX_ACCELERATION) &&
                number_is_infinite(&p->numbers[ATTRIBUTE_MAX_ACCELERATION].number)};
        world->takes_all_goals[i] =
            ((const wend_selector *)p->stages[PROFILE_SELECT].stage)->takes_all_goals;
        p->reconsider = selector_period((const wend_selector *)p->stages[PROFILE_SELECT].stage,
                                        p->stages[PROFILE_SELECT].block.params);
        world->any_takes_all_goals = world->any_takes_all_goals || world->takes_all_goals[i];
        world->any_proposes = world->any_proposes || steering->propose;
        float most = (float)params_maximum(&p->numbers[ATTRIBUTE_MAX_SPEED].number);
        world->fastest = most > world->fastest ? most : world->fastest;
    }
}

void profile_remove(wend_world *world, uint32_t index) {
    world->unready_count -= !world->profiles[index].ready;
    profile_free(world, &world->profiles[index]);
    terrains_drop(world, index);
    ids_release(&world->profile_ids, index);
    states_free_unused(world);
    profiles_link(world);
}

bool profile_add_gap(wend_world *world) {
    uint32_t index = world->profile_count;
    if (!ids_reserve(&world->profile_ids, &world->memory) ||
        !memory_grow(&world->memory, (void **)&world->profiles, sizeof *world->profiles,
                     &world->profile_capacity, index + 1) ||
        !memory_grow(&world->memory, (void **)&world->limits, sizeof *world->limits,
                     &world->limit_capacity, index + 1)) {
        return false;
    }
    world->profiles[index] = (profile){0};
    ids_take(&world->profile_ids);
    world->profile_count = world->profile_ids.count;
    profiles_link(world);
    return true;
}

bool profiles_grow(wend_world *world, uint32_t capacity) {
    bool good = states_grow(world, capacity);
    for (uint32_t i = 0; good && i < world->profile_count; i++) {
        profile *p = &world->profiles[i];
        for (int k = 0; good && k < PROFILE_STAGES; k++) {
            params_block *block = &p->stages[k].block;
            for (uint32_t d = 0; good && d < block->sampled_count; d++) {
                good = params_sampled_grow(&block->sampled[d], &world->memory, capacity);
            }
        }
    }
    profiles_link(world);
    return good;
}

uint32_t wend_world_profile_count(const wend_world *world) {
    WEND_ASSERT(world != NULL);
    return world->profile_count;
}

wend_profile wend_world_profile_at(const wend_world *world, uint32_t index) {
    WEND_ASSERT(world != NULL);
    return (wend_profile){ids_at(&world->profile_ids, index)};
}

uint32_t wend_world_profile_index(const wend_world *world, wend_profile id) {
    WEND_ASSERT(world != NULL);
    return ids_index(&world->profile_ids, id.value);
}

const wend_entry *wend_world_profile_entry(const wend_world *world, wend_profile id,
                                           wend_kind kind) {
    uint32_t index = wend_world_profile_index(world, id);
    for (int i = 0; i < PROFILE_STAGES && index != WEND_NONE; i++) {
        const wend_stage *stage = world->profiles[index].stages[i].stage;
        if (stage && profile_kinds[i] == kind) {
            return &stage->entry;
        }
    }
    return NULL;
}
