/* A spatial index of discs: finds overlaps among agents while they are placed.
 *
 * It is a hash grid with one level per power of two of the diameter, so a few oversized agents
 * among many small ones do not make cells overflow. Adding and querying cost O(1) for discs that
 * overlap little. A disc that spans more cells of a level than the level has discs examines those
 * discs instead. */
#ifndef PLACE_DISCS_H
#define PLACE_DISCS_H

#include "base/memory.h"
#include <wend/base.h>

typedef struct disc_entry {
    wend_point centre;
    double radius;
    uint32_t layer;
    uint32_t next; /* next disc in its cell */
    uint32_t next_of_level;
    uint8_t level;
} disc_entry;

enum { DISC_LEVELS = 20 };

typedef struct disc_index {
    memory heap;
    disc_entry *discs;
    uint32_t count, capacity;
    uint32_t *cells; /* first disc of each cell; UINT32_MAX if empty */
    uint32_t cell_count;
    uint32_t level_first[DISC_LEVELS], level_count[DISC_LEVELS];
} disc_index;

/* Makes room for `capacity` discs. Returns false if out of memory. */
bool discs_init(disc_index *grid, uint32_t capacity, const wend_allocator *allocator);
void discs_free(disc_index *grid);
/* Doubles the capacity and keeps the discs. Returns false, without changes, if out of memory. */
bool discs_grow(disc_index *grid);

/* Returns the first disc (by index, in the order of adding) that overlaps by more than `share` of
 * the smaller radius, or UINT32_MAX. */
uint32_t discs_find_overlap(const disc_index *grid, wend_point centre, double radius,
                            uint32_t layer, double share);
void discs_add(disc_index *grid, wend_point centre, double radius, uint32_t layer);

#endif
