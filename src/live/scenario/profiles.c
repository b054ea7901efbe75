/* Writes the key `profiles`. */
#include "live/scenario/scene.h"
#include <math.h>
#include <string.h>
#include <wend/names.h>

static void write_number(scene *s, const char *key, const wend_distribution *number) {
    if (number->kind != WEND_DISTRIBUTION_CONSTANT || isfinite(number->a)) {
        yaml_add(s->out, "    %s: ", key);
        yaml_distribution(s->out, number);
        yaml_add_text(s->out, "\n");
    }
}

static void write_choice(scene *s, const char *key, const wend_choice *choice) {
    yaml_add(s->out, "    %s: ", key);
    scene_write_choice(s, choice);
    yaml_add_text(s->out, "\n");
}

/* Appends the name of a terrain type as rules use it. */
static void write_type(scene *s, uint32_t type) {
    const char *name = wend_space_terrain_name(s->space, type);
    if (name[0] != '\0') {
        yaml_quote(s->out, name);
    } else if (type == 0) {
        yaml_add_text(s->out, "ground");
    } else {
        yaml_add(s->out, "%u", type);
    }
}

static void write_rules(scene *s, const wend_profile_def *def) {
    yaml_add_text(s->out, def->terrain_rule_count > 0 ? "    terrain:\n" : "");
    for (uint32_t i = 0; i < def->terrain_rule_count; i++) {
        const wend_terrain_rule *rule = &def->terrain_rules[i];
        bool forbidden =
            rule->weight.kind == WEND_DISTRIBUTION_CONSTANT && !isfinite(rule->weight.a);
        yaml_add_text(s->out, "      ");
        write_type(s, rule->type);
        yaml_add_text(s->out, forbidden ? ": {forbidden: true" : ": {weight: ");
        if (!forbidden) {
            yaml_distribution(s->out, &rule->weight);
        }
        yaml_add_text(s->out, ", speed: ");
        yaml_distribution(s->out, &rule->speed_factor);
        yaml_add_text(s->out, "}\n");
    }
    if (def->slope_weight > 0.0) {
        yaml_add_text(s->out, "    slope_weight: ");
        yaml_single(s->out, def->slope_weight);
        yaml_add_text(s->out, "\n");
    }
}

static void write_profile(scene *s, wend_profile profile, const wend_profile_def *def) {
    yaml_add_text(s->out, "  ");
    yaml_quote(s->out, scene_profile_name(s, profile));
    yaml_add_text(s->out, ":\n");
    write_number(s, "radius", &def->radius);
    write_number(s, "speed", &def->preferred_speed);
    write_number(s, "max_speed", &def->max_speed);
    write_number(s, "max_acceleration", &def->max_acceleration);
    write_number(s, "max_turn_rate", &def->max_turn_rate);
    write_choice(s, "select", &def->select);
    write_choice(s, "plan", &def->plan);
    write_choice(s, "follow", &def->follow);
    write_choice(s, "steer", &def->steer);
    yaml_add_text(s->out, def->modify_count > 0 ? "    modify: [" : "");
    for (uint32_t i = 0; i < def->modify_count; i++) {
        yaml_add_text(s->out, i > 0 ? ", " : "");
        scene_write_choice(s, &def->modify[i]);
    }
    yaml_add_text(s->out, def->modify_count > 0 ? "]\n" : "");
    write_rules(s, def);
}

/* ---- Variants -------------------------------------------------------------------------------- */

static bool has_equal_value(const wend_value *a, const wend_value *b) {
    bool same = a->kind == b->kind && a->point_count == b->point_count &&
                a->number.kind == b->number.kind && a->number.a == b->number.a &&
                a->number.b == b->number.b && a->number.low == b->number.low &&
                a->number.high == b->number.high;
    same = same && (a->kind != WEND_VALUE_TEXT || strcmp(a->text, b->text) == 0);
    for (uint32_t i = 0; i < a->point_count && same; i++) {
        same = a->points[i].x == b->points[i].x && a->points[i].y == b->points[i].y;
    }
    return same;
}

static bool has_equal_choice(const wend_choice *a, const wend_choice *b) {
    bool same = strcmp(a->name, b->name) == 0 && a->setting_count == b->setting_count;
    for (uint32_t i = 0; same && i < a->setting_count; i++) {
        same = strcmp(a->settings[i].name, b->settings[i].name) == 0 &&
               has_equal_value(&a->settings[i].value, &b->settings[i].value);
    }
    return same;
}

/* True if two profiles have the same entries and rules for terrain. */
static bool has_equal_models(const wend_profile_def *a, const wend_profile_def *b) {
    bool same = has_equal_choice(&a->select, &b->select) && has_equal_choice(&a->plan, &b->plan) &&
                has_equal_choice(&a->follow, &b->follow) &&
                has_equal_choice(&a->steer, &b->steer) && a->modify_count == b->modify_count &&
                a->terrain_rule_count == b->terrain_rule_count &&
                a->slope_weight == b->slope_weight;
    for (uint32_t i = 0; same && i < a->modify_count; i++) {
        same = has_equal_choice(&a->modify[i], &b->modify[i]);
    }
    for (uint32_t i = 0; same && i < a->terrain_rule_count; i++) {
        const wend_terrain_rule *x = &a->terrain_rules[i], *y = &b->terrain_rules[i];
        same = x->type == y->type && x->weight.a == y->weight.a && x->weight.b == y->weight.b &&
               x->speed_factor.a == y->speed_factor.a && x->speed_factor.b == y->speed_factor.b;
    }
    return same;
}

wend_profile scene_variant_base(scene *s, wend_profile profile) {
    wend_terrain_rule rules[2][WEND_MAX_TERRAIN_RULES];
    wend_profile_def def, other;
    const wend_profile none = {0};
    if (!wend_world_get_profile_def(s->world, profile, &def, NULL) || def.variant_of == NULL ||
        (def.name != NULL && def.name[0] != '\0')) {
        return none;
    }
    wend_profile base = wend_world_find_profile(s->world, def.variant_of);
    bool known = wend_world_get_profile_def(s->world, profile, &def, rules[0]) &&
                 wend_world_get_profile_def(s->world, base, &other, rules[1]);
    return known && has_equal_models(&def, &other) ? base : none;
}

wend_result scene_write_profiles(scene *s) {
    uint32_t written = 0;
    for (uint32_t i = 0; i < wend_world_profile_count(s->world); i++) {
        wend_profile profile = wend_world_profile_at(s->world, i);
        wend_terrain_rule rules[WEND_MAX_TERRAIN_RULES];
        wend_profile_def def;
        bool derived = wend_world_get_profile_base(s->world, profile).value != 0 ||
                       scene_variant_base(s, profile).value != 0;
        if (!derived && wend_world_get_profile_def(s->world, profile, &def, rules)) {
            yaml_add_text(s->out, written++ == 0 ? "profiles:\n" : "");
            write_profile(s, profile, &def);
        }
    }
    return WEND_OK;
}
