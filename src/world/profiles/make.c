/* Makes profiles from defs: finds the entries that a def names for each stage, and sets their
 * parameters. */
#include <string.h>

#include "base/def.h"
#include "base/error.h"
#include "world/attributes/attributes.h"
#include "world/profiles/profiles.h"

static void numbers_of(const wend_profile_def *def,
                       wend_distribution numbers[ATTRIBUTE_NUMBER_COUNT]) {
    numbers[ATTRIBUTE_RADIUS] = def->radius;
    numbers[ATTRIBUTE_PREFERRED_SPEED] = def->preferred_speed;
    numbers[ATTRIBUTE_MAX_SPEED] = def->max_speed;
    numbers[ATTRIBUTE_MAX_ACCELERATION] = def->max_acceleration;
    numbers[ATTRIBUTE_MAX_TURN_RATE] = def->max_turn_rate;
}

static wend_result check_numbers(const wend_profile_def *def, wend_error *error) {
    wend_distribution numbers[ATTRIBUTE_NUMBER_COUNT];
    numbers_of(def, numbers);
    for (int i = 0; i < ATTRIBUTE_NUMBER_COUNT; i++) {
        const attribute_info *info = &attribute_infos[i];
        wend_result result = info->may_be_infinite && number_is_infinite(&numbers[i])
                                 ? WEND_OK
                                 : params_check_number(info->name, &numbers[i], info->minimum,
                                                       info->maximum, info->unit, error);
        if (result != WEND_OK) {
            return result;
        }
    }
    return WEND_OK;
}

static wend_result check_name(const wend_world *world, const char *name, wend_error *error) {
    wend_result result = world_check_name(name, error);
    if (result != WEND_OK) {
        return result;
    }
    for (uint32_t i = 0; name && name[0] && i < world->profile_count; i++) {
        if (world->profiles[i].name && strcmp(world->profiles[i].name, name) == 0) {
            return error_set(error, WEND_ERROR_NAME, "there is already a profile '%s'", name);
        }
    }
    return WEND_OK;
}

static wend_result make_stage(wend_world *world, profile *made, uint32_t index,
                              const wend_choice *choice, wend_error *error) {
    const wend_stage *stage =
        registry_stage(world->registry, profile_kinds[index], choice->name, error);
    if (!stage) {
        return WEND_ERROR_NAME;
    }
    profile_stage *out = &made->stages[index];
    wend_result result = params_create(&out->block, &world->memory, &stage->entry, choice->settings,
                                       choice->setting_count, error);
    if (result != WEND_OK) {
        return result;
    }
    out->stage = stage;
    out->state = WEND_NONE;
    if (stage->state_size && (out->state = state_find_or_add(world, stage, index)) == WEND_NONE) {
        return error_no_memory(error, "the world");
    }
    return WEND_OK;
}

static void free_stage(wend_world *world, profile_stage *old) {
    model_destroy(old);
    params_free(&old->block, &world->memory);
}

void profile_free(wend_world *world, profile *old) {
    for (int i = 0; i < PROFILE_STAGES; i++) {
        free_stage(world, &old->stages[i]);
    }
    memory_free_text(&world->memory, old->name);
    memory_free_text(&world->memory, old->variant_of);
    *old = (profile){0};
}

/* Returns the built-in modifier `yield`, or NULL if the registry lacks it. */
static const wend_stage *yield_stage(const wend_world *world) {
    return registry_stage(world->registry, WEND_KIND_MODIFIER, "yield", NULL);
}

/* Adds the modifier `yield`, which makes agents take turns at narrow passages and frees agents that
 * are stuck. Adds it only if the planner uses a map, the profile does not already have `yield`, and
 * it has room for another modifier. */
static wend_result add_yield(wend_world *world, profile *made, wend_error *error) {
    const wend_choice choice = {.name = "yield"};
    const wend_planner *planner = (const wend_planner *)made->stages[PROFILE_PLAN].stage;
    bool has = made->modify_count == WEND_MAX_MODIFIERS;
    for (uint32_t i = 0; i < made->modify_count; i++) {
        has = has || made->stages[PROFILE_MODIFY + i].stage == yield_stage(world);
    }
    if (has || planner->map_count == 0 || !yield_stage(world)) {
        return WEND_OK;
    }
    return make_stage(world, made, PROFILE_MODIFY + made->modify_count++, &choice, error);
}

static wend_result make_stages(wend_world *world, profile *made, const wend_profile_def *def,
                               wend_error *error) {
    const wend_choice *choices[PROFILE_STAGES] = {
        [PROFILE_SELECT] = &def->select,
        [PROFILE_PLAN] = &def->plan,
        [PROFILE_FOLLOW] = &def->follow,
        [PROFILE_STEER] = &def->steer,
    };
    for (uint32_t i = 0; i < def->modify_count; i++) {
        choices[PROFILE_MODIFY + i] = &def->modify[i];
    }
    for (uint32_t i = 0; i < PROFILE_MODIFY + def->modify_count; i++) {
        wend_result result = make_stage(world, made, i, choices[i], error);
        if (result != WEND_OK) {
            return result;
        }
    }
    wend_result result = add_yield(world, made, error);
    return result == WEND_OK ? profile_check_fit(world, made, error) : result;
}

/* Reserves memory for the sampled parameters of all stages. Returns false if out of memory. */
static bool grow_stages(wend_world *world, profile *made) {
    for (int i = 0; i < PROFILE_STAGES; i++) {
        params_block *block = &made->stages[i].block;
        for (uint32_t k = 0; k < block->sampled_count; k++) {
            if (!params_sampled_grow(&block->sampled[k], &world->memory, world->cold.capacity)) {
                return false;
            }
        }
    }
    return true;
}

