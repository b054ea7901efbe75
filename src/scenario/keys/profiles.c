/* Reads the keys `profiles`, `select`, `plan`, `follow`, `modify` and `steer`: the properties and
 * models of agents, and the default models. */
#include "scenario/fields.h"
#include "scenario/preset.h"
#include "scenario/scenario.h"
#include "scenario/terrain.h"
#include <math.h>
#include <stdio.h>
#include <string.h>

/* Mappings without a name. They hold settings for an entry that is named elsewhere, or for the
 * default entry. */
typedef struct unnamed_choices {
    const node *select, *plan, *follow, *steer;
} unnamed_choices;

static void read_choice_key(reader *r, const node *mapping, const char *key, wend_choice *out,
                            const node **unnamed) {
    const node *value = node_get(mapping, key);
    if (value == NULL) {
        return;
    }
    *unnamed = value->kind == NODE_MAPPING && node_get(value, "name") == NULL ? value : NULL;
    if (*unnamed == NULL) {
        *out = scenario_read_choice(r, value, format_row(&format_profile, key)->kind);
    } else {
        *out = (wend_choice){.name = out->name};
    }
}

uint32_t scenario_read_modifiers(reader *r, const node *value, wend_choice *out) {
    if (value->kind != NODE_LIST) {
        out[0] = scenario_read_choice(r, value, WEND_KIND_MODIFIER);
        return 1;
    }
    if (value->count > WEND_MAX_MODIFIERS) {
        read_fail(r, value, WEND_ERROR_LIMIT, "modify must be a list of at most %d, found %u",
                  WEND_MAX_MODIFIERS, value->count);
        return 0;
    }
    for (uint32_t i = 0; i < value->count; i++) {
        out[i] = scenario_read_choice(r, value->items[i], WEND_KIND_MODIFIER);
    }
    return value->count;
}

static void read_choices(reader *r, const node *mapping, wend_profile_def *def,
                         unnamed_choices *unnamed) {
    read_choice_key(r, mapping, "select", &def->select, &unnamed->select);
    read_choice_key(r, mapping, "plan", &def->plan, &unnamed->plan);
    read_choice_key(r, mapping, "follow", &def->follow, &unnamed->follow);
    read_choice_key(r, mapping, "steer", &def->steer, &unnamed->steer);
    const node *modifiers = node_get(mapping, "modify");
    if (modifiers != NULL && reader_ok(r)) {
        def->modify_count = scenario_read_modifiers(r, modifiers, def->modify);
    }
}

/* Reads the numbers of a profile. If a preferred speed is given without a maximum speed, the
 * maximum is raised to the preferred speed, so that no agent prefers a speed that it cannot reach.
 */
static void read_numbers(reader *r, const node *mapping, const format_table *table,
                         wend_profile_def *def) {
    def->radius = member_sampled(r, mapping, table, "radius", def->radius);
    def->preferred_speed = member_sampled(r, mapping, table, "speed", def->preferred_speed);
    def->max_speed = member_sampled(r, mapping, table, "max_speed", def->max_speed);
    def->max_acceleration =
        member_sampled(r, mapping, table, "max_acceleration", def->max_acceleration);
    def->max_turn_rate = member_sampled(r, mapping, table, "max_turn_rate", def->max_turn_rate);
    if (reader_ok(r) && node_get(mapping, "max_speed") == NULL &&
        def->max_speed.kind == WEND_DISTRIBUTION_CONSTANT &&
        def->preferred_speed.kind == WEND_DISTRIBUTION_CONSTANT &&
        def->preferred_speed.a > def->max_speed.a) {
        def->max_speed.a = def->preferred_speed.a;
    }
}

/* ---- Defaults of models ---------------------------------------------------------------------- */

static bool has_door(const node *obstacles) {
    uint32_t count = obstacles != NULL && obstacles->kind == NODE_LIST ? obstacles->count : 0;
    for (uint32_t i = 0; i < count; i++) {
        if (node_get(obstacles->items[i], "door") != NULL) {
            return true;
        }
    }
    return false;
}

