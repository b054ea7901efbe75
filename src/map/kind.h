/* map/kind.h: defines map kinds. A kind is one const descriptor, listed in map/kinds.inl.
 *
 * The data of a map is one struct, of a type specific to the kind, with arrays. A builder or a
 * loader fills in a draft of this struct. Then map_create verifies the draft, copies it, and lets
 * the kind derive the rest. */
#ifndef MAP_KIND_H
#define MAP_KIND_H

#include <wend/map.h>

#include "base/archive.h"
#include "base/memory.h"

enum { MAP_MAX_DATA_SIZE = 1024 /* bytes: size limit for the struct with a map's data */ };

typedef struct map_kind {
    const char *name;  /* its name in scenarios, planners and command lines, such as "navmesh" */
    const char *title; /* its name in messages, such as "navigation mesh" */
    uint32_t tag; /* its number in .wmap files: unique, above 1 (which marks a space), never reused
                     for another kind */
    size_t size;  /* bytes: size of the struct with its data, at most MAP_MAX_DATA_SIZE */

    /* Returns NULL if a draft is valid, otherwise a description of the error. Checks every index,
     * count and number. */
    const char *(*verify)(const void *draft);
    /* On entry, map->data is a plain copy of the draft. Replaces its arrays with copies in the
     * map's arena, and allocates the derived arrays. Returns false when out of memory. */
    bool (*copy)(wend_map *map, const void *draft);
    /* Derives the rest of map->data. Fails with error_no_memory or map_refuse. */
    wend_result (*finish)(wend_map *map, wend_error *error);
    /* Frees what `finish` allocated outside the arena; NULL if there is nothing to free. */
    void (*destroy)(void *data);

    /* Saves or loads all of a draft; loaded arrays are in `arena`. */
    void (*archive)(archive *ar, void *draft, memory_arena *arena);
    /* Extends a hash with everything that is saved. */
    uint64_t (*hash)(const void *data, uint64_t hash);

    /* Fills in the counts, levels, area, largest radius and figures of the info. */
    void (*info)(const void *data, wend_map_info *info);
    /* Each writes one line: `describe` about the map, with counts and the size in bytes;
     * `describe_level` about a level. `describe_level` is NULL for a kind without levels. */
    void (*describe)(const void *data, const wend_map_info *info, char *out, size_t size);
    void (*describe_level)(const void *data, uint32_t level, char *out, size_t size);

    /* Returns the element of the map at a location, or UINT32_MAX if there is none. The position is
     * finite, but the layer need not exist. */
    uint32_t (*locate)(const void *data, wend_location location);
    /* Returns the fraction of the ground that the map covers. */
    wend_map_coverage (*cover)(const void *data, const wend_space *space,
                               const wend_space_def *def);
} map_kind;

/* All map kinds, in the order of map/kinds.inl. */
extern const map_kind *const map_kinds[];
extern const uint32_t map_kind_count;

/* Returns the kind that has this tag, or NULL. */
const map_kind *map_kind_of_tag(uint32_t tag);

#endif
