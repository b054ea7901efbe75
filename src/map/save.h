/* map/save.h: what the files that save maps share: one description for both ways. */
#ifndef MAP_SAVE_H
#define MAP_SAVE_H

#include "base/archive.h"
#include "map/corridor/corridor.h"
#include "map/roadmap/roadmap.h"

/* An array of plain things without padding; loaded ones lie in `from`. */
void *save_array(archive *ar, const void *there, uint32_t *count, size_t size, memory_arena *from);

map_blocker *save_blockers(archive *ar, map_blocker *there, uint32_t *count, memory_arena *from);

/* A corridor map: layers, walls, vertices, edges, events, reaches, blockers, narrowings. */
void save_corridor(archive *ar, corridor *map, memory_arena *from);

/* A roadmap: layers, vertices, edges, blockers, narrowings. */
void save_roadmap(archive *ar, roadmap *map, memory_arena *from);

#endif
