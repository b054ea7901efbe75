/* near/near.h: who is close. The sort of each step; the query kernels are the view's functions. */
#ifndef NEAR_NEAR_H
#define NEAR_NEAR_H

#include <wend/model.h>

#include "base/memory.h"
#include "step/inside.h"

/* Memory of the sort, kept from step to step. */
typedef struct near_sorter {
    near_grid grid;
    uint32_t *counts; /* `ranges` histograms over all cells */
    size_t counts_bytes;
    size_t starts_bytes;
    size_t giants_bytes;
    uint32_t *giant_scratch;
    size_t giant_scratch_bytes;
} near_sorter;

void near_sorter_free(near_sorter *sorter, memory *from);

/* Room for `size` bytes at *block, old contents lost. False when memory ran out. */
bool near_ensure(memory *from, uint32_t **block, size_t *held, size_t size);

/* What is to be sorted. */
typedef struct near_input {
    wend_body *bodies; /* some flagged REMOVED or GHOST: those are dropped; room for ghosts */
    uint32_t count;
    uint32_t live; /* of these, those that are kept */
} near_input;

/* How many ghosts the live bodies cast across links within `reach`; 0 without links. */
uint32_t near_count_ghosts(const wend_space *space, const near_input *input, float reach);

/* Sorts the live bodies and their ghosts by cell into `sorted` (room for input->count plus the
 * ghosts), writes where each went into cold->body, and returns how many there are; UINT32_MAX when
 * memory ran out. The order is that of (cell, place in the input): it depends on nothing else. */
uint32_t near_sort(near_sorter *sorter, memory *from, const wend_task_system *tasks,
                   const wend_space *space, near_input *input, float reach, wend_body *sorted,
                   cold_store *cold);

/* Makes the list of giants of the bodies just sorted. False when memory ran out. */
bool near_find_giants(near_sorter *sorter, memory *from, const wend_body *bodies, uint32_t count,
                      const cold_store *cold);

/* Giants that come within `gap` of a disc of that radius at a place, nearest first by (gap, key);
 * who stands on another layer counts as in wend_view_agents_near. Returns how many were written. */
uint32_t near_giants(const wend_view *view, wend_place place, float radius, float gap,
                     wend_neighbour *out, uint32_t capacity);
/* Whether there are any within `gap` of a box on a layer; it may say yes too often. */
bool near_has_giants(const wend_view *view, wend_vec2 low, wend_vec2 high, float gap);

/* Whether somebody on another layer, present here as a ghost, is seen from a place. */
bool near_sees_ghost(const wend_view *view, wend_place place, const wend_body *ghost);

/* The cell of a layer that a position falls in; positions outside fall in the outermost cells. */
uint32_t near_cell(const near_layer *layer, wend_vec2 position);

#endif
