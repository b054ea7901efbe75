/* map/map.h: what all kinds of maps have in common. */
#ifndef MAP_MAP_H
#define MAP_MAP_H

#include <stdatomic.h>

#include <wend/map.h>

#include "base/memory.h"
#include "map/navmesh.h"

struct wend_map {
    wend_map_kind kind;
    atomic_uint_fast32_t references;
    memory memory;
    memory_arena arena; /* holds everything below */
    uint64_t space_hash, hash;
    navmesh mesh;         /* of WEND_MAP_NAVMESH */
    wend_map_facts facts; /* set when the map is whole */
};

/* Sets the facts of a map that is whole. */
void map_set_facts(wend_map *map);

#endif
