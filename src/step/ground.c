/* Terrain as agents see it.
 *
 * The weights of an agent are those of its class, which follows from its key: nothing is kept for
 * an agent. A class stands for an eighth of every distribution, by the number in its middle. */
#include "step/ground.h"

#include <math.h>
#include <string.h>

#include <wend/random.h>

#include "base/error.h"
#include "base/hash.h"
#include "space/parts.h"
#include "step/inside.h"
#include "step/params.h"

/* ---- Classes --------------------------------------------------------------------------------- */

/* The number of a distribution in the middle of an eighth of it. */
static double weight_of_class(const wend_distribution *number, uint32_t class) {
    /* Deviations from the mean of a normal distribution at the odd sixteenths. */
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

/* A name for the weights of a class: 0 if all are 1. */
static uint64_t name_of_class(const terrain_rules *rules, uint32_t class) {
    uint64_t hash = 0;
    for (uint32_t i = 0; i < rules->count; i++) {
        float weight = rules->items[i].weights[class];
        if (weight != 1.0F) {
            hash = hash_bytes(&weight, sizeof weight, hash_combine(hash, rules->items[i].type));
        }
    }
    return hash;
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
        rules->names[k] = name_of_class(rules, k);
    }
}

/* ---- The view -------------------------------------------------------------------------------- */

static const terrain_rules *rules_of(const wend_view *view, uint32_t index) {
    WEND_ASSERT(index < view->body_count);
    const terrain_table *table = view->internals->terrains;
    uint32_t profile = wend_body_profile(&view->bodies[index]);
    bool any = table && profile < table->count && table->items[profile].count > 0;
    return any ? &table->items[profile] : NULL;
}

static const terrain_rule *rule_of(const terrain_rules *rules, uint32_t type) {
    for (uint32_t i = 0; rules && i < rules->count; i++) {
        if (rules->items[i].type == type) {
            return &rules->items[i];
        }
    }
    return NULL;
}

/* The class that an agent is in. */
static uint32_t class_of(const wend_view *view, const terrain_rules *rules, uint32_t index) {
    if (rules->class_count == 1) {
        return 0;
    }
    uint64_t bits = wend_random_bits(view->seed, wend_view_key(view, index), 0,
                                     params_purpose("profile", "weight_class"));
    return (uint32_t)(bits % WEND_MAX_WEIGHT_CLASSES);
}

uint32_t wend_view_terrain(const wend_view *view, wend_location place) {
    return wend_space_terrain(view->space, place);
}

float wend_view_terrain_weight(const wend_view *view, uint32_t index, uint32_t type) {
    const terrain_rules *rules = rules_of(view, index);
    const terrain_rule *rule = rule_of(rules, type);
    return rule ? rule->weights[class_of(view, rules, index)] : 1.0F;
}

float wend_view_terrain_speed(const wend_view *view, uint32_t index, uint32_t type) {
    const terrain_rule *rule = rule_of(rules_of(view, index), type);
    if (!rule) {
        return 1.0F;
    }
    return rule->speed_factor.kind == WEND_DISTRIBUTION_CONSTANT
               ? (float)rule->speed_factor.a
               : params_draw(&rule->speed_factor, view->seed, wend_view_key(view, index),
                             rule->purpose);
}

uint64_t wend_view_weight_class(const wend_view *view, uint32_t index) {
    const terrain_rules *rules = rules_of(view, index);
    return rules ? rules->names[class_of(view, rules, index)] : 0;
}

/* ---- Visible parts of a polyline ------------------------------------------------------------- */

/* The walls of the overlay on a layer. */
typedef struct overlay_source {
    const overlay *over;
    uint32_t layer;
} overlay_source;

static bool next_wall(const void *context, uint32_t *at, wend_vec2 *a, wend_vec2 *b) {
    const overlay_source *source = context;
    while (*at < source->over->wall_count) {
        const overlay_wall *wall = &source->over->walls[(*at)++];
        if (wall->layer == source->layer) {
            *a = wall->a;
            *b = wall->b;
            return true;
        }
    }
    return false;
}

uint32_t wend_view_visible_parts(const wend_view *view, wend_location from, float radius,
                                 const wend_location *points, uint32_t count, wend_interval *out,
                                 uint32_t capacity) {
    WEND_ASSERT((points != NULL || count == 0) && (out != NULL || capacity == 0));
    overlay_source source = {view->internals->overlay, from.layer};
    const space_extra_walls extra = {next_wall, &source};
    return space_visible_parts(view->space, from, radius, points, count, view->classes, &extra,
                               (space_parts){out, capacity});
}
