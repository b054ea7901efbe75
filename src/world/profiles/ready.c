/* Checks that the world has what a profile's entries need. No agent enters with a profile that
 * lacks something, so no agent stands still without a message.
 *
 * Requirements between the entries (a corridor, a field) are checked when the profile is made. Maps
 * may be added after profiles, so map requirements are checked at the start of the first step that
 * has an agent of the profile, before any change or motion. They are checked again after a load,
 * and after a map has been removed or replaced. A planner that chooses another planner (`auto`) is
 * replaced at the same time. A step that fails for this reason leaves the world as it was, and
 * succeeds once the map exists.
 *
 * Cost: nothing while all profiles are ready; otherwise O(queued commands), and O(agents) once
 * after a load or a replacement. */
#include <stdio.h>
#include <string.h>
#include <wend/snapshot.h>

#include "base/error.h"
#include "world/world.h"

/* ---- Entries that fit each other ------------------------------------------------------------- */

/* For a message, lists the planners that give everything in `bits`, such as "'corridor'". Returns
 * "" if there are none. */
static const char *list_planners_that_give(const wend_registry *registry, uint32_t bits, char *out,
                                           size_t size) {
    size_t used = 0;
    out[0] = '\0';
    for (uint32_t i = 0; i < wend_registry_count(registry, WEND_KIND_PLANNER); i++) {
        const wend_entry *entry = wend_registry_get(registry, WEND_KIND_PLANNER, i);
        uint32_t gives = ((const wend_planner *)(const void *)entry)->gives;
        if ((gives & bits) == bits && used + strlen(entry->name) + 8 < size) {
            used += (size_t)snprintf(out + used, size - used, "%s'%s'", used > 0 ? ", " : "",
                                     entry->name);
        }
    }
    return out;
}

static wend_result refuse_planner(const wend_world *world, const wend_planner *planner,
                                  const char *kind, const wend_entry *entry, uint32_t lacks,
                                  wend_error *error) {
    char names[160];
    const char *what = lacks & WEND_ROUTE_POLYLINE   ? "a polyline"
                       : lacks & WEND_ROUTE_PORTALS  ? "portals"
                       : lacks & WEND_ROUTE_CORRIDOR ? "a corridor"
                                                     : "a field";
    list_planners_that_give(world->registry, lacks, names, sizeof names);
    return error_set(error, WEND_ERROR_INVALID,
                     "%s '%s' needs %s, which planner '%s' does not provide; %s%s", kind,
                     entry->name, what, planner->stage.entry.name,
                     names[0] ? "planners that do: " : "no planner does", names);
}

/* Returns the parts of routes that a profile's follower and steering model need. */
static uint32_t needs_of(const profile *made) {
    const wend_follower *follower = (const wend_follower *)made->stages[PROFILE_FOLLOW].stage;
    const wend_steering *steering = (const wend_steering *)made->stages[PROFILE_STEER].stage;
    return follower->needs |
           (steering->needs & WEND_NEEDS_CORRIDOR ? (uint32_t)WEND_ROUTE_CORRIDOR : 0U);
}

bool profile_converts(const profile *made) {
    const wend_planner *planner = (const wend_planner *)made->stages[PROFILE_PLAN].stage;
    return (needs_of(made) & WEND_ROUTE_CORRIDOR) && !(planner->gives & WEND_ROUTE_CORRIDOR);
}

wend_result profile_check_fit(const wend_world *world, const profile *made, wend_error *error) {
    const wend_planner *planner = (const wend_planner *)made->stages[PROFILE_PLAN].stage;
    const wend_follower *follower = (const wend_follower *)made->stages[PROFILE_FOLLOW].stage;
    const wend_steering *steering = (const wend_steering *)made->stages[PROFILE_STEER].stage;
    uint32_t gives = planner->gives;
    if (gives & WEND_ROUTE_POLYLINE) {
        /* step/convert.c derives portals from polylines, and plan/corridor/convert.c corridors. */
        gives |= WEND_ROUTE_PORTALS | WEND_ROUTE_CORRIDOR;
    }
    if (gives & WEND_ROUTE_POTENTIAL) {
        gives |= WEND_ROUTE_PORTALS; /* step/ground/level.c derives them from the field */
    }
    uint32_t lacks = follower->needs & ~gives;
    if (lacks) {
        return refuse_planner(world, planner, "follower", &follower->stage.entry, lacks, error);
    }
    uint32_t needs = (steering->needs & WEND_NEEDS_CORRIDOR ? WEND_ROUTE_CORRIDOR : 0U) |
                     (steering->needs & WEND_NEEDS_FIELD ? WEND_ROUTE_FIELD : 0U);
    lacks = needs & ~gives;
    return lacks ? refuse_planner(world, planner, "steering", &steering->stage.entry, lacks, error)
                 : WEND_OK;
}

