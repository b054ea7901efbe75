/* Sorts bodies into the cells of grid.c by counting sort.
 *
 * The cells depend on the current positions, so they are known only after all bodies have been
 * visited. Usually, however, they are the same as in the last step. Bodies are therefore first
 * counted into the cells of the last step, either while they are being moved or in a separate pass.
 * The data from which the cells are chosen is collected at the same time. If the cells turn out to
 * be different, the bodies are counted again. The result is the same in both cases.
 *
 * The input is divided into one range per worker, each with its own histogram. A prefix sum over
 * (cell, range) makes the sort stable, so the result does not depend on the number of ranges. The
 * last range's histogram is stored in the next grid's `starts`, from element 1 on. Once all bodies
 * have been sorted, this histogram contains the end of each cell, which is the start of the
 * following cell. Cost: O(bodies + cells x ranges), all in parallel. */
#include <math.h>
#include <string.h>

#include "geom/quad.h"
#include "geom/vec.h"
#include "near/near.h"
#include "step/prefetch.h"
#include "task/pool.h"

enum {
    MIN_RANGE_SIZE = 2048, /* bodies; a smaller range is not worth a thread */
    MIN_PART_SIZE = 4096,  /* cells; a smaller part of the prefix sum is not worth a thread */
    BOXES_PER_LINE = 64 / sizeof(near_box)
};

static const uint32_t no_cell = UINT32_MAX;
static const near_box empty_box = {{INFINITY, INFINITY}, {-INFINITY, -INFINITY}};

typedef struct sort_job {
    near_sorter *sorter;
    wend_body *bodies;
    wend_body *sorted;
    cold_store *cold;
    uint32_t part_size;                  /* number of cells in a part of the prefix sum */
    uint32_t part_sums[NEAR_MAX_RANGES]; /* first the number of bodies in each part, later the
                                            number in all earlier parts */
} sort_job;

/* ---- Data of a range ------------------------------------------------------------------------- */

static uint32_t *counts_of(const near_sorter *sorter, uint32_t range) {
    return range + 1 == sorter->ranges ? sorter->starts + 1
                                       : sorter->counts + (size_t)range * sorter->cells.cell_count;
}

static uint32_t *squares_of(const near_sorter *sorter, uint32_t range) {
    return sorter->in_squares + (size_t)range * sorter->squares.cell_count;
}

static uint32_t box_stride(const near_sorter *sorter) {
    uint32_t layers = sorter->cells.layer_count;
    return (layers + BOXES_PER_LINE - 1) / BOXES_PER_LINE * BOXES_PER_LINE;
}

static near_box *boxes_of(const near_sorter *sorter, uint32_t range) {
    return (near_box *)(void *)sorter->boxes + (size_t)range * box_stride(sorter);
}

/* ---- Counting -------------------------------------------------------------------------------- */

static void widen(near_box *box, near_box by) {
    box->low = vec_min(box->low, by.low);
    box->high = vec_max(box->high, by.high);
}

/* Allocates the histograms and boxes of all ranges. Returns false if out of memory. */
static bool reserve(near_sorter *sorter, memory *from) {
    size_t cells = sorter->cells.cell_count, squares = sorter->squares.cell_count;
    size_t boxes = (size_t)sorter->ranges * box_stride(sorter);
    return near_ensure(from, &sorter->starts, &sorter->starts_bytes,
                       (cells + 1) * sizeof(uint32_t)) &&
           near_ensure(from, &sorter->counts, &sorter->counts_bytes,
                       (sorter->ranges - 1) * cells * sizeof(uint32_t)) &&
           near_ensure(from, &sorter->in_squares, &sorter->squares_bytes,
                       sorter->ranges * squares * sizeof(uint32_t)) &&
           near_ensure(from, &sorter->boxes, &sorter->boxes_bytes, boxes * sizeof(near_box));
}

