/* Registries: the built-in entries from the folders' lists, and what users add.
 *
 * Adding a built-in entry is one file and one line in its folder's .inl list; nothing here names
 * one. Look-ups are linear: there are few entries, and they are looked up when a profile is made.
 */
#include <string.h>

#include <wend/model.h>

#include "base/error.h"
#include "base/memory.h"
#include "base/text.h"
#include "world/world.h"

/* ---- Built-in entries ------------------------------------------------------------------------ */

#define WEND_ENTRY(name) extern const wend_selector wend_selector_##name;
#include "behave/select/selectors.inl"
#undef WEND_ENTRY
#define WEND_ENTRY(name) extern const wend_planner wend_planner_##name;
#include "plan/planners.inl"
#undef WEND_ENTRY
#define WEND_ENTRY(name) extern const wend_follower wend_follower_##name;
#include "follow/followers.inl"
#undef WEND_ENTRY
#define WEND_ENTRY(name) extern const wend_modifier wend_modifier_##name;
#include "modify/modifiers.inl"
#undef WEND_ENTRY
#define WEND_ENTRY(name) extern const wend_steering wend_steering_##name;
#include "steer/models.inl"
#undef WEND_ENTRY

typedef struct builtin {
    wend_kind kind;
    const wend_entry *entry;
} builtin;

static const builtin builtins[] = {
#define WEND_ENTRY(name) {WEND_KIND_SELECTOR, &wend_selector_##name.stage.entry},
#include "behave/select/selectors.inl"
#undef WEND_ENTRY
#define WEND_ENTRY(name) {WEND_KIND_PLANNER, &wend_planner_##name.stage.entry},
#include "plan/planners.inl"
#undef WEND_ENTRY
#define WEND_ENTRY(name) {WEND_KIND_FOLLOWER, &wend_follower_##name.stage.entry},
#include "follow/followers.inl"
#undef WEND_ENTRY
#define WEND_ENTRY(name) {WEND_KIND_MODIFIER, &wend_modifier_##name.stage.entry},
#include "modify/modifiers.inl"
#undef WEND_ENTRY
#define WEND_ENTRY(name) {WEND_KIND_STEERING, &wend_steering_##name.stage.entry},
#include "steer/models.inl"
#undef WEND_ENTRY
};

/* ---- Registry -------------------------------------------------------------------------------- */

typedef struct entry_list {
    const wend_entry **items;
    uint32_t count, capacity;
} entry_list;

struct wend_registry {
    memory memory;
    entry_list lists[WEND_KIND_COUNT];
};

const char *wend_kind_text(wend_kind kind) {
    static const char *const texts[WEND_KIND_COUNT] = {
        "selector", "planner", "follower", "modifier", "steering", "map",
        "output",   "input",   "metric",   "paper",    "command"};
    return (unsigned)kind < WEND_KIND_COUNT ? texts[kind] : "entry";
}

wend_result wend_registry_create(const wend_allocator *allocator, wend_registry **out,
                                 wend_error *error) {
    WEND_ASSERT(out != NULL);
    wend_registry *registry = memory_allocate(allocator, sizeof *registry);
    if (!registry) {
        return error_no_memory(error, "a registry");
    }
    memset(registry, 0, sizeof *registry);
    memory_init(&registry->memory, allocator);
    for (size_t i = 0; i < sizeof builtins / sizeof *builtins; i++) {
        wend_result result =
            wend_registry_add(registry, builtins[i].kind, builtins[i].entry, error);
        if (result != WEND_OK) {
            wend_registry_destroy(registry);
            return result;
        }
    }
    *out = registry;
    return WEND_OK;
}

void wend_registry_destroy(wend_registry *registry) {
    if (!registry) {
        return;
    }
    for (int i = 0; i < WEND_KIND_COUNT; i++) {
        memory_free(&registry->memory, (void *)registry->lists[i].items,
                    registry->lists[i].capacity * sizeof(const wend_entry *));
    }
    wend_allocator allocator = registry->memory.allocator;
    memory_release(&allocator, registry, sizeof *registry);
}

/* The size of a parameter's field. */
static size_t field_size(wend_param_type type) {
    static const size_t sizes[] = {sizeof(double),       sizeof(int64_t),     sizeof(bool),
                                   sizeof(int32_t),      sizeof(wend_point),  sizeof(wend_ring),
                                   sizeof(const char *), sizeof(wend_column), sizeof(wend_numbers),
                                   sizeof(wend_lines)};
    return (unsigned)type < sizeof sizes / sizeof *sizes ? sizes[type] : SIZE_MAX;
}

static const char *missing_in_row(wend_kind kind, const wend_entry *entry, const wend_param *row) {
    size_t size = field_size(row->type);
    if (!row->name || !row->name[0] || !row->help || !row->unit) {
        return "a parameter without name, unit or help";
    }
    if (size > entry->params_size || row->offset > entry->params_size - size) {
        return "a parameter that lies outside its struct";
    }
    if (row->type == WEND_PARAM_CHOICE && !row->choices) {
        return "a choice without choices";
    }
    bool list = row->type == WEND_PARAM_NUMBERS || row->type == WEND_PARAM_LINES;
    if (list && kind != WEND_KIND_MAP) {
        return "a list as a parameter, which only maps may have";
    }
    if (row->type == WEND_PARAM_NUMBERS && !row->choices) {
        return "a list without a word for one number";
    }
    return NULL;
}

