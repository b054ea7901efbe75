/* near/near.h: neighbour search. Bodies are sorted into cells in each step (grid.c, sort.c). The
 * queries that models call are functions of the view (wend/model.h); this header has the queries
 * that only the library uses. */
#ifndef NEAR_NEAR_H
#define NEAR_NEAR_H

#include <wend/model.h>

#include "base/memory.h"
#include "step/internals.h"

enum { NEAR_MAX_RANGES = 16 };

/* The cells that cover all layers. */
typedef struct near_layout {
    near_layer layers[WEND_MAX_LAYERS];
    uint32_t layer_count;
    uint32_t cell_count;
} near_layout;

/* The smallest and the largest radius in one range of bodies, and the flags that any of them has,
 * padded to a cache line. */
typedef struct near_radii {
    float smallest, largest;
    uint32_t flags;
    uint8_t unused[52];
} near_radii;

/* The memory of the sort, which is kept from step to step; see sort.c. */
typedef struct near_sorter {
    near_grid grid;
    near_layout cells;   /* the cells for the next sort */
    near_layout squares; /* the cells for measuring the density around bodies */
    double density;      /* density around bodies in the last step, per m2; 0: about the mean */
    uint32_t ranges, range_size;
    uint32_t old_count;   /* ghosts before this index belong to the last step */
    uint32_t cold_count;  /* only bodies before this index are entered in cold->body */
    uint32_t *starts;     /* histogram of the last range; becomes the next grid's `starts` */
    uint32_t *counts;     /* histograms of the other ranges */
    uint32_t *in_squares; /* for each range: its histogram over the squares */
    uint32_t *boxes;      /* for each range and layer: a near_box */
    near_radii radii[NEAR_MAX_RANGES];
    size_t starts_bytes, grid_starts_bytes, counts_bytes, squares_bytes, boxes_bytes;
    size_t oversized_bytes, oversized_scratch_bytes;
    uint32_t *oversized_scratch;
} near_sorter;

void near_sorter_free(near_sorter *sorter, memory *from);

/* Makes *block at least `size` bytes large; its old contents are lost. Returns false if out of
 * memory. */
bool near_ensure(memory *from, uint32_t **block, size_t *held, size_t size);

/* The bodies to sort. */
typedef struct near_input {
    wend_body *bodies; /* those flagged REMOVED or GHOST are dropped; ghosts are appended */
    uint32_t count;
    uint32_t live;  /* how many of the `count` bodies are kept */
    uint32_t given; /* number of ghosts that the caller added; they follow the `count` bodies and
                       are kept */
    bool counted;   /* near_count has already counted all bodies at their current positions */
} near_input;

/* ---- ghosts.c -------------------------------------------------------------------------------- */

/* Returns the distance (m) from a link within which bodies need ghosts. This is `reach` if all
 * agents have the usual size, and more if some are larger. O(bodies) if there are links. */
float near_ghost_reach(const wend_space *space, const near_input *input, float reach);

/* Returns the number of ghosts across links. Live bodies, and ghosts that the caller added, have
 * ghosts across the links that are within `reach` of them. Returns 0 if there are no links. */
uint32_t near_count_ghosts(const wend_space *space, const near_input *input, float reach);

/* Appends the ghosts across links to the bodies. Returns the total number of bodies. */
uint32_t near_append_ghosts(const wend_space *space, near_input *input, float reach);

/* True if an agent that is present as a ghost is visible from a location. It is visible across a
 * link, or if the caller added the ghost and the ghost is on the location's layer. */
bool near_sees_ghost(const wend_view *view, wend_location location, const wend_body *ghost);

/* ---- grid.c ---------------------------------------------------------------------------------- */

/* Returns the box with its edges moved outwards to rounded coordinates, so that it rarely changes.
 */
near_box near_round_box(near_box box);

/* Chooses cells for `count` bodies at `density` bodies per square metre, over rounded boxes.
 * Density 0 means the mean density. */
void near_choose_cells(near_layout *layout, const near_box *boxes, uint32_t layer_count,
                       uint32_t count, double density);

/* Chooses the squares in which the density is measured. */
void near_choose_squares(near_layout *layout, const near_box *boxes, uint32_t layer_count,
                         uint32_t count);

