/* map/save.h: archives arrays and blockers for all map kinds. Each function can both save and load.
 */
#ifndef MAP_SAVE_H
#define MAP_SAVE_H

#include "base/archive.h"
#include "map/blocking.h"

/* Archives an array of plain elements without padding. Loaded arrays are in `arena`. */
void *save_array(archive *ar, const void *items, uint32_t *count, size_t size, memory_arena *arena);

/* Archives an array of records whose saved form differs from the form in memory; the saved form
 * takes at least `least` bytes per record. `archive_one` archives a copy of each record; when
 * loading, the copy is stored in the array. */
void *save_records(archive *ar, const void *items, uint32_t *count, size_t least, size_t size,
                   void (*archive_one)(archive *ar, void *record), memory_arena *arena);

map_blocker *save_blockers(archive *ar, map_blocker *items, uint32_t *count, memory_arena *arena);

/* Archives blockers and clearance limits. */
void save_blocking(archive *ar, map_blocking *blocking, memory_arena *arena);

#endif
