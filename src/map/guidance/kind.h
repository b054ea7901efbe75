/* map/guidance/kind.h: the functions of the descriptor of guidance fields; see map/kind.h. */
#ifndef MAP_GUIDANCE_KIND_H
#define MAP_GUIDANCE_KIND_H

#include "map/kind.h"

const char *guidance_verify(const void *draft);
bool guidance_copy(wend_map *map, const void *draft);
wend_result guidance_finish(wend_map *map, wend_error *error);
uint64_t guidance_hash(const void *data, uint64_t hash);
void guidance_archive(archive *ar, void *draft, memory_arena *arena);

#endif