bool near_prepare(near_sorter *sorter, memory *from, const wend_task_system *tasks,
                  uint32_t layer_count, uint32_t count) {
    uint32_t max_ranges =
        tasks->worker_count < NEAR_MAX_RANGES ? tasks->worker_count : NEAR_MAX_RANGES;
    uint32_t useful_count = count / MIN_RANGE_SIZE + 1;
    sorter->range_size = count / (useful_count < max_ranges ? useful_count : max_ranges) + 1;
    sorter->ranges = count > 0 ? (count - 1) / sorter->range_size + 1 : 1;
    sorter->old_count = count;
    if (sorter->cells.layer_count != layer_count) { /* this is the first step */
        near_box boxes[WEND_MAX_LAYERS];
        for (uint32_t i = 0; i < layer_count; i++) {
            boxes[i] = empty_box;
        }
        near_choose_cells(&sorter->cells, boxes, layer_count, 1, 0.0);
        near_choose_squares(&sorter->squares, boxes, layer_count, 1);
    }
    return reserve(sorter, from);
}

void near_clear_range(near_sorter *sorter, uint32_t begin) {
    uint32_t range = begin / sorter->range_size;
    near_box *boxes = boxes_of(sorter, range);
    memset(counts_of(sorter, range), 0, sorter->cells.cell_count * sizeof(uint32_t));
    memset(squares_of(sorter, range), 0, sorter->squares.cell_count * sizeof(uint32_t));
    for (uint32_t i = 0; i < sorter->cells.layer_count; i++) {
        boxes[i] = empty_box;
    }
    sorter->radii[range] = (near_radii){.smallest = INFINITY};
}

/* The bits of a body's tags that contain its layer, and the bits of the flags that may cause it to
 * be dropped. */
static const uint32_t layer_and_drop_mask = 0xffU | (uint32_t)(WEND_BODY_REMOVED | WEND_BODY_GHOST)
                                                        << 20;

/* True for removed bodies and for ghosts of the last step. */
static bool is_dropped(const near_sorter *sorter, const wend_body *body, uint32_t index) {
    uint32_t flags = wend_body_flags(body) & (WEND_BODY_REMOVED | WEND_BODY_GHOST);
    return flags && ((flags & WEND_BODY_REMOVED) || index < sorter->old_count);
}

/* The parameters of near_cell, for both the cells and the squares of a layer. */
typedef struct both_cells {
    quad low, rate, last;
    quad_factors row;
    uint32_t first_cell, first_square;
} both_cells;

static both_cells both_of(const near_layer *cells, const near_layer *squares) {
    return (both_cells){
        quad_of(cells->y, cells->x, squares->y, squares->x),
        quad_of(cells->per_strip, cells->per_bin, squares->per_strip, squares->per_bin),
        quad_of(cells->last_strip, cells->last_bin, squares->last_strip, squares->last_bin),
        quad_factors_of(cells->bins, squares->bins),
        cells->first_cell,
        squares->first_cell};
}

static inline quad_pair find_both(const both_cells *both, quad position) {
    quad at = quad_mul(quad_sub(position, both->low), both->rate);
    quad clamped = quad_min(quad_max(at, quad_of(0.0F, 0.0F, 0.0F, 0.0F)), both->last);
    return quad_index(clamped, both->row);
}

static near_box box_of(quad low, quad high) {
    float l[4], h[4];
    quad_store(l, low);
    quad_store(h, high);
    return (near_box){{l[1], l[0]}, {h[1], h[0]}};
}

/* Counts bodies, starting at index `begin`, up to `end` or the first body on another layer. Returns
 * the index where it stopped. */
