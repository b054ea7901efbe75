/* Samples numbers and model parameters when an agent enters, and decides which of them the agent
 * keeps when its profile changes. Cost: O(parameters) per agent. */
#include <math.h>

#include "world/attributes/attributes.h"
#include "world/world.h"

/* ---- Sampling -------------------------------------------------------------------------------- */

static float sample(const wend_world *world, const params_sampled *sampled, uint32_t slot) {
    return params_sample(&sampled->number, world->seed, world->cold.key[slot], sampled->purpose);
}

static void sample_param(const wend_world *world, params_sampled *sampled, uint32_t slot) {
    if (sampled->values) {
        sampled->values[slot] = sample(world, sampled, slot);
    }
}

float attributes_sample(wend_world *world, uint32_t index, uint32_t slot) {
    profile *p = &world->profiles[index];
    for (uint32_t i = ATTRIBUTE_PREFERRED_SPEED; i < ATTRIBUTE_NUMBER_COUNT; i++) {
        float *column = store_numbers(&world->cold, i);
        if (column && isnan(column[slot])) {
            column[slot] = sample(world, &p->numbers[i], slot);
        }
    }
    for (int i = 0; i < PROFILE_STAGES; i++) {
        for (uint32_t k = 0; k < p->stages[i].block.sampled_count; k++) {
            sample_param(world, &p->stages[i].block.sampled[k], slot);
        }
    }
    return sample(world, &p->numbers[ATTRIBUTE_RADIUS], slot);
}

/* ---- A change of profile --------------------------------------------------------------------- */

params_sampled *attributes_find_param(profile *p, wend_kind kind, uint32_t purpose) {
    for (uint32_t i = 0; i < PROFILE_STAGES; i++) {
        params_block *block = &p->stages[i].block;
        for (uint32_t k = 0; profile_kinds[i] == kind && k < block->sampled_count; k++) {
            if (block->sampled[k].purpose == purpose) {
                return &block->sampled[k];
            }
        }
    }
    return NULL;
}

/* Writes an agent's value of a parameter to `out`. Returns true if it is the agent's own value, not
 * the constant of the profile. */
static bool has_own_value(const params_sampled *sampled, uint32_t slot, float *out) {
    *out = wend_column_at(params_sampled_column(sampled), slot);
    return sampled->number.kind != WEND_DISTRIBUTION_CONSTANT || *out != sampled->constant;
}

/* Finds the values that an agent keeps for a parameter of its new profile. Returns NULL if its old
 * profile has no such parameter or, with `resamples`, another distribution for it. */
static const params_sampled *find_kept(profile *from, wend_kind kind, const params_sampled *taken,
                                       bool resamples) {
    const params_sampled *old = attributes_find_param(from, kind, taken->purpose);
    const wend_distribution *was = old ? &old->number : NULL, *is = &taken->number;
    bool same = was && was->kind == is->kind && was->a == is->a && was->b == is->b &&
                was->low == is->low && was->high == is->high;
    return same || !resamples ? old : NULL;
}

/* Prepares a change of profile. If the agent has its own value for a parameter of the new profile,
 * allocates an array with a value per slot for that parameter. Returns false if out of memory. */
static bool reserve_params(wend_world *world, uint32_t slot, profile *from, profile *to,
                           bool resamples) {
    for (uint32_t i = 0; i < PROFILE_STAGES; i++) {
        params_block *block = &to->stages[i].block;
        for (uint32_t k = 0; k < block->sampled_count; k++) {
            params_sampled *sampled = &block->sampled[k];
            const params_sampled *old = find_kept(from, profile_kinds[i], sampled, resamples);
            float value;
            if (old && has_own_value(old, slot, &value) && value != sampled->constant &&
                !params_sampled_add_values(sampled, &world->memory, world->cold.capacity)) {
                return false;
            }
        }
    }
    return true;
}

static void keep_params(const wend_world *world, uint32_t slot, profile *from, profile *to,
                        bool resamples) {
    for (uint32_t i = 0; i < PROFILE_STAGES; i++) {
        params_block *block = &to->stages[i].block;
        for (uint32_t k = 0; k < block->sampled_count; k++) {
            params_sampled *sampled = &block->sampled[k];
            const params_sampled *old = find_kept(from, profile_kinds[i], sampled, resamples);
            float value;
            if (!old || !has_own_value(old, slot, &value)) {
                sample_param(world, sampled, slot);
            } else if (sampled->values) {
                sampled->values[slot] = value;
            }
        }
    }
}

bool attributes_change_profile(wend_world *world, uint32_t slot, uint32_t from, uint32_t to,
                               bool resamples) {
    profile *old = &world->profiles[from], *taken = &world->profiles[to];
    bool good = true;
    for (uint32_t i = ATTRIBUTE_PREFERRED_SPEED; i < ATTRIBUTE_NUMBER_COUNT && good; i++) {
        bool same = old->numbers[i].constant == taken->numbers[i].constant;
        good = same || world->cold.attributes[i] || attributes_create_column(world, i);
    }
    good = good && reserve_params(world, slot, old, taken, resamples);
    profiles_link(world); /* parameters may have gained columns */
    if (good) {
        keep_params(world, slot, old, taken, resamples);
        attributes_note_speed(
            world, wend_column_at(attribute_column(world, from, ATTRIBUTE_MAX_SPEED), slot));
    }
    return good;
}
