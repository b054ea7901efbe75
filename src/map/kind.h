/* map/kind.h: the definition of a map kind: one const descriptor, listed in map/kinds.inl.
 *
 * The data of a map is one struct of its kind, with arrays. A builder or a loader fills in a draft
 * of it; map_create verifies and copies the draft and lets the kind derive the rest. */
#ifndef MAP_KIND_H
#define MAP_KIND_H

#include <wend/map.h>

#include "base/archive.h"
#include "base/memory.h"

enum { MAP_MAX_DATA_SIZE = 1024 /* bytes: largest struct of a map's data */ };

typedef struct map_kind {
    const char *name;  /* its name in scenarios, planners and the command line: "navmesh" */
    const char *title; /* its name in messages: "navigation mesh" */
    uint32_t tag;      /* in .wmap files: unique, above 1 (a space), never used for another kind */
    size_t size;       /* bytes: of the struct of its data, at most MAP_MAX_DATA_SIZE */

    /* Returns NULL, or what is wrong with a draft. Checks every index, count and number. */
    const char *(*verify)(const void *draft);
    /* Replaces the arrays of map->data, a plain copy of the draft, by copies in the map's arena,
     * with room for derived ones. Returns false when out of memory. */
    bool (*copy)(wend_map *map, const void *draft);
    /* Derives the rest of map->data. Fails with error_no_memory or map_refuse. */
    wend_result (*finish)(wend_map *map, wend_error *error);
    /* Frees what finish allocated outside the arena; NULL: nothing. */
    void (*destroy)(void *data);

    /* Saves or loads all of a draft; loaded arrays are in `arena`. */
    void (*archive)(archive *ar, void *draft, memory_arena *arena);
    /* Continues a hash with everything that is saved. */
    uint64_t (*hash)(const void *data, uint64_t hash);

    /* Fills in counts, levels, area, largest radius and figures. */
    void (*info)(const void *data, wend_map_info *info);
    /* Write one line with counts and bytes, and one for each level; the second is NULL for a kind
     * without levels. */
    void (*describe)(const void *data, const wend_map_info *info, char *out, size_t size);
    void (*describe_level)(const void *data, uint32_t level, char *out, size_t size);

    /* Returns the element at a location, UINT32_MAX if there is none. The position is finite; the
     * layer may not exist. */
    uint32_t (*locate)(const void *data, wend_location location);
    /* Returns the share of the ground that the map covers. */
    wend_map_coverage (*cover)(const void *data, const wend_space *space,
                               const wend_space_def *def);
} map_kind;

/* All kinds, in the order of the list. */
extern const map_kind *const map_kinds[];
extern const uint32_t map_kind_count;

/* Returns the kind with a tag, or NULL. */
const map_kind *map_kind_of_tag(uint32_t tag);

#endif
