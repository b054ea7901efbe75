/* map/map.h: the map object, common to all kinds, and the functions with which a kind fills it. */
#ifndef MAP_MAP_H
#define MAP_MAP_H

#include <stdatomic.h>

#include <wend/map.h>

#include "base/memory.h"
#include "base/watch.h"
#include "map/blocking.h"
#include "map/kind.h"

struct wend_map {
    const map_kind *kind;
    atomic_uint_fast32_t references;
    memory memory;
    memory_arena arena; /* holds everything below */
    uint64_t space_hash, hash;
    void *data;              /* the struct of the kind: see the accessor in the kind's header */
    wend_map_info info;      /* set once the map is complete */
    const watcher *progress; /* while the map is created; may be NULL */
};

/* True if a map is of a kind. Compares tags rather than addresses: the shared library of the kit
 * has its own copy of the descriptors, and builds maps for worlds of the core library. */
static inline bool map_is_kind(const wend_map *map, const map_kind *kind) {
    return map->kind->tag == kind->tag;
}

/* Verifies a draft and creates a map from a copy of it. Fails with WEND_ERROR_FORMAT (the message
 * states what is wrong) or WEND_ERROR_MEMORY. The caller owns one reference. */
wend_result map_create(const map_kind *kind, const void *draft, uint64_t space_hash,
                       const wend_allocator *allocator, wend_map **out, wend_error *error);
/* Like map_create, but reports progress, and fails with WEND_ERROR_CANCELLED if cancelled.
 * `progress` may be NULL. */
wend_result map_create_watched(const map_kind *kind, const void *draft, uint64_t space_hash,
                               const wend_allocator *allocator, const watcher *progress,
                               wend_map **out, wend_error *error);
/* Sets the error for a cancelled creation and returns WEND_ERROR_CANCELLED. */
wend_result map_fail_cancelled(wend_error *error);

/* Returns room for `count` elements in the map's arena, or NULL when out of memory. The result is
 * not NULL if `count` is 0. */
void *map_take(wend_map *map, size_t count, size_t size);
void *map_copy(wend_map *map, const void *from, size_t count, size_t size);

/* Returns copies of blockers and their points, or NULL when out of memory. */
map_blocker *map_copy_blockers(wend_map *map, const map_blocker *from, uint32_t count);

/* Replaces the arrays of `to` with copies of the arrays of `from`. Returns false when out of
 * memory. */
bool map_copy_blocking(wend_map *map, const map_blocking *from, map_blocking *to);

/* Sets the error for an invalid draft and returns its result code; `wrong` describes the mistake.
 */
wend_result map_refuse(const map_kind *kind, const char *wrong, wend_error *error);

/* Appends a figure to the info, which holds at most WEND_MAP_FIGURES. */
void map_add_figure(wend_map_info *info, const char *name, double value, const char *unit);

#endif
