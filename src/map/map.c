/* Creates maps of all kinds, counts references to them, and returns their info. Whatever is
 * specific to a kind is done by its descriptor (map/kind.h). */
#include "map/map.h"

#include <math.h>
#include <string.h>

#include "base/def.h"
#include "base/error.h"
#include "base/hash.h"

void wend_map_retain(wend_map *map) {
    WEND_ASSERT(map != NULL);
    atomic_fetch_add_explicit(&map->references, 1U, memory_order_relaxed);
}

void wend_map_release(wend_map *map) {
    if (map == NULL ||
        atomic_fetch_sub_explicit(&map->references, 1U, memory_order_acq_rel) != 1U) {
        return;
    }
    if (map->kind->destroy != NULL && map->data != NULL) {
        map->kind->destroy(map->data);
    }
    arena_free(&map->arena);
    wend_allocator allocator = map->memory.allocator;
    memory_release(&allocator, map, sizeof *map);
}

/* ---- Creation -------------------------------------------------------------------------------- */

wend_result map_refuse(const map_kind *kind, const char *wrong, wend_error *error) {
    return error_set(error, WEND_ERROR_FORMAT, "the %s is not valid: %s", kind->title, wrong);
}

static wend_map *new_map(const map_kind *kind, uint64_t space_hash, const wend_allocator *allocator,
                         const watcher *progress) {
    wend_map *map = memory_allocate(allocator, sizeof *map);
    if (map != NULL) {
        memset(map, 0, sizeof *map);
        map->kind = kind;
        map->space_hash = space_hash;
        map->progress = progress;
        atomic_init(&map->references, 1U);
        memory_init(&map->memory, allocator);
        arena_init(&map->arena, &map->memory);
    }
    return map;
}

static void set_info(wend_map *map) {
    /* In hashes, kinds are numbered from 1; in files from 2, because 1 stands for a space there. */
    uint64_t hash = hash_combine(map->space_hash, map->kind->tag - 1);
    map->hash = map->kind->hash(map->data, hash);
    map->info = (wend_map_info){.kind = map->kind->name,
                                .space_hash = map->space_hash,
                                .hash = map->hash,
                                .bytes = map->memory.held + sizeof *map,
                                .levels = 1,
                                .largest_radius = (double)INFINITY};
    map->kind->info(map->data, &map->info);
}

static wend_result copy_draft(wend_map *map, const void *draft, wend_error *error) {
    const map_kind *kind = map->kind;
    map->data = map_copy(map, draft, 1, kind->size);
    if (map->data == NULL || !kind->copy(map, draft)) {
        return error_no_memory(error, "the map");
    }
    return kind->finish(map, error);
}

wend_result map_fail_cancelled(wend_error *error) {
    return error_set(error, WEND_ERROR_CANCELLED, "the map was not built: cancelled");
}

wend_result map_create(const map_kind *kind, const void *draft, uint64_t space_hash,
                       const wend_allocator *allocator, wend_map **out, wend_error *error) {
    return map_create_watched(kind, draft, space_hash, allocator, NULL, out, error);
}

wend_result map_create_watched(const map_kind *kind, const void *draft, uint64_t space_hash,
                               const wend_allocator *allocator, const watcher *progress,
                               wend_map **out, wend_error *error) {
    WEND_ASSERT(draft != NULL && out != NULL);
    const char *wrong = kind->verify(draft);
    if (wrong != NULL) {
        return map_refuse(kind, wrong, error);
    }
    if (!watch_report(progress, 0.15)) {
        return map_fail_cancelled(error);
    }
    wend_map *map = new_map(kind, space_hash, allocator, progress);
    wend_result result =
        map != NULL ? copy_draft(map, draft, error) : error_no_memory(error, "the map");
    if (result != WEND_OK) {
        wend_map_release(map);
        return result;
    }
    set_info(map);
    map->progress = NULL;
    *out = map;
    return WEND_OK;
}

void *map_take(wend_map *map, size_t count, size_t size) {
    return arena_take(&map->arena, (count > 0 ? count : 1) * size, MEMORY_ALIGNMENT);
}

void *map_copy(wend_map *map, const void *from, size_t count, size_t size) {
    void *copy = map_take(map, count, size);
    if (copy != NULL && count > 0) {
        memcpy(copy, from, count * size);
    }
    return copy;
}

map_blocker *map_copy_blockers(wend_map *map, const map_blocker *from, uint32_t count) {
    map_blocker *copy = map_copy(map, from, count, sizeof *from);
    for (uint32_t i = 0; copy != NULL && i < count; i++) {
        copy[i].points = map_copy(map, from[i].points, from[i].point_count, sizeof *from->points);
        copy = copy[i].points != NULL ? copy : NULL;
    }
    return copy;
}

bool map_copy_blocking(wend_map *map, const map_blocking *from, map_blocking *to) {
    to->blockers = map_copy_blockers(map, from->blockers, from->blocker_count);
    to->limits = map_copy(map, from->limits, from->limit_count, sizeof *to->limits);
    return to->blockers != NULL && to->limits != NULL;
}

/* ---- Information ----------------------------------------------------------------------------- */

void map_add_figure(wend_map_info *info, const char *name, double value, const char *unit) {
    WEND_ASSERT(info->figure_count < WEND_MAP_FIGURES);
    info->figures[info->figure_count++] = (wend_map_figure){name, unit, value};
}

wend_map_info wend_map_get_info(const wend_map *map) {
    WEND_ASSERT(map != NULL);
    return map->info;
}

const char *wend_map_kind(const wend_map *map) {
    WEND_ASSERT(map != NULL);
    return map->kind->name;
}

double wend_map_find_figure(const wend_map *map, const char *name) {
    WEND_ASSERT(map != NULL && name != NULL);
    for (uint32_t i = 0; i < map->info.figure_count; i++) {
        if (strcmp(map->info.figures[i].name, name) == 0) {
            return map->info.figures[i].value;
        }
    }
    return (double)NAN;
}

void wend_map_describe(const wend_map *map, char *out, size_t size) {
    WEND_ASSERT(map != NULL && out != NULL && size > 0);
    map->kind->describe(map->data, &map->info, out, size);
}

void wend_map_describe_level(const wend_map *map, uint32_t level, char *out, size_t size) {
    WEND_ASSERT(map != NULL && out != NULL && size > 0 && level < map->info.levels);
    out[0] = '\0';
    if (map->kind->describe_level != NULL) {
        map->kind->describe_level(map->data, level, out, size);
    }
}

uint32_t wend_map_locate(const wend_map *map, wend_location location) {
    WEND_ASSERT(map != NULL);
    bool finite = isfinite(location.position.x) && isfinite(location.position.y);
    return finite ? map->kind->locate(map->data, location) : UINT32_MAX;
}

wend_map_coverage wend_map_get_coverage(const wend_map *map, const wend_space *space,
                                        const wend_space_def *def) {
    WEND_ASSERT(map != NULL && space != NULL && def != NULL);
    wend_space_def known;
    if (DEF_READ(space, def, &known, NULL) != WEND_OK) {
        return (wend_map_coverage){.share = NAN, .verb = ""};
    }
    return map->kind->cover(map->data, space, &known);
}
