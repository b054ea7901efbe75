/* Maps of any kind as bytes: what must hold when they are saved, loaded and damaged; and drafts
 * that are refused. */
#ifndef SUPPORT_MAP_BYTES_H
#define SUPPORT_MAP_BYTES_H

#include "map/kind.h"
#include <wend/map.h>

/* The bytes of a map, freed by the caller. Also checks that too little room is left alone. */
uint8_t *map_bytes_save(const wend_map *map, size_t *size);
/* Saves and loads a map, and checks that the loaded one has the same info and bytes. The caller
 * owns it. */
wend_map *map_bytes_reload(const wend_map *map);

/* Another hash of the space gives the map another hash. */
void map_bytes_check_space_hash(const wend_map *map, const map_kind *kind);
/* A byte that changed, an end that is missing, and the tag of another kind are refused. */
void map_bytes_check_damage(const wend_map *map, const map_kind *kind, const map_kind *other);
/* With a checksum that fits, most damage is refused, and what loads can be used: `use` may be NULL.
 */
void map_bytes_check_behind_checksum(const wend_map *map, const map_kind *kind,
                                     void (*use)(const wend_map *map));
/* When memory runs out while loading, that is reported and nothing stays behind. */
void map_bytes_check_memory(const wend_map *map);

/* A copy of an array that may be spoilt, with one element more; freed by the caller. */
void *map_parts_copy(const void *from, size_t count, size_t size);
/* Checks that a draft is refused for a reason that the message contains. */
void map_parts_check_refused(const map_kind *kind, const void *draft, const char *why);

#endif