/* The two effects of terrain rules, which different entries use. */
typedef enum terrain_effect { EFFECT_WEIGHTS, EFFECT_SPEEDS } terrain_effect;

static bool stage_uses(const wend_stage *stage, terrain_effect effect) {
    return effect == EFFECT_WEIGHTS ? stage->uses_terrain_weights : stage->uses_terrain_speeds;
}

/* True if an entry of a profile uses an effect of the profile's terrain rules. A planner that
 * chooses another planner counts as using weights, because the chosen planner may use them. */
static bool profile_uses(const profile *made, terrain_effect effect) {
    const wend_planner *planner = (const wend_planner *)made->stages[PROFILE_PLAN].stage;
    bool uses = effect == EFFECT_WEIGHTS && planner->choose != NULL;
    for (int i = 0; i < PROFILE_STAGES; i++) {
        const wend_stage *stage = made->stages[i].stage;
        uses = uses || (stage && stage_uses(stage, effect));
    }
    return uses;
}

/* For a message, lists the entries that use an effect, such as "planner 'weighted'". Returns "" if
 * there are none. */
static const char *list_users(const wend_registry *registry, terrain_effect effect, char *out,
                              size_t size) {
    static const wend_kind kinds[] = {WEND_KIND_PLANNER, WEND_KIND_FOLLOWER, WEND_KIND_MODIFIER,
                                      WEND_KIND_STEERING};
    static const char *const words[] = {"planner", "follower", "modifier", "steering"};
    size_t used = 0;
    out[0] = '\0';
    for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++) {
        for (uint32_t i = 0; i < wend_registry_count(registry, kinds[k]); i++) {
            const wend_entry *entry = wend_registry_get(registry, kinds[k], i);
            bool fits = used + strlen(entry->name) + 16 < size;
            if (fits && stage_uses((const wend_stage *)(const void *)entry, effect)) {
                used += (size_t)snprintf(out + used, size - used, "%s%s '%s'", used > 0 ? ", " : "",
                                         words[k], entry->name);
            }
        }
    }
    return out;
}

wend_result profile_check_terrain(const wend_world *world, const profile *made, uint32_t index,
                                  wend_error *error) {
    static const struct {
        const char *what, *users, *nobody;
        bool (*is_needed)(const terrain_rules *rules);
    } effects[] = {[EFFECT_WEIGHTS] = {"weights of terrain or slopes", "uses them",
                                       "no planner does", terrain_rules_have_weights},
                   [EFFECT_SPEEDS] = {"speed factors of terrain", "applies them",
                                      "no modifier does", terrain_rules_have_speeds}};
    for (int i = EFFECT_WEIGHTS; i <= EFFECT_SPEEDS && index < world->terrains.count; i++) {
        terrain_effect effect = (terrain_effect)i;
        if (profile_uses(made, effect) || !effects[i].is_needed(&world->terrains.items[index])) {
            continue;
        }
        char names[160];
        list_users(world->registry, effect, names, sizeof names);
        return error_set(error, WEND_ERROR_INVALID,
                         "the profile has %s, but none of its entries (planner '%s') %s; %s%s",
                         effects[i].what, made->stages[PROFILE_PLAN].stage->entry.name,
                         effects[i].users, names[0] ? "choose " : effects[i].nobody, names);
    }
    return WEND_OK;
}

/* ---- Maps ------------------------------------------------------------------------------------ */