static uint32_t count_layer(near_sorter *sorter, wend_body *bodies, uint32_t begin, uint32_t end) {
    uint32_t range = begin / sorter->range_size, which = wend_body_layer(&bodies[begin]), i;
    both_cells both = both_of(&sorter->cells.layers[which], &sorter->squares.layers[which]);
    uint32_t *counts = counts_of(sorter, range) + both.first_cell;
    uint32_t *in_squares = squares_of(sorter, range) + both.first_square;
    quad low = quad_of_position(empty_box.low), high = quad_of_position(empty_box.high);
    float smallest = sorter->radii[range].smallest, largest = sorter->radii[range].largest;
    for (i = begin; i < end; i++) {
        wend_body *body = &bodies[i];
        if ((body->tags & layer_and_drop_mask) !=
            which) { /* on another layer, or perhaps dropped */
            if (wend_body_layer(body) != which) {
                break;
            }
            if (is_dropped(sorter, body, i)) {
                body->cell = no_cell;
                continue;
            }
        }
        quad at = quad_of_position(body->position);
        low = quad_min(low, at);
        high = quad_max(high, at);
        smallest = body->radius < smallest ? body->radius : smallest;
        largest = body->radius > largest ? body->radius : largest;
        quad_pair found = find_both(&both, at);
        body->cell = both.first_cell + (uint32_t)found.first;
        counts[found.first]++;
        in_squares[found.second]++;
    }
    widen(&boxes_of(sorter, range)[which], box_of(low, high));
    sorter->radii[range] = (near_radii){.smallest = smallest, .largest = largest};
    return i;
}

void near_count(near_sorter *sorter, wend_body *bodies, uint32_t begin, uint32_t end) {
    while (begin < end) {
        begin = count_layer(sorter, bodies, begin, end);
    }
}

static void count_range(void *context, uint32_t begin, uint32_t end, uint32_t worker) {
    (void)worker;
    sort_job *job = context;
    near_clear_range(job->sorter, begin);
    near_count(job->sorter, job->bodies, begin, end);
}

static void count_all(sort_job *job, const wend_task_system *tasks, uint32_t count) {
    if (count == 0) {
        near_clear_range(job->sorter, 0);
    }
    task_run(tasks, count_range, job, count, job->sorter->range_size);
}

/* ---- Cells ----------------------------------------------------------------------------------- */

/* Combines the boxes and radii of all ranges, and stores them in the grid. */
static void join_ranges(near_sorter *sorter) {
    near_grid *grid = &sorter->grid;
    grid->smallest = INFINITY;
    grid->largest = 0.0F;
    for (uint32_t i = 0; i < grid->layer_count; i++) {
        grid->boxes[i] = empty_box;
    }
    for (uint32_t range = 0; range < sorter->ranges; range++) {
        grid->smallest = fminf(grid->smallest, sorter->radii[range].smallest);
        grid->largest = fmaxf(grid->largest, sorter->radii[range].largest);
        for (uint32_t i = 0; i < grid->layer_count; i++) {
            widen(&grid->boxes[i], boxes_of(sorter, range)[i]);
        }
    }
}

static void copy_layout(near_layout *to, const near_layout *from) {
    to->layer_count = from->layer_count;
    to->cell_count = from->cell_count;
    memcpy(to->layers, from->layers, from->layer_count * sizeof *from->layers);
}

static bool recount(sort_job *job, memory *from, const wend_task_system *tasks, uint32_t count) {
    if (!reserve(job->sorter, from)) {
        return false;
    }
    count_all(job, tasks, count);
    return true;
}

/* Chooses the cells for the counted bodies, of which `kept` are to be sorted. Counts again if the
 * bodies were counted into different cells. Returns false if out of memory. */
static bool update_cells(sort_job *job, memory *from, const wend_task_system *tasks, uint32_t count,
                         uint32_t kept) {
    near_sorter *sorter = job->sorter;
    uint32_t layers = sorter->grid.layer_count;
    near_box boxes[WEND_MAX_LAYERS];
    near_layout fresh;
    join_ranges(sorter);
    for (uint32_t i = 0; i < layers; i++) {
        boxes[i] = near_round_box(sorter->grid.boxes[i]);
    }
    near_choose_squares(&fresh, boxes, layers, kept);
    if (!near_same_layout(&fresh, &sorter->squares)) {
        copy_layout(&sorter->squares, &fresh);
        near_choose_cells(&sorter->cells, boxes, layers, kept, sorter->density);
        if (!recount(job, from, tasks, count)) {
            return false;
        }
    }
    sorter->density =
        near_local_density(&sorter->squares, sorter->in_squares, sorter->ranges, boxes, kept);
    near_choose_cells(&fresh, boxes, layers, kept, sorter->density);
    if (near_same_layout(&fresh, &sorter->cells)) {
        return true;
    }
    copy_layout(&sorter->cells, &fresh);
    return recount(job, from, tasks, count);
}

