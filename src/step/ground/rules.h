/* step/ground/rules.h: the rules that profiles have for terrain types: weights and speed
 * factors. */
#ifndef STEP_GROUND_RULES_H
#define STEP_GROUND_RULES_H

#include <wend/world.h>

/* A profile's rule for one terrain type. */
typedef struct terrain_rule {
    uint32_t type;
    wend_distribution weight, speed_factor;
    uint32_t purpose;                       /* random stream of the speed factor */
    float weights[WEND_MAX_WEIGHT_CLASSES]; /* indexed by weight class */
} terrain_rule;

/* The rules of one profile, sorted by terrain type. */
typedef struct terrain_rules {
    terrain_rule *items; /* NULL if the profile has no rules */
    uint32_t count;
    float slope_weight;   /* wend_profile_def.slope_weight */
    uint32_t class_count; /* 1 or WEND_MAX_WEIGHT_CLASSES */
    /* Indexed by weight class: wend_view_weight_class. */
    uint64_t class_hashes[WEND_MAX_WEIGHT_CLASSES];
} terrain_rules;

/* The rules of all profiles. */
typedef struct terrain_table {
    terrain_rules *items; /* indexed by profile; NULL if no profile has rules */
    uint32_t count, capacity;
} terrain_table;

/* Computes the weights, weight classes and hashes from the distributions. The rules must be sorted
 * by terrain type. */
void terrain_rules_prepare(terrain_rules *rules);

/* True if some weight is not always 1, or slopes have weight; likewise for speed factors. */
bool terrain_rules_have_weights(const terrain_rules *rules);
bool terrain_rules_have_speeds(const terrain_rules *rules);

#endif
