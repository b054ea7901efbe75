/* Sorts bodies into strips and bins by counting sort, with ghosts at the seams.
 *
 * A strip is a row of cells along x; a body's neighbours lie in a few contiguous slices, one per
 * strip. Strip height 1.27 sqrt(k / (pi density)) for the usual k = 10 neighbours and the mean
 * density, bins a quarter of it: about 1.3 bodies to a cell (a flat optimum in trials). Where
 * bodies see a far higher density around them than the mean (a jam beside an empty field), the
 * cells are laid once more for that one.
 *
 * The input is cut into one range per worker, each with a histogram of its own; a prefix sum over
 * (cell, range) makes the sort stable, so its result does not depend on the number of ranges.
 * Cost: O(bodies + cells x ranges). */
#include "near/near.h"

#include <math.h>
#include <string.h>

#include "geom/segment.h"
#include "geom/vec.h"
#include "space/space.h"
#include "task/pool.h"

enum {
    MAX_RANGES = 16,
    BINS_PER_STRIP = 4, /* a bin's width is the strip's height over this */
    WIDEST_BIN = 8,     /* strip heights: where there would be too many cells otherwise */
    SPARE_CELLS = 64
};

static const float strip_factor = 2.27F;   /* 1.27 sqrt(10 / pi) */
static const float smallest_strip = 0.25F; /* m */
static const double CROWDED = 2.5;         /* times as dense: the cells are laid anew */
static const uint32_t no_cell = UINT32_MAX;

typedef struct bounds {
    wend_vec2 low, high;
} bounds;

typedef struct sort_job {
    near_grid *grid;
    wend_body *bodies;
    uint32_t old_count; /* ghosts from here on are new */
    uint32_t count;
    uint32_t range_size;
    uint32_t *counts;
    wend_body *sorted;
    cold_store *cold;
    bounds *boxes;                                   /* by range, then by layer */
    float smallest[MAX_RANGES], largest[MAX_RANGES]; /* radii, by range */
} sort_job;

static bool is_sorted_in(const sort_job *job, uint32_t i) {
    uint32_t flags = wend_body_flags(&job->bodies[i]);
    return !(flags & WEND_BODY_REMOVED) && (!(flags & WEND_BODY_GHOST) || i >= job->old_count);
}

/* ---- Ghosts ---------------------------------------------------------------------------------- */

/* The layer on the other side of a link of `layer`. */
static uint32_t across(wend_link link, uint32_t layer) {
    return link.left_layer == layer ? link.right_layer : link.left_layer;
}

/* A little more than the reach, so that rounding loses nobody who is to be found. */
static bool casts_ghost(wend_link link, const wend_body *body, float reach) {
    wend_vec2 p = body->position;
    wend_vec2 low = vec_min(link.a, link.b), high = vec_max(link.a, link.b);
    float wide = 1.01F * reach + 1.0F; /* most bodies are far away, and cheaply so */
    if (p.x < low.x - wide || p.x > high.x + wide || p.y < low.y - wide || p.y > high.y + wide) {
        return false;
    }
    double slack = 1e-6 * ((double)reach + fabs((double)p.x) + fabs((double)p.y));
    return segment_point_distance(p, link.a, link.b) <= (double)reach + slack;
}

/* The ghosts that a body casts: at most one per other layer. Returns how many; writes
 * them to `out` if that is not NULL. */
static uint32_t ghosts_of(const wend_space *space, const wend_body *body, float reach,
                          wend_body *out) {
    const uint32_t *links;
    uint32_t count = 0, link_count = space_links_of(space, wend_body_layer(body), &links);
    uint32_t seen[WEND_MAX_LAYERS / 32] = {0};
    for (uint32_t i = 0; i < link_count; i++) {
        wend_link link = wend_space_link(space, links[i]);
        uint32_t other = across(link, wend_body_layer(body));
        if ((seen[other / 32] >> (other % 32) & 1U) || !casts_ghost(link, body, reach)) {
            continue;
        }
        seen[other / 32] |= 1U << (other % 32);
        if (out) {
            out[count] = *body;
            out[count].tags = (body->tags & ~0xffU) | other | (uint32_t)WEND_BODY_GHOST << 20;
        }
        count++;
    }
    return count;
}