static const void *find_field(const profile_stage *stage, const char *name,
                              const wend_param **row) {
    const wend_entry *entry = &stage->stage->entry;
    for (uint32_t i = 0; i < entry->param_count; i++) {
        if (strcmp(entry->params[i].name, name) == 0) {
            *row = &entry->params[i];
            return (const char *)stage->block.params + entry->params[i].offset;
        }
    }
    return NULL;
}

/* True if a planner with its current parameters needs a map. The registry has already checked that
 * the named parameters exist. */
static bool is_needed(const profile_stage *stage, const wend_map_need *need) {
    const wend_param *row = NULL;
    const int32_t *chosen = need->when ? find_field(stage, need->when, &row) : NULL;
    return !chosen || strcmp(row->choices[*chosen], need->value) == 0;
}

static const char *map_name_of(const profile_stage *stage, const wend_map_need *need) {
    const wend_param *row = NULL;
    const char *const *name = need->param[0] ? find_field(stage, need->param, &row) : NULL;
    return name && *name ? *name : "";
}

/* Returns the record of a map that has no object, because the object has not been restored yet.
 * Returns NULL if there is no such map. An empty name stands for any map. */
static const map_record *find_missing_map(const wend_world *world, const char *name) {
    for (uint32_t i = 0; i < world->map_count; i++) {
        const map_record *record = &world->maps[i];
        bool held = record->is_held && !record->object;
        if (held && (!name[0] || strcmp(name, record->name) == 0)) {
            return record;
        }
    }
    return NULL;
}

static wend_result refuse_missing_map(const wend_world *world, const profile_stage *stage,
                                      const wend_map_need *need, wend_error *error) {
    const char *planner = stage->stage->entry.name, *name = map_name_of(stage, need);
    const map_record *missing = find_missing_map(world, name);
    char set_by[96] = "";
    if (need->when) {
        snprintf(set_by, sizeof set_by, " with '%s: %s'", need->when, need->value);
    }
    if (missing) {
        return error_set(
            error, WEND_ERROR_NAME,
            "planner '%s'%s needs a map of kind '%s', but the map '%s' of the world is missing: "
            "restore it (wend_world_restore_map) or replace it (wend_world_replace_map)",
            planner, set_by, need->kind, missing->name);
    }
    return error_set(error, WEND_ERROR_NAME,
                     "planner '%s'%s needs a map of kind '%s'%s%s%s, which the world does not "
                     "have: build one (`wend map --kind %s`, or its function of wend/kit.h) and "
                     "add it with wend_world_add_map, or choose another planner",
                     planner, set_by, need->kind, name[0] ? " with the name '" : "", name,
                     name[0] ? "'" : "", need->kind);
}

/* Refuses a profile that needs a corridor if the world has no map to convert routes with. */
static wend_result check_conversion(const wend_world *world, const profile *p, wend_error *error) {
    uint32_t index = 0;
    if (!profile_converts(p) || wend_view_find_map(&world->view, "corridor", NULL, &index)) {
        return WEND_OK;
    }
    const wend_follower *follower = (const wend_follower *)p->stages[PROFILE_FOLLOW].stage;
    bool follows = follower->needs & WEND_ROUTE_CORRIDOR;
    const wend_stage *user = p->stages[follows ? PROFILE_FOLLOW : PROFILE_STEER].stage;
    return error_set(error, WEND_ERROR_NAME,
                     "%s '%s' needs a corridor, which planner '%s' does not provide: add a map of "
                     "kind 'corridor', which gives its routes their corridor, or choose planner "
                     "'corridor'",
                     follows ? "follower" : "steering", user->entry.name,
                     p->stages[PROFILE_PLAN].stage->entry.name);
}

static wend_result check_maps(const wend_world *world, const profile *p, wend_error *error) {
    const profile_stage *stage = &p->stages[PROFILE_PLAN];
    const wend_planner *planner = (const wend_planner *)stage->stage;
    for (uint32_t i = 0; i < planner->map_count; i++) {
        const wend_map_need *need = &planner->maps[i];
        uint32_t index = 0;
        if (!is_needed(stage, need)) {
            continue;
        }
        const wend_map *map =
            wend_view_find_map(&world->view, need->kind, map_name_of(stage, need), &index);
        const char *wanted = map && planner->refuse_map ? planner->refuse_map(map) : NULL;
        if (!map) {
            return refuse_missing_map(world, stage, need, error);
        }
        if (wanted) {
            return error_set(error, WEND_ERROR_INVALID,
                             "planner '%s' needs %s, which the map '%s' is not",
                             stage->stage->entry.name, wanted, world->maps[index].name);
        }
    }
    return check_conversion(world, p, error);
}