/* ---- Indices --------------------------------------------------------------------------------- */

/* Sums the numbers of bodies in the cells [begin, end). */
static void sum_part(void *context, uint32_t begin, uint32_t end, uint32_t worker) {
    (void)worker;
    sort_job *job = context;
    uint32_t sum = 0;
    for (uint32_t range = 0; range < job->sorter->ranges; range++) {
        const uint32_t *counts = counts_of(job->sorter, range);
        for (uint32_t cell = begin; cell < end; cell++) {
            sum += counts[cell];
        }
    }
    job->part_sums[begin / job->part_size] = sum;
}

/* `*count` is the number of bodies that one range has in a cell. Replaces it with `total`, the
 * index of the first of these bodies. Returns the index after the last one. */
static inline uint32_t count_to_index(uint32_t *count, uint32_t total) {
    uint32_t here = *count;
    *count = total;
    return total + here;
}

/* Converts the histograms of the cells [begin, end) to indices, in the order (cell, range). */
static void find_indices(void *context, uint32_t begin, uint32_t end, uint32_t worker) {
    (void)worker;
    sort_job *job = context;
    uint32_t total = job->part_sums[begin / job->part_size], others = job->sorter->ranges - 1;
    uint32_t *last = counts_of(job->sorter, others);
    size_t stride = job->sorter->cells.cell_count;
    for (uint32_t cell = begin; others == 0 && cell < end; cell++) {
        total = count_to_index(&last[cell], total);
    }
    for (uint32_t cell = begin; others > 0 && cell < end; cell++) {
        uint32_t *count = job->sorter->counts + cell;
        for (uint32_t range = 0; range < others; range++, count += stride) {
            total = count_to_index(count, total);
        }
        total = count_to_index(&last[cell], total);
    }
}

static void sum_counts(sort_job *job, const wend_task_system *tasks) {
    uint32_t cells = job->sorter->cells.cell_count, total = 0;
    uint32_t useful_count = cells / MIN_PART_SIZE + 1, parts = job->sorter->ranges;
    parts = useful_count < parts ? useful_count : parts;
    job->part_size = cells / parts + 1;
    if (parts > 1) {
        task_run(tasks, sum_part, job, cells, job->part_size);
    }
    for (uint32_t i = 0; i < parts; i++) {
        uint32_t here = job->part_sums[i];
        job->part_sums[i] = total;
        total += here;
    }
    task_run(tasks, find_indices, job, cells, job->part_size);
    job->sorter->starts[0] = 0;
}

/* Copies a body to its place among the sorted bodies. Returns its index there. */
static inline uint32_t place_body(wend_body *sorted, uint32_t *indices, const wend_body *body,
                                  uint32_t *tags) {
    uint32_t index = indices[body->cell]++;
    *tags |= body->tags;
    sorted[index] = *body;
    sorted[index].cell = index;
    return index;
}

static void scatter(void *context, uint32_t begin, uint32_t end, uint32_t worker) {
    (void)worker;
    sort_job *job = context;
    near_sorter *sorter = job->sorter;
    uint32_t range = begin / sorter->range_size, tags = 0;
    uint32_t *indices = counts_of(sorter, range), *body_of = job->cold->body;
    uint32_t cold_end = end < sorter->cold_count ? end : sorter->cold_count;
    const wend_body *bodies = job->bodies;
    wend_body *sorted = job->sorted;
    size_t i = begin;
    for (; i < cold_end; i++) {
        PREFETCH_COLUMN(body_of, bodies, i, end, PREFETCH_FAR);
        if (bodies[i].cell != no_cell) {
            body_of[bodies[i].slot] = place_body(sorted, indices, &bodies[i], &tags);
        }
    }
    for (; i < end; i++) {
        if (bodies[i].cell != no_cell) {
            place_body(sorted, indices, &bodies[i], &tags);
        }
    }
    sorter->radii[range].flags = tags >> 20;
}

