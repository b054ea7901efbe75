/* The terrain rules of profiles: checks the rules, resolves names to terrain types, and sorts the
 * rules by type. */
#include <math.h>
#include <string.h>

#include "base/error.h"
#include "base/text.h"
#include "state/ground.h"

static const double MAX_SLOPE_WEIGHT = 1e6;

wend_terrain_rule wend_default_terrain_rule(void) {
    return (wend_terrain_rule){.weight = wend_constant(1.0), .speed_factor = wend_constant(1.0)};
}

/* Finds the terrain type to which a rule applies. */
static wend_result find_type(const wend_world *world, const wend_terrain_rule *rule, uint32_t *type,
                             wend_error *error) {
    *type = rule->type;
    if (!rule->terrain) {
        return WEND_OK;
    }
    *type = wend_space_find_terrain(world->space, rule->terrain);
    if (*type != WEND_NO_TERRAIN) {
        return WEND_OK;
    }
    const char *names[64];
    uint32_t count = 0, name_count = wend_space_terrain_name_count(world->space);
    for (uint32_t i = 0; i < name_count && count < 64; i++) {
        const char *name = wend_space_terrain_name(world->space, i);
        if (name[0]) {
            names[count++] = name;
        }
    }
    char hint[WEND_ERROR_MESSAGE_SIZE / 2];
    return error_set(error, WEND_ERROR_NAME, "the space has no terrain '%.64s'%s", rule->terrain,
                     text_suggest(rule->terrain, names, count, hint, sizeof hint));
}

static wend_result check_rule(const wend_terrain_rule *rule, wend_error *error) {
    bool forbidden = rule->weight.kind == WEND_DISTRIBUTION_CONSTANT && rule->weight.a == INFINITY;
    wend_result result = forbidden ? WEND_OK
                                   : params_check_number("the weight of a terrain", &rule->weight,
                                                         1e-6, 1e6, "1", error);
    return result == WEND_OK ? params_check_number("the speed factor of a terrain",
                                                   &rule->speed_factor, 0.0, 100.0, "1", error)
                             : result;
}

/* Inserts a rule into the list sorted by type. Returns false if the type already has a rule. */
static bool insert_rule(terrain_rules *rules, const terrain_rule *rule) {
    uint32_t at = rules->count;
    for (; at > 0 && rules->items[at - 1].type > rule->type; at--) {
        rules->items[at] = rules->items[at - 1];
    }
    rules->items[at] = *rule;
    rules->count++;
    return at == 0 || rules->items[at - 1].type != rule->type;
}

static wend_result fill(const wend_world *world, const wend_profile_def *def, terrain_rules *rules,
                        wend_error *error) {
    for (uint32_t i = 0; i < def->terrain_rule_count; i++) {
        const wend_terrain_rule *given = &def->terrain_rules[i];
        terrain_rule rule = {.weight = given->weight, .speed_factor = given->speed_factor};
        wend_result result = find_type(world, given, &rule.type, error);
        result = result == WEND_OK ? check_rule(given, error) : result;
        if (result != WEND_OK) {
            return result;
        }
        if (!insert_rule(rules, &rule)) {
            return error_set(error, WEND_ERROR_NAME,
                             "a profile has two rules for terrain type %u; expected one",
                             rule.type);
        }
    }
    terrain_rules_prepare(rules);
    return WEND_OK;
}

void terrains_drop(wend_world *world, uint32_t index) {
    if (index < world->terrains.count) {
        terrain_rules *old = &world->terrains.items[index];
        memory_free(&world->memory, old->items, old->count * sizeof *old->items);
        *old = (terrain_rules){0};
    }
}

bool terrains_reserve(wend_world *world, uint32_t count) {
    terrain_table *table = &world->terrains;
    if (!memory_grow(&world->memory, (void **)&table->items, sizeof *table->items, &table->capacity,
                     count)) {
        return false;
    }
    while (table->count < count) {
        table->items[table->count++] = (terrain_rules){0};
    }
    return true;
}

void terrains_swap(wend_world *world, uint32_t a, uint32_t b) {
    terrain_rules *items = world->terrains.items, rules = items[a];
    items[a] = items[b];
    items[b] = rules;
}

wend_result terrains_add(wend_world *world, uint32_t index, const wend_profile_def *def,
                         wend_error *error) {
    terrain_table *table = &world->terrains;
    uint32_t count = def->terrain_rule_count;
    terrains_drop(world, index);
    if (!(def->slope_weight >= 0.0 && def->slope_weight <= MAX_SLOPE_WEIGHT)) {
        return error_set(error, WEND_ERROR_INVALID,
                         "slope_weight is %g; expected a number from 0 to %g", def->slope_weight,
                         MAX_SLOPE_WEIGHT);
    }
    if (count == 0 && def->slope_weight == 0.0) {
        return WEND_OK;
    }
    if (count > WEND_MAX_TERRAIN_RULES || (count > 0 && !def->terrain_rules)) {
        return error_set(
            error, count > WEND_MAX_TERRAIN_RULES ? WEND_ERROR_LIMIT : WEND_ERROR_INVALID,
            "a profile has %u terrain rules%s; at most %d are possible", count,
            def->terrain_rules ? "" : ", but terrain_rules is NULL", WEND_MAX_TERRAIN_RULES);
    }
    terrain_rules made = {.slope_weight = (float)def->slope_weight};
    made.items = count > 0 ? memory_get(&world->memory, count * sizeof *made.items) : NULL;
    if ((count > 0 && !made.items) || !terrains_reserve(world, index + 1)) {
        memory_free(&world->memory, made.items, count * sizeof *made.items);
        return error_no_memory(error, "the world");
    }
    wend_result result = fill(world, def, &made, error);
    if (result != WEND_OK) {
        memory_free(&world->memory, made.items, count * sizeof *made.items);
        return result;
    }
    table->items[index] = made;
    return WEND_OK;
}

void terrains_free(wend_world *world) {
    for (uint32_t i = 0; i < world->terrains.count; i++) {
        terrains_drop(world, i);
    }
    memory_free(&world->memory, world->terrains.items,
                world->terrains.capacity * sizeof *world->terrains.items);
}
