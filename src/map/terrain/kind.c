/* The descriptor of the map kind "terrain": a triangulation of the ground with terrain types. Its
 * functions are those of a navigation mesh; they add the types of triangles. */
#include "map/terrain/terrain.h"

#include "base/error.h"
#include "base/hash.h"
#include "base/sort.h"
#include "map/map.h"
#include "map/navmesh/verify.h"
#include "map/save.h"

const navmesh *terrain_map_of(const wend_map *map) {
    return map_is_kind(map, &map_kind_terrain) ? map->data : NULL;
}

wend_result terrain_map_create(const navmesh *parts, uint64_t space_hash,
                               const wend_allocator *allocator, const watcher *progress,
                               wend_map **out, wend_error *error) {
    return map_create_watched(&map_kind_terrain, parts, space_hash, allocator, progress, out,
                              error);
}

static const char *verify_level(const navmesh_level *level) {
    if (level->types == NULL && level->polygon_count > 0) {
        return "a level has no terrain types";
    }
    for (uint32_t i = 0; i < level->polygon_count; i++) {
        if (level->polygons[i].count != 3) {
            return "a polygon is not a triangle";
        }
    }
    return NULL;
}

static const char *verify(const void *draft) {
    const navmesh *mesh = draft;
    const char *wrong = verify_parts(draft);
    for (uint32_t i = 0; wrong == NULL && i < mesh->level_count; i++) {
        wrong = verify_level(&mesh->levels[i]);
    }
    return wrong;
}

static bool copy(wend_map *map, const void *draft) {
    const navmesh *parts = draft;
    navmesh *mesh = map->data;
    bool good = navmesh_copy(map, draft);
    for (uint32_t i = 0; good && i < parts->level_count; i++) {
        const navmesh_level *from = &parts->levels[i];
        mesh->levels[i].types =
            map_copy(map, from->types, from->polygon_count, sizeof *from->types);
        good = mesh->levels[i].types != NULL;
    }
    return good;
}

static bool type_before(const void *left, const void *right) {
    return *(const uint32_t *)left < *(const uint32_t *)right;
}

/* Lists the terrain types of all levels. Returns false when out of memory. */
static bool list_types(wend_map *map) {
    navmesh *mesh = map->data;
    size_t count = 0;
    for (uint32_t i = 0; i < mesh->level_count; i++) {
        count += mesh->levels[i].polygon_count;
    }
    memory heap;
    memory_init(&heap, &map->memory.allocator);
    uint32_t *all = memory_get_array(&heap, count + 1, sizeof *all), kept = 0;
    bool good = all != NULL;
    for (uint32_t i = 0; good && i < mesh->level_count; i++) {
        const navmesh_level *level = &mesh->levels[i];
        for (uint32_t k = 0; k < level->polygon_count; k++) {
            if (kept == 0 || all[kept - 1] != level->types[k]) {
                all[kept++] = level->types[k];
            }
        }
    }
    good = good && sort_stable_with(&heap, all, kept, sizeof *all, type_before);
    mesh->terrain_type_count = 0;
    for (uint32_t i = 0; good && i < kept; i++) {
        if (i == 0 || all[i] != all[i - 1]) {
            all[mesh->terrain_type_count++] = all[i];
        }
    }
    mesh->terrain_types = good ? map_copy(map, all, mesh->terrain_type_count, sizeof *all) : NULL;
    memory_free(&heap, all, (count + 1) * sizeof *all);
    return mesh->terrain_types != NULL;
}

static wend_result finish(wend_map *map, wend_error *error) {
    wend_result result = navmesh_finish(map, error);
    return result != WEND_OK || list_types(map) ? result : error_no_memory(error, "the map");
}

static void archive_types(archive *ar, navmesh_level *level, memory_arena *arena) {
    uint32_t count = level->polygon_count;
    uint32_t *types = save_array(ar, level->types, &count, sizeof *level->types, arena);
    archive_expect(ar, count == level->polygon_count, "the number of terrain types is wrong");
    if (ar->loading) {
        level->types = types;
    }
}

static void archive_map(archive *ar, void *draft, memory_arena *arena) {
    navmesh *mesh = draft;
    navmesh_archive(ar, draft, arena);
    for (uint32_t i = 0; i < mesh->level_count; i++) {
        archive_types(ar, &mesh->levels[i], arena);
    }
}

static uint64_t hash(const void *data, uint64_t hash) {
    const navmesh *mesh = data;
    hash = navmesh_hash(data, hash);
    for (uint32_t i = 0; i < mesh->level_count; i++) {
        const navmesh_level *level = &mesh->levels[i];
        hash = hash_bytes(level->types, level->polygon_count * sizeof *level->types, hash);
    }
    return hash;
}

const map_kind map_kind_terrain = {
    .name = "terrain",
    .title = "terrain map",
    .tag = 6,
    .size = sizeof(navmesh),
    .verify = verify,
    .copy = copy,
    .finish = finish,
    .archive = archive_map,
    .hash = hash,
    .info = navmesh_write_info,
    .describe = navmesh_describe,
    .describe_level = navmesh_describe_level,
    .locate = navmesh_find_element,
    .cover = navmesh_cover,
};
