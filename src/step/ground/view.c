/* The view's functions for the ground: height, belts, terrain weights and speeds. An agent's weight
 * class follows from its key, so nothing is stored per agent. */
#include <wend/random.h>

#include "base/error.h"
#include "step/internals.h"
#include "step/params.h"

/* Returns the rules of an agent's profile; NULL if the profile has none. */
static const terrain_rules *rules_of(const wend_view *view, uint32_t index) {
    WEND_ASSERT(index < view->body_count);
    const terrain_table *table = view->internals->terrains;
    uint32_t profile = wend_body_profile(&view->bodies[index]);
    return table && profile < table->count ? &table->items[profile] : NULL;
}

static const terrain_rule *rule_of(const terrain_rules *rules, uint32_t type) {
    for (uint32_t i = 0; rules && i < rules->count; i++) {
        if (rules->items[i].type == type) {
            return &rules->items[i];
        }
    }
    return NULL;
}

/* Returns the weight class of an agent. */
static uint32_t class_of(const wend_view *view, const terrain_rules *rules, uint32_t index) {
    if (rules->class_count <= 1) {
        return 0;
    }
    uint64_t bits = wend_random_bits(view->seed, wend_view_key(view, index), 0,
                                     params_purpose("profile", "weight_class"));
    return (uint32_t)(bits % WEND_MAX_WEIGHT_CLASSES);
}

double wend_view_height(const wend_view *view, wend_location location) {
    return wend_space_height(view->space, location);
}

wend_vec2 wend_view_ground_velocity(const wend_view *view, wend_location location) {
    const belt_table *belts = view->internals->belts;
    uint32_t belt = belts && belts->any_moves ? belts_find(belts, location) : WEND_NONE;
    return belt == WEND_NONE ? (wend_vec2){0.0F, 0.0F} : belts->items[belt].velocity;
}

uint32_t wend_view_terrain(const wend_view *view, wend_location location) {
    return wend_space_terrain(view->space, location);
}

float wend_view_terrain_weight(const wend_view *view, uint32_t index, uint32_t type) {
    const terrain_rules *rules = rules_of(view, index);
    const terrain_rule *rule = rule_of(rules, type);
    return rule ? rule->weights[class_of(view, rules, index)] : 1.0F;
}

float wend_view_ground_weight(const wend_view *view, uint32_t index, uint32_t type, float slope) {
    const terrain_rules *rules = rules_of(view, index);
    float weight = wend_view_terrain_weight(view, index, type);
    return rules ? weight * (1.0F + rules->slope_weight * slope) : weight;
}

bool wend_view_profile_has_weights(const wend_view *view, uint32_t profile) {
    const terrain_table *table = view->internals->terrains;
    return table && profile < table->count && terrain_rules_have_weights(&table->items[profile]);
}

float wend_view_terrain_speed(const wend_view *view, uint32_t index, uint32_t type) {
    const terrain_rule *rule = rule_of(rules_of(view, index), type);
    if (!rule) {
        return 1.0F;
    }
    return rule->speed_factor.kind == WEND_DISTRIBUTION_CONSTANT
               ? (float)rule->speed_factor.a
               : params_sample(&rule->speed_factor, view->seed, wend_view_key(view, index),
                               rule->purpose);
}

uint64_t wend_view_weight_class(const wend_view *view, uint32_t index) {
    const terrain_rules *rules = rules_of(view, index);
    return rules ? rules->class_hashes[class_of(view, rules, index)] : 0;
}