/* Returns the density around bodies (bodies per square metre), or 0 if that density is not much
 * higher than the mean. `counts` holds `ranges` histograms over the squares. The function adds all
 * of these histograms to the first one. */
double near_local_density(const near_layout *squares, uint32_t *counts, uint32_t ranges,
                          const near_box *boxes, uint32_t count);

bool near_same_layout(const near_layout *a, const near_layout *b);

static inline float near_clamp(float position, float last) {
    float low = position > 0.0F ? position : 0.0F;
    return low < last ? low : last;
}

/* Returns the cell of a position on a layer. Positions outside all cells belong to the outermost
 * ones. */
static inline uint32_t near_cell(const near_layer *layer, wend_vec2 position) {
    float strip = near_clamp((position.y - layer->y) * layer->per_strip, layer->last_strip);
    float bin = near_clamp((position.x - layer->x) * layer->per_bin, layer->last_bin);
    return layer->first_cell + (uint32_t)strip * layer->bins + (uint32_t)bin;
}

/* ---- agents.c -------------------------------------------------------------------------------- */

/* Like wend_view_find_agents, but in no particular order, which may depend on the order of bodies
 * within a cell. Returns `capacity` + 1 if there are more agents than that; then `out` contains any
 * of them. */
uint32_t near_collect(const wend_view *view, wend_location location, float radius,
                      wend_neighbour *out, uint32_t capacity);

/* ---- sort.c ---------------------------------------------------------------------------------- */

/* Prepares to count `count` bodies, in ranges of sorter->range_size. Returns false if out of
 * memory. */
bool near_prepare(near_sorter *sorter, memory *from, const wend_task_system *tasks,
                  uint32_t layer_count, uint32_t count);

/* Clears the histograms of the range that starts at body `begin`. Call it before counting the
 * range. */
void near_clear_range(near_sorter *sorter, uint32_t begin);

/* Counts the bodies [begin, end), which must lie in one range, and stores their cells. Only one
 * thread at a time may count a range. */
void near_count(near_sorter *sorter, wend_body *bodies, uint32_t begin, uint32_t end);

/* Sorts the live bodies and their ghosts by cell into `sorted`, which must have room for
 * input->count bodies plus the ghosts. Writes the index of each body into cold->body. Returns the
 * number of sorted bodies, or UINT32_MAX if out of memory. The order is (cell, index in the input)
 * and depends on nothing else. */
uint32_t near_sort(near_sorter *sorter, memory *from, const wend_task_system *tasks,
                   const wend_space *space, near_input *input, float reach, wend_body *sorted,
                   cold_store *cold);

/* ---- Large agents ---------------------------------------------------------------------------- */

/* m: the largest radius for which distances between centres suffice to find neighbours. */
#define NEAR_USUAL_RADIUS 0.5F

/* Returns how far (m) beyond the usual reach the search must extend to find an agent of the given
 * radius. */
static inline float near_extra_reach(float radius) {
    return radius > NEAR_USUAL_RADIUS ? radius - NEAR_USUAL_RADIUS : 0.0F;
}

/* Returns the extra reach for the largest agent that is not oversized. Oversized agents need no
 * extra reach, because they are found by the gap between surfaces. */
static inline float near_extra_of_usual(const near_grid *grid) {
    return near_extra_reach(grid->largest < grid->oversized_radius ? grid->largest
                                                                   : grid->oversized_radius);
}

/* ---- oversized.c ----------------------------------------------------------------------------- */

/* Lists the oversized agents among the bodies that were just sorted. Returns false if out of
 * memory. */
bool near_list_oversized(near_sorter *sorter, memory *from, const wend_body *bodies, uint32_t count,
                         const cold_store *cold);

/* Finds the oversized agents whose gap to a disc of the given radius at a location is at most
 * `gap`, sorted by (gap, key). Agents on other layers are handled as in wend_view_find_agents.
 * Returns the number of agents written. */
uint32_t near_find_oversized(const wend_view *view, wend_location location, float radius, float gap,
                             wend_neighbour *out, uint32_t capacity);
/* True if there are oversized agents within `gap` of a box; may also be true if none is that close.
 */
bool near_has_oversized(const wend_view *view, wend_vec2 low, wend_vec2 high, float gap);

#endif