/* True if the file names a map of kind navmesh. */
static bool has_navmesh(const node *maps) {
    uint32_t count = maps != NULL && maps->kind == NODE_MAPPING ? maps->count : 0;
    for (uint32_t i = 0; i < count; i++) {
        const node *kind = node_get(maps->members[i].value, "kind");
        if (kind != NULL && kind->kind == NODE_SCALAR && strcmp(kind->text, "navmesh") == 0) {
            return true;
        }
    }
    return false;
}

/* True if there are walls to walk around. Walls of all classes count, even if the class is disabled
 * at the start. */
static bool has_walls(const wend_scenario *s, const node *root) {
    for (uint32_t i = 0; i < s->space_def.layer_count; i++) {
        const wend_layer_def *layer = &s->space_def.layers[i];
        if (layer->boundary_count > 0 || layer->solid_count > 0 || layer->open_wall_count > 0) {
            return true;
        }
    }
    return has_door(node_get(root, "obstacles"));
}

void scenario_resolve_planner(const wend_scenario *s, const node *root, wend_choice *plan) {
    if (plan->name != NULL && strcmp(plan->name, wend_default_profile_def().plan.name) == 0) {
        bool walls = has_walls(s, root) || has_navmesh(node_get(root, "maps"));
        plan->name = walls ? "navmesh" : "straight";
    }
}

/* Returns the planner that stands for the default planner `auto` in a scenario. */
static const char *planner_for(bool walls, bool weights) {
    return weights ? "weighted" : walls ? "navmesh" : "straight";
}

/* True if a profile has weights of terrain, forbidden terrain or a weight of slopes. */
static bool has_weights(const wend_profile_def *def) {
    bool any = def->slope_weight > 0.0;
    for (uint32_t i = 0; i < def->terrain_rule_count; i++) {
        const wend_distribution *weight = &def->terrain_rules[i].weight;
        any = any || weight->kind != WEND_DISTRIBUTION_CONSTANT || weight->a != 1.0;
    }
    return any;
}

bool scenario_may_be_default(wend_kind kind, const char *name) {
    const wend_profile_def def = wend_default_profile_def();
    if (preset_uses(kind, name)) {
        return true;
    }
    switch (kind) {
    case WEND_KIND_SELECTOR:
        return strcmp(name, def.select.name) == 0;
    case WEND_KIND_PLANNER:
        return strcmp(name, planner_for(true, false)) == 0 ||
               strcmp(name, planner_for(false, false)) == 0 ||
               strcmp(name, planner_for(true, true)) == 0;
    case WEND_KIND_FOLLOWER:
        return strcmp(name, def.follow.name) == 0;
    case WEND_KIND_STEERING:
        return strcmp(name, def.steer.name) == 0;
    default:
        return false;
    }
}

/* Reads settings that are given without a name, for an entry that is already known. */
static void read_unnamed(reader *r, const node *mapping, wend_kind kind, wend_choice *choice) {
    if (mapping == NULL || !reader_ok(r)) {
        return;
    }
    const wend_entry *entry = wend_registry_find(r->registry, kind, choice->name, r->error);
    if (entry == NULL) {
        read_fail_as(r, mapping, WEND_ERROR_NAME);
        return;
    }
    scenario_read_settings(r, mapping, entry, choice);
}

/* Completes the models of a profile. The default planner `auto` is replaced here by the planner
 * that the world would choose, except that a missing map is built. Settings that the file gives
 * for `auto` then apply to a known planner, and reports show its name. */
static void fill_choices(reader *r, wend_profile_def *def, const unnamed_choices *unnamed,
                         bool walls) {
    if (strcmp(def->plan.name, wend_default_profile_def().plan.name) == 0) {
        def->plan.name = planner_for(walls, has_weights(def));
    }
    read_unnamed(r, unnamed->select, WEND_KIND_SELECTOR, &def->select);
    read_unnamed(r, unnamed->plan, WEND_KIND_PLANNER, &def->plan);
    read_unnamed(r, unnamed->follow, WEND_KIND_FOLLOWER, &def->follow);
    read_unnamed(r, unnamed->steer, WEND_KIND_STEERING, &def->steer);
}