uint32_t near_count_ghosts(const wend_space *space, const near_input *input, float reach) {
    uint32_t total = 0;
    if (wend_space_link_count(space) == 0) {
        return 0;
    }
    for (uint32_t i = 0; i < input->count; i++) {
        if (!(wend_body_flags(&input->bodies[i]) & (WEND_BODY_REMOVED | WEND_BODY_GHOST))) {
            total += ghosts_of(space, &input->bodies[i], reach, NULL);
        }
    }
    return total;
}

static uint32_t append_ghosts(const wend_space *space, near_input *input, float reach) {
    uint32_t count = input->count;
    if (wend_space_link_count(space) == 0) {
        return count;
    }
    for (uint32_t i = 0; i < input->count; i++) {
        if (!(wend_body_flags(&input->bodies[i]) & (WEND_BODY_REMOVED | WEND_BODY_GHOST))) {
            count += ghosts_of(space, &input->bodies[i], reach, &input->bodies[count]);
        }
    }
    return count;
}

/* ---- Grid ------------------------------------------------------------------------------------ */

static const bounds nothing = {{INFINITY, INFINITY}, {-INFINITY, -INFINITY}};

static void widen(bounds *box, bounds by) {
    box->low = vec_min(box->low, by.low);
    box->high = vec_max(box->high, by.high);
}

/* Bodies of one layer lie together but for newcomers, so the box at hand stays in registers. */
static void find_bounds(void *context, uint32_t begin, uint32_t end, uint32_t worker) {
    (void)worker;
    sort_job *job = context;
    bounds *boxes = job->boxes + (size_t)(begin / job->range_size) * job->grid->layer_count;
    bounds box = nothing;
    float smallest = INFINITY, largest = 0.0F;
    uint32_t layer = 0;
    for (uint32_t i = begin; i < end; i++) {
        const wend_body *body = &job->bodies[i];
        if (wend_body_layer(body) != layer) {
            widen(&boxes[layer], box);
            box = nothing;
            layer = wend_body_layer(body);
        }
        if (is_sorted_in(job, i)) {
            widen(&box, (bounds){body->position, body->position});
            smallest = body->radius < smallest ? body->radius : smallest;
            largest = body->radius > largest ? body->radius : largest;
        }
    }
    widen(&boxes[layer], box);
    job->smallest[begin / job->range_size] = smallest;
    job->largest[begin / job->range_size] = largest;
}

/* The box of each layer, in the first of the ranges' sets. */
static void layer_bounds(sort_job *job, const wend_task_system *tasks, uint32_t ranges) {
    uint32_t layers = job->grid->layer_count;
    for (uint32_t i = 0; i < ranges * layers; i++) {
        job->boxes[i] = nothing;
    }
    task_run(tasks, find_bounds, job, job->count, job->range_size);
    near_grid *grid = job->grid;
    grid->smallest = job->smallest[0];
    grid->largest = job->largest[0];
    for (uint32_t range = 1; range < ranges; range++) {
        grid->smallest = fminf(grid->smallest, job->smallest[range]);
        grid->largest = fmaxf(grid->largest, job->largest[range]);
        for (uint32_t i = 0; i < layers; i++) {
            widen(&job->boxes[i], job->boxes[range * layers + i]);
        }
    }
}

/* How many cells of size `size` cover `length`; at most `limit`. */
static uint32_t cells_along(float length, float size, uint32_t limit) {
    float cells = floorf(length / size) + 1.0F;
    return cells < (float)limit ? (uint32_t)cells : limit;
}

/* Lays strips of a given height and bins of a given width over all layers; returns the number of
 * cells. */
