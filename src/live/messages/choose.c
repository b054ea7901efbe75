/* `choose`: gives the agents of one profile, or of all, another entry or other settings. */
#include "base/error.h"
#include "live/choose/choices.h"
#include "live/live.h"
#include <string.h>

/* A request to choose. */
typedef struct order {
    wend_live *live;
    const live_request *request;
    wend_kind kind;
    wend_profile profile; /* null: all */
    memory_arena arena;
    wend_error *error;
} order;

/* ---- The new definition ---------------------------------------------------------------------- */

static wend_choice *choice_of(wend_profile_def *def, wend_kind kind) {
    switch (kind) {
    case WEND_KIND_SELECTOR:
        return &def->select;
    case WEND_KIND_PLANNER:
        return &def->plan;
    case WEND_KIND_FOLLOWER:
        return &def->follow;
    default:
        return &def->steer;
    }
}

/* The world adds the modifier `yield` by itself if a planner uses a map. If the planner changes, it
 * is taken off again, so that the world can decide again. */
static void drop_yield(const wend_live *live, wend_profile_def *def) {
    const wend_entry *entry =
        wend_registry_find(live->def.registry, WEND_KIND_PLANNER, def->plan.name, NULL);
    const wend_planner *planner = (const wend_planner *)(const void *)entry;
    const wend_choice *last = def->modify_count > 0 ? &def->modify[def->modify_count - 1] : NULL;
    if (planner != NULL && planner->map_count > 0 && last != NULL &&
        strcmp(last->name, "yield") == 0 && last->setting_count == 0) {
        def->modify_count--;
    }
}

/* Replaces one entry by that of the keys `name` and `settings`. */
static wend_result change_entry(order *what, wend_profile_def *def) {
    char name[WEND_MAX_NAME + 1];
    wend_choice *choice = choice_of(def, what->kind);
    const live_member *settings = live_find_member(what->request, "settings");
    wend_result result = live_get_text(what->request, "name", name, sizeof name, what->error);
    if (result != WEND_OK) {
        return result;
    }
    const wend_entry *entry =
        wend_registry_find(what->live->def.registry, what->kind, name, what->error);
    if (entry == NULL) {
        return WEND_ERROR_NAME;
    }
    if (settings != NULL && settings->value.kind != JSON_OBJECT) {
        return live_refuse("settings", &settings->value, what->error, "an object");
    }
    if (what->kind == WEND_KIND_PLANNER && strcmp(name, choice->name) != 0) {
        drop_yield(what->live, def);
    }
    if (settings == NULL) {
        *choice = live_keep_settings(entry, choice);
        return WEND_OK;
    }
    json_reader reader;
    json_open(&reader, settings->text, settings->size, "", what->error);
    (void)json_next(&reader);
    return live_read_settings(&reader, entry, choice, &what->arena, choice, what->error);
}

/* ---- Modifiers ------------------------------------------------------------------------------- */

static const wend_choice *find_modifier(const wend_profile_def *def, const char *name) {
    for (uint32_t i = 0; i < def->modify_count; i++) {
        if (strcmp(def->modify[i].name, name) == 0) {
            return &def->modify[i];
        }
    }
    return NULL;
}

/* Reads {"name": .., "settings": {..}} as a request of its own. */
static wend_result read_modifier(order *what, const char *text, size_t size,
                                 const wend_profile_def *before, wend_choice *out) {
    live_request own;
    order one = *what;
    wend_profile_def def = *before;
    char name[WEND_MAX_NAME + 1];
    wend_result result = live_request_read(text, size, &own, what->error);
    result =
        result == WEND_OK ? live_get_text(&own, "name", name, sizeof name, what->error) : result;
    if (result != WEND_OK) {
        return result;
    }
    if (own.count > 1U + (live_find_member(&own, "settings") != NULL)) {
        return error_set(what->error, WEND_ERROR_NAME,
                         "a modifier has the keys 'name' and 'settings' only");
    }
    const wend_choice *same = find_modifier(before, name);
    def.steer = same != NULL ? *same : (wend_choice){.name = ""};
    one.request = &own;
    result = change_entry(&one, &def); /* the entry is read into `steer` */
    what->arena = one.arena;
    *out = def.steer;
    return result;
}

/* Replaces all modifiers by those of the key `modifiers`. */
static wend_result change_modifiers(order *what, wend_profile_def *def) {
    static const char form[] = "a list such as [{\"name\": \"terrain\", \"settings\": {}}]";
    const live_member *list = live_find_member(what->request, "modifiers");
    wend_choice made[WEND_MAX_MODIFIERS];
    uint32_t count = 0;
    if (list == NULL || list->value.kind != JSON_ARRAY) {
        const json_token none = {.kind = JSON_NULL};
        return live_refuse("modifiers", list != NULL ? &list->value : &none, what->error, form);
    }
    json_reader reader;
    json_open(&reader, list->text, list->size, "", what->error);
    (void)json_next(&reader);
    json_token token;
    for (token = json_next(&reader); token.kind != JSON_ARRAY_END; token = json_next(&reader)) {
        if (token.kind != JSON_OBJECT || count == WEND_MAX_MODIFIERS) {
            return count == WEND_MAX_MODIFIERS
                       ? error_set(what->error, WEND_ERROR_LIMIT, "at most %d modifiers",
                                   WEND_MAX_MODIFIERS)
                       : live_refuse("modifiers", &token, what->error, form);
        }
        const char *text = token.start;
        json_skip(&reader, token);
        wend_result result =
            read_modifier(what, text, (size_t)(reader.at - text), def, &made[count++]);
        if (result != WEND_OK) {
            return result;
        }
    }
    memcpy(def->modify, made, count * sizeof *made);
    def->modify_count = count;
    return WEND_OK;
}

