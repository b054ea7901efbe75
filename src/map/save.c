/* Maps as bytes (.wmap), and back.
 *
 * Layout: the container's header (space/wmap.h), then the hash of the space, and of a navigation
 * mesh layers, blockers, sets, members and levels, as map/navmesh.h has them; corridor_save.c and
 * roadmap_save.c tell of the other kinds. Little-endian. Everything that is read is bounded by the
 * bytes there are, and verified when the map is made of it. Cost: O(n log n). */
#include <string.h>

#include "base/error.h"
#include "base/file.h"
#include "map/map.h"
#include "map/save.h"
#include "space/wmap.h"

static const char what[] = "the map";

/* ---- One description for both ways ----------------------------------------------------------- */

void *save_array(archive *ar, const void *there, uint32_t *count, size_t size, memory_arena *from) {
    void *all = archive_list(ar, there, count, size, size, from);
    archive_bytes(ar, all, *count * size);
    return all;
}

map_blocker *save_blockers(archive *ar, map_blocker *there, uint32_t *count, memory_arena *from) {
    map_blocker *all = archive_list(ar, there, count, 12, sizeof *all, from);
    for (uint32_t i = 0; i < *count; i++) {
        map_blocker blocker = all[i];
        archive_u32(ar, &blocker.obstacle_class);
        archive_u32(ar, &blocker.layer);
        blocker.points =
            save_array(ar, blocker.points, &blocker.point_count, sizeof *blocker.points, from);
        if (ar->loading) {
            all[i] = blocker;
        }
    }
    return all;
}

static void archive_sets(archive *ar, navmesh *mesh, memory_arena *from) {
    mesh->blockers = save_blockers(ar, mesh->blockers, &mesh->blocker_count, from);
    mesh->sets = save_array(ar, mesh->sets, &mesh->set_count, sizeof *mesh->sets, from);
    mesh->members = save_array(ar, mesh->members, &mesh->member_count, sizeof *mesh->members, from);
}

/* An array as long as the corners. */
static void *archive_beside(archive *ar, void *there, uint32_t corners, size_t size,
                            memory_arena *from) {
    uint32_t count = corners;
    void *all = save_array(ar, there, &count, size, from);
    archive_expect(ar, count == corners, "a list of corners has another length than the others");
    return all;
}

static void archive_level(archive *ar, navmesh_level *level, memory_arena *from) {
    archive_f32(ar, &level->radius);
    level->vertices =
        save_array(ar, level->vertices, &level->vertex_count, sizeof *level->vertices, from);
    level->polygons =
        save_array(ar, level->polygons, &level->polygon_count, sizeof *level->polygons, from);
    level->corners =
        save_array(ar, level->corners, &level->corner_count, sizeof *level->corners, from);
    level->neighbours =
        archive_beside(ar, level->neighbours, level->corner_count, sizeof *level->neighbours, from);
    if (level->radius == 0.0F) {
        level->clearances = archive_beside(ar, level->clearances, level->corner_count,
                                           sizeof *level->clearances, from);
    }
}

static void archive_mesh(archive *ar, navmesh *mesh, memory_arena *from) {
    archive_u32(ar, &mesh->layer_count);
    archive_sets(ar, mesh, from);
    mesh->levels =
        archive_list(ar, mesh->levels, &mesh->level_count, 20, sizeof *mesh->levels, from);
    for (uint32_t i = 0; i < mesh->level_count; i++) {
        navmesh_level level = mesh->levels[i];
        archive_level(ar, &level, from);
        if (ar->loading) {
            mesh->levels[i] = level;
        }
    }
}

/* What is saved of a map, of whatever kind. */
typedef struct content {
    wmap_kind kind;
    uint64_t space_hash;
    navmesh mesh;
    corridor corridor;
    roadmap roadmap;
} content;

static void archive_content(archive *ar, content *c, memory_arena *from) {
    archive_u64(ar, &c->space_hash);
    if (c->kind == WMAP_CORRIDOR) {
        save_corridor(ar, &c->corridor, from);
    } else if (c->kind == WMAP_ROADMAP) {
        save_roadmap(ar, &c->roadmap, from);
    } else {
        archive_mesh(ar, &c->mesh, from);
    }
}

/* ---- Saving ---------------------------------------------------------------------------------- */

