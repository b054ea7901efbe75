/* map/save.h: what map kinds archive in the same form; one description for saving and loading. */
#ifndef MAP_SAVE_H
#define MAP_SAVE_H

#include "base/archive.h"
#include "map/blocking.h"

/* Archives an array of plain elements without padding; loaded arrays are in `from`. */
void *save_array(archive *ar, const void *there, uint32_t *count, size_t size, memory_arena *from);

/* Archives an array of records whose saved form differs from that in memory and takes at least
 * `least` bytes each: `one` archives a copy of each record, which is kept when loading. */
void *save_records(archive *ar, const void *there, uint32_t *count, size_t least, size_t size,
                   void (*one)(archive *ar, void *record), memory_arena *from);

map_blocker *save_blockers(archive *ar, map_blocker *there, uint32_t *count, memory_arena *from);

/* Archives blockers and limits. */
void save_blocking(archive *ar, map_blocking *there, memory_arena *from);

#endif