/* ---- Profiles -------------------------------------------------------------------------------- */

static wend_result replace(order *what, wend_profile profile) {
    wend_terrain_rule rules[WEND_MAX_TERRAIN_RULES];
    wend_profile_def def;
    wend_live *live = what->live;
    if (!wend_world_get_profile_def(live->world, profile, &def, rules)) {
        return WEND_OK;
    }
    wend_result result =
        what->kind == WEND_KIND_MODIFIER ? change_modifiers(what, &def) : change_entry(what, &def);
    if (result == WEND_OK) {
        result = wend_world_replace_profile(live->world, profile, &def, what->error);
    }
    arena_reset(&what->arena);
    return result;
}

/* Replaces a profile and, except for its follower, the profile of those of its agents that a user
 * steers. */
static wend_result replace_both(order *what, wend_profile profile) {
    wend_profile steered = live_find_steered(what->live, profile);
    wend_result result = replace(what, profile);
    bool follows = steered.value != 0 && what->kind != WEND_KIND_FOLLOWER;
    return result == WEND_OK && follows ? replace(what, steered) : result;
}

/* True if the order is for a profile: not one of a machine or of steered agents, which follow. */
static bool is_meant(const order *what, wend_profile profile) {
    return what->profile.value != 0
               ? what->profile.value == profile.value
               : profile.value != 0 && live_base_of(what->live, profile).value == profile.value &&
                     !wend_world_is_profile_removed_next(what->live->world, profile);
}

static wend_result replace_all(order *what) {
    wend_result result = WEND_OK;
    uint32_t count = wend_world_profile_count(what->live->world);
    for (uint32_t i = 0; i < count && result == WEND_OK; i++) {
        wend_profile profile = wend_world_profile_at(what->live->world, i);
        result = is_meant(what, profile) ? replace_both(what, profile) : WEND_OK;
    }
    return result;
}

/* Replaces all profiles or none: if one cannot be replaced, the world is restored. */
static wend_result replace_all_or_none(order *what) {
    wend_live *live = what->live;
    bool is_single = what->profile.value != 0 && live->steered_count == 0;
    if (is_single || wend_world_profile_count(live->world) == 1) {
        return replace_all(what);
    }
    size_t size = wend_live_save(live, NULL, 0);
    uint8_t *bytes = memory_get(&live->memory, size);
    if (bytes == NULL) {
        return error_no_memory(what->error, "a snapshot");
    }
    (void)wend_live_save(live, bytes, size);
    wend_result result = replace_all(what);
    if (result != WEND_OK && live_load(live, bytes, size, NULL) != WEND_OK) {
        result = error_no_memory(what->error, "undoing a choice, which is incomplete now");
    }
    memory_free(&live->memory, bytes, size);
    return result;
}

/* ---- The message ----------------------------------------------------------------------------- */

static wend_result read_kind(const live_request *request, wend_kind *out, wend_error *error) {
    static const wend_kind kinds[] = {WEND_KIND_SELECTOR, WEND_KIND_PLANNER, WEND_KIND_FOLLOWER,
                                      WEND_KIND_STEERING, WEND_KIND_MODIFIER};
    char name[LIVE_MAX_KEY];
    wend_result result = live_get_text(request, "kind", name, sizeof name, error);
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds && result == WEND_OK; i++) {
        if (strcmp(wend_kind_text(kinds[i]), name) == 0) {
            *out = kinds[i];
            return WEND_OK;
        }
    }
    return result != WEND_OK
               ? result
               : error_set(error, WEND_ERROR_NAME,
                           "'kind' must be selector, planner, follower, steering or modifier, "
                           "found '%s'",
                           name);
}

static wend_result answer(wend_live *live, const live_request *request, live_writer *out,
                          wend_error *error) {
    (void)out;
    order what = {.live = live, .request = request, .error = error};
    wend_result result = read_kind(request, &what.kind, error);
    if (result == WEND_OK && live_has(request, "profile")) {
        result = live_get_profile(live, request, "profile", &what.profile, error);
    }
    if (result != WEND_OK) {
        return result;
    }
    arena_init(&what.arena, &live->memory);
    result = replace_all_or_none(&what);
    arena_free(&what.arena);
    live->queued += result == WEND_OK ? wend_world_agent_count(live->world) : 0;
    return result;
}

static const char *const keys[] = {"profile", "kind", "name", "settings", "modifiers", NULL};

const live_message live_message_choose = {
    .name = "choose", .keys = keys, .answer = answer, .changes = true};
