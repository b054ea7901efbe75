/* map/save.h: what kinds of maps archive alike, for both ways. */
#ifndef MAP_SAVE_H
#define MAP_SAVE_H

#include "base/archive.h"
#include "map/blocking.h"

/* An array of plain things without padding; loaded ones lie in `from`. */
void *save_array(archive *ar, const void *there, uint32_t *count, size_t size, memory_arena *from);

/* An array of records that differ in memory from what is saved, which takes at least `least` bytes
 * each: `one` archives a copy of each record, which is kept while loading. */
void *save_records(archive *ar, const void *there, uint32_t *count, size_t least, size_t size,
                   void (*one)(archive *ar, void *record), memory_arena *from);

map_blocker *save_blockers(archive *ar, map_blocker *there, uint32_t *count, memory_arena *from);

/* Blockers and limits. */
void save_blocking(archive *ar, map_blocking *there, memory_arena *from);

#endif
