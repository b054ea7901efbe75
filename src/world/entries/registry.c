/* Registries: the built-in entries from the lists in the folders, and the entries that users add.
 *
 * Adding a built-in entry takes one file and one line in the .inl list of its folder; no entry is
 * named here. Lookups are linear, because there are few entries and they are looked up only when a
 * profile is created. */
#include <string.h>

#include <wend/behaviour.h>
#include <wend/model.h>

#include "base/error.h"
#include "base/memory.h"
#include "base/text.h"
#include "world/entries/descriptor.h"
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
#define WEND_ENTRY(name) extern const wend_condition wend_condition_##name;
#include "behave/condition/conditions.inl"
#undef WEND_ENTRY
#define WEND_ENTRY(name) extern const wend_action wend_action_##name;
#include "behave/action/actions.inl"
#undef WEND_ENTRY
#define WEND_ENTRY(name) extern const wend_trigger wend_trigger_##name;
#include "behave/trigger/triggers.inl"
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
#define WEND_ENTRY(name) {WEND_KIND_CONDITION, &wend_condition_##name.entry},
#include "behave/condition/conditions.inl"
#undef WEND_ENTRY
#define WEND_ENTRY(name) {WEND_KIND_ACTION, &wend_action_##name.entry},
#include "behave/action/actions.inl"
#undef WEND_ENTRY
#define WEND_ENTRY(name) {WEND_KIND_TRIGGER, &wend_trigger_##name.entry},
#include "behave/trigger/triggers.inl"
#undef WEND_ENTRY
};

/* ---- Registry -------------------------------------------------------------------------------- */

/* An entry: the user's descriptor, or a copy of it in which the fields that the descriptor lacks
 * are zero. */
typedef struct list_item {
    const wend_entry *entry;
    wend_entry *copy; /* owned by the registry, or NULL */
} list_item;

typedef struct entry_list {
    list_item *items;
    uint32_t count, capacity;
    size_t size; /* bytes per descriptor of this kind; 0 if not known yet */
} entry_list;

struct wend_registry {
    memory memory;
    entry_list lists[WEND_KIND_COUNT];
};

const char *wend_kind_text(wend_kind kind) {
    static const char *const texts[WEND_KIND_COUNT] = {
        "selector", "planner", "follower", "modifier", "steering", "condition", "action",
        "trigger",  "map",     "output",   "input",    "metric",   "paper",     "command"};
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
    for (int i = 0; i < WEND_KIND_COUNT; i++) {
        registry->lists[i].size = descriptor_size((wend_kind)i);
    }
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
        entry_list *list = &registry->lists[i];
        for (uint32_t k = 0; k < list->count; k++) {
            memory_free(&registry->memory, list->items[k].copy, list->size);
        }
        memory_free(&registry->memory, list->items, list->capacity * sizeof *list->items);
    }
    wend_allocator allocator = registry->memory.allocator;
    memory_release(&allocator, registry, sizeof *registry);
}

static const wend_entry *find(const entry_list *list, const char *name) {
    for (uint32_t i = 0; i < list->count; i++) {
        if (strcmp(list->items[i].entry->name, name) == 0) {
            return list->items[i].entry;
        }
    }
    return NULL;
}

wend_result wend_registry_set_kind_size(wend_registry *registry, wend_kind kind, size_t size,
                                        wend_error *error) {
    WEND_ASSERT(registry != NULL && (unsigned)kind < WEND_KIND_COUNT);
    entry_list *list = &registry->lists[kind];
    if (size < sizeof(wend_entry) || size > UINT32_MAX || (list->size && list->size != size)) {
        return error_set(error, WEND_ERROR_INVALID,
                         "descriptors of kind '%s' cannot have %zu bytes: expected %s%zu",
                         wend_kind_text(kind), size, list->size ? "" : "at least ",
                         list->size ? list->size : sizeof(wend_entry));
    }
    list->size = size;
    return WEND_OK;
}

/* Makes the list item for a descriptor with a valid header. If the descriptor has the library's
 * size, the item refers to the descriptor itself, otherwise to a copy that has the library's size.
 */
static wend_result take_item(wend_registry *registry, wend_kind kind, const wend_entry *entry,
                             list_item *out, wend_error *error) {
    size_t size = registry->lists[kind].size;
    *out = (list_item){.entry = entry};
    if (entry->size == size) {
        return WEND_OK;
    }
    out->copy = memory_get_zeroed(&registry->memory, size);
    if (!out->copy) {
        return error_no_memory(error, "registry entry '%s'", entry->name);
    }
    memcpy(out->copy, entry, entry->size);
    out->copy->size = (uint32_t)size;
    out->entry = out->copy;
    return WEND_OK;
}

static wend_result add_item(wend_registry *registry, wend_kind kind, list_item item,
                            wend_error *error) {
    entry_list *list = &registry->lists[kind];
    wend_result result = descriptor_check(kind, item.entry, error);
    if (result != WEND_OK) {
        return result;
    }
    if (find(list, item.entry->name)) {
        return error_set(error, WEND_ERROR_NAME, "there is already a %s '%s'", wend_kind_text(kind),
                         item.entry->name);
    }
    if (!memory_grow(&registry->memory, (void **)&list->items, sizeof *list->items, &list->capacity,
                     list->count + 1)) {
        return error_no_memory(error, "registry entry '%s'", item.entry->name);
    }
    list->items[list->count++] = item;
    return WEND_OK;
}

wend_result wend_registry_add(wend_registry *registry, wend_kind kind, const wend_entry *entry,
                              wend_error *error) {
    WEND_ASSERT(registry != NULL && entry != NULL && (unsigned)kind < WEND_KIND_COUNT);
    list_item item = {NULL, NULL};
    wend_result result = descriptor_check_head(kind, registry->lists[kind].size, entry, error);
    result = result == WEND_OK ? take_item(registry, kind, entry, &item, error) : result;
    if (result != WEND_OK) {
        return result;
    }
    result = add_item(registry, kind, item, error);
    if (result != WEND_OK) {
        memory_free(&registry->memory, item.copy, registry->lists[kind].size);
    }
    return result;
}

bool wend_registry_remove(wend_registry *registry, wend_kind kind, const char *name) {
    WEND_ASSERT(registry != NULL && name != NULL && (unsigned)kind < WEND_KIND_COUNT);
    entry_list *list = &registry->lists[kind];
    uint32_t i = 0;
    while (i < list->count && strcmp(list->items[i].entry->name, name) != 0) {
        i++;
    }
    if (i == list->count) {
        return false;
    }
    memory_free(&registry->memory, list->items[i].copy, list->size);
    list->count--;
    memmove(&list->items[i], &list->items[i + 1], (list->count - i) * sizeof *list->items);
    return true;
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
            names[i] = list->items[i].entry->name;
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

const wend_entry *wend_registry_get(const wend_registry *registry, wend_kind kind, uint32_t index) {
    WEND_ASSERT(index < wend_registry_count(registry, kind));
    return registry->lists[kind].items[index].entry;
}
