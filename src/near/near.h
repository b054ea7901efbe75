/* near/near.h: neighbour search. Bodies are sorted into cells in each step (grid.c, sort.c). The
 * queries that models call are functions of the view (wend/model.h); this header has those that
 * only the library uses. */
#ifndef NEAR_NEAR_H
#define NEAR_NEAR_H

#include <wend/model.h>

#include "base/memory.h"
#include "step/internals.h"

enum { NEAR_MAX_RANGES = 16 };

/* The cells over all layers. */
typedef struct near_layout {
    near_layer layers[WEND_MAX_LAYERS];
    uint32_t layer_count;
    uint32_t cell_count;
} near_layout;

/* The smallest and largest radius in one range of bodies, on a cache line of its own. */
typedef struct near_radii {
    float smallest, largest;
    uint8_t unused[56];
} near_radii;

/* Memory of the sort, kept from step to step; see sort.c. */
typedef struct near_sorter {
    near_grid grid;
    near_layout cells;   /* the cells for the next sort */
    near_layout squares; /* the cells for measuring the density around bodies */
    double density;      /* around bodies, in the last step; 0 if it was about the mean */
    uint32_t ranges, range_size;
    uint32_t old_count;   /* ghosts from this index on are of this step */
    uint32_t cold_count;  /* cold->body refers to bodies before this index */
    uint32_t *starts;     /* the last range's histogram; after the sort, the next grid's starts */
    uint32_t *counts;     /* the histograms of the other ranges */
    uint32_t *in_squares; /* histograms over the squares, by range */
    uint32_t *boxes;      /* near_box, by range and layer */
    near_radii radii[NEAR_MAX_RANGES];
    size_t starts_bytes, grid_starts_bytes, counts_bytes, squares_bytes, boxes_bytes;
    size_t oversized_bytes, oversized_scratch_bytes;
    uint32_t *oversized_scratch;
} near_sorter;

void near_sorter_free(near_sorter *sorter, memory *from);

/* Makes *block at least `size` bytes large; its old contents are lost. Returns false if memory runs
 * out. */
bool near_ensure(memory *from, uint32_t **block, size_t *held, size_t size);

/* The bodies to sort. */
typedef struct near_input {
    wend_body *bodies; /* with space for ghosts; those flagged REMOVED or GHOST are dropped */
    uint32_t count;
    uint32_t live;  /* how many of these are kept */
    uint32_t given; /* ghosts from outside, stored after them and kept */
    bool counted;   /* near_count has counted all bodies as they are now */
} near_input;

/* ---- ghosts.c -------------------------------------------------------------------------------- */

/* Returns the distance up to which ghosts are needed if agents of usual size are seen within
 * `reach`; O(bodies) if there are links. */
float near_ghost_reach(const wend_space *space, const near_input *input, float reach);

/* Returns the number of ghosts across links within `reach`, of live bodies and of those given from
 * outside; 0 without links. */
uint32_t near_count_ghosts(const wend_space *space, const near_input *input, float reach);

/* Appends the ghosts to the bodies. Returns the total number of bodies. */
uint32_t near_append_ghosts(const wend_space *space, near_input *input, float reach);

/* True if an agent that is present as a ghost is seen from a location: across a link, or because it
 * was given from outside and is on this layer. */
bool near_sees_ghost(const wend_view *view, wend_location location, const wend_body *ghost);

/* ---- grid.c ---------------------------------------------------------------------------------- */

/* Returns the box with its edges moved outwards to round numbers, so that it rarely changes. */
near_box near_round_box(near_box box);

/* Lays cells for `count` bodies at `density` bodies per square metre, over rounded boxes. Density 0
 * means the mean density. */
void near_choose_cells(near_layout *layout, const near_box *boxes, uint32_t layer_count,
                       uint32_t count, double density);

/* Lays the squares in which the density is measured. */
void near_choose_squares(near_layout *layout, const near_box *boxes, uint32_t layer_count,
                         uint32_t count);

/* Returns the density around bodies, from `ranges` histograms over the squares, which it sums; 0 if
 * it is not far from the mean. */
double near_local_density(const near_layout *squares, uint32_t *counts, uint32_t ranges,
                          const near_box *boxes, uint32_t count);

bool near_same_layout(const near_layout *a, const near_layout *b);

static inline float near_clamp(float position, float last) {
    float low = position > 0.0F ? position : 0.0F;
    return low < last ? low : last;
}

/* Returns the cell of a position on a layer; positions outside belong to the outermost cells. */
static inline uint32_t near_cell(const near_layer *layer, wend_vec2 position) {
    float strip = near_clamp((position.y - layer->y) * layer->per_strip, layer->last_strip);
    float bin = near_clamp((position.x - layer->x) * layer->per_bin, layer->last_bin);
    return layer->first_cell + (uint32_t)strip * layer->bins + (uint32_t)bin;
}

/* ---- sort.c ---------------------------------------------------------------------------------- */

/* Prepares to count `count` bodies, in pieces of sorter->range_size. Returns false if memory runs
 * out. */
bool near_prepare(near_sorter *sorter, memory *from, const wend_task_system *tasks,
                  uint32_t layer_count, uint32_t count);

/* Clears the histograms of the range that starts at body `begin`. Call it before counting the
 * range. */
void near_clear_range(near_sorter *sorter, uint32_t begin);

/* Counts bodies [begin, end), which lie in one range, and stores their cells. Each range is counted
 * by one thread at a time. */
void near_count(near_sorter *sorter, wend_body *bodies, uint32_t begin, uint32_t end);

/* Sorts the live bodies and their ghosts by cell into `sorted` (with space for input->count plus
 * the ghosts). Writes the index of each body into cold->body. Returns their number, or UINT32_MAX
 * if memory runs out. The order is (cell, index in the input) and depends on nothing else. */
uint32_t near_sort(near_sorter *sorter, memory *from, const wend_task_system *tasks,
                   const wend_space *space, near_input *input, float reach, wend_body *sorted,
                   cold_store *cold);

/* ---- Large agents ---------------------------------------------------------------------------- */

/* The largest radius for which distances between centres suffice, m. */
#define NEAR_USUAL_RADIUS 0.5F

/* Returns how much farther than the usual reach an agent of that radius must be seen, m. */
static inline float near_extra_reach(float radius) {
    return radius > NEAR_USUAL_RADIUS ? radius - NEAR_USUAL_RADIUS : 0.0F;
}

/* Does the same for the largest agent that is not oversized. Oversized agents need no extra reach:
 * they are found by their gap. */
static inline float near_extra_of_usual(const near_grid *grid) {
    return near_extra_reach(grid->largest < grid->oversized_radius ? grid->largest
                                                                   : grid->oversized_radius);
}

/* ---- oversized.c ----------------------------------------------------------------------------- */

/* Lists the oversized agents among the bodies just sorted. Returns false if memory runs out. */
bool near_list_oversized(near_sorter *sorter, memory *from, const wend_body *bodies, uint32_t count,
                         const cold_store *cold);

/* Finds the oversized agents that come within `gap` of a disc of that radius at a location, nearest
 * first by (gap, key). Agents on another layer count as in wend_view_find_agents. Returns how many
 * were written. */
uint32_t near_find_oversized(const wend_view *view, wend_location location, float radius, float gap,
                             wend_neighbour *out, uint32_t capacity);
/* True if there are oversized agents within `gap` of a box; may also be true if there are none. */
bool near_has_oversized(const wend_view *view, wend_vec2 low, wend_vec2 high, float gap);

#endif