/* Combines the flags of all ranges, and stores them in the grid. */
static void join_flags(near_sorter *sorter) {
    sorter->grid.flags = 0;
    for (uint32_t range = 0; range < sorter->ranges; range++) {
        sorter->grid.flags |= sorter->radii[range].flags;
    }
}

/* ---- The sort -------------------------------------------------------------------------------- */

bool near_ensure(memory *from, uint32_t **block, size_t *held, size_t size) {
    if (size <= *held) {
        return true;
    }
    size_t larger = size + size / 4;
    uint32_t *fresh = memory_get(from, larger);
    if (!fresh) {
        return false;
    }
    memory_free(from, *block, *held);
    *block = fresh;
    *held = larger;
    return true;
}

void near_sorter_free(near_sorter *sorter, memory *from) {
    memory_free(from, sorter->starts, sorter->starts_bytes);
    memory_free(from, sorter->grid.starts, sorter->grid_starts_bytes);
    memory_free(from, sorter->counts, sorter->counts_bytes);
    memory_free(from, sorter->in_squares, sorter->squares_bytes);
    memory_free(from, sorter->boxes, sorter->boxes_bytes);
    memory_free(from, sorter->grid.oversized_list, sorter->oversized_bytes);
    memory_free(from, sorter->oversized_scratch, sorter->oversized_scratch_bytes);
    *sorter = (near_sorter){0};
}

/* Makes the cells of this sort the current grid. The memory of the old grid is reused in the next
 * sort. */
static void publish_grid(near_sorter *sorter) {
    near_grid *grid = &sorter->grid;
    uint32_t *starts = grid->starts;
    size_t bytes = sorter->grid_starts_bytes;
    grid->starts = sorter->starts;
    sorter->grid_starts_bytes = sorter->starts_bytes;
    sorter->starts = starts;
    sorter->starts_bytes = bytes;
    grid->cell_count = sorter->cells.cell_count;
    memcpy(grid->layers, sorter->cells.layers, grid->layer_count * sizeof *grid->layers);
}

uint32_t near_sort(near_sorter *sorter, memory *from, const wend_task_system *tasks,
                   const wend_space *space, near_input *input, float reach, wend_body *sorted,
                   cold_store *cold) {
    near_grid *grid = &sorter->grid;
    grid->layer_count = wend_space_layer_count(space);
    uint32_t count = near_append_ghosts(space, input, near_ghost_reach(space, input, reach));
    sort_job job = {.sorter = sorter, .bodies = input->bodies, .sorted = sorted, .cold = cold};
    if (!input->counted) {
        if (!near_prepare(sorter, from, tasks, grid->layer_count, count)) {
            return UINT32_MAX;
        }
        sorter->old_count = input->count;
        count_all(&job, tasks, count);
    }
    /* Dropped bodies must not be included, or the cells would depend on earlier steps. */
    uint32_t kept = input->live + (count - input->count);
    if (!update_cells(&job, from, tasks, count, kept) ||
        !near_ensure(from, &grid->starts, &sorter->grid_starts_bytes,
                     (sorter->cells.cell_count + 1) * sizeof(uint32_t))) {
        return UINT32_MAX;
    }
    sorter->cold_count = input->count + input->given;
    sum_counts(&job, tasks);
    task_run(tasks, scatter, &job, count, sorter->range_size);
    join_flags(sorter);
    publish_grid(sorter);
    uint32_t total = grid->starts[grid->cell_count];
    grid->reach = reach + 2.0F * near_extra_reach(grid->largest);
    return near_list_oversized(sorter, from, sorted, total, cold) ? total : UINT32_MAX;
}