static content content_of(const wend_map *map) {
    static const wmap_kind kinds[WEND_MAP_KIND_COUNT] = {[WEND_MAP_NAVMESH] = WMAP_NAVMESH,
                                                         [WEND_MAP_CORRIDOR] = WMAP_CORRIDOR,
                                                         [WEND_MAP_ROADMAP] = WMAP_ROADMAP};
    return (content){kinds[map->kind], map->space_hash, map->mesh, map->corridor, map->roadmap};
}

size_t wend_map_save(const wend_map *map, void *out, size_t capacity) {
    WEND_ASSERT(map != NULL);
    content c = content_of(map);
    archive count = {.loading = false};
    archive_content(&count, &c, NULL);
    size_t size = WMAP_HEADER_SIZE + count.at;
    if (out == NULL || capacity < size) {
        return size;
    }
    uint8_t *bytes = out;
    archive ar = {.out = bytes + WMAP_HEADER_SIZE, .size = capacity - WMAP_HEADER_SIZE};
    c = content_of(map);
    archive_content(&ar, &c, NULL);
    wmap_seal(bytes, size, c.kind);
    return size;
}

/* ---- Loading --------------------------------------------------------------------------------- */

static wend_result create(const content *c, const wend_allocator *allocator, wend_map **out,
                          wend_error *error) {
    return c->kind == WMAP_CORRIDOR
               ? corridor_create(&c->corridor, c->space_hash, allocator, out, error)
           : c->kind == WMAP_ROADMAP
               ? roadmap_create(&c->roadmap, c->space_hash, allocator, out, error)
               : navmesh_create(&c->mesh, c->space_hash, allocator, out, error);
}

wend_result wend_map_load(const void *bytes, size_t size, const wend_allocator *allocator,
                          wend_map **out, wend_error *error) {
    WEND_ASSERT((bytes != NULL || size == 0) && out != NULL);
    content c = {.kind = wmap_holds(bytes, size, WMAP_CORRIDOR)  ? WMAP_CORRIDOR
                         : wmap_holds(bytes, size, WMAP_ROADMAP) ? WMAP_ROADMAP
                                                                 : WMAP_NAVMESH};
    wend_result result = wmap_check(bytes, size, c.kind, error);
    if (result != WEND_OK) {
        return result;
    }
    memory heap;
    memory_arena arena;
    memory_init(&heap, allocator);
    arena_init(&arena, &heap);
    archive ar = {.loading = true,
                  .in = (const uint8_t *)bytes + WMAP_HEADER_SIZE,
                  .size = size - WMAP_HEADER_SIZE};
    archive_content(&ar, &c, &arena);
    archive_expect(&ar, ar.at == ar.size, "something follows its end");
    result = ar.failed
                 ? error_set(error, WEND_ERROR_FORMAT, "%s cannot be read: %s", what, ar.wrong)
                 : create(&c, allocator, out, error);
    arena_free(&arena);
    return result;
}

/* ---- Files ----------------------------------------------------------------------------------- */

wend_result wend_map_save_file(const wend_map *map, const char *path, wend_error *error) {
    WEND_ASSERT(map != NULL && path != NULL);
    const wend_allocator *allocator = &map->memory.allocator;
    size_t size = wend_map_save(map, NULL, 0);
    void *bytes = memory_allocate(allocator, size);
    if (bytes == NULL) {
        return error_set(error, WEND_ERROR_MEMORY, "out of memory for %s", what);
    }
    wend_map_save(map, bytes, size);
    wend_result result = file_write_whole(path, what, allocator, bytes, size, error);
    memory_release(allocator, bytes, size);
    return result;
}

wend_result wend_map_load_file(const char *path, const wend_allocator *allocator, wend_map **out,
                               wend_error *error) {
    WEND_ASSERT(path != NULL && out != NULL);
    void *bytes = NULL;
    size_t size = 0, room = 0;
    wend_result result = file_read_whole(path, what, allocator, &bytes, &size, &room, error);
    if (result != WEND_OK) {
        return result;
    }
    result = wend_map_load(bytes, size, allocator, out, error);
    if (result != WEND_OK && error != NULL) {
        error_place(error, path, 0, 0);
    }
    memory_release(allocator, bytes, room);
    return result;
}