static uint32_t lay_cells(near_grid *grid, const bounds *boxes, float height, float width,
                          uint32_t limit) {
    uint64_t cells = 0;
    for (uint32_t i = 0; i < grid->layer_count; i++) {
        near_layer *layer = &grid->layers[i];
        *layer = (near_layer){.x = boxes[i].low.x,
                              .y = boxes[i].low.y,
                              .per_strip = 1.0F / height,
                              .per_bin = 1.0F / width,
                              .first_cell = cells < limit ? (uint32_t)cells : limit};
        if (boxes[i].low.x <= boxes[i].high.x) {
            layer->strips = cells_along(boxes[i].high.y - boxes[i].low.y, height, limit);
            layer->bins = cells_along(boxes[i].high.x - boxes[i].low.x, width, limit);
        }
        cells += (uint64_t)layer->strips * layer->bins;
    }
    return cells < limit ? (uint32_t)cells : limit;
}

/* Strips for `density` bodies to a square metre. Where that would give
 * more cells than bodies, bins grow wider, then strips higher. */
static void make_grid(near_grid *grid, const bounds *boxes, uint32_t count, double density) {
    float height = strip_factor * (float)sqrt(1.0 / density);
    height = height > smallest_strip ? height : smallest_strip;
    float width = height / (float)BINS_PER_STRIP;
    uint32_t limit = 2 * count + SPARE_CELLS;
    grid->cell_count = lay_cells(grid, boxes, height, width, limit);
    while (grid->cell_count >= limit) {
        bool wide = width > (float)WIDEST_BIN * height;
        width *= wide ? 1.0F : 2.0F;
        height *= wide ? 2.0F : 1.0F;
        grid->cell_count = lay_cells(grid, boxes, height, width, limit);
    }
}

/* Bodies to a square metre, over the boxes of all layers. */
static double mean_density(const near_grid *grid, const bounds *boxes, uint32_t count) {
    double area = 0.0;
    for (uint32_t i = 0; i < grid->layer_count; i++) {
        if (boxes[i].low.x <= boxes[i].high.x) {
            area += ((double)boxes[i].high.x - (double)boxes[i].low.x) *
                    ((double)boxes[i].high.y - (double)boxes[i].low.y);
        }
    }
    return (double)count / (area > 1e-6 ? area : 1e-6);
}

/* The density that bodies see around them, on the mean: others in the same cell. */
static double seen_density(const sort_job *job, uint32_t ranges, uint32_t count) {
    uint64_t others = 0;
    uint32_t cells = job->grid->cell_count;
    for (uint32_t cell = 0; cell < cells; cell++) {
        uint64_t here = 0;
        for (uint32_t range = 0; range < ranges; range++) {
            here += job->counts[(size_t)range * cells + cell];
        }
        others += here > 1 ? here * (here - 1) : 0;
    }
    const near_layer *layer = &job->grid->layers[0];
    double cell_area = 1.0 / ((double)layer->per_strip * (double)layer->per_bin);
    return (double)others / ((double)(count ? count : 1) * cell_area);
}

static uint32_t clamp_cell(float place, uint32_t count) {
    return place <= 0.0F ? 0 : place >= (float)count ? count - 1 : (uint32_t)place;
}

uint32_t near_cell(const near_layer *layer, wend_vec2 position) {
    uint32_t strip = clamp_cell((position.y - layer->y) * layer->per_strip, layer->strips);
    uint32_t bin = clamp_cell((position.x - layer->x) * layer->per_bin, layer->bins);
    return layer->first_cell + strip * layer->bins + bin;
}

/* ---- Counting sort --------------------------------------------------------------------------- */

static void count_cells(void *context, uint32_t begin, uint32_t end, uint32_t worker) {
    (void)worker;
    sort_job *job = context;
    uint32_t *counts = job->counts + (size_t)(begin / job->range_size) * job->grid->cell_count;
    memset(counts, 0, job->grid->cell_count * sizeof *counts);
    for (uint32_t i = begin; i < end; i++) {
        wend_body *body = &job->bodies[i];
        if (is_sorted_in(job, i)) {
            body->cell = near_cell(&job->grid->layers[wend_body_layer(body)], body->position);
            counts[body->cell]++;
        } else {
            body->cell = no_cell;
        }
    }
}

