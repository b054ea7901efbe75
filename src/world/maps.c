/* The table of maps. A map is either a wend_map, to which the world holds a reference, or an object
 * that only a planner understands and the caller owns. */
#include <string.h>
#include <wend/snapshot.h>

#include "base/error.h"
#include "world/world.h"

static uint32_t find_map(const wend_world *world, const char *name) {
    for (uint32_t i = 0; i < world->map_count; i++) {
        if (world->maps[i].name && strcmp(world->maps[i].name, name) == 0) {
            return i;
        }
    }
    return WEND_NONE;
}

/* Sets the object of a record. If the world holds a reference to the old object, that reference is
 * released. */
static void set_object(map_record *record, const void *object) {
    if (record->is_held) {
        wend_map *old = (wend_map *)(uintptr_t)record->object;
        if (object) {
            wend_map_retain((wend_map *)(uintptr_t)object);
        }
        wend_map_release(old);
    }
    record->object = object;
}

/* Checks that a map may be held by the world or replace a held map: it belongs to the same space,
 * and has the expected content. */
static wend_result check_held(const wend_world *world, const wend_map *map, uint64_t content_hash,
                              const char *name, wend_error *error) {
    wend_map_info info = wend_map_get_info(map);
    if (info.space_hash != wend_space_hash(world->space)) {
        return error_set(error, WEND_ERROR_INVALID, "map '%s' was built for another space", name);
    }
    return info.hash == content_hash
               ? WEND_OK
               : error_set(error, WEND_ERROR_NAME, "map '%s' does not have the given content hash",
                           name);
}

wend_result wend_world_add_map_object(wend_world *world, const char *name, uint64_t content_hash,
                                      const void *map, wend_map_slot *out, wend_error *error) {
    WEND_ASSERT(world != NULL && name != NULL && name[0] != 0);
    wend_result result = world_check_name(name, error);
    if (result != WEND_OK) {
        return result;
    }
    if (find_map(world, name) != WEND_NONE) {
        return error_set(error, WEND_ERROR_NAME, "there is already a map '%s'", name);
    }
    char *copy = memory_copy_text(&world->memory, name);
    if (!copy || !ids_reserve(&world->map_ids, &world->memory) ||
        !memory_grow(&world->memory, (void **)&world->maps, sizeof *world->maps,
                     &world->map_capacity, ids_next(&world->map_ids) + 1)) {
        memory_free_text(&world->memory, copy);
        return error_no_memory(error, "the world");
    }
    uint32_t index = ids_take(&world->map_ids);
    /* A reused index gets the next higher generation, so that routes on the old map at that index
     * stay stale. */
    uint32_t generation = index < world->map_count ? world->maps[index].generation + 1 : 1;
    world->maps[index] = (map_record){copy, content_hash, map, generation, false};
    world->map_count = world->map_ids.count;
    if (out) {
        *out = wend_world_map_at(world, index);
    }
    world_update_view(world);
    return WEND_OK;
}

wend_result wend_world_add_map(wend_world *world, const char *name, wend_map *map,
                               wend_map_slot *out, wend_error *error) {
    WEND_ASSERT(world != NULL && map != NULL);
    uint64_t hash = wend_map_get_info(map).hash;
    wend_map_slot added = {0};
    wend_result result = check_held(world, map, hash, name, error);
    if (result == WEND_OK) {
        result = wend_world_add_map_object(world, name, hash, NULL, &added, error);
    }
    if (result != WEND_OK) {
        return result;
    }
    map_record *record = &world->maps[wend_world_map_index(world, added)];
    record->is_held = true;
    set_object(record, map);
    world->scene_changed = true; /* agents without a route may find one on the new map */
    if (out) {
        *out = added;
    }
    return WEND_OK;
}

uint32_t wend_world_map_count(const wend_world *world) {
    WEND_ASSERT(world != NULL);
    return world->map_count;
}
wend_map_slot wend_world_map_at(const wend_world *world, uint32_t index) {
    WEND_ASSERT(world != NULL);
    return (wend_map_slot){ids_at(&world->map_ids, index)};
}

const char *wend_world_map_name(const wend_world *world, wend_map_slot map) {
    uint32_t index = wend_world_map_index(world, map);
    return index != WEND_NO_MAP ? world->maps[index].name : NULL;
}

uint32_t wend_world_map_index(const wend_world *world, wend_map_slot map) {
    WEND_ASSERT(world != NULL);
    return ids_index(&world->map_ids, map.value);
}

wend_result map_check_replacement(const wend_world *world, uint32_t map, uint64_t content_hash,
                                  const void *object, wend_error *error) {
    const map_record *record = &world->maps[map];
    return record->is_held && object ? check_held(world, object, content_hash, record->name, error)
                                     : WEND_OK;
}

void map_replace(wend_world *world, uint32_t map, uint64_t content_hash, const void *object) {
    map_record *record = &world->maps[map];
    record->content_hash = content_hash;
    set_object(record, object);
    record->generation++;
    world->maps_changed = true;
}

void map_remove(wend_world *world, uint32_t map) {
    map_replace(world, map, 0, NULL);
    memory_free_text(&world->memory, world->maps[map].name);
    world->maps[map] = (map_record){.generation = world->maps[map].generation};
    ids_release(&world->map_ids, map);
}

/* Sets the object in the queued replacements of `map` that have the given content hash. Returns
 * true if there are any such replacements. */
static bool restore_replacements(wend_world *world, wend_map_slot map, uint64_t content_hash,
                                 const void *object) {
    bool found = false;
    for (uint32_t i = 0; i < world->command_count; i++) {
        command *what = &world->commands[i];
        if (what->kind == COMMAND_REPLACE_MAP && what->target == map.value &&
            what->bits == content_hash) {
            what->object = object;
            found = true;
        }
    }
    return found;
}

wend_result wend_world_restore_map(wend_world *world, const char *name, uint64_t content_hash,
                                   const void *object, wend_error *error) {
    WEND_ASSERT(world != NULL && name != NULL);
    uint32_t index = find_map(world, name);
    if (index == WEND_NONE) {
        return error_set(error, WEND_ERROR_NAME, "the snapshot has no map '%s'", name);
    }
    wend_result result = map_check_replacement(world, index, content_hash, object, error);
    if (result != WEND_OK) {
        return result;
    }
    bool found = world->maps[index].content_hash == content_hash;
    if (found) {
        set_object(&world->maps[index], object);
    }
    found =
        restore_replacements(world, wend_world_map_at(world, index), content_hash, object) || found;
    return found ? WEND_OK
                 : error_set(error, WEND_ERROR_NAME,
                             "map '%s' differs from the one in the snapshot", name);
}

void maps_free(wend_world *world) {
    for (uint32_t i = 0; i < world->map_count; i++) {
        set_object(&world->maps[i], NULL);
        memory_free_text(&world->memory, world->maps[i].name);
    }
    memory_free(&world->memory, world->maps, world->map_capacity * sizeof(map_record));
    ids_free(&world->map_ids, &world->memory);
}