static bool has_function(wend_kind kind, const wend_entry *entry) {
    switch (kind) {
    case WEND_KIND_SELECTOR:
        return ((const wend_selector *)(const void *)entry)->select != NULL;
    case WEND_KIND_PLANNER:
        return ((const wend_planner *)(const void *)entry)->plan != NULL ||
               ((const wend_planner *)(const void *)entry)->choose != NULL;
    case WEND_KIND_FOLLOWER:
        return ((const wend_follower *)(const void *)entry)->follow != NULL;
    case WEND_KIND_MODIFIER:
        return ((const wend_modifier *)(const void *)entry)->modify != NULL;
    case WEND_KIND_STEERING:
        return ((const wend_steering *)(const void *)entry)->steer != NULL;
    default:
        return true;
    }
}

static const wend_param *find_param(const wend_entry *entry, const char *name) {
    for (uint32_t i = 0; i < entry->param_count; i++) {
        if (strcmp(entry->params[i].name, name) == 0) {
            return &entry->params[i];
        }
    }
    return NULL;
}

static bool has_choice(const wend_param *row, const char *value) {
    for (uint32_t i = 0; row->choices[i]; i++) {
        if (strcmp(row->choices[i], value) == 0) {
            return true;
        }
    }
    return false;
}

/* Whether the maps of a planner are told by parameters that it has. */
static bool names_its_maps(const wend_planner *planner) {
    const wend_entry *entry = &planner->stage.entry;
    for (uint32_t i = 0; i < planner->map_count; i++) {
        const wend_map_need *need = &planner->maps[i];
        const wend_param *name = need->param ? find_param(entry, need->param) : NULL;
        const wend_param *when = need->when ? find_param(entry, need->when) : NULL;
        bool conditional = when && when->type == WEND_PARAM_CHOICE && need->value;
        if (!need->kind || !need->param || (need->param[0] && !name) ||
            (name && name->type != WEND_PARAM_NAME) ||
            (need->when && !(conditional && has_choice(when, need->value)))) {
            return false;
        }
    }
    return true;
}

static const char *what_is_missing(wend_kind kind, const wend_entry *entry) {
    if (!entry->name || !entry->name[0] || !entry->summary) {
        return "no name or summary";
    }
    if (entry->param_count && !entry->params) {
        return "no parameter table";
    }
    for (uint32_t i = 0; i < entry->param_count; i++) {
        const char *missing = missing_in_row(kind, entry, &entry->params[i]);
        if (missing) {
            return missing;
        }
    }
    if (!has_function(kind, entry)) {
        return "no function that does its work";
    }
    return kind == WEND_KIND_PLANNER && !names_its_maps((const wend_planner *)(const void *)entry)
               ? "a map that no parameter names, or a condition that cannot hold"
               : NULL;
}

static const wend_entry *find(const entry_list *list, const char *name) {
    for (uint32_t i = 0; i < list->count; i++) {
        if (strcmp(list->items[i]->name, name) == 0) {
            return list->items[i];
        }
    }
    return NULL;
}

wend_result wend_registry_add(wend_registry *registry, wend_kind kind, const wend_entry *entry,
                              wend_error *error) {
    WEND_ASSERT(registry != NULL && entry != NULL && (unsigned)kind < WEND_KIND_COUNT);
    const char *missing = what_is_missing(kind, entry);
    if (missing) {
        return error_set(error, WEND_ERROR_INVALID, "%s '%s' has %s", wend_kind_text(kind),
                         entry->name ? entry->name : "", missing);
    }
    entry_list *list = &registry->lists[kind];
    if (find(list, entry->name)) {
        return error_set(error, WEND_ERROR_NAME, "there is a %s '%s' already", wend_kind_text(kind),
                         entry->name);
    }
    if (!memory_grow(&registry->memory, (void **)&list->items, sizeof(const wend_entry *),
                     &list->capacity, list->count + 1)) {
        return error_no_memory(error, "registry entry '%s'", entry->name);
    }
    list->items[list->count++] = entry;
    return WEND_OK;
}

const wend_entry *wend_registry_find(const wend_registry *registry, wend_kind kind,
                                     const char *name, wend_error *error) {
    WEND_ASSERT(registry != NULL && name != NULL && (unsigned)kind < WEND_KIND_COUNT);
    const entry_list *list = &registry->lists[kind];
    const wend_entry *entry = find(list, name);
    if (!entry) {
        const char *names[64];
        uint32_t count = list->count < 64 ? list->count : 64;
        for (uint32_t i = 0; i < count; i++) {
            names[i] = list->items[i]->name;
        }
        char hint[256];
        error_set(error, WEND_ERROR_NAME, "there is no %s '%s'%s", wend_kind_text(kind), name,
                  text_suggest(name, names, count, hint, sizeof hint));
    }
    return entry;
}

const wend_stage *registry_stage(const wend_registry *registry, wend_kind kind, const char *name,
                                 wend_error *error) {
    return (const wend_stage *)(const void *)wend_registry_find(registry, kind, name ? name : "",
                                                                error);
}

uint32_t wend_registry_count(const wend_registry *registry, wend_kind kind) {
    WEND_ASSERT(registry != NULL && (unsigned)kind < WEND_KIND_COUNT);
    return registry->lists[kind].count;
}

const wend_entry *wend_registry_at(const wend_registry *registry, wend_kind kind, uint32_t index) {
    WEND_ASSERT(index < wend_registry_count(registry, kind));
    return registry->lists[kind].items[index];
}