/* ---- Profiles -------------------------------------------------------------------------------- */

/* Adds the name of a profile to the start of an error message. */
static wend_result prefix_profile_name(const wend_world *world, uint32_t index, wend_result result,
                                       wend_error *error) {
    const profile *p = &world->profiles[index];
    if (!error || result == WEND_OK || result == WEND_ERROR_MEMORY) {
        return result;
    }
    wend_error reported = *error;
    if (p->name) {
        return error_set(error, result, "profile '%s': %s", p->name, reported.message);
    }
    return error_set(error, result, "profile %u%s%s%s: %s", index,
                     p->variant_of ? ", a variant of '" : "", p->variant_of ? p->variant_of : "",
                     p->variant_of ? "'" : "", reported.message);
}

wend_result profile_prepare(wend_world *world, uint32_t index, wend_error *error) {
    profile *p = &world->profiles[index];
    if (p->ready) {
        return WEND_OK;
    }
    const wend_planner *planner = (const wend_planner *)p->stages[PROFILE_PLAN].stage;
    wend_result result = WEND_OK;
    if (planner->choose) {
        wend_error ignored = {.code = WEND_ERROR_INVALID};
        const char *name = planner->choose(&world->view, index, planner->stage.entry.user,
                                           error ? error : &ignored);
        result = name    ? profile_replace_planner(world, index, name, error)
                 : error ? error->code
                         : ignored.code;
    }
    result = result == WEND_OK ? check_maps(world, p, error) : result;
    if (result == WEND_OK) {
        p->ready = true;
        world->unready_count--;
    }
    return prefix_profile_name(world, index, result, error);
}

/* Checks the profiles of agents that are already in the world, after a load or a replacement. */
static wend_result check_bodies(wend_world *world, wend_error *error) {
    wend_result result = WEND_OK;
    for (uint32_t i = 0; i < world->body_count && result == WEND_OK; i++) {
        bool left = wend_body_flags(&world->bodies[i]) & (WEND_BODY_REMOVED | WEND_BODY_GHOST);
        result =
            left ? WEND_OK : profile_prepare(world, wend_body_profile(&world->bodies[i]), error);
    }
    for (uint32_t i = 0; i < world->crossing_count && result == WEND_OK; i++) {
        result = profile_prepare(world, wend_body_profile(&world->crossings[i].body), error);
    }
    return result;
}

static wend_result check_commands(wend_world *world, wend_error *error) {
    wend_result result = WEND_OK;
    for (uint32_t i = 0; i < world->command_count && result == WEND_OK; i++) {
        const command *what = &world->commands[i];
        if (what->kind == COMMAND_ADD || what->kind == COMMAND_SET_PROFILE) {
            result = profile_prepare(world, what->index & 0xffffU, error);
        } else if (what->kind == COMMAND_UNPACK) {
            const wend_body *body = &world->arrivals[what->index].body;
            result = profile_prepare(world, wend_body_profile(body), error);
        }
    }
    return result;
}

wend_result profiles_prepare(wend_world *world, wend_error *error) {
    if (world->unready_count == 0) {
        return WEND_OK;
    }
    commands_replace_maps(world);
    world_update_view(world);
    wend_result result = world->bodies_unready ? check_bodies(world, error) : WEND_OK;
    if (result == WEND_OK) {
        world->bodies_unready = false;
        result = check_commands(world, error);
    }
    for (uint32_t i = 0; i < world->profile_count && result == WEND_OK; i++) {
        bool derived = world->profiles[i].derived_from && !world->profiles[i].ready;
        result = derived ? profile_prepare(world, i, error) : WEND_OK;
    }
    return result;
}

void profiles_mark_unready(wend_world *world) {
    for (uint32_t i = 0; i < world->profile_count; i++) {
        world->profiles[i].ready = false;
    }
    world->unready_count = world->profile_count - world->profile_ids.free_count;
    world->bodies_unready = true;
}