/* The models that the file gives for all profiles. */
typedef struct profile_base {
    wend_profile_def def;
    unnamed_choices unnamed;
    bool walls; /* true if there are walls or a navmesh: `auto` then means `navmesh` */
} profile_base;

/* Settings at the top of the file without a name do not apply to the entries of a preset. */
static void drop_unnamed(const wend_profile_def *before, const wend_profile_def *preset,
                         unnamed_choices *unnamed) {
    unnamed->select = preset->select.name == before->select.name ? unnamed->select : NULL;
    unnamed->plan = preset->plan.name == before->plan.name ? unnamed->plan : NULL;
    unnamed->follow = preset->follow.name == before->follow.name ? unnamed->follow : NULL;
    unnamed->steer = preset->steer.name == before->steer.name ? unnamed->steer : NULL;
}

static void read_profile(const wend_scenario *s, reader *r, const node *mapping,
                         const profile_base *base, wend_profile_def *def) {
    unnamed_choices unnamed = base->unnamed;
    *def = base->def;
    member_check(r, mapping, &format_profile);
    bool has_preset = preset_read(r, mapping, def);
    const wend_profile_def preset = *def;
    drop_unnamed(&base->def, &preset, &unnamed);
    read_numbers(r, mapping, &format_profile, def);
    read_choices(r, mapping, def, &unnamed);
    terrain_read_rules(s, r, mapping, def);
    if (reader_ok(r)) {
        fill_choices(r, def, &unnamed, base->walls);
    }
    if (has_preset) {
        preset_keep_settings(r, &preset, def);
    }
}

/* Joins the distinct names that profiles use, with "+" between them; a long list ends with "...".
 */
static const char *join_names_in_use(wend_scenario *s, reader *r, size_t offset) {
    char *out = read_allocate(r, 256, 1);
    size_t used = 0;
    for (uint32_t i = 0; i < s->profile_count && reader_ok(r); i++) {
        const char *base = (const char *)&s->profiles[i].def;
        const char *name = ((const wend_choice *)(base + offset))->name;
        bool is_listed = false;
        for (uint32_t k = 0; k < i && !is_listed; k++) {
            const char *other = (const char *)&s->profiles[k].def;
            is_listed = strcmp(((const wend_choice *)(other + offset))->name, name) == 0;
        }
        if (is_listed) {
            continue;
        }
        if (used + strlen(name) + 8 > 256) {
            snprintf(out + used, 256 - used, "+...");
            break;
        }
        used += (size_t)snprintf(out + used, 256 - used, "%s%s", used > 0 ? "+" : "", name);
    }
    return reader_ok(r) ? out : "";
}

static void read_profile_mapping(wend_scenario *s, reader *r, const node *profiles,
                                 const profile_base *base) {
    for (uint32_t i = 0; i < profiles->count && reader_ok(r); i++) {
        const node_member *member = &profiles->members[i];
        scenario_profile *made = &s->profiles[s->profile_count++];
        made->at = member->value;
        read_names_add(&s->profile_names, member->key);
        read_profile(s, r, member->value, base, &made->def);
        made->def.name = member->key;
    }
}

double scenario_largest(const wend_distribution *number) {
    return number->kind == WEND_DISTRIBUTION_UNIFORM  ? number->b
           : number->kind == WEND_DISTRIBUTION_NORMAL ? number->high
                                                      : number->a;
}

double scenario_least(const wend_distribution *number) {
    return number->kind == WEND_DISTRIBUTION_NORMAL ? number->low : number->a;
}

/* Fails if two agents of the profile could overlap without seeing each other. Agents overlap if the
 * distance between their centres is less than 2 * r, where r is the largest radius. They do not see
 * each other if that distance is larger than the reach. */
