/* map/map.h: what all kinds of maps have in common. */
#ifndef MAP_MAP_H
#define MAP_MAP_H

#include <stdatomic.h>

#include <wend/map.h>

#include "base/memory.h"
#include "map/corridor/corridor.h"
#include "map/navmesh/navmesh.h"
#include "map/roadmap/roadmap.h"

struct wend_map {
    wend_map_kind kind;
    atomic_uint_fast32_t references;
    memory memory;
    memory_arena arena; /* holds everything below */
    uint64_t space_hash, hash;
    navmesh mesh;         /* of WEND_MAP_NAVMESH */
    corridor corridor;    /* of WEND_MAP_CORRIDOR */
    roadmap roadmap;      /* of WEND_MAP_ROADMAP */
    wend_map_facts facts; /* set when the map is whole */
};

/* An empty map; NULL without memory. */
wend_map *map_new(wend_map_kind kind, uint64_t space_hash, const wend_allocator *allocator);

/* Room for `count` elements in the map's arena, never NULL for count 0; NULL without memory. */
void *map_take(wend_map *map, size_t count, size_t size);
void *map_copy(wend_map *map, const void *from, size_t count, size_t size);

/* Copies of blockers and their points; NULL without memory. */
map_blocker *map_copy_blockers(wend_map *map, const map_blocker *from, uint32_t count);

/* Sets the facts of a map that is whole. */
void map_set_facts(wend_map *map);

#endif
