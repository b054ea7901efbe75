/* Computes the terrain weights of a profile for each weight class.
 *
 * Weights may be distributions. Agents are divided into eight weight classes, so that agents of the
 * same class share weights, and therefore also fields. For every distribution, class k (from 0)
 * uses the quantile (k + 0.5) / 8, the middle of its eighth. */
#include "step/ground/rules.h"

#include <math.h>

#include "base/hash.h"
#include "step/params.h"

/* Returns the weight of a class. For class k, this is the quantile (k + 0.5) / 8 of the
 * distribution. */
static double weight_of_class(const wend_distribution *number, uint32_t class) {
    /* Quantiles of the standard normal distribution at 1/16, 3/16, ..., 15/16. */
    static const double normal[WEND_MAX_WEIGHT_CLASSES] = {
        -1.5341205443525459, -0.8871465590188762, -0.48877641111466941, -0.15731068461017073,
        0.15731068461017073, 0.48877641111466941, 0.8871465590188762,   1.5341205443525459};
    double middle = (class + 0.5) / WEND_MAX_WEIGHT_CLASSES, value;
    switch (number->kind) {
    case WEND_DISTRIBUTION_UNIFORM:
        return fmin(number->a, number->b) + fabs(number->b - number->a) * middle;
    case WEND_DISTRIBUTION_NORMAL:
        value = number->a + number->b * normal[class];
        return number->low < number->high ? fmin(fmax(value, number->low), number->high) : value;
    default:
        return number->a;
    }
}

/* Returns a hash that identifies the weights of a class and of slopes; 0 if all weights are 1 and
 * slopes have none. */
static uint64_t hash_class(const terrain_rules *rules, uint32_t class) {
    uint64_t hash = 0;
    for (uint32_t i = 0; i < rules->count; i++) {
        float weight = rules->items[i].weights[class];
        if (weight != 1.0F) {
            hash = hash_bytes(&weight, sizeof weight, hash_combine(hash, rules->items[i].type));
        }
    }
    if (rules->slope_weight > 0.0F) {
        uint64_t start = hash_combine(hash, params_purpose("profile", "slope_weight"));
        hash = hash_bytes(&rules->slope_weight, sizeof rules->slope_weight, start);
    }
    return hash;
}

static bool is_one(const wend_distribution *number) {
    return number->kind == WEND_DISTRIBUTION_CONSTANT && number->a == 1.0;
}

bool terrain_rules_have_weights(const terrain_rules *rules) {
    bool any = rules->slope_weight > 0.0F;
    for (uint32_t i = 0; i < rules->count; i++) {
        any = any || !is_one(&rules->items[i].weight);
    }
    return any;
}

bool terrain_rules_have_speeds(const terrain_rules *rules) {
    bool any = false;
    for (uint32_t i = 0; i < rules->count; i++) {
        any = any || !is_one(&rules->items[i].speed_factor);
    }
    return any;
}

void terrain_rules_prepare(terrain_rules *rules) {
    rules->class_count = 1;
    for (uint32_t i = 0; i < rules->count; i++) {
        terrain_rule *rule = &rules->items[i];
        bool varies = rule->weight.kind != WEND_DISTRIBUTION_CONSTANT;
        rules->class_count = varies ? WEND_MAX_WEIGHT_CLASSES : rules->class_count;
        rule->purpose = (uint32_t)hash_combine(params_purpose("profile", "terrain"), rule->type);
        for (uint32_t k = 0; k < WEND_MAX_WEIGHT_CLASSES; k++) {
            rule->weights[k] = (float)weight_of_class(&rule->weight, k);
        }
    }
    for (uint32_t k = 0; k < WEND_MAX_WEIGHT_CLASSES; k++) {
        rules->class_hashes[k] = hash_class(rules, k);
    }
}
