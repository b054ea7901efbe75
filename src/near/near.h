/* near/near.h: who is close. The sort of each step; the query kernels are the view's functions. */
#ifndef NEAR_NEAR_H
#define NEAR_NEAR_H

#include <wend/model.h>

#include "base/memory.h"
#include "step/inside.h"

enum { NEAR_MOST_RANGES = 16 };

/* Cells over all layers. */
typedef struct near_layout {
    near_layer layers[WEND_MAX_LAYERS];
    uint32_t layer_count;
    uint32_t cell_count;
} near_layout;

/* The radii that were met in one range of bodies, on a cache line of their own. */
typedef struct near_radii {
    float smallest, largest;
    uint8_t unused[56];
} near_radii;

/* Memory of the sort, kept from step to step; see sort.c. */
typedef struct near_sorter {
    near_grid grid;
    near_layout cells;   /* what bodies are counted into, for the next sort */
    near_layout squares; /* the same for the density that bodies see around them */
    double density;      /* that one, as it was last; 0 when it was about the mean */
    uint32_t ranges, range_size;
    uint32_t old_count;   /* ghosts from here on are new */
    uint32_t named_count; /* bodies up to here are the ones that cold->body names */
    uint32_t *starts;     /* the last range's histogram, and then the starts of the next grid */
    uint32_t *counts;     /* the other ranges' histograms */
    uint32_t *in_squares; /* histograms over the squares, by range */
    uint32_t *boxes;      /* near_box, by range and layer */
    near_radii radii[NEAR_MOST_RANGES];
    size_t starts_bytes, grid_starts_bytes, counts_bytes, squares_bytes, boxes_bytes;
    size_t giants_bytes, giant_scratch_bytes;
    uint32_t *giant_scratch;
} near_sorter;

void near_sorter_free(near_sorter *sorter, memory *from);

/* Room for `size` bytes at *block, old contents lost. False when memory ran out. */
bool near_ensure(memory *from, uint32_t **block, size_t *held, size_t size);

/* What is to be sorted. */
typedef struct near_input {
    wend_body *bodies; /* some flagged REMOVED or GHOST: those are dropped; room for ghosts */
    uint32_t count;
    uint32_t live;  /* of these, those that are kept */
    uint32_t given; /* ghosts from outside, which lie behind them, and are kept */
    bool counted;   /* near_count has seen all of them, as they are, since near_prepare */
} near_input;

/* ---- ghosts.c -------------------------------------------------------------------------------- */

/* How far ghosts are seen, if agents of usual size are seen within `reach`; O(bodies) with links.
 */
float near_ghost_reach(const wend_space *space, const near_input *input, float reach);

/* How many ghosts the live bodies, and those given from outside, cast across links within `reach`;
 * 0 without links. */
uint32_t near_count_ghosts(const wend_space *space, const near_input *input, float reach);

/* Puts them behind the others; returns how many there are together. */
uint32_t near_append_ghosts(const wend_space *space, near_input *input, float reach);

/* Whether an agent that is present here as a ghost is seen from a place: across a link; or because
 * it was given from outside and stands on this layer. */
bool near_sees_ghost(const wend_view *view, wend_location place, const wend_body *ghost);

/* ---- grid.c ---------------------------------------------------------------------------------- */

/* A box with its edges moved outward to round numbers, so that it stays the same for a while. */
near_box near_round_box(near_box box);

/* Cells for `count` bodies at `density` bodies to a square metre, over rounded boxes; density 0
 * stands for the mean. */
void near_lay_cells(near_layout *layout, const near_box *boxes, uint32_t layer_count,
                    uint32_t count, double density);

/* Squares to measure the density in. */
void near_lay_squares(near_layout *layout, const near_box *boxes, uint32_t layer_count,
                      uint32_t count);

/* The density that bodies see around them, from `ranges` histograms over the squares, which it adds
 * up; 0 when it is not far from the mean. */
double near_seen_density(const near_layout *squares, uint32_t *counts, uint32_t ranges,
                         const near_box *boxes, uint32_t count);

bool near_same_layout(const near_layout *a, const near_layout *b);

static inline float near_clamp(float place, float last) {
    float low = place > 0.0F ? place : 0.0F;
    return low < last ? low : last;
}

/* The cell of a layer that a position falls in; positions outside fall in the outermost cells. */
static inline uint32_t near_cell(const near_layer *layer, wend_vec2 position) {
    float strip = near_clamp((position.y - layer->y) * layer->per_strip, layer->last_strip);
    float bin = near_clamp((position.x - layer->x) * layer->per_bin, layer->last_bin);
    return layer->first_cell + (uint32_t)strip * layer->bins + (uint32_t)bin;
}

/* ---- sort.c ---------------------------------------------------------------------------------- */

/* Gets ready to count `count` bodies, in pieces of sorter->range_size. False when memory ran out.
 */
bool near_prepare(near_sorter *sorter, memory *from, const wend_task_system *tasks,
                  uint32_t layer_count, uint32_t count);

/* Empties the histograms of the range that starts at body `begin`; before it is counted. */
void near_clear_range(near_sorter *sorter, uint32_t begin);

/* Counts bodies [begin, end), which lie in one range; writes their cells. Each range is counted by
 * one thread at a time. */
void near_count(near_sorter *sorter, wend_body *bodies, uint32_t begin, uint32_t end);

/* Sorts the live bodies and their ghosts by cell into `sorted` (room for input->count plus the
 * ghosts), writes where each went into cold->body, and returns how many there are; UINT32_MAX when
 * memory ran out. The order is that of (cell, place in the input): it depends on nothing else. */
uint32_t near_sort(near_sorter *sorter, memory *from, const wend_task_system *tasks,
                   const wend_space *space, near_input *input, float reach, wend_body *sorted,
                   cold_store *cold);

/* ---- Large agents ---------------------------------------------------------------------------- */

/* m: distances between centres are meant for agents of up to this radius. */
#define NEAR_USUAL_RADIUS 0.5F

/* By how much farther an agent of that radius is to be seen, m. */
static inline float near_extra(float radius) {
    return radius > NEAR_USUAL_RADIUS ? radius - NEAR_USUAL_RADIUS : 0.0F;
}

/* The same for the largest agents that are no giants; those are found by their gap. */
static inline float near_extra_of_others(const near_grid *grid) {
    return near_extra(grid->largest < grid->giant ? grid->largest : grid->giant);
}

/* ---- giants.c -------------------------------------------------------------------------------- */

/* Makes the list of giants of the bodies just sorted. False when memory ran out. */
bool near_find_giants(near_sorter *sorter, memory *from, const wend_body *bodies, uint32_t count,
                      const cold_store *cold);

/* Giants that come within `gap` of a disc of that radius at a place, nearest first by (gap, key);
 * who stands on another layer counts as in wend_view_find_agents. Returns how many were written. */
uint32_t near_giants(const wend_view *view, wend_location place, float radius, float gap,
                     wend_neighbour *out, uint32_t capacity);
/* Whether there are any within `gap` of a box on a layer; it may say yes too often. */
bool near_has_giants(const wend_view *view, wend_vec2 low, wend_vec2 high, float gap);

#endif