/* Turns the histograms into places, by (cell, range). */
static uint32_t sum_counts(sort_job *job, uint32_t ranges) {
    uint32_t total = 0, cells = job->grid->cell_count;
    for (uint32_t cell = 0; cell < cells; cell++) {
        job->grid->starts[cell] = total;
        for (uint32_t range = 0; range < ranges; range++) {
            uint32_t *count = &job->counts[(size_t)range * cells + cell];
            uint32_t here = *count;
            *count = total;
            total += here;
        }
    }
    job->grid->starts[cells] = total;
    return total;
}

static void scatter(void *context, uint32_t begin, uint32_t end, uint32_t worker) {
    (void)worker;
    sort_job *job = context;
    uint32_t *places = job->counts + (size_t)(begin / job->range_size) * job->grid->cell_count;
    for (uint32_t i = begin; i < end; i++) {
        const wend_body *body = &job->bodies[i];
        if (body->cell == no_cell) {
            continue;
        }
        uint32_t place = places[body->cell]++;
        job->sorted[place] = *body;
        if (i < job->old_count) {
            job->cold->body[body->slot] = place;
        }
    }
}

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
    memory_free(from, sorter->counts, sorter->counts_bytes);
    memory_free(from, sorter->grid.starts, sorter->starts_bytes);
    memory_free(from, sorter->grid.giants, sorter->giants_bytes);
    memory_free(from, sorter->giant_scratch, sorter->giant_scratch_bytes);
    *sorter = (near_sorter){0};
}

/* Histograms of the cells as they are laid now; false when memory ran out. */
static bool count_all(near_sorter *sorter, memory *from, const wend_task_system *tasks,
                      sort_job *job, uint32_t ranges) {
    near_grid *grid = job->grid;
    size_t cells = grid->cell_count;
    if (!near_ensure(from, &sorter->counts, &sorter->counts_bytes,
                     ranges * cells * sizeof(uint32_t)) ||
        !near_ensure(from, &grid->starts, &sorter->starts_bytes, (cells + 1) * sizeof(uint32_t))) {
        return false;
    }
    job->counts = sorter->counts;
    if (cells > 0) {
        memset(job->counts, 0, ranges * cells * sizeof(uint32_t));
        task_run(tasks, count_cells, job, job->count, job->range_size);
    }
    return true;
}

uint32_t near_sort(near_sorter *sorter, memory *from, const wend_task_system *tasks,
                   const wend_space *space, near_input *input, float reach, wend_body *sorted,
                   cold_store *cold) {
    near_grid *grid = &sorter->grid;
    grid->layer_count = wend_space_layer_count(space);
    grid->reach = reach;
    uint32_t count = append_ghosts(space, input, reach);
    uint32_t ranges = tasks->worker_count < MAX_RANGES ? tasks->worker_count : MAX_RANGES;
    sort_job job = {.grid = grid,
                    .bodies = input->bodies,
                    .old_count = input->count,
                    .count = count,
                    .range_size = count / ranges + 1,
                    .sorted = sorted,
                    .cold = cold};
    bounds boxes[MAX_RANGES * WEND_MAX_LAYERS];
    job.boxes = boxes;
    layer_bounds(&job, tasks, ranges);
    /* Who is dropped must not count, or the cells would depend on what was seen before. */
    uint32_t kept = input->live + (count - input->count);
    double mean = mean_density(grid, boxes, kept);
    make_grid(grid, boxes, kept, mean);
    if (!count_all(sorter, from, tasks, &job, ranges)) {
        return UINT32_MAX;
    }
    double seen = seen_density(&job, ranges, kept);
    if (seen > CROWDED * mean) {
        make_grid(grid, boxes, kept, seen);
        if (!count_all(sorter, from, tasks, &job, ranges)) {
            return UINT32_MAX;
        }
    }
    if (grid->cell_count == 0) { /* everyone has left */
        grid->starts[0] = 0;
        return 0;
    }
    uint32_t total = sum_counts(&job, ranges);
    task_run(tasks, scatter, &job, count, job.range_size);
    return near_find_giants(sorter, from, sorted, total, cold) ? total : UINT32_MAX;
}