static void check_radius(const wend_scenario *s, reader *r, const scenario_profile *profile) {
    double radius = scenario_largest(&profile->def.radius);
    const node *at = node_get(profile->at, "radius");
    if (2.0F * (float)radius > s->reach) {
        read_fail(r, at != NULL ? at : node_get(node_get(s->tree.root, "near"), "reach"),
                  WEND_ERROR_INVALID,
                  "a radius of %.6g m needs a reach of at least %.6g m; near.reach is %.6g m",
                  radius, 2.0 * radius, (double)s->reach);
    }
}

static bool has_own_numbers(const node *group) {
    for (uint32_t i = 0; i < format_group.count; i++) {
        const format_key *row = &format_group.keys[i];
        if ((row->forms & FORMAT_SAMPLED) != 0 && node_get(group, row->name) != NULL) {
            return true;
        }
    }
    return false;
}

uint32_t scenario_read_group_profile(wend_scenario *s, reader *r, const node *group,
                                     uint32_t base) {
    if (!reader_ok(r) || !has_own_numbers(group)) {
        return base;
    }
    if (s->profile_count >= WEND_MAX_PROFILES) {
        read_fail(r, group, WEND_ERROR_LIMIT,
                  "more than %d profiles and groups with numbers of their own", WEND_MAX_PROFILES);
        return base;
    }
    scenario_profile *made = &s->profiles[s->profile_count];
    *made = (scenario_profile){group, s->profiles[base].def};
    made->def.name = NULL;
    made->def.variant_of = s->profiles[base].def.name;
    read_numbers(r, group, &format_group, &made->def);
    check_radius(s, r, made);
    return s->profile_count++;
}

void scenario_read_profiles(wend_scenario *s, reader *r, const node *root) {
    const node *profiles = node_get(root, "profiles");
    profile_base base = {.def = wend_default_profile_def(),
                         .walls = has_walls(s, root) || has_navmesh(node_get(root, "maps"))};
    read_choices(r, root, &base.def, &base.unnamed);
    uint32_t given = 0;
    if (profiles != NULL && read_is_mapping(r, profiles, "profiles")) {
        given = profiles->count;
    }
    if (given > WEND_MAX_PROFILES - 1) {
        read_fail(r, profiles, WEND_ERROR_LIMIT, "at most %d profiles are possible, found %u",
                  WEND_MAX_PROFILES - 1, given);
    }
    /* Each group of agents may override numbers of its profile. */
    const node *agents = node_get(root, "agents");
    uint32_t groups = agents != NULL && agents->kind == NODE_LIST ? agents->count : 0;
    groups = groups < WEND_MAX_PROFILES ? groups : WEND_MAX_PROFILES;
    s->profiles = read_allocate(r, (size_t)given + 1 + groups, sizeof *s->profiles);
    read_names_init(r, &s->profile_names, given);
    if (given > 0 && reader_ok(r)) {
        read_profile_mapping(s, r, profiles, &base);
    }
    read_names_sort(r, &s->profile_names);
    if (!reader_ok(r)) {
        return;
    }
    s->default_profile = read_names_find(&s->profile_names, "default");
    if (given == 1) {
        s->default_profile = 0;
    } else if (s->default_profile == UINT32_MAX) {
        s->default_profile = s->profile_count;
        fill_choices(r, &base.def, &base.unnamed, base.walls);
        s->profiles[s->profile_count++] = (scenario_profile){root, base.def};
    }
    s->shared_profile_count = s->profile_count;
    for (uint32_t i = 0; i < s->profile_count && reader_ok(r); i++) {
        check_radius(s, r, &s->profiles[i]);
    }
    s->plan = join_names_in_use(s, r, offsetof(wend_profile_def, plan));
    s->follow = join_names_in_use(s, r, offsetof(wend_profile_def, follow));
    s->steer = join_names_in_use(s, r, offsetof(wend_profile_def, steer));
}
