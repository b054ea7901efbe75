/* Checks for maps of any kind: saving and loading them, refusing damaged bytes, and refusing
 * invalid drafts. */
#ifndef SUPPORT_MAP_BYTES_H
#define SUPPORT_MAP_BYTES_H

#include "map/kind.h"
#include <wend/map.h>

/* Returns the bytes of a map; the caller frees them. Also checks that a buffer that is too small is
 * left unchanged. */
uint8_t *map_bytes_save(const wend_map *map, size_t *size);
/* Saves and loads a map, and checks that the loaded map has the same info and bytes. The caller
 * owns the loaded map. */
wend_map *map_bytes_reload(const wend_map *map);

/* Checks that the map's hash changes if the hash of the space changes. */
void map_bytes_check_space_hash(const wend_map *map, const map_kind *kind);
/* Checks that a changed byte, a truncated file and the tag of another kind are refused. */
void map_bytes_check_damage(const wend_map *map, const map_kind *kind, const map_kind *other);
/* Damages the bytes of a map and corrects the checksum. Checks that most of the results are
 * refused, and that a damaged map that still loads can be used. `use` may be NULL. */
void map_bytes_check_behind_checksum(const wend_map *map, const map_kind *kind,
                                     void (*use)(const wend_map *map));
/* Checks that running out of memory while loading is reported and leaks nothing. */
void map_bytes_check_memory(const wend_map *map);

/* Copies an array and appends one extra element. A test may corrupt the copy, and must free it. */
void *map_parts_copy(const void *from, size_t count, size_t size);
/* Checks that a draft is refused with a message that contains `why`. */
void map_parts_check_refused(const map_kind *kind, const void *draft, const char *why);

#endif
