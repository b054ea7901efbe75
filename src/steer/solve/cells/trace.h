/* steer/solve/cells/trace.h: the dynamic floor field, the trace that agents leave in cells.
 *
 * It consists of bosons. An agent leaves one in each cell that it leaves. In each update, each
 * boson disappears with the probability `decay`, else it moves to a neighbouring cell with the
 * probability `diffusion`. Only cells with bosons take memory (16 bytes in a hash table). */
#ifndef STEER_SOLVE_CELLS_TRACE_H
#define STEER_SOLVE_CELLS_TRACE_H

#include <wend/model.h>

#include "steer/solve/cells/lattice.h"

typedef struct trace_cell {
    lattice_cell cell;
    uint32_t layer;
    uint32_t count; /* bosons; 0: the entry is free */
} trace_cell;

typedef struct trace_table {
    trace_cell *items;
    uint32_t capacity; /* a power of 2, or 0 */
    uint32_t used;
} trace_table;

typedef struct trace {
    wend_allocator allocator;
    trace_table now, next; /* `next` is the buffer of an update, and empty between updates */
    uint64_t updates;      /* number of updates so far */
} trace;

/* The rules of an update. */
typedef struct trace_rules {
    const lattice *lattice;
    const wend_space *space; /* bosons do not cross its walls of class 0; NULL: there are none. What
                                some agents may pass must not matter to them */
    double decay, diffusion;
    uint64_t seed;
} trace_rules;

void trace_init(trace *t, const wend_allocator *allocator);
void trace_free(trace *t);

/* Makes room for `count` more cells. Returns false, and changes nothing, if out of memory. */
bool trace_reserve(trace *t, uint32_t count);
/* Adds bosons to a cell, for which there must be room. */
void trace_add(trace *t, uint32_t layer, lattice_cell cell, uint32_t count);
uint32_t trace_count(const trace *t, uint32_t layer, lattice_cell cell);
/* Returns the number of all bosons. */
uint64_t trace_total(const trace *t);
/* Lets all bosons decay or diffuse once. Returns false, and changes nothing, if out of memory. */
bool trace_update(trace *t, const trace_rules *rules);

/* As in wend_stage: the bytes of equal fields with equal histories are equal. */
size_t trace_save(const trace *t, void *out, size_t capacity);
/* Returns false if the bytes are damaged, or if out of memory (`no_memory`). */
bool trace_load(trace *t, const void *bytes, size_t size, bool *no_memory);

#endif
