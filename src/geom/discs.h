/* geom/discs.h: a spatial index of discs, which finds overlaps among agents while they are placed.
 *
 * It is a hash grid with one level per power of two of the diameter, so a few oversized agents
 * among many small ones do not make cells overflow. Adding and querying take O(1) time for discs
 * that overlap little. If a disc spans more cells of a level than there are discs in that level,
 * the query examines those discs instead of the cells. */
#ifndef GEOM_DISCS_H
#define GEOM_DISCS_H

#include "base/memory.h"
#include <wend/base.h>

typedef struct disc_entry {
    wend_point centre;
    double radius;
    uint32_t layer;
    uint32_t next; /* the next disc in its cell */
    uint32_t next_of_level;
    uint8_t level;
} disc_entry;

enum { DISC_LEVELS = 20 };

typedef struct disc_index {
    memory heap;
    disc_entry *discs;
    uint32_t count, capacity;
    uint32_t *cells; /* per cell: its first disc, or UINT32_MAX if it is empty */
    uint32_t cell_count;
    uint32_t level_first[DISC_LEVELS], level_count[DISC_LEVELS];
} disc_index;

/* Makes room for `capacity` discs. Returns false if out of memory. */
bool discs_init(disc_index *grid, uint32_t capacity, const wend_allocator *allocator);
void discs_free(disc_index *grid);
/* Removes all discs, but keeps the memory. O(capacity), or O(1) if the index is empty. */
void discs_clear(disc_index *grid);
/* Doubles the capacity and keeps the discs. Returns false, without changes, if out of memory. */
bool discs_grow(disc_index *grid);

/* Returns the disc with the lowest index that overlaps the given one by more than `share` of the
 * smaller radius, or UINT32_MAX. Discs are numbered in the order in which they were added. */
uint32_t discs_find_overlap(const disc_index *grid, wend_point centre, double radius,
                            uint32_t layer, double share);
void discs_add(disc_index *grid, wend_point centre, double radius, uint32_t layer);

#endif