static bool make_numbers(wend_world *world, profile *made, const wend_profile_def *def) {
    wend_distribution given[ATTRIBUTE_NUMBER_COUNT];
    numbers_of(def, given);
    for (int i = 0; i < ATTRIBUTE_NUMBER_COUNT; i++) {
        const char *name = attribute_infos[i].name;
        made->numbers[i] = (params_sampled){.number = given[i],
                                            .purpose = params_purpose("profile", name),
                                            .constant = (float)given[i].a};
        if (given[i].kind != WEND_DISTRIBUTION_CONSTANT && i != ATTRIBUTE_RADIUS &&
            !attributes_create_column(world, (uint32_t)i)) {
            return false;
        }
    }
    if (!number_is_infinite(&given[ATTRIBUTE_MAX_TURN_RATE]) &&
        !attributes_create_column(world, ATTRIBUTE_HEADING)) {
        return false;
    }
    return grow_stages(world, made);
}

/* Reserves memory for the last intents of agents, if the profile's model requests them. Returns
 * false if out of memory. */
static bool make_intents(wend_world *world, const profile *made) {
    const wend_steering *steering = (const wend_steering *)made->stages[PROFILE_STEER].stage;
    return !(steering->needs & WEND_NEEDS_INTENTS) || store_enable_intents(world);
}

static wend_result add_profile(wend_world *world, const wend_profile_def *def, wend_profile *out,
                               wend_error *error) {
    uint32_t index = ids_next(&world->profile_ids);
    if (def->modify_count > WEND_MAX_MODIFIERS || index >= WEND_MAX_PROFILES) {
        return error_set(error, WEND_ERROR_LIMIT, "at most %d modifiers and %d profiles",
                         WEND_MAX_MODIFIERS, WEND_MAX_PROFILES);
    }
    wend_result result = check_name(world, def->name, error);
    result = result == WEND_OK ? world_check_name(def->variant_of, error) : result;
    result = result == WEND_OK ? check_numbers(def, error) : result;
    if (result != WEND_OK) {
        return result;
    }
    if (!ids_reserve(&world->profile_ids, &world->memory) ||
        !memory_grow(&world->memory, (void **)&world->profiles, sizeof *world->profiles,
                     &world->profile_capacity, index + 1) ||
        !memory_grow(&world->memory, (void **)&world->limits, sizeof *world->limits,
                     &world->limit_capacity, index + 1)) {
        profiles_link(world);
        return error_no_memory(error, "the world");
    }
    profiles_link(world); /* the array may have moved, even if adding fails */
    profile *made = &world->profiles[index];
    *made = (profile){.modify_count = def->modify_count};
    bool named = def->name && def->name[0];
    result = make_stages(world, made, def, error);
    result = result == WEND_OK ? terrains_add(world, index, def, error) : result;
    result = result == WEND_OK ? profile_check_terrain(world, made, index, error) : result;
    result = result == WEND_OK ? profile_check_crowd(world, made, error) : result;
    if (result == WEND_OK &&
        ((named && !(made->name = memory_copy_text(&world->memory, def->name))) ||
         (def->variant_of &&
          !(made->variant_of = memory_copy_text(&world->memory, def->variant_of))) ||
         !make_numbers(world, made, def) || !make_intents(world, made))) {
        result = error_no_memory(error, "the world");
    }
    result = result == WEND_OK ? models_create(world, made, error) : result;
    if (result != WEND_OK) {
        profile_free(world, made);
        terrains_drop(world, index);
        return result;
    }
    ids_take(&world->profile_ids);
    world->profile_count = world->profile_ids.count;
    world->unready_count++;
    profiles_link(world);
    if (out) {
        *out = wend_world_profile_at(world, index);
    }
    return WEND_OK;
}

wend_result wend_world_add_profile(wend_world *world, const wend_profile_def *given,
                                   wend_profile *out, wend_error *error) {
    WEND_ASSERT(world != NULL && given != NULL);
    wend_profile_def def;
    wend_result result = DEF_READ(profile, given, &def, error);
    return result == WEND_OK ? add_profile(world, &def, out, error) : result;
}

wend_result profile_replace_planner(wend_world *world, uint32_t index, const char *name,
                                    wend_error *error) {
    profile made = world->profiles[index], before = made;
    const wend_choice choice = {.name = name};
    made.stages[PROFILE_PLAN] = (profile_stage){.state = WEND_NONE};
    wend_result result = make_stage(world, &made, PROFILE_PLAN, &choice, error);
    result = result == WEND_OK ? add_yield(world, &made, error) : result;
    result = result == WEND_OK ? profile_check_fit(world, &made, error) : result;
    result = result == WEND_OK ? profile_check_terrain(world, &made, index, error) : result;
    result = result == WEND_OK ? profile_check_crowd(world, &made, error) : result;
    if (result == WEND_OK && !grow_stages(world, &made)) {
        result = error_no_memory(error, "the world");
    }
    result = result == WEND_OK ? models_create(world, &made, error) : result;
    bool good = result == WEND_OK;
    for (uint32_t i = before.modify_count; i < made.modify_count && !good; i++) {
        free_stage(world, &made.stages[PROFILE_MODIFY + i]);
    }
    free_stage(world, good ? &before.stages[PROFILE_PLAN] : &made.stages[PROFILE_PLAN]);
    if (good) {
        world->profiles[index] = made;
    }
    profiles_link(world);
    return result;
}
