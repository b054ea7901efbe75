/* Saves maps as bytes (.wmap), and loads them.
 *
 * Layout: the container's header (space/wmap.h) with the tag of the kind, the hash of the space,
 * then the data that the kind archives. Little-endian. Every count that is read is checked against
 * the number of bytes left, and all data is verified when the map is created. Cost: O(n log n). */
#include "map/save.h"

#include <string.h>

#include "base/error.h"
#include "base/file.h"
#include "map/map.h"
#include "space/wmap.h"

static const char object_name[] = "the map";

enum { MAX_RECORD_SIZE = 128 /* bytes: size limit of a record */ };

/* ---- Both directions ------------------------------------------------------------------------- */

void *save_array(archive *ar, const void *items, uint32_t *count, size_t size,
                 memory_arena *arena) {
    void *all = archive_list(ar, items, count, size, size, arena);
    archive_bytes(ar, all, *count * size);
    return all;
}

void *save_records(archive *ar, const void *items, uint32_t *count, size_t least, size_t size,
                   void (*archive_one)(archive *ar, void *record), memory_arena *arena) {
    _Alignas(max_align_t) uint8_t record[MAX_RECORD_SIZE];
    WEND_ASSERT(size <= sizeof record);
    uint8_t *all = archive_list(ar, items, count, least, size, arena);
    for (uint32_t i = 0; i < *count; i++) {
        memcpy(record, all + i * size, size);
        archive_one(ar, record);
        if (ar->loading) {
            memcpy(all + i * size, record, size);
        }
    }
    return all;
}

map_blocker *save_blockers(archive *ar, map_blocker *items, uint32_t *count, memory_arena *arena) {
    map_blocker *all = archive_list(ar, items, count, 12, sizeof *all, arena);
    for (uint32_t i = 0; i < *count; i++) {
        map_blocker blocker = all[i];
        archive_u32(ar, &blocker.obstacle_class);
        archive_u32(ar, &blocker.layer);
        blocker.points =
            save_array(ar, blocker.points, &blocker.point_count, sizeof *blocker.points, arena);
        if (ar->loading) {
            all[i] = blocker;
        }
    }
    return all;
}

void save_blocking(archive *ar, map_blocking *blocking, memory_arena *arena) {
    blocking->blockers = save_blockers(ar, blocking->blockers, &blocking->blocker_count, arena);
    blocking->limits =
        save_array(ar, blocking->limits, &blocking->limit_count, sizeof *blocking->limits, arena);
}

/* ---- Saving ---------------------------------------------------------------------------------- */

/* Archives the data of a map. Works on `draft`, a plain copy, because archiving writes counts back.
 */
static void save_content(archive *ar, const wend_map *map, void *draft) {
    uint64_t space_hash = map->space_hash;
    memcpy(draft, map->data, map->kind->size);
    archive_u64(ar, &space_hash);
    map->kind->archive(ar, draft, NULL);
}

size_t wend_map_save(const wend_map *map, void *out, size_t capacity) {
    WEND_ASSERT(map != NULL);
    _Alignas(max_align_t) uint8_t draft[MAP_MAX_DATA_SIZE];
    archive count = {.loading = false};
    save_content(&count, map, draft);
    size_t size = WMAP_HEADER_SIZE + count.at;
    if (out == NULL || capacity < size) {
        return size;
    }
    uint8_t *bytes = out;
    archive ar = {.out = bytes + WMAP_HEADER_SIZE, .size = capacity - WMAP_HEADER_SIZE};
    save_content(&ar, map, draft);
    wmap_seal(bytes, size, map->kind->tag);
    return size;
}

/* ---- Loading --------------------------------------------------------------------------------- */

static wend_result load_content(const map_kind *kind, archive *ar, const wend_allocator *allocator,
                                wend_map **out, wend_error *error) {
    _Alignas(max_align_t) uint8_t draft[MAP_MAX_DATA_SIZE] = {0};
    uint64_t space_hash = 0;
    memory heap;
    memory_arena arena;
    memory_init(&heap, allocator);
    arena_init(&arena, &heap);
    archive_u64(ar, &space_hash);
    kind->archive(ar, draft, &arena);
    archive_expect(ar, ar->at == ar->size, "it has extra bytes at its end");
    wend_result result = ar->failed ? error_set(error, WEND_ERROR_FORMAT, "%s cannot be read: %s",
                                                object_name, ar->wrong)
                                    : map_create(kind, draft, space_hash, allocator, out, error);
    arena_free(&arena);
    return result;
}

wend_result wend_map_load(const void *bytes, size_t size, const wend_allocator *allocator,
                          wend_map **out, wend_error *error) {
    WEND_ASSERT((bytes != NULL || size == 0) && out != NULL);
    uint32_t tag = 0;
    wend_result result = wmap_check(bytes, size, &tag, error);
    if (result != WEND_OK) {
        return result;
    }
    const map_kind *kind = map_kind_of_tag(tag);
    if (kind == NULL) {
        return error_set(error, WEND_ERROR_FORMAT, "the file contains %s, expected a map",
                         tag == WMAP_SPACE ? "a space" : "a map of an unknown kind");
    }
    archive ar = {.loading = true,
                  .in = (const uint8_t *)bytes + WMAP_HEADER_SIZE,
                  .size = size - WMAP_HEADER_SIZE};
    return load_content(kind, &ar, allocator, out, error);
}

/* ---- Files ----------------------------------------------------------------------------------- */

static size_t save_map(const void *map, void *bytes, size_t capacity) {
    return wend_map_save(map, bytes, capacity);
}

static wend_result load_map(const void *bytes, size_t size, const wend_allocator *allocator,
                            void *out, wend_error *error) {
    return wend_map_load(bytes, size, allocator, out, error);
}

static const file_codec map_codec = {object_name, wmap_check_head, save_map, load_map};

wend_result wend_map_save_file(const wend_map *map, const char *path, wend_error *error) {
    WEND_ASSERT(map != NULL && path != NULL);
    return file_save(&map_codec, map, path, &map->memory.allocator, error);
}

wend_result wend_map_load_file(const char *path, const wend_allocator *allocator, wend_map **out,
                               wend_error *error) {
    WEND_ASSERT(path != NULL && out != NULL);
    return file_load(&map_codec, path, allocator, out, error);
}
