/* Reads the keys `terrain` and `slope_weight` of a profile: its rules for terrain types. */
#include "scenario/terrain.h"

#include <math.h>
#include <string.h>

#include "base/text.h"
#include "scenario/fields.h"

/* ---- Types ----------------------------------------------------------------------------------- */

/* True if terrain of a .wmap file has a number as its type, and no name for it. */
static bool is_loaded(const wend_scenario *s, uint32_t number) {
    if (s->loaded_space == NULL || wend_space_terrain_name(s->space, number)[0] != '\0') {
        return false;
    }
    for (uint32_t i = 0; i < s->space_def.layer_count; i++) {
        const wend_layer_def *layer = &s->space_def.layers[i];
        for (uint32_t k = 0; k < layer->terrain_count; k++) {
            if (layer->terrains[k].type == number) {
                return true;
            }
        }
    }
    return false;
}

/* True if some terrain states a number as its type. The numbers that names got do not count: they
 * depend on the order of the terrain. */
static bool is_stated(const wend_scenario *s, uint32_t number) {
    for (uint32_t i = 0; i < s->terrain_number_count; i++) {
        if (s->terrain_numbers[i] == number) {
            return true;
        }
    }
    return is_loaded(s, number);
}

/* Finds the terrain type that a rule names, by its name or a number that some terrain states. */
static bool find_type(const wend_scenario *s, const char *name, uint32_t *type) {
    double number = 0.0;
    *type = wend_space_find_terrain(s->space, name);
    if (*type != WEND_NO_TERRAIN) {
        return true;
    }
    if (text_parse_double(name, &number) && number >= 0.0 && number <= 1000000.0 &&
        number == (double)(uint32_t)number) {
        *type = (uint32_t)number;
        return is_stated(s, *type);
    }
    *type = 0;
    return strcmp(name, TERRAIN_GROUND) == 0;
}

static void fail_unknown(const wend_scenario *s, reader *r, const node_member *member) {
    enum { MOST = 64 };
    const char *names[MOST + 1] = {TERRAIN_GROUND};
    uint32_t count = 1, total = wend_space_terrain_name_count(s->space);
    for (uint32_t i = 0; i < total && count <= MOST; i++) {
        const char *name = wend_space_terrain_name(s->space, i);
        if (name[0] != '\0') {
            names[count++] = name;
        }
    }
    char hint[200];
    node at = {.source = member->value->source, .line = member->line, .column = member->column};
    read_fail(r, &at, WEND_ERROR_NAME, "the space has no terrain '%.60s'%s", member->key,
              text_suggest(member->key, names, count, hint, sizeof hint));
}

/* ---- Rules ----------------------------------------------------------------------------------- */

/* True if a rule forbids its terrain: `forbidden`, or {forbidden: true}. */
static bool read_forbidden(reader *r, const node *rule) {
    if (rule->kind == NODE_SCALAR) {
        bool is_forbidden = strcmp(rule->text, format_terrain_rule_item.choices[0]) == 0;
        if (!is_forbidden) {
            read_fail_wrong_type(r, rule, format_terrain_rule.what,
                                 "'forbidden' or a mapping such as {weight: 3}");
        }
        return is_forbidden;
    }
    return member_check(r, rule, &format_terrain_rule) &&
           member_bool(r, rule, &format_terrain_rule, "forbidden", false);
}

static bool is_infinity(const node *value) {
    static const char *const words[] = {".inf", ".Inf", ".INF", "inf", "infinity"};
    bool is_word = false;
    for (size_t i = 0; i < sizeof words / sizeof words[0] && value->kind == NODE_SCALAR; i++) {
        is_word = is_word || strcmp(value->text, words[i]) == 0;
    }
    return is_word;
}

/* Reads a weight. Infinity would forbid the terrain, for which there is a key. */
static wend_distribution read_weight(reader *r, const node *rule, wend_distribution fallback) {
    const node *value = node_get(rule, "weight");
    if (value != NULL && is_infinity(value)) {
        read_fail(r, value, WEND_ERROR_INVALID,
                  "weight must be a number from 1e-06 to 1000000, found '%.40s'; to keep agents "
                  "off a terrain, write 'forbidden'",
                  value->text);
    }
    return member_sampled(r, rule, &format_terrain_rule, "weight", fallback);
}

static void read_rule(reader *r, const node *rule, wend_terrain_rule *out) {
    if (read_forbidden(r, rule)) {
        out->weight = wend_constant((double)INFINITY);
    } else if (reader_ok(r)) {
        out->weight = read_weight(r, rule, out->weight);
        out->speed_factor =
            member_sampled(r, rule, &format_terrain_rule, "speed", out->speed_factor);
    }
}

static void read_rules(const wend_scenario *s, reader *r, const node *rules,
                       wend_profile_def *def) {
    if (rules->count > WEND_MAX_TERRAIN_RULES) {
        read_fail(r, rules, WEND_ERROR_LIMIT,
                  "a profile may have rules for at most %d terrain types, found %u",
                  WEND_MAX_TERRAIN_RULES, rules->count);
    }
    wend_terrain_rule *items = read_allocate(r, rules->count, sizeof *items);
    for (uint32_t i = 0; i < rules->count && reader_ok(r); i++) {
        const node_member *member = &rules->members[i];
        items[i] = wend_default_terrain_rule();
        if (find_type(s, member->key, &items[i].type)) {
            read_rule(r, member->value, &items[i]);
        } else {
            fail_unknown(s, r, member);
        }
    }
    def->terrain_rules = items;
    def->terrain_rule_count = rules->count;
}

void terrain_read_rules(const wend_scenario *s, reader *r, const node *profile,
                        wend_profile_def *def) {
    const node *rules = node_get(profile, "terrain");
    def->slope_weight =
        member_number(r, profile, &format_profile, "slope_weight", def->slope_weight);
    if (rules != NULL && reader_ok(r) && read_is_mapping(r, rules, "terrain")) {
        read_rules(s, r, rules, def);
    }
}
